package events

import (
	"context"
	"slices"
	"strconv"

	"kitpress/catalog/source"
	"kitpress/cmd/internal/studio/shelf"
	"kitpress/cmd/internal/studio/yamledit"
	"kitpress/i18n"
)

// An eventPage is what the page of an event shows.
type eventPage struct {
	ID, Name string
	shelf.Status
	Whole  string // the file
	Broken bool   // it cannot be read
	Faults []fault
	Errors int
	Fields map[string]field
	Logo   string
	Times  []row
	Teams  []row
	Tables []row
	Games  []Game
	Langs  []string
	Count  int // of tables
}

// Archive returns where the file is taken away.
func (d *eventPage) Archive() string { return "/events/" + d.ID + "/save/" + d.ID + ".yaml" }

// Others returns where the other events are.
func (d *eventPage) Others() string { return "/events" }

// A field is a text with what is wrong with it.
type field struct {
	Path, Value string
	Said        []fault
	pos         source.Pos
}

// A row is an item of a list.
type row struct {
	N      int // from 1
	Path   string
	Fields map[string]*field
	Langs  []string // of the game of a table
	Said   []fault
	pos    source.Pos
}

// of returns one of its fields, which is there in a table.
func (r row) of(key string) *field { return r.Fields[key] }

// A fault is something that is wrong.
type fault struct{ Where, Text, Hint, Code string }

// TextFields are the texts of an event that are typed, in their order.
func TextFields() []string { return []string{"title", "date", "address", "wifi", "sponsor", "rounds"} }

// TableKeys are the columns of its tables.
func TableKeys() []string { return slices.Clone(lists["tables"]) }

// page says what the page of an event shows.
func (rooms *Rooms) page(ctx context.Context, p *shelf.Pack, games []Game) *eventPage {
	data, e, ps := read(ctx, p)
	d := &eventPage{ID: p.ID, Name: p.ID, Status: p.Status(), Whole: string(data), Games: games, Langs: i18n.Languages(), Fields: map[string]field{}}
	root, _ := yamledit.Find(main, data)
	if d.Broken = !root.IsMap(); !d.Broken {
		d.fill(root.Map())
	}
	if e != nil {
		d.Count = len(e.Tables)
	}
	for _, problem := range ps {
		d.say(problem)
	}
	if t := d.Fields["title"].Value; t != "" {
		d.Name = t
	}
	return d
}

func (d *eventPage) fill(m *source.Map) {
	for _, id := range fields {
		v := m.Get(id)
		f := field{Path: id, Value: v.Literal(), pos: v.Pos()}
		if id == "sponsor" && v.IsMap() {
			line := v.Map().Get("line")
			if line.IsMap() {
				line = line.Map().Get(m.Get("lang").Literal())
			}
			f.Value, f.pos, d.Logo = line.Literal(), line.Pos(), v.Map().Get("logo").Literal()
		}
		d.Fields[id] = f
	}
	for list, rows := range map[string]*[]row{"times": &d.Times, "teams": &d.Teams, "tables": &d.Tables} {
		v := m.Get(list)
		if !v.IsList() {
			continue
		}
		for i, item := range v.List() {
			*rows = append(*rows, d.row(list, i, item))
		}
	}
}

func (d *eventPage) row(list string, i int, item source.Value) row {
	r := row{N: i + 1, Path: list + "." + strconv.Itoa(i), Fields: map[string]*field{}, pos: item.Pos()}
	if list == "teams" {
		r.Fields[""] = &field{Path: r.Path, Value: item.Literal(), pos: item.Pos()}
		return r
	}
	if !item.IsMap() {
		return r
	}
	m := item.Map()
	for _, key := range lists[list] {
		v := m.Get(key)
		r.Fields[key] = &field{Path: r.Path + "." + key, Value: v.Literal(), pos: v.Pos()}
	}
	if list == "tables" && m.Has("from") {
		number := r.Fields["number"]
		number.Value, number.pos = m.Get("from").Literal()+"–"+m.Get("to").Literal(), m.Get("from").Pos()
	}
	if i := slices.IndexFunc(d.Games, func(g Game) bool { return list == "tables" && g.ID == r.of("game").Value }); i >= 0 {
		r.Langs = d.Games[i].Langs
	}
	return r
}

// say puts what is wrong beside its field, its row, or on top.
func (d *eventPage) say(p source.Problem) {
	f := fault{Where: p.Pos.String(), Text: p.Message, Hint: p.Hint, Code: p.Code}
	if p.Severity == source.Error {
		d.Errors++
	}
	same := func(pos source.Pos) bool { return pos.IsValid() && pos.Line == p.Pos.Line && pos.Col == p.Pos.Col }
	for id, one := range d.Fields {
		if same(one.pos) {
			one.Said = append(one.Said, f)
			d.Fields[id] = one
			return
		}
	}
	for _, rows := range [][]row{d.Times, d.Teams, d.Tables} {
		for i := range rows {
			for _, one := range rows[i].Fields {
				if same(one.pos) {
					one.Said = append(one.Said, f)
					return
				}
			}
			if same(rows[i].pos) || rows[i].pos.Line == p.Pos.Line && p.Pos.IsValid() {
				rows[i].Said = append(rows[i].Said, f)
				return
			}
		}
	}
	d.Faults = append(d.Faults, f)
}
