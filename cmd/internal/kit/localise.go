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
	return localise(ctx, s, &req)
}

func localise(ctx context.Context, s *shared, req *Request) ([]*Local, source.Problems, error) {
	if err := req.check(s.specs.PaperIDs()); err != nil {
		return nil, nil, err
	}
	ids, err := req.games()
	if err != nil {
		return nil, nil, err
	}
	var locals []*Local
	var problems source.Problems
	for _, id := range ids {
		if err := ctx.Err(); err != nil {
			return nil, nil, err
		}
		more, found, err := localiseGame(s, req, id)
		if err != nil {
			return nil, nil, err
		}
		locals = append(locals, more...)
		problems = append(problems, found...)
	}
	if err := problems.Err(); err != nil {
		return nil, nil, err
	}
	return locals, problems, req.checkOnly(locals)
}

// localiseGame loads a game and brings it into the languages asked for. A game
// with errors has no Locals.
func localiseGame(s *shared, req *Request, id string) ([]*Local, source.Problems, error) {
	g, problems := catalog.Load(req.Catalog, id)
	if problems.HasErrors() {
		return nil, problems, nil
	}
	lib, err := library(req.Catalog, g)
	if err != nil {
		return nil, nil, err
	}
	if problems = append(problems, checkNames(g, lib, s.specs)...); problems.HasErrors() {
		problems.FillExcerpts(req.Catalog)
		return nil, problems, nil
	}
	langs, err := req.languages(g)
	if err != nil {
		return nil, nil, err
	}
	var locals []*Local
	for _, lang := range langs {
		edition, err := req.edition(g, lang)
		if err != nil {
			return nil, nil, err
		}
		texts, more := i18n.Load(req.Catalog, g, lang, req.draft()...)
		problems = append(problems, more...)
		if more.HasErrors() {
			continue
		}
		l := &Local{Game: g, Lang: lang, Edition: edition, Texts: texts.With(g.ParamsFor(edition)), request: req, shared: s}
		more = l.open(lib, compose.Ink(req.Ink))
		problems = append(problems, more...)
		locals = append(locals, l)
	}
	return locals, problems, nil
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
