package press

import (
	"context"
	"slices"

	"kitpress/catalog"
	"kitpress/catalog/load"
	"kitpress/catalog/source"
	"kitpress/i18n"
	"kitpress/layout"
	"kitpress/layout/compose"
	"kitpress/layout/compose/theme"
)

// A Localization is one game in one language and edition: what step 4 makes and
// steps 5 and 6 work on.
type Localization struct {
	Game    *catalog.Game
	Lang    string
	Edition *catalog.Edition // never nil; without an id when the game has none
	Texts   *i18n.Texts      // bound to the edition's params

	Dir      string // of the kit, below the output folder; "" when there is only one game
	Request  *Request
	shared   *shared
	Library  *compose.Library
	composer *compose.Composer // of books; nil when everything was drawn
	fronts   *compose.Composer // of pieces and pages; the same, unless there is a sponsor
	backs    *compose.Composer // of pieces; the same, unless these are to save ink
}

// Localise does steps 1 to 4: it loads the games of a request, checks them and
// brings them into its languages. The problems are warnings; errors in the
// data come back as a *source.DataError.
func Localise(ctx context.Context, req Request) ([]*Localization, source.Problems, error) {
	s := req.shop
	if s == nil {
		var err error
		if s, err = openShared(&req); err != nil {
			return nil, nil, err
		}
	}
	return prepare(ctx, s, &req)
}

// prepare does steps 1 to 4 with what is shared.
func prepare(ctx context.Context, s *shared, req *Request) ([]*Localization, source.Problems, error) {
	// 1 Request
	if err := req.check(s.specs.PaperIDs(), s.specs.StockIDs()); err != nil {
		return nil, nil, err
	}
	// 2 Load, 3 Check
	read := s.games(ctx, req, func(ctx context.Context) readGame { return readGames(ctx, s, req) })
	games, warnings, err := read.games, read.problems, read.err
	if err != nil {
		return nil, nil, err
	}
	// 4 Localise
	locals, more, err := localise(ctx, s, req, games)
	return locals, DedupeProblems(slices.Concat(req.base.warn(), warnings, more)), err
}

// A loaded is a game without errors and what draws it.
type loaded struct {
	game *catalog.Game
	lib  *compose.Library
}

// readGames reads the games asked for and follows every name in them.
func readGames(ctx context.Context, s *shared, req *Request) readGame {
	ids, err := req.games()
	if err != nil {
		return readGame{err: err}
	}
	var explain []load.Option
	if req.Explains() {
		explain = append(explain, load.WithExplanations(func(g *catalog.Game) []string {
			langs, _ := req.languages(g, false) // what is wrong with them is said later
			return langs
		}))
	}
	games := make([]loaded, len(ids))
	found := make([]source.Problems, len(ids))
	err = Together(ctx, len(ids), func(i int) error {
		g, ps := load.Game(req.Catalog, ids[i], explain...)
		found[i] = ps
		if ps.HasErrors() {
			return nil
		}
		lib := s.library(req.Catalog, g, req.Paper)
		found[i] = append(found[i], checkNames(g, lib, s.specs)...)
		games[i] = loaded{g, lib}
		return nil
	})
	if err != nil {
		return readGame{err: err}
	}
	problems := DedupeProblems(slices.Concat(found...)) // games share their topics
	problems.FillExcerpts(req.Catalog)
	return readGame{games, problems, problems.Err()}
}

// together calls do with 0 to n-1, a few at a time, until one fails.
func Together(ctx context.Context, n int, do func(int) error) error {
	errs := make([]error, n)
	source.Each(n, func(i int) {
		if errs[i] = ctx.Err(); errs[i] == nil {
			errs[i] = do(i)
		}
	})
	for _, err := range errs { // the first, whoever was faster
		if err != nil {
			return err
		}
	}
	return nil
}

// localise brings games into the languages asked for.
func localise(ctx context.Context, s *shared, req *Request, games []loaded) ([]*Localization, source.Problems, error) {
	if err := req.checkEdition(games); err != nil {
		return nil, nil, err
	}
	if err := req.checkPupils(games); err != nil {
		return nil, nil, err
	}
	if err := req.checkTopics(games); err != nil {
		return nil, nil, err
	}
	several := req.All || req.oneOf || len(games) > 1
	var locals []*Localization
	for _, g := range games {
		langs, err := req.languages(g.game, several)
		if err != nil {
			return nil, nil, err
		}
		for _, lang := range langs {
			l := &Localization{Game: g.game, Lang: lang, Edition: req.edition(g.game, lang), Request: req, shared: s, Library: g.lib}
			if several {
				l.Dir = g.game.ID
			}
			locals = append(locals, l)
		}
	}
	found := make([]source.Problems, len(locals))
	err := Together(ctx, len(locals), func(i int) error {
		l := locals[i]
		var texts *i18n.Texts
		texts, found[i] = i18n.Load(req.Catalog, l.Game, l.Lang, req.textOptions()...)
		l.Texts = texts.With(l.Game.ParamsFor(l.Edition))
		if !found[i].HasErrors() {
			found[i] = append(found[i], l.open()...)
		}
		return nil
	})
	if err != nil {
		return nil, nil, err
	}
	problems := DedupeProblems(slices.Concat(found...))
	return locals, problems, problems.Err()
}

// open makes the composers.
func (l *Localization) open() (problems source.Problems) {
	fronts, backs := l.Request.inks()
	if l.composer, problems = l.drawing(fronts); problems.HasErrors() {
		return problems
	}
	l.fronts = compose.For(l.Request.Sponsor, l.composer)
	if l.backs = l.fronts; backs != fronts {
		if l.backs, problems = l.drawing(backs); !problems.HasErrors() {
			l.backs = compose.For(l.Request.Sponsor, l.backs)
		}
	}
	return problems
}

// drawing makes a composer.
func (l *Localization) drawing(ink theme.Mode) (*compose.Composer, source.Problems) {
	return compose.New(l.Library, compose.Options{
		Game: l.Game, Edition: l.Edition, Texts: l.Texts,
		Typesetter: l.Typesetter(), Codes: &l.shared.codes, Ink: ink,
		TopicURL: l.Request.topicURL(l.Lang),
	})
}

// Face returns the front of a card.
func (l *Localization) Face(deck, card string) (*layout.Scene, source.Problems) {
	return l.composer.Face(deck, card, compose.Front)
}

// Typesetter returns what sets the texts of the kit, with the icons it has.
func (l *Localization) Typesetter() *layout.Typesetter {
	setter := l.shared.typesetter
	if l.Request.Reading == ReadingEasy {
		setter = setter.Easy()
	}
	return setter.WithIcons(func(name string) (*layout.Icon, error) {
		return l.Library.Icon(l.Game.Art, name, layout.IconStyles()[0])
	})
}

// Payloads returns what the QR codes of the kit lead to.
func (l *Localization) Payloads() []string {
	url := l.Request.topicURL(l.Lang)
	var out []string
	for _, t := range l.Game.Topics {
		if u := url(t); u != "" && t.Named {
			out = append(out, u)
		}
	}
	return out
}
