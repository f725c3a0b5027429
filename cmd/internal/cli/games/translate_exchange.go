package games

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"strings"

	"kitpress/catalog"
	"kitpress/catalog/source"
	"kitpress/cmd/internal/cli/terminal"
	"kitpress/i18n"
	"kitpress/i18n/exchange"
)

// export writes the texts of a game in the format of --as.
func (o *translateOptions) export(s terminal.Streams, g *catalog.Game, have map[string]catalog.Translation) error {
	for _, f := range exchange.Formats() {
		if f.Name != o.as {
			continue
		}
		var units []exchange.Unit
		for _, m := range i18n.Held(g, o.lang, have) {
			t := have[m.ID]
			u := exchange.Unit{ID: m.ID, Source: m.Text, Target: t.Text, Stale: t.Text != "" && t.Of != catalog.Hash(m.Text)}
			if strings.Contains(m.Text, "{{") {
				u.Note = "what stands in {{ and }} is filled in: leave it as it is, where your language wants it"
			}
			units = append(units, u)
		}
		return f.Write(s.Data, exchange.Head{Name: g.ID, Source: g.Source, Target: o.lang}, units)
	}
	return terminal.Usage("write --as po or --as xliff", "there is no format %q", o.as)
}

// take returns the translations with those of the file of --from. One that is
// marked as unsure stays to be checked; one of another source text than the
// game has now is stale.
func (o *translateOptions) take(s terminal.Streams, g *catalog.Game, have map[string]catalog.Translation) (map[string]catalog.Translation, error) {
	data, err := os.ReadFile(o.from)
	if err != nil {
		return nil, err
	}
	var format *exchange.Format
	for _, f := range exchange.Formats() {
		if strings.EqualFold(filepath.Ext(o.from), f.Ending) {
			format = &f
		}
	}
	if format == nil {
		return nil, terminal.Usage("its name ends in .po or .xlf", "nobody knows what %s is", o.from)
	}
	head, units, problems := format.Read(filepath.ToSlash(o.from), data)
	whole := source.Pos{File: filepath.ToSlash(o.from)}
	if head.Name != "" && head.Name != g.ID {
		problems.Errorf(whole, i18n.CodeExtra, "these are texts of %s, not of %s", head.Name, g.ID)
	}
	if head.Target != "" && head.Target != o.lang {
		problems.Errorf(whole, i18n.CodeLanguage, "it is for %s, not for %s", head.Target, o.lang)
	}
	texts := map[string]bool{}
	for _, m := range g.Messages() {
		texts[m.ID] = true
	}
	taken := maps.Clone(have)
	if taken == nil {
		taken = map[string]catalog.Translation{}
	}
	changed := 0
	for _, u := range units {
		if !texts[u.ID] {
			problems.Errorf(u.Pos, i18n.CodeExtra, "%s has no text %q", g.ID, u.ID).Hint = "it was there when the file was written; remove it"
			continue
		}
		u.Target = strings.TrimSpace(u.Target)
		t := catalog.Translation{Text: u.Target, Of: catalog.Hash(u.Source)}
		old := have[u.ID]
		if old.Text == u.Target { // how it is read still holds
			t.Reading = old.Reading
		}
		if u.Stale {
			t.Of = old.Of
		}
		if u.Target == "" || t == (catalog.Translation{Text: old.Text, Of: old.Of, Reading: old.Reading}) {
			continue
		}
		if t.Of == "" {
			t.Of = "unsure"
		}
		changed++
		taken[u.ID] = t
	}
	if problems.HasErrors() {
		return nil, problems.Err()
	}
	_, err = fmt.Fprintf(s.Err, "%s: %s taken over; now try: kitpress check --lang %s\n", o.from, terminal.Plural(changed, "text"), o.lang)
	return taken, err
}
