package site

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// A move is a code that became another one.
type move struct{ from, to string }

func (w *writer) moves() []move {
	var out []move
	for _, old := range slices.Sorted(maps.Keys(w.Redirects)) {
		out = append(out, move{old, w.Redirects[old]})
	}
	return out
}

// hosts writes what common web servers read to find a page whatever the case
// of its address: a code typed by hand comes in small letters.
func (w *writer) hosts() {
	w.file(redirectName, []byte(w.redirectList()))
	w.file(apacheName, []byte(w.apache()))
}

// redirectList is the list Netlify, Cloudflare Pages and others read: no
// patterns without regard to case, so every address is there in small
// letters. Paths begin at the root of the host.
func (w *writer) redirectList() string {
	var b strings.Builder
	line := func(from, to string) {
		fmt.Fprintf(&b, "%s/%s %s/%s 301\n", w.Root, strings.TrimSuffix(from, "/"), w.Root, to)
	}
	all := func(code, to string, langs []*Language) {
		forms := []string{"c/" + strings.ToLower(code)}
		if short := strings.ReplaceAll(strings.ToLower(code), "-", ""); short != strings.ToLower(code) {
			forms = append(forms, "c/"+short)
		}
		for _, from := range forms {
			line(from, folder(CodePage(to)))
			for _, l := range langs {
				line(from+"/"+strings.ToLower(l.Tag), folder(TopicPage(to, l.Tag)))
			}
		}
	}
	for _, t := range w.byCode() {
		all(t.Code, t.Code, languagesOf(w, t.Texts))
	}
	for _, m := range w.moves() {
		all(m.from, m.to, languagesOf(w, w.topics[m.to].Texts))
	}
	return b.String()
}

// apache is the same for Apache and LiteSpeed, in whatever folder it lies. A
// name that is right already is not looked at, so nothing leads to itself.
func (w *writer) apache() string {
	var b strings.Builder
	b.WriteString(`# Finds the page of a code typed in small letters, or without its hyphen.
<IfModule mod_rewrite.c>
RewriteEngine On
RewriteCond %{REQUEST_FILENAME} -f [OR]
RewriteCond %{REQUEST_FILENAME} -d
RewriteRule ^ - [L]
RewriteCond %{REQUEST_URI}::$1 ^(.*?/)(.*)::\2$
RewriteRule ^(.*)$ - [E=BASE:%1]
`)
	rule := func(code, to string) {
		body, check, _ := strings.Cut(code, "-")
		fmt.Fprintf(&b, "RewriteRule ^(?!(?-i:C/%s)(?:/|$))c/%s-?%s(/.*)?$ %%{ENV:BASE}C/%s$1 [NC,R=301,L]\n", to, body, check, to)
	}
	for _, t := range w.byCode() {
		rule(t.Code, t.Code)
	}
	for _, m := range w.moves() {
		rule(m.from, m.to)
	}
	for _, l := range w.Languages {
		tag := strings.ToUpper(l.Tag)
		fmt.Fprintf(&b, "RewriteRule ^(C/[^/]+)/(?!(?-i:%s)/?$)%s/?$ %%{ENV:BASE}$1/%s/ [NC,R=301,L]\n", tag, tag, tag)
	}
	b.WriteString("</IfModule>\n")
	return b.String()
}
