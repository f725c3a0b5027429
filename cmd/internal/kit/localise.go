package kit

import (
	"context"

	"kitpress/catalog"
	"kitpress/catalog/source"
	"kitpress/i18n"
	"kitpress/layout/compose"
)

// A Local is one game in one language and edition: what step 4 makes and
// steps 5 and 6 work on.
type Local struct {
	Game    *catalog.Game
	Lang    string
	Edition *catalog.Edition // never nil; without an id when the game has none
	Texts   *i18n.Texts      // bound to the edition's params

	request  *Request
	shared   *shared
	composer *compose.Composer
}

// Localise does steps 1 to 4: it loads the games of a request, checks them and
// brings them into its languages. The problems are warnings; errors in the
// data come back as a *source.DataError.
func Localise(ctx context.Context, req Request) ([]*Local, source.Problems, error) {
	s, err := openShared()
	if err != nil {
		return nil, nil, err
	}
	return prepare(ctx, s, &req)
}

// prepare does steps 1 to 4 with what is shared.
func prepare(ctx context.Context, s *shared, req *Request) ([]*Local, source.Problems, error) {
	// 1 Request
	if err := req.check(s.specs.PaperIDs()); err != nil {
		return nil, nil, err
	}
	// 2 Load, 3 Check
	games, warnings, err := load(ctx, s, req)
	if err != nil {
		return nil, nil, err
	}
	// 4 Localise
	locals, more, err := localise(ctx, s, req, games)
	return locals, append(warnings, more...), err
}

// A loaded is a game without errors and what draws it.
type loaded struct {
	game *catalog.Game
	lib  *compose.Library
}

// load reads the games asked for and follows every name in them.
func load(ctx context.Context, s *shared, req *Request) ([]loaded, source.Problems, error) {
	ids, err := req.games()
	if err != nil {
		return nil, nil, err
	}
	var games []loaded
	var problems source.Problems
	for _, id := range ids {
		if err := ctx.Err(); err != nil {
			return nil, nil, err
		}
		g, found := catalog.Load(req.Catalog, id)
		if !found.HasErrors() {
			lib, err := s.library(req.Catalog, g, req.Paper)
			if err != nil {
				return nil, nil, err
			}
			found = append(found, checkNames(g, lib, s.specs)...)
			games = append(games, loaded{g, lib})
		}
		problems = append(problems, found...)
	}
	problems.FillExcerpts(req.Catalog)
	return games, problems, problems.Err()
}

// localise brings games into the languages asked for.
func localise(ctx context.Context, s *shared, req *Request, games []loaded) ([]*Local, source.Problems, error) {
	var locals []*Local
	var problems source.Problems
	for _, g := range games {
		langs, err := req.languages(g.game)
		if err != nil {
			return nil, nil, err
		}
		for _, lang := range langs {
			if err := ctx.Err(); err != nil {
				return nil, nil, err
			}
			edition, err := req.edition(g.game, lang)
			if err != nil {
				return nil, nil, err
			}
			texts, found := i18n.Load(req.Catalog, g.game, lang, req.draft()...)
			l := &Local{Game: g.game, Lang: lang, Edition: edition, Texts: texts.With(g.game.ParamsFor(edition)), request: req, shared: s}
			if !found.HasErrors() {
				found = append(found, l.open(g.lib, compose.Ink(req.Ink))...)
			}
			problems = append(problems, found...)
			locals = append(locals, l)
		}
	}
	if err := req.checkOnly(locals); err != nil {
		return nil, nil, err
	}
	return locals, problems, problems.Err()
}

// open makes the composer.
func (l *Local) open(lib *compose.Library, ink compose.Ink) (problems source.Problems) {
	l.composer, problems = compose.New(lib, compose.Options{
		Game: l.Game, Edition: l.Edition, Texts: l.Texts,
		Typesetter: l.shared.typesetter, Codes: &l.shared.codes, Ink: ink,
		TopicURL: l.request.topicURL(l.Lang),
	})
	return problems
}

// payloads returns what the QR codes of the kit lead to.
func (l *Local) payloads() []string {
	url := l.request.topicURL(l.Lang)
	var out []string
	for _, t := range l.Game.Topics {
		if u := url(t); u != "" {
			out = append(out, u)
		}
	}
	return out
}
