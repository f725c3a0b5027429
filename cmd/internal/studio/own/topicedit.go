package own

import (
	"bytes"
	"crypto/rand"
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"
	"sync"

	"kitpress/catalog"
	"kitpress/catalog/form"
	"kitpress/catalog/library"
	"kitpress/cmd/internal/kit/tree"
	"kitpress/cmd/internal/studio/shelf"
	"kitpress/cmd/internal/studio/yamledit"
	"kitpress/i18n"
)

// topicFile returns where the facts of a topic stand.
func topicFile(id string) string { return path.Join(catalog.TopicFolder, id+".yaml") }

// codeLetters are those of codes that spell no word.
const codeLetters = "23456789BCDFGHJKMNPQRSTVWX"

var errNoCode = errors.New("no code is free")

// newCode returns a code that neither the topics kitpress ships have nor those
// of a deck.
func (t *topicShelf) newCode(files tree.Files) (string, error) {
	t.once.Do(func() {
		topics, _ := library.Questions(catalog.Embedded(), catalog.TopicSource) // they are tried
		for _, topic := range topics {
			t.taken = append(t.taken, topic.Code)
		}
	})
	for range 100 {
		var body [4]byte
		var chance [4]byte
		rand.Read(chance[:]) // it never fails
		for i := range body {
			body[i] = codeLetters[int(chance[i])%len(codeLetters)]
		}
		code := library.NewCode(string(body[:]))
		used := slices.Contains(t.taken, code)
		for name, data := range files {
			used = used || path.Dir(name) == catalog.TopicFolder && bytes.Contains(data, []byte(code))
		}
		if code != "" && !used {
			return code, nil
		}
	}
	return "", errNoCode
}

// A topicShelf knows which codes are taken.
type topicShelf struct {
	once  sync.Once
	taken []string
}

// newTopic begins a topic, written in the language of the deck.
func (e *edit) newTopic(f tree.Files) error {
	title := strings.TrimSpace(yamledit.Clean(e.Value))
	if e.game == nil || title == "" || len(title) > 200 {
		return shelf.ErrPlace
	}
	stem := form.IDFrom(title)
	if len(stem) > 40 {
		stem = strings.Trim(stem[:40], "-")
	}
	if stem == "" {
		stem = "topic"
	}
	id := stem
	for n := 2; f[topicFile(id)] != nil; n++ {
		id = fmt.Sprint(stem, "-", n)
	}
	code, err := e.shelf.newCode(f)
	if err != nil {
		return err
	}
	e.made = id
	f[topicFile(id)] = []byte("# yaml-language-server: $schema=../.schemas/topic.json\nformat: 1\nid: " + id + "\ncode: " + code + " # printed on cards: it never changes\ntitle: " + yamledit.Quoted(title) +
		"\nsummary: \"\"\nkind: term\nsource: " + e.game.Source + "\nreferences: {" + e.game.Source + ": \"\"}\n")
	f[catalog.ExplanationFile(id, e.game.Source)] = []byte("format: 1\ntopic: " + id + "\n" + emptyParts)
	return nil
}

// emptyParts are the parts of an explanation nobody has written yet.
const emptyParts = "what: \"\"\nexample: \"\"\nnotice:\n  - \"\"\n  - \"\"\nprotect:\n  - \"\"\n  - \"\"\n  - \"\"\nrespond:\n  - \"\"\n  - \"\"\nmisconception:\n  claim: \"\"\n  truth: \"\"\n"

// topic changes a part of a topic in a language.
func (e *edit) topic(f tree.Files) error {
	file := topicFile(e.ID)
	if e.game == nil || form.IDFrom(e.ID) != e.ID || f[file] == nil {
		return shelf.ErrPlace
	}
	if !slices.Contains(e.game.Languages, e.Lang) && e.Field != "kind" {
		return shelf.ErrPlace
	}
	text := strings.TrimSpace(yamledit.Clean(e.Value))
	write := sourceOfTopic(f, e.ID)
	var err error
	switch e.Field {
	case "kind":
		f[file], err = keep(f[file])(yamledit.SetRaw(f[file], file, yamledit.Raw(text), "kind"))
	case "reference":
		f[file], err = keep(f[file])(setIn(f[file], file, yamledit.Quoted(text), "references", e.Lang))
	case "title", "summary":
		if e.Lang == write {
			f[file], err = keep(f[file])(yamledit.SetRaw(f[file], file, yamledit.Quoted(text), e.Field))
			break
		}
		of, _ := yamledit.Find(file, f[file], e.Field)
		raw := yamledit.Flow(yamledit.Pair{Key: "of", Raw: yamledit.Quoted(catalog.Hash(of.Literal()))}, yamledit.Pair{Key: "text", Raw: yamledit.Quoted(text)})
		f[file], err = keep(f[file])(setTranslation(f[file], file, raw, e.Lang, e.Field))
	default:
		return e.explanation(f, text, write)
	}
	return err
}

// keep returns what was there when a change could not be made.
func keep(old []byte) func([]byte, error) ([]byte, error) {
	return func(data []byte, err error) ([]byte, error) {
		if err != nil {
			return old, err
		}
		return data, nil
	}
}

// sourceOfTopic returns the language a topic is written in.
func sourceOfTopic(f tree.Files, id string) string {
	v, _ := yamledit.Find(topicFile(id), f[topicFile(id)], "source")
	t := catalog.Topic{Source: v.Literal()}
	return t.WrittenIn()
}

// setIn sets a key of a mapping that may stand in brackets.
func setIn(data []byte, file, raw, of, key string) ([]byte, error) {
	if v, _ := yamledit.Find(file, data, of, key); v.Exists() {
		return yamledit.SetRaw(data, file, raw, of, key)
	}
	m, _ := yamledit.Find(file, data, of)
	if !m.IsMap() {
		return nil, yamledit.ErrByHand
	}
	var pairs []yamledit.Pair
	for e := range m.Map().All() {
		pairs = append(pairs, yamledit.Pair{Key: e.Key, Raw: yamledit.Quoted(e.Value.Literal())})
	}
	if next, err := yamledit.SetRaw(data, file, yamledit.Flow(append(pairs, yamledit.Pair{Key: key, Raw: raw})...), of); err == nil {
		return next, nil
	}
	return yamledit.SetRaw(data, file, raw, of, key)
}

// setTranslation sets a translated text, in brackets where it is the first of
// its language.
func setTranslation(data []byte, file, raw, lang, field string) ([]byte, error) {
	if v, _ := yamledit.Find(file, data, "translations", lang, field); v.Exists() {
		return yamledit.SetRaw(data, file, raw, "translations", lang, field)
	}
	if v, _ := yamledit.Find(file, data, "translations", lang); v.Exists() {
		return yamledit.SetRaw(data, file, raw, "translations", lang, field)
	}
	if v, _ := yamledit.Find(file, data, "translations"); v.Exists() {
		return yamledit.SetRaw(data, file, "\n    "+field+": "+raw, "translations", lang)
	}
	return append(bytes.TrimRight(bytes.Clone(data), "\n"), ("\ntranslations:\n  " + lang + ":\n    " + field + ": " + raw + "\n")...), nil
}

// explanation changes a part of an explanation.
func (e *edit) explanation(f tree.Files, text, write string) error {
	file := catalog.ExplanationFile(e.ID, e.Lang)
	data := f[file]
	if data == nil {
		data = []byte("format: 1\ntopic: " + e.ID + "\n" + emptyParts)
	}
	part := e.Field
	var err error
	switch e.Field {
	case catalog.PartWhat:
		raw := `""`
		if text != "" {
			raw = yamledit.Block(text)
		}
		data, err = yamledit.SetRaw(data, file, raw, part)
	case catalog.PartExample:
		data, err = yamledit.SetRaw(data, file, yamledit.Quoted(text), part)
	case catalog.PartNotice, catalog.PartProtect, catalog.PartRespond:
		var points []string
		for line := range strings.SplitSeq(text, "\n") {
			if line = strings.TrimSpace(line); line != "" || text == "" {
				points = append(points, line)
			}
		}
		data, err = yamledit.SetTexts(data, file, points, part)
	default:
		if !slices.Contains(mistaken, e.Field) {
			return shelf.ErrPlace
		}
		part = catalog.PartMisconception
		data, err = yamledit.SetRaw(data, file, yamledit.Quoted(text), part, e.Field)
	}
	if err != nil {
		return err
	}
	f[file] = data
	if e.Lang == write {
		return nil
	}
	return stampPart(f, e.ID, e.Lang, part)
}

// stampPart notes which wording a part of a translation was made from.
func stampPart(f tree.Files, id, lang string, parts ...string) error {
	topics, _ := library.Topics(f, lang) // what is wrong is said on the page
	t := topics[id]
	if t == nil || t.Explanation == nil {
		return nil
	}
	file := catalog.ExplanationFile(id, lang)
	f[file] = i18n.StampExplanation(f[file], t.Explanation, parts...)
	return nil
}

// stampTopic says that all of a translation is still right.
func (e *edit) stampTopic(f tree.Files) error {
	file := topicFile(e.ID)
	if e.game == nil || form.IDFrom(e.ID) != e.ID || f[file] == nil || !slices.Contains(e.game.Languages, e.Lang) {
		return shelf.ErrPlace
	}
	for _, field := range []string{"title", "summary"} {
		v, _ := yamledit.Find(file, f[file], "translations", e.Lang, field, "of")
		of, _ := yamledit.Find(file, f[file], field)
		if v.Exists() {
			data, err := yamledit.SetRaw(f[file], file, yamledit.Quoted(catalog.Hash(of.Literal())), "translations", e.Lang, field, "of")
			if err != nil {
				return err
			}
			f[file] = data
		}
	}
	if f[catalog.ExplanationFile(e.ID, e.Lang)] == nil {
		return nil
	}
	return stampPart(f, e.ID, e.Lang)
}

// dropTopic takes a topic away; cards that lead to it lead nowhere then.
func (e *edit) dropTopic(f tree.Files) error {
	if form.IDFrom(e.ID) != e.ID || f[topicFile(e.ID)] == nil || e.game == nil {
		return shelf.ErrPlace
	}
	for name := range f {
		if strings.HasPrefix(name, catalog.TopicFolder+"/") && path.Base(name) == e.ID+".yaml" {
			delete(f, name)
		}
	}
	for _, d := range e.game.Decks {
		t, at, err := topicColumn(f, d, e.game)
		if err != nil || at < 0 {
			continue
		}
		for row := t.head + 1; row < len(t.sheet.Rows); row++ {
			if strings.TrimSpace(t.cell(row, at)) == e.ID {
				t.set(row, at, "")
			}
		}
		if err := t.write(f); err != nil {
			return err
		}
	}
	return nil
}

// topicColumn returns the table of a deck and the column that names topics, -1
// for none.
func topicColumn(f tree.Files, d *catalog.Deck, g *catalog.Game) (*table, int, error) {
	t, err := readTable(f, tableOf(f, d))
	if err != nil {
		return nil, -1, err
	}
	return t, slices.IndexFunc(columnsOf(t, d, g), func(c column) bool { return c.Field == "topic" && c.Lang == "" }), nil
}

// lead lets a card lead to a topic, or to none. The first time the deck gets a
// column for it, and the kit a guide.
func (e *edit) lead(f tree.Files) error {
	if e.Value != "" && (form.IDFrom(e.Value) != e.Value || f[topicFile(e.Value)] == nil) {
		return shelf.ErrPlace
	}
	if _, _, err := e.table(f); err != nil {
		return err
	}
	d := e.deck(e.wish.Deck)
	t, at, err := topicColumn(f, d, e.game)
	if err != nil {
		return err
	}
	if at < 0 {
		e.Field = "topic"
		if err := e.column(f); err != nil {
			return err
		}
		if t, err = readTable(f, tableOf(f, d)); err != nil {
			return err
		}
		at = t.width() - 1
	}
	if e.Row <= t.head+1 || e.Row > len(t.sheet.Rows) {
		return shelf.ErrPlace
	}
	t.set(e.Row-1, at, e.Value)
	if err := t.write(f); err != nil {
		return err
	}
	return e.component(f, catalog.KindGuide, "guide")
}
