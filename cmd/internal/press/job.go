package press

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"kitpress/catalog"
	"kitpress/catalog/source"
	"kitpress/layout"
	"kitpress/layout/sheet"
	"kitpress/output"
)

// A Job is one file of a kit that is yet to be made: which component, in which
// language, on which paper, how its fronts and backs are printed, and what the
// file is called. It knows how to compose its faces or pages and how to put
// them on sheets; Run does both.
type Job struct {
	In    *Localization      // the game, the language, the edition, the ink
	ID    string             // of the file in the manifest: a component, its backs, its booklet
	Of    *catalog.Component // nil for handouts and the print plan
	Title string             // in the language
	Stock string             // kind of paper, one of stocks; "" for plain
	Name  string             // of the file, without its extension
	Sheet string             // the layout pieces are put on; "" for books
	Cells string             // id of the paper with cells they go on; "" for others
	Paper string
	Sides sheet.Sides
	Index int         // in the list of all jobs of the request
	Write bool        // false: only counted by the print plan
	For   catalog.Per // whom a handout is for; "" for a table

	content *content
	beside  []output.File // written with it
	impose  func(*Job, *content) (*layout.Document, error)
	reading bool // to be read on a screen, not to be printed
}

// The suffixes of files that belong to a component, and the file that tells
// how to print the others.
const (
	BacksSuffix   = "-backs"
	BookletSuffix = "-booklet"
	PrintPlan     = "print-plan"
	CardList      = "card-list" // all cards in words, made only where it is named
)

func (j *Job) backs() bool   { return strings.HasSuffix(j.ID, BacksSuffix) }
func (j *Job) booklet() bool { return strings.HasSuffix(j.ID, BookletSuffix) }

// A content is what step 5 makes of a component, once for all jobs that print
// it: pieces to put on sheets, or the pages of a book.
type content struct {
	compose func(c *content, others []Result) source.Problems
	counts  bool // composed last, out of the results of the other jobs of its language

	pieces    []sheet.Piece
	helps     int // of pieces, that only say how to make the others
	pages     []layout.Page
	spare     []layout.Page // make a booklet full
	bookmarks []layout.Bookmark
}

// Plan returns the jobs of games in their languages, in the order of the
// catalog, each print plan behind the files it counts. Letters that cannot be
// set come back as a *source.DataError.
func Plan(locals []*Localization) ([]Job, error) {
	if locals[0].Request.Format == FormatSite { // nothing for the printer
		return nil, nil
	}
	var jobs []Job
	for _, l := range locals {
		jobs = append(jobs, l.jobs()...)
	}
	jobs, err := locals[0].Request.choose(jobs)
	if err != nil {
		return nil, err
	}
	var problems source.Problems
	for _, l := range locals {
		problems = append(problems, l.Letters()...)
	}
	problems.FillExcerpts(locals[0].Request.Catalog)
	return jobs, DedupeProblems(problems).Err()
}

// jobs returns a job for each file the game has in the language.
func (l *Localization) jobs() []Job {
	var jobs []Job
	for _, c := range l.components() {
		switch c.Kind {
		case catalog.KindRulebook, catalog.KindGuide:
			jobs = append(jobs, l.bookJobs(c)...)
		case catalog.KindPieces, catalog.KindPage:
			job := Job{In: l, ID: c.ID, Of: c, Title: titleOf(l, c), Stock: c.Paper, Sheet: sheetOf(c), content: contentOf(l, c)}
			if c.Read {
				jobs = append(jobs, toRead(job))
				continue
			}
			if rest := onStock(l, c, &jobs); rest == nil {
				continue
			} else if rest != c {
				job.Of, job.Title, job.content = rest, decksOf(l, rest), contentOf(l, rest)
			}
			jobs = append(jobs, l.onSheets(job, hasBacks(l.Game, job.Of))...)
		}
	}
	jobs = append(jobs, l.planJob(planTemplate))
	if l.Request.Reading != "" {
		jobs = forLarge(l, jobs)
	}
	switch l.Request.For {
	case PrintShop:
		return forShop(l, jobs)
	case Cutter:
		return forCutter(l, jobs)
	}
	if slices.Contains(l.Request.Only, CardList) {
		jobs = append(jobs, cardListJob(l))
	}
	return jobs
}

// components returns what is printed. In piles, components that are cut out of
// the same sheets in the same way share them.
func (l *Localization) components() []*catalog.Component {
	var list []*catalog.Component
	for i := range l.Game.Components {
		c := l.Request.wanted(l.Game, &l.Game.Components[i])
		if c == nil || l.Request.Format == FormatPiles && !l.Request.asks(c.ID) || c.Kind == catalog.KindGuide && len(l.Request.Topics) > 0 && len(explained(l)) == 0 {
			continue
		}
		same := func(d *catalog.Component) bool {
			return l.Request.Format == FormatPiles && c.Kind == catalog.KindPieces && d.Kind == c.Kind && d.Sheet == c.Sheet && d.Paper == c.Paper &&
				hasBacks(l.Game, d) == hasBacks(l.Game, c) && c.Help+c.InsteadOf+d.InsteadOf == "" && !c.CutAt.Pos.IsValid() && !d.CutAt.Pos.IsValid()
		}
		k := slices.IndexFunc(list, same)
		if k < 0 {
			list = append(list, c)
			continue
		}
		gang := *list[k]
		gang.Decks = slices.Concat(gang.Decks, c.Decks)
		list[k] = &gang
	}
	return list
}

// contentOf returns what composes the pieces of a component.
func contentOf(l *Localization, c *catalog.Component) *content {
	return &content{compose: func(k *content, _ []Result) source.Problems { return l.compose(c, k) }}
}

// onStock adds the jobs that put decks of a component on paper with cells, and
// returns what is left of it; nil when all of it goes there.
func onStock(l *Localization, c *catalog.Component, jobs *[]Job) *catalog.Component {
	if c.Kind != catalog.KindPieces || c.InsteadOf != "" {
		return c
	}
	rest := *c
	for _, id := range l.Request.Stock {
		stock, _ := l.shared.specs.Stock(id)
		on := *c
		on.Decks, on.Help = nil, ""
		for _, deck := range rest.Decks {
			if fits(l, c, l.Game.Deck(deck), stock) {
				on.Decks = append(on.Decks, deck)
			}
		}
		if len(on.Decks) == 0 {
			continue
		}
		rest.Decks = slices.DeleteFunc(slices.Clone(rest.Decks), func(deck string) bool { return slices.Contains(on.Decks, deck) })
		j := Job{In: l, ID: c.ID + "-" + id, Of: &on, Title: titleOf(l, c), Stock: c.Paper, Sheet: perforated, Cells: id, Paper: stock.Paper, Sides: sheet.Single, impose: imposePieces}
		if hasBacks(l.Game, &on) {
			if j.Sides = l.shared.specs.SidesOf(perforated, sheet.Sides(l.Request.Sides)); j.Sides != sheet.DuplexShort {
				j.Sides = sheet.DuplexLong // cells cannot be folded over each other, nor glued
			}
		}
		if len(rest.Decks) > 0 {
			j.Title = decksOf(l, &on)
		}
		j.Name = l.fileName(j.ID, j.Paper)
		j.content = inCells(contentOf(l, &on), stock)
		*jobs = append(*jobs, j)
	}
	switch len(rest.Decks) {
	case 0:
		return nil
	case len(c.Decks):
		return c
	}
	return &rest
}

// decksOf names the decks of a component.
func decksOf(l *Localization, c *catalog.Component) string {
	var names []string
	for _, id := range c.Decks {
		names = append(names, l.Texts.Name(l.Game.Deck(id).Name))
	}
	return strings.Join(names, " · ")
}

// perforated is the layout of what goes on paper with cells.
const perforated = "perforated"

// fits reports whether the pieces of a deck go into the cells of a stock: cards
// into those with corners, others into round ones.
func fits(l *Localization, c *catalog.Component, d *catalog.Deck, stock *sheet.Stock) bool {
	spec, ok := l.shared.specs.Spec(sheetOf(c))
	if !ok || stock.Round == (spec.Marks == sheet.CropMarks) {
		return false
	}
	faces, _ := l.Faces(d, d.Cards[0].ID, false) // what is wrong with them is said when they are printed
	return faces[0] != nil && stock.Fits(faces[0].Size)
}

// titleOf names a component and, on shared sheets, the others of its decks.
func titleOf(l *Localization, c *catalog.Component) string {
	var names []string
	for i := range l.Game.Components {
		if d := &l.Game.Components[i]; d.ID == c.ID || c.InsteadOf == "" && c.Kind == catalog.KindPieces && len(d.Decks) > 0 && d.Kind == c.Kind && d.InsteadOf == "" && slices.Contains(c.Decks, d.Decks[0]) {
			names = append(names, l.Texts.Name(d.Name))
		}
	}
	return strings.Join(names, " · ")
}

// wanted returns a component without the decks that something stands in for,
// nil when nothing is left.
func (r *Request) wanted(g *catalog.Game, c *catalog.Component) *catalog.Component {
	out := func(id string) bool {
		d := g.Deck(id)
		return d != nil && r.standsIn(d)
	}
	if out(c.InsteadOf) {
		return nil
	}
	if !slices.ContainsFunc(c.Decks, out) {
		return c
	}
	left := *c
	if left.Decks = slices.DeleteFunc(slices.Clone(c.Decks), out); len(left.Decks) == 0 {
		return nil
	}
	return &left
}

// standsIn reports whether something stands in for a deck.
func (r *Request) standsIn(d *catalog.Deck) bool { return slices.Contains(r.StandIn, d.StandIn.By) }

// hasBacks reports whether a component has a deck with backs.
func hasBacks(g *catalog.Game, c *catalog.Component) bool {
	return c.Template == "" && slices.ContainsFunc(c.Decks, func(id string) bool { return g.Deck(id).Back != "" })
}

// choose keeps the jobs whose files were asked for, and those the print plan
// counts when that was. It refuses ids that no file of any kit has.
func (r *Request) choose(jobs []Job) ([]Job, error) {
	if r.Format == FormatPiles {
		return r.chooseForPiles(jobs)
	}
	var known []string
	sites := false
	for i := range jobs {
		known = append(known, jobs[i].ID)
		sites = sites || len(jobs[i].In.Game.Topics) > 0 && jobs[i].Of != nil
	}
	if known = Dedupe(known); sites && r.Format == FormatKit {
		known = append(known, Explanations)
	}
	for _, id := range r.Only {
		if !slices.Contains(known, id) {
			return nil, Unknown("--only", id, known)
		}
	}
	var chosen []Job
	for _, j := range jobs {
		if j.Write = r.Wants(j.ID); j.Write || r.Wants(PrintPlan) {
			j.Index = len(chosen)
			chosen = append(chosen, j)
		}
	}
	return r.Shard.take(chosen), nil
}

// chooseForPiles keeps all jobs: those of components that were not asked for are
// not there.
func (r *Request) chooseForPiles(jobs []Job) ([]Job, error) {
	known := []string{PrintPlan, Explanations}
	for _, j := range jobs {
		for i := range j.In.Game.Components {
			id := j.In.Game.Components[i].ID
			known = append(known, id, id+BacksSuffix, id+BookletSuffix)
		}
	}
	for _, id := range r.Only {
		if known := Dedupe(known); !slices.Contains(known, id) {
			return nil, Unknown("--only", id, known)
		}
	}
	for i := range jobs {
		jobs[i].Write, jobs[i].Index = true, i
	}
	return jobs, nil
}

// asks reports whether some file of a component was asked for.
func (r *Request) asks(component string) bool {
	return len(r.Only) == 0 || slices.ContainsFunc(r.Only, func(id string) bool {
		return strings.TrimSuffix(strings.TrimSuffix(id, BacksSuffix), BookletSuffix) == component
	})
}

// Wants reports whether a file was asked for.
func (r *Request) Wants(id string) bool {
	if id == PrintPlan && r.Pictures() {
		return false
	}
	return len(r.Only) == 0 || slices.Contains(r.Only, id)
}

// A Shard is one part of a build that several machines share. The parts of a
// request are the same wherever it is built; none is made twice.
type Shard struct {
	Part int `json:"part"` // from 1; 0 for a build that is not shared
	Of   int `json:"of"`
}

// ParseShard reads "2/3".
func ParseShard(s string) (Shard, error) {
	part, of, ok := strings.Cut(s, "/")
	i, err := strconv.Atoi(part)
	n, err2 := strconv.Atoi(of)
	if !ok || err != nil || err2 != nil || i < 1 || i > n || n > 10000 {
		return Shard{}, &UsageError{fmt.Sprintf("--shard %q: not a part of a build", s), "--shard 2/3 makes the second of three parts; kitpress merge puts them together"}
	}
	return Shard{i, n}, nil
}

// Takes reports whether the part makes the i-th of several things, from 0.
func (s Shard) Takes(i int) bool { return s.Of == 0 || i%s.Of == s.Part-1 }

// take keeps the jobs of the part: whole languages, where there are enough for
// all parts, since their jobs share what they draw; else contents. What a print
// plan of the part counts stays, and is not written.
func (s Shard) take(jobs []Job) []Job {
	if s.Of == 0 {
		return jobs
	}
	languages, contents := map[*Localization]int{}, map[*content]int{}
	for i := range jobs {
		j := &jobs[i]
		if _, ok := languages[j.In]; !ok {
			languages[j.In] = len(languages)
		}
		if _, ok := contents[j.content]; !ok {
			contents[j.content] = len(contents)
		}
	}
	plans := map[*Localization]bool{}
	for i := range jobs {
		j := &jobs[i]
		n := contents[j.content]
		if len(languages) >= s.Of {
			n = languages[j.In]
		}
		j.Write = j.Write && s.Takes(n)
		plans[j.In] = plans[j.In] || j.content.counts && j.Write
	}
	var own []Job
	for _, j := range jobs {
		if j.Write || plans[j.In] {
			own = append(own, j)
		}
	}
	return own
}
