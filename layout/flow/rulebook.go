package flow

import (
	"slices"
	"strconv"
	"strings"

	"kitpress/catalog"
	"kitpress/catalog/source"
	"kitpress/i18n"
	"kitpress/layout"
	"kitpress/layout/compose"
)

// The decks whose first card is the cover of the rulebook, front and back, when
// a game has one.
const (
	coverDeck = "covers"
	backDeck  = "backs"
)

// fieldAlt is the field of a figure's card that says in words what it shows.
// Captions are drawn by the figure's template.
const fieldAlt = "alt"

// A FaceDrawer also draws the pieces of a game: figures and the cover.
type FaceDrawer interface {
	Drawer
	Face(deck, card string, side compose.Side) (*layout.Scene, source.Problems)
}

// FromRulebook makes the flow of a game's rulebook in one language and
// edition. Rules show their number without the game's prefix. Chapters and
// headings of which nothing is left in the edition are left out.
func FromRulebook(g *catalog.Game, ed *catalog.Edition, t *i18n.Texts, d FaceDrawer) (*Flow, source.Problems) {
	r := &reader{game: g, edition: ed, texts: t.With(g.ParamsFor(ed)), drawer: d}
	r.compared = comparison(g, r.texts)
	title := r.texts.Text(g.Name) + " · " + t.Word("rulebook.rules")
	f := &Flow{Title: title, Running: title, Lang: t.Lang(), Cover: r.cover(title), Back: r.drawn(backDeck)}
	for i := range g.Sections {
		f.Blocks = append(f.Blocks, r.section(&g.Sections[i])...)
	}
	return f, r.problems
}

// A reader turns sections of a game into blocks.
type reader struct {
	game     *catalog.Game
	edition  *catalog.Edition
	texts    *i18n.Texts
	drawer   FaceDrawer
	compared *catalog.Table // of the editions; below it stand the rules that only others have
	problems source.Problems
}

// cover returns the game's own cover, or one with nothing but its data.
func (r *reader) cover(title string) *Cover {
	g := r.game
	if c := r.drawn(coverDeck); c != nil {
		c.Alt = r.join(title, r.texts.Text(g.Tagline), c.Alt)
		return c
	}
	return &Cover{Alt: r.join(title, r.texts.Text(g.Tagline)), Vars: map[string]any{
		"title": r.texts.Text(g.Name), "line": r.texts.Text(g.Tagline), "tag": r.texts.Word("rulebook.rules"),
		"players": span(g.Players), "minutes": span(g.Minutes), "age": g.Age,
	}}
}

// drawn returns the cover a game draws itself, nil when it has none.
func (r *reader) drawn(deck string) *Cover {
	d := r.game.Deck(deck)
	if d == nil || len(d.Cards) == 0 {
		return nil
	}
	scene, problems := r.drawer.Face(d.ID, d.Cards[0].ID, compose.Front)
	r.problems = append(r.problems, problems...)
	return &Cover{Scene: scene, Alt: r.field(d.Cards[0], fieldAlt)}
}

// join makes sentences of texts that may lack a full stop.
func (r *reader) join(texts ...string) string {
	var out []string
	for _, s := range texts {
		if s = strings.TrimSpace(i18n.Plain(s)); s == "" {
			continue
		}
		if !strings.HasSuffix(s, ".") && !strings.HasSuffix(s, "。") {
			s += "."
		}
		out = append(out, s)
	}
	return strings.Join(out, " ")
}

// span prints a range, "2–4"; "" when it is not stated.
func span(r catalog.Range) string {
	switch {
	case r.Max == 0:
		return ""
	case r.Min == r.Max:
		return strconv.Itoa(r.Max)
	}
	return strconv.Itoa(r.Min) + "–" + strconv.Itoa(r.Max)
}

// section returns the blocks of one chapter, none when nothing is left of it.
func (r *reader) section(s *catalog.Section) []Block {
	var blocks []Block
	for i := range s.Blocks {
		b := &s.Blocks[i]
		if !b.In(r.edition.ID) {
			if b.Rule != nil && r.compared == nil {
				blocks = append(blocks, r.elsewhere(b.Rule))
			}
			continue
		}
		if block := r.block(s, b); block != nil {
			blocks = append(blocks, block)
		}
		if b.Kind == catalog.BlockTable && b.Table == r.compared {
			blocks = append(blocks, r.lacking()...)
		}
	}
	blocks = withoutEmpty(blocks)
	if len(blocks) == 0 {
		return nil
	}
	if c, ok := blocks[0].(*Credits); ok {
		c.Title = "" // the chapter's title says it
	}
	head := &Heading{Origin: s.Title.Pos, Level: 1, Text: r.texts.Text(s.Title), Icon: s.Icon, RunOn: s.RunOn, Minor: s.Minor, Anchor: sectionAnchor(s)}
	return append([]Block{head}, blocks...)
}

// withoutEmpty leaves out headings that nothing follows and breaks at either
// end.
func withoutEmpty(blocks []Block) []Block {
	var out []Block
	content := false // below the block looked at, up to the next heading
	for _, b := range slices.Backward(blocks) {
		switch b.(type) {
		case *Heading:
			if !content {
				continue
			}
			content = false
		case *PageBreak:
			if len(out) == 0 {
				continue
			}
		default:
			content = true
		}
		out = append(out, b)
	}
	for n := len(out); n > 0; n-- {
		if _, ok := out[n-1].(*PageBreak); !ok {
			break
		}
		out = out[:n-1]
	}
	slices.Reverse(out)
	return out
}

func (r *reader) block(s *catalog.Section, b *catalog.Block) Block {
	switch b.Kind {
	case catalog.BlockHeading:
		return &Heading{Origin: b.Text.Pos, Level: 2, Text: r.texts.Text(b.Text)}
	case catalog.BlockText:
		return &Paragraph{Origin: b.Text.Pos, Text: r.texts.Text(b.Text), Icon: b.Icon}
	case catalog.BlockRule:
		return r.rule(b)
	case catalog.BlockFigure:
		return r.figure(b)
	case catalog.BlockGlossary:
		return r.glossary(b)
	case catalog.BlockTable:
		return r.table(b)
	case catalog.BlockContents:
		return r.contents(s)
	case catalog.BlockIndex:
		return r.index()
	case catalog.BlockCredits:
		return r.credits()
	case catalog.BlockBreak:
		return &PageBreak{}
	}
	r.problems.Errorf(b.Pos, "internal", "unknown kind of block %q", b.Kind)
	return nil
}

func (r *reader) rule(b *catalog.Block) Block {
	m := b.Rule.Text
	if m.ID == "" {
		var ok bool
		if m, ok = b.Rule.ByEdition[r.edition.ID]; !ok {
			r.problems.Errorf(b.Rule.Pos, "edition", "rule %s has no text for the edition %q", b.Rule.ID, r.edition.ID)
			return nil
		}
	}
	return &Rule{Origin: m.Pos, Number: b.Rule.ID, Anchor: ruleAnchor(b.Rule.ID), Text: r.texts.Text(m)}
}

// comparison returns the table that sets the editions side by side, nil for none:
// its head names all of them.
func comparison(g *catalog.Game, t *i18n.Texts) *catalog.Table {
	for _, s := range g.Sections {
		for i := range s.Blocks {
			b := &s.Blocks[i]
			if b.Kind != catalog.BlockTable {
				continue
			}
			heads := map[string]bool{}
			for _, m := range b.Table.Head {
				heads[t.Text(m)] = true
			}
			if len(g.Editions) > 1 && !slices.ContainsFunc(g.Editions, func(e catalog.Edition) bool { return !heads[t.Text(e.Name)] }) {
				return b.Table
			}
		}
	}
	return nil
}

// lacking lists the rules that only other editions have.
func (r *reader) lacking() []Block {
	var blocks []Block
	for k := range r.game.Sections {
		for i := range r.game.Sections[k].Blocks {
			if b := &r.game.Sections[k].Blocks[i]; b.Rule != nil && !b.In(r.edition.ID) {
				blocks = append(blocks, r.elsewhere(b.Rule))
			}
		}
	}
	return blocks
}

// elsewhere stands for a rule that this edition lacks and others have: whoever
// follows the numbers is not to look for it.
func (r *reader) elsewhere(rule *catalog.Rule) *Rule {
	text := r.texts.OtherEdition(r.game, rule)
	return &Rule{Origin: rule.Pos, Number: rule.ID, Anchor: ruleAnchor(rule.ID), Text: text}
}

func (r *reader) figure(b *catalog.Block) Block {
	deck, card := r.game.Card(b.Card)
	if card == nil {
		r.problems.Errorf(b.Pos, "internal", "there is no card %q", b.Card)
		return nil
	}
	scene, problems := r.drawer.Face(deck.ID, card.ID, compose.Front)
	r.problems = append(r.problems, problems...)
	if scene == nil {
		return nil
	}
	f := &Figure{Origin: b.Pos, Name: card.ID, Scene: scene, Alt: r.field(card, fieldAlt)}
	if f.Alt == "" {
		p := r.problems.Warnf(b.Pos, "alt", "figure %q does not say in words what it shows", card.ID)
		p.Hint = "give its card a text field \"alt\""
	}
	return f
}

// field returns a text field of a card, "" when it has none of that name.
func (r *reader) field(card *catalog.Record, name string) string {
	if v, ok := card.Fields[name]; ok && v.Type == catalog.TypeText {
		return r.texts.Text(v.Text)
	}
	return ""
}

// glossary lists the items of a set that have both a name and an explanation,
// in the order of the language.
func (r *reader) glossary(b *catalog.Block) Block {
	set := r.game.Set(b.Set)
	if set == nil {
		r.problems.Errorf(b.Pos, "internal", "there is no set %q", b.Set)
		return nil
	}
	type entry struct {
		term Term
		key  string
	}
	var entries []entry
	for _, item := range set.Items {
		t := Term{Origin: item.Pos, Name: r.field(item, "name"), About: r.field(item, "about")}
		if t.Name != "" && t.About != "" {
			entries = append(entries, entry{t, r.reading(item.Fields["name"].Text)})
		}
	}
	if len(entries) == 0 {
		return nil
	}
	order := i18n.OrderOf(r.texts.Lang())
	slices.SortStableFunc(entries, func(a, b entry) int { return order.Compare(a.key, b.key) })
	g := &Glossary{}
	for _, e := range entries {
		g.Terms = append(g.Terms, e.term)
	}
	return g
}

// credits lists who made what, the edition of the rules and the rights.
func (r *reader) credits() *Credits {
	c := &Credits{Title: r.texts.Word("rulebook.credits")}
	for _, credit := range r.game.Credits {
		text := r.label(r.texts.Text(credit.Role)) + credit.Who
		if site := siteOf(credit.Link); site != "" {
			text += ", " + site
		}
		c.Lines = append(c.Lines, Paragraph{Origin: credit.Pos, Text: text})
	}
	edition := r.texts.Word("rulebook.version", "Version", r.game.Version)
	if r.edition.ID != "" { // a game with one wording needs no name for it
		edition = r.texts.Text(r.edition.Name) + " · " + edition
	}
	c.Lines = append(c.Lines, Paragraph{Origin: r.edition.Pos, Text: r.label(r.texts.Word("rulebook.edition")) + edition})
	for _, m := range r.game.Rights {
		c.Lines = append(c.Lines, Paragraph{Origin: m.Pos, Text: r.texts.Text(m)})
	}
	return c
}

// label returns a bold word with the colon its language puts behind it.
func (r *reader) label(word string) string {
	switch l := i18n.LocaleOf(r.texts.Lang()); {
	case l.Narrow:
		return "**" + word + "\u202F:** "
	case !l.WordSpaces:
		return "**" + word + "：**"
	}
	return "**" + word + ":** "
}

// siteOf returns an address as it is printed.
func siteOf(link string) string {
	return strings.TrimSuffix(strings.TrimPrefix(strings.TrimPrefix(link, "https://"), "www."), "/")
}
