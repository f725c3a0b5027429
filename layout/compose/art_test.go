package compose

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"io/fs"
	"slices"
	"strings"
	"testing"

	"kitpress/layout"
	"kitpress/layout/compose/theme"
)

const drawnFace = `<svg viewBox="0 0 20 20"><circle class="accent" cx="10" cy="10" r="8" fill="#F8D5B8"/>
<path class="fine" d="M6 12H14" fill="none" stroke="#C02020" stroke-width="1"/><circle class="small" cx="10" cy="12" r="2" fill="#C02020"/></svg>`

// paths returns the shapes of items, fill before line, as "#rrggbb line #rrggbb 1.00".
func paths(items []layout.Item) (all []string) {
	for _, item := range items {
		switch it := item.(type) {
		case *layout.Path:
			s := ""
			if it.Fill != nil {
				s += it.Fill.Hex()
			}
			if it.Stroke != nil {
				s += fmt.Sprint(" line ", it.Stroke.Paint.Hex(), " ", it.Stroke.Width)
			}
			all = append(all, s)
		case *layout.Group:
			all = append(all, paths(it.Items)...)
		case *layout.Use:
			all = append(all, paths(it.Symbol.Items)...)
		}
	}
	return all
}

// A drawing has the colours of the theme where a class names one, its own
// elsewhere, shades of grey in mono, fine lines where there is room for them,
// and a sticker edge of the width asked for whatever its scale.
func TestDrawings(t *testing.T) {
	for _, c := range []struct {
		name, element string
		ink           theme.Mode
		want          []string
	}{
		{"large", "size: [20, 20]", theme.Full, []string{"#f6b92b", " line #c02020 1.00"}},
		{"small", "size: [10, 10]", theme.Full, []string{"#f6b92b", "#c02020"}},
		{"mono", "size: [20, 20]", theme.Mono, []string{"#cfcfcf", " line #6b6b6b 1.00"}},
		{"edge", "size: [40, 40], edge: 1, rim: ink", theme.Full, []string{"#1b2330 line #1b2330 1.00", " line #1b2330 2.00", "#f6b92b", " line #c02020 1.00"}},
	} {
		fsys := card(t, "  - {image: face, at: [30, 40], "+c.element+"}\n", "art/face.svg", drawnFace)
		scene, ps := composer(t, fsys, setting{ink: c.ink}).Face("animals", "fox", Front)
		if len(ps) > 0 {
			t.Fatal(ps)
		}
		if got := paths(scene.Items); !slices.Equal(got, c.want) {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
	}
}

// A template that asks which copy it draws is drawn for each; others once.
func TestCopies(t *testing.T) {
	for _, c := range []struct {
		text string
		want []string
	}{{`text: "no. {copy}"`, []string{"no. 1", "no. 2", "no. 3"}}, {`text: "no. {card.quantity}"`, []string{"no. 3", "no. 3", "no. 3"}},
		{`text: "no. {card.nth}"`, []string{"no. 1", "no. 1", "no. 1"}}} {
		fsys := card(t, "  - {"+c.text+", at: [5, 40], width: 50, size: 12, fill: ink}\n")
		fsys["cards.yaml"].Data = bytes.Replace(fsys["cards.yaml"].Data, []byte("quantity: 2"), []byte("quantity: 3"), 1)
		scenes, ps := composer(t, fsys, setting{}).Copies("animals", "fox", Front)
		if len(ps) > 0 {
			t.Fatal(ps)
		}
		var got []string
		for _, s := range scenes {
			got = append(got, s.Items[0].(*layout.Text).Content)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", c.text, got, c.want)
		}
	}
}

// A logo comes through the door of all pictures; its shape leaves room for a line.
func TestReadLogo(t *testing.T) {
	drawing := func(w, h int, inside string) string {
		return fmt.Sprintf(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d"><rect width="%[1]d" height="%[2]d" fill="#c00"/>%[3]s</svg>`, w, h, inside)
	}
	for _, c := range []struct{ file, data, want string }{
		{"a.svg", drawing(30, 10, ""), ""},
		{"A.SVG", drawing(80, 10, ""), ""},
		{"a.png", photo(t, 60, 20), ""},
		{"a.svg", drawing(81, 10, ""), "a.svg: error: the logo is 8.1 times as wide as high"},
		{"a.png", photo(t, 10, 21), "a.png: error: the logo is 2.1 times as high as wide"},
		{"a.svg", drawing(30, 10, `<script>alert(1)</script>`), "error: <script> is not drawn"},
		{"a.svg", drawing(30, 10, `<rect onload="x()" width="1" height="1"/>`), "error: scripts are not read"},
		{"a.svg", drawing(30, 10, `<image href="http://example.org/x.png"/>`), "<image>"},
		{"a.svg", `<!DOCTYPE s [<!ENTITY a "aaaa">]>` + drawing(30, 10, "&a;"), "error"},
		{"a.png", photo(t, 60, 20)[:90], "a.png: error: the picture is damaged"},
		{"a.gif", "GIF89a", "no PNG, JPEG or WebP picture"},
		{"a.png", drawing(30, 10, ""), "no PNG, JPEG or WebP picture"},
	} {
		logo, ps := ReadLogo(c.file, []byte(c.data))
		switch {
		case c.want == "" && (len(ps) > 0 || logo == nil):
			t.Errorf("%s: %v", c.file, ps)
		case c.want != "" && (!ps.HasErrors() || !strings.Contains(ps[0].Error(), c.want)):
			t.Errorf("%s: %v, want %s", c.data[:min(len(c.data), 120)], ps, c.want)
		}
	}
}

// A page of the web gets no more pixels than it shows, and the type they have.
func TestLogoFile(t *testing.T) {
	logo, _ := ReadLogo("a.png", []byte(photo(t, 900, 300)))
	data, media, err := logo.File(300)
	config, kind, _ := image.DecodeConfig(bytes.NewReader(data))
	if err != nil || media != "image/png" || kind != "png" || config.Width != 300 || config.Height != 100 {
		t.Errorf("%s, %s of %d × %d, %v", media, kind, config.Width, config.Height, err)
	}
}

// A card shows the sponsor where its template asks for it; a line without a logo,
// and a logo without a line, need no more. Nothing is drawn of none.
func TestSponsorOnACard(t *testing.T) {
	fsys := card(t, `  - {if: sponsor, use: sponsor, at: [31.5, 80], with: {w: "{40}", h: "{6}"}}`)
	plain := composer(t, fsys, setting{})
	logo, _ := ReadLogo("a.png", []byte(photo(t, 60, 20)))
	if s := draw(t, plain); len(s.Items) > 0 || HasPlace(plain, "animals", "fox", Front) {
		t.Errorf("there is no sponsor: %v", s.Items)
	}
	for _, c := range []struct {
		of    Sponsor
		texts int
		shown int
	}{{Sponsor{Line: "Thanks"}, 1, 0}, {Sponsor{Logo: logo}, 0, 1}, {Sponsor{Line: "Thanks", Logo: logo}, 1, 1}} {
		with := For(&c.of, plain)
		s, ps := with.Face("animals", "fox", Front)
		if ps.HasErrors() || !HasPlace(with, "animals", "fox", Front) {
			t.Fatal(ps)
		}
		pictures, _ := images(s.Items, layout.Rect{}, layout.Identity())
		if texts := strings.Count(dump(t, s), "Thanks"); texts != c.texts || len(pictures) != c.shown {
			t.Errorf("%+v: %d texts, %d pictures", c.of, texts, len(pictures))
		}
	}
	bare := artWith{nil, logo} // of a game without pictures
	_, missing := fs.ReadFile(bare, "fox.svg")
	if data, err := fs.ReadFile(bare, logo.name); err != nil || len(data) == 0 || !errors.Is(missing, fs.ErrNotExist) {
		t.Errorf("%d bytes, %v, %v", len(data), err, missing)
	}
	tiny, _ := ReadLogo("logo.png", []byte(photo(t, 12, 4)))
	if _, ps := For(&Sponsor{Logo: tiny}, plain).Face("animals", "fox", Front); !ps.HasErrors() || !strings.Contains(ps[0].Error(), "logo.png: error") || !strings.Contains(ps[0].Message, "pixels an inch") {
		t.Errorf("a coarse logo: %v", ps)
	}
}
