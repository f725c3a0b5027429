package events

import (
	"net/http"
	"path"
	"slices"
	"strconv"
	"strings"

	"kitpress/cmd/internal/kit/tree"
	"kitpress/cmd/internal/studio/shelf"
	"kitpress/cmd/internal/studio/yamledit"
)

// A wish is one change somebody asks for.
type wish struct {
	Do    string `json:"do"`
	ID    string `json:"id"` // of a field, as "title" or "tables.2.game"; of a list
	Value string `json:"value"`
}

// Limits of what is sent, in bytes, and of what is pasted.
const (
	mostText = 16 << 10
	mostFile = 256 << 10
	mostRows = 400
)

// Reasons to refuse something.
const (
	errFaults  = shelf.Refusal("events.faults")
	errNothing = shelf.Refusal("events.nothing")
	errKind    = shelf.Refusal("events.no-file")
)

// fields are the texts of an event, and lists the keys of the items of its
// lists; those of teams are texts themselves.
var (
	fields = []string{"title", "date", "lang", "address", "wifi", "sponsor", "secret", "rounds"}
	lists  = map[string][]string{"times": {"at", "what"}, "teams": nil, "tables": {"number", "name", "game", "lang", "players"}}
)

// change makes a change.
func (rooms *Rooms) change(p *shelf.Pack, r *http.Request, w wish) error {
	if len(w.Value) > mostFile || len(w.Value) > mostText && w.Do != "whole" {
		return shelf.ErrLong
	}
	value := strings.TrimSpace(yamledit.Clean(w.Value))
	do := map[string]func(data []byte) ([]byte, error){
		"set":    func(data []byte) ([]byte, error) { return set(data, w.ID, value) },
		"remove": func(data []byte) ([]byte, error) { return remove(data, w.ID) },
		"secret": func(data []byte) ([]byte, error) { return set(data, "secret", rooms.host.Secret()) },
		"whole":  func([]byte) ([]byte, error) { return []byte(yamledit.Clean(w.Value)), nil },
		"add": func(data []byte) ([]byte, error) {
			item, err := rooms.fresh(data, w.ID, r)
			if err != nil {
				return nil, err
			}
			return yamledit.AddItems(data, main, w.ID, item)
		},
	}[w.Do]
	if do == nil {
		return shelf.ErrPlace
	}
	what := ""
	if w.Do == "set" || w.Do == "whole" {
		what = w.Do + w.ID
	}
	return p.Change(what, func(f tree.Files) error {
		data, err := do(f[main])
		if err == nil {
			f[main] = data
		}
		return err
	})
}

// at takes the name of a field of an item apart.
func at(id string) (list string, i int, key string, ok bool) {
	parts := strings.Split(id, ".")
	keys, known := lists[parts[0]]
	if !known || len(parts) < 2 || len(parts) > 3 {
		return "", 0, "", false
	}
	i, err := strconv.Atoi(parts[1])
	if len(parts) == 3 {
		key = parts[2]
	}
	return parts[0], i, key, err == nil && i >= 0 && (key == "" || slices.Contains(keys, key))
}

// set changes a field.
func set(data []byte, id, value string) ([]byte, error) {
	if id == "sponsor" || id == "logo" {
		return setSponsor(data, id, value)
	}
	if slices.Contains(fields, id) {
		return yamledit.SetRaw(data, main, yamledit.Raw(value), id)
	}
	list, i, key, ok := at(id)
	switch {
	case !ok:
		return nil, shelf.ErrPlace
	case list == "teams" && key == "":
		v, _ := yamledit.Find(main, data, list, "#"+strconv.Itoa(i))
		if !v.Exists() {
			return nil, shelf.ErrPlace
		}
		return yamledit.SetAt(data, v.Pos(), value)
	case key == "":
		return nil, shelf.ErrPlace
	}
	return yamledit.EditItem(data, main, list, i, func(pairs []yamledit.Pair) []yamledit.Pair { return with(pairs, key, value) })
}

// setSponsor changes the line of the sponsor, or names the file of a logo. Of a line
// in several languages it changes that of the event.
func setSponsor(data []byte, id, value string) ([]byte, error) {
	if lines, _ := yamledit.Find(main, data, "sponsor", "line"); lines.IsMap() {
		keys := []string{"sponsor", "logo"}
		if id == "sponsor" {
			lang, _ := yamledit.Find(main, data, "lang")
			keys = []string{"sponsor", "line", lang.Literal()}
		}
		return yamledit.SetRaw(data, main, yamledit.Quoted(value), keys...)
	}
	line, logo := sponsorNow(data)
	if id == "logo" {
		logo = value
	} else {
		line = value
	}
	raw := yamledit.Quoted(line)
	if logo != "" {
		raw = yamledit.Flow(yamledit.Pair{Key: "line", Raw: raw}, yamledit.Pair{Key: "logo", Raw: yamledit.Quoted(logo)})
	}
	if v, _ := yamledit.Find(main, data, "sponsor"); v.IsMap() { // on lines of its own: each key stays where it is
		if next, err := yamledit.SetRaw(data, main, raw, "sponsor"); err == nil {
			return next, nil
		}
		return yamledit.SetRaw(data, main, yamledit.Quoted(value), "sponsor", map[string]string{"sponsor": "line", "logo": "logo"}[id])
	}
	return yamledit.SetRaw(data, main, raw, "sponsor")
}

// sponsorNow returns the line and the logo of the sponsor.
func sponsorNow(data []byte) (line, logo string) {
	v, _ := yamledit.Find(main, data, "sponsor")
	if !v.IsMap() {
		return v.Literal(), ""
	}
	return v.Map().Get("line").Literal(), v.Map().Get("logo").Literal()
}

// logo keeps the file of a logo beside the event.
func logo(p *shelf.Pack, name string, data []byte) error {
	file := "logo" + strings.ToLower(path.Ext(name))
	return p.Change("", func(f tree.Files) error {
		next, err := set(f[main], "logo", file)
		if err == nil {
			f[main], f[file] = next, data
		}
		return err
	})
}

// with changes a key of an item; "1-20" for its number are tables from 1 to 20.
func with(pairs []yamledit.Pair, key, value string) []yamledit.Pair {
	put := func(key, raw string) {
		if i := slices.IndexFunc(pairs, func(p yamledit.Pair) bool { return p.Key == key }); i >= 0 {
			pairs[i].Raw = raw
			return
		}
		pairs = append(pairs, yamledit.Pair{Key: key, Raw: raw})
	}
	without := func(keys ...string) {
		pairs = slices.DeleteFunc(pairs, func(p yamledit.Pair) bool { return slices.Contains(keys, p.Key) })
	}
	if from, to, several := fromTo(value); key == "number" && several {
		without("number")
		put("from", from)
		put("to", to)
		return pairs
	}
	if key == "number" {
		without("from", "to")
	}
	if value == "" && (key == "name" || key == "players") {
		without(key)
		return pairs
	}
	put(key, yamledit.Raw(value))
	return pairs
}

// fromTo takes "1-20" apart.
func fromTo(s string) (from, to string, ok bool) {
	from, to, ok = strings.Cut(strings.NewReplacer("–", "-", "—", "-", "〜", "-", " ", "").Replace(s), "-")
	number := func(s string) bool { return s != "" && len(s) < 6 && strings.Trim(s, "0123456789") == "" }
	return from, to, ok && number(from) && number(to)
}

// remove takes an item away.
func remove(data []byte, id string) ([]byte, error) {
	list, i, key, ok := at(id)
	if !ok || key != "" {
		return nil, shelf.ErrPlace
	}
	return yamledit.RemoveItem(data, main, list, i)
}

// fresh returns an item to add: a table like the last one, with the next number.
func (rooms *Rooms) fresh(data []byte, list string, r *http.Request) (string, error) {
	switch list {
	case "times":
		return yamledit.Flow(yamledit.Pair{Key: "at", Raw: `""`}, yamledit.Pair{Key: "what", Raw: `""`}), nil
	case "teams":
		words := rooms.host.Words(r)
		v, _ := yamledit.Find(main, data, list)
		return yamledit.Quoted(words.Word("event.team") + " " + strconv.Itoa(len(v.List())+1)), nil
	case "tables":
		t := table{Number: strconv.Itoa(lastNumber(data) + 1)}
		rows := rowsNow(data)
		if len(rows) > 0 {
			t.Game, t.Lang = rows[len(rows)-1].Game, rows[len(rows)-1].Lang
		}
		return rooms.item(r, t), nil
	}
	return "", shelf.ErrPlace
}

// A table is a row of tables as it is written.
type table struct{ Number, Name, Game, Lang, Players string }

// item writes a table; what is not said is usual.
func (rooms *Rooms) item(r *http.Request, t table) string {
	games := rooms.host.Games(r)
	if t.Game == "" && len(games) > 0 {
		t.Game = games[0].ID
	}
	for _, g := range games {
		if g.ID == t.Game && t.Lang == "" {
			t.Lang = langOf(g, rooms.host.Words(r).Lang())
		}
	}
	var pairs []yamledit.Pair
	for _, p := range []yamledit.Pair{{Key: "number", Raw: t.Number}, {Key: "name", Raw: t.Name}, {Key: "game", Raw: t.Game}, {Key: "lang", Raw: t.Lang}, {Key: "players", Raw: t.Players}} {
		if p.Raw != "" {
			pairs = with(pairs, p.Key, p.Raw)
		}
	}
	return yamledit.Flow(pairs...)
}

// langOf returns a language of a game, that of the page where it has it.
func langOf(g Game, usual string) string {
	if slices.Contains(g.Langs, usual) || len(g.Langs) == 0 {
		return usual
	}
	return g.Langs[0]
}

// rowsNow returns the tables of a file as they are written.
func rowsNow(data []byte) (list []table) {
	v, _ := yamledit.Find(main, data, "tables")
	if !v.IsList() {
		return nil
	}
	for _, item := range v.List() {
		t := table{}
		if item.IsMap() {
			m := item.Map()
			text := func(key string) string { return m.Get(key).Literal() }
			t = table{text("number"), text("name"), text("game"), text("lang"), text("players")}
			if from := text("from"); from != "" {
				t.Number = from + "–" + text("to")
			}
		}
		list = append(list, t)
	}
	return list
}

// lastNumber returns the highest number of a table.
func lastNumber(data []byte) int {
	most := 0
	for _, t := range rowsNow(data) {
		most = max(most, last(t.Number))
	}
	return most
}

// last returns the last of some numbers of tables, 0 for what is none.
func last(number string) int {
	_, to, several := fromTo(number)
	if !several {
		to = number
	}
	n, _ := strconv.Atoi(to)
	return n
}

// saveAs makes another event of what there is now.
func saveAs(p *shelf.Pack, name string) (*shelf.Pack, error) {
	name = strings.TrimSpace(yamledit.Clean(name))
	if name == "" || len(name) > mostText {
		return nil, shelf.ErrPlace
	}
	return p.SaveAs(name, func(files tree.Files, _ string) error {
		data, err := set(files[main], "title", name)
		files[main] = data
		return err
	})
}
