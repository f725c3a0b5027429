package vendor

import (
	"archive/zip"
	"bytes"
	"encoding/csv"
	"encoding/json"
	"image"
	"image/color"
	"image/png"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"kitpress/cmd/internal/press"
	"kitpress/layout"
	kitpng "kitpress/output/png"
)

// The data of vendors is read without a problem, and each number says where it
// is from and when it was seen.
func TestVendorsAreData(t *testing.T) {
	all, err := All()
	if err != nil || len(all) != 8 {
		t.Fatal(len(all), err)
	}
	for _, v := range all {
		if _, err := time.Parse(time.DateOnly, v.Seen); err != nil || !strings.HasPrefix(v.Source, "https://") {
			t.Errorf("%s: %s, %q", v.ID, v.Source, v.Seen)
		}
		for _, p := range v.Products { // around the cut there is between 2 and 4 mm
			for i, mm := range []float64{p.Cut.W.MM(), p.Cut.H.MM()} {
				if bleed := (float64(p.Pixels[i])/v.DPI*25.4 - mm) / 2; bleed < 2 || bleed > 4 {
					t.Errorf("%s %s: %.2f mm of bleed", v.ID, p.ID, bleed)
				}
			}
		}
	}
}

// export makes a game for a vendor in a folder of its own.
func export(t *testing.T, id, game, images string) (*Report, string) {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "out")
	r, err := Export(t.Context(), press.Request{Games: []string{game}, Langs: []string{"de"}, Out: dir}, id, images)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range r.Problems {
		t.Error(p)
	}
	return r, dir
}

// Pictures for services that print have exactly the pixels they want, no
// transparency, and art to their edges: what is coloured at the cut is not white
// at the edge of the picture. The table of what to order counts all pieces.
func TestPicturesToPrint(t *testing.T) {
	games := []string{"cyber-survival", "online", "cyber-siege", "attacker-placement"}
	if os.Getenv("KITPRESS_LONG") == "" {
		games = games[:1]
	}
	for _, id := range []string{"mpc", "gamecrafter"} {
		for _, game := range games {
			r, dir := export(t, id, game, "")
			for _, d := range r.Decks {
				var product Product
				all, _ := All()
				v := all[slices.IndexFunc(all, func(v Vendor) bool { return v.ID == id })]
				product = v.Products[slices.IndexFunc(v.Products, func(p Product) bool { return p.ID == d.Product })]
				files, _ := filepath.Glob(filepath.Join(dir, d.Folder, "*", "*.png"))
				more, _ := filepath.Glob(filepath.Join(dir, d.Folder, "*.png"))
				if files = append(files, more...); len(files) <= d.Cards {
					t.Errorf("%s: %d pictures of %d cards", d.Folder, len(files), d.Cards)
				}
				for i, file := range files {
					if os.Getenv("KITPRESS_LONG") == "" && i%4 > 0 {
						continue
					}
					img := decode(t, file)
					if size := img.Bounds().Size(); size != image.Pt(product.Pixels[0], product.Pixels[1]) {
						t.Errorf("%s is %v", file, size)
					}
					if n := bare(img, product, v.DPI); n > 12 {
						t.Errorf("%s %s: the art ends before the edge in %d places", id, strings.TrimPrefix(file, dir), n)
					}
				}
			}
			if n, want := ordered(t, filepath.Join(dir, orderTable)), r.Decks; n != pieces(want) || n == 0 {
				t.Errorf("%s: %d pieces are ordered, want %d", id, n, pieces(want))
			}
		}
	}
}

func pieces(decks []Ordered) (n int) {
	for _, d := range decks {
		n += d.Pieces
	}
	return n
}

// ordered counts the pieces of a table of what to order; its pictures are there.
func ordered(t *testing.T, name string) (n int) {
	t.Helper()
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	rows, err := csv.NewReader(f).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range rows[1:] {
		quantity, err := strconv.Atoi(row[6])
		if err != nil {
			t.Error(err)
		}
		n += quantity
		for _, file := range row[4:6] {
			if file == "" {
				continue
			}
			if _, err := os.Stat(filepath.Join(filepath.Dir(name), file)); err != nil {
				t.Error(err)
			}
		}
	}
	return n
}

func decode(t *testing.T, name string) image.Image {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	img, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		t.Fatal(name, err)
	}
	if o, ok := img.(interface{ Opaque() bool }); !ok || !o.Opaque() {
		t.Errorf("%s is transparent", name)
	}
	return img
}

// bare counts places where art is cut off before the edge of a picture: the
// pixel just inside the cut has a colour, and that at the edge is white.
func bare(img image.Image, p Product, dpi float64) (n int) {
	white := func(x, y int) bool {
		c := color.RGBAModel.Convert(img.At(x, y)).(color.RGBA)
		return c.R > 250 && c.G > 250 && c.B > 250
	}
	size := img.Bounds().Size()
	cut := image.Pt((size.X-int(p.Cut.W.MM()/25.4*dpi))/2+3, (size.Y-int(p.Cut.H.MM()/25.4*dpi))/2+3)
	for x := cut.X; x < size.X-cut.X; x++ {
		for _, y := range [][2]int{{cut.Y, 0}, {size.Y - 1 - cut.Y, size.Y - 1}} {
			if !white(x, y[0]) && white(x, y[1]) {
				n++
			}
		}
	}
	for y := cut.Y; y < size.Y-cut.Y; y++ {
		for _, x := range [][2]int{{cut.X, 0}, {size.X - 1 - cut.X, size.X - 1}} {
			if !white(x[0], y) && white(x[1], y) {
				n++
			}
		}
	}
	return n
}

// A deck whose words come too near to the edge is drawn as much smaller as it
// takes, pixel by pixel, and no more.
func TestSafeZone(t *testing.T) {
	l := localized(t)
	v := Vendor{Kind: kindPrint, Safe: 72, Name: "A printer", DPI: 300}
	x := &exporter{vendor: &v, l: l, out: &Report{}}
	face, problems := l.Face("threats", "phishing")
	if problems.HasErrors() {
		t.Fatal(problems)
	}
	d := &made{deck: l.Game.Deck("threats"), Ordered: &Ordered{Deck: "threats", Pixels: [2]int{816, 1110}}, cards: []*made1{{id: "phishing", faces: [2]*layout.Scene{face, nil}}}}
	if problems := x.safe(d); len(problems) > 0 || d.factor == 1 || d.factor < 0.97 {
		t.Fatalf("drawn smaller by %.3f: %v", d.factor, problems)
	}
	outside := func(factor float64) (n int) {
		canvas := x.canvas(face, d.Pixels, factor)
		words := *canvas
		words.Items = said(canvas.Items)
		img, err := new(kitpng.Renderer).RenderGray(&words, kitpng.Options{DPI: 300})
		if err != nil || img.Rect.Size() != image.Pt(816, 1110) {
			t.Fatal(img.Rect, err)
		}
		safe := img.Rect.Inset(72)
		for i, grey := range img.Pix {
			if grey < 128 && !image.Pt(i%img.Stride, i/img.Stride).In(safe) {
				n++
			}
		}
		return n
	}
	if n := outside(d.factor); n > 0 {
		t.Errorf("%d pixels of words lie where they may be cut off", n)
	}
	if n := outside(min(1, d.factor+0.01)); n == 0 {
		t.Error("it is drawn smaller than it has to be")
	}
	v.Safe = 200 // nothing fits there
	if problems := x.safe(d); len(problems) != 1 || !strings.Contains(problems[0].Message, `the front of "phishing"`) {
		t.Error(problems)
	}
}

func localized(t *testing.T) *press.Localization {
	t.Helper()
	locals, _, err := press.Localise(t.Context(), press.Request{Games: []string{"cyber-survival"}, Langs: []string{"de"}})
	if err != nil {
		t.Fatal(err)
	}
	return locals[0]
}

// The saved object of Tabletop Simulator keeps to what its knowledge base says
// of one: each card of a deck is on a sheet of it, in a place that shows no
// hidden card, all pictures are there and small enough, and everything has a
// name and a number of its own.
func TestSavedObject(t *testing.T) {
	r, dir := export(t, "tabletop-simulator", "cyber-survival", "https://example.org/kit")
	data, err := os.ReadFile(filepath.Join(dir, "cyber-survival.json"))
	if err != nil {
		t.Fatal(err)
	}
	for _, key := range []string{"SaveName", "GameMode", "Date", "Table", "Sky", "Note", "Rules", "LuaScript", "LuaScriptState", "ObjectStates"} {
		var all map[string]json.RawMessage
		if err := json.Unmarshal(data, &all); err != nil || all[key] == nil {
			t.Fatalf("no %s: %v", key, err)
		}
	}
	var save saved
	if err := json.Unmarshal(data, &save); err != nil {
		t.Fatal(err)
	}
	picture := func(url string) image.Point {
		name, ok := strings.CutPrefix(url, "https://example.org/kit/")
		if !ok {
			t.Fatalf("a picture lies at %q", url)
		}
		size := decode(t, filepath.Join(dir, name)).Bounds().Size()
		if max(size.X, size.Y) > sheetPixels {
			t.Errorf("%s is %v", name, size)
		}
		return size
	}
	known, count := map[string]bool{}, 0
	var look func(o *object)
	look = func(o *object) {
		if known[o.GUID] || len(o.GUID) != 6 || o.Nickname == "" || o.Transform.ScaleX <= 0 {
			t.Errorf("%+v", o)
		}
		known[o.GUID] = true
		for _, a := range o.CustomDeck {
			size := picture(a.FaceURL)
			if o.Name == "DeckCustom" {
				picture(a.BackURL)
			}
			cell := float64(size.X) / float64(a.NumWidth) / (float64(size.Y) / float64(a.NumHeight))
			if a.NumWidth != 10 || a.NumHeight < 2 || a.NumHeight > 7 || cell < 0.7 || cell > 0.73 {
				t.Errorf("a sheet of %d × %d cards, %.3f as wide as high", a.NumWidth, a.NumHeight, cell)
			}
		}
		switch o.Name {
		case "DeckCustom":
			if len(o.DeckIDs) != len(o.ContainedObjects) || len(o.DeckIDs) < 2 {
				t.Errorf("%s: %d numbers, %d cards", o.Nickname, len(o.DeckIDs), len(o.ContainedObjects))
			}
			for i, c := range o.ContainedObjects {
				if c.CardID != o.DeckIDs[i] {
					t.Errorf("%s: card %d is %d, the deck says %d", o.Nickname, i, c.CardID, o.DeckIDs[i])
				}
				look(c)
			}
		case "Card":
			count++
			if a, ok := o.CustomDeck[strconv.Itoa(o.CardID/100)]; !ok || o.CardID%100 >= 69 || o.CardID%100 >= a.NumWidth*a.NumHeight {
				t.Errorf("card %d is on no sheet", o.CardID)
			}
		case "Custom_Tile", "Custom_Tile_Stack":
			count += max(1, o.Number)
			picture(o.CustomImage.ImageURL)
			picture(o.CustomImage.ImageSecondaryURL)
		case "Die_6":
			if !strings.Contains(o.Description, "Informationsschutz") {
				t.Errorf("a die says %q", o.Description)
			}
		default:
			t.Errorf("a %s", o.Name)
		}
	}
	for _, o := range save.ObjectStates {
		look(o)
	}
	if count != pieces(r.Decks) || len(r.LeftOut) != 1 {
		t.Errorf("%d pieces on the table, want %d; left out %v", count, pieces(r.Decks), r.LeftOut)
	}
}

// A room of playingcards.io holds each piece once, of a deck that is there and
// with pictures that are there.
func TestRoom(t *testing.T) {
	r, dir := export(t, "playingcards.io", "cyber-survival", "")
	z, err := zip.OpenReader(filepath.Join(dir, orderRoom))
	if err != nil {
		t.Fatal(err)
	}
	defer z.Close()
	f, err := z.Open("widgets.json")
	if err != nil {
		t.Fatal(err)
	}
	var widgets []map[string]any
	if err := json.NewDecoder(f).Decode(&widgets); err != nil {
		t.Fatal(err)
	}
	types, cards := map[string]map[string]any{}, 0
	for _, w := range widgets {
		if w["type"] == "cardDeck" {
			types[w["id"].(string)] = w["cardTypes"].(map[string]any)
		}
	}
	for _, w := range widgets {
		if w["type"] != "card" {
			continue
		}
		cards++
		kind, ok := types[w["deck"].(string)][w["cardType"].(string)].(map[string]any)
		if !ok {
			t.Fatalf("card %v is of no deck", w["id"])
		}
		if _, err := z.Open(strings.TrimPrefix(kind["face"].(string), "package://")); err != nil {
			t.Error(err)
		}
	}
	if cards != pieces(r.Decks) {
		t.Errorf("%d cards, want %d", cards, pieces(r.Decks))
	}
}

// A vendor who asks for inks gets pages of inks in boxes of its size, as
// PDF/X-1a; who asks for colours of screens takes no profile.
func TestInksAreAsked(t *testing.T) {
	for id, inks := range map[string]bool{"drivethrucards": true, "pages": false} {
		r, dir := export(t, id, "cyber-survival", "")
		data, err := os.ReadFile(filepath.Join(dir, r.Decks[0].Folder+".pdf"))
		if err != nil {
			t.Fatal(err)
		}
		if got := bytes.HasPrefix(data, []byte("%PDF-1.4\n")) && bytes.Contains(data, []byte("/GTS_PDFXVersion(PDF/X-1a:2003)")); got != inks {
			t.Errorf("%s: PDF/X-1a %t", id, got)
		}
		if got := bytes.Count(data, []byte("/TrimBox")); inks && got != 2*r.Decks[0].Pieces {
			t.Errorf("%s: %d pages for %d pieces", id, got, r.Decks[0].Pieces)
		}
	}
	_, err := Export(t.Context(), press.Request{Games: []string{"cyber-survival"}, Profile: []byte{1}, Out: filepath.Join(t.TempDir(), "out")}, "pages", "")
	if err == nil || !strings.Contains(err.Error(), "no --profile") {
		t.Error(err)
	}
}
