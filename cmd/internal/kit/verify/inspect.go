package verify

import (
	"cmp"
	"context"
	"fmt"
	"io/fs"
	"math"
	"slices"
	"strings"
	"sync"

	"kitpress/catalog/source"
	"kitpress/cmd/internal/press"
	"kitpress/layout"
	"kitpress/output/png"
	"kitpress/output/scan"
)

// A Report says what was found when the codes were read from the pages of a
// kit as they leave the printer.
type Report struct {
	Tool     string        `json:"tool"`
	Scans    []Scan        `json:"scans"`
	Files    int           `json:"files"` // whose content was compared or drawn
	Pages    int           `json:"pages"` // with codes on them
	Copies   int           `json:"copies"`
	Read     int           `json:"read"` // codes that every scan read rightly
	Least    Least         `json:"least"`
	Codes    []CheckedCode `json:"codes"` // each face once
	Findings []Finding     `json:"findings"`
}

// Least is the worst of every measure.
type Least struct {
	Module   float64 `json:"moduleMM"`
	Quiet    float64 `json:"quietModules"`
	Contrast float64 `json:"contrast"`
	Trim     float64 `json:"trimMM"`
}

func newReport(scans []Scan) *Report {
	return &Report{Tool: press.Tool, Scans: scans, Codes: []CheckedCode{}, Findings: []Finding{}}
}

// A Finding is one thing that keeps a kit from being given to the printer.
type Finding struct {
	Rule    string `json:"rule"` // stable name: see the constants
	Game    string `json:"game,omitempty"`
	Lang    string `json:"lang,omitempty"`
	File    string `json:"file,omitempty"`
	Page    int    `json:"page,omitempty"`
	Card    string `json:"card,omitempty"`
	Message string `json:"message"`
	Hint    string `json:"hint,omitempty"`

	pos source.Pos // in the catalog
}

// The rules of findings.
const (
	RuleCode     = "code"     // a code fails: CheckedCode.Failures has all reasons
	RuleNoCode   = "no-code"  // a card leads to a topic and has no code, unlike others of its deck
	RuleManifest = "manifest" // the manifest does not say enough, or something else than the folder
	RuleVersion  = "version"  // of kitpress or of the game
	RuleChecksum = "checksum" // a file is not what would be written now
	RuleMissing  = "missing"  // a file is not there
	RuleUnlisted = "unlisted" // a file is in no manifest
	RuleCatalog  = "catalog"  // the catalog cannot make the kit any more
)

// An Inspector reads the codes of documents as they are composed. It is safe
// for concurrent use.
type Inspector struct {
	scans []Scan
	tools sync.Pool // of *png.Renderer

	mu    sync.Mutex
	looks map[string]*look // by game and file
}

// A look is what was found in one file.
type look struct {
	codes    []CheckedCode
	findings []Finding
	pages    int
}

// NewInspector returns an inspector that reads every code under each scan. It
// refuses unknown scans, and files without sheets.
func NewInspector(format string, scans []Scan) (*Inspector, error) {
	if format == press.FormatSite && len(scans) > 0 {
		return nil, &press.UsageError{Message: "--verify reads the codes on sheets, and --format site makes none", Hint: "leave one of them out"}
	}
	for _, s := range scans {
		if err := s.check(); err != nil {
			return nil, err
		}
	}
	return &Inspector{scans: scans, looks: map[string]*look{}}, nil
}

func (v *Inspector) key(l *press.Localization, file string) string { return l.Game.ID + "/" + file }

// inspect reads the codes of a document that is written to a file, or to one
// for each of its pages.
func (v *Inspector) inspect(ctx context.Context, d *press.Sheets, f press.File) error {
	l := d.In
	fileOf := func(page int) string {
		if len(f.Parts) == len(d.Pages) {
			return f.Parts[page].Path
		}
		return f.Path
	}
	found := &look{}
	codes := codesOn(d)
	pages := map[int][]int{} // indices of codes by page
	var order []int
	for i, p := range codes {
		if pages[p.page] == nil {
			order = append(order, p.page)
		}
		pages[p.page] = append(pages[p.page], i)
	}
	found.pages = len(order)
	found.codes = make([]CheckedCode, len(codes))
	err := press.Together(ctx, len(order), func(n int) error {
		r, ok := v.tools.Get().(*png.Renderer)
		if !ok {
			r = new(png.Renderer)
		}
		defer v.tools.Put(r)
		on := pages[order[n]]
		for _, i := range on {
			found.codes[i] = CheckedCode{Game: l.Game.ID, Lang: l.Lang, File: fileOf(codes[i].page), Page: codes[i].page + 1, Copies: codes[i].copies, Face: codes[i].face.Name}
			found.codes[i].expect(l, codes[i])
		}
		return v.page(r, d, codes, found.codes, on)
	})
	if err != nil {
		return fmt.Errorf("%s: %w", f.Path, err)
	}
	explained := l.Request.Explains()
	for i := range found.codes {
		c := &found.codes[i]
		c.judge(explained)
		if len(c.Failures) > 0 {
			found.findings = append(found.findings, Finding{
				Rule: RuleCode, Game: c.Game, Lang: c.Lang, File: c.File, Page: c.Page, Card: c.Card,
				Message: "QR code: " + strings.Join(c.Failures, "; "), Hint: c.hint, pos: codes[i].qr.Origin,
			})
		}
	}
	if l.Request.QR != press.QRNone {
		found.findings = append(found.findings, without(d, codes, fileOf(0))...)
	}
	v.mu.Lock()
	v.looks[v.key(l, f.Path)] = found
	v.mu.Unlock()
	return nil
}

// page measures the codes of one page, and reads each under every scan.
func (v *Inspector) page(r *png.Renderer, d *press.Sheets, placed []*placedCode, codes []CheckedCode, on []int) error {
	scene := d.Pages[placed[on[0]].page].Scene
	for _, i := range on {
		p, c := placed[i], &codes[i]
		g, err := p.measure(r, scene)
		if err != nil {
			return err
		}
		c.Module, c.Trim = rounded(p.qr.Module.MM()*magnitude(p.at)), rounded(p.trim())
		c.Quiet, c.Contrast = g.quiet, rounded(g.contrast)
		if g.wrong > 0 {
			c.Failures = append(c.Failures, fmt.Sprintf("has %d modules something else is drawn over", g.wrong))
			c.hint = "draw nothing over it"
		}
	}
	for _, s := range v.scans {
		shot, err := s.shoot(r, scene)
		if err != nil {
			return err
		}
		for _, i := range on {
			codes[i].read(shot, placed[i])
		}
	}
	return nil
}

// read reads the code of a card: what else is on the sheet nobody holds before
// a camera. Where the rest of the card makes that hard, with rings that look
// like the corners of a code, the camera comes closer, as people do.
func (c *CheckedCode) read(shot *camera, p *placedCode) {
	read := Read{Scan: shot.scan}
	got, err := scan.Read(shot.crop(layout.Rect{W: p.face.Size.W, H: p.face.Size.H}, p.faceAt))
	if err != nil {
		got, err = scan.Read(shot.crop(p.near(), p.at))
	}
	if err == nil {
		read.Payload = got.Payload
		read.OK = got.Payload == c.Expected
		if c.Payload == "" {
			c.Payload, c.Version, c.Level = got.Payload, got.Version, got.Level
		}
	}
	c.Reads = append(c.Reads, read)
}

// without lists the cards of a document that lead to a topic but have no code,
// in decks where others have one.
func without(d *press.Sheets, codes []*placedCode, file string) []Finding {
	l := d.In
	coded := map[string]bool{} // decks and cards
	for _, p := range codes {
		if deck, card := p.card(l.Game); card != nil {
			coded[deck.ID], coded[card.ID] = true, true
		}
	}
	var found []Finding
	if d.Of == nil {
		return nil
	}
	for _, id := range d.Of.Decks {
		if !coded[id] {
			continue
		}
		deck := l.Game.Deck(id)
		for _, card := range deck.Cards {
			if coded[card.ID] || len(topicsOf(l.Game, deck.Schema, card)) == 0 {
				continue
			}
			found = append(found, Finding{
				Rule: RuleNoCode, Game: l.Game.ID, Lang: l.Lang, File: file, Card: card.ID,
				Message: "the card leads to a topic and has no code", Hint: "draw it in the template, as on the other cards", pos: card.Pos,
			})
		}
	}
	return found
}

// After reads the codes of what another has written; without scans it leaves
// them alone.
func (v *Inspector) After(ctx context.Context, write func(*press.Sheets) (press.File, error)) func(*press.Sheets) (press.File, error) {
	if len(v.scans) == 0 {
		return write
	}
	return func(s *press.Sheets) (press.File, error) {
		f, err := write(s)
		if err != nil {
			return f, err
		}
		return f, v.inspect(ctx, s, f)
	}
}

// Report adds up what was found in files, in their order; nil without scans.
func (v *Inspector) Report(files []press.Result) *Report {
	if len(v.scans) == 0 {
		return nil
	}
	r := newReport(v.scans)
	for _, f := range files {
		r.Files += max(1, len(f.File.Parts))
		found := v.looks[v.key(f.In, f.File.Path)]
		if found == nil {
			continue
		}
		r.Pages += found.pages
		r.Codes = append(r.Codes, found.codes...)
		r.Findings = append(r.Findings, found.findings...)
	}
	r.sum()
	return r
}

// sum fills in what follows from the codes.
func (r *Report) sum() {
	r.Copies, r.Read, r.Least = 0, 0, Least{}
	for i, c := range r.Codes {
		r.Copies += c.Copies
		if !slices.ContainsFunc(c.Reads, func(r Read) bool { return !r.OK }) {
			r.Read++
		}
		if i == 0 {
			r.Least = Least{c.Module, c.Quiet, c.Contrast, c.Trim}
		}
		r.Least = Least{
			min(r.Least.Module, c.Module), min(r.Least.Quiet, c.Quiet),
			min(r.Least.Contrast, c.Contrast), min(r.Least.Trim, c.Trim),
		}
	}
	slices.SortStableFunc(r.Findings, func(a, b Finding) int { return cmp.Compare(a.Game, b.Game) })
}

// Err returns the findings as errors in the data of a catalog, for whoever has
// just composed the kit.
func (r *Report) Err(catalog fs.FS) error {
	if r == nil {
		return nil
	}
	var problems source.Problems
	for _, f := range r.Findings {
		where := strings.Join(nonEmpty("card "+fmt.Sprintf("%q", f.Card), f.Lang, f.File), ", ")
		problems.Errorf(f.pos, "scan", "%s: %s", where, f.Message).Hint = f.Hint
	}
	problems.FillExcerpts(catalog)
	return problems.Err()
}

func nonEmpty(list ...string) []string {
	return slices.DeleteFunc(list, func(s string) bool { return s == "" })
}

// rounded returns a measure with as many digits as anybody can see.
func rounded(mm float64) float64 { return math.Round(mm*1000) / 1000 }
