package site

import (
	"errors"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strings"
)

// What names of files are made of.
const (
	upper  = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	lower  = "abcdefghijklmnopqrstuvwxyz"
	digits = "0123456789"
)

// check refuses data that would make files with odd names or links that lead
// nowhere good.
func (w *writer) check() error {
	var errs []error
	bad := func(format string, args ...any) { errs = append(errs, fmt.Errorf(format, args...)) }
	if len(w.Languages) == 0 {
		bad("a site needs a language")
	}
	known := map[string]bool{}
	for _, l := range w.Languages {
		if !made(l.Tag, upper+lower+digits+"-") || known[strings.ToLower(l.Tag)] {
			bad("%q is no language, or there twice", l.Tag)
		}
		known[strings.ToLower(l.Tag)] = true
	}
	for _, g := range w.Games {
		if !made(g.ID, lower+digits+"-_") || w.games[g.ID].Texts == nil {
			bad("%q is no id of a game", g.ID)
		}
	}
	if len(w.games) != len(w.Games) || len(w.topics) != len(w.Topics) {
		bad("a game or a topic is there twice")
	}
	for i := range w.Topics {
		errs = append(errs, w.checkTopic(&w.Topics[i]))
	}
	for _, old := range slices.Sorted(maps.Keys(w.Redirects)) {
		switch to := w.Redirects[old]; {
		case !made(old, upper+digits+"-"):
			bad("%q is no code", old)
		case w.topics[old] != nil:
			bad("the code %q is led elsewhere and has a topic of its own", old)
		case w.topics[to] == nil:
			bad("the code %q leads to %q, which no topic has", old, to)
		}
	}
	if w.LicenceURL != "" {
		errs = append(errs, checkURL(w.LicenceURL))
	}
	if strings.Trim(w.Root, upper+lower+digits+"/-_.~%") != "" || w.Root != "" && !strings.HasPrefix(w.Root, "/") || strings.HasPrefix(w.Root, "//") {
		bad("%q is no path", w.Root)
	}
	return errors.Join(errs...)
}

func (w *writer) checkTopic(t *Topic) error {
	if !made(t.Code, upper+digits+"-") {
		return fmt.Errorf("%q is no code", t.Code)
	}
	if !slices.Contains(Kinds(), t.Kind) {
		return fmt.Errorf("topic %s: unknown kind %q", t.Code, t.Kind)
	}
	var errs []error
	for _, l := range languagesOf(w, t.Texts) {
		if f := t.Texts[l.Tag].Face; f != nil && !made(f.Name, lower+digits+"-_") {
			errs = append(errs, fmt.Errorf("topic %s in %s: %q is no name of a picture", t.Code, l.Tag, f.Name))
		}
		for _, r := range t.Texts[l.Tag].References {
			if err := checkURL(r.URL); err != nil {
				errs = append(errs, fmt.Errorf("topic %s in %s: %w", t.Code, l.Tag, err))
			}
		}
	}
	return errors.Join(errs...)
}

// checkURL refuses what is no plain address of a public page.
func checkURL(s string) error {
	u, err := url.Parse(s)
	if err != nil || u.Scheme != "https" || u.Opaque != "" || u.User != nil || hostOf(s) == "" {
		return fmt.Errorf("%q is no address of a public page", s)
	}
	return nil
}

// hostOf returns the host of an address as a reader is shown it; "" when it
// has letters that may pass for others.
func hostOf(s string) string {
	u, err := url.Parse(s)
	if err != nil {
		return ""
	}
	host := strings.ToLower(u.Host)
	if !made(host, lower+digits+"-.:") {
		return ""
	}
	return strings.TrimPrefix(host, "www.")
}

// made reports whether s is made of these characters only.
func made(s, of string) bool {
	return s != "" && len(s) <= 255 && strings.Trim(s, of) == "" && !strings.HasPrefix(s, ".")
}
