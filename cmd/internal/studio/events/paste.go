package events

import (
	"cmp"
	"net/http"
	"path"
	"slices"
	"strconv"
	"strings"

	"kitpress/catalog/spreadsheet"
	"kitpress/cmd/internal/kit/tree"
	"kitpress/cmd/internal/studio/shelf"
	"kitpress/cmd/internal/studio/yamledit"
	"kitpress/i18n"
)

// rowsOf returns the rows of a table that was pasted or brought.
func rowsOf(name string, data []byte) ([][]string, error) {
	if !slices.Contains(spreadsheet.Extensions(), strings.ToLower(path.Ext(name))) {
		return nil, errNothing
	}
	sheets, ps := spreadsheet.Read(name, data)
	if err := ps.Err(); err != nil {
		return nil, err
	}
	if len(sheets) == 0 || len(sheets[0].Rows) == 0 {
		return nil, errNothing
	}
	if len(sheets[0].Rows) > mostRows+1 {
		return nil, shelf.ErrLong
	}
	return sheets[0].Rows, nil
}

// paste adds rows to a list.
func (rooms *Rooms) paste(p *shelf.Pack, r *http.Request, list string, rows [][]string) error {
	if _, ok := lists[list]; !ok {
		return shelf.ErrPlace
	}
	return p.Change("", func(f tree.Files) error {
		items := rooms.items(r, list, rows, f[main])
		if len(items) == 0 {
			return errNothing
		}
		data, err := yamledit.AddItems(f[main], main, list, items...)
		if err == nil {
			f[main] = data
		}
		return err
	})
}

// items writes rows of a spreadsheet as items of a list.
func (rooms *Rooms) items(r *http.Request, list string, rows [][]string, data []byte) (items []string) {
	know := rooms.known(r)
	next := lastNumber(data)
	var columns map[int]string
	for i, row := range rows {
		cells := make([]string, len(row))
		for j := range row {
			cells[j] = strings.TrimSpace(row[j])
		}
		filled := slices.DeleteFunc(slices.Clone(cells), func(s string) bool { return s == "" })
		if i == 0 && len(rows) > 1 {
			if columns = know.header(cells); len(columns) > 0 {
				continue
			}
		}
		if len(filled) == 0 {
			continue
		}
		switch list {
		case "teams":
			items = append(items, yamledit.Quoted(filled[0]))
		case "times":
			items = append(items, yamledit.Flow(yamledit.Pair{Key: "at", Raw: yamledit.Quoted(filled[0])}, yamledit.Pair{Key: "what", Raw: yamledit.Quoted(strings.Join(filled[1:], " "))}))
		case "tables":
			t := know.table(cells, columns)
			if t.Number == "" {
				next++
				t.Number = strconv.Itoa(next)
			}
			next = max(next, last(t.Number))
			items = append(items, rooms.item(r, t))
		}
	}
	return items
}

// known are the words of tables in all languages, as people write them.
type known struct{ games, langs, heads map[string]string }

func (rooms *Rooms) known(r *http.Request) known {
	k := known{map[string]string{}, map[string]string{}, map[string]string{}}
	for _, g := range rooms.host.Games(r) {
		k.games[fold(g.ID)], k.games[fold(g.Name)] = g.ID, g.ID
	}
	for _, lang := range i18n.Languages() {
		words, _ := i18n.WordsIn(lang)
		k.langs[lang], k.langs[fold(words.NameOf(lang))] = lang, lang
		for id, key := range map[string]string{"event.table": "number", "events.number": "number", "event.game": "game", "table.lang": "lang", "handout.name": "name", "events.players": "players", "event.team": "", "events.at": "", "events.what": ""} {
			k.heads[fold(words.Word(id))] = key
		}
	}
	for _, keys := range lists {
		for _, key := range keys {
			k.heads[key] = key
		}
	}
	return k
}

func fold(s string) string { return strings.ToLower(strings.TrimSpace(s)) }

// header returns what the columns of a first row are, none when it names none.
func (k known) header(cells []string) map[int]string {
	columns := map[int]string{}
	for i, c := range cells {
		if key, ok := k.heads[fold(c)]; ok {
			columns[i] = key
		}
	}
	return columns
}

// table reads a row: by its columns, or by what is in it: a number, a game, a
// language, how many play, and what else there is is its name.
func (k known) table(cells []string, columns map[int]string) (t table) {
	for i, c := range cells {
		_, _, several := fromTo(c)
		number := c != "" && (several || strings.Trim(c, "0123456789") == "" && len(c) < 6)
		is := func(key string, guess bool) bool {
			if named, ok := columns[i]; ok {
				return named == key
			}
			return guess
		}
		switch {
		case c == "":
		case is("game", k.games[fold(c)] != "" && t.Game == ""):
			t.Game = cmp.Or(k.games[fold(c)], c)
		case is("lang", k.langs[fold(c)] != "" && t.Lang == ""):
			t.Lang = cmp.Or(k.langs[fold(c)], c)
		case is("number", number && t.Number == "" && (i == 0 || cells[0] != "")):
			t.Number = c
		case is("players", number):
			t.Players = c
		case is("name", t.Name == ""):
			t.Name = c
		case is("", t.Game == ""): // nobody knows it: the check says so
			t.Game = c
		}
	}
	return t
}
