package kit

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"kitpress/catalog"
	"kitpress/catalog/source"
	"kitpress/cmd/internal/kit/manifest"
	"kitpress/cmd/internal/kit/publish"
	"kitpress/cmd/internal/press"
	"kitpress/layout"
	"kitpress/output"
	"kitpress/output/png"
	"kitpress/output/svg"
)

// A PreviewRequest says which faces to draw as pictures.
type PreviewRequest struct {
	press.Request          // one game; its Out, languages, ink and what its codes lead to
	Cards         []string // ids of decks and cards; none: every deck of cards
	Backs         bool
	As            string  // see PreviewFormats
	DPI           float64 // of PNG files; 0: png.DefaultDPI
}

// The formats of previews.
const (
	PreviewPNG = "png"
	PreviewSVG = "svg"
)

// PreviewFormats lists the formats of previews, the default first.
func PreviewFormats() []string { return []string{PreviewPNG, PreviewSVG} }

// PreviewDPI is the resolution of pictures nobody chose one for.
const PreviewDPI = png.DefaultDPI

// contactSheet is what the sheet of all faces is called.
const contactSheet = "contact-sheet"

// A Preview says which pictures there are now.
type Preview struct {
	Tool     string          `json:"tool"`
	Out      string          `json:"out"`
	Files    []Picture       `json:"files"`
	Removed  int             `json:"removed,omitempty"` // pictures of the previous preview that this one does not have
	Problems source.Problems `json:"problems,omitempty"`
}

// A Picture is one file of a preview.
type Picture struct {
	Path  string  `json:"path"` // relative to the folder
	Lang  string  `json:"lang"`
	Face  string  `json:"face,omitempty"` // "threats/phishing/front"; empty for a contact sheet
	W     float64 `json:"widthMM"`
	H     float64 `json:"heightMM"`
	Bytes int64   `json:"bytes"`
}

// A shown is a face that is drawn as a picture.
type shown struct {
	file  string
	scene *layout.Scene
	round layout.Length // corners of the piece, for the contact sheet
}

// Pictures draws faces as files, and all of them on a contact sheet. The
// pictures of the folder are replaced, and only when every new one is there.
func Pictures(ctx context.Context, req PreviewRequest) (*Preview, error) {
	if req.As == "" {
		req.As = PreviewPNG
	}
	if !slices.Contains(PreviewFormats(), req.As) {
		return nil, press.Unknown("--format", req.As, PreviewFormats())
	}
	if lo, hi := output.DPI(); req.DPI != 0 && !(req.DPI >= lo && req.DPI <= hi) {
		return nil, &press.UsageError{Message: fmt.Sprintf("--dpi %g: a picture has between %g and %g", req.DPI, lo, hi), Hint: "printers ask for 300, screens for 100"}
	}
	locals, warnings, err := press.Localise(ctx, req.Request)
	if err != nil {
		return nil, err
	}
	req.Request = *locals[0].Request
	choice, err := Choose(locals[0].Game, req.Cards)
	if err != nil {
		return nil, err
	}
	if err := refuseKit(req.Out); err != nil {
		return nil, err
	}
	dir, err := publish.Open(req.Out)
	if err != nil {
		return nil, err
	}
	defer dir.Discard()
	p := &previewer{req: &req, to: dir, out: &Preview{Tool: press.Tool, Out: req.Out, Problems: warnings}}
	for _, l := range locals {
		if err := p.draw(ctx, l, choice); err != nil {
			return nil, err
		}
	}
	m := manifest.New(&req.Request)
	m.Game, m.Version, m.Ink, m.Preview, m.Other = locals[0].Game.ID, locals[0].Game.Version, req.Ink, true, p.listed
	if _, err := manifest.Write(dir, "", m); err != nil {
		return nil, err
	}
	if req.DryRun {
		p.out.Removed = dir.Gone()
		return p.out, nil
	}
	p.out.Removed, err = dir.Commit()
	return p.out, err
}

// refuseKit keeps pictures from taking the place of a kit.
func refuseKit(out string) error {
	if m, err := manifest.Read(out); err == nil && !m.Preview {
		return &press.UsageError{Message: fmt.Sprintf("there is a kit in %s", out), Hint: "choose another folder for the pictures with -o"}
	}
	return nil // what is foreign the staging refuses
}

// A Chosen is a card to draw.
type Chosen struct {
	Deck *catalog.Deck
	Card *catalog.Record
}

// Choose looks up decks and cards by their ids, "threats", "phishing" or
// "threats/phishing", in the order asked for and each once.
func Choose(g *catalog.Game, names []string) ([]Chosen, error) {
	var list []Chosen
	add := func(d *catalog.Deck, c *catalog.Record) {
		if !slices.Contains(list, Chosen{d, c}) {
			list = append(list, Chosen{d, c})
		}
	}
	whole := func(d *catalog.Deck) {
		for _, c := range d.Cards {
			add(d, c)
		}
	}
	if len(names) == 0 {
		for _, d := range g.Decks {
			if d.Kind() == "cards" {
				whole(d)
			}
		}
		return list, nil
	}
	for _, name := range names {
		deck := g.Deck(name)
		if deck != nil {
			whole(deck)
			continue
		}
		d, c := g.Card(name[strings.LastIndex(name, "/")+1:])
		if c == nil || strings.Contains(name, "/") && name != d.ID+"/"+c.ID {
			var known []string
			for _, d := range g.Decks {
				known = append(known, d.ID)
				for _, c := range d.Cards {
					known = append(known, c.ID, d.ID+"/"+c.ID)
				}
			}
			hint := "kitpress check " + g.ID + " --print catalog lists them"
			if guess := source.Suggest(name, known); guess != "" {
				hint = fmt.Sprintf("did you mean %q?", guess)
			}
			return nil, &press.UsageError{Message: fmt.Sprintf("%s has no deck or card %q", g.ID, name), Hint: hint}
		}
		add(d, c)
	}
	return list, nil
}

// A previewer writes the pictures of one request.
type previewer struct {
	req    *PreviewRequest
	to     *publish.Folder
	out    *Preview
	listed []manifest.File
	tool   png.Renderer
	pack   png.Encoder
}

// draw writes the pictures in one language, and their contact sheet.
func (p *previewer) draw(ctx context.Context, l *press.Localization, list []Chosen) error {
	faces, err := p.faces(l, list)
	if err != nil {
		return err
	}
	for _, f := range faces {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := p.picture(l, f.file+"."+p.req.As, f.scene, p.req.As, p.req.DPI, true); err != nil {
			return err
		}
	}
	name := p.name(l, contactSheet, "")
	return p.picture(l, name+".png", contact(l, name, faces), PreviewPNG, contactDPI, false)
}

// faces composes the faces of the chosen cards.
func (p *previewer) faces(l *press.Localization, list []Chosen) ([]shown, error) {
	var faces []shown
	problems := l.Letters()
	if problems.HasErrors() {
		list = nil
	}
	for _, c := range list {
		scenes, more := l.Faces(c.Deck, c.Card.ID, p.req.Backs)
		problems = append(problems, more...)
		for i, scene := range scenes {
			if scene == nil {
				continue
			}
			f := shown{file: p.name(l, c.Card.ID, []string{"", "back"}[i]), scene: scene}
			if c.Deck.Kind() == "cards" {
				f.round = contactRound
			}
			faces = append(faces, f)
		}
	}
	problems.FillExcerpts(l.Request.Catalog)
	p.out.Problems = append(p.out.Problems, press.DedupeProblems(problems)...)
	return faces, press.DedupeProblems(problems).Err()
}

// name returns the name of a picture without its extension.
func (p *previewer) name(l *press.Localization, what, side string) string {
	parts := slices.DeleteFunc([]string{l.Game.ID, what, side, l.Lang}, func(s string) bool { return s == "" })
	return strings.ToLower(strings.Join(parts, "_"))
}

// picture writes one file.
func (p *previewer) picture(l *press.Localization, name string, s *layout.Scene, as string, dpi float64, face bool) error {
	f, err := manifest.Add(p.to, "", name, func(w io.Writer) error {
		if as == PreviewSVG {
			return svg.Write(w, s, svg.Options{Lang: l.Lang})
		}
		img, err := p.tool.Render(s, png.Options{DPI: dpi})
		if err != nil {
			return err
		}
		if dpi == 0 {
			dpi = png.DefaultDPI
		}
		return p.pack.Encode(w, img, dpi)
	})
	if err != nil {
		return err
	}
	picture := Picture{Path: name, Lang: l.Lang, W: s.Size.W.MM(), H: s.Size.H.MM(), Bytes: f.Bytes}
	if face {
		picture.Face = s.Name
	}
	p.out.Files = append(p.out.Files, picture)
	p.listed = append(p.listed, f)
	return nil
}
