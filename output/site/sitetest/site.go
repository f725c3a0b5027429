package sitetest

import (
	"fmt"
	"maps"
	"net/url"
	"path"
	"slices"
	"strings"
)

// Rules are what differs between sites.
type Rules struct {
	MaxBytes int  // of a page; 0 for no limit
	Server   bool // somebody answers addresses that are no files: C?code=…
}

// Check returns what is wrong with a site: name -> content.
func Check(files map[string]string, rules Rules) []string {
	var faults []string
	pages := map[string]*page{}
	for _, name := range slices.Sorted(maps.Keys(files)) {
		switch {
		case strings.HasSuffix(name, ".html"):
			pages[name] = read(name, files[name])
			if rules.MaxBytes > 0 && len(files[name]) > rules.MaxBytes {
				faults = append(faults, fmt.Sprintf("%s: %d bytes", name, len(files[name])))
			}
		case strings.HasSuffix(name, ".css"):
			for _, bad := range []string{"url(", "@import", "//", "expression"} {
				if strings.Contains(files[name], bad) {
					faults = append(faults, name+": "+bad)
				}
			}
		}
		if path.Clean(name) != name || strings.HasPrefix(name, "/") || strings.HasPrefix(name, "..") || strings.ContainsAny(name, "\\ ") {
			faults = append(faults, name+": no name for a file")
		}
	}
	for _, name := range slices.Sorted(maps.Keys(pages)) {
		p := pages[name]
		for _, l := range p.links {
			if fault := follow(p, l, files, pages, rules); fault != "" {
				p.fault("%s", fault)
			}
		}
		faults = append(faults, p.faults...)
	}
	return faults
}

// follow says where a link leads wrong; "" when it does not.
func follow(p *page, l href, files map[string]string, pages map[string]*page, rules Rules) string {
	u, err := url.Parse(l.to)
	switch {
	case err != nil:
		return err.Error()
	case u.Scheme != "" || u.Host != "":
		if l.on != "a" || u.Scheme != "https" || u.User != nil || !strings.Contains(l.rel, "noopener") || !strings.Contains(l.rel, "noreferrer") {
			return fmt.Sprintf("<%s> leads to %s", l.on, l.to)
		}
		return ""
	case u.RawQuery != "":
		return "a query in " + l.to
	}
	to := p.name
	if u.Path != "" {
		to = path.Join(path.Dir(p.name), u.Path)
		if strings.HasPrefix(u.Path, "/") { // 404.html, seen from everywhere
			to = strings.TrimPrefix(u.Path, "/")
			if p.name != "404.html" {
				return "an absolute path: " + l.to
			}
		}
	}
	if rules.Server && to == "t" {
		return "" // the tables of the server
	}
	if l.on == "form" {
		if rules.Server && to == "C" {
			return ""
		}
		if list, ok := files[to]; rules.Server || !ok || !strings.Contains(list, "<script") { // what is sent to a page is found by its script
			return "a form sends to " + l.to
		}
	}
	if _, ok := files[to]; !ok {
		return fmt.Sprintf("%s leads to no file", l.to)
	}
	if u.Fragment != "" && (pages[to] == nil || !pages[to].ids[u.Fragment]) {
		return fmt.Sprintf("%s: no element has that id", l.to)
	}
	return ""
}
