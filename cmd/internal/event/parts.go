package event

import (
	"context"
	"fmt"
	"io/fs"

	"kitpress/catalog/source"
	"kitpress/cmd/internal/press"
	"kitpress/layout/compose"
)

// organiser is the folder of what is for those who run an event.
const organiser = "event"

// A Part is a folder of what is printed for an event: the tables that play one
// game in one language, or the papers of those who run it.
type Part struct {
	Folder string
	Runs   bool // for those who run it
	Plan   func([]*press.Localization) ([]press.Job, error)

	group   Group
	sponsor *compose.Sponsor
}

// Parts returns the folders of what is printed, those who run it last: their
// papers name games as the others did. Logos lie in dir; lines of sponsors that have
// no room are told before anything is printed. Games are those of a catalog.
func (e *Event) Parts(ctx context.Context, games, dir fs.FS) ([]Part, source.Problems) {
	var list []Part
	for _, g := range e.Groups() {
		list = append(list, Part{Folder: g.Folder, group: g, Plan: func(locals []*press.Localization) ([]press.Job, error) {
			return press.PlanWith(locals, e.Papers(locals[0], g.Tables))
		}})
	}
	first := e.Groups()[0]
	first.Lang, first.Tables, first.Sponsor = e.Lang, nil, e.Sponsor
	list = append(list, Part{Folder: organiser, Runs: true, group: first, Plan: func(locals []*press.Localization) ([]press.Job, error) {
		return press.PlanHandouts(locals[0], e.Organise(locals[0]))
	}})
	open, seen := map[Sponsor]*compose.Sponsor{}, map[string]bool{}
	var problems source.Problems
	for i, p := range list {
		if _, known := open[p.group.Sponsor]; !known {
			var more source.Problems
			open[p.group.Sponsor], more = e.Open(p.group.Sponsor, dir)
			problems = append(problems, more...)
		}
		sponsor := open[p.group.Sponsor]
		list[i].sponsor = sponsor
		if sponsor == nil || problems.HasErrors() {
			continue
		}
		if key := fmt.Sprint(sponsor.Pos, p.group.Lang); !seen[key] { // languages break lines each in their way
			seen[key] = true
			problems = append(problems, e.room(ctx, list[i].Of(press.Request{Catalog: games}))...)
		}
	}
	return list, problems
}

// room reports a sponsor whose line has no room on cards.
func (e *Event) room(ctx context.Context, req press.Request) source.Problems {
	req.Marks = nil
	locals, _, err := press.Localise(ctx, req)
	if err != nil {
		return nil // said when it is printed
	}
	return excerpts(req.Sponsor.Pos.File, e.lines, press.CheckSponsor(locals[0]))
}

// Of returns a request for the part; req says how it is printed.
func (p Part) Of(req press.Request) press.Request {
	req.Format, req.Games, req.Langs, req.Marks, req.Sponsor = press.FormatPDF, []string{p.group.Game}, []string{p.group.Lang}, nil, p.sponsor
	if p.Runs {
		req.Only = nil
	}
	for _, t := range p.group.Tables {
		req.Marks = append(req.Marks, t.Label())
	}
	return req
}
