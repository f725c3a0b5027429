package sitetest

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"golang.org/x/net/html"
)

// void elements have no end.
var void = []string{"meta", "link", "input", "img"}

// global attributes may stand on every element.
var global = []string{"class", "dir", "id", "lang", "aria-label", "aria-labelledby", "aria-hidden", "aria-current", "tabindex", "hidden", "role"}

// elements a page may have, with their own attributes.
var elements = map[string][]string{
	"html": {}, "head": {}, "meta": {"charset", "http-equiv", "content", "name"}, "title": {},
	"link": {"rel", "href", "hreflang"}, "body": {}, "a": {"href", "hreflang", "rel"},
	"header": {}, "nav": {}, "main": {}, "footer": {}, "section": {}, "article": {}, "div": {}, "span": {},
	"h1": {}, "h2": {}, "p": {}, "ul": {}, "ol": {}, "li": {}, "dl": {}, "dt": {}, "dd": {}, "strong": {}, "em": {}, "sup": {}, "code": {},
	"table": {}, "thead": {}, "tbody": {}, "tr": {}, "td": {}, "th": {"scope"},
	"svg": {"viewbox"}, "path": {"d"}, "img": {"src", "alt", "width", "height"}, "fieldset": {}, "legend": {},
	"script": {"src", "defer"}, "form": {"role", "action", "method"}, "label": {"for"}, "button": {},
	"input": {"name", "type", "value", "maxlength", "size", "autocomplete", "autocapitalize", "spellcheck", "required"},
}

// inside says what an element must be directly in, where HTML cares.
var inside = map[string][]string{
	"li": {"ul", "ol"}, "dt": {"dl", "div"}, "dd": {"dl", "div"}, "tr": {"thead", "tbody"}, "td": {"tr"}, "th": {"tr"},
	"path": {"svg"}, "thead": {"table"}, "tbody": {"table"}, "h1": {"div", "section", "main"}, "h2": {"section"},
}

// only says what alone may be directly in an element.
var only = map[string][]string{
	"ul": {"li"}, "ol": {"li"}, "dl": {"div", "dt", "dd"}, "tr": {"td", "th"}, "table": {"thead", "tbody"},
	"p": {"a", "span", "strong", "em", "sup"}, "h1": {"a"}, "h2": {"svg"}, "span": {"svg", "sup"}, "a": {"span", "svg", "strong", "em", "code"}, "strong": {"em", "sup", "span"}, "em": {"sup"}, "sup": {}, "code": {}, "svg": {"path"}, "dd": {"a", "strong", "em", "span", "sup"},
}

// A page is what a file says, without its words.
type page struct {
	name   string
	faults []string
	stack  []string
	ids    map[string]bool
	refs   []string // ids other attributes name
	links  []href
	count  map[string]int
	level  int // of the last heading
	text   map[string]string
}

type href struct {
	on, to, rel string
}

func (p *page) fault(format string, args ...any) {
	p.faults = append(p.faults, p.name+": "+fmt.Sprintf(format, args...))
}

// read reads a page token by token.
func read(name, content string) *page {
	p := &page{name: name, ids: map[string]bool{}, count: map[string]int{}, text: map[string]string{}}
	z := html.NewTokenizer(strings.NewReader(content))
	for {
		switch z.Next() {
		case html.ErrorToken:
			if !errors.Is(z.Err(), io.EOF) {
				p.fault("%v", z.Err())
			}
			p.end()
			return p
		case html.DoctypeToken:
			if got := z.Token().Data; got != "html" {
				p.fault("doctype %q", got)
			}
			p.count["doctype"]++
		case html.CommentToken:
			p.fault("a comment")
		case html.TextToken:
			p.words(z.Token().Data)
		case html.SelfClosingTagToken:
			t := z.Token()
			if !slices.Contains(p.stack, "svg") { // of SVG it does
				p.fault("<%s/>: HTML has no such end", t.Data)
			}
			p.start(t)
			p.close(t.Data)
		case html.StartTagToken:
			p.start(z.Token())
		case html.EndTagToken:
			p.close(z.Token().Data)
		}
	}
}

func (p *page) top() string {
	if len(p.stack) == 0 {
		return ""
	}
	return p.stack[len(p.stack)-1]
}

func (p *page) words(s string) {
	if strings.TrimSpace(s) == "" {
		return
	}
	p.text[p.top()] += s
	if slices.Contains([]string{"", "html", "head", "script", "body", "main", "ul", "ol", "dl", "table", "tr", "nav", "svg", "form"}, p.top()) {
		p.fault("words directly in <%s>: %q", p.top(), strings.TrimSpace(s))
	}
	for _, bad := range []string{"ZgotmplZ", "{{", "%!", "<no value>", "‹"} {
		if strings.Contains(s, bad) {
			p.fault("%q in the text", bad)
		}
	}
}

func (p *page) start(t html.Token) {
	own, known := elements[t.Data]
	if !known {
		p.fault("element <%s>", t.Data)
	}
	if in := inside[t.Data]; in != nil && !slices.Contains(in, p.top()) {
		p.fault("<%s> directly in <%s>", t.Data, p.top())
	}
	if of, ok := only[p.top()]; ok && !slices.Contains(of, t.Data) {
		p.fault("<%s> directly in <%s>", t.Data, p.top())
	}
	p.count[t.Data]++
	attrs := map[string]string{}
	for _, a := range t.Attr {
		if _, twice := attrs[a.Key]; twice || !slices.Contains(own, a.Key) && !slices.Contains(global, a.Key) {
			p.fault("<%s %s=…>", t.Data, a.Key)
		}
		attrs[a.Key] = a.Val
	}
	p.attributes(t.Data, attrs)
	p.heading(t.Data)
	if !slices.Contains(void, t.Data) {
		p.stack = append(p.stack, t.Data)
	}
}

func (p *page) attributes(tag string, attrs map[string]string) {
	if id, ok := attrs["id"]; ok {
		if p.ids[id] || id == "" || strings.ContainsAny(id, " \t\n") {
			p.fault("id %q twice, or none", id)
		}
		p.ids[id] = true
	}
	p.refs = append(p.refs, strings.Fields(attrs["aria-labelledby"])...)
	if tag == "label" {
		p.refs = append(p.refs, attrs["for"])
	}
	for _, name := range []string{"href", "action", "src"} {
		if to, ok := attrs[name]; ok {
			p.links = append(p.links, href{tag, to, attrs["rel"]})
		}
	}
	if tag == "meta" && attrs["http-equiv"] == "refresh" {
		_, to, _ := strings.Cut(attrs["content"], "url=")
		p.links = append(p.links, href{tag, to, ""})
	}
	must := func(name string) {
		if strings.TrimSpace(attrs[name]) == "" {
			p.fault("<%s> without %s", tag, name)
		}
	}
	switch tag {
	case "html":
		must("lang")
	case "nav":
		must("aria-label")
	case "section":
		if attrs["aria-labelledby"] == "" && attrs["lang"] == "" {
			p.fault("<section> without a name")
		}
	case "svg":
		must("viewbox")
		must("aria-hidden")
	case "a":
		must("href")
	case "script": // a file of the site, and nothing that stands in a page
		must("src")
	case "img":
		must("src")
		must("alt")
		must("width")
		must("height")
	case "input":
		if attrs["type"] == "hidden" { // seen by nobody, so nothing names it
			must("value")
			break
		}
		must("id")
	}
	if class, ok := attrs["class"]; ok && strings.TrimSpace(class) != class {
		p.fault("class=%q", class)
	}
}

func (p *page) heading(tag string) {
	if len(tag) == 2 && tag[0] == 'h' && tag[1] >= '1' && tag[1] <= '6' {
		level := int(tag[1] - '0')
		if level > p.level+1 {
			p.fault("<%s> after level %d", tag, p.level)
		}
		p.level = level
	}
}

func (p *page) close(tag string) {
	if p.top() != tag {
		p.fault("</%s> closes <%s>", tag, p.top())
		return
	}
	p.stack = p.stack[:len(p.stack)-1]
}

// end looks at the page as a whole.
func (p *page) end() {
	if len(p.stack) > 0 {
		p.fault("not closed: %v", p.stack)
	}
	for _, one := range []string{"doctype", "html", "head", "title", "body", "h1", "main"} {
		if p.count[one] != 1 {
			p.fault("%d of %s", p.count[one], one)
		}
	}
	if strings.TrimSpace(p.text["title"]) == "" || strings.TrimSpace(p.text["h1"]+p.text["a"]) == "" {
		p.fault("no title or heading")
	}
	for _, id := range p.refs {
		if !p.ids[id] {
			p.fault("no element has the id %q", id)
		}
	}
}
