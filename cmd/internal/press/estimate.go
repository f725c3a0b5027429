package press

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"

	"kitpress/catalog"
	"kitpress/layout"
	"kitpress/layout/sheet"
)

// An Estimate is what it takes to make a kit, in the words of its language: the
// print plan draws it, kitpress plan says it.
type Estimate struct {
	Game    string   `json:"game"`
	Name    string   `json:"name"`
	Lang    string   `json:"lang"`
	Sets    int      `json:"sets"`
	Sheets  string   `json:"sheets"`  // of each paper, "24 × A4"
	Minutes int      `json:"minutes"` // for one person, to five minutes
	Piles   []Pile   `json:"piles"`
	Table   []string `json:"perTable"` // what each table needs
	Class   []string `json:"perClass"` // what serves all of them
	Person  []string `json:"perPerson,omitempty"`
	Notes   []string `json:"notes"`
	Assumed []string `json:"assumed"` // what the minutes are made of
	Savings []Saving `json:"savings"` // the largest first
}

// A Pile of an Estimate is what is printed on one stock in one way.
type Pile struct {
	Stock   string     `json:"stock"`
	Sides   string     `json:"sides"`
	Paper   string     `json:"paper"`
	Sheets  int        `json:"sheets"` // at least
	Most    int        `json:"most"`
	Minutes int        `json:"minutes"`
	Files   []PileFile `json:"files"`
}

// A PileFile is a file of a pile.
type PileFile struct {
	Component string `json:"component"`
	Name      string `json:"name"`
	Sheets    int    `json:"sheets"` // of one print
	Times     int    `json:"times"`  // it is printed
}

// A Saving is a way to make a kit with less.
type Saving struct {
	What    string `json:"what"`
	Saves   string `json:"saves"` // in words
	Sheets  int    `json:"sheets"`
	Minutes int    `json:"minutes"`
	Flag    string `json:"flag,omitempty"` // of kitpress build; "" when it is done already
}

// What printing and folding take, in minutes: estimates [D].
const (
	sheetMinutes   = 0.25 // to print a sheet
	bookletMinutes = 2    // to fold and staple one
	mostNotes      = 5    // on a page of the plan, savings among them
)

// An estimator makes an Estimate.
type estimator struct {
	*Localization
	Estimate
	files []Result
}

// estimate says what it takes to make the files of a kit.
func (l *Localization) estimate(files []Result) *Estimate {
	e := &estimator{Localization: l, files: files}
	e.Estimate = Estimate{Game: l.Game.ID, Name: l.Texts.Name(l.Game.Name), Lang: l.Lang, Sets: l.Request.sets(l.Game), Sheets: l.totals(files)}
	total := 0.0
	for _, p := range l.piles(files, len(files)) {
		out := Pile{Stock: p.stock, Sides: p.sides, Paper: l.paperName(p.files[0].Paper), Sheets: p.sheets.from, Most: p.sheets.to}
		minutes := 0.0
		for _, f := range p.files {
			minutes += f.minutes()
			out.Files = append(out.Files, PileFile{f.ID, f.Title, f.sheets(), f.copies()})
		}
		out.Minutes = int(minutes + 0.5)
		total += minutes
		e.Piles = append(e.Piles, out)
	}
	e.Minutes = 5 * max(1, int((total+4)/5))
	e.once()
	e.assumed()
	e.savings()
	return &e.Estimate
}

// Estimates composes the kits of a request and says what it takes to make each.
func Estimates(ctx context.Context, req Request) ([]*Estimate, error) {
	locals, _, err := Localise(ctx, req)
	if err != nil {
		return nil, err
	}
	jobs, err := Plan(locals)
	if err != nil {
		return nil, err
	}
	files, _, err := Run(ctx, jobs, CountPages, nil)
	if err != nil {
		return nil, err
	}
	return EstimatesOf(locals, files), nil
}

// EstimatesOf says what it takes to make the files of some kits.
func EstimatesOf(locals []*Localization, files []Result) []*Estimate {
	var all []*Estimate
	for _, l := range locals {
		all = append(all, l.estimate(slices.DeleteFunc(slices.Clone(files), func(f Result) bool { return f.In != l })))
	}
	return all
}

// minutes estimates how long a file takes to print, cut and glue. What a table
// may need several times is counted as often as it needs it at least.
func (r *Result) minutes() float64 {
	sheets := float64(r.paperSpan().from)
	total := sheets * sheetMinutes
	switch spec, ok := r.In.shared.specs.Spec(r.Sheet); {
	case r.backs(): // cut with their fronts
	case r.booklet():
		total += float64(bookletMinutes * r.timesPrinted())
	case ok:
		total += sheets * spec.Minutes
	}
	return total
}

// assumed names what the minutes are made of.
func (e *estimator) assumed() {
	time := func(minutes float64) string {
		if minutes < 1 {
			return strconv.FormatFloat(60*minutes, 'g', 3, 64) + "\u00a0s"
		}
		return strconv.FormatFloat(minutes, 'g', 3, 64) + "\u00a0min"
	}
	say := func(what string, minutes float64) {
		e.Assumed = append(e.Assumed, e.Texts.Word("plan.assumed", "What", what, "Time", time(minutes)))
	}
	say(e.Texts.Word("plan.assumed.print"), sheetMinutes)
	if slices.ContainsFunc(e.files, func(f Result) bool { return f.booklet() }) {
		e.Assumed = append(e.Assumed, e.Texts.Word("plan.assumed.booklet", "Time", time(bookletMinutes)))
	}
	for i := range e.files {
		f := &e.files[i]
		if spec, ok := e.shared.specs.Spec(f.Sheet); ok && spec.Minutes > 0 && f.counted() && !f.backs() {
			say(f.Title, spec.Minutes)
		}
	}
}

// savings says how the kit is made with less, by what it saves.
func (e *estimator) savings() {
	word := e.Texts.Word
	add := func(what, flag string, sheets int, minutes float64) {
		if sheets > 0 {
			s := Saving{What: what, Sheets: sheets, Minutes: int(minutes + 0.5), Flag: flag}
			s.Saves = word("plan.saves", "Sheets", word("count.sheets", "Count", s.Sheets), "Minutes", s.Minutes)
			e.Savings = append(e.Savings, s)
		}
	}
	for _, by := range catalog.StandIns() {
		sheets, minutes := 0, 0.0
		var decks []*catalog.Deck
		for i := range e.files {
			f := &e.files[i]
			left, ok := f.without[by]
			if !ok || !f.counted() {
				continue
			}
			spared := f.sheets() - left
			sheets, minutes = sheets+spared, minutes+float64(spared)*sheetMinutes
			if f.backs() {
				continue
			}
			spec, _ := e.shared.specs.Spec(f.Sheet)
			minutes += float64(spared) * spec.Minutes
			for _, id := range f.Of.Decks {
				if d := e.Localization.Game.Deck(id); d.StandIn.By == by {
					decks = append(decks, d)
				}
			}
		}
		add(e.insteadOf(by, decks), "--stand-in "+by, sheets, minutes)
	}
	backs, minutes := 0, 0.0
	for i := range e.files {
		f := &e.files[i]
		switch {
		case f.counted() && f.backs():
			backs, minutes = backs+f.sheets(), minutes+f.minutes()
		case f.counted() && f.component().Per == catalog.PerClass && f.booklet():
			spared := (e.Sets - 1) * f.sheets()
			add(word("plan.save.guide", "Component", f.Title), "", spared, float64(spared)*sheetMinutes+float64((e.Sets-1)*bookletMinutes))
		}
	}
	add(word("plan.save.duplex"), "--sides "+string(sheet.DuplexLong), backs, minutes)
	slices.SortStableFunc(e.Savings, func(a, b Saving) int { return cmp.Or(b.Minutes-a.Minutes, b.Sheets-a.Sheets) })
}

// insteadOf says what stands in for decks, and what the numbers of dice mean.
func (e *estimator) insteadOf(by string, decks []*catalog.Deck) string {
	var names, faces []string
	for _, d := range decks {
		names = append(names, e.Texts.Text(d.Name))
		if table := FaceTable(e.Localization, d); table != "" {
			faces = append(faces, table)
		}
	}
	say := e.Texts.Word("plan.save."+by, "Decks", strings.Join(names, " · "))
	if len(faces) > 0 {
		say += ": " + strings.Join(faces, "; ")
	}
	return say
}

// ordinary is how many sides the dice have that everybody has.
const ordinary = 6

// FaceTable says what the numbers of an ordinary die mean that stands in for
// one of a deck.
func FaceTable(l *Localization, d *catalog.Deck) string {
	var faces []string
	say := func(text string) { faces = append(faces, strconv.Itoa(len(faces)+1)+"\u00a0"+text) }
	for _, name := range d.StandIn.Fields {
		v, of := d.Cards[0].Fields[name], ""
		if f, ok := d.Schema.Field(name); ok {
			of = f.Of
		}
		switch set := l.Game.Set(of); {
		case v.Type == catalog.TypeText:
			say(l.Texts.Text(v.Text))
		case set != nil:
			for _, id := range v.List {
				say(l.Texts.Text(set.Item(id).Fields["name"].Text))
			}
		}
	}
	if n := len(faces); n > 0 && n < ordinary {
		faces = append(faces, span{n + 1, ordinary}.String()+"\u00a0"+l.Texts.Word("plan.again"))
	}
	return strings.Join(faces, " · ")
}

// A pile is the files that are printed on one stock in one way: what is put
// into the printer at once.
type pile struct {
	stock, sides string // in the language
	paper        string // its name, "" for that of the kit
	sheets       span
	files        []*Result
}

// linesInPile bounds how many files a pile names; more go on a second one.
const linesInPile = 6

// piles sorts the files that are printed into piles, in the order of the kit,
// of at most so many files.
func (l *Localization) piles(files []Result, most int) []*pile {
	var piles []*pile
	for i := range files {
		f := &files[i]
		if !f.counted() {
			continue
		}
		p := &pile{stock: l.stock(f), sides: l.Texts.Word("plan." + string(f.Sides))}
		if f.Paper != l.Request.Paper {
			p.paper = l.paperName(f.Paper)
		}
		if at := slices.IndexFunc(piles, func(q *pile) bool {
			return q.stock == p.stock && q.sides == p.sides && q.paper == p.paper && len(q.files) < most
		}); at >= 0 {
			p = piles[at]
		} else {
			piles = append(piles, p)
		}
		p.files, p.sheets = append(p.files, f), p.sheets.plus(f.paperSpan())
	}
	return piles
}

// drawn is what a template is told of piles: rows of up to three, as even as can
// be.
func (l *Localization) drawn(piles []*pile) []any {
	var rows []any
	n := (len(piles) + 2) / 3
	for row := range slices.Chunk(piles, (len(piles)+n-1)/n) {
		var list []any
		lines := 0
		for _, p := range row {
			lines = max(lines, len(p.files))
			list = append(list, l.drawnPile(p))
		}
		rows = append(rows, map[string]any{"piles": list, "lines": lines})
	}
	return rows
}

func (l *Localization) drawnPile(p *pile) map[string]any {
	stock := p.stock
	if p.paper != "" {
		stock = p.paper + " · " + stock
	}
	var lines []any
	for _, f := range p.files {
		name := f.Title
		switch {
		case f.backs():
			name += " · " + l.Texts.Word("plan.backs")
		case f.booklet():
			name += " · " + l.Texts.Word("plan.booklet")
		}
		lines = append(lines, map[string]any{"name": name, "file": f.File.Path, "sheets": f.paperSpan().String()})
	}
	return map[string]any{"stock": stock, "sides": p.sides, "sheets": p.sheets.String(), "lines": lines, "pages": p.pictures()}
}

// mostPictures is how many sheets a pile shows.
const mostPictures = 3

// pictures returns some sheets of a pile: the first of every file, then others
// of the first one.
func (p *pile) pictures() []any {
	var out []any
	for nth := range mostPictures {
		for _, f := range p.files {
			if nth < len(f.pictures) && len(out) < mostPictures {
				s := f.pictures[nth]
				out = append(out, map[string]any{"scene": s, "wide": s.Size.W.MM() / s.Size.H.MM()})
			}
		}
	}
	return out
}

// picturesOf returns the sheets by which a plan shows a file: the first, the
// last and one from the middle, fronts only.
func picturesOf(pages []layout.Page) []*layout.Scene {
	var fronts []*layout.Scene
	for _, p := range pages {
		if p.Role != layout.RoleBack {
			fronts = append(fronts, p.Scene)
		}
	}
	if len(fronts) <= mostPictures {
		return fronts
	}
	return []*layout.Scene{fronts[0], fronts[len(fronts)/2], fronts[len(fronts)-1]}
}

// stock returns the paper a file is printed on. What is glued together out of
// two printed layers is printed on half the weight, and what is printed on
// both sides cannot be glued onto anything.
func (l *Localization) stock(f *Result) string {
	id, way := "plan.paper."+f.stock(), ""
	switch {
	case f.backs():
		return l.Texts.Word("plan.paper.backs")
	case f.Sides == sheet.Fold:
		way = ".fold"
	case f.Sides == sheet.DuplexLong || f.Sides == sheet.DuplexShort:
		way = ".duplex"
	}
	if l.Texts.Words().Has(id + way) {
		id += way
	}
	if f.Cells != "" {
		cells, _ := l.shared.specs.Stock(f.Cells)
		return cells.Of(l.Texts.Word(id))
	}
	return l.Texts.Word(id)
}

// stock returns the kind of paper a file asks for, one of stocks.
func (j *Job) stock() string {
	if j.Stock == "" {
		return "plain"
	}
	return j.Stock
}

// component returns the component of the game a job prints; handouts have none
// and want nothing of what one can say.
func (j *Job) component() *catalog.Component {
	if j.Of == nil {
		return &catalog.Component{}
	}
	return j.Of
}
