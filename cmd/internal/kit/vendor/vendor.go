package vendor

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"

	"kitpress/catalog"
	"kitpress/catalog/source"
	"kitpress/cmd/internal/kit/manifest"
	"kitpress/cmd/internal/kit/publish"
	"kitpress/cmd/internal/press"
	"kitpress/layout"
	"kitpress/output"
)

// A Report says what was made for a vendor.
type Report struct {
	Tool     string          `json:"tool"`
	Out      string          `json:"out"`
	For      string          `json:"for"`
	Source   string          `json:"source"` // of the sizes
	Seen     string          `json:"seen"`   // and when they were looked up
	Note     string          `json:"note,omitempty"`
	Decks    []Ordered       `json:"decks"`
	LeftOut  []LeftOut       `json:"leftOut"`
	Files    int             `json:"files"`
	Bytes    int64           `json:"bytes"`
	Removed  int             `json:"removed,omitempty"`
	Problems source.Problems `json:"problems,omitempty"`
}

// An Ordered is a deck as a vendor is to make it.
type Ordered struct {
	Game    string `json:"game"`
	Lang    string `json:"lang"`
	Deck    string `json:"deck"`
	Product string `json:"product"`
	Pixels  [2]int `json:"pixels"`
	Cards   int    `json:"cards"` // different ones
	Pieces  int    `json:"pieces"`
	Folder  string `json:"folder"`
}

// A LeftOut is a deck a vendor does not make, and why.
type LeftOut struct {
	Game string `json:"game"`
	Lang string `json:"lang"`
	Deck string `json:"deck"`
	Why  string `json:"why"`
}

// Export makes what a vendor takes of the games of a request. What was in the
// folder is replaced, and only when every new file is there. For a table, images
// is the address or folder its pictures will lie at; "" for where they are
// written.
func Export(ctx context.Context, req press.Request, id, images string) (*Report, error) {
	all, err := All()
	if err != nil {
		return nil, err
	}
	i := slices.IndexFunc(all, func(v Vendor) bool { return v.ID == id })
	if i < 0 {
		return nil, press.Unknown("--for", id, append(IDs(), press.PrintShop))
	}
	book, err := all[i].format(req.Profile)
	if err != nil {
		return nil, err
	}
	req.For, req.Profile = "", nil
	locals, warnings, err := press.Localise(ctx, req)
	if err != nil {
		return nil, err
	}
	if m, err := manifest.Read(req.Out); err == nil && !m.Preview {
		return nil, &press.UsageError{Message: fmt.Sprintf("there is a kit in %s", req.Out), Hint: "choose another folder with -o"}
	}
	to, err := publish.Open(req.Out)
	if err != nil {
		return nil, err
	}
	defer to.Discard()
	v := all[i]
	x := &exporter{vendor: &v, pages: book, to: to, images: images, alike: map[string]*layout.Scene{}, out: &Report{
		Tool: press.Tool, Out: req.Out, For: v.ID, Source: v.Source, Seen: v.Seen, Note: v.Note, Problems: warnings, Decks: []Ordered{}, LeftOut: []LeftOut{},
	}}
	for _, l := range locals {
		x.l, x.dir = l, l.Dir
		if len(locals) > 1 {
			x.dir = path.Join(l.Dir, l.Lang)
		}
		if err := x.game(ctx); err != nil {
			return nil, err
		}
	}
	m := manifest.New(locals[0].Request)
	m.Game, m.Version, m.Ink, m.Preview, m.Other = locals[0].Game.ID, locals[0].Game.Version, locals[0].Request.Ink, true, x.listed
	if _, err := manifest.Write(to, "", m); err != nil {
		return nil, err
	}
	x.out.Removed, err = to.Commit()
	return x.out, err
}

// An exporter makes the files of one request.
type exporter struct {
	vendor *Vendor
	pages  output.Format // of books
	to     *publish.Folder
	images string
	out    *Report
	listed []manifest.File
	alike  map[string]*layout.Scene

	l   *press.Localization
	dir string // of the game and language
}

// A made is a deck, or the part of one with one back, in the folder of a
// vendor.
type made struct {
	*Ordered
	deck   *catalog.Deck
	size   layout.Size
	factor float64 // it is drawn smaller by
	cards  []*made1
	backs  []string // paths of the backs, different ones
}

// A made1 is a card of it.
type made1 struct {
	id, name    string
	front, back string // paths of their pictures, below the folder of the game
	quantity    int
	faces       [2]*layout.Scene
}

// game makes the decks of a game in a language, and the file that orders them.
func (x *exporter) game(ctx context.Context) error {
	var problems source.Problems
	if problems = x.l.Letters(); problems.HasErrors() {
		return press.DedupeProblems(problems).Err()
	}
	var decks []*made
	for _, deck := range x.decks() {
		list, more := x.deck(deck)
		problems, decks = append(problems, more...), append(decks, list...)
	}
	problems.FillExcerpts(x.l.Request.Catalog)
	problems = press.DedupeProblems(problems)
	if x.out.Problems = append(x.out.Problems, problems...); problems.HasErrors() {
		return problems.Err()
	}
	if x.vendor.Order != orderSave { // which has sheets of many
		if err := x.pictures(ctx, decks); err != nil {
			return err
		}
	}
	for _, d := range decks {
		x.out.Decks = append(x.out.Decks, *d.Ordered)
	}
	return x.order(decks)
}

// decks returns the decks that lie on the table, in the order of the kit.
func (x *exporter) decks() []*catalog.Deck {
	var list []*catalog.Deck
	for _, c := range x.l.Game.Components {
		for _, id := range c.Decks {
			if d := x.l.Game.Deck(id); c.Kind == catalog.KindPieces && c.Counts(d) && !slices.Contains(list, d) {
				list = append(list, d)
			}
		}
	}
	return list
}

// deck composes a deck for its product: a part for each back where the vendor
// takes one back a deck.
func (x *exporter) deck(deck *catalog.Deck) ([]*made, source.Problems) {
	left := func(why string) {
		x.out.LeftOut = append(x.out.LeftOut, LeftOut{x.l.Game.ID, x.l.Lang, deck.ID, why})
	}
	if deck.StandIn.By == catalog.StandInDice {
		left(x.vendor.Name + " has dice of its own; faces: " + press.FaceTable(x.l, deck))
		return nil, nil
	}
	var problems source.Problems
	var parts []*made
	byBack := map[*layout.Scene]*made{}
	for _, card := range deck.Cards {
		faces, more := x.l.Faces(deck, card.ID, true)
		if problems = append(problems, more...); more.HasErrors() {
			continue
		}
		product, ok := x.vendor.product(faces[0].Size)
		if !ok {
			left(fmt.Sprintf("%s makes nothing of %g × %g mm", x.vendor.Name, faces[0].Size.W.MM(), faces[0].Size.H.MM()))
			return nil, problems
		}
		one := &made1{id: card.ID, name: x.name(deck, card), quantity: card.Quantity}
		copy(one.faces[:], faces)
		one.faces[1] = x.equal(one.faces[1])
		key := one.faces[1]
		if !x.vendor.OneBack {
			key = nil
		}
		part := byBack[key]
		if part == nil {
			part = &made{deck: deck, size: faces[0].Size, Ordered: &Ordered{Game: x.l.Game.ID, Lang: x.l.Lang, Deck: deck.ID, Product: product.ID, Pixels: product.Pixels}}
			byBack[key], parts = part, append(parts, part)
		}
		part.cards, part.Cards, part.Pieces = append(part.cards, one), part.Cards+1, part.Pieces+card.Quantity
	}
	for i, p := range parts {
		p.Folder = path.Join(x.dir, strings.ToLower(p.Product), deck.ID)
		if len(parts) > 1 {
			p.Folder += fmt.Sprintf("-%d", i+1)
		}
	}
	return parts, problems
}

// equal returns the first face that looks as one does: cards have their backs
// drawn one by one, and most are alike.
func (x *exporter) equal(face *layout.Scene) *layout.Scene {
	if face == nil {
		return nil
	}
	bare := *face
	bare.Name = ""
	var look strings.Builder
	if err := layout.Dump(&look, &bare); err != nil {
		return face
	}
	key := x.l.Game.ID + x.l.Lang + look.String()
	if x.alike[key] == nil {
		x.alike[key] = face
	}
	return x.alike[key]
}

// name returns what a card is called: its first text, or else what all of its
// deck are called.
func (x *exporter) name(deck *catalog.Deck, card *catalog.Record) string {
	for _, field := range []string{"title", "name"} {
		if v, ok := card.Fields[field]; ok && v.Type == catalog.TypeText {
			return x.l.Texts.Name(v.Text)
		}
	}
	for _, f := range deck.Schema {
		v, set := card.Fields[f.Name], x.l.Game.Set(f.Of)
		if f.Type != catalog.TypeItem || set == nil {
			continue
		}
		if item := set.Item(v.Word); item != nil && item.Fields["name"].Type == catalog.TypeText {
			return x.l.Texts.Name(item.Fields["name"].Text)
		}
	}
	label := deck.Label
	if label.ID == "" || label.Text == "" {
		label = deck.Name
	}
	return cmp.Or(x.l.Texts.Name(label), card.ID)
}

// add writes a file below the folder of the game.
func (x *exporter) add(name string, content func(io.Writer) error) error {
	bytes, sum, err := x.to.Write(name, content)
	x.list(name, bytes, sum)
	return err
}

// list lists a file that was written.
func (x *exporter) list(name string, bytes int64, sum string) {
	x.listed = append(x.listed, manifest.File{Path: name, Bytes: bytes, SHA256: sum})
	x.out.Files, x.out.Bytes = x.out.Files+1, x.out.Bytes+bytes
}
