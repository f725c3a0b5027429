package catalog

import (
	"slices"
	"strings"
	"testing"
)

func TestHash(t *testing.T) {
	for text, want := range map[string]string{"": "e3b0c442", "Data loss": Hash("Data loss"), "abc": "ba7816bf"} {
		if got := Hash(text); got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
}

func TestPlaceholders(t *testing.T) {
	for text, want := range map[string]string{
		"":                              "",
		"nothing { here } at all":       "",
		"{{.rounds}} of {{.hand}}":      ".rounds .hand",
		"{{ .rounds }}{{.rounds}}":      ".rounds .rounds",
		`{{card "phishing"}}`:           `card "phishing"`,
		"{{card `phishing`}}":           `card "phishing"`,
		`{{  term "set"   "INF"  }}`:    `term "set" "INF"`,
		`({{rule "R1"}}), {{deck "d"}}`: `rule "R1" deck "d"`,
		`日本 {{.n}} 枚`:                   `.n`,
	} {
		list, err := ParsePlaceholders(text)
		var got []string
		for _, p := range list {
			got = append(got, p.String())
		}
		if err != nil || strings.Join(got, " ") != want {
			t.Errorf("%q: %q, %v", text, got, err)
		}
	}
	for _, text := range []string{
		"{{", "}}", "{{}}", "{{.}}", "{{.a.b}}", "{{$}}", "{{$x := 1}}", "{{.a | card}}", "{{-.a}}", "{{- .a -}}", "{{/* c */}}", "{{range .a}}x{{end}}", "{{if .a}}x{{end}}",
		"{{define \"x\"}}y{{end}}", "{{template \"x\"}}", "{{block \"x\" .}}{{end}}", "{{break}}", "{{card}}", "{{card .a}}", `{{card "a" "b"}}`, `{{term "a"}}`, `{{card 1}}`, `{{print "a"}}`,
		`{{"a"}}`, "{{1}}", "{{true}}", "{{nil}}", `{{(card "a")}}`, `{{card (card "a")}}`, "{{" + strings.Repeat("(", 5000) + "}}", "{{.a", ".a}}", "{{.a}} }}", "{{.a\x00}}", `{{card "a}}`, `{{.a "x"}}`,
	} {
		if got, err := ParsePlaceholders(text); err == nil {
			t.Errorf("%.40q gives %q", text, got)
		}
	}
}

func TestPlaceholdersTwice(t *testing.T) {
	list, err := ParsePlaceholders(`{{.a}} {{card "x"}} {{.a}}`)
	if err != nil || len(list) != 3 || list[1].Kind != PlaceholderCard || !slices.Equal(list[1].Args, []string{"x"}) || list[1].Raw != `{{card "x"}}` {
		t.Errorf("%+v, %v", list, err)
	}
}
