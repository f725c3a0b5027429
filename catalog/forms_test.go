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

// TestTopicCodes tries every single change and every swap of neighbours of
// many codes.
func TestTopicCodes(t *testing.T) {
	n := len(codeAlphabet)
	for i := 0; i < n*n*n*n; i += 997 {
		body := string([]byte{codeAlphabet[i%n], codeAlphabet[i/n%n], codeAlphabet[i/n/n%n], codeAlphabet[i/n/n/n%n]})
		code := NewCode(body)
		if !CodeCheck(code) || code[:4] != body || len(code) != 6 {
			t.Fatalf("%s: %s", body, code)
		}
		places := []int{0, 1, 2, 3, 5}
		for k, at := range places {
			for _, c := range []byte(codeAlphabet) {
				wrong := []byte(code)
				wrong[at] = c
				if c != code[at] && CodeCheck(string(wrong)) {
					t.Fatalf("%s and %s are both right", code, wrong)
				}
			}
			if k > 0 {
				swapped := []byte(code)
				swapped[at], swapped[places[k-1]] = code[places[k-1]], code[at]
				if string(swapped) != code && CodeCheck(string(swapped)) {
					t.Fatalf("%s and %s are both right", code, swapped)
				}
			}
		}
	}
	for _, code := range []string{"", "-", "7F3K", "7F3K-", "7F3KR", "7f3k-r", "7F3K-R ", " 7F3K-R", "7F3K-RR", "0F3K-R", "7F3KK-R", "ＡＡ-R"} {
		if CodeCheck(code) {
			t.Errorf("%q is right", code)
		}
	}
	for _, body := range []string{"", "7F3", "7F3KK", "OIL0", "7f3k", "é3K"} {
		if c := NewCode(body); c != "" {
			t.Errorf("%q has the code %s", body, c)
		}
	}
}

func TestPlaceholders(t *testing.T) {
	for text, want := range map[string]string{
		"":                              "",
		"nothing { here } at all":       "",
		"{{.rounds}} of {{.hand}}":      ".rounds .hand",
		"{{ .rounds }}{{.rounds}}":      ".rounds",
		`{{card "phishing"}}`:           `card "phishing"`,
		"{{card `phishing`}}":           `card "phishing"`,
		`{{  term "set"   "INF"  }}`:    `term "set" "INF"`,
		`({{rule "R1"}}), {{deck "d"}}`: `rule "R1" deck "d"`,
		`日本 {{.n}} 枚`:                   `.n`,
	} {
		got, err := Placeholders(text)
		if err != nil || strings.Join(got, " ") != want {
			t.Errorf("%q: %q, %v", text, got, err)
		}
	}
	for _, text := range []string{
		"{{", "}}", "{{}}", "{{.}}", "{{.a.b}}", "{{$}}", "{{$x := 1}}", "{{.a | card}}", "{{-.a}}", "{{- .a -}}", "{{/* c */}}", "{{range .a}}x{{end}}", "{{if .a}}x{{end}}",
		"{{define \"x\"}}y{{end}}", "{{template \"x\"}}", "{{block \"x\" .}}{{end}}", "{{break}}", "{{card}}", "{{card .a}}", `{{card "a" "b"}}`, `{{term "a"}}`, `{{card 1}}`, `{{print "a"}}`,
		`{{"a"}}`, "{{1}}", "{{true}}", "{{nil}}", `{{(card "a")}}`, `{{card (card "a")}}`, "{{" + strings.Repeat("(", 5000) + "}}", "{{.a", ".a}}", "{{.a}} }}", "{{.a\x00}}", `{{card "a}}`, `{{.a "x"}}`,
	} {
		if got, err := Placeholders(text); err == nil {
			t.Errorf("%.40q gives %q", text, got)
		}
	}
}

func TestPlaceholdersTwice(t *testing.T) {
	list, err := ParsePlaceholders(`{{.a}} {{card "x"}} {{.a}}`)
	if err != nil || len(list) != 3 || list[1].Kind != PlaceholderCard || !slices.Equal(list[1].Args, []string{"x"}) || list[1].raw != `{{card "x"}}` {
		t.Errorf("%+v, %v", list, err)
	}
}
