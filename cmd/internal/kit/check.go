package kit

import (
	"context"
	"errors"
	"maps"
	"slices"

	"kitpress/catalog"
	"kitpress/catalog/source"
	"kitpress/layout"
	"kitpress/layout/compose"
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
	s, err := openShared()
	if err != nil {
		return nil, nil, err
	}
	if len(req.Games) == 0 && req.Catalog != nil {
		if req.Games, err = catalog.Games(req.Catalog); err != nil {
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
		return nil, nil, unknown("--edition", req.Edition, dedupe(editions))
	}
	problems = dedupeProblems(problems)
	return games, problems, problems.Err()
}

// A way is one combination of papers, sides and inks: together they try every
// value of each at least once.
type way struct{ paper, sides, ink string }

func ways(req Request) []way {
	if req.Paper != "" || req.Sides != "" || req.Ink != "" {
		return []way{{req.Paper, req.Sides, req.Ink}}
	}
	return []way{
		{DefaultPaper, DefaultSides, DefaultInk},
		{"letter", string(sheet.DuplexLong), string(compose.InkMono)},
		{"letter", string(sheet.DuplexShort), string(compose.InkLow)},
		{DefaultPaper, string(sheet.Fold), string(compose.InkMono)},
	}
}

func checkGame(ctx context.Context, s *shared, req Request) (Checked, source.Problems, error) {
	var problems source.Problems
	var locals []*Local
	try := func(w way, edition string, only ...string) error {
		r := req
		r.Paper, r.Sides, r.Ink, r.Edition = w.paper, w.sides, w.ink, edition
		if len(only) > 0 {
			r.Only = only
		}
		var err error
		var more, warnings source.Problems
		if locals, warnings, err = prepare(ctx, s, &r); err != nil {
			return err
		}
		_, more, err = produce(ctx, locals, countOnly, nil)
		problems = append(append(problems, warnings...), more...)
		return err
	}
	for _, w := range ways(req) {
		if err := try(w, req.Edition); err != nil {
			return Checked{}, nil, err
		}
	}
	g := locals[0].Game
	if rules := rulebooks(g); len(rules) > 0 && req.Edition == "" && len(req.Only) == 0 {
		for _, e := range g.Editions {
			if err := try(ways(req)[0], e.ID, rules...); err != nil {
				return Checked{}, nil, err
			}
		}
	}
	c := Checked{Game: g.ID, Texts: len(g.Messages()), Topics: slices.Sorted(maps.Keys(g.Topics))}
	for _, l := range locals {
		c.Langs = append(c.Langs, l.Lang)
	}
	for _, e := range g.Editions {
		c.editions = append(c.editions, e.ID)
	}
	cards, others := g.Pieces()
	c.Pieces = cards + others
	return c, problems, nil
}

func rulebooks(g *catalog.Game) []string {
	var ids []string
	for _, c := range g.Components {
		if c.Kind == catalog.KindRulebook {
			ids = append(ids, c.ID)
		}
	}
	return ids
}

// countOnly is the sink of a check.
func countOnly(l *Local, d document) (File, error) {
	return File{Path: d.Name + ".pdf", Component: d.component, Lang: l.Lang, Paper: d.paper, Pages: len(d.Pages)}, nil
}

// Scenes composes every piece and page template of a Local, fronts and backs.
func (l *Local) Scenes() ([]*layout.Scene, error) {
	var scenes []*layout.Scene
	var problems source.Problems
	add := func(s *layout.Scene, more source.Problems) {
		problems = append(problems, more...)
		if s != nil && !slices.Contains(scenes, s) {
			scenes = append(scenes, s)
		}
	}
	for _, d := range l.Game.Decks {
		for _, c := range d.Cards {
			add(l.composer.Face(d.ID, c.ID, compose.Front))
			if d.Back != "" {
				add(l.composer.Face(d.ID, c.ID, compose.Back))
			}
		}
	}
	for _, c := range l.Game.Components {
		if c.Kind == catalog.KindPage && c.Template != "" { // the others are decks
			add(l.composer.Draw(c.Template, nil))
		}
	}
	problems.FillExcerpts(l.request.Catalog)
	return scenes, dedupeProblems(problems).Err()
}
