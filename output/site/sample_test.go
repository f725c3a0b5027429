package site

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
)

// words are the site's own words in a made-up language that shows where a
// word comes from.
func words(lang string) Words {
	w := func(s string) string { return s + " " + lang }
	return Words{
		Title: w("Library"), Skip: w("Skip"), Language: w("Language"), Others: w("Others"), Start: w("Start"), Here: w("Here"),
		Games: w("Games"), Codes: w("Codes"), CodesAbout: w("About codes"), Code: w("Code"), Topic: w("Topic"), Cards: w("Cards"),
		Related: w("Related"), References: w("References"), Tags: w("Tags"), Licence: w("Licence"), Search: w("Search"), Open: w("Open"),
		Missing: w("Missing"), MissingHelp: w("Help"), Quiz: w("Quiz"), Right: w("Right"), NotRight: w("Not right"), Back: w("Back"), NotFound: w("Not found"),
		Kinds: map[Kind]string{Threat: w("Threat"), Defence: w("Defence"), Term: w("Term")},
		Count: func(n int) string { return fmt.Sprint(n, " topics ", lang) },
	}
}

func text(s string) []Span { return []Span{{Text: s}} }

// explanation has a section of every form.
func explanation(linked string) []Section {
	return []Section{
		{ID: "what", Heading: "What it is", Form: Prose, Parts: []Part{{Spans: text("First paragraph.")}, {Spans: text("Second paragraph.")}}},
		{ID: "example", Heading: "For example", Form: Scene, Parts: []Part{{Spans: text("A small scene.")}}},
		{ID: "notice", Heading: "How to notice it", Icon: &Icon{Box: "0 0 9 9", Shapes: []Shape{{Path: "M0,0L9,9"}}}, Form: Points, Parts: []Part{{Spans: text("One sign.")}, {Spans: text("Another.")}}},
		{ID: "protect", Heading: "How to protect yourself", Form: Checks, Parts: []Part{
			{Spans: []Span{{Text: "Switch on "}, {Text: "two-factor login", Code: linked}, {Text: "."}}},
			{Spans: []Span{{Text: "Never", Strong: true}, {Text: " tell it to "}, {Text: "anybody", Italic: true}, {Text: ": "}, {Text: "Pin", Small: true}, {Text: "s have 10"}, {Text: "4", Raised: true}, {Text: " forms."}}},
		}},
		{ID: "respond", Heading: "What to do", Form: Steps, Parts: []Part{{Spans: text("Say so.")}, {Spans: text("Change it.")}}},
		{ID: "misconception", Heading: "A common mistake", Form: Pairs, Parts: []Part{
			{Label: "Many think", Spans: text("It never happens.")}, {Label: "In fact", Spans: text("It does.")}}},
	}
}

// sample is a site with two games and three topics in three languages; one
// topic lacks a language, one game another, one code is an old one.
func sample() *Site {
	icon := &Icon{Box: "0 0 256 256", Shapes: []Shape{{Path: "M0,0L256,0L256,256Z", Soft: true}, {Path: "M64,64L192,64L192,192Z"}}}
	topicText := func(title, lang, linked string) TopicText {
		return TopicText{
			Title: title + " " + lang, Summary: "What " + title + " is, in " + lang + ".", Sections: explanation(linked),
			References: []Reference{{URL: "https://" + lang[:2] + ".wikipedia.org/wiki/" + title, Lang: lang}},
			Cards: []Card{{
				Game: "tiny", Label: "Threat", Title: title, Icon: icon, Text: []Span{{Text: "Look twice", Strong: true}, {Text: "."}},
				Facts: []Fact{{"Countermeasures", "Access, Behaviour"}},
			}},
			Tags: []string{"DigComp 2.2 · 4.2"}, Age: "Age 12 and up",
			Face: &Face{Name: "tiny-" + strings.ToLower(strings.ReplaceAll(title, " ", "-")) + "-" + strings.ToLower(lang), SVG: []byte("<svg/>"), Width: 63, Height: 88, Alt: "Threat: " + title},
			Quiz: []Question{{Ask: "Is it safe?", Options: []Option{{Text: "Yes", Says: "It is not."}, {Text: "No", Right: true, Says: "It never was."}}}},
		}
	}
	texts := func(title, linked string, langs ...string) map[string]TopicText {
		m := map[string]TopicText{}
		for _, l := range langs {
			m[l] = topicText(title, l, linked)
		}
		return m
	}
	game := func(name string, langs ...string) map[string]GameText {
		m := map[string]GameText{}
		for _, l := range langs {
			m[l] = GameText{Name: name + " " + l, Tagline: "For " + l, Decks: []Deck{
				{Name: "Threats", Entries: []Entry{{"Phishing", "7F3K-R", icon}, {"Two factors", "K4TW-M", nil}}},
				{Name: "None", Entries: []Entry{{"Nowhere", "XXXX-X", nil}}},
			}}
		}
		return m
	}
	return &Site{
		Languages: []Language{{"en", "English", words("en"), ""}, {"de-CH", "Deutsch (Schweiz)", words("de-CH"), ""}, {"ja", "日本語", words("ja"), ""}},
		Games: []Game{
			{ID: "tiny", Accent: hex("#07665f"), Texts: game("Tiny", "en", "de-CH", "ja")},
			{ID: "pale", Accent: hex("#ffe7a6"), Texts: game("Pale", "en")},
		},
		Topics: []Topic{
			{Code: "7F3K-R", Kind: Threat, Icon: icon, Related: []string{"K4TW-M", "B7PN-A", "7F3K-R", "NONE-X"}, Texts: texts("Phishing", "K4TW-M", "en", "de-CH", "ja")},
			{Code: "K4TW-M", Kind: Defence, Icon: icon, Related: []string{"7F3K-R"}, Texts: texts("Two-factor", "B7PN-A", "en", "ja")},
			{Code: "B7PN-A", Kind: Term, Texts: texts("Backup", "7F3K-R", "en", "de-CH", "ja")},
		},
		Redirects:  map[string]string{"2222-2": "7F3K-R"},
		LicenceURL: "https://creativecommons.org/licenses/by-sa/4.0/",
	}
}

// written writes a site into memory.
func written(t testing.TB, s *Site) map[string]string {
	t.Helper()
	out := map[string]string{}
	err := Write(s, func(name string, content []byte) error {
		if _, twice := out[name]; twice {
			t.Errorf("%s is written twice", name)
		}
		out[name] = string(content)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func pagesOf(files map[string]string) []string {
	return slices.DeleteFunc(slices.Sorted(maps.Keys(files)), func(name string) bool { return !strings.HasSuffix(name, ".html") })
}
