package verify

import (
	"fmt"
	"math"
	"strings"

	"kitpress/catalog"
	"kitpress/cmd/internal/press"
	"kitpress/layout"
)

// What a code must keep to so that any phone reads it, also when the printer
// or the cutter is a little off.
const (
	minModule   = 0.4              // mm
	minContrast = 4.0              // of the darkest light to the lightest dark module, as WCAG counts it
	minQuiet    = layout.QuietZone // modules
	cutterDrift = 1.0              // mm between the quiet zone and the trim: cutters are off by as much
)

// A CheckedCode is what is known of the code on one face of a piece. Lengths
// are millimetres on paper.
type CheckedCode struct {
	Game   string `json:"game"`
	Lang   string `json:"lang"`
	File   string `json:"file"`
	Page   int    `json:"page"` // of the first copy, from 1
	Copies int    `json:"copies"`
	Face   string `json:"face"` // "threats/phishing/front"
	Card   string `json:"card"` // "phishing"

	Expected string  `json:"expected"` // what it must say
	Payload  string  `json:"payload"`  // what was read, by the first scan that read anything
	Version  int     `json:"version"`  // 1 to 40, as read
	Level    string  `json:"level"`    // of error correction, as read
	Module   float64 `json:"moduleMM"` // side of a module
	Quiet    float64 `json:"quietModules"`
	Contrast float64 `json:"contrast"` // 1 to 21
	Trim     float64 `json:"trimMM"`   // from the code to the nearest cut

	Topic       string `json:"topic"` // id of the topic it leads to
	Code        string `json:"code"`  // of the topic, as printed below
	Title       bool   `json:"title"` // the topic has one in the language
	Summary     bool   `json:"summary"`
	Explanation bool   `json:"explanation"`

	Reads    []Read   `json:"reads"` // one for each scan
	Failures []string `json:"failures,omitempty"`

	hint string
}

// A Read is what one scan of a code said.
type Read struct {
	Scan
	Payload string `json:"payload"` // "" when nothing could be read
	OK      bool   `json:"ok"`
}

// A placedCode is a code on a page.
type placedCode struct {
	page   int
	face   *layout.Scene
	faceAt layout.Matrix // from the face to the page
	qr     *layout.QR
	at     layout.Matrix // from the code's own coordinates to the page
	inFace layout.Matrix // from the code's own coordinates to the face
	copies int
}

// side returns the length of the code without quiet zone, in its own
// coordinates.
func (p *placedCode) side() layout.Length { return p.qr.Module * layout.Length(p.qr.Code.Size) }

// box returns the code in its own coordinates.
func (p *placedCode) box() layout.Rect {
	return layout.Rect{X: p.qr.At.X, Y: p.qr.At.Y, W: p.side(), H: p.side()}
}

// near returns the code with its quiet zone, in its own coordinates.
func (p *placedCode) near() layout.Rect {
	b, q := p.box(), p.qr.Module*layout.QuietZone
	return layout.Rect{X: b.X - q, Y: b.Y - q, W: b.W + 2*q, H: b.H + 2*q}
}

// trim returns how far the code is from the nearest cut, in mm on paper.
func (p *placedCode) trim() float64 {
	b, size := p.inFace.Bounds(p.box()), p.face.Size
	return min(b.X, b.Y, size.W-b.Right(), size.H-b.Bottom()).MM() * magnitude(p.faceAt)
}

// card returns the deck and the card of the face, nil for a page of its own.
func (p *placedCode) card(g *catalog.Game) (*catalog.Deck, *catalog.Record) {
	parts := strings.Split(p.face.Name, "/") // deck, card, side
	if len(parts) != 3 {
		return nil, nil
	}
	if deck, card := g.Card(parts[1]); deck != nil && deck.ID == parts[0] {
		return deck, card
	}
	return nil, nil
}

// magnitude returns how many times longer m makes a line.
func magnitude(m layout.Matrix) float64 { return math.Hypot(m.A, m.B) }

// codesOn returns the codes on the faces of a document, each face once: its
// copies are one drawing, used again.
func codesOn(d *press.Sheets) []*placedCode {
	faces := press.FacesOf(d)
	first := map[*layout.QR]*placedCode{}
	var codes []*placedCode
	for i, page := range d.Pages {
		press.Walk(page.Scene.Items, layout.Identity(), func(items []layout.Item, m layout.Matrix) bool {
			s := faces[&items[0]]
			if s == nil {
				return true
			}
			press.Walk(s.Items, layout.Identity(), func(items []layout.Item, inFace layout.Matrix) bool {
				for _, it := range items {
					q, ok := it.(*layout.QR)
					switch {
					case !ok:
					case first[q] != nil:
						first[q].copies++
					default:
						first[q] = &placedCode{page: i, face: s, faceAt: m, qr: q, at: inFace.Then(m), inFace: inFace, copies: 1}
						codes = append(codes, first[q])
					}
				}
				return true
			})
			return false
		})
	}
	return codes
}

// topicsOf returns the topics a card leads to: those it names, then those of
// the items it names.
func topicsOf(g *catalog.Game, schema catalog.Schema, r *catalog.Record) []*catalog.Topic {
	var topics []*catalog.Topic
	for _, f := range schema {
		v, ok := r.Fields[f.Name]
		if !ok {
			continue
		}
		switch v.Type {
		case catalog.TypeTopic:
			if t := g.Topics[v.Word]; t != nil {
				topics = append(topics, t)
			}
		case catalog.TypeItem:
			if set := g.Set(f.Of); set != nil {
				if item := set.Item(v.Word); item != nil {
					topics = append(topics, topicsOf(g, set.Schema, item)...)
				}
			}
		}
	}
	return topics
}

// expect fills in what a code must say: the address of a topic of its card, or
// an address the card itself holds. Where the data names neither, the template
// says what it leads to.
func (c *CheckedCode) expect(l *press.Localization, p *placedCode) {
	url := l.TopicURL
	var topics []*catalog.Topic
	deck, card := p.card(l.Game)
	if card != nil {
		c.Card = card.ID
		topics = topicsOf(l.Game, deck.Schema, card)
	} else {
		for _, t := range l.Game.Topics { // a page of its own: any topic will do
			topics = append(topics, t)
		}
	}
	for _, t := range topics {
		if u := url(t); u != "" && (c.Expected == "" || u == p.qr.Code.Payload) {
			c.Expected = u
			c.leadsTo(l, t)
		}
	}
	said := p.qr.Code.Payload
	switch {
	case said == c.Expected:
	case card != nil && holds(l, card, said), c.Expected == "", card == nil:
		c.Expected, c.Topic, c.Code, c.Title, c.Summary, c.Explanation = said, "", "", false, false, false
	}
}

// holds reports whether a field of a card is this very text.
func holds(l *press.Localization, card *catalog.Record, text string) bool {
	for _, v := range card.Fields {
		switch v.Type {
		case catalog.TypeText:
			if l.Texts.Text(v.Text) == text {
				return true
			}
		case catalog.TypeWord, catalog.TypeURL:
			if v.Word == text {
				return true
			}
		}
	}
	return false
}

// leadsTo fills in what the topic behind a code has in the language.
func (c *CheckedCode) leadsTo(l *press.Localization, t *catalog.Topic) {
	has := func(list ...catalog.Msg) bool {
		for _, m := range list {
			if !l.Texts.Has(m.ID) || l.Texts.Text(m) == "" {
				return false
			}
		}
		return true
	}
	c.Topic, c.Code = t.ID, t.Code
	c.Title, c.Summary = has(t.Title), has(t.Summary)
	c.Explanation = t.Explanation != nil
	if c.Explanation {
		for _, part := range t.Explanation.Parts() {
			c.Explanation = c.Explanation && has(part.Texts...)
		}
	}
}

// judge notes everything that is wrong with a code; explained says whether the
// catalog explains topics at all.
func (c *CheckedCode) judge(explained bool) {
	fail := func(hint, format string, args ...any) {
		c.Failures = append(c.Failures, fmt.Sprintf(format, args...))
		if c.hint == "" {
			c.hint = hint
		}
	}
	for _, r := range c.Reads {
		switch {
		case r.OK:
		case r.Payload == "":
			fail("shorten what it leads to, or give it more room in the template", "cannot be read at %s", r.Scan)
		default:
			fail("the template must draw the address of the card's own topic, or one the card holds", "says %q at %s, not %q", r.Payload, r.Scan, c.Expected)
		}
	}
	if c.Module < minModule-1e-6 {
		fail("shorten what it leads to, or give it more room in the template", "a module is %.2f mm, less than %.1f", c.Module, minModule)
	}
	if c.Quiet < minQuiet {
		fail("leave the surroundings of the code white in the template", "only %.1f modules around it are white, not %d", c.Quiet, minQuiet)
	}
	if c.Contrast < minContrast {
		fail("draw it black on white", "dark and light differ by %.1f to 1, not by %.0f", c.Contrast, minContrast)
	}
	if least := minQuiet*c.Module + cutterDrift; c.Trim < least-1e-6 {
		fail("move it away from the edge in the template", "the cut is %.1f mm away, less than %.1f mm", c.Trim, least)
	}
	if lack := c.lacks(explained); c.Topic != "" && lack != "" {
		fail("translate the topic", "the topic %q has no %s in %s", c.Topic, lack, c.Lang)
	}
}

// lacks names what the topic does not have in the language, "" for nothing.
// Explanations are needed in a catalog that has any.
func (c *CheckedCode) lacks(explained bool) string {
	switch {
	case !c.Title:
		return "title"
	case !c.Summary:
		return "summary"
	case explained && !c.Explanation:
		return "explanation"
	}
	return ""
}
