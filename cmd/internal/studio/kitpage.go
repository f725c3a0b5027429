package studio

import (
	"cmp"
	"context"
	"fmt"
	"io/fs"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"

	"kitpress/catalog"
	"kitpress/catalog/load"
	"kitpress/catalog/source"
	"kitpress/cmd/internal/handout"
	"kitpress/cmd/internal/press"
	"kitpress/cmd/internal/studio/own"
	"kitpress/i18n"
	"kitpress/layout/sheet"
)

// A gameCard is a game to choose.
type gameCard struct {
	ID, Name, Lang string
	Cover          string
	Players        string
	Age            int
	Minutes        string
}

// A title is a game in a language, as far as it takes to choose one.
type title struct {
	Game  *catalog.Game
	Lang  string
	Texts *i18n.Texts
	Cover string // address of a picture, "" for that of the shelf
}

// titles returns the games there are, in a language if they have it. They are
// read once.
func (s *Studio) titles(lang string) ([]title, error) {
	get, _ := s.known.LoadOrStore(lang, sync.OnceValues(func() ([]title, error) { return s.readTitles(lang) }))
	return get.(func() ([]title, error))()
}

func (s *Studio) readTitles(lang string) ([]title, error) {
	games, err := s.games()
	if err != nil {
		return nil, err
	}
	list := make([]title, len(games))
	return list, press.Together(context.Background(), len(games), func(i int) error {
		t := title{Game: games[i], Lang: lang}
		if !slices.Contains(t.Game.Languages, lang) {
			t.Lang = t.Game.Source
		}
		var problems source.Problems
		t.Texts, problems = i18n.Load(s.catalog, t.Game, t.Lang)
		list[i] = t
		return problems.Err()
	})
}

// readGames reads the games there are.
func readGames(from fs.FS) ([]*catalog.Game, error) {
	ids, err := load.Games(from)
	if err != nil {
		return nil, err
	}
	games := make([]*catalog.Game, len(ids))
	return games, press.Together(context.Background(), len(ids), func(i int) error {
		var problems source.Problems
		games[i], problems = load.Game(from, ids[i])
		return problems.Err()
	})
}

// titleOf returns a game in a language; its game is nil when there is none.
func (s *Studio) titleOf(id, lang string) (title, error) {
	if deck, ok := strings.CutPrefix(id, ownPrefix); ok {
		return ownTitle(s.rooms, deck, lang)
	}
	list, err := s.titles(lang)
	if i := slices.IndexFunc(list, func(t title) bool { return t.Game.ID == id }); err == nil && i >= 0 {
		return list[i], nil
	}
	return title{}, err
}

// cardOf says what is to be known of a game before it is chosen.
func cardOf(l title) gameCard {
	g := l.Game
	return gameCard{
		ID: g.ID, Name: l.Texts.Name(g.Name), Lang: l.Lang, Cover: cmp.Or(l.Cover, "/cover/"+l.Lang+"/"+g.ID),
		Players: fromTo(g.Players), Age: g.Age, Minutes: fromTo(g.Minutes),
	}
}

func fromTo(r catalog.Range) string {
	switch {
	case r.Max == 0:
		return ""
	case r.Min == r.Max:
		return strconv.Itoa(r.Max)
	}
	return fmt.Sprintf("%d–%d", r.Min, r.Max)
}

// sendPacked sends a packed SVG file, which its address names for as long as
// this program runs.
func sendPacked(w http.ResponseWriter, data []byte) {
	w.Header().Set("Content-Type", kinds[".svg"])
	w.Header().Set("Content-Encoding", "gzip")
	w.Header().Set("Cache-Control", "private, max-age=600")
	w.Write(data)
}

// A kitData is what the page of a kit shows.
type kitData struct {
	choices
	Card     gameCard
	Known    [][2]string // languages, by tag and by name
	Editions [][2]string
	Printers []string
	From     string // the page it was chosen on
	Parts    []part // what can be left out
	Asks     bool   // there are questions about it
	Groups   []group
	Sets     int
	Each     int // players in the largest group
	Most     int
	Boxes    []box
	Sheets   int
	OnCard   int // of the sheets
	Minutes  int
	Savings  []saving
	Command  string
	Query    string
	Fault    source.Problems
	Kinds    []topicKind // of explanations
	Reading  *item       // all pages of them
	Games    []gameCard  // others that have some
}

// A part of a kit can be left out.
type part struct {
	ID, Name string
	Out      bool
}

// A box is what is printed for whom.
type box struct {
	Who    string // group, class
	Times  int
	Sheets int
	Items  []item
}

// An item is one file as its sheets look.
type item struct {
	Name, Lang string
	Sheets     int // of paper, altogether
	Pages      int
	Pictures   []picture // the first sheet
	More       bool      // there are others below
	Wide       bool
	View       string // address of its pages, without their number
	Query      string
}

// A picture is a page as it looks.
type picture struct {
	URL  string
	W, H int
}

// kitPage shows what is printed for the choices in its address.
func (s *Studio) kitPage(w http.ResponseWriter, r *http.Request) {
	q, name := r.URL.Query(), "kit"
	if strings.HasPrefix(r.URL.Path, "/explanations/") {
		q.Set("guide", "yes")
		name = "explain"
	}
	c, l, err := s.chosen(r.PathValue("game"), q, language(r))
	if err != nil || l.Game == nil || name != "kit" && !c.Guide {
		s.fault(w, r, http.StatusNotFound, "studio.missing")
		return
	}
	d := kitData{choices: c, Card: cardOf(l), Groups: c.groups(l.Game), Sets: c.sets(l.Game), Most: press.MostSets * l.Game.Players.Max, Query: c.query()}
	d.Each = len(d.Groups[0].Players)
	if c.Pupils == 0 {
		d.Each = l.Game.Players.Max
	}
	for _, tag := range press.Languages(l.Game) {
		if name := s.wordsIn(tag).NameOf(tag); name != tag {
			if _, region, ok := strings.Cut(tag, "-"); ok {
				name += " (" + region + ")"
			}
			d.Known = append(d.Known, [2]string{tag, name})
		}
	}
	slices.SortStableFunc(d.Known, func(a, b [2]string) int { // that of the page first
		return cmp.Compare(min(1, len(strings.TrimPrefix(a[0], l.Lang))), min(1, len(strings.TrimPrefix(b[0], l.Lang))))
	})
	for i := range l.Game.Editions {
		d.Editions = append(d.Editions, [2]string{l.Game.Editions[i].ID, l.Texts.Name(l.Game.Editions[i].Name)})
	}
	for i := range l.Game.Components {
		p := &l.Game.Components[i]
		d.Parts = append(d.Parts, part{p.ID, l.Texts.Name(p.Name), slices.Contains(c.Without, p.ID)})
	}
	d.Printers = slices.Sorted(maps.Keys(s.printers()))
	d.From = "/"
	if deck, ok := strings.CutPrefix(c.Game, ownPrefix); ok {
		d.From = "/own/" + deck
	}
	d.Asks = len(l.Game.Topics) > 0 && !strings.HasPrefix(c.Game, ownPrefix)
	if c.Guide {
		d.explain(l, s.titles)
	}
	v, err := s.view(r.Context(), &c)
	if err != nil {
		d.Fault = problemsOf(err)
	} else {
		d.Command = c.command(v.all)
		d.fill(v)
		d.read(v)
	}
	f := frame{Title: d.Card.Name, Data: d}
	if name == "kit" {
		f.Step = 2
	}
	s.show(w, r, http.StatusOK, name, f)
}

// ownPrefix begins the name of a deck of one's own in addresses.
const ownPrefix = "own~"

// ownTitle returns a deck of one's own in a language.
func ownTitle(rooms *own.Rooms, id, lang string) (title, error) {
	o, err := rooms.Game(id)
	if err != nil || o.Game == nil {
		return title{}, nil //nolint:nilerr // there is none of that name, or none that can be read
	}
	t := title{Game: o.Game, Lang: lang, Cover: o.Cover}
	if !slices.Contains(o.Game.Languages, lang) {
		t.Lang = o.Game.Source
	}
	var problems source.Problems
	t.Texts, problems = i18n.Load(o.Files, o.Game, t.Lang, i18n.Draft())
	return t, problems.Err()
}

// chosen returns the choices in a query for a game, and the game in a language
// somebody reads. Without a game of that name the game is nil.
func (s *Studio) chosen(id string, q url.Values, lang string) (choices, title, error) {
	t, err := s.titleOf(id, lang)
	if err != nil || t.Game == nil {
		return choices{}, title{}, err
	}
	c := read(t.Game, q, lang, slices.Sorted(maps.Keys(s.printers())))
	c.Game = id
	return c, t, nil
}

// printers returns those that were calibrated.
func (s *Studio) printers() map[string]press.Printer {
	if s.o.Printers == nil {
		return nil
	}
	return s.o.Printers()
}

// fill counts and shows the files.
func (d *kitData) fill(v *view) {
	boxes := []*box{{Who: "group", Times: d.Sets}, {Who: "pupil", Times: max(d.Pupils, 1)}, {Who: "class", Times: 1}}
	for _, p := range v.piles() {
		d.Sheets += p.Sheets
		for _, f := range p.files {
			b := boxes[0]
			if f.Of.Kind == catalog.KindGuide {
				b = boxes[2]
			}
			it := d.item(f)
			b.Items, b.Sheets = append(b.Items, it), b.Sheets+it.Sheets
			if f.Stock != "" && f.Stock != "plain" {
				d.OnCard += it.Sheets
			}
		}
	}
	for _, lang := range slices.Sorted(maps.Keys(v.quiz)) {
		for _, p := range v.quiz[lang].piles() {
			for _, f := range p.files {
				b := boxes[map[string]int{handout.Cards: 0, handout.Cards + press.BacksSuffix: 0, handout.Key: 2}[f.ID]]
				if f.ID == handout.Worksheet || f.ID == handout.Certificate || f.ID == handout.Slips {
					b = boxes[1]
				}
				f.times = b.Times
				it := d.item(f)
				b.Items, b.Sheets, d.Sheets = append(b.Items, it), b.Sheets+it.Sheets, d.Sheets+it.Sheets
				if f.Stock != "" && f.Stock != "plain" {
					d.OnCard += it.Sheets
				}
			}
		}
	}
	for _, b := range boxes {
		if len(b.Items) > 0 {
			d.Boxes = append(d.Boxes, *b)
		}
	}
	for _, e := range v.plans {
		d.Minutes += e.Minutes
	}
	d.save(v.plans[0])
}

// save lists what saves most, and what was chosen of it.
func (d *kitData) save(e *press.Estimate) {
	for _, by := range d.StandIn {
		d.Savings = append(d.Savings, saving{Name: "stand-in", Value: by, Word: "studio.save." + by, On: true})
	}
	for _, x := range e.Savings {
		flag, v, ok := strings.Cut(strings.TrimPrefix(x.Flag, "--"), " ")
		if n := len(d.Langs); ok && flag == "stand-in" {
			d.Savings = append(d.Savings, saving{Name: flag, Value: v, Word: "studio.save." + v, Sheets: n * x.Sheets, Minutes: n * x.Minutes})
		}
	}
}

// A saving can be chosen.
type saving struct {
	Name, Value     string
	Word            string
	On              bool
	Sheets, Minutes int
}

// item shows the first sheet of a file.
func (d *kitData) item(f counted) item {
	it := item{Name: f.Title, Sheets: f.sheets * f.times, Pages: len(f.pages), View: "/sheet/" + d.Game + "/" + f.Name + "/", Query: d.Query}
	thumb := "/small/" + d.Game + "/" + f.Name + "/"
	if len(d.Langs) > 1 {
		it.Lang = f.In.Lang
	}
	n := 1
	if f.Sides == sheet.DuplexLong {
		n = 2
	}
	for i := range min(n, len(f.pages)) {
		size := f.pages[i].Scene.Size
		it.Pictures = append(it.Pictures, picture{URL: thumb + strconv.Itoa(i+1) + "?" + d.Query, W: int(size.W.MM()), H: int(size.H.MM())})
		it.Wide = it.Wide || size.W > size.H
	}
	it.More = len(f.pages) > n
	return it
}
