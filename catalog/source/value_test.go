package source

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

const sample = `format: 1
text: plain
quoted: "5"
number: 42
octal: 012
decimal: 1.50
version: 1.0
yes: yes
flag: true
nothing:
"null": ~
empty: ""
blank: "  "
list: [a, 2, true]
map: {x: 1, y: 2}
block: |
  two
  lines
big: 99999999999999999999
`

// read returns the sample as a mapping and its problems.
func read(t *testing.T) (*Map, *Problems) {
	t.Helper()
	ps := &Problems{}
	v, ok := Parse("s.yaml", []byte(sample), ps)
	if !ok {
		t.Fatal(*ps)
	}
	return v.Map(), ps
}

func TestValues(t *testing.T) {
	tests := []struct {
		what    string
		get     func(m *Map) any
		want    any
		problem string // "line:col message", "" for none
	}{
		{"text", func(m *Map) any { return m.Need("text").Text() }, "plain", ""},
		{"quoted number as text", func(m *Map) any { return m.Need("quoted").Text() }, "5", ""},
		{"number as text", func(m *Map) any { return m.Need("octal").Text() }, "012", ""},
		{"decimal as text", func(m *Map) any { return m.Need("version").Text() }, "1.0", ""},
		{"yes as text", func(m *Map) any { return m.Need("yes").Text() }, "yes", ""},
		{"true as text", func(m *Map) any { return m.Need("flag").Text() }, "true", ""},
		{"block as text", func(m *Map) any { return m.Need("block").Text() }, "two\nlines\n", ""},
		{"nothing as text", func(m *Map) any { return m.Need("nothing").Text() }, "", "10:9 want a text, found nothing"},
		{"null as text", func(m *Map) any { return m.Need("null").Text() }, "", "11:9 want a text, found nothing"},
		{"empty as text", func(m *Map) any { return m.Need("empty").Text() }, "", "12:8 want a text, found nothing"},
		{"blank as text", func(m *Map) any { return m.Need("blank").Text() }, "", "13:8 want a text, found nothing"},
		{"empty, allowed", func(m *Map) any { return m.Need("empty").TextOrEmpty() }, "", ""},
		{"list as text", func(m *Map) any { return m.Need("list").Text() }, "", "14:7 want a text, found a list"},
		{"mapping as text", func(m *Map) any { return m.Need("map").TextOrEmpty() }, "", "15:6 want a text, found a mapping"},
		{"number", func(m *Map) any { return m.Need("number").Int(0, 100) }, 42, ""},
		{"too large", func(m *Map) any { return m.Need("number").Int(0, 41) }, 0, "4:9 want a number from 0 to 41, found 42"},
		{"too small", func(m *Map) any { return m.Need("number").Int(43, 50) }, 0, "4:9 want a number from 43 to 50, found 42"},
		{"too large for a computer", func(m *Map) any { return m.Need("big").Int(0, 5) }, 0, "19:6 want a number from 0 to 5, found 99999999999999999999"},
		{"quoted number", func(m *Map) any { return m.Need("quoted").Int(0, 9) }, 0, `3:9 want a whole number, found text "5"`},
		{"octal", func(m *Map) any { return m.Need("octal").Int(0, 99) }, 0, "5:8 want a whole number, found number 012"},
		{"decimal as number", func(m *Map) any { return m.Need("decimal").Int(0, 99) }, 0, "6:10 want a whole number, found number 1.50"},
		{"decimal", func(m *Map) any { return m.Need("decimal").Float(0, 2) }, 1.5, ""},
		{"whole decimal", func(m *Map) any { return m.Need("number").Float(0, 50) }, 42.0, ""},
		{"decimal out of range", func(m *Map) any { return m.Need("decimal").Float(2, 3) }, 0.0, "6:10 want a number from 2 to 3, found 1.50"},
		{"text as decimal", func(m *Map) any { return m.Need("text").Float(2, 3) }, 0.0, `2:7 want a number, found text "plain"`},
		{"flag", func(m *Map) any { return m.Need("flag").Flag() }, true, ""},
		{"yes as flag", func(m *Map) any { return m.Need("yes").Flag() }, false, `8:6 want true or false, found text "yes"`},
		{"list", func(m *Map) any { return m.Need("list").Texts() }, []string{"a", "2", "true"}, ""},
		{"text as list", func(m *Map) any { return m.Need("text").List() }, []Value(nil), `2:7 want a list, found text "plain"`},
		{"list as mapping", func(m *Map) any { return m.Need("list").Map() == nil }, true, "14:7 want a mapping, found a list"},
		{"one of", func(m *Map) any { return m.Need("text").OneOf("style", "plain", "bold") }, "plain", ""},
		{"none of", func(m *Map) any { return m.Need("text").OneOf("style", "plane", "bold") }, "", `2:7 unknown style "plain"`},
		{"absent", func(m *Map) any { return m.Need("none").Text() }, "", `1:1 key "none" is missing`},
		{"absent and optional", func(m *Map) any { return m.Get("none").Map().Need("x").Int(1, 2) }, 0, ""},
		{"absent below a wrong type", func(m *Map) any { return m.Get("text").Map().Need("x").Int(1, 2) }, 0, `2:7 want a mapping, found text "plain"`},
	}
	for _, test := range tests {
		t.Run(test.what, func(t *testing.T) {
			m, ps := read(t)
			if got := test.get(m); fmt.Sprintf("%#v", got) != fmt.Sprintf("%#v", test.want) {
				t.Errorf("got %#v, want %#v", got, test.want)
			}
			var found []string
			for _, p := range *ps {
				found = append(found, fmt.Sprintf("%d:%d %s", p.Pos.Line, p.Pos.Col, p.Message))
				if p.Excerpt == "" {
					t.Error("no excerpt")
				}
			}
			if got := strings.Join(found, "; "); got != test.problem {
				t.Errorf("problem %q, want %q", got, test.problem)
			}
		})
	}
}

func TestUnknownKeys(t *testing.T) {
	ps := &Problems{}
	v, _ := Parse("s.yaml", []byte("name: x\ncolor: red\nsizee: 3\nzzz: 1\n"), ps)
	m := v.Map()
	m.Get("name")
	m.Get("colour")
	m.Get("size")
	m.Done("the sample")
	var got []string
	for _, p := range *ps {
		got = append(got, fmt.Sprintf("%v %s (%s)", p.Pos, p.Message, p.Hint))
	}
	want := []string{
		`s.yaml:2:1 unknown key "color" in the sample (did you mean "colour"?)`,
		`s.yaml:3:1 unknown key "sizee" in the sample (did you mean "size"?)`,
		`s.yaml:4:1 unknown key "zzz" in the sample (keys not yet used here: colour, size)`,
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s", strings.Join(got, "\n"))
	}
}

func TestMapAll(t *testing.T) {
	for _, n := range []int{3, 100} { // without and with an index
		ps := &Problems{}
		v, _ := Parse("s.yaml", []byte(manyKeys(n)), ps)
		m := v.Map()
		if m.Len() != n || !m.Has("k2") || m.Has("x") || m.Get("k2").Int(0, 9) != 1 || m.Get("x").Exists() {
			t.Errorf("%d keys: wrong look-up", n)
		}
		var keys []string
		for e := range m.All() {
			keys = append(keys, e.Key)
			if e.At.Pos().Line != len(keys) || !e.Value.IsInt() {
				t.Errorf("entry %+v", e)
			}
		}
		if len(keys) != n || keys[0] != "k0" || keys[n-1] != "k"+itoa(n-1) {
			t.Errorf("order %v", keys)
		}
		if m.Done("x"); len(*ps) > 0 {
			t.Error(*ps)
		}
	}
}

func TestFormat(t *testing.T) {
	for text, want := range map[string]string{
		"format: 1": "", "format: 2": "", "format: 3": "format 3 is not known, kitpress knows formats 1 to 2", "format: 0": "format 0 is not known, kitpress knows formats 1 to 2",
		"format: \"2\"": `want a whole number, found text "2"`, "a: 1": `key "format" is missing`, "format:": "want a whole number, found nothing",
	} {
		ps := &Problems{}
		v, _ := Parse("s.yaml", []byte(text), ps)
		ok := v.Map().Format(2)
		if got := strings.TrimPrefix((*ps).message(), ""); ok != (text == "format: 2") || got != want && text != "format: 1" {
			t.Errorf("%q: %v, %q", text, ok, got)
		}
	}
}

func (ps Problems) message() string {
	if len(ps) != 1 {
		return ""
	}
	return ps[0].Message
}

func TestSuggest(t *testing.T) {
	choices := []string{"title", "lesson", "quantity", "icon", "R1", "R2", "MOON", "sun"}
	for word, want := range map[string]string{
		"tittle": "title", "titel": "title", "tilte": "title", "Title": "title", "lessons": "lesson", "quanttiy": "quantity", "icn": "icon",
		"R3": "", "moon": "MOON", "SUN": "sun", "title": "", "xyz": "", "": "", "completely different": "", strings.Repeat("x", 1000): "",
	} {
		if got := Suggest(word, choices); got != want {
			t.Errorf("%.20q: %q, want %q", word, got, want)
		}
	}
	if got := DidYouMean("xyz", []string{"b", "a", "b"}); got != "known: a, b" {
		t.Error(got)
	}
	if got := DidYouMean("xyz", nil); got != "" {
		t.Error(got)
	}
	if got := DidYouMean("xyz", strings.Split("a b c d e f g h i", " ")); got != "known: a, b, c, d, e, f, g, h, i" {
		t.Error(got)
	}
	if got := DidYouMean("xyz", strings.Split(strings.Repeat("a", 100)+" "+strings.Repeat("b", 60), " ")); got != "" {
		t.Error(got)
	}
}

// TestDistance checks the metric on its own rules.
func TestDistance(t *testing.T) {
	words := []string{"", "a", "ab", "ba", "abc", "acb", "kitten", "sitting", "猫", "猫犬"}
	for _, a := range words {
		for _, b := range words {
			x, y := []rune(a), []rune(b)
			d := distance(x, y)
			if d != distance(y, x) || (d == 0) != (a == b) || d > max(len(x), len(y)) {
				t.Errorf("distance of %q and %q is %d", a, b, d)
			}
		}
	}
	if d := distance([]rune("kitten"), []rune("sitting")); d != 3 {
		t.Error(d)
	}
	if d := distance([]rune("abc"), []rune("acb")); d != 1 {
		t.Error(d)
	}
}

// FuzzParse asks that no text makes the reader fall over, and that every
// problem has a place inside the file.
func FuzzParse(f *testing.F) {
	f.Add([]byte(sample))
	for _, text := range []string{"a: [1, {b: c}]\n", "- 'x'\n- \"y\\n\"\n", "a: |\n  x\n", "? a\n: b\n", "&a [*a]", "\xff", "\t", "a: b: c", "%YAML 1.1\n---\na"} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		var ps Problems
		v, ok := Parse("x.yaml", data, &ps)
		if ok != (len(ps) == 0) || ok != v.Exists() {
			t.Fatalf("ok %v with %d problems", ok, len(ps))
		}
		for _, p := range ps {
			if p.Pos.Line < 1 || p.Pos.Col < 1 || p.Pos.Line > strings.Count(string(data), "\n")+1 {
				t.Errorf("no place in the file: %+v", p)
			}
		}
		for e := range v.asMap().All() {
			e.Value.Text()
			e.Value.Int(0, 9)
			e.Value.List()
			e.Value.Map().Done("x")
		}
	})
}

// asMap returns a mapping, and nil without a problem for anything else.
func (v Value) asMap() *Map {
	if !v.IsMap() {
		return nil
	}
	return v.Map()
}
