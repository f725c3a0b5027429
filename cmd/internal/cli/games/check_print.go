package games

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"kitpress/catalog"
	"kitpress/cmd/internal/cli/terminal"
	"kitpress/cmd/internal/press"
	"kitpress/layout"
)

// printStage prints what a step of a build makes.
func (o *checkOptions) printStage(ctx context.Context, s terminal.Streams) error {
	if o.print == "sheet" {
		return o.printSheet(ctx, s)
	}
	locals, _, err := press.Localise(ctx, o.Request)
	if err != nil {
		return err
	}
	var data any
	var text string
	switch o.print {
	case "catalog":
		data, text = stageCatalog(locals)
	case "texts":
		data, text = stageTexts(locals)
	case "jobs":
		t, err := stageJobs(locals)
		if err != nil {
			return err
		}
		return s.Table(t, o.json)
	default:
		if data, text, err = stageScenes(locals); err != nil {
			return err
		}
	}
	if o.json {
		return s.JSON(data)
	}
	_, err = fmt.Fprint(s.Out, text)
	return err
}

// stageCatalog is each game once, in its source language.
func stageCatalog(locals []*press.Localization) (data any, text string) {
	type record struct {
		ID       string         `json:"id"`
		Quantity int            `json:"quantity"`
		Source   string         `json:"source"`
		Fields   map[string]any `json:"fields"`
	}
	type deck struct {
		Game     string   `json:"game"`
		ID       string   `json:"id"`
		Template string   `json:"template"`
		Back     string   `json:"back,omitempty"`
		Cards    []record `json:"cards"`
	}
	var b strings.Builder
	list := []deck{}
	game := ""
	for _, l := range locals {
		if game == l.Game.ID {
			continue
		}
		game = l.Game.ID
		for _, d := range l.Game.Decks {
			x := deck{game, d.ID, d.Template, d.Back, nil}
			fmt.Fprintf(&b, "deck %s/%s template=%s %s\n", game, d.ID, d.Template, d.Back)
			for _, c := range d.Cards {
				r := record{c.ID, c.Quantity, c.Pos.String(), map[string]any{}}
				fmt.Fprintf(&b, "  card %s ×%d  %s\n", r.ID, r.Quantity, r.Source)
				for _, name := range slices.Sorted(maps.Keys(c.Fields)) {
					r.Fields[name] = value(c.Fields[name], func(m catalog.Msg) string { return m.Text })
					fmt.Fprintf(&b, "    %s: %s\n", name, terminal.OneLine(r.Fields[name]))
				}
				x.Cards = append(x.Cards, r)
			}
			list = append(list, x)
		}
	}
	return list, b.String()
}

// stageTexts is every text of the games in each language, by id.
func stageTexts(locals []*press.Localization) (data any, text string) {
	type entry struct {
		Game string `json:"game"`
		Lang string `json:"lang"`
		ID   string `json:"id"`
		Text string `json:"text"`
	}
	var b strings.Builder
	list := []entry{}
	for _, l := range locals {
		for _, m := range l.Game.Messages() {
			list = append(list, entry{l.Game.ID, l.Lang, m.ID, l.Texts.Text(m)})
			fmt.Fprintf(&b, "%s\t%s\t%s\n", l.Lang, m.ID, terminal.OneLine(l.Texts.Text(m)))
		}
	}
	return list, b.String()
}

// stageJobs is what is to be made: a line for each file.
func stageJobs(locals []*press.Localization) (terminal.Table, error) {
	type job struct {
		Game      string `json:"game"`
		Lang      string `json:"lang"`
		Component string `json:"component"`
		Paper     string `json:"paper"`
		Sides     string `json:"sides"`
		Sheet     string `json:"sheet,omitempty"` // layout pieces are put on
		File      string `json:"file"`
	}
	t := terminal.Table{Head: []string{"LANG", "COMPONENT", "PAPER", "SIDES", "SHEET", "FILE"}}
	jobs, err := press.Plan(locals)
	list := []job{}
	for _, j := range jobs {
		x := job{j.In.Game.ID, j.In.Lang, j.ID, j.Paper, string(j.Sides), j.Sheet, j.Name + ".pdf"}
		list = append(list, x)
		t.Add(x.Lang, x.Component, x.Paper, x.Sides, x.Sheet, x.File)
	}
	t.Data = list
	return t, err
}

// stageScenes is what is drawn for each face.
func stageScenes(locals []*press.Localization) (data any, text string, err error) {
	type scene struct {
		Lang string `json:"lang"`
		Name string `json:"name"`
		Dump string `json:"dump"`
	}
	var b strings.Builder
	list := []scene{}
	for _, l := range locals {
		scenes, err := l.Scenes()
		if err != nil {
			return nil, "", err
		}
		for _, s := range scenes {
			var dump strings.Builder
			if err := layout.Dump(&dump, s); err != nil {
				return nil, "", err
			}
			list = append(list, scene{l.Lang, s.Name, dump.String()})
			fmt.Fprintf(&b, "# %s\n%s\n", l.Lang, dump.String())
		}
	}
	return list, b.String(), nil
}

// printSheet prints where each face lies.
func (o *checkOptions) printSheet(ctx context.Context, s terminal.Streams) error {
	list, err := press.Placements(ctx, o.Request)
	if err != nil {
		return err
	}
	t := terminal.Table{Head: []string{"FILE", "PAGE", "SIDE", "FACE", "X", "Y", "W", "H", "QR"}, Data: list}
	for _, p := range list {
		t.Add(p.File, fmt.Sprint(p.Page), p.Role, p.Face,
			fmt.Sprintf("%.2f", p.X), fmt.Sprintf("%.2f", p.Y), fmt.Sprintf("%.2f", p.W), fmt.Sprintf("%.2f", p.H), p.QR)
	}
	return s.Table(t, o.json)
}
