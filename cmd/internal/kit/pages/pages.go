// Package pages makes the explanations of games into pages, and what other pages
// need to look like a game.
//
// In go games in their languages, or a request; out come a site.Site, its files,
// and the colours and pictures of a game. The package must not know where files
// are kept.
package pages

import (
	"context"
	"fmt"

	"kitpress/catalog"
	"kitpress/catalog/source"
	"kitpress/cmd/internal/press"
	"kitpress/output/site"
)

// An Explained is a site in memory.
type Explained struct {
	Site  *site.Site
	Files map[string][]byte
}

// Explain makes the site of the games of a request in memory, for whoever
// serves it.
func Explain(ctx context.Context, req press.Request) (*Explained, source.Problems, error) {
	req.Format = press.FormatSite
	locals, warnings, err := press.Localise(ctx, req)
	if err != nil {
		return nil, nil, err
	}
	e := &Explained{Files: map[string][]byte{}}
	if e.Site, err = Of(ctx, locals); err != nil {
		return nil, nil, err
	}
	e.Site.Search = true
	err = site.Write(e.Site, func(name string, content []byte) error {
		e.Files[name] = content
		return ctx.Err()
	})
	return e, warnings, err
}

// Of puts the topics of some games, in all their languages, into the words
// of a site.
func Of(ctx context.Context, locals []*press.Localization) (*site.Site, error) {
	m := &siteMaker{site: &site.Site{Redirects: map[string]string{}}, topics: map[string]*site.Topic{}, icons: map[drawn]*site.Icon{}, shown: map[string]bool{}, leadsOf: map[string][]catalog.Lead{}, licence: press.LicenceOf(locals[0].Request.Catalog)}
	m.site.LicenceURL = m.licence.URL
	var err error
	if m.faces, err = drawFaces(ctx, locals); err != nil {
		return nil, err
	}
	m.asked = askable(locals)
	m.site.Root = locals[0].Request.SitePath()
	for _, l := range locals {
		if len(l.Game.Topics) == 0 {
			continue
		}
		m.l = l
		m.language()
		m.game()
		if err := m.topicsOf(); err != nil {
			return nil, err
		}
	}
	if len(m.topics) == 0 {
		return nil, fmt.Errorf("nothing to explain: no card leads to a topic")
	}
	for _, code := range m.codes {
		m.site.Topics = append(m.site.Topics, *m.topics[code])
	}
	m.nameApart()
	return m.site, nil
}
