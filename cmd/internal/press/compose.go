package press

import (
	"context"
	"fmt"
	"slices"
	"sort"
	"strings"

	"kitpress/catalog"
	"kitpress/catalog/source"
	"kitpress/layout"
	"kitpress/layout/compose"
	"kitpress/layout/sheet"
)

// compose composes the pieces of a component: all copies of the cards of its
// decks, or a template that is a page of its own.
func (l *Localization) compose(c *catalog.Component, to *content) source.Problems {
	if c.Kind == catalog.KindPage && c.Template != "" {
		var problems source.Problems
		for _, letter := range l.Request.letters(l.Game, c) {
			scene, more := l.fronts.Page(c, letter)
			to.pieces, problems = append(to.pieces, sheet.Piece{Front: scene}), append(problems, more...)
		}
		return problems
	}
	var problems source.Problems
	for _, id := range c.Decks {
		deck := l.Game.Deck(id)
		faces, more := l.faces(deck)
		problems = append(problems, more...)
		to.pieces = append(to.pieces, faces...)
	}
	if c.Kind == catalog.KindPieces && c.Per == catalog.PerTable {
		var more source.Problems
		to.pieces, more = l.inSets(to.pieces)
		problems = append(problems, more...)
	}
	if c.Help != "" {
		scene, more := l.composer.Draw(c.Help, nil)
		to.pieces, to.helps = append(to.pieces, sheet.Piece{Front: scene}), 1
		problems = append(problems, more...)
	}
	return problems
}

// faces composes the pieces of a deck, copies included, on all processors: a
// large deck would keep only one busy otherwise.
func (l *Localization) faces(deck *catalog.Deck) ([]sheet.Piece, source.Problems) {
	faces := make([][]sheet.Piece, len(deck.Cards))
	found := make([]source.Problems, len(deck.Cards))
	// nothing ends it early: all cards with problems are to be named
	_ = Together(context.Background(), len(deck.Cards), func(i int) error {
		faces[i], found[i] = l.copies(deck, deck.Cards[i].ID)
		return nil
	})
	return slices.Concat(faces...), slices.Concat(found...)
}

// Faces composes a card: its front and, where backs are wanted and its deck has
// them, its back. A side with errors is nil.
func (l *Localization) Faces(deck *catalog.Deck, card string, backs bool) ([]*layout.Scene, source.Problems) {
	front, problems := l.fronts.Face(deck.ID, card, compose.Front)
	if !backs || deck.Back == "" {
		return []*layout.Scene{front}, problems
	}
	back, more := l.backs.Face(deck.ID, card, compose.Back)
	back, missing := withSponsor(l, deck, card, back)
	return []*layout.Scene{front, back}, slices.Concat(problems, more, missing)
}

// copies composes the two sides of each copy of a card.
func (l *Localization) copies(deck *catalog.Deck, card string) ([]sheet.Piece, source.Problems) {
	fronts, problems := l.fronts.Copies(deck.ID, card, compose.Front)
	pieces := make([]sheet.Piece, len(fronts))
	for i, front := range fronts {
		pieces[i].Front = front
	}
	if deck.Back == "" || len(fronts) == 0 {
		return pieces, problems
	}
	backs, more := l.backs.Copies(deck.ID, card, compose.Back)
	problems = slices.Concat(problems, more)
	var last *layout.Scene // most often all copies have one back
	for i, back := range backs {
		if i > 0 && back == last {
			pieces[i].Back = pieces[i-1].Back
			continue
		}
		last = back
		pieces[i].Back, more = withSponsor(l, deck, card, back)
		problems = append(problems, more...)
	}
	if front, back := fronts[0], backs[0]; front != nil && back != nil && front.Size != back.Size { // said of the deck, and so once
		problems.Errorf(deck.Pos, "sheet", "the fronts of the deck %q (template %q) are %s, its backs (template %q) %s: they must be of one size",
			deck.ID, deck.Template, inMM(front.Size), deck.Back, inMM(back.Size)).Hint = sameSize(l.Library, deck, front.Size)
	}
	return pieces, problems
}

// What is laid over backs whose own template has no place for the sponsor.
const (
	sponsorBack = "sponsor-back"
	leastBack   = 40_000 * layout.Micrometre // backs that are smaller carry none
)

// smallestBack is a side, in mm, on which the line of a sponsor has as little room as
// on any back, card or board.
const smallestBack = sponsorBack + "@63x88"

// CheckSponsor reports a line of the sponsor that has no room in its smallest place,
// before anything is made. It says how much of the line has.
func CheckSponsor(l *Localization) source.Problems {
	s := l.Request.Sponsor
	if s == nil {
		return nil
	}
	runes := []rune(s.Line)
	of := func(n int) source.Problems {
		part := *s
		part.Line = string(runes[:n])
		_, problems := compose.For(&part, l.composer).Draw(smallestBack, nil)
		return problems
	}
	problems := of(len(runes))
	if !problems.HasErrors() || of(0).HasErrors() {
		return problems
	}
	n := sort.Search(len(runes), func(n int) bool { return of(n + 1).HasErrors() })
	var said source.Problems
	said.Errorf(s.Pos, "sponsor", "the line of the sponsor has %d characters; on the back of a card in language %s the first %d have room, in two lines of 6 pt: %q", len(runes), l.Lang, n, string(runes[:n])).Hint = "shorten it, or leave out the logo beside it"
	return said
}

// withSponsor returns the back of a card with the sponsor on it, the same on all
// cards that lie in one pile. Other backs, as those of tokens and of what
// explains rules, stay as they are.
func withSponsor(l *Localization, deck *catalog.Deck, card string, back *layout.Scene) (*layout.Scene, source.Problems) {
	ofCards := func(d *catalog.Deck) bool { return d.Kind() == "cards" && d.Back == deck.Back }
	if l.Request.Sponsor == nil || back == nil || min(back.Size.W, back.Size.H) < leastBack || !slices.ContainsFunc(l.Game.Decks, ofCards) || compose.HasPlace(l.backs, deck.ID, card, compose.Back) {
		return back, nil
	}
	over, problems := l.backs.Draw(fmt.Sprintf("%s@%gx%g", sponsorBack, back.Size.W.MM(), back.Size.H.MM()), nil)
	if over == nil || problems.HasErrors() {
		return back, problems
	}
	hides := false
	Walk(over.Items, layout.Identity(), func(items []layout.Item, m layout.Matrix) bool {
		for _, it := range items {
			if p, ok := it.(*layout.Path); ok {
				hides = hides || !free(back.Items, m.Bounds(p.Outline.Bounds()))
			}
		}
		return true
	})
	if hides {
		problems.Warnf(deck.Pos, "sponsor", "the backs of the deck %q show no sponsor: there are words where it would stand", deck.ID).Hint =
			fmt.Sprintf("give it a place in templates/%s.yaml: {if: sponsor, use: sponsor, at: [x, y], with: {w: \"{36}\", h: \"{4.4}\"}}", deck.Back)
		return back, problems
	}
	s := *back
	s.Items = append(back.Items[:len(back.Items):len(back.Items)], over.Items...)
	return &s, problems
}

// sameSize says how the back of a deck gets the size of its front.
func sameSize(lib *compose.Library, deck *catalog.Deck, front layout.Size) string {
	id, _, _ := strings.Cut(deck.Back, "@")
	if sized := fmt.Sprintf("%s@%gx%g", id, front.W.MM(), front.H.MM()); lib.HasTemplate(sized) {
		return "write back: " + sized
	}
	return "give both templates the same size"
}

// inMM writes a size as people do.
func inMM(s layout.Size) string { return fmt.Sprintf("%g × %g mm", s.W.MM(), s.H.MM()) }

// MostSets is how many sets of a game are printed at once: each has a letter.
const MostSets = 26

// The mark of a set: a template, and how far its box stays from the corner.
const (
	setMark   = "set-mark"
	setInset  = 1500 * layout.Micrometre
	leastMark = 30_000 * layout.Micrometre // pieces that are smaller carry none
	leastRim  = 90_000 * layout.Micrometre // nor do those without a back that are no board
)

// sets returns how many sets of the game are printed: those asked for, or as
// many as it takes for some pupils to play at once.
func (r *Request) sets(g *catalog.Game) int {
	if len(r.Marks) > 0 {
		return len(r.Marks)
	}
	if n := g.Players.Max; r.Pupils > 0 && n > 0 {
		return (r.Pupils + n - 1) / n
	}
	return max(r.Sets, 1)
}

// checkPupils reports more pupils than there are letters for their sets.
func (r *Request) checkPupils(games []loaded) error {
	for _, g := range games {
		if n := r.sets(g.game); len(r.Marks) == 0 && n > MostSets {
			most := MostSets * g.game.Players.Max
			return &UsageError{fmt.Sprintf("--pupils %d: these are %d sets of %s, and at most %d are printed at once", r.Pupils, n, g.game.ID, MostSets), fmt.Sprintf("--pupils %d", most)}
		}
	}
	return nil
}

// inSets returns the pieces of all sets, one set after the other. Each back has
// the letter of its set, so that a lost card finds its box.
func (l *Localization) inSets(pieces []sheet.Piece) ([]sheet.Piece, source.Problems) {
	letters := l.Request.marks(l.Game)
	if len(letters) == 0 {
		return pieces, nil
	}
	var problems source.Problems
	all := make([]sheet.Piece, 0, len(letters)*len(pieces))
	for _, letter := range letters {
		mark, more := l.composer.Draw(setMark, map[string]any{"letter": letter})
		if problems = append(problems, more...); mark == nil {
			break
		}
		marked := map[*layout.Scene]*layout.Scene{} // a back most often serves many cards
		for _, p := range pieces {
			if p.Back != nil && min(p.Back.Size.W, p.Back.Size.H) >= leastMark {
				if marked[p.Back] == nil {
					marked[p.Back] = withMark(p.Back, mark)
				}
				p.Back = marked[p.Back]
			} else if p.Back == nil && min(p.Front.Size.W, p.Front.Size.H) >= leastRim {
				if marked[p.Front] == nil {
					marked[p.Front] = onRim(p.Front, mark)
				}
				p.Front = marked[p.Front]
			}
			all = append(all, p)
		}
	}
	return all, problems
}

// marks returns what is on the pieces of each set: letters, or what was asked
// for; nothing when there is one set without.
func (r *Request) marks(g *catalog.Game) []string {
	n := r.sets(g)
	if n == 1 || len(r.Marks) > 0 {
		return r.Marks
	}
	letters := make([]string, n)
	for i := range letters {
		letters[i] = string(rune('A' + i))
	}
	return letters
}

// letters returns the marks of the prints of a page: those of all sets for a box,
// which each is found by, "" alone for others.
func (r *Request) letters(g *catalog.Game, c *catalog.Component) []string {
	if marks := r.marks(g); c.Per == catalog.PerTable && len(c.Decks) > 0 && len(marks) > 0 {
		return marks
	}
	return []string{""}
}

// onRim returns a face without a back with a mark in the first corner where it
// covers no word and no code; the face as it is when there is none.
func onRim(face, mark *layout.Scene) *layout.Scene {
	far := layout.Point{X: face.Size.W - mark.Size.W - setInset, Y: face.Size.H - mark.Size.H - setInset}
	for _, at := range []layout.Point{far, {X: setInset, Y: far.Y}, {X: far.X, Y: setInset}, {X: setInset, Y: setInset}} {
		place := layout.Rect{X: at.X, Y: at.Y, W: mark.Size.W, H: mark.Size.H}
		if free(face.Items, place) {
			s := *face
			s.Items = append(face.Items[:len(face.Items):len(face.Items)], &layout.Group{Transform: layout.Translate(at), Items: mark.Items})
			return &s
		}
	}
	return face
}

// free reports whether no word and no code of items lies in a place.
func free(items []layout.Item, place layout.Rect) bool {
	is := true
	Walk(items, layout.Identity(), func(items []layout.Item, m layout.Matrix) bool {
		for _, it := range items {
			var box layout.Rect
			switch it := it.(type) {
			case *layout.Text:
				box = layout.Rect{X: it.At.X, Y: it.At.Y - it.Size, W: it.Width, H: it.Size + it.Size/4}
			case *layout.QR:
				side := it.Module * layout.Length(it.Code.Size+8)
				box = layout.Rect{X: it.At.X - 4*it.Module, Y: it.At.Y - 4*it.Module, W: side, H: side}
			default:
				continue
			}
			b := m.Bounds(box)
			is = is && (b.X >= place.Right() || b.Right() <= place.X || b.Y >= place.Bottom() || b.Bottom() <= place.Y)
		}
		return is
	})
	return is
}

// withMark returns a back with a mark in its lower right corner.
func withMark(back, mark *layout.Scene) *layout.Scene {
	s := *back
	at := layout.Point{X: back.Size.W - mark.Size.W - setInset, Y: back.Size.H - mark.Size.H - setInset}
	s.Items = append(back.Items[:len(back.Items):len(back.Items)], &layout.Group{Transform: layout.Translate(at), Items: mark.Items})
	return &s
}

// timesPrinted returns how often a file is printed for all sets; pieces of a
// table are in it as often as they are needed.
func (r *Result) timesPrinted() int {
	switch c := r.component(); {
	case c.Per == catalog.PerPlayer && r.In.Request.Pupils > 0:
		return r.In.Request.Pupils
	case c.Per == catalog.PerPlayer:
		return r.In.Request.sets(r.In.Game) * max(1, r.In.Game.Players.Max)
	case c.Kind == catalog.KindPieces || c.Per != catalog.PerTable || c.Template != "" && len(r.In.Request.letters(r.In.Game, c)) > 1:
		return 1 // or there is a page for each set
	}
	return r.In.Request.sets(r.In.Game)
}

// copies returns how often a file lies in its pile: enough for every table.
func (r *Result) copies() int { return r.timesPrinted() * max(1, r.component().Copies.To) }

// The values of Request.Reading.
const (
	ReadingLarge = "large" // print: no text of a card under 12 point
	ReadingEasy  = "easy"  // and letters that are hard to confuse, farther apart
)

// forLarge returns jobs in large print: cards and boards with no text under
// sheet.LargeText, books on the paper of the kit. A booklet of these would take
// paper twice as large.
func forLarge(l *Localization, jobs []Job) []Job {
	jobs = slices.DeleteFunc(jobs, func(j Job) bool { return j.booklet() })
	paper, _ := l.shared.specs.Paper(l.Request.Paper)
	large := map[*content]*content{}
	for i := range jobs {
		j := &jobs[i]
		spec, _ := l.shared.specs.Spec(j.Sheet)
		book := j.Of != nil && (j.Of.Kind == catalog.KindRulebook || j.Of.Kind == catalog.KindGuide)
		if cut := spec != nil && spec.Marks == sheet.CropMarks; !cut && !book {
			continue
		}
		if large[j.content] == nil {
			large[j.content] = inLarge(j.content, paper)
		}
		j.content = large[j.content]
		if book {
			j.Paper = paper.ID
			j.Name = l.fileName(j.ID, j.Paper)
		}
	}
	return jobs
}

// inLarge returns a content in large print.
func inLarge(of *content, paper *sheet.Paper) *content {
	return &content{counts: of.counts, compose: func(c *content, others []Result) source.Problems {
		problems := of.compose(c, others)
		if problems.HasErrors() {
			return problems
		}
		n := len(c.pieces) - c.helps
		c.pieces = append(sheet.Enlarge(c.pieces[:n:n], paper), c.pieces[n:]...)
		for _, pages := range [][]layout.Page{c.pages, c.spare} {
			for i := range pages {
				s := pages[i].Scene
				scale := min(float64(paper.Size.W)/float64(s.Size.W), float64(paper.Size.H)/float64(s.Size.H))
				pages[i].Scene = sheet.Scaled(s, scale)
				for k := range c.bookmarks {
					if b := &c.bookmarks[k]; b.Page == i && &pages[0] == &c.pages[0] {
						b.Y = b.Y.Mul(scale)
					}
				}
			}
		}
		return problems
	}}
}
