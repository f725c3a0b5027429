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
		head := Head{"forest", "en", "zh-Hant"}
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
		{"po", "msgctxt \"a\"\nmsgid \"one\"\nmsgid_plural \"many\"\nmsgstr[0] \"x\"\n", "x:3:1: error: \"msgid_plural \\\"many\\\"\" is no line"},
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
		format.Write(&b, Head{"forest", "en", "fr"}, units)
		f.Add(b.Bytes())
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		for _, format := range Formats() {
			format.Read("x", data) // must not panic
		}
	})
}
