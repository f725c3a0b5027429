package site

import (
	"fmt"
	"strings"
)

const styleFile = "templates/style.css"

// style writes the one style sheet: the colours, worked out here so that all
// of them can be read, and below them what is in templates/style.css.
func (w *writer) style() {
	rules, err := files.ReadFile(styleFile)
	if err != nil {
		w.err = err
		return
	}
	var b strings.Builder
	variables := func(p palette) string {
		return fmt.Sprintf("--page:%s;--surface:%s;--ink:%s;--mute:%s;--line:%s;--link:%s", p.Page, p.Surface, p.Ink, p.Mute, p.Line, p.Link)
	}
	accents := w.accents()
	neutral := newAccent("", kindColours()[Term])
	fmt.Fprintf(&b, ":root{color-scheme:light dark;--amber:%s;--on-amber:%s;%s;%s}\n", amber, light().Ink, variables(light()), neutral.fixed())
	for _, a := range accents {
		fmt.Fprintf(&b, ".%s{%s}\n", a.Class, a.fixed())
	}
	fmt.Fprintf(&b, "@media screen and (prefers-color-scheme:dark){\n:root{%s;%s}\n", variables(dark()), neutral.darker())
	for _, a := range accents {
		fmt.Fprintf(&b, ".%s{%s}\n", a.Class, a.darker())
	}
	b.WriteString("}\n")
	b.Write(rules)
	w.file(StyleName, []byte(b.String()))
}

// accents are the colours of the kinds and of the games.
func (w *writer) accents() []accent {
	var list []accent
	for _, k := range Kinds() {
		list = append(list, newAccent(k.class(), kindColours()[k]))
	}
	for i := range w.Games {
		g := &w.Games[i]
		list = append(list, newAccent(g.class(), g.Accent))
	}
	return list
}

// fixed returns the variables of an accent on a light page; a band is the same
// on a dark one.
func (a accent) fixed() string {
	return fmt.Sprintf("--base:%s;--on:%s;--dots:%s;--accent:%s;--tint:%s", a.Base, a.On, a.Dots, a.Text, a.Tint)
}

// darker returns what changes on a dark page.
func (a accent) darker() string { return fmt.Sprintf("--accent:%s;--tint:%s", a.DarkText, a.DarkTint) }
