package exchange

import (
	"bytes"
	"strings"
	"testing"
)

var units = []Unit{
	{ID: "card.fox.title", Source: "The fox", Target: "Le renard"},
	{ID: "card.fox.text", Source: "Say \"no\"\\ <b> & {{.n}}\nand\tgo.", Target: "", Note: "two lines"},
	{ID: "rule.R1", Source: "Old & new", Target: "« Vieux »\u202F!\n\nneuf", Stale: true},
	{ID: "card.hen.title", Source: "The fox", Target: " Le renard "},
}

// What is written is read back as it was.
func TestThereAndBack(t *testing.T) {
	for _, f := range Formats() {
		head := Head{Name: "forest", Source: "en", Target: "zh-Hant"}
		var first, second bytes.Buffer
		if err := f.Write(&first, head, units); err != nil {
			t.Fatal(err)
		}
		got, read, problems := f.Read("x", first.Bytes())
		if got != head || problems.HasErrors() || len(read) != len(units) {
			t.Fatalf("%s: %v, %d units, %v\n%s", f.Name, got, len(read), problems, first.String())
		}
		for i, u := range read {
			want := units[i]
			if u.Pos.Line == 0 {
				t.Errorf("%s: %s has no place", f.Name, u.ID)
			}
			u.Pos, want.Note = want.Pos, ""
			if u != want {
				t.Errorf("%s: got %+v, want %+v", f.Name, u, want)
			}
			read[i].Note = units[i].Note
		}
		if err := f.Write(&second, head, read); err != nil || second.String() != first.String() {
			t.Errorf("%s: written again it is another file: %v", f.Name, err)
		}
	}
}

// Nothing is passed over in silence.
func TestProblems(t *testing.T) {
	const open = `<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.0" srcLang="en" trgLang="fr"><file id="f">`
	for _, c := range []struct{ format, file, want string }{
		{"po", "msgctxt \"a\"\nmsgid \"one\"\nmsgid_plural \"many\"\nmsgstr[1] \"x\"\n", "x:4:1: error: \"msgstr[1] \\\"x\\\"\" is no line"},
		{"po", "msgid \"one\"\nmsgstr \"x\"\n", "x:1:1: error: the text \"one\" has no msgctxt"},
		{"po", "msgctxt \"a\"\nmsgid \"one\nmsgstr \"x\"\n", "x:2:1: error: \"one is no text in quotes"},
		{"po", "msgid \"\xff\"", "not UTF-8"},
		{"xliff", open + `<unit id="a"><segment><source>one <pc id="1">b</pc></source></segment></unit></file></xliff>`, "a: there is <pc> inside the text"},
		{"xliff", open + "\n<unit id=\"a\"", "x:2:"},
		{"xliff", `<xliff xmlns="urn:oasis:names:tc:xliff:document:1.2"/>`, "no XLIFF 2"},
		{"xliff", ``, "no XLIFF 2"},
	} {
		for _, f := range Formats() {
			if f.Name != c.format {
				continue
			}
			_, _, problems := f.Read("x", []byte(c.file))
			if len(problems) == 0 || !strings.Contains(problems[0].Error(), c.want) {
				t.Errorf("%q: %v, want %q", c.file, problems, c.want)
			}
		}
	}
}

func FuzzRead(f *testing.F) {
	for _, format := range Formats() {
		var b bytes.Buffer
		format.Write(&b, Head{Name: "forest", Source: "en", Target: "fr"}, units)
		f.Add(b.Bytes())
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		for _, format := range Formats() {
			format.Read("x", data) // must not panic
		}
	})
}

// A language counts in PO as CLDR has it.
func TestPlurals(t *testing.T) {
	polish := func(n int) string {
		switch {
		case n == 1:
			return "one"
		case n%10 >= 2 && n%10 <= 4 && n%100/10 != 1:
			return "few"
		}
		return "many"
	}
	p, ok := PluralOf(polish)
	if want := "nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<12 || n%100>14) ? 1 : 2);"; !ok || p.Header() != want {
		t.Fatalf("%t, %s, want %s", ok, p.Header(), want)
	}
	if _, ok := PluralOf(func(n int) string { return []string{"one", "other"}[n*n%7%2] }); ok {
		t.Error("there is a formula for what nobody counts by")
	}
	english, _ := PluralOf(func(n int) string {
		if n == 1 {
			return "one"
		}
		return "other"
	})
	if english.Header() != "nplurals=2; plural=(n!=1);" {
		t.Error(english.Header())
	}
	forms := []Unit{
		{ID: "count.cards", Form: "one", Source: "{{.Count}} card", Target: "{{.Count}} karta"},
		{ID: "count.cards", Form: "few", Source: "{{.Count}} cards", Target: "{{.Count}} karty"},
		{ID: "count.cards", Form: "many", Source: "{{.Count}} cards"},
		{ID: "word.or", Source: "or", Target: "albo"},
	}
	for _, f := range Formats() {
		var b bytes.Buffer
		if err := f.Write(&b, Head{"words", "en", "pl", &p, ""}, forms); err != nil {
			t.Fatal(err)
		}
		head, units, problems := f.Read("x", b.Bytes())
		if len(problems) > 0 || !Named(head, units, p) || len(units) != len(forms) {
			t.Fatalf("%s: %v, %v\n%s", f.Name, problems, units, b.String())
		}
		for i, u := range units {
			u.Pos = forms[i].Pos
			if u != forms[i] {
				t.Errorf("%s: got %+v, want %+v", f.Name, u, forms[i])
			}
		}
		if f.Name == "po" {
			head.Counts = "nplurals=2; plural=(n != 1);"
			units[0].Form = "0"
			if Named(head, units, p) {
				t.Error("another way to count was not seen")
			}
		}
	}
}
