package compose

import (
	"fmt"
	"math"
	"sort"
	"strings"

	"kitpress/catalog"
	"kitpress/catalog/source"
)

// An env is the values an expression can see, innermost first.
type env struct {
	names  map[string]any
	outer  *env
	c      *Composer
	origin source.Pos // of the record being drawn
	label  string     // names it in problems: `card "phishing"`
}

func (e *env) lookup(name string) (any, bool) {
	for s := e; s != nil; s = s.outer {
		if v, ok := s.names[name]; ok {
			return v, true
		}
	}
	return nil, false
}

// inner returns an env that sees e and has room for names of its own.
func (e *env) inner() *env {
	return &env{names: map[string]any{}, outer: e, c: e.c, origin: e.origin, label: e.label}
}

// A message is a localised text that remembers its catalog line.
type message struct {
	text string
	pos  source.Pos
}

// A recordValue lets templates read the fields of a card or set item.
type recordValue struct {
	c      *Composer
	rec    *catalog.Record
	schema catalog.Schema
	deck   *catalog.Deck // nil for items of sets
}

func (r recordValue) part(name string) (any, bool) {
	switch name {
	case "id":
		return r.rec.ID, true
	case "quantity":
		return float64(r.rec.Quantity), true
	case "deck":
		if r.deck != nil {
			return deckValue{r.c, r.deck}, true
		}
	}
	v, ok := r.rec.Fields[name]
	if !ok {
		// An optional field a card leaves out reads as nothing.
		_, declared := r.schema.Field(name)
		return nil, declared
	}
	f, _ := r.schema.Field(name)
	return r.c.value(f, v), true
}

// value turns a field into what expressions work with.
func (c *Composer) value(f catalog.Field, v catalog.Value) any {
	switch v.Type {
	case catalog.TypeText:
		return c.message(v.Text)
	case catalog.TypeTexts:
		list := make([]any, len(v.Texts))
		for i, m := range v.Texts {
			list[i] = c.message(m)
		}
		return list
	case catalog.TypeNumber:
		return float64(v.Number)
	case catalog.TypeFlag:
		return v.Flag
	case catalog.TypeTopic:
		return c.topic(v.Word)
	case catalog.TypeItem:
		return c.item(f.Of, v.Word)
	case catalog.TypeCard:
		return c.card(v.Word)
	case catalog.TypeItems, catalog.TypeCards, catalog.TypeWords:
		list := make([]any, len(v.List))
		for i, id := range v.List {
			switch v.Type {
			case catalog.TypeItems:
				list[i] = c.item(f.Of, id)
			case catalog.TypeCards:
				list[i] = c.card(id)
			default:
				list[i] = id
			}
		}
		return list
	case catalog.TypeNumbers:
		return numbers(v.Numbers)
	}
	return v.Word
}

func (c *Composer) message(m catalog.Msg) message { return message{c.texts.Text(m), m.Pos} }

func (c *Composer) item(set, id string) any {
	s := c.game.Set(set)
	if s == nil {
		return nil
	}
	if rec := s.Item(id); rec != nil {
		return recordValue{c: c, rec: rec, schema: s.Schema}
	}
	return nil
}

func (c *Composer) card(id string) any {
	if deck, rec := c.game.Card(id); rec != nil {
		return recordValue{c: c, rec: rec, schema: deck.Schema, deck: deck}
	}
	return nil
}

// numbers are read as points.H or points[item.id]; what is not there is 0.
type numbers map[string]int

func (n numbers) part(name string) (any, bool) { return float64(n[name]), true }

// A deckValue lets templates read the deck of a card.
type deckValue struct {
	c *Composer
	d *catalog.Deck
}

func (d deckValue) part(name string) (any, bool) {
	switch name {
	case "id":
		return d.d.ID, true
	case "name":
		return d.c.message(d.d.Name), true
	case "label":
		return d.c.message(d.d.Label), true
	case "count":
		return float64(d.d.Count()), true
	case "cards":
		list := make([]any, len(d.d.Cards))
		for i, rec := range d.d.Cards {
			list[i] = recordValue{c: d.c, rec: rec, schema: d.d.Schema, deck: d.d}
		}
		return list, true
	}
	return nil, false
}

// A gameValue lets templates read the game: {game.name}, {game.version}.
type gameValue struct{ c *Composer }

func (g gameValue) part(name string) (any, bool) {
	game := g.c.game
	switch name {
	case "id":
		return game.ID, true
	case "name":
		return g.c.message(game.Name), true
	case "tagline":
		return g.c.message(game.Tagline), true
	case "summary":
		return g.c.message(game.Summary), true
	case "version":
		return game.Version, true
	case "players":
		return rangeText(game.Players), true
	case "age":
		return float64(game.Age), true
	case "edition":
		return g.c.message(g.c.edition.Name), true
	}
	return nil, false
}

func rangeText(r catalog.Range) string {
	if r.Min == r.Max {
		return fmt.Sprint(r.Min)
	}
	return fmt.Sprintf("%d–%d", r.Min, r.Max)
}

// parts is an object made of plain values.
type parts map[string]any

func (p parts) part(name string) (any, bool) { v, ok := p[name]; return v, ok }

func (c *Composer) params() parts {
	p := parts{}
	for name, param := range c.game.ParamsFor(c.edition) {
		if param.IsWord {
			p[name] = param.Word
		} else {
			p[name] = float64(param.Number)
		}
	}
	return p
}

// score lets templates print what the score sheet of the game counts.
func (c *Composer) score() any {
	s := c.game.Score
	if s == nil {
		return nil
	}
	var categories, ties []any
	for _, k := range s.Categories {
		p := parts{"id": k.ID, "min": float64(k.Min), "max": float64(k.Max), "name": nil, "item": nil}
		if k.Set != "" {
			p["item"] = c.item(k.Set, k.Item)
			p["name"], _ = partOf(p["item"], "name")
		} else {
			p["name"] = c.message(k.Name)
		}
		categories = append(categories, p)
	}
	for _, m := range s.Ties {
		ties = append(ties, c.message(m))
	}
	return parts{"rounds": float64(s.Rounds), "categories": categories, "ties": ties, "rule": s.Rule}
}

// functions lists what templates may call.
func functions() map[string]func(e *env, args []any) (any, error) {
	return map[string]func(e *env, args []any) (any, error){
		"join":    func(_ *env, args []any) (any, error) { return joinTexts(args), nil },
		"len":     lengthOf,
		"min":     func(_ *env, args []any) (any, error) { return extreme(args, -1) },
		"max":     func(_ *env, args []any) (any, error) { return extreme(args, 1) },
		"floor":   one(math.Floor),
		"ceil":    one(math.Ceil),
		"abs":     one(math.Abs),
		"sin":     one(func(d float64) float64 { return math.Sin(d * math.Pi / 180) }),
		"cos":     one(func(d float64) float64 { return math.Cos(d * math.Pi / 180) }),
		"range":   rangeOf,
		"list":    func(_ *env, args []any) (any, error) { return args, nil },
		"set":     setItems,
		"setname": setName,
		"item":    itemOf,
		"deck":    deckOf,
		"card":    cardOf,
		"word":    wordOf,
	}
}

func knownFunction(name string) bool {
	_, ok := functions()[name]
	return ok
}

func functionNames() []string {
	var names []string
	for name := range functions() {
		if name != "join" {
			names = append(names, name)
		}
	}
	sort.Strings(names)
	return names
}

func callFunction(e *env, name string, args []any) (any, error) {
	return e.c.functions[name](e, args)
}

func one(f func(float64) float64) func(*env, []any) (any, error) {
	return func(_ *env, args []any) (any, error) {
		if len(args) != 1 {
			return nil, fmt.Errorf("takes one number")
		}
		n, err := numberOf(args[0])
		return f(n), err
	}
}

func extreme(args []any, sign float64) (any, error) {
	if len(args) == 0 {
		return nil, fmt.Errorf("takes at least one number")
	}
	best := math.Inf(-1)
	for _, a := range args {
		n, err := numberOf(a)
		if err != nil {
			return nil, err
		}
		best = math.Max(best, n*sign)
	}
	return best * sign, nil
}

// maxRange bounds range(n): templates come from users.
const maxRange = 2000

func rangeOf(_ *env, args []any) (any, error) {
	if len(args) != 1 {
		return nil, fmt.Errorf("takes one number")
	}
	n, err := numberOf(args[0])
	if err != nil {
		return nil, err
	}
	if n < 0 || n > maxRange {
		return nil, fmt.Errorf("%v is outside 0 to %d", n, maxRange)
	}
	list := make([]any, int(n))
	for i := range list {
		list[i] = float64(i)
	}
	return list, nil
}

func lengthOf(_ *env, args []any) (any, error) {
	if len(args) != 1 {
		return nil, fmt.Errorf("takes one list or text")
	}
	switch v := args[0].(type) {
	case nil:
		return 0.0, nil
	case []any:
		return float64(len(v)), nil
	}
	return float64(len([]rune(stringOf(args[0])))), nil
}

// joinTexts strings its arguments together. A single message among plain
// words keeps its place in the catalog.
func joinTexts(args []any) any {
	var b strings.Builder
	var pos source.Pos
	for _, a := range args {
		if m, ok := a.(message); ok && pos == (source.Pos{}) {
			pos = m.pos
		}
		b.WriteString(stringOf(a))
	}
	return message{b.String(), pos}
}

func setItems(e *env, args []any) (any, error) {
	if len(args) != 1 {
		return nil, fmt.Errorf("takes the id of a set")
	}
	s := e.c.game.Set(stringOf(args[0]))
	if s == nil {
		return nil, fmt.Errorf("the game has no set %q", stringOf(args[0]))
	}
	list := make([]any, len(s.Items))
	for i, rec := range s.Items {
		list[i] = recordValue{c: e.c, rec: rec, schema: s.Schema}
	}
	return list, nil
}

func setName(e *env, args []any) (any, error) {
	if len(args) != 1 {
		return nil, fmt.Errorf("takes the id of a set")
	}
	s := e.c.game.Set(stringOf(args[0]))
	if s == nil {
		return nil, fmt.Errorf("the game has no set %q", stringOf(args[0]))
	}
	return e.c.message(s.Name), nil
}

func itemOf(e *env, args []any) (any, error) {
	if len(args) != 2 {
		return nil, fmt.Errorf("takes the ids of a set and of an item")
	}
	v := e.c.item(stringOf(args[0]), stringOf(args[1]))
	if v == nil {
		return nil, fmt.Errorf("the game has no item %q in a set %q", stringOf(args[1]), stringOf(args[0]))
	}
	return v, nil
}

func deckOf(e *env, args []any) (any, error) {
	if len(args) != 1 {
		return nil, fmt.Errorf("takes the id of a deck")
	}
	d := e.c.game.Deck(stringOf(args[0]))
	if d == nil {
		return nil, fmt.Errorf("the game has no deck %q", stringOf(args[0]))
	}
	return deckValue{e.c, d}, nil
}

func cardOf(e *env, args []any) (any, error) {
	if len(args) != 1 {
		return nil, fmt.Errorf("takes the id of a card")
	}
	v := e.c.card(stringOf(args[0]))
	if v == nil {
		return nil, fmt.Errorf("the game has no card %q", stringOf(args[0]))
	}
	return v, nil
}

// wordOf returns one of kitpress's own words: word("dice.times", "Count", 4).
func wordOf(e *env, args []any) (any, error) {
	if len(args) == 0 {
		return nil, fmt.Errorf("takes the id of a word")
	}
	var values []any
	for i, a := range args[1:] {
		switch n, isNumber := a.(float64); {
		case i%2 == 1 && isNumber && n == math.Trunc(n):
			values = append(values, int(n))
		default:
			values = append(values, stringOf(a))
		}
	}
	return e.c.texts.Word(stringOf(args[0]), values...), nil
}
