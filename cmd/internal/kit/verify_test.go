package kit

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"kitpress/catalog"
	"kitpress/catalog/source"
	"kitpress/cmd/internal/kit/kittest"
	"kitpress/cmd/internal/kit/manifest"
	"kitpress/cmd/internal/kit/verify"
	"kitpress/cmd/internal/press"
)

const moonTopic = `format: 1
id: moonlight
code: 7F3K-R
kind: term
title: Moonlight
summary: The moon shines with the light of the sun.
related: []
references: {en: "https://example.org/moon", de: "https://example.org/mond"}
translations:
  de:
    title: {of: HASH1, text: Mondlicht}
    summary: {of: HASH2, text: Der Mond leuchtet mit dem Licht der Sonne.}
`

// withCode writes the game of `kitpress new` with a topic behind one of its
// cards, drawn with a template of its own when there is one.
func withCode(t *testing.T, template string) (dir string, fsys fs.FS) {
	t.Helper()
	dir = filepath.Join(t.TempDir(), "night-walk")
	if _, err := NewGame(dir, false); err != nil {
		t.Fatal(err)
	}
	topic := strings.NewReplacer("HASH1", catalog.Hash("Moonlight"), "HASH2", catalog.Hash("The moon shines with the light of the sun.")).Replace(moonTopic)
	kittest.Put(t, filepath.Join(dir, "topics", "moonlight.yaml"), topic)
	changeFile(t, filepath.Join(dir, "cards.yaml"), "icon: moon\n", "icon: moon\n        topic: moonlight\n")
	if template != "" {
		changeFile(t, filepath.Join(dir, "cards.yaml"), "template: simple-card", "template: own")
		kittest.Put(t, filepath.Join(dir, "templates", "own.yaml"), template)
	}
	fsys, closer, err := catalog.OpenPack(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { closer.Close() })
	return dir, fsys
}

// changeFile replaces a text in a file that must hold it.
func changeFile(t testing.TB, name, old, new string) {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(data), old) {
		t.Fatalf("%s has no %q", name, old)
	}
	if err := os.WriteFile(name, []byte(strings.Replace(string(data), old, new, 1)), 0o666); err != nil {
		t.Fatal(err)
	}
}

func verified(t *testing.T, req verify.Request) *verify.Report {
	t.Helper()
	r, err := verify.Kits(t.Context(), req)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// rules returns the rules of findings with the files they are about.
func rules(list []verify.Finding) string {
	var out []string
	for _, f := range list {
		out = append(out, strings.TrimSpace(f.Rule+" "+f.File))
	}
	return strings.Join(out, ", ")
}

func TestVerify(t *testing.T) {
	_, fsys := withCode(t, "")
	for _, req := range []press.Request{
		{},
		{Ink: "mono", Paper: "letter", Sides: "fold"},
		{Sides: "duplex-short", BaseURL: "https://kit.example.org"},
		{Format: press.FormatPNG, DPI: 60},
	} {
		req.Catalog, req.Langs, req.Out = fsys, []string{press.LangAll}, filepath.Join(t.TempDir(), "kit")
		build(t, req)
		r := verified(t, verify.Request{Paths: []string{req.Out}, Catalog: fsys})
		if len(r.Findings) > 0 || len(r.Codes) != 2 || r.Copies != 2 || r.Read != 2 || r.Pages != 2 {
			t.Fatalf("%+v: found %s, %d codes, %d copies, %d read on %d pages", req, rules(r.Findings), len(r.Codes), r.Copies, r.Read, r.Pages)
		}
		for i, want := range []string{"https://example.org/moon", "https://example.org/mond"} {
			c := r.Codes[i]
			if req.BaseURL != "" {
				want = "HTTPS://KIT.EXAMPLE.ORG/C/7F3K-R/" + strings.ToUpper(c.Lang)
			}
			if c.Payload != want || c.Expected != want || c.Card != "moon" || c.Topic != "moonlight" || !c.Title || !c.Summary || c.Explanation {
				t.Errorf("code %+v, want %q", c, want)
			}
			if c.Module != 0.5 || c.Quiet < 4 || c.Quiet > 6 || c.Contrast != 21 || c.Trim < 4 || c.Trim > 7 || c.Version != 2 || !strings.Contains("MQ", c.Level) {
				t.Errorf("measured %+v", c)
			}
		}
		if want := (verify.Least{Module: 0.5, Quiet: r.Codes[0].Quiet, Contrast: 21, Trim: r.Codes[0].Trim}); r.Least != want {
			t.Errorf("least %+v, want %+v", r.Least, want)
		}
	}
}

// A code may lead where the card itself says, or the template for all of them:
// that is no reason to give the card a topic.
func TestVerifyAddressesOfCards(t *testing.T) {
	for _, tc := range []struct{ name, field, value, payload, want string }{
		{"a word", "word", "https://example.org/a/moon", "{url}", "https://example.org/a/moon"},
		{"a text, translated", "text", "https://example.org/a/text", "{url}", "https://example.org/a/text"},
		{"the template's", "word", "x", "https://example.org/game", "https://example.org/game"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			own := strings.Replace(ownCard, "{if: topic, draw:", "{if: url, draw:", 1)
			dir, fsys := withCode(t, strings.Replace(own, "EXTRA", `      {qr: "`+tc.payload+`", corner: [60, 84], box: 16.5, most: 21.2, ground: paper}`, 1))
			cards := filepath.Join(dir, "cards.yaml")
			changeFile(t, cards, "      title: text\n", "      title: text\n      url: {type: "+tc.field+", optional: true}\n")
			changeFile(t, cards, "topic: moonlight\n", "url: "+tc.value+"\n")
			out := filepath.Join(t.TempDir(), "kit")
			build(t, press.Request{Catalog: fsys, Langs: []string{"en"}, Only: []string{"sight-cards"}, Out: out})
			r := verified(t, verify.Request{Paths: []string{out}, Catalog: fsys})
			if len(r.Findings) > 0 || len(r.Codes) != 1 || r.Read != 1 || r.Codes[0].Expected != tc.want || r.Codes[0].Payload != tc.want || r.Codes[0].Topic != "" {
				t.Errorf("found %+v, codes %+v", r.Findings, r.Codes)
			}
		})
	}
}

// One file of a kit is verified by itself.
func TestVerifyFile(t *testing.T) {
	_, fsys := withCode(t, "")
	out := filepath.Join(t.TempDir(), "kit")
	build(t, press.Request{Catalog: fsys, Langs: []string{press.LangAll}, Out: out})
	cards := "night-walk_sight-cards_de_a4.pdf"
	r := verified(t, verify.Request{Paths: []string{filepath.Join(out, cards)}, Catalog: fsys})
	if len(r.Findings) > 0 || len(r.Codes) != 1 || r.Files != 1 || r.Codes[0].File != cards {
		t.Errorf("%d files, codes %+v, found %s", r.Files, r.Codes, rules(r.Findings))
	}
	// What no manifest knows nobody can build again.
	kittest.Put(t, filepath.Join(out, "other.pdf"), "%PDF")
	r = verified(t, verify.Request{Paths: []string{filepath.Join(out, cards), filepath.Join(out, "other.pdf")}, Catalog: fsys})
	if got := rules(r.Findings); got != "unlisted other.pdf" {
		t.Errorf("found %s", got)
	}
	r = verified(t, verify.Request{Paths: []string{filepath.Join(out, "night-walk_rulebook_en_a5.pdf")}, Catalog: fsys})
	if len(r.Codes)+len(r.Findings) > 0 || r.Files != 1 {
		t.Errorf("a rulebook: %d files, codes %+v, found %s", r.Files, r.Codes, rules(r.Findings))
	}
}

// A kit that is not what would be built now does not pass.
func TestVerifyOtherKits(t *testing.T) {
	cards := "night-walk_sight-cards_en_a4.pdf"
	for _, tc := range []struct {
		name   string
		change func(t *testing.T, out, pack string)
		want   string
	}{
		{"a byte more", func(t *testing.T, out, _ string) {
			f, err := os.OpenFile(filepath.Join(out, cards), os.O_APPEND|os.O_WRONLY, 0)
			if err != nil {
				t.Fatal(err)
			}
			defer f.Close()
			if _, err := f.WriteString("\n"); err != nil {
				t.Fatal(err)
			}
		}, "checksum " + cards},
		{"a file less", func(t *testing.T, out, _ string) { os.Remove(filepath.Join(out, cards)) }, "missing " + cards},
		{"other credits", func(t *testing.T, out, _ string) { kittest.Put(t, filepath.Join(out, creditsName), "mine") }, "checksum CREDITS.txt"},
		{"a page of explanations less", func(t *testing.T, out, _ string) { os.Remove(filepath.Join(out, "explanations", "404.html")) }, "missing explanations/404.html"},
		{"another text", func(t *testing.T, _, pack string) {
			changeFile(t, filepath.Join(pack, "cards.yaml"), "title: The old tree", "title: The young tree")
		}, "checksum " + cards},
		{"another version of the game", func(t *testing.T, out, _ string) {
			changeFile(t, filepath.Join(out, manifest.Name), `"version": "`, `"version": "0.`)
		}, "version manifest.json"},
		{"another kitpress", func(t *testing.T, out, _ string) {
			changeFile(t, filepath.Join(out, manifest.Name), `"tool": "`+press.Tool, `"tool": "kitpress 0.0.1`)
		}, "version manifest.json"},
		{"an older manifest", func(t *testing.T, out, _ string) {
			changeFile(t, filepath.Join(out, manifest.Name), `"request"`, `"asked"`)
		}, "manifest manifest.json"},
		{"another paper", func(t *testing.T, out, _ string) {
			changeFile(t, filepath.Join(out, manifest.Name), `"qr": "url"`, `"qr": "none"`)
		}, "checksum " + cards},
	} {
		t.Run(tc.name, func(t *testing.T) {
			pack, fsys := withCode(t, "")
			out := filepath.Join(t.TempDir(), "kit")
			build(t, press.Request{Catalog: fsys, Langs: []string{"en"}, Only: []string{"sight-cards", press.Explanations}, Out: out})
			tc.change(t, out, pack)
			if got := rules(verified(t, verify.Request{Paths: []string{out}, Catalog: fsys}).Findings); got != tc.want {
				t.Errorf("found %s, want %s", got, tc.want)
			}
		})
	}
}

func TestVerifyRefuses(t *testing.T) {
	dir := t.TempDir()
	_, fsys := withCode(t, "")
	out := filepath.Join(dir, "kit")
	build(t, press.Request{Catalog: fsys, Langs: []string{"en"}, Only: []string{"sight-cards"}, Out: out})
	kittest.Put(t, filepath.Join(dir, "foreign", manifest.Name), `{"name": "a web app"}`)
	kittest.Put(t, filepath.Join(dir, "loose.pdf"), "%PDF")
	for _, tc := range []struct {
		req  verify.Request
		want string
	}{
		{verify.Request{Paths: []string{filepath.Join(dir, "nowhere")}}, "cannot look at"},
		{verify.Request{Paths: []string{dir}}, "has no manifest.json"},
		{verify.Request{Paths: []string{filepath.Join(dir, "loose.pdf")}}, "has no manifest.json"},
		{verify.Request{Paths: []string{filepath.Join(dir, "foreign")}}, "is no kit"},
		{verify.Request{Paths: []string{out}}, `"night-walk", a game the catalog does not have`},
		{verify.Request{Paths: []string{out}, Scans: []verify.Scan{{DPI: 5}}}, "cannot scan at 5 dpi"},
		{verify.Request{Paths: []string{out}, Scans: []verify.Scan{{DPI: 200, Blur: -1}}}, "cannot blur by -1 mm"},
		{verify.Request{Paths: []string{out}, Scans: []verify.Scan{{DPI: 200, Turn: 400}}}, "cannot turn by 400 degrees"},
	} {
		if _, err := verify.Kits(t.Context(), tc.req); err == nil || !strings.Contains(err.Error(), tc.want) {
			t.Errorf("%v: %v, want %q", tc.req.Paths, err, tc.want)
		}
	}
}

const ownCard = `format: 1
size: [63, 88]
draw:
  - {rect: [0, 0, 63, 88], fill: paper}
  - {if: topic, draw: [
EXTRA
    ]}
`

// What a template does to a code is found on the page, and the kit that was
// there stays.
func TestBuildVerifies(t *testing.T) {
	for _, tc := range []struct{ name, draw, want string }{
		{"fine", `{qr: "{topic.url}", corner: [60, 84], box: 16.5, most: 21.2, ground: paper}`, ""},
		{"another address", `{qr: "https://example.org/stars", corner: [60, 84], box: 16.5, most: 21.2, ground: paper}`,
			`card "moon", en, night-walk_sight-cards_en_a4.pdf: QR code: says "https://example.org/stars" at 200 dpi, not "https://example.org/moon"`},
		{"something over it", `{qr: "{topic.url}", corner: [60, 84], box: 16.5, most: 21.2, ground: paper},
      {rect: [48, 72, 8, 8], fill: ink}`, "QR code: has "},
		{"something beside it", `{qr: "{topic.url}", corner: [60, 84], box: 16.5, most: 21.2, ground: paper},
      {rect: [43, 68, 1, 18], fill: ink}`, "modules around it are white, not 4"},
		{"a line through the corner of its quiet zone", `{qr: "{topic.url}", corner: [60, 84], box: 16.5, most: 21.2, ground: paper},
      {rect: [43.5, 67.5, 0.6, 0.6], fill: ink}`, "QR code: only 2.8 modules around it"},
		{"near the cut", `{qr: "{topic.url}", corner: [62.5, 84], box: 16.5, most: 21.2, ground: paper}`, "QR code: the cut is 2.5 mm away, less than 3.0 mm"},
		{"not on the other side of the cut", `{qr: "{topic.url}", corner: [60, 92], box: 16.5, most: 21.2, ground: paper}`, "cannot be read at 200 dpi"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			_, fsys := withCode(t, strings.Replace(ownCard, "EXTRA", "      "+tc.draw, 1))
			out := filepath.Join(t.TempDir(), "kit")
			kittest.Put(t, filepath.Join(out, manifest.Name), `{"format": 1, "tool": "kitpress 0"}`) // the kit that was there
			r, err := Build(t.Context(), press.Request{Catalog: fsys, Langs: []string{"en"}, Only: []string{"sight-cards"}, Out: out}, press.Plan, verify.DefaultScans())
			if tc.want == "" {
				if err != nil || r.Verified == nil || r.Verified.Read != 1 {
					t.Errorf("%v, %+v", err, r)
				}
				return
			}
			var data *source.DataError
			if !errors.As(err, &data) || !strings.Contains(data.Problems[0].Message, tc.want) {
				t.Errorf("%v, want %q", err, tc.want)
			}
			if data != nil && (data.Problems[0].Hint == "" || data.Problems[0].Pos.File != "cards.yaml") {
				t.Errorf("at %v, hint %q", data.Problems[0].Pos, data.Problems[0].Hint)
			}
			kittest.WantTree(t, out, map[string]string{"manifest.json": `{"format": 1, "tool": "kitpress 0"}`})
		})
	}
}

// A card that leads to a topic has a code when others of its deck have one.
func TestCardWithoutCode(t *testing.T) {
	pack, fsys := withCode(t, strings.Replace(ownCard, "EXTRA", `      {if: title != 'The old tree', qr: "{topic.url}", corner: [60, 84], box: 16.5, most: 21.2, ground: paper}`, 1))
	changeFile(t, filepath.Join(pack, "cards.yaml"), "icon: tree\n", "icon: tree\n        topic: moonlight\n")
	_, err := Build(t.Context(), press.Request{Catalog: fsys, Langs: []string{"en"}, Only: []string{"sight-cards"}, Out: filepath.Join(t.TempDir(), "kit")}, press.Plan, verify.DefaultScans())
	if err == nil || !strings.Contains(err.Error(), `card "old-tree", en, night-walk_sight-cards_en_a4.pdf: the card leads to a topic and has no code`) {
		t.Error(err)
	}
}

// A scan that no phone could read is told apart from one it can.
func TestScansDiffer(t *testing.T) {
	_, fsys := withCode(t, "")
	out := filepath.Join(t.TempDir(), "kit")
	build(t, press.Request{Catalog: fsys, Langs: []string{"en"}, Only: []string{"sight-cards"}, Out: out})
	scans := []verify.Scan{{DPI: 300, Turn: 37}, {DPI: 150, Turn: 1.5, Blur: 0.1}, {DPI: 150, Blur: 0.5}, {DPI: 72, Turn: 20, Blur: 0.3}}
	r := verified(t, verify.Request{Paths: []string{out}, Catalog: fsys, Scans: scans})
	var ok []bool
	for _, read := range r.Codes[0].Reads {
		ok = append(ok, read.OK)
	}
	if !slices.Equal(ok, []bool{true, true, false, false}) || rules(r.Findings) != "code night-walk_sight-cards_en_a4.pdf" {
		t.Errorf("read %v, found %s", ok, rules(r.Findings))
	}
	if want := "cannot be read at 150 dpi, blurred by 0.5 mm"; !slices.Contains(r.Codes[0].Failures, want) {
		t.Errorf("%q, want %q", r.Codes[0].Failures, want)
	}
}
