package site

import (
	"html/template"
	"strings"
)

// home writes the page everything starts from: each language with its games.
func (w *writer) home() {
	type game struct{ Class, Href, Lang, Name, Tagline, Count string }
	type language struct {
		*Language
		Games     []game
		CodesHref string
	}
	first := &w.Languages[0]
	p := struct {
		common
		Heading   string
		Languages []language
	}{common: w.common(Index, first, "", first.Words.Title), Heading: first.Words.Title}
	if len(w.Games) == 1 {
		p.Class = w.Games[0].class()
		if text, ok := w.Games[0].Texts[first.Tag]; ok {
			p.Heading = text.Name
			p.Title = text.Name + " · " + p.Title
		}
	}
	for i := range w.Languages {
		l := &w.Languages[i]
		of := language{Language: l, CodesHref: CodesPage(l.Tag)}
		if len(w.Languages) > 1 {
			p.Switch = append(p.Switch, link{Href: "#lang-" + l.Tag, Text: l.Name, Lang: l.Tag})
		}
		for j := range w.Games {
			g := &w.Games[j]
			if text, ok := g.Texts[l.Tag]; ok {
				of.Games = append(of.Games, game{g.class(), gamePage(g.ID, l.Tag), l.Tag, text.Name, text.Tagline, l.Words.Count(w.count(text))})
			}
		}
		p.Languages = append(p.Languages, of)
	}
	w.page(Index, "home", p)
}

// count returns how many topics a game leads to.
func (w *writer) count(t GameText) int {
	codes := map[string]bool{}
	for _, d := range t.Decks {
		for _, e := range d.Entries {
			if w.topics[e.Code] != nil {
				codes[e.Code] = true
			}
		}
	}
	return len(codes)
}

// A tile is an entry of a game with its link.
type tile struct {
	Class, Href, Lang, Title, Code string
	Icon                           template.HTML
}

// game writes the lists of a game.
func (w *writer) game(g *Game) {
	type deck struct {
		Name    string
		Entries []tile
	}
	for _, l := range languagesOf(w, g.Texts) {
		text := g.Texts[l.Tag]
		p := struct {
			common
			Text      GameText
			Decks     []deck
			CodesHref string
		}{common: w.common(gamePage(g.ID, l.Tag), l, g.class(), text.Name+" · "+l.Words.Title), Text: text}
		c := &p.common
		c.Description = text.Tagline
		p.CodesHref = c.Root + CodesPage(l.Tag)
		w.switchTo(c, func(lang string) string { return gamePage(g.ID, lang) },
			func(lang string) bool { _, ok := g.Texts[lang]; return ok })
		for _, d := range text.Decks {
			shown := deck{Name: d.Name}
			for _, e := range d.Entries {
				if to, ok := w.topicLink(c, e.Code); ok {
					shown.Entries = append(shown.Entries, tile{w.topics[e.Code].Kind.class(), to.Href, to.Lang, e.Title, e.Code, w.icon(e.Icon)})
				}
			}
			if len(shown.Entries) > 0 {
				p.Decks = append(p.Decks, shown)
			}
		}
		w.page(p.name, "game", p)
	}
}

// codes writes the list of all codes that have a page in a language.
func (w *writer) codes(l *Language) {
	type row struct{ Class, Code, Href, Title, Kind string }
	p := struct {
		common
		Rows []row
	}{common: w.common(CodesPage(l.Tag), l, "", l.Words.Codes)}
	w.switchTo(&p.common, CodesPage, func(string) bool { return true })
	if !w.Search {
		p.Scripts = []string{wordsFile(l.Tag), scriptName}
	}
	for _, t := range w.byCode() {
		if text, ok := t.Texts[l.Tag]; ok {
			p.Rows = append(p.Rows, row{t.Kind.class(), t.Code, p.Root + TopicPage(t.Code, l.Tag), text.Title, l.Words.Kinds[t.Kind]})
		}
	}
	w.page(p.name, "codes", p)
}

// missing writes the page for addresses that lead nowhere. A server shows it
// at any depth, so its links begin at the root.
func (w *writer) missing() {
	type language struct {
		*Language
		Path string
	}
	first := &w.Languages[0]
	p := struct {
		common
		Languages []language
	}{common: w.common(MissingName, first, "", first.Words.Missing)}
	p.Root = w.Root + "/"
	p.Find = w.find(p.Root, first.Tag)
	p.Crumbs = []link{{Href: p.Root + Index, Text: first.Words.Start}}
	for i := range w.Languages {
		l := &w.Languages[i]
		p.Languages = append(p.Languages, language{l, strings.ToLower(l.Tag)})
	}
	w.page(MissingName, "missing", p)
}
