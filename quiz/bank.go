package quiz

import (
	"slices"
	"strings"
	"unicode"

	"kitpress/catalog"
	"kitpress/catalog/source"
)

// A Bank is a stock of questions in one language.
type Bank struct {
	items []Item         // by id
	asks  map[string]int // by askKey; -1 where several ask the same
	names map[string]int // of questions of one's own, by Name; -1 where several have the same
}

// NewBank returns the questions about topics in a language: those that are
// translated into it. Options are in an order that follows from the id of the
// question, so that a letter means the same in every language.
func NewBank(topics map[string]*catalog.Topic, lang string) *Bank {
	var items []Item
	for _, t := range topics {
		for _, q := range t.Questions {
			if item, ok := ItemOf(t, q, lang); ok {
				items = append(items, item)
			}
		}
	}
	return bankOf(items)
}

// BankOf returns a stock of questions of one's own, which are found by the id
// that was written, too: q1 for own/q1. Of several with one id the first
// counts.
func BankOf(items []Item) *Bank {
	b := bankOf(items)
	b.names = map[string]int{}
	for i, q := range b.items {
		if _, double := b.names[q.Name()]; double {
			i = -1
		}
		b.names[q.Name()] = i
	}
	return b
}

func bankOf(items []Item) *Bank {
	list := slices.Clone(items)
	slices.SortStableFunc(list, func(a, b Item) int { return strings.Compare(a.ID, b.ID) })
	b := &Bank{items: slices.CompactFunc(list, func(a, b Item) bool { return a.ID == b.ID }), asks: map[string]int{}}
	for i, q := range b.items {
		key := askKey(q.Ask)
		if _, double := b.asks[key]; double || key == "" {
			i = -1
		}
		b.asks[key] = i
	}
	return b
}

// Items returns all questions, by id.
func (b *Bank) Items() []Item { return slices.Clone(b.items) }

// Item returns the question with an id, "topic/id", or one of one's own by
// the id that was written.
func (b *Bank) Item(id string) (Item, bool) {
	i, ok := slices.BinarySearchFunc(b.items, id, func(q Item, id string) int { return strings.Compare(q.ID, id) })
	if !ok {
		i, ok = b.names[id]
	}
	if !ok || i < 0 {
		return Item{}, false
	}
	return b.items[i], true
}

// Find returns the id of the question a text names: by its id, in any case, or
// by what is asked, whatever its case, spaces and punctuation. Of questions
// that ask the same none is found.
func (b *Bank) Find(text string) (string, bool) {
	if q, ok := b.Item(strings.ToLower(text)); ok {
		return q.ID, true
	}
	i, ok := b.asks[askKey(text)]
	if !ok || i < 0 {
		return "", false
	}
	return b.items[i].ID, true
}

// askKey is what wordings of questions are compared by.
func askKey(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, text)
}

// IDs returns the ids of all questions, sorted.
func (b *Bank) IDs() []string {
	ids := make([]string, len(b.items))
	for i, q := range b.items {
		ids[i] = q.ID
	}
	return ids
}

// Suggest returns the id that was probably meant, or "": one with the same
// name in another topic, or one that is written alike.
func (b *Bank) Suggest(id string) string {
	name := id[strings.LastIndexByte(id, '/')+1:]
	found := ""
	for _, q := range b.items {
		if q.Name() != name {
			continue
		}
		if found != "" { // not the only one
			found = ""
			break
		}
		found = q.ID
	}
	if found != "" && !strings.Contains(id, "/") {
		return found
	}
	if s := source.Suggest(id, b.IDs()); s != "" {
		return s
	}
	return found
}

// A Filter chooses questions. An empty list lets everything through.
type Filter struct {
	Topics []string
	Kinds  []Kind
	Levels []int
	Not    map[string]bool // ids of questions that were asked already
}

func (f Filter) takes(q Item) bool {
	return isOneOf(f.Topics, q.Topic) && isOneOf(f.Kinds, q.Kind) && isOneOf(f.Levels, q.Level) && !f.Not[q.ID]
}

func isOneOf[T comparable](list []T, x T) bool { return len(list) == 0 || slices.Contains(list, x) }

// Choose returns all questions a filter lets through, by id.
func (b *Bank) Choose(f Filter) []Item {
	return slices.DeleteFunc(b.Items(), func(q Item) bool { return !f.takes(q) })
}

// Draw returns n questions in an order of chance that follows from the seed,
// or all there are when they are fewer. Before a topic comes again, every
// other one had its turn. The same seed draws the same questions in every
// language that has them.
func (b *Bank) Draw(seed uint64, n int, f Filter) []Item {
	c := chance(seed)
	var drawn []Item
	turn := map[string]int{} // how many of a topic came before
	round := map[string]int{}
	list := b.Choose(f)
	for _, i := range c.shuffled(len(list)) {
		q := list[i]
		round[q.ID] = turn[q.Topic]
		turn[q.Topic]++
		drawn = append(drawn, q)
	}
	slices.SortStableFunc(drawn, func(a, b Item) int { return round[a.ID] - round[b.ID] })
	drawn = laterIfAlike(drawn)
	return drawn[:max(0, min(n, len(drawn)))]
}

// laterIfAlike moves orders and matchings whose letters an earlier one has
// already to the end: nobody shall learn that it is always d c b a.
func laterIfAlike(list []Item) []Item {
	seen := map[string]bool{}
	var first, later []Item
	for _, q := range list {
		pattern := q.Pattern()
		if pattern != "" && seen[pattern] {
			later = append(later, q)
			continue
		}
		seen[pattern] = true
		first = append(first, q)
	}
	return append(first, later...)
}

// pattern is the key of an order or a matching in letters, "" for other kinds.
func (q Item) Pattern() string {
	if q.Kind != Matching && q.Kind != Ordering {
		return ""
	}
	return string(q.Kind) + " " + q.Keys()[0]
}
