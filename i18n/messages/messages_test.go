package messages

import (
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"

	"kitpress/catalog/source"
)

// each calls do with every text of every language.
func each(t *testing.T, do func(t *testing.T, m *Messages, key, said string)) {
	for _, lang := range Languages() {
		t.Run(lang, func(t *testing.T) {
			m, ps := In(lang)
			if ps.HasErrors() {
				t.Fatal(ps.Err())
			}
			if (m == nil) != (lang == "en") {
				t.Fatalf("%s says %v", lang, m)
			}
			if m == nil {
				return
			}
			root, _ := source.ReadFile(files, "said/"+lang+".yaml", &ps)
			for e := range root.Map().Need("messages").Map().All() {
				do(t, m, e.Key, e.Value.Text())
			}
		})
	}
}

// fills fills the verbs of a format with samples that stay as they are.
func fills(format string) (text string, holes []string) {
	n := 0
	text = verb.ReplaceAllStringFunc(format, func(v string) string {
		kind := v[len(v)-1]
		if kind == '%' {
			return "%"
		}
		n++
		hole := "x" + strconv.Itoa(n) + "y"
		switch kind {
		case 'q':
			hole = strconv.Quote(hole)
		case 'd', 'g':
			hole = strconv.Itoa(10 + n)
		case 'f':
			hole = strconv.Itoa(10+n) + ".5"
		}
		holes = append(holes, hole)
		return hole
	})
	return text, holes
}

// Every text is found again when it is filled in, by itself and by no other
// that is alike.
func TestEveryTextIsFound(t *testing.T) {
	each(t, func(t *testing.T, m *Messages, key, said string) {
		text, holes := fills(key)
		want := strings.ReplaceAll(said, "%%", "%")
		if p, ok := newPattern(key, said); ok {
			want = p.fill(m, holes)
		}
		if got := m.Say(text); got != want && key != both {
			t.Errorf("%q becomes %q, not %q", text, got, want)
		}
	})
}

// grammar lists the texts with a hole that is English grammar, or that other
// languages need not say.
var grammar = map[string]bool{"removed %s of the %s that was there; -o keeps them apart": true, "%d of %s %s not fit into %s, nothing was written": true}

// A translation has the verbs of its text, in any order, and no others; names
// of flags and commands, and what is typed, stay as they are.
func TestTextsKeepWhatIsNotLanguage(t *testing.T) {
	each(t, func(t *testing.T, m *Messages, key, said string) {
		if want, got := holesOf(key), holesOf(said); !slices.Equal(want, got) && !grammar[key] {
			t.Errorf("%q has the holes %v, not %v", said, got, want)
		}
		for _, name := range flags(key) {
			if !slices.Contains(flags(said), name) {
				t.Errorf("%q does not name %s", said, name)
			}
		}
		if strings.Count(key, "`") != strings.Count(said, "`") {
			t.Errorf("%q: what a flag takes stands in backquotes", said)
		}
	})
}

// holesOf returns which holes a text fills with which verbs: "1s", "2q".
func holesOf(text string) (holes []string) {
	next := 1
	for _, v := range verb.FindAllStringSubmatch(text, -1) {
		if v[2] == "%" {
			continue
		}
		if v[1] != "" {
			next = atoi(v[1])
		}
		holes = append(holes, strconv.Itoa(next)+v[2])
		next++
	}
	slices.Sort(holes)
	return holes
}

// flags returns the flags a text names.
func flags(text string) []string {
	var names []string
	for _, part := range strings.FieldsFunc(text, func(r rune) bool { return r != '-' && !(r < unicode.MaxASCII && unicode.IsLetter(r)) }) {
		if name := strings.TrimRight(part, "-"); strings.HasPrefix(name, "--") && len(name) > 3 {
			names = append(names, name)
		}
	}
	return names
}

func TestSay(t *testing.T) {
	de, _ := In("de")
	fr, _ := In("fr")
	ja, _ := In("ja")
	for _, tc := range []struct {
		m          *Messages
		text, want string
	}{
		{nil, "unknown command \"x\"", "unknown command \"x\""},
		{de, "unknown command \"x\"", "unbekannter Befehl „x“"},
		{de, "unknown command \"a \\\"b\\\"\"", "unbekannter Befehl „a \"b\"“"},
		{fr, "  unknown command \"x\"\n", "  commande inconnue «\u202fx\u202f»\n"},
		{de, "1 file, 2 pages, in kit", "1 Datei, 2 Seiten, in kit"},
		{de, "at worst: module 0.45 mm · quiet zone 4.0 modules · contrast 9.5 to 1 · 1.5 mm to the cut",
			"schlechteste Werte: Modul 0,45 mm · Ruhezone 4,0 Module · Kontrast 9,5 zu 1 · 1,5 mm bis zum Schnitt"},
		{de, "cards.csv: unknown command \"x\"", "cards.csv: unbekannter Befehl „x“"},
		{de, "card \"a\": art/b.png: the picture has 8000 × 5000 pixels; at most 25 million are read: save it smaller",
			"Karte „a“: art/b.png: das Bild hat 8000 × 5000 Pixel; höchstens 25 Millionen werden gelesen: kleiner speichern"}, // its semicolon parts no messages
		{de, "card \"a\": art/b.jpg: the picture is damaged: unexpected EOF", "Karte „a“: art/b.jpg: das Bild ist beschädigt: unexpected EOF"}, // not: %s is damaged
		{de, "nobody has written this", "nobody has written this"},
		{de, "1 error and 2 warnings", "1 Fehler und 2 Warnungen"},
		{de, "it may also be called Salt and pepper, Salz", "erlaubt ist auch der Name Salt and pepper, Salz"},
		{ja, "known: games, de-CH, .csv", "使えるもの：games、de-CH、.csv"}, // one comma in all lists
		{ja, "1 file, 2 pages, in kit", "1個のファイル、2ページ（kit）"},
		{ja, "it may also be called Hello, world", "Hello, worldという名前も使えます"},
		{de, "known: games, de, .csv", "bekannt: games, de, .csv"},
		{de, "", ""},
	} {
		if got := tc.m.Say(tc.text); got != tc.want {
			t.Errorf("%q: %q, want %q", tc.text, got, tc.want)
		}
	}
	if got := Speaks("pt-BR", "de-CH", "fr"); got != "de-CH" {
		t.Error(got)
	}
}
