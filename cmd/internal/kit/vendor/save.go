package vendor

import (
	"context"
	"fmt"
	"io"
	"path"
	"path/filepath"
	"slices"
	"strconv"

	"kitpress/catalog"
	"kitpress/cmd/internal/kit/manifest"
	"kitpress/cmd/internal/press"
	"kitpress/layout"
	"kitpress/output"
)

// A sheet of cards of Tabletop Simulator: its rows and columns; the last place
// of a full one shows what is hidden.
const (
	sheetColumns = 10
	sheetRows    = 7
	sheetLeast   = 2 // rows
	sheetMost    = sheetColumns*sheetRows - 1
	sheetPixels  = 4096
)

// A saved is a saved object of Tabletop Simulator.
type saved struct {
	SaveName, GameMode, Date, Table, Sky, Note, Rules, LuaScript, LuaScriptState string

	ObjectStates []*object
}

// An object is one thing on its table.
type object struct {
	GUID             string
	Name             string
	Transform        transform
	Nickname         string
	Description      string
	Locked           bool
	Grid             bool
	Snap             bool
	Autoraise        bool
	Sticky           bool
	Tooltip          bool
	Number           int              `json:",omitempty"`
	CardID           int              `json:",omitempty"`
	SidewaysCard     bool             `json:",omitempty"`
	DeckIDs          []int            `json:",omitempty"`
	CustomDeck       map[string]atlas `json:",omitempty"`
	CustomImage      *tile            `json:",omitempty"`
	ContainedObjects []*object        `json:",omitempty"`
}

type transform struct {
	PosX   float64 `json:"posX"`
	PosY   float64 `json:"posY"`
	PosZ   float64 `json:"posZ"`
	RotX   float64 `json:"rotX"`
	RotY   float64 `json:"rotY"`
	RotZ   float64 `json:"rotZ"`
	ScaleX float64 `json:"scaleX"`
	ScaleY float64 `json:"scaleY"`
	ScaleZ float64 `json:"scaleZ"`
}

// An atlas is a sheet of cards with one back.
type atlas struct {
	FaceURL, BackURL         string
	NumWidth, NumHeight      int
	BackIsHidden, UniqueBack bool
	Type                     int
}

// A tile is a board or a token.
type tile struct {
	ImageURL, ImageSecondaryURL string
	ImageScalar, WidthScale     float64
	CustomTile                  struct {
		Type               int
		Thickness          float64
		Stackable, Stretch bool
	}
}

// save writes the sheets of cards, the pictures of boards and tokens, and the
// object that has them all on a table.
func (x *exporter) save(decks []*made) error {
	name := x.l.Texts.Name(x.l.Game.Name)
	t := &table{x: x, save: &saved{SaveName: name, Note: x.vendor.Source}}
	for _, d := range decks {
		var err error
		if d.deck.Kind() == "cards" {
			err = t.cards(d)
		} else {
			err = t.tiles(d)
		}
		if err != nil {
			return err
		}
	}
	for _, d := range x.l.Game.Decks {
		if d.StandIn.By == catalog.StandInDice {
			t.dice(d)
		}
	}
	return x.add(path.Join(x.dir, x.l.Game.ID+".json"), func(w io.Writer) error { return writeJSON(w, t.save) })
}

// A table is a saved object that is being laid.
type table struct {
	x      *exporter
	save   *saved
	guids  int
	atlas  int
	placed int
}

// url returns where a picture will lie.
func (t *table) url(name string) string {
	if base := t.x.images; base != "" {
		return base + "/" + name
	}
	dir, err := filepath.Abs(t.x.out.Out)
	if err != nil {
		dir = t.x.out.Out
	}
	return "file:///" + path.Join(filepath.ToSlash(dir), name)[1:]
}

// object returns a thing with a number of its own, in the next place when it
// lies on the table.
func (t *table) object(kind, name string, scale float64) *object {
	t.guids++
	return &object{
		GUID: fmt.Sprintf("%06x", t.guids), Name: kind, Nickname: name, Grid: true, Snap: true, Autoraise: true, Sticky: true, Tooltip: true,
		Transform: transform{PosY: 1, RotY: 180, ScaleX: scale, ScaleY: 1, ScaleZ: scale},
	}
}

// lay puts a thing on the table, seven to a row.
func (t *table) lay(o *object) {
	o.Transform.PosX, o.Transform.PosZ = float64(t.placed%7-3)*4, 8-float64(t.placed/7)*4
	t.placed++
	t.save.ObjectStates = append(t.save.ObjectStates, o)
}

// cards lays a deck: sheets of its fronts, a back for each of them, and each
// card by name.
func (t *table) cards(d *made) error {
	all := t.object("DeckCustom", t.x.l.Texts.Name(d.deck.Name), d.size.H.MM()/88)
	all.CustomDeck, all.Transform.RotZ = map[string]atlas{}, 180
	byBack := map[*layout.Scene][]*made1{}
	var backs []*layout.Scene
	for _, c := range d.cards {
		if byBack[c.faces[1]] == nil {
			backs = append(backs, c.faces[1])
		}
		byBack[c.faces[1]] = append(byBack[c.faces[1]], c)
	}
	for n, back := range backs {
		for cards := range slices.Chunk(byBack[back], sheetMost) {
			if err := t.sheet(d, n+1, back, cards, all); err != nil {
				return err
			}
		}
	}
	if len(all.ContainedObjects) == 1 { // a deck of one is a card
		all = all.ContainedObjects[0]
	}
	t.lay(all)
	return nil
}

// sheet writes a sheet of cards with their n-th back and puts them into a deck.
func (t *table) sheet(d *made, n int, back *layout.Scene, cards []*made1, deck *object) error {
	t.atlas++
	name := fmt.Sprintf("%s-%d.png", d.Folder, t.atlas)
	a := atlas{FaceURL: t.url(name), BackURL: t.url(name), NumWidth: sheetColumns, NumHeight: max(sheetLeast, (len(cards)+sheetColumns-1)/sheetColumns)}
	sheet := &layout.Scene{Name: name, Size: layout.Size{W: sheetColumns * d.size.W, H: layout.Length(a.NumHeight) * d.size.H}}
	for i, c := range cards {
		trim := layout.RectOutline(layout.Rect{W: d.size.W, H: d.size.H}, 0)
		at := layout.Point{X: layout.Length(i%sheetColumns) * d.size.W, Y: layout.Length(i/sheetColumns) * d.size.H}
		sheet.Items = append(sheet.Items, &layout.Group{Transform: layout.Translate(at), Clip: &trim, Items: c.faces[0].Items})
	}
	dpi := min(sheetPixels/(sheetColumns*d.size.W.MM()), sheetPixels/(sheetRows*d.size.H.MM())) * 25.4
	if err := t.picture(name, sheet, dpi); err != nil {
		return err
	}
	if back != nil {
		name := fmt.Sprintf("%s-back-%d.png", d.Folder, n)
		if a.BackURL, a.BackIsHidden = t.url(name), true; !slices.ContainsFunc(t.x.listed, func(f manifest.File) bool { return f.Path == name }) {
			if err := t.picture(name, back, dpi); err != nil {
				return err
			}
		}
	}
	id := strconv.Itoa(t.atlas)
	deck.CustomDeck[id] = a
	for i, c := range cards {
		for range c.quantity {
			card := t.object("Card", c.name, deck.Transform.ScaleX)
			card.CardID, card.CustomDeck = 100*t.atlas+i, map[string]atlas{id: a}
			deck.DeckIDs, deck.ContainedObjects = append(deck.DeckIDs, card.CardID), append(deck.ContainedObjects, card)
		}
	}
	return nil
}

// tiles lays boards and tokens, equal ones on a stack.
func (t *table) tiles(d *made) error {
	for _, c := range d.cards {
		var urls [2]string
		for side, face := range c.faces {
			if face == nil {
				urls[side] = urls[0]
				continue
			}
			name := d.Folder + "/" + c.id + [2]string{".png", "-back.png"}[side]
			if err := t.picture(name, t.x.canvas(face, d.Pixels, 1), resolution); err != nil {
				return err
			}
			urls[side] = t.url(name)
		}
		o := t.object("Custom_Tile", c.name, max(d.size.W, d.size.H).MM()/50.8)
		if c.quantity > 1 {
			o.Name, o.Number = "Custom_Tile_Stack", c.quantity
		}
		o.CustomImage = &tile{ImageURL: urls[0], ImageSecondaryURL: urls[1], ImageScalar: 1}
		o.CustomImage.CustomTile.Thickness, o.CustomImage.CustomTile.Stackable, o.CustomImage.CustomTile.Stretch = 0.1, c.quantity > 1, true
		t.lay(o)
	}
	return nil
}

// dice lays ordinary dice that say what their numbers mean.
func (t *table) dice(d *catalog.Deck) {
	for range d.Count() {
		o := t.object("Die_6", t.x.l.Texts.Name(d.Name), 1)
		o.Description = press.FaceTable(t.x.l, d)
		t.lay(o)
	}
}

// picture writes a picture.
func (t *table) picture(name string, s *layout.Scene, dpi float64) error {
	w := output.PNG(dpi)
	return t.x.write(context.Background(), 1, func(int) (string, func(io.Writer) error) {
		return name, func(to io.Writer) error {
			return w.WritePage(to, &layout.Document{Name: name, Pages: []layout.Page{{Scene: s}}}, 0)
		}
	})
}
