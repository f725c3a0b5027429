package games

import (
	"bytes"
	"cmp"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"kitpress/catalog/source"
	"kitpress/cmd/internal/cli/command"
	"kitpress/cmd/internal/cli/terminal"
	"kitpress/i18n"
	"kitpress/i18n/exchange"
)

// frameName is what a file with kitpress's own words says it is about.
const frameName = "kitpress-words"

// translateWords prints kitpress's own words for a translator, or takes over
// what one made of them.
func (o *translateOptions) translateWords(s terminal.Streams) error {
	switch {
	case !command.LangTag.MatchString(o.lang):
		return terminal.Usage("write it like de or de-CH", "%q is no language", o.lang)
	case len(o.stamp) > 0:
		return terminal.Usage("leave --stamp out", "words are not stamped")
	}
	if o.catalog != "" {
		if _, err := os.Stat(filepath.Join(o.catalog, "game.yaml")); err != nil {
			return terminal.Usage("name the folder of one game", "%s is no folder of a game, and its words belong to one", o.catalog)
		}
	}
	pack := os.DirFS(cmp.Or(o.catalog, os.DevNull))
	words, problems := i18n.FrameWords(pack, o.lang)
	if problems.HasErrors() {
		return problems.Err()
	}
	switch {
	case o.as != "":
		return o.exportWords(s, words)
	case o.from != "":
		return o.takeWords(s, pack, words)
	}
	have, _ := fs.ReadFile(pack, i18n.FrameFile(o.lang))
	if err := o.putWords(s, have, nil); err != nil || o.catalog == "" {
		return err
	}
	left := 0
	for _, w := range words {
		if w.Target == "" {
			left++
		}
	}
	err := terminal.Printf(s.Out, "%s: %s, %d to translate\n", filepath.Join(o.catalog, filepath.FromSlash(i18n.FrameFile(o.lang))), terminal.Plural(len(words), "word"), left)
	return err
}

// putWords writes the file of words with those given in it.
func (o *translateOptions) putWords(s terminal.Streams, have []byte, words map[string]map[string]string) error {
	file, ok := i18n.WriteFrame(o.lang, have, words)
	if !ok {
		return terminal.Usage("write each word on a line of its own, two spaces from the margin", "%s is written in a way words cannot be put into", i18n.FrameFile(o.lang))
	}
	if o.catalog == "" {
		_, err := s.Data.Write(file)
		return err
	}
	if bytes.Equal(file, have) {
		return nil
	}
	_, err := o.put(i18n.FrameFile(o.lang), file)
	return err
}

// exportWords writes the words in the format of --as.
func (o *translateOptions) exportWords(s terminal.Streams, words []i18n.FrameWord) error {
	plural, ok := exchange.PluralOf(i18n.PluralForm(o.lang))
	if !ok && o.as == "po" {
		return terminal.Usage("write --as xliff", "gettext has no formula for the plural forms of %s", o.lang)
	}
	var units []exchange.Unit
	for _, w := range words {
		u := exchange.Unit{ID: w.ID, Form: w.Form, Source: w.Source, Target: w.Target, Note: placeholderNote(w.Source)}
		if w.Form != "" && o.as != "po" {
			u.Note += fmt.Sprintf("\nthe form for numbers such as %s", i18n.Numbers(o.lang, w.Form))
		}
		units = append(units, u)
	}
	return o.write(s, exchange.Head{Name: frameName, Source: "en", Target: o.lang, Plural: &plural}, units)
}

// takeWords writes the words in the file of --from into that of the game.
func (o *translateOptions) takeWords(s terminal.Streams, pack fs.FS, words []i18n.FrameWord) error {
	head, units, problems, err := o.read(frameName)
	if err != nil {
		return err
	}
	whole := source.Pos{File: filepath.ToSlash(o.from)}
	if plural, _ := exchange.PluralOf(i18n.PluralForm(o.lang)); !exchange.Named(head, units, plural) {
		problems.Errorf(whole, i18n.CodeLanguage, "its Plural-Forms are not those of %s", o.lang).Hint = "write Plural-Forms: " + plural.Header()
	}
	known := map[[2]string]i18n.FrameWord{}
	for _, w := range words {
		known[[2]string{w.ID, w.Form}] = w
	}
	changed := map[string]map[string]string{}
	n := 0
	for _, u := range units {
		w, ok := known[[2]string{u.ID, u.Form}]
		switch {
		case !ok:
			problems.Errorf(u.Pos, i18n.CodeExtra, "kitpress has no word %q", u.ID).Hint = "it was there when the file was written; remove it"
		case u.Target == "" || u.Target == w.Target:
		case u.Stale:
			problems.Warnf(u.Pos, i18n.CodeStale, "%s is marked as not sure, and was not taken over", u.ID)
		case u.Form == "" && u.Source != w.Source:
			problems.Warnf(u.Pos, i18n.CodeStale, "%s was made from another English text, and was not taken over", u.ID).Hint = "now it is: " + w.Source
		default:
			if says := i18n.FrameFault(w, u.Target); says != "" {
				problems.Errorf(u.Pos, i18n.CodePlaceholder, "%s %s", u.ID, says)
				continue
			}
			if n++; changed[u.ID] == nil {
				changed[u.ID] = map[string]string{}
			}
			changed[u.ID][u.Form] = u.Target
		}
	}
	o.completeForms(words, units, changed, &problems)
	if problems.HasErrors() {
		return problems.Err()
	}
	have, _ := fs.ReadFile(pack, i18n.FrameFile(o.lang))
	if err := o.putWords(s, have, changed); err != nil {
		return err
	}
	s.Problems(problems)
	err = terminal.Printf(s.Err, "%s: %s taken over; now try: kitpress check --lang %s\n", o.from, terminal.Plural(n, "text"), o.lang)
	return err
}

// completeForms adds the forms of a word that did not change to those that did,
// and reports those that lack one.
func (o *translateOptions) completeForms(words []i18n.FrameWord, units []exchange.Unit, changed map[string]map[string]string, problems *source.Problems) {
	places, last := map[string]source.Pos{}, map[string]string{}
	for _, u := range units {
		places[u.ID] = u.Pos
	}
	for _, w := range words {
		forms := changed[w.ID]
		if w.Form == "" || forms == nil {
			continue
		}
		if forms[w.Form] = cmp.Or(forms[w.Form], w.Target); forms[w.Form] == "" {
			problems.Errorf(places[w.ID], i18n.CodeMissing, "%s has no form %q, for numbers such as %s", w.ID, w.Form, i18n.Numbers(o.lang, w.Form))
		}
		last[w.ID] = w.Form
	}
	for id, form := range last { // whole numbers may take no form "other", which fractions do
		changed[id]["other"] = cmp.Or(changed[id]["other"], changed[id][form])
	}
}
