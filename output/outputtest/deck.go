package outputtest

import (
	"fmt"
	"io/fs"
	"math"
	"strings"
	"time"

	"kitpress/layout"
)

// words are what the cards of a Deck say; each card says them in an order of
// its own.
var words = map[string]string{
	"de": "die Firma verliert alle Daten der Kundschaft weil niemand die Sicherung geprüft hat Bezahle zwei Gesundheit oder würfle einmal " +
		"Wer über einen Schutz gegen Schadprogramme verfügt legt die Karte ab ohne größeren Schaden Jede Mitarbeiterin öffnet täglich " +
		"verdächtige Anhänge und verschickt Passwörter im Klartext Ändere das Vorgehen schütze Geräte Übe den Ernstfall regelmäßig mit allen",
	"ja": "会社は顧客のデータをすべて失った。誰もバックアップを確認していなかったからである。健康を二つ払うか、サイコロを一回振ること。" +
		"悪意のあるソフトウェアへの対策を持つ人は、大きな被害なしにカードを捨てられる。従業員は毎日あやしい添付ファイルを開き、" +
		"パスワードを平文で送ってしまう。手順を変え、機器を守り、非常時の訓練を全員で定期的に行うことが大切だ。",
}

// Deck returns a document of cards on A4 sheets, nine to a sheet, each sheet
// of fronts followed by one of backs: a title, about 60 words (90 characters
// in Japanese), an icon of six shapes and a QR code to a card. 112 cards make
// 26 pages.
func Deck(fonts *layout.Fonts, lang string, cards int) (*layout.Document, error) {
	d := &deck{lang: lang, regular: fonts.Face(lang, 400), bold: fonts.Face(lang, 700), icon: icon()}
	doc := &layout.Document{
		Name: "deck", Title: "Deck", Lang: lang, Creator: "kitpress test",
		Date: time.Date(2026, 11, 20, 0, 0, 0, 0, time.UTC), Duplex: layout.FlipLong,
	}
	back := d.back()
	for first := 0; first < cards; first += 9 {
		var fronts, backs []layout.Item
		for i := first; i < min(first+9, cards); i++ {
			front, err := d.front(i)
			if err != nil {
				return nil, err
			}
			at := layout.Translate(layout.Point{X: layout.MM(10.5) + layout.Length(i%3)*63000, Y: layout.MM(16.5) + layout.Length(i-first)/3*88000})
			fronts = append(fronts, &layout.Group{Transform: at, Items: front})
			backs = append(backs, &layout.Use{Symbol: back, Transform: at})
		}
		for _, items := range [][]layout.Item{fronts, backs} {
			doc.Pages = append(doc.Pages, layout.Page{Scene: &layout.Scene{Size: layout.Size{W: 210000, H: 297000}, Items: items}})
		}
	}
	return doc, nil
}

// LoadFonts returns the fonts kitpress ships.
func LoadFonts() (*layout.Fonts, error) { return layout.LoadFonts(fs.FS(layout.Files), nil) }

type deck struct {
	lang          string
	regular, bold *layout.Face
	icon          *layout.Symbol
	codes         layout.Codes
}

func paint(r, g, b uint8) *layout.Paint { return &layout.Paint{RGB: [3]uint8{r, g, b}} }

func (d *deck) front(i int) ([]layout.Item, error) {
	code, err := d.codes.Encode(fmt.Sprintf("https://play.example.org/topics/%s/%04d?from=card-deck-2026", d.lang, i))
	if err != nil {
		return nil, err
	}
	ink := paint(28, 32, 48)
	items := []layout.Item{
		&layout.Path{Outline: layout.RectOutline(layout.Rect{W: 63000, H: 88000}, 3000), Fill: paint(255, 253, 248), Stroke: &layout.Stroke{Paint: ink, Width: 250}},
		&layout.Path{Outline: layout.RectOutline(layout.Rect{X: 3000, Y: 3000, W: 57000, H: 12000}, 1500), Fill: paint(196, 62, 40)},
		&layout.Text{At: layout.Point{X: 5000, Y: 11000}, Face: d.bold, Size: layout.Pt(14), Content: d.title(i), Fill: layout.White()},
		&layout.Use{Symbol: d.icon, Transform: layout.Scale(.5, .5).Then(layout.Translate(layout.Point{X: 48000, Y: 5000}))},
	}
	for n, line := range d.lines(i) {
		items = append(items, &layout.Text{At: layout.Point{X: 5000, Y: 20000 + layout.Length(n)*3650}, Face: d.regular, Size: layout.Pt(8), Content: line, Fill: ink})
	}
	return append(items, &layout.QR{At: layout.Point{X: 42000, Y: 68000}, Module: 450, Code: code, Fill: layout.Black()}), nil
}

func (d *deck) title(i int) string {
	if d.lang == "ja" {
		return fmt.Sprintf("脅威の札%d", i+1)
	}
	return fmt.Sprintf("Bedrohung %d", i+1)
}

// lines returns the body of card i in lines of about 40 letters.
func (d *deck) lines(i int) []string {
	var lines []string
	if d.lang == "ja" {
		all := []rune(words[d.lang])
		for n := range 5 {
			at := (i*31 + n*53) % (len(all) - 18)
			lines = append(lines, string(all[at:at+18]))
		}
		return append(lines, d.kanji(i))
	}
	all, line := strings.Fields(words["de"]), ""
	for n := range 60 {
		line += all[(i*17+n*(1+i%5))%len(all)] + " "
		if len(line) > 40 || n == 59 {
			lines = append(lines, strings.TrimSpace(line))
			line = ""
		}
	}
	return lines
}

// kanji returns four characters that are rare in the other lines: a deck has
// some 400 different ones.
func (d *deck) kanji(i int) string {
	var line []rune
	for r := rune(0x4E00 + i%80*200); len(line) < 4; r += 3 {
		if d.regular.Has(r) {
			line = append(line, r)
		}
	}
	return string(line)
}

func (d *deck) back() *layout.Symbol {
	box := layout.Rect{W: 63000, H: 88000}
	items := []layout.Item{&layout.Path{Outline: layout.RectOutline(box, 3000), Fill: paint(28, 32, 48)}}
	for i := range layout.Length(24) {
		at := layout.Point{X: 8000 + i%4*12000, Y: 6000 + i/4*13000}
		items = append(items, &layout.Use{Symbol: d.icon, Transform: layout.Translate(at)})
	}
	return &layout.Symbol{Name: "back", Box: box, Items: items}
}

// icon returns a drawing of six shapes, 12 mm wide.
func icon() *layout.Symbol {
	s := &layout.Symbol{Name: "icon", Box: layout.Rect{W: 12000, H: 12000}}
	centre := layout.Point{X: 6000, Y: 6000}
	colours := []*layout.Paint{paint(240, 180, 60), paint(60, 120, 160), paint(196, 62, 40), layout.White(), paint(28, 32, 48), paint(90, 150, 90)}
	for i, c := range colours {
		r := layout.Length(5800 - 900*i)
		o := layout.EllipseOutline(centre, r, r.Mul(.9))
		if i%2 == 1 {
			o = polygon(centre, r, 5+i)
		}
		s.Items = append(s.Items, &layout.Path{Outline: o, Fill: c})
	}
	return s
}

// polygon returns the n-sided polygon about c whose first corner lies on top.
func polygon(c layout.Point, r layout.Length, n int) layout.Outline {
	points := make([]layout.Point, n)
	for i := range points {
		s, cos := math.Sincos((270 + float64(i)*360/float64(n)) * math.Pi / 180)
		points[i] = layout.Point{X: c.X + r.Mul(cos), Y: c.Y + r.Mul(s)}
	}
	return layout.PolygonOutline(points...)
}
