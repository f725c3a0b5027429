package games

import (
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"

	"kitpress/catalog/load"
	"kitpress/cmd/internal/cli/terminal"
	"kitpress/cmd/internal/press"
	"kitpress/layout"
)

// listShipped lists what is the same for every game of a pack, nil for what
// kitpress ships.
func listShipped(what string, pack fs.FS) (terminal.Table, error) {
	switch what {
	case "looks":
		return listAbout("LOOK", press.Looks()), nil
	case "themes":
		return listAbout("THEME", press.Themes()), nil
	case "sizes":
		return listAbout("SIZE", press.Sizes()), nil
	case "sheets":
		sheets, err := press.Layouts(pack)
		return listAbout("SHEET", sheets), err
	case "stocks":
		stocks, err := press.Stocks(pack)
		return listAbout("STOCK", stocks), err
	case "fields":
		var fields []press.Shipped
		names := load.ColumnNames()
		for _, id := range slices.Sorted(maps.Keys(names)) {
			fields = append(fields, press.Shipped{Name: id, About: strings.Join(names[id], ", ")})
		}
		return listAbout("FIELD", fields), nil
	case "fonts":
		var fonts []press.Shipped
		families, weights := layout.Families()
		for _, name := range families {
			fonts = append(fonts, press.Shipped{Name: name, About: strings.Join(weights[name], " ")})
		}
		return listAbout("FONT", fonts), nil
	}
	return listPapers(pack)
}

// listAbout lists things with what they are.
func listAbout(head string, list []press.Shipped) terminal.Table {
	t := terminal.Table{Head: []string{head, "ABOUT"}, Data: list, Said: slices.Contains([]string{"LOOK", "THEME", "SHEET", "STOCK"}, head)}
	for _, x := range list {
		t.Add(x.Name, x.About)
	}
	return t
}

func listPapers(pack fs.FS) (terminal.Table, error) {
	type paper struct {
		ID     string  `json:"id"`
		Name   string  `json:"name"`
		Width  float64 `json:"width_mm"`
		Height float64 `json:"height_mm"`
	}
	t := terminal.Table{Head: []string{"PAPER", "NAME", "SIZE"}}
	list := []paper{}
	papers, err := press.Papers(pack)
	for _, p := range papers {
		x := paper{p.ID, p.Name, p.Size.W.MM(), p.Size.H.MM()}
		list = append(list, x)
		t.Add(x.ID, x.Name, fmt.Sprintf("%g × %g mm", x.Width, x.Height))
	}
	t.Data = list
	return t, err
}
