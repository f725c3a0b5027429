package i18n

import (
	"strings"
	"testing"

	"golang.org/x/text/unicode/norm"
)

// TestMarks shows bold words in <>, italic ones in [], small capitals in {},
// what is raised in ⟨⟩.
func TestMarks(t *testing.T) {
	for text, want := range map[string]string{
		"an *important* **thing**, **so *it* is**":           "an [important] <thing>, <so [it] is>",
		"***both*** *one **two** three* (*“so”*)":            "<[both>] [one <two> three] ([“so”])",
		"3 * 4 * 5, 3*4*5, * and *, *.exe, (*.dll*), a *b":   "3 * 4 * 5, 3*4*5, * and *, *.exe, (*.dll*), a *b",
		"a footnote*, **bold** and ** not, *":                "a footnote*, <bold> and ** not, *",
		"10^6^ m^2^, 1^er^ (^1^), x^a+1^, C^++^":             "10⟨6⟩ m⟨2⟩, 1⟨er⟩ (⟨1⟩), x⟨a+1⟩, C⟨++⟩",
		"2^10 and 2^3, ^_^, ^^, a^ b^, 2^^3^^, ^[a-z]^":      "2^10 and 2^3, ^_^, ^^, a^ b^, 2^^3^^, ^[a-z]^",
		"the ^^Nato^^, **^^Bold^^**, ^^*Wpa 3*^^-x, ^^x^ ^^": "the {Nato}, <{Bold}>, {[Wpa 3]}-x, ^^x^ ^^",
		"^^no end, ^^no end":                                 "^^no end, ^^no end",
		"これは*強い*です, *a* b*":                                  "これは[強い]です, [a] b*",
	} {
		var got strings.Builder
		marks := MarksOf(text)
		for i := 0; i < len(text); i++ {
			before := marks.In
			n := marks.At(i)
			switch before ^ marks.In {
			case Bold:
				got.WriteByte("><"[marks.In&Bold])
			case Italic:
				got.WriteByte("]["[marks.In&Italic/Italic])
			case SmallCaps:
				got.WriteByte("}{"[marks.In&SmallCaps/SmallCaps])
			case Raised:
				got.WriteString([]string{"⟩", "⟨"}[marks.In&Raised/Raised])
			default:
				got.WriteByte(text[i])
			}
			i += max(0, n-1)
		}
		if got.String() != want {
			t.Errorf("%s\ngot  %s\nwant %s", text, got.String(), want)
		}
	}
}

func TestLint(t *testing.T) {
	const n = "\u202F"
	for _, c := range []struct{ lang, text, want string }{ // want: codes, in order
		{"en", "“Quoted ‘inner’ text” isn’t wrong – it’s the kids’ game.", ""},
		{"en", `"straight"`, "straight-quote"},
		{"en", "don't", "straight-quote"},
		{"en", "„German“", "quotes"},
		{"en", "“open", "quotes"},
		{"en", "closed”", "quotes"},
		{"en", "Wait...", "dots"},
		{"en", "two  spaces", "double-space"},
		{"en", " edge", "edge-space"},
		{"en", "edge\n", "edge-space"},
		{"en", "one\ntwo\n\nthree", ""},
		{"en", "What ?", "space"},
		{"en", "( that)", "space"},
		{"en", "a - b", "dash"},
		{"en", "a--b", "dash"},
		{"en", "2-4 players", "dash"},
		{"en", "2–4 players, on 2026-11-20, code 7F3K-Q, B-52-1", ""},
		{"en", "e\u0301", "not-nfc"},
		{"en", "a\u200Bb", "control"},
		{"he", "אבג \u2066C++\u2069 \u202Aa\u202C\u200E", ""},
		{"he", "אבג \u2066C++", "direction"},
		{"he", "\u2067אבג\nדהו\u2069", "direction"},
		{"en", "a\u202Cb", "direction"},
		{"km", "ភាសា\u200Bខ្មែរ", ""},
		{"en", "2^10 bits", "carets"},
		{"en", "2^10^ ^^Bits^^", ""},
		{"en", "a\tb", "control"},
		{"en", "sof\u00ADt", ""},
		{"en", "**bold** and **bolder**", ""},
		{"en", "**bold", "markup"},
		{"en", "a** bold**", "markup"},
		{"en", "****", "markup"},
		{"en", `{{card "x"}} and {{.n}}`, ""},
		{"en", `a {{colour "red "}}card`, ""},
		{"en", `a {{colour "red" "dotted"}} card`, ""},
		{"en", `a {{colour "red"}} card`, "double-space"},
		{"en", `a {{colour "red..." "dotted"}} card`, "dots"},
		{"en", `a {{colour "red" "dotted "}} card`, "double-space"},
		{"en", "<b>bold</b>", "html"},
		{"en", "one<br/>two", "html"},
		{"en", "Fox&nbsp;and owl", "entity"},
		{"en", "Fox &#8212; owl", "entity"},
		{"en", "One line\\nand another", "backslash"},
		{"en", "a [b]bold[/b] fox", "square brackets"},
		{"en", "a [color=#f00]red fox", "square brackets"},
		{"en", `<a href="x">that</a>`, "html straight-quote"},
		{"en", "<script>, a < b > c, <name>", ""},
		{"en", "an *important* thing, *“so”*", ""},
		{"en", "3 * 4 * 5, * and *, a footnote*, **bold**", ""},
		{"en", "an _important_ thing", "underscores"},
		{"en", "snake_case_name, __init__, a_b", ""},
		{"en", "pay {coin} 2", "braces"},
		{"en", "{1} {{.n}}", "braces"},
		{"ru", "«так», „и так“, “even so”, \"and\" so ?", ""},
		{"pl", "two  spaces", "double-space"},
		{"ru", "**bold", "markup"},
		{"en", `{{card x}}`, "placeholder"},
		{"en", `{{range .x}}`, "placeholder"},
		{"en", `{{`, "placeholder"},
		{"en", `}}`, "placeholder"},
		{"de", "„Außen ‚innen‘ außen“: geht’s?", ""},
		{"de", "“falsch”", "quotes"},
		{"de", "«falsch»", "quotes"},
		{"de-CH", "«Aussen ‹innen› aussen», 1'000", ""},
		{"de-CH", "Straße", "sharp-s"},
		{"de-CH", "„falsch“", "quotes"},
		{"it", "«fuori “dentro” fuori» e l’altro", ""},
		{"it", "l'altro", "straight-quote"},
		{"it", "„falso“", "quotes"},
		{"fr", "«" + n + "Oui" + n + "!" + n + "» Non" + n + "? 12:30, https://x, (!), 2:1, TLP:WHITE, quoi" + n + "?!", ""},
		{"fr", "TLP:white", "narrow-space"},
		{"fr", "«Oui»", "narrow-space"},
		{"fr", "« Oui »", "narrow-space"},
		{"fr", "Non?", "narrow-space"},
		{"fr", "Non ?", "narrow-space"},
		{"fr", "{{.n}}:", "narrow-space"},
		{"fr", "**Non**" + n + ": oui", ""},
		{"ja", "「外『内』外」です。", ""},
		{"ja", "“違う”", "quotes"},
		{"ja", "です.", "half-width"},
		{"ja", "ｶﾀｶﾅ", "half-width"},
		{"ja", "終わりが.exeや.apkのファイル", ""},
		{"ja", "です.は", "half-width"},
		{"ja", "これ は", "space"},
		{"ja", "QR コード 3 枚", ""},
	} {
		var codes []string
		for _, f := range lint(LocaleOf(c.lang), c.text) {
			codes = append(codes, f.code)
		}
		if got := strings.Join(codes, " "); got != c.want {
			t.Errorf("%s %q: got %q, want %q", c.lang, c.text, got, c.want)
		}
	}
}

func TestNumber(t *testing.T) {
	for _, c := range []struct {
		lang string
		n    int
		want string
	}{
		{"en", 0, "0"}, {"en", 999, "999"}, {"en", 1000, "1,000"}, {"en", -1234567, "−1,234,567"},
		{"de", 1234, "1\u202F234"}, {"de-CH", 12345, "12'345"}, {"fr", 1000, "1\u202F000"},
		{"it", 1000, "1.000"}, {"it-CH", 1000, "1'000"}, {"ja", 1000, "1,000"}, {"xx", -5, "−5"},
	} {
		if got := LocaleOf(c.lang).Number(c.n); got != c.want {
			t.Errorf("%s %d: got %q, want %q", c.lang, c.n, got, c.want)
		}
	}
}

func TestDerive(t *testing.T) {
	for _, c := range []struct{ lang, text, want string }{
		{"de-CH", "„Größe ‚außen‘“", "«Grösse ‹aussen›»"},
		{"de-CH", "GROẞ", "GROSS"},
		{"de-CH", "geht’s", "geht’s"},
		{"de-CH", "1\u202F000 oder 10\u00A0000\u202F000, 5\u00A0mm, 2\u00A03", "1'000 oder 10'000'000, 5\u00A0mm, 2\u00A03"},
		{"de-CH", `„{{card "data-loss"}}“`, `«{{card "data-loss"}}»`},
		{"de-AT", "„Größe“", "„Größe“"},
	} {
		if got := derive(c.lang, c.text); got != c.want {
			t.Errorf("%s %q: got %q, want %q", c.lang, c.text, got, c.want)
		}
	}
}

func TestBindUnits(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"50 mm long", "50\u00A0mm long"},
		{"50 mm, 3 cm.", "50\u00A0mm, 3\u00A0cm."},
		{"100 %", "100\u00A0%"},
		{"3 min", "3\u00A0min"},
		{"3 minutes", "3 minutes"},
		{"(116 111)", "(116\u00A0111)"},
		{"at 1800 66 66 66, or", "at 1800\u00A066\u00A066\u00A066, or"},
		{"round 3 at", "round 3 at"},
		{"a mm", "a mm"},
		{"", ""},
	} {
		if got := bindUnits(c.text); got != c.want {
			t.Errorf("%q: got %q, want %q", c.text, got, c.want)
		}
	}
}

// Texts of a keyboard are set as their language prints them, and then have
// nothing to complain of.
func TestTypographic(t *testing.T) {
	for _, c := range []struct{ lang, text, want string }{
		{"en", `It says "hello", doesn't it?`, "It says “hello”, doesn’t it?"},
		{"en", `"He said 'no way' - twice..." (4-6 players)`, "“He said ‘no way’ – twice…” (4–6 players)"},
		{"de", `"Nein", sagt er - und **"geht"**.`, "„Nein“, sagt er – und **„geht“**."},
		{"fr", `Il dit "non" : pourquoi ? L'ami!`, "Il dit «\u202fnon\u202f»\u202f: pourquoi\u202f? L’ami\u202f!"},
		{"fr", `Payez 2 :star: ; {{.n}}! https://a.b 10:30`, "Payez 2 :star:\u202f; {{.n}}\u202f! https://a.b 10:30"},
		{"it", `L'amico "vero"`, "L’amico «vero»"},
		{"ja", `"はい"`, "「はい」"},
		{"ru", `"so"`, `"so"`},
		{"en", `{{card "x"}}'s '90s "open`, `{{card "x"}}’s ’90s “open`},
	} {
		got := typographic(LocaleOf(c.lang), c.text)
		if got != c.want {
			t.Errorf("%s: %s\n got %s\nwant %s", c.lang, c.text, got, c.want)
		}
		if again := typographic(LocaleOf(c.lang), got); again != got {
			t.Errorf("%s: set twice: %s", c.lang, again)
		}
	}
}

// What is taken for normal form NFC at a glance is, whatever stands beside it.
func TestNormalForm(t *testing.T) {
	for r := range rune(0x11000) {
		if p := norm.NFC.PropertiesString(string(r)); normal(string(r)) && (!norm.NFC.IsNormalString(string(r)) || !p.BoundaryBefore()) {
			t.Errorf("%U is not normal everywhere", r)
		}
	}
	for _, text := range []string{"e\u0301", "か\u3099", "ا\u0653", "\u212B"} {
		if want := norm.NFC.String(text); normal(text) || NFC(text) != want {
			t.Errorf("%+q is %+q, not %+q", text, NFC(text), want)
		}
	}
}
