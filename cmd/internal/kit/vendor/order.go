package vendor

import (
	"archive/zip"
	"encoding/csv"
	"encoding/json"
	"encoding/xml"
	"io"
	"path"
	"strconv"
	"strings"

	"kitpress/layout"
	"kitpress/output"
)

// The files that say how many of what, as vendors.yaml names them.
const (
	orderTable = "order.csv"
	orderCards = "cards.xml"
	orderGame  = "game.json"
	orderSave  = "save.json"
	orderRoom  = "game.pcio"
)

// order writes the file that orders the decks of a game: a table of all
// pictures, and what else the vendor opens.
func (x *exporter) order(decks []*made) error {
	var content func(io.Writer) error
	switch x.vendor.Order {
	case orderSave:
		return x.save(decks)
	case orderCards:
		content = func(w io.Writer) error { return writeXML(w, cardsOf(decks)) }
	case orderGame:
		content = func(w io.Writer) error { return writeJSON(w, x.gameOf(decks)) }
	case orderRoom:
		content = func(w io.Writer) error { return x.room(w, decks) }
	}
	if content != nil {
		if err := x.add(path.Join(x.dir, x.vendor.Order), content); err != nil {
			return err
		}
	}
	return x.add(path.Join(x.dir, orderTable), func(w io.Writer) error {
		table := csv.NewWriter(w)
		rows := [][]string{{"product", "deck", "card", "name", "front", "back", "quantity"}}
		for _, d := range decks {
			for _, c := range d.cards {
				rows = append(rows, []string{d.Product, d.Deck, c.id, c.name, x.below(d, c.front), x.below(d, c.back), strconv.Itoa(c.quantity)})
			}
		}
		return table.WriteAll(rows)
	})
}

// below returns where a picture of a deck lies from the folder of the game.
func (x *exporter) below(d *made, name string) string {
	if name == "" {
		return ""
	}
	return strings.TrimPrefix(path.Join(path.Dir(d.Folder), name), x.dir+"/")
}

func writeJSON(w io.Writer, v any) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(v)
}

func writeXML(w io.Writer, v any) error {
	enc := xml.NewEncoder(w)
	enc.Indent("", "  ")
	if err := enc.Encode(v); err != nil {
		return err
	}
	_, err := io.WriteString(w, "\n")
	return err
}

// An xmlOrder is what the tools of MakePlayingCards' users upload.
type xmlOrder struct {
	XMLName xml.Name `xml:"order"`
	Details struct {
		Quantity int    `xml:"quantity"`
		Stock    string `xml:"stock"`
		Foil     bool   `xml:"foil"`
	} `xml:"details"`
	Fronts   []xmlCard `xml:"fronts>card"`
	Backs    []xmlCard `xml:"backs>card"`
	CardBack string    `xml:"cardback"`
}

// An xmlCard is a picture and the places of the deck it is printed on.
type xmlCard struct {
	ID    string `xml:"id"`
	Slots string `xml:"slots"`
	Name  string `xml:"name"`
}

// cardsOf returns the order of all cards: each copy has a slot.
func cardsOf(decks []*made) *xmlOrder {
	o := &xmlOrder{}
	o.Details.Stock = "(S30) Standard Smooth"
	backs := map[string][]string{}
	var order []string
	for _, d := range decks {
		for _, c := range d.cards {
			var slots []string
			for range c.quantity {
				slots = append(slots, strconv.Itoa(o.Details.Quantity))
				o.Details.Quantity++
			}
			folder := path.Base(path.Dir(d.Folder))
			o.Fronts = append(o.Fronts, xmlCard{path.Join(folder, c.front), strings.Join(slots, ","), c.name})
			if c.back == "" {
				continue
			}
			back := path.Join(folder, c.back)
			if backs[back] == nil {
				order = append(order, back)
			}
			backs[back] = append(backs[back], slots...)
		}
	}
	for _, back := range order {
		o.Backs = append(o.Backs, xmlCard{back, strings.Join(backs[back], ","), path.Base(back)})
	}
	if len(order) > 0 {
		o.CardBack = order[0]
	}
	return o
}

// A gameOrder is a game in the terms of The Game Crafter.
type gameOrder struct {
	Name  string      `json:"name"`
	Decks []deckOrder `json:"decks"`
}

type deckOrder struct {
	Identity string      `json:"identity"`
	Name     string      `json:"name"`
	Back     string      `json:"back"`
	Cards    []cardOrder `json:"cards"`
}

type cardOrder struct {
	Name     string `json:"name"`
	Face     string `json:"face"`
	BackFrom string `json:"back_from"`
	Quantity int    `json:"quantity"`
}

func (x *exporter) gameOf(decks []*made) *gameOrder {
	g := &gameOrder{Name: x.l.Texts.Name(x.l.Game.Name)}
	for _, d := range decks {
		o := deckOrder{Identity: d.Product, Name: x.l.Texts.Name(d.deck.Name)}
		for _, c := range d.cards {
			o.Back = x.below(d, c.back)
			o.Cards = append(o.Cards, cardOrder{c.name, x.below(d, c.front), "Deck", c.quantity})
		}
		g.Decks = append(g.Decks, o)
	}
	return g
}

// room writes what playingcards.io imports: the widgets of a room and their
// pictures.
func (x *exporter) room(w io.Writer, decks []*made) error {
	z := zip.NewWriter(w)
	var widgets []map[string]any
	add := func(name string, s *layout.Scene) error {
		to, err := z.CreateHeader(&zip.FileHeader{Name: "userassets/" + name, Method: zip.Store})
		if err != nil {
			return err
		}
		return output.PNG(0).WritePage(to, &layout.Document{Name: name, Pages: []layout.Page{{Scene: s}}}, 0)
	}
	known := map[*layout.Scene]string{}
	for i, d := range decks {
		// a card of 88 mm is 160 points high there
		wide, high := int(d.size.W.MM()/88*160+0.5), int(d.size.H.MM()/88*160+0.5)
		id, left := "deck-"+path.Base(d.Folder), 40+i%6*(wide+30)
		top := 40 + i/6*200
		face := func(value string) map[string]any {
			return map[string]any{"includeBorder": false, "includeRadius": true, "objects": []any{map[string]any{
				"type": "image", "valueType": "dynamic", "value": value, "color": "white", "x": 0, "y": 0, "w": wide, "h": high,
			}}}
		}
		types := map[string]any{}
		var cards []map[string]any
		for n, c := range d.cards {
			kind := map[string]any{"label": c.name}
			for side, s := range c.faces {
				if s == nil {
					continue
				}
				if known[s] == "" {
					known[s] = strings.ReplaceAll([2]string{c.front, c.back}[side], "/", "-")
					if err := add(known[s], x.canvas(s, d.Pixels, 1)); err != nil {
						return err
					}
				}
				kind[[2]string{"face", "back"}[side]] = "package://userassets/" + known[s]
			}
			types[c.id] = kind
			for k := range c.quantity {
				cards = append(cards, map[string]any{
					"id": "card-" + c.id + "-" + strconv.Itoa(k+1), "type": "card", "deck": id, "cardType": c.id, "parent": "pile-" + id,
					"x": left, "y": top, "z": 10 + n, "faceup": c.faces[1] == nil,
				})
			}
		}
		widgets = append(widgets,
			map[string]any{"id": "pile-" + id, "type": "cardPile", "label": x.l.Texts.Name(d.deck.Name), "x": left, "y": top, "z": 1, "width": wide + 8, "height": high + 8},
			map[string]any{"id": id, "type": "cardDeck", "parent": "pile-" + id, "x": left, "y": top, "z": 2, "cardWidth": wide, "cardHeight": high, "cardTypes": types, "faceTemplate": face("face"), "backTemplate": face("back"), "enlarge": true})
		widgets = append(widgets, cards...)
	}
	to, err := z.CreateHeader(&zip.FileHeader{Name: "widgets.json", Method: zip.Deflate})
	if err != nil {
		return err
	}
	if err := writeJSON(to, widgets); err != nil {
		return err
	}
	return z.Close()
}
