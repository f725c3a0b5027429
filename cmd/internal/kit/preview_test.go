package kit

import (
	"bytes"
	"errors"
	"image"
	"image/draw"
	"image/png"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"

	"kitpress/cmd/internal/kit/kittest"
	"kitpress/cmd/internal/press"
	"kitpress/layout"
	"kitpress/output/scan"
)

func pictures(t *testing.T, req PreviewRequest) *Preview {
	t.Helper()
	r, err := Pictures(t.Context(), req)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func grey(img image.Image) *image.Gray {
	out := image.NewGray(img.Bounds())
	draw.Draw(out, out.Rect, img, out.Rect.Min, draw.Src)
	return out
}

func TestPictures(t *testing.T) {
	_, fsys := withCode(t, "")
	out := filepath.Join(t.TempDir(), "preview")
	req := PreviewRequest{Request: press.Request{Catalog: fsys, Langs: []string{"de", "en"}, Out: out}, Cards: []string{"moon"}, Backs: true, DPI: 254}
	r := pictures(t, req)
	want := map[string]string{"manifest.json": "*"}
	for _, lang := range []string{"de", "en"} {
		for _, name := range []string{"moon_", "moon_back_", "contact-sheet_"} {
			want["night-walk_"+name+lang+".png"] = "*"
		}
	}
	kittest.WantTree(t, out, want)
	if len(r.Files) != 6 || r.Files[0].Path != "night-walk_moon_de.png" || r.Files[0].Face != "sights/moon/front" || r.Files[0].W != 63 || r.Files[2].Face != "" {
		t.Errorf("%+v", r.Files)
	}
	data, err := os.ReadFile(filepath.Join(out, "night-walk_moon_de.png"))
	if err != nil {
		t.Fatal(err)
	}
	img, err := png.Decode(bytes.NewReader(data))
	if err != nil || img.Bounds().Dx() != 630 || img.Bounds().Dy() != 880 {
		t.Fatalf("%v, %v", img.Bounds(), err)
	}
	// The face is there as it is printed: its code says so.
	if code, err := scan.Read(grey(img)); err != nil || code.Payload != "https://example.org/mond" {
		t.Errorf("the code says %+v, %v", code, err)
	}
	// The same pictures again, byte by byte; then others take their place.
	before := kittest.Tree(t, out)
	pictures(t, req)
	kittest.WantTree(t, out, before)
	req.As, req.Langs, req.Backs = PreviewSVG, []string{"en"}, false
	if r := pictures(t, req); r.Removed != 5 {
		t.Errorf("removed %d", r.Removed)
	}
	kittest.WantTree(t, out, map[string]string{"manifest.json": "*", "night-walk_moon_en.svg": "*", "night-walk_contact-sheet_en.png": "*"})
}

// Pictures never take the place of a kit, and mistakes leave what was there.
func TestPicturesRefuse(t *testing.T) {
	_, fsys := withCode(t, "")
	out := filepath.Join(t.TempDir(), "kit")
	build(t, press.Request{Catalog: fsys, Langs: []string{"en"}, Only: []string{"sight-cards"}, Out: out})
	before := kittest.Tree(t, out)
	for _, tc := range []struct {
		change func(*PreviewRequest)
		want   string
	}{
		{func(*PreviewRequest) {}, "there is a kit in"},
		{func(r *PreviewRequest) { r.Cards = []string{"mooon"} }, `did you mean "moon"?`},
		{func(r *PreviewRequest) { r.Cards = []string{"sights/mooon"} }, `did you mean "sights/moon"?`},
		{func(r *PreviewRequest) { r.Cards = []string{"sight/moon"} }, `did you mean "sights/moon"?`},
		{func(r *PreviewRequest) { r.Cards = []string{"sigths"} }, `did you mean "sights"?`},
		{func(r *PreviewRequest) { r.As = "jpg" }, `unknown value "jpg"`},
		{func(r *PreviewRequest) { r.DPI = 5 }, "--dpi 5: a picture has between"},
		{func(r *PreviewRequest) { r.Langs = []string{"tlh"} }, `unknown value "tlh"`},
	} {
		req := PreviewRequest{Request: press.Request{Catalog: fsys, Langs: []string{"en"}, Out: out}}
		tc.change(&req)
		_, err := Pictures(t.Context(), req)
		var wrong *press.UsageError
		if !errors.As(err, &wrong) || !strings.Contains(wrong.Message+" "+wrong.Hint, tc.want) {
			t.Errorf("%v, want %q", err, tc.want)
		}
		kittest.WantTree(t, out, before)
	}
}

func TestChoose(t *testing.T) {
	_, fsys := withCode(t, "")
	locals, _, err := press.Localise(t.Context(), press.Request{Catalog: fsys})
	if err != nil {
		t.Fatal(err)
	}
	g := locals[0].Game
	var all []string
	for _, c := range g.Deck("sights").Cards {
		all = append(all, c.ID)
	}
	for _, tc := range []struct{ names, want string }{
		{"", strings.Join(all, " ")},
		{"sights", strings.Join(all, " ")},
		{"cat moon", "cat moon"},
		{all[0] + " sights", strings.Join(all, " ")},
		{"sights/moon moon", "moon"},
	} {
		list, err := Choose(g, strings.Fields(tc.names))
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, c := range list {
			got = append(got, c.Card.ID)
		}
		if got := strings.Join(got, " "); got != tc.want {
			t.Errorf("%q: %s, want %s", tc.names, got, tc.want)
		}
	}
}

// All faces of a contact sheet have the same scale and lie beside each other.
func TestContactSheet(t *testing.T) {
	_, fsys := withCode(t, "")
	locals, _, err := press.Localise(t.Context(), press.Request{Catalog: fsys})
	if err != nil {
		t.Fatal(err)
	}
	faces, problems := locals[0].Faces(locals[0].Game.Deck("sights"), "moon", false)
	if problems.HasErrors() {
		t.Fatal(problems.Err())
	}
	face := faces[0]
	for _, tc := range []struct{ faces, columns, rows int }{{4, 4, 1}, {6, 6, 1}, {7, 6, 2}, {40, 8, 5}, {112, 10, 12}} {
		list := make([]shown, tc.faces)
		for i := range list {
			list[i] = shown{scene: face}
		}
		s := contact(locals[0], "x", list)
		want := layout.Size{
			W: contactGap + layout.Length(tc.columns)*(contactCell+contactGap),
			H: contactGap + layout.Length(tc.rows)*(contactCell*88/63+contactLabel+contactGap),
		}
		if d := (layout.Size{W: s.Size.W - want.W, H: s.Size.H - want.H}); d.W > 1000 || d.W < -1000 || d.H > 1000 || d.H < -1000 {
			t.Errorf("%d faces: %s × %s mm, want %s × %s", tc.faces, s.Size.W, s.Size.H, want.W, want.H)
		}
	}
	// A large piece among small ones keeps its scale and moves no other away.
	large := &layout.Scene{Name: "large", Size: layout.Size{W: 3 * face.Size.W, H: 2 * face.Size.H}}
	mixed := contact(locals[0], "x", []shown{{scene: face}, {scene: face}, {scene: large}, {scene: face}, {scene: face}})
	if w := mixed.Size.W.MM() - 236; w < -1 || w > 1 {
		t.Errorf("mixed sizes: %s mm wide", mixed.Size.W)
	}
	// Two cards and the large piece in the first row, two cards in the second.
	if h := mixed.Size.H.MM() - (4 + 2*61.46 + 4 + 4 + 61.46 + 4 + 4); h < -1 || h > 1 {
		t.Errorf("mixed sizes: %s mm high", mixed.Size.H)
	}
}

// Every look that is shipped is in the game of all looks, fits there in every
// size of cards, and can be read in every ink.
func TestLooksFitInEverySize(t *testing.T) {
	fsys, games := Looks()
	cards, err := fs.ReadFile(fsys, "cards.yaml")
	if err != nil {
		t.Fatal(err)
	}
	for _, look := range press.Looks() {
		if !strings.Contains(string(cards), ": "+look.Name) && look.Name != "flash-back" {
			t.Errorf("%s is not shown", look.Name)
		}
		if !strings.Contains(look.About, "any size") && !strings.Contains(look.Name, "back") {
			t.Errorf("%s: %s", look.Name, look.About)
		}
	}
	sizes := press.Sizes()
	if os.Getenv("KITPRESS_LONG") == "" {
		sizes = sizes[:2]
	}
	sized := regexp.MustCompile(`(?m)((?:template|back): [a-z-]+-(?:card|back|and-answer))(@[a-z]+)?$`)
	for _, size := range sizes {
		pack := fstest.MapFS{}
		fs.WalkDir(fsys, ".", func(name string, d fs.DirEntry, err error) error {
			if data, _ := fs.ReadFile(fsys, name); !d.IsDir() {
				pack[name] = &fstest.MapFile{Data: data}
			}
			return err
		})
		pack["cards.yaml"].Data = sized.ReplaceAll(cards, []byte("${1}@"+size.Name))
		_, problems, err := press.Check(t.Context(), press.Request{Catalog: pack, Games: games})
		if err != nil || len(problems) > 0 {
			t.Errorf("%s: %v %v", size.Name, err, problems)
		}
	}
}
