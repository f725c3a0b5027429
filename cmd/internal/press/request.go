package press

import (
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"time"

	"kitpress/catalog"
	"kitpress/catalog/load"
	"kitpress/catalog/source"
	"kitpress/i18n"
	"kitpress/layout/compose"
	"kitpress/layout/compose/theme"
	"kitpress/layout/sheet"
	"kitpress/output"
)

// A Request says what to build: step 1.
type Request struct {
	Catalog  fs.FS            // a catalog root or one game folder; nil for the catalog kitpress ships
	Fonts    fs.FS            // a folder of fonts beside those of the games; nil for none
	Games    []string         // ids; none: the only game of Catalog
	All      bool             // every game of Catalog, each in a folder of its own
	Langs    []string         // BCP 47 tags; "all": every language of the game
	Prefer   []string         // when Langs is empty: the first of these that the game has, or else its source
	Edition  string           // id; "": the language's own
	Paper    string           // "a4", "letter"
	Sides    string           // see sheet.AllSides
	Ink      string           // see theme.Modes
	BaseURL  string           // where the explanation pages are served; "": public references
	QR       string           // "url", "none"
	Only     []string         // component ids, "explanations" for the site; none: all
	Topics   []string         // what guides explain: ids or codes of topics, or kinds of them; none: all
	Format   string           // see Formats; "": all there is
	DPI      float64          // of FormatPNG; 0: the usual
	Sets     int              // how many sets of the game to print, each with a letter; 0: one
	StandIn  []string         // what stands in for pieces that are left out, see catalog.StandIns
	Stock    []string         // perforated paper, labels and punches for cards and tokens, ids of sheet.Stock
	Reading  string           // ReadingLarge or ReadingEasy; "": the usual size
	For      string           // whoever prints: "" for one's own printer, PrintShop or Cutter
	Profile  []byte           // ICC profile of the print shop; nil: FOGRA39
	Marks    []string         // what is on the backs of each set instead of a letter: as many sets, for an event
	Pupils   int              // as many sets as these need to play at once, instead of Sets; 0: not said
	Sponsor  *compose.Sponsor // shown on what is printed but rules and explanations; nil for none
	Printer  Printer          // whose faults are put right
	Shard    Shard            // the part to make of a build that several machines share
	Draft    bool             // print the source text where a translation is missing
	Date     time.Time
	Out      string         // output folder
	DryRun   bool           // all is made, and nothing put in its place
	Progress func(Progress) // called as files are written, one call at a time; may be nil

	base    baseURL
	pressed output.Format // of the files for a print shop
	oneOf   bool          // the games are looked at one by one: each is one of several
	shop    *shared       // that has what is needed already; nil for none
}

// A Progress is one step towards the end of a build.
type Progress struct {
	Done, Total int
	File        string // path of the file just written, relative to the output folder
}

// The values of Request.QR.
const (
	QRURL  = "url"
	QRNone = "none"
)

// LangAll stands for every language of a game.
const LangAll = "all"

// A UsageError says that a request makes no sense, whatever the data.
type UsageError struct{ Message, Hint string }

// Error returns the message; the hint is for whoever prints it.
func (e *UsageError) Error() string { return e.Message }

// DefaultPaper and the other defaults are what an empty field means.
const (
	DefaultPaper = "a4"
	DefaultSides = string(sheet.Usual)
	DefaultInk   = "full"
)

// InkBacks prints fronts in full colour and saves ink on backs, which are
// dark all over.
const InkBacks = "backs"

// inks returns the inks of fronts and of backs.
func (r *Request) inks() (fronts, backs theme.Mode) {
	if r.Ink == InkBacks {
		return theme.Full, theme.Low
	}
	return theme.Mode(r.Ink), theme.Mode(r.Ink)
}

// check fills in the defaults and refuses what no catalog could satisfy.
func (r *Request) check(papers, stocks []string) error {
	fill := func(s *string, value string) {
		if *s == "" {
			*s = value
		}
	}
	fill(&r.Paper, DefaultPaper)
	fill(&r.Sides, DefaultSides)
	fill(&r.Ink, DefaultInk)
	fill(&r.QR, QRURL)
	fill(&r.Format, FormatKit)
	if r.Catalog == nil {
		r.Catalog = catalog.Embedded()
	}
	r.Edition = strings.ToLower(r.Edition)
	for _, c := range []struct {
		flag  string
		value *string
		known []string
	}{
		{"--paper", &r.Paper, papers},
		{"--sides", &r.Sides, append(words(sheet.AllSides()), DefaultSides)},
		{"--ink", &r.Ink, append(words(theme.Modes()), InkBacks)},
		{"--qr", &r.QR, []string{QRURL, QRNone}},
		{"--format", &r.Format, Formats()},
		{"--reading", &r.Reading, []string{ReadingLarge, ReadingEasy, ""}},
	} {
		lower := strings.ToLower(*c.value) // A4 is a4
		if !slices.Contains(c.known, lower) {
			return Unknown(c.flag, *c.value, c.known)
		}
		*c.value = lower
	}
	if err := r.checkFor(); err != nil {
		return err
	}
	if err := r.checkFormat(); err != nil {
		return err
	}
	if r.Sets < 0 || r.Sets > MostSets {
		return &UsageError{fmt.Sprintf("--sets %d: from 1 to %d are printed at once", r.Sets, MostSets), "each set has a letter, A to Z"}
	}
	if r.Pupils < 0 {
		return &UsageError{fmt.Sprintf("--pupils %d: a class has at least one", r.Pupils), "--pupils 28"}
	}
	if r.Sets > 0 && r.Pupils > 0 {
		return &UsageError{"--pupils says how many sets there are, and so does --sets", "leave one of them out"}
	}
	if err := r.Printer.Check(); err != nil {
		return err
	}
	for i, id := range r.Stock {
		if r.Stock[i] = strings.ToLower(id); !slices.Contains(stocks, r.Stock[i]) {
			return Unknown("--stock", id, stocks)
		}
	}
	if len(r.Stock) > 0 && (r.For != "" || r.Reading != "") {
		return &UsageError{"--stock is paper for one's own printer, for pieces of the usual size", "leave out --for and --reading, or --stock"}
	}
	for _, by := range r.StandIn {
		if !slices.Contains(catalog.StandIns(), by) {
			return Unknown("--stand-in", by, catalog.StandIns())
		}
	}
	if r.Format == FormatPiles && r.Shard.Of > 0 {
		return &UsageError{"--format piles puts files together, --shard takes them apart", "leave one of them out"}
	}
	if r.Format == FormatSite && r.Shard.Of > 0 {
		return &UsageError{"--shard divides files for the printer, and --format site makes none", "leave one of them out"}
	}
	if r.Format == FormatSite && len(r.Only) > 0 {
		return &UsageError{"--only names files for the printer, and --format site makes none", "leave one of them out"}
	}
	var err error
	if r.base, err = parseBaseURL(r.BaseURL); err != nil {
		return &UsageError{fmt.Sprintf("--base-url %q: %v", r.BaseURL, err), "give an address such as https://example.org/kit"}
	}
	return nil
}

// unknown is the error for a value that is not one of the known ones.
func Unknown(what, value string, known []string) *UsageError {
	e := &UsageError{Message: fmt.Sprintf("%s: unknown value %q", what, value), Hint: "known: " + strings.Join(known, ", ")}
	if guess := source.Suggest(value, known); guess != "" {
		e.Hint = fmt.Sprintf("did you mean %q? %s", guess, e.Hint)
	}
	return e
}

// words returns named strings as plain ones.
func words[S ~string](list []S) []string {
	out := make([]string, len(list))
	for i, s := range list {
		out[i] = string(s)
	}
	return out
}

// games returns the ids of the games to build.
func (r *Request) games() ([]string, error) {
	known, err := load.Games(r.Catalog)
	if err != nil {
		return nil, err
	}
	if r.All {
		if len(r.Games) > 0 {
			return nil, &UsageError{fmt.Sprintf("all games, or only %s?", strings.Join(r.Games, " ")), "give --all or names of games, not both"}
		}
		return known, nil
	}
	if len(r.Games) == 0 {
		if len(known) == 1 {
			return known, nil
		}
		return nil, &UsageError{"which game?", "--all, or some of: " + strings.Join(known, ", ")}
	}
	for _, id := range r.Games {
		if !slices.Contains(known, id) {
			return nil, Unknown("game", id, known)
		}
	}
	return Dedupe(r.Games), nil
}

// Languages returns the languages a kit of g can be built in: those the game
// promises and those derived from one of them.
func Languages(g *catalog.Game) []string {
	return i18n.WithDerived(g.Languages)
}

// languages returns the languages to build g in, in the order asked for.
// several: g is one of the games to build.
func (r *Request) languages(g *catalog.Game, several bool) ([]string, error) {
	known := Languages(g)
	var langs []string
	for _, l := range r.Langs {
		if l == LangAll {
			langs = append(langs, g.Languages...)
			continue
		}
		k := match(known, l)
		if k == "" {
			err := Unknown("--lang", l, append(known, LangAll))
			if several {
				err.Message = fmt.Sprintf("--lang: %s has no %q", g.ID, l)
			}
			return nil, err
		}
		langs = append(langs, k)
	}
	for _, l := range append(slices.Clone(r.Prefer), g.Source) {
		if k := match(known, l); k != "" && len(langs) == 0 {
			langs = []string{k}
		}
	}
	return Dedupe(langs), nil
}

// match returns the language of known that was meant by lang, "" for none.
func match(known []string, lang string) string {
	lang = strings.ReplaceAll(lang, "_", "-")
	for _, k := range known {
		if strings.EqualFold(k, lang) {
			return k
		}
	}
	return ""
}

// edition returns the edition for a kit of g in lang. A game that lacks the one
// asked for takes its own: checkEdition has seen that another has it.
func (r *Request) edition(g *catalog.Game, lang string) *catalog.Edition {
	if e := g.Edition(r.Edition); e != nil {
		return e
	}
	if e := g.EditionFor(lang); e != nil {
		return e
	}
	return &catalog.Edition{} // a game without editions
}

// checkEdition refuses an edition that no game has.
func (r *Request) checkEdition(games []loaded) error {
	var known []string
	for _, g := range games {
		for _, e := range g.game.Editions {
			known = append(known, e.ID)
		}
	}
	if r.Edition != "" && !r.oneOf && !slices.Contains(known, r.Edition) {
		return Unknown("--edition", r.Edition, Dedupe(known))
	}
	return nil
}

func (r *Request) textOptions() []i18n.Option {
	var options []i18n.Option
	if r.Draft {
		options = append(options, i18n.Draft())
	}
	if theme.Mode(r.Ink) == theme.Mono {
		options = append(options, i18n.InBlack())
	}
	return options
}

// date returns the date the files of g carry.
func (r *Request) date(g *catalog.Game) time.Time {
	if !r.Date.IsZero() {
		return r.Date
	}
	return g.Date
}

// topicURL returns what the QR code of a topic leads to in a kit in lang; ""
// for no code.
func (r *Request) topicURL(lang string) func(*catalog.Topic) string {
	return func(t *catalog.Topic) string {
		if r.QR == QRNone {
			return ""
		}
		if r.base != "" {
			return r.base.page(t.Code, lang)
		}
		return t.Reference(lang)
	}
}

func Dedupe(list []string) []string {
	var out []string
	for _, s := range list {
		if !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	return out
}

// Output returns the format of what is written for each component.
func (r *Request) Output() output.Format {
	if r.For == PrintShop || r.For == Cutter {
		return r.pressed
	}
	formats := output.Formats()
	if i := slices.IndexFunc(formats, func(f output.Format) bool { return f.Name == r.Format }); i >= 0 {
		if r.DPI != 0 {
			return output.PNG(r.DPI)
		}
		return formats[i]
	}
	return formats[0] // a kit
}

// Pictures reports whether pages are written one by one, to be looked at,
// edited or cut, not to be printed in order.
func (r *Request) Pictures() bool { return r.Format == FormatPNG || r.Format == FormatSVG }

// checkFormat refuses what does not go with a format.
func (r *Request) checkFormat() error {
	switch lo, hi := output.DPI(); {
	case r.DPI != 0 && r.Format != FormatPNG:
		return &UsageError{fmt.Sprintf("--dpi is for pictures, and --format %s makes none", r.Format), "add --format png"}
	case r.DPI != 0 && !(r.DPI >= lo && r.DPI <= hi):
		return &UsageError{fmt.Sprintf("--dpi %g: a picture has between %g and %g", r.DPI, lo, hi), "printers ask for 300, screens for 100"}
	case r.Pictures() && slices.Contains(r.Only, PrintPlan):
		return &UsageError{fmt.Sprintf("--only %s: it tells how to print PDF files, and --format %s makes none", PrintPlan, r.Format), "leave one of them out"}
	}
	return nil
}

// Explanations is the folder of a kit with the site of its game, and the name
// --only knows it by.
const Explanations = "explanations"

// The values of Request.Format.
const (
	FormatKit   = "kit"   // PDF files, and the site of each game in a folder
	FormatPDF   = "pdf"   // PDF files alone
	FormatPiles = "piles" // a PDF file for each pile of paper, all copies in the order of print
	FormatPNG   = "png"   // a picture of each page
	FormatSVG   = "svg"   // a drawing of each page
	FormatSite  = "site"  // one site of all games, nothing else
)

// Formats lists what a build can make.
func Formats() []string {
	return []string{FormatKit, FormatPDF, FormatPiles, FormatPNG, FormatSVG, FormatSite}
}

// Explains reports whether the catalog explains topics by more than their
// summaries: one without the folder does not.
func (r *Request) Explains() bool { return source.Exists(r.Catalog, catalog.ExplanationFolder) }
