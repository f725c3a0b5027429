package own

import (
	"fmt"
	"slices"
	"strings"

	"kitpress/catalog"
	"kitpress/cmd/internal/kit/tree"
	"kitpress/cmd/internal/press"
	"kitpress/cmd/internal/studio/shelf"
	"kitpress/cmd/internal/studio/yamledit"
)

// A wish is one change somebody asks for.
type wish struct {
	Do    string `json:"do"`
	Deck  string `json:"deck"`
	Row   int    `json:"row"` // from 1, as spreadsheet programs count
	Col   int    `json:"col"` // from 1
	Field string `json:"field"`
	ID    string `json:"id"` // of a text
	Lang  string `json:"lang"`
	Value string `json:"value"`
}

// Limits of what is typed into one place and of a file that is given, in bytes.
const (
	mostText = 16 << 10
	mostFile = 32 << 20
)

// errPicture says that a file is neither a picture nor a font.
const errPicture = shelf.Refusal("own.no-picture")

// limits of a table that is made here.
const (
	mostRows    = 5000
	mostColumns = 60
)

// change makes a change in a deck that is read as s. field says what columns
// are called in the language of the page.
func change(p *Pack, s *state, w wish, field func(string) string) error {
	_, err := (&topicShelf{}).change(p, s, w, field)
	return err
}

// change does it where codes of topics are known, and returns the id of what is
// new.
func (t *topicShelf) change(p *Pack, s *state, w wish, field func(string) string) (made string, err error) {
	if len(w.Value) > mostText {
		return "", shelf.ErrLong
	}
	e := &edit{state: s, wish: w, word: field, shelf: t}
	edits := map[string]func(tree.Files) error{
		"cell": e.cell, "insert": e.insert, "delete": e.remove, "move": e.move, "column": e.column, "field": e.field,
		"look": e.look, "size": e.size, "theme": e.theme, "name": e.name, "font": e.font, "source": e.source,
		"new-topic": e.newTopic, "topic": e.topic, "drop-topic": e.dropTopic, "stamp-topic": e.stampTopic, "lead": e.lead,
		"text": e.text, "stamp": e.stamp, "language": e.language, "book": e.book, "rule": e.rule, "section": e.section,
	}
	do := edits[w.Do]
	if do == nil {
		return "", shelf.ErrPlace
	}
	what := ""
	if w.Do == "topic" {
		what = fmt.Sprint(w.Do, w.ID, w.Lang, w.Field)
	}
	if w.Do == "cell" || w.Do == "text" || w.Do == "name" {
		what = fmt.Sprint(w.Do, w.Deck, w.Row, ",", w.Col, w.ID, w.Lang)
	}
	err = p.Change(what, do)
	return e.made, err
}

// An edit is a change on its way.
type edit struct {
	*state
	wish
	word  func(string) string
	shelf *topicShelf
	made  string // the id of what is new
}

// deck returns the deck that is meant.
func (s *state) deck(id string) *catalog.Deck {
	if s.game == nil {
		return nil
	}
	if d := s.game.Deck(id); d != nil {
		return d
	}
	return nil
}

// tableOf returns the file a deck takes its cards from, "" when it has none.
func tableOf(files tree.Files, d *catalog.Deck) string {
	v, _ := yamledit.Find(d.Pos.File, files[d.Pos.File], "decks", "id="+d.ID, "from")
	if v.IsMap() {
		v = v.Map().Get("file")
	}
	return v.Literal()
}

// table returns the table of the deck that is meant, if it can be changed.
func (e *edit) table(f tree.Files) (*table, *catalog.Deck, error) {
	d := e.deck(e.wish.Deck)
	if d == nil {
		return nil, nil, shelf.ErrPlace
	}
	t, err := readTable(f, tableOf(f, d))
	if err == nil && !t.editable() {
		err = yamledit.ErrByHand
	}
	return t, d, err
}

// cell changes what stands in a cell.
func (e *edit) cell(f tree.Files) error {
	t, _, err := e.table(f)
	if err != nil {
		return err
	}
	if e.Row < 1 || e.Row > mostRows || e.Col < 1 || e.Col > mostColumns {
		return shelf.ErrPlace
	}
	t.set(e.Row-1, e.Col-1, yamledit.Clean(e.Value))
	return t.write(f)
}

// insert puts an empty row, or a copy of it, below a row.
func (e *edit) insert(f tree.Files) error {
	t, _, err := e.table(f)
	if err != nil {
		return err
	}
	if e.Row <= t.head || e.Row > len(t.sheet.Rows) || len(t.sheet.Rows) >= mostRows {
		return shelf.ErrPlace
	}
	t.sheet.Rows = slices.Insert(slices.Clone(t.sheet.Rows), e.Row, slices.Clone(t.sheet.Rows[e.Row-1]))
	return t.write(f)
}

// remove takes a row away.
func (e *edit) remove(f tree.Files) error {
	t, _, err := e.table(f)
	if err != nil {
		return err
	}
	if e.Row <= t.head+1 || e.Row > len(t.sheet.Rows) {
		return shelf.ErrPlace
	}
	t.sheet.Rows = slices.Delete(slices.Clone(t.sheet.Rows), e.Row-1, e.Row)
	return t.write(f)
}

// move moves a row up or down.
func (e *edit) move(f tree.Files) error {
	t, _, err := e.table(f)
	if err != nil {
		return err
	}
	to := e.Row + 1
	if e.Value == "up" {
		to = e.Row - 1
	}
	if min(e.Row, to) <= t.head+1 || max(e.Row, to) > len(t.sheet.Rows) {
		return shelf.ErrPlace
	}
	t.sheet.Rows = slices.Clone(t.sheet.Rows)
	t.sheet.Rows[e.Row-1], t.sheet.Rows[to-1] = t.sheet.Rows[to-1], t.sheet.Rows[e.Row-1]
	return t.write(f)
}

// lookOf takes the template of a deck apart: what it looks like, and its size.
func lookOf(d *catalog.Deck) (look, size string) {
	look, size, _ = strings.Cut(d.Template, "@")
	return look, size
}

// backs are the backs of looks that have one of their own.
var backs = map[string]string{"flash-card": "flash-back"}

// dress gives a deck another look or size.
func (e *edit) dress(f tree.Files, look, size string) error {
	d := e.deck(e.wish.Deck)
	if d == nil {
		return shelf.ErrPlace
	}
	back, _, _ := strings.Cut(d.Back, "@")
	if back == "plain-back" || back == "flash-back" {
		if back = backs[look]; back == "" {
			back = "plain-back"
		}
	}
	if size != "" {
		look, back = look+"@"+size, back+"@"+size
	}
	if err := e.set(f, d, look, "template"); err != nil || d.Back == "" {
		return err
	}
	return e.set(f, d, back, "back")
}

func (e *edit) look(f tree.Files) error {
	if !slices.ContainsFunc(press.Looks(), func(l press.Shipped) bool { return l.Name == e.Value }) {
		return shelf.ErrPlace
	}
	if d := e.deck(e.wish.Deck); d != nil {
		_, size := lookOf(d)
		return e.dress(f, e.Value, size)
	}
	return shelf.ErrPlace
}

// inMM reports whether a size is written in mm, as 55x85.
func inMM(size string) bool {
	w, h, _ := strings.Cut(size, "x")
	number := func(s string) bool { return len(s) >= 2 && len(s) <= 3 && strings.Trim(s, "0123456789") == "" }
	return number(w) && number(h)
}

func (e *edit) size(f tree.Files) error {
	if !inMM(e.Value) && !slices.ContainsFunc(press.Sizes(), func(l press.Shipped) bool { return l.Name == e.Value }) {
		return shelf.ErrPlace
	}
	d := e.deck(e.wish.Deck)
	if d == nil {
		return shelf.ErrPlace
	}
	look, _ := lookOf(d)
	return e.dress(f, look, e.Value)
}

// inGame sets a key of game.yaml.
func (e *edit) inGame(f tree.Files, raw string, keys ...string) error {
	data, err := yamledit.SetRaw(f["game.yaml"], "game.yaml", raw, keys...)
	if err == nil {
		f["game.yaml"] = data
	}
	return err
}

func (e *edit) theme(f tree.Files) error {
	if !slices.ContainsFunc(press.Themes(), func(l press.Shipped) bool { return l.Name == e.Value }) && f["themes/"+e.Value+".yaml"] == nil {
		return shelf.ErrPlace
	}
	return e.inGame(f, e.Value, "theme")
}

// name names the game, and its only deck.
func (e *edit) name(f tree.Files) error {
	name := strings.TrimSpace(yamledit.Clean(e.Value))
	if name == "" || e.game == nil {
		return shelf.ErrPlace
	}
	if err := e.inGame(f, yamledit.Quoted(name), "name"); err != nil {
		return err
	}
	for _, d := range e.game.Decks {
		if d.Name.Text == e.game.Name.Text {
			if err := e.set(f, d, yamledit.Quoted(name), "name"); err != nil {
				return err
			}
		}
	}
	for _, c := range e.game.Components {
		if c.Name.Text == e.game.Name.Text {
			if err := e.inGame(f, yamledit.Quoted(name), "components", "id="+c.ID, "name"); err != nil {
				return err
			}
		}
	}
	return nil
}

// font sets the titles, the numbers or the texts in a family of the folder
// fonts; "" takes the usual one again.
func (e *edit) font(f tree.Files) error {
	if !slices.Contains([]string{"title", "number", "text"}, e.Field) {
		return shelf.ErrPlace
	}
	now := map[string]string{}
	if e.game != nil {
		for role, ref := range e.game.Fonts {
			now[role] = ref.Name
		}
	}
	if now[e.Field] = yamledit.Clean(e.Value); e.Value == "" {
		delete(now, e.Field)
	}
	if len(now) == 0 {
		data, err := yamledit.RemoveKey(f["game.yaml"], "game.yaml", "fonts")
		f["game.yaml"] = data
		return err
	}
	var parts []string
	for _, role := range []string{"title", "number", "text"} {
		if now[role] != "" {
			parts = append(parts, role+": "+yamledit.Quoted(now[role]))
		}
	}
	return e.inGame(f, "{"+strings.Join(parts, ", ")+"}", "fonts")
}
