package site

import (
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"kitpress/output/site/sitetest"
)

func TestSample(t *testing.T) {
	s := sample()
	for _, search := range []bool{false, true} {
		s.Search = search
		files := written(t, s)
		for _, fault := range sitetest.Check(files, sitetest.Rules{MaxBytes: 30_000, Server: search}) {
			t.Error(fault)
		}
		if n := strings.Count(files[Index], `<form class="search" role="search" action="`+map[bool]string{true: "C", false: "codes/en/index.html"}[search]+`"`); n != 1 {
			t.Errorf("%d forms on the home page, search %v", n, search)
		}
		for name, page := range files {
			if list := strings.HasPrefix(name, "codes/") && strings.HasSuffix(name, ".html"); strings.Contains(page, "<script") != (list && !search) && strings.HasSuffix(name, ".html") {
				t.Errorf("%s: a script where there should be none, or none, search %v", name, search)
			}
		}
		stays := strings.Contains(files["C/7F3K-R/JA/index.html"], `<input type="hidden" name="lang" value="ja">`)
		if stays != search || strings.Contains(files[Index], "hidden") {
			t.Errorf("search %v: a code typed on a page in Japanese stays in it: %v", search, stays)
		}
	}
}

// The files are those cards, hosts and people rely on: a name that was printed
// stays.
func TestNames(t *testing.T) {
	files := written(t, sample())
	want := `.htaccess 404.html
C/2222-2/DE-CH/index.html C/2222-2/EN/index.html C/2222-2/JA/index.html C/2222-2/index.html
C/7F3K-R/DE-CH/index.html C/7F3K-R/EN/index.html C/7F3K-R/JA/index.html C/7F3K-R/index.html
C/B7PN-A/DE-CH/index.html C/B7PN-A/EN/index.html C/B7PN-A/JA/index.html C/B7PN-A/index.html
C/K4TW-M/EN/index.html C/K4TW-M/JA/index.html C/K4TW-M/index.html
_redirects codes/de-ch/index.html codes/de-ch/words.js codes/en/index.html codes/en/words.js codes/ja/index.html codes/ja/words.js
faces/tiny-backup-de-ch.svg faces/tiny-backup-en.svg faces/tiny-backup-ja.svg
faces/tiny-phishing-de-ch.svg faces/tiny-phishing-en.svg faces/tiny-phishing-ja.svg
faces/tiny-two-factor-en.svg faces/tiny-two-factor-ja.svg find.js
games/pale/en/index.html games/tiny/de-ch/index.html games/tiny/en/index.html games/tiny/ja/index.html
index.html style.css`
	if got := slices.Sorted(maps.Keys(files)); !slices.Equal(got, strings.Fields(want)) {
		t.Errorf("got %q", got)
	}
}

func TestTopicPage(t *testing.T) {
	page := written(t, sample())["C/7F3K-R/DE-CH/index.html"]
	for _, want := range []string{
		`<html lang="de-CH">`, `<h1>Phishing de-CH</h1>`, `<p class="code">7F3K-R</p>`, `<p class="kind">Threat de-CH</p>`,
		`<p class="lead">What Phishing is, in de-CH.</p>`,
		// The other languages, and this one.
		`<a href="../../../C/7F3K-R/EN/index.html" lang="en" hreflang="en">English</a>`,
		`lang="de-CH" hreflang="de-CH" aria-current="page">Deutsch (Schweiz)</a>`,
		`<link rel="alternate" hreflang="ja" href="../../../C/7F3K-R/JA/index.html">`,
		// A topic that lacks the language has a page for all of its languages.
		`<li>Switch on <a href="../../../C/K4TW-M/index.html">two-factor login</a>.</li>`,
		`<a href="../../../C/K4TW-M/index.html" hreflang="en" lang="en">`,
		`<a href="../../../C/B7PN-A/DE-CH/index.html"><span>Backup de-CH</span></a>`,
		`<dt>Countermeasures</dt><dd>Access, Behaviour</dd>`, `<strong>Look twice</strong>.`,
		`<a href="https://de.wikipedia.org/wiki/Phishing" hreflang="de-CH" rel="noopener noreferrer">de.wikipedia.org</a>`,
		`DigComp 2.2 · 4.2`, `Age 12 and up`, `<a rel="license noopener noreferrer" href="https://creativecommons.org/licenses/by-sa/4.0/">Licence de-CH</a>`,
	} {
		if !strings.Contains(page, want) {
			t.Errorf("no %s", want)
		}
	}
	if strings.Contains(page, `C/7F3K-R/DE-CH/index.html"><`) || strings.Contains(page, "NONE-X") {
		t.Error("a topic is related to itself, or to none")
	}
}

func TestCodePages(t *testing.T) {
	files := written(t, sample())
	for name, want := range map[string][]string{
		"C/K4TW-M/index.html":      {`<h1 class="code">K4TW-M</h1>`, `Two-factor en`, `Two-factor ja`, `lang="ja"`},
		"C/2222-2/JA/index.html":   {`content="0; url=../../../C/7F3K-R/JA/index.html"`},
		"C/2222-2/index.html":      {`content="0; url=../../C/7F3K-R/index.html"`},
		"codes/de-ch/index.html":   {`<td class="code">7F3K-R</td>`, `Phishing de-CH`},
		"games/tiny/ja/index.html": {`<h1>Tiny ja</h1>`, `href="../../../C/K4TW-M/JA/index.html"`, `<code>7F3K-R</code>`},
		"index.html":               {`href="games/pale/en/index.html"`, `2 topics en`, `Deutsch (Schweiz)`, `href="codes/ja/index.html"`},
		"404.html":                 {`href="/codes/de-ch/index.html"`, `href="/style.css"`, `<h1>Missing en</h1>`, `<h2>Missing ja</h2>`},
		"_redirects":               {"/c/7f3k-r/de-ch /C/7F3K-R/DE-CH/ 301\n", "/c/7f3kr /C/7F3K-R/ 301\n", "/c/2222-2/en /C/7F3K-R/EN/ 301\n"},
		".htaccess":                {"^(?!(?-i:C/7F3K-R)(?:/|$))c/7F3K-?R(/.*)?$ %{ENV:BASE}C/7F3K-R$1 [NC,R=301,L]\n"},
	} {
		for _, w := range want {
			if !strings.Contains(files[name], w) {
				t.Errorf("%s: no %s", name, w)
			}
		}
	}
	if strings.Contains(files["codes/de-ch/index.html"], "K4TW-M") {
		t.Error("a code is listed in a language its topic lacks")
	}
	if strings.Contains(files["games/tiny/en/index.html"], "Nowhere") {
		t.Error("an entry without a topic is listed")
	}
	s := sample()
	s.Root = "/kit"
	files = written(t, s)
	if !strings.Contains(files["404.html"], `href="/kit/index.html"`) || !strings.Contains(files["_redirects"], "/kit/c/7f3k-r /kit/C/7F3K-R/ 301\n") {
		t.Error("the path of the site is not in the files that need it")
	}
}

// Whatever stands in a text, it stays text.
func TestTextsAreEscaped(t *testing.T) {
	s := sample()
	evil := `</title><script>alert(1)</script><img src=x onerror=alert(1)>" onmouseover="x`
	l := &s.Languages[0]
	l.Name, l.Words.Title, l.Words.Kinds[Threat], l.Words.Search, l.Words.Licence = evil, evil, evil, evil, evil
	g := s.Games[0].Texts["en"]
	g.Name, g.Tagline = evil, evil
	g.Decks[0].Name, g.Decks[0].Entries[0].Title = evil, evil
	s.Games[0].Texts["en"] = g
	text := s.Topics[0].Texts["en"]
	text.Title, text.Summary, text.Tags, text.Age = evil, evil, []string{evil}, evil
	text.Sections[0].Heading, text.Sections[0].Parts[0].Spans[0].Text = evil, evil
	text.Sections[5].Parts[0].Label = evil
	for i := range text.Sections[3].Parts { // one with a link, one with strong words
		for j := range text.Sections[3].Parts[i].Spans {
			text.Sections[3].Parts[i].Spans[j].Text = evil
		}
	}
	text.Cards[0].Label, text.Cards[0].Title, text.Cards[0].Facts[0] = evil, evil, Fact{evil, evil}
	text.Cards[0].Text = []Span{{Text: evil, Strong: true}, {Text: evil}, {Text: evil, Code: "K4TW-M"}}
	text.Face.Alt = evil
	text.Quiz[0].Ask, text.Quiz[0].Options[0] = evil, Option{Text: evil, Says: evil}
	l.Words.Quiz, l.Words.Right, l.Words.NotRight, l.Words.Back = evil, evil, evil, evil
	s.Topics[0].Texts["en"] = text
	s.Topics[0].Icon = &Icon{Box: evil, Shapes: []Shape{{Path: evil}}}
	s.Topics[0].Mark, s.Games[0].Texts["en"].Decks[0].Entries[0].Icon = s.Topics[0].Icon, s.Topics[0].Icon
	s.Search = true
	pages := written(t, s)
	for _, fault := range sitetest.Check(pages, sitetest.Rules{Server: true}) {
		t.Error(fault)
	}
	for name, page := range pages {
		for _, tag := range []string{"<script", "<img src=x", `" onmouseover`} {
			if strings.Contains(page, tag) {
				t.Errorf("%s: %s stands in the page", name, tag)
			}
		}
	}
	if n := strings.Count(pages["C/7F3K-R/EN/index.html"], "&lt;script&gt;"); n < 20 {
		t.Errorf("only %d of the texts are there", n)
	}
	s.Search = false
	if words := written(t, s)["codes/en/words.js"]; strings.Contains(words, "<") || !strings.Contains(words, `\u003cscript\u003e`) {
		t.Errorf("what is searched is no plain text: %s", words)
	}
}

func TestRefused(t *testing.T) {
	for what, tc := range map[string]struct {
		spoil func(*Site)
		want  string
	}{
		"no language":        {func(s *Site) { s.Languages = nil }, "needs a language"},
		"a language twice":   {func(s *Site) { s.Languages[1].Tag = "EN" }, "no language, or there twice"},
		"a language as path": {func(s *Site) { s.Languages[0].Tag = "../en" }, "no language"},
		"a game as path":     {func(s *Site) { s.Games[0].ID = "../../tiny" }, "no id of a game"},
		"a game twice":       {func(s *Site) { s.Games[1].ID = "tiny" }, "there twice"},
		"a code as path":     {func(s *Site) { s.Topics[0].Code = "../X" }, "no code"},
		"a small code":       {func(s *Site) { s.Topics[0].Code = "7f3k-r" }, "no code"},
		"a code twice":       {func(s *Site) { s.Topics[1].Code = "7F3K-R" }, "there twice"},
		"no kind":            {func(s *Site) { s.Topics[0].Kind = "x" }, "unknown kind"},
		"a live old code":    {func(s *Site) { s.Redirects["7F3K-R"] = "B7PN-A" }, "topic of its own"},
		"a dead new code":    {func(s *Site) { s.Redirects["2222-2"] = "NONE-X" }, "no topic has"},
		"an old code, path":  {func(s *Site) { s.Redirects["../2"] = "7F3K-R" }, "no code"},
		"a root elsewhere":   {func(s *Site) { s.Root = "//evil.example" }, "no path"},
		"a root with lines":  {func(s *Site) { s.Root = "/a\n/b" }, "no path"},
	} {
		s := sample()
		tc.spoil(s)
		err := Write(s, func(string, []byte) error { t.Errorf("%s: something is written", what); return errors.New("stop") })
		if err == nil || !strings.Contains(err.Error(), tc.want) {
			t.Errorf("%s: %v, want %q", what, err, tc.want)
		}
	}
	for _, bad := range []string{"javascript:alert(1)", "http://plain.example", "https:evil", "//evil.example", "https://user@good.example", "https://gооd.example", "data:text/html,x", "https://", "", "https://a b"} {
		s := sample()
		s.Topics[0].Texts["en"].References[0].URL = bad
		if err := Write(s, func(string, []byte) error { return nil }); err == nil || !strings.Contains(err.Error(), "no address of a public page") {
			t.Errorf("%q: %v", bad, err)
		}
	}
}

func TestErrorsOfTheSinkComeBack(t *testing.T) {
	full := errors.New("disk full")
	n := 0
	err := Write(sample(), func(string, []byte) error {
		if n++; n == 5 {
			return full
		}
		return nil
	})
	if !errors.Is(err, full) || n != 5 {
		t.Errorf("after %d files: %v", n, err)
	}
}

func TestSameBytesTwice(t *testing.T) {
	list := func() (names []string, all string) {
		err := Write(sample(), func(name string, content []byte) error {
			names, all = append(names, name), all+string(content)
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		return names, all
	}
	names, first := list()
	for range 10 {
		again, all := list()
		if !slices.Equal(names, again) || all != first {
			t.Fatal("the order or the bytes differ")
		}
	}
}

// Everything that is read has a contrast of 4.5 at least, in light and dark,
// whatever the colour of a game.
func TestContrast(t *testing.T) {
	check := func(what string, a, b Colour) {
		if c := contrast(a, b); c < minContrast {
			t.Errorf("%s: %v on %v is %.2f", what, a, b, c)
		}
	}
	for name, p := range map[string]palette{"light": light(), "dark": dark()} {
		for _, ground := range []Colour{p.Page, p.Surface} {
			check(name+" ink", p.Ink, ground)
			check(name+" mute", p.Mute, ground)
			check(name+" link", p.Link, ground)
		}
	}
	check("a number", light().Ink, amber)
	var bases []Colour
	for _, k := range Kinds() {
		bases = append(bases, kindColours()[k])
	}
	for r := 0; r < 256; r += 51 {
		for g := 0; g < 256; g += 51 {
			for b := 0; b < 256; b += 51 {
				bases = append(bases, Colour{uint8(r), uint8(g), uint8(b)})
			}
		}
	}
	for _, base := range bases {
		a := newAccent("x", base)
		name := base.String()
		check(name+" band", a.On, a.Base)
		if a.Dots != a.Base {
			check(name+" dots", a.On, a.Dots)
		}
		for _, ground := range []Colour{light().Page, light().Surface, a.Tint} {
			check(name+" light", a.Text, ground)
		}
		for _, ground := range []Colour{dark().Page, dark().Surface, a.DarkTint} {
			check(name+" dark", a.DarkText, ground)
		}
		check(name+" ink on tint", light().Ink, a.Tint)
		check(name+" link on tint", light().Link, a.Tint)
		check(name+" ink on dark tint", dark().Ink, a.DarkTint)
		check(name+" link on dark tint", dark().Link, a.DarkTint)
	}
	if got := fmt.Sprintf("%.2f", contrast(white, Colour{0x76, 0x76, 0x76})); got != "4.54" {
		t.Errorf("grey #767676 on white: %s", got) // a figure known from WCAG
	}
}

// Every class the pages have is styled, and every class styled is there.
func TestStyleFitsThePages(t *testing.T) {
	s := sample()
	s.Search = true
	files := written(t, s)
	style := files[StyleName]
	styled := map[string]bool{}
	for _, m := range regexp.MustCompile(`\.([a-z][a-z0-9-]*)`).FindAllStringSubmatch(style, -1) {
		styled[m[1]] = true
	}
	used := map[string]bool{}
	list := CodesPage("en") // of a folder without a server
	s.Search = false
	files["without/"+list] = written(t, s)[list]
	for _, name := range pagesOf(files) {
		for _, m := range regexp.MustCompile(`class="([^"]*)"`).FindAllStringSubmatch(files[name], -1) {
			for _, c := range strings.Fields(m[1]) {
				used[c] = true
			}
		}
	}
	for _, c := range slices.Sorted(maps.Keys(styled)) {
		if !used[c] {
			t.Errorf("style.css has .%s, no page has", c)
		}
	}
	if n := len(style); n > 16_000 {
		t.Errorf("style.css has %d bytes", n)
	}
	if strings.Count(style, "{") != strings.Count(style, "}") {
		t.Error("braces do not match")
	}
}

func BenchmarkWrite(b *testing.B) {
	s := sample()
	for b.Loop() {
		if err := Write(s, func(string, []byte) error { return nil }); err != nil {
			b.Fatal(err)
		}
	}
}
