package games

import (
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

// placeholderNote tells a translator what a text is filled in with.
func placeholderNote(text string) string {
	if strings.Contains(text, "{{") {
		return "what stands in {{ and }} is filled in: leave it as it is, where your language wants it"
	}
	return ""
}

// write writes texts in the format of --as.
func (o *translateOptions) write(s terminal.Streams, head exchange.Head, units []exchange.Unit) error {
	for _, f := range exchange.Formats() {
		if f.Name == o.as {
			return f.Write(s.Data, head, units)
		}
	}
	return terminal.Usage("write --as po or --as xliff", "there is no format %q", o.as)
}

// read reads the file of --from, which is to be about name.
func (o *translateOptions) read(name string) (head exchange.Head, units []exchange.Unit, problems source.Problems, err error) {
	data, err := os.ReadFile(o.from)
	if err != nil {
		return head, nil, nil, err
	}
	file := filepath.ToSlash(o.from)
	for _, f := range exchange.Formats() {
		if !strings.EqualFold(filepath.Ext(o.from), f.Ending) {
			continue
		}
		head, units, problems = f.Read(file, data)
		if head.Name != "" && head.Name != name {
			problems.Errorf(source.Pos{File: file}, i18n.CodeExtra, "these are texts of %s, not of %s", head.Name, name)
		}
		if head.Target != "" && head.Target != o.lang {
			problems.Errorf(source.Pos{File: file}, i18n.CodeLanguage, "it is for %s, not for %s", head.Target, o.lang)
		}
		for i := range units {
			units[i].Target = strings.TrimSpace(units[i].Target)
		}
		return head, units, problems, nil
	}
	return head, nil, nil, terminal.Usage("its name ends in .po or .xlf", "nobody knows what %s is", o.from)
}

// export writes the texts of a game in the format of --as.
func (o *translateOptions) export(s terminal.Streams, g *catalog.Game, have map[string]catalog.Translation) error {
	var units []exchange.Unit
	for _, m := range i18n.Held(g, o.lang, have) {
		t := have[m.ID]
		units = append(units, exchange.Unit{ID: m.ID, Source: m.Text, Target: t.Text, Stale: t.Text != "" && t.Of != catalog.Hash(m.Text), Note: placeholderNote(m.Text)})
	}
	return o.write(s, exchange.Head{Name: g.ID, Source: g.Source, Target: o.lang}, units)
}

// take returns the translations with those of the file of --from. One that is
// marked as unsure stays to be checked; one of another source text than the
// game has now is stale.
func (o *translateOptions) take(s terminal.Streams, g *catalog.Game, have map[string]catalog.Translation) (map[string]catalog.Translation, error) {
	_, units, problems, err := o.read(g.ID)
	if err != nil {
		return nil, err
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
	err = terminal.Printf(s.Err, "%s: %s taken over; now try: kitpress check --lang %s\n", o.from, terminal.Plural(changed, "text"), o.lang)
	return taken, err
}
