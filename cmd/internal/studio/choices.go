package studio

import (
	"maps"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"kitpress/catalog"
	"kitpress/cmd/internal/press"
)

// Choices are what is chosen for a kit: what its address says.
type choices struct {
	Game    string
	Langs   []string
	Pupils  int // 0: one set
	Ink     string
	Sides   string
	Paper   string
	Printer string
	Edition string
	QR      string
	Without []string // components that are not printed
	Quiz    bool     // questions and certificates beside it
	StandIn []string // what is at hand, so that its pieces are left out
	Guide   bool     // the explanations alone
	Topics  []string // those that are explained, by id or kind; none: all

	guides []string // components that explain
}

// The values there are to choose from; the first is the usual one.
var (
	inks   = []string{press.DefaultInk, "mono", "low", press.InkBacks}
	sides  = []string{press.DefaultSides, "single", "duplex-long", "duplex-short", "fold"}
	papers = []string{press.DefaultPaper, "letter"}
	codes  = []string{press.QRURL, press.QRNone}
)

// read takes choices from an address. What there is not to choose from is as
// if nothing was said: an address may be old.
func read(g *catalog.Game, q url.Values, usual string, printers []string) choices {
	one := func(name string, known []string) string {
		if v := q.Get(name); slices.Contains(known, v) {
			return v
		}
		return known[0]
	}
	c := choices{Game: g.ID, Ink: one("ink", inks), Sides: one("sides", sides), Paper: one("paper", papers), QR: one("qr", codes), Printer: one("printer", append([]string{""}, printers...))}
	known := press.Languages(g)
	for _, l := range known {
		if slices.Contains(q["lang"], l) {
			c.Langs = append(c.Langs, l)
		}
	}
	if len(c.Langs) == 0 {
		c.Langs = []string{usual}
		if !slices.Contains(known, usual) {
			c.Langs = []string{g.Source}
		}
	}
	n, _ := strconv.Atoi(q.Get("pupils")) // 0 for what is no number
	c.Pupils = max(0, min(n, press.MostSets*max(1, g.Players.Max)))
	if g.Edition(q.Get("edition")) != nil {
		c.Edition = q.Get("edition")
	}
	for i := range g.Components {
		if id := g.Components[i].ID; slices.Contains(q["without"], id) {
			c.Without = append(c.Without, id)
		}
	}
	for i := range g.Components {
		if g.Components[i].Kind == catalog.KindGuide {
			c.guides = append(c.guides, g.Components[i].ID)
		}
	}
	c.Guide = one("guide", []string{"", "yes"}) != "" && len(c.guides) > 0
	for _, id := range append(kindsOfTopics(), slices.Sorted(maps.Keys(g.Topics))...) {
		if t := g.Topics[id]; c.Guide && slices.Contains(q["topic"], id) && (t == nil || t.Named) {
			c.Topics = append(c.Topics, id)
		}
	}
	c.Quiz = one("quiz", []string{"", "yes"}) != ""
	for _, by := range catalog.StandIns() {
		if slices.Contains(q["stand-in"], by) {
			c.StandIn = append(c.StandIn, by)
		}
	}
	return c
}

// query writes the choices as an address says them; usual ones are left out,
// but the languages.
func (c *choices) query() string {
	q := url.Values{"lang": c.Langs}
	for name, v := range map[string][2]string{
		"ink": {c.Ink, inks[0]}, "sides": {c.Sides, sides[0]}, "paper": {c.Paper, papers[0]}, "qr": {c.QR, codes[0]}, "printer": {c.Printer}, "edition": {c.Edition},
	} {
		if v[0] != v[1] {
			q.Set(name, v[0])
		}
	}
	if c.Pupils > 0 {
		q.Set("pupils", strconv.Itoa(c.Pupils))
	}
	yes := func(on bool) []string {
		if on {
			return []string{"yes"}
		}
		return nil
	}
	for name, list := range map[string][]string{"quiz": yes(c.Quiz), "guide": yes(c.Guide), "topic": c.Topics, "without": c.Without, "stand-in": c.StandIn} {
		if len(list) > 0 {
			q[name] = list
		}
	}
	return q.Encode()
}

// request is what a kit is built from. all are the files there are.
func (c *choices) request(all []string, printers map[string]press.Printer) press.Request {
	return press.Request{
		Games: []string{c.Game}, Langs: c.Langs, Pupils: c.Pupils, Ink: c.Ink, Sides: c.Sides, Paper: c.Paper, QR: c.QR, Edition: c.Edition,
		Only: c.only(all), Topics: c.Topics, StandIn: c.StandIn, Printer: printers[c.Printer],
	}
}

// only lists the files that are made, nil for all of them.
func (c *choices) only(all []string) (list []string) {
	if len(c.Without) == 0 && !c.Guide {
		return nil
	}
	for _, id := range all {
		of := strings.TrimSuffix(strings.TrimSuffix(id, press.BacksSuffix), press.BookletSuffix)
		if !slices.Contains(c.Without, of) && (!c.Guide || slices.Contains(c.guides, of)) {
			list = append(list, id)
		}
	}
	return list
}

// command writes the same as a command line.
func (c *choices) command(all []string) string {
	words := []string{"kitpress", "build", c.Game}
	if deck, ok := strings.CutPrefix(c.Game, ownPrefix); ok {
		words = []string{"kitpress", "build", "--catalog", deck}
	}
	words = append(words, "--lang", strings.Join(c.Langs, ","))
	add := func(flag, value, usual string) {
		if value != usual {
			words = append(words, flag, value)
		}
	}
	if c.Pupils > 0 {
		add("--pupils", strconv.Itoa(c.Pupils), "")
	}
	add("--ink", c.Ink, inks[0])
	add("--sides", c.Sides, sides[0])
	add("--paper", c.Paper, papers[0])
	add("--qr", c.QR, codes[0])
	add("--edition", c.Edition, "")
	add("--printer", c.Printer, "")
	add("--stand-in", strings.Join(c.StandIn, ","), "")
	add("--topics", strings.Join(c.Topics, ","), "")
	add("--only", strings.Join(c.only(all), ","), "")
	for _, lang := range c.Langs {
		if c.Quiz {
			words = append(words, "&&", "kitpress", "quiz", "sheet", c.Game, "--lang", lang, "-n", strconv.Itoa(quizSize), "--seed", "1", "-o", "kit/"+quizFolder(lang))
			add("--ink", c.Ink, inks[0])
			add("--paper", c.Paper, papers[0])
		}
	}
	return strings.Join(words, " ")
}

// page is the page the choices are made on.
func (c *choices) page() string {
	if c.Guide {
		return "/explanations/" + c.Game
	}
	return "/kit/" + c.Game
}

// kindsOfTopics are the kinds of topics, as addresses name them.
func kindsOfTopics() []string {
	return []string{string(catalog.TopicThreat), string(catalog.TopicDefence), string(catalog.TopicTerm)}
}

// quizSize is how many questions there are beside a kit, as many as on a sheet.
const quizSize = 12

// quizFolder is where the questions in a language lie beside a kit.
func quizFolder(lang string) string { return "quiz-" + strings.ToLower(lang) }

// sets returns how many groups play at once.
func (c *choices) sets(g *catalog.Game) int {
	if c.Pupils == 0 || g.Players.Max == 0 {
		return 1
	}
	return (c.Pupils + g.Players.Max - 1) / g.Players.Max
}

// groups returns how many players there are in each group, as even as can be.
func (c *choices) groups(g *catalog.Game) []group {
	n := c.sets(g)
	var list []group
	for i := range n {
		size := c.Pupils / n
		if i < c.Pupils%n {
			size++
		}
		list = append(list, group{string(rune('A' + i)), make([]struct{}, size)})
	}
	return list
}

// A group plays one set of the game.
type group struct {
	Letter  string
	Players []struct{}
}
