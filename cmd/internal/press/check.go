package press

import (
	"context"
	"errors"
	"maps"
	"slices"
	"sync"

	"kitpress/catalog"
	"kitpress/catalog/load"
	"kitpress/catalog/source"
	"kitpress/layout"
	"kitpress/layout/compose"
	"kitpress/layout/compose/theme"
	"kitpress/layout/proof"
	"kitpress/layout/sheet"
)

// A Checked is a game without errors.
type Checked struct {
	Game   string   `json:"game"`
	Langs  []string `json:"langs"`
	Pieces int      `json:"pieces"` // copies included
	Texts  int      `json:"texts"`  // in each language

	Topics []string `json:"-"` // what the game explains, sorted

	editions []string
}

// Check does steps 1 to 6 for all games of a request in all their languages,
// on every paper, with every way of printing and in every ink and edition, and
// writes nothing. Errors in the data come back as a *source.DataError.
func Check(ctx context.Context, req Request) ([]Checked, source.Problems, error) {
	s, err := openShared(&req)
	if err != nil {
		return nil, nil, err
	}
	if len(req.Games) == 0 && req.Catalog != nil {
		if req.Games, err = load.Games(req.Catalog); err != nil {
			return nil, nil, err
		}
	}
	if len(req.Langs) == 0 {
		req.Langs = []string{LangAll}
	}
	var games []Checked
	var problems source.Problems
	req.oneOf = len(req.Games) > 1
	editions := []string{} // of the games without errors
	for _, id := range req.Games {
		one := req
		one.Games = []string{id}
		checked, more, err := checkGame(ctx, s, one)
		var data *source.DataError
		if errors.As(err, &data) {
			problems = append(problems, data.Problems...)
			continue
		}
		if err != nil {
			return nil, nil, err
		}
		games = append(games, checked)
		editions = append(editions, checked.editions...)
		problems = append(problems, more...)
	}
	if req.Edition != "" && len(games) == len(req.Games) && !slices.Contains(editions, req.Edition) {
		return nil, nil, Unknown("--edition", req.Edition, Dedupe(editions))
	}
	problems = DedupeProblems(problems)
	return games, problems, problems.Err()
}

// checkGame composes a game in every ink and edition, each once, and puts what
// was composed on sheets in every way to print fronts and backs. The paper
// changes only pages that fill it, and so each ink tries one.
func checkGame(ctx context.Context, s *shared, req Request) (Checked, source.Problems, error) {
	every := req.Paper == "" && req.Sides == "" && req.Ink == ""
	t := &trial{ctx: ctx, shared: s, all: every}
	locals, err := t.prepare(&req)
	if err == nil {
		err = t.try(locals, nil)
	}
	if err == nil && every {
		err = t.otherInks(req, locals)
	}
	if err == nil && req.Edition == "" && len(req.Only) == 0 {
		err = t.editions(locals)
	}
	if err != nil {
		return Checked{}, nil, err
	}
	g := locals[0].Game
	c := Checked{Game: g.ID, Texts: len(g.Messages()), Topics: slices.Sorted(maps.Keys(g.Topics))}
	for _, l := range locals {
		c.Langs = append(c.Langs, l.Lang)
	}
	for _, e := range g.Editions {
		c.editions = append(c.editions, e.ID)
	}
	cards, others := g.Pieces()
	c.Pieces = cards + others
	return c, t.problems, nil
}

// A trial tries a game in several ways and collects what is wrong with any.
type trial struct {
	ctx      context.Context
	shared   *shared
	all      bool // every way to print fronts and backs
	games    []loaded
	problems source.Problems
}

// prepare does steps 1 to 4; steps 2 and 3 once for all ways.
func (t *trial) prepare(req *Request) ([]*Localization, error) {
	if err := req.check(t.shared.specs.PaperIDs(), t.shared.specs.StockIDs()); err != nil {
		return nil, err
	}
	if t.games == nil {
		read := readGames(t.ctx, t.shared, req)
		if read.err != nil {
			return nil, read.err
		}
		t.games, t.problems = read.games, append(append(t.problems, req.base.warn()...), read.problems...)
	}
	locals, warnings, err := localise(t.ctx, t.shared, req, t.games)
	t.problems = append(t.problems, warnings...)
	return locals, err
}

// try composes and imposes the jobs of a game that count, all for nil.
func (t *trial) try(locals []*Localization, counts func(*Job) bool) error {
	jobs, err := Plan(locals)
	if err != nil {
		return err
	}
	if counts != nil {
		jobs = slices.DeleteFunc(jobs, func(j Job) bool { return !counts(&j) })
	}
	if t.all {
		jobs = append(jobs, inOtherWays(jobs)...)
	}
	_, more, err := Run(t.ctx, jobs, CountPages, nil)
	t.problems = append(t.problems, more...)
	return err
}

// otherInks tries the inks beside the first one.
func (t *trial) otherInks(req Request, locals []*Localization) error {
	low := req
	low.Ink = string(theme.Low)
	again, err := t.with(locals, func(l *Localization) { l.Request = &low })
	if err != nil {
		return err
	}
	// Little ink changes colours alone: what is only text was tried.
	if err := t.try(again, func(j *Job) bool { return j.Sheet != "" }); err != nil {
		return err
	}
	mono := req
	mono.Ink, mono.Paper = string(theme.Mono), otherPaper
	for i, g := range t.games {
		t.games[i].lib = t.shared.library(req.Catalog, g.game, mono.Paper)
	}
	if again, err = t.prepare(&mono); err != nil {
		return err
	}
	return t.try(again, nil)
}

// otherPaper is what pages that fill the paper are tried on beside the usual.
const otherPaper = "letter"

// editions tries the rulebooks of the editions that are no language's own.
func (t *trial) editions(locals []*Localization) error {
	rules := func(j *Job) bool { return j.Of != nil && j.Of.Kind == catalog.KindRulebook }
	for i := range locals[0].Game.Editions {
		e := &locals[0].Game.Editions[i]
		others := slices.DeleteFunc(slices.Clone(locals), func(l *Localization) bool { return l.Edition.ID == e.ID })
		if len(others) == 0 {
			continue
		}
		again, err := t.with(others, func(l *Localization) { l.Edition, l.Texts = e, l.Texts.With(l.Game.ParamsFor(e)) })
		if err != nil {
			return err
		}
		if err := t.try(again, rules); err != nil {
			return err
		}
	}
	return nil
}

// with returns copies of games in languages that differ in something.
func (t *trial) with(locals []*Localization, change func(*Localization)) ([]*Localization, error) {
	again := make([]*Localization, len(locals))
	for i, l := range locals {
		copied := *l
		again[i] = &copied
		change(again[i])
		t.problems = append(t.problems, again[i].open()...)
	}
	return again, t.problems.Err()
}

// inOtherWays returns the jobs that print fronts and backs of the same pieces in
// all other ways.
func inOtherWays(jobs []Job) []Job {
	var more []Job
	for _, j := range jobs {
		if j.Of == nil || j.Sheet == "" || j.backs() || !hasBacks(j.In.Game, j.Of) {
			continue
		}
		for _, sides := range sheet.AllSides() {
			if again := j; sides != j.Sides && j.In.shared.specs.SidesOf(j.Sheet, sides) == sides {
				again.Sides = sides
				more = append(more, again)
			}
		}
	}
	return more
}

// A Proofread is how the texts of a game came out in a language.
type Proofread struct {
	Game string `json:"game"`
	Lang string `json:"lang"`
	proof.Report
}

// Proofreads sets the games of a request in all their languages, on the usual
// paper and in full colour if it names no others, and says what could be
// better in their type, with places.
func Proofreads(ctx context.Context, req Request) ([]Proofread, source.Problems, error) {
	s, err := openShared(&req)
	if err != nil {
		return nil, nil, err
	}
	t := &trial{ctx: ctx, shared: s}
	locals, err := t.prepare(&req)
	if err != nil {
		return nil, nil, err
	}
	jobs, err := Plan(locals)
	if err != nil {
		return nil, nil, err
	}
	var reading sync.Mutex
	proofs := map[*Localization]*proof.Proof{}
	for _, l := range locals {
		proofs[l] = &proof.Proof{}
	}
	if _, _, err = Run(ctx, jobs, func(d *Sheets) (File, error) {
		reading.Lock()
		defer reading.Unlock()
		scenes := d.faces
		for i := range d.Pages {
			if d.pieces == 0 {
				scenes = append(scenes, d.Pages[i].Scene)
			}
		}
		p := proofs[d.In]
		for _, scene := range scenes {
			if scene != nil {
				compose.Look(scene, p.Read)
				p.Turn()
			}
		}
		return CountPages(d)
	}, nil); err != nil {
		return nil, nil, err
	}
	var list []Proofread
	var problems source.Problems
	for _, l := range locals {
		list = append(list, Proofread{l.Game.ID, l.Lang, proofs[l].Report})
		problems = append(problems, proofs[l].Problems...)
	}
	problems.FillExcerpts(req.Catalog)
	return list, DedupeProblems(problems).Sorted(), nil
}

// CountPages writes nothing.
func CountPages(s *Sheets) (File, error) { return s.File(".pdf"), nil }

// Scenes composes every piece and page template of a Localization, fronts and backs.
func (l *Localization) Scenes() ([]*layout.Scene, error) {
	var scenes []*layout.Scene
	var problems source.Problems
	add := func(list []*layout.Scene, more source.Problems) {
		problems = append(problems, more...)
		for _, s := range list {
			if s != nil && !slices.Contains(scenes, s) {
				scenes = append(scenes, s)
			}
		}
	}
	for _, d := range l.Game.Decks {
		for _, c := range d.Cards {
			add(l.Faces(d, c.ID, true))
		}
	}
	for _, c := range l.Game.Components {
		if c.Kind == catalog.KindPage && c.Template != "" { // the others are decks
			scene, more := l.fronts.Page(&c, "")
			add([]*layout.Scene{scene}, more)
		}
	}
	problems.FillExcerpts(l.Request.Catalog)
	return scenes, DedupeProblems(problems).Err()
}
