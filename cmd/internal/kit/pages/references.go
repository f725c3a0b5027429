package pages

import (
	"context"
	"slices"
	"strings"

	"kitpress/cmd/internal/press"
)

// A Reference is a public page that codes and explanations lead to, and for
// whom.
type Reference struct {
	URL   string   `json:"url"`
	Langs []string `json:"langs"`
	// Topics are the ids of the topics it stands for.
	Topics []string `json:"topics"`
	Games  []string `json:"games"`
}

// References returns the public pages of the topics of some games in some
// languages, each page once, in alphabetical order.
func References(ctx context.Context, req press.Request) ([]Reference, error) {
	locals, _, err := press.Localise(ctx, req)
	if err != nil {
		return nil, err
	}
	pages := map[string]*Reference{}
	for _, l := range locals {
		for _, t := range l.Game.Topics {
			u := t.Reference(l.Lang)
			if u == "" {
				continue
			}
			r := pages[u]
			if r == nil {
				r = &Reference{URL: u}
				pages[u] = r
			}
			r.Langs, r.Topics, r.Games = press.Dedupe(append(r.Langs, l.Lang)), press.Dedupe(append(r.Topics, t.ID)), press.Dedupe(append(r.Games, l.Game.ID))
		}
	}
	list := make([]Reference, 0, len(pages))
	for _, r := range pages {
		for _, words := range [][]string{r.Langs, r.Topics, r.Games} {
			slices.Sort(words)
		}
		list = append(list, *r)
	}
	slices.SortFunc(list, func(a, b Reference) int { return strings.Compare(a.URL, b.URL) })
	return list, nil
}
