package press

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"kitpress/layout"
	"kitpress/layout/sheet"
	"kitpress/output/icc"
	"kitpress/output/outputtest"
)

// TestPrintShop reads every file of a kit for a print shop back: no colour but
// of inks, none of more than 300 % together, boxes as the shop wants them, a
// page for each side of each card, all fonts inside.
func TestPrintShop(t *testing.T) {
	games := []string{"cyber-survival", "online", "cyber-siege", "attacker-placement"}
	var only []string
	if os.Getenv("KITPRESS_LONG") == "" {
		games, only = games[3:], []string{"cards", "tokens", "reference-cards", "board"}
	}
	locals, _, err := Localise(t.Context(), Request{Games: games, Langs: []string{"ja"}, For: PrintShop, Only: only})
	if err != nil {
		t.Fatal(err)
	}
	jobs, err := Plan(locals)
	if err != nil {
		t.Fatal(err)
	}
	format := locals[0].Request.Output()
	_, _, err = Run(t.Context(), jobs, func(s *Sheets) (File, error) {
		var b bytes.Buffer
		if err := format.Write(&b, s.Document); err != nil {
			return File{}, err
		}
		shopFile(t, s, b.Bytes())
		return s.File(".pdf"), nil
	}, nil)
	if err != nil {
		t.Fatal(err)
	}
}

func shopFile(t *testing.T, s *Sheets, file []byte) {
	f, err := outputtest.ReadPDF(file)
	if err != nil {
		t.Errorf("%s: %v", s.Job.Name, err)
		return
	}
	if err := f.CheckFonts(); err != nil || bytes.Contains(file, []byte("/DeviceRGB")) {
		t.Errorf("%s: fonts %v, or RGB", s.Job.Name, err)
	}
	if s.Sheet == "cards" && len(f.Pages) != 2*s.pieces {
		t.Errorf("%s: %d pages for %d cards", s.Job.Name, len(f.Pages), s.pieces)
	}
	for i, p := range f.Pages {
		for _, c := range p.Colours {
			if sum := 100 * total(c); len(c) != 4 || sum > icc.MostInk {
				t.Errorf("%s, page %d: colour %v is %.0f %%", s.Job.Name, i+1, c, sum)
				break
			}
		}
		media, bleed, trim := p.Boxes["MediaBox"], p.Boxes["BleedBox"], p.Boxes["TrimBox"]
		if s.Sheet != punched && (bleed != trim.Inset(-sheet.ShopBleed) || media.Inset(layout.Millimetre) == media || !media.Inset(layout.Millimetre).Contains(bleed)) {
			t.Errorf("%s, page %d: media %v, bleed %v, trim %v", s.Job.Name, i+1, media, bleed, trim)
		}
	}
}

func total(c []float64) (sum float64) {
	for _, v := range c {
		sum += v
	}
	return sum
}

func TestPrintShopIsRefused(t *testing.T) {
	for want, r := range map[string]Request{
		"--for: unknown value": {For: "my-uncle"},
		"--format png":         {For: PrintShop, Format: FormatPNG},
		"no ICC profile":       {For: PrintShop, Profile: []byte("none")},
		"--profile is for":     {Profile: icc.FOGRA39},
	} {
		r.Games = []string{"online"}
		if _, _, err := Localise(t.Context(), r); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("want %q: %v", want, err)
		}
	}
}
