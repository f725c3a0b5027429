package quiz

import (
	"strings"

	"kitpress/catalog"
)

// ItemOf returns a question of a topic as it is asked in a language; false
// when it is not translated.
func ItemOf(t *catalog.Topic, q *catalog.Question, lang string) (Item, bool) {
	texts := q.In(lang)
	if texts == nil {
		return Item{}, false
	}
	a := asker{lang: lang, ways: texts, q: q}
	item := Item{
		Question: Question{ID: q.Name(), Kind: Kind(q.Kind), Ask: a.text(texts.Ask), Need: q.Need, Several: q.Several(), Year: q.Year, Tolerance: q.Tolerance, Strict: q.Strict},
		Topic:    t.ID, Title: a.title(t), Lang: lang, Level: q.Level,
		Explain: a.text(texts.Explain),
	}
	a.key(&item)
	return item, true
}

// An asker brings a question into one language.
type asker struct {
	lang string
	q    *catalog.Question
	ways *catalog.QuestionTexts
}

// text returns a text as the language writes it: Swiss German has no ß.
func (a asker) text(m catalog.Msg) string {
	if a.lang == "de-CH" {
		return strings.NewReplacer("ß", "ss", "ẞ", "SS", "„", "«", "“", "»").Replace(m.Text)
	}
	return m.Text
}

func (a asker) texts(list []catalog.Msg) []string {
	var out []string
	for _, m := range list {
		out = append(out, a.text(m))
	}
	return out
}

// title returns the topic's name in the language, or in English.
func (a asker) title(t *catalog.Topic) string {
	base, _, _ := strings.Cut(a.lang, "-")
	for _, tag := range []string{a.lang, base} {
		if tr := t.Translations[tag][t.Title.ID]; tr.Text != "" {
			return a.text(catalog.Msg{Text: tr.Text})
		}
	}
	return t.Title.Text
}

// key fills in what decides about an answer.
func (a asker) key(item *Item) {
	switch item.Kind {
	case Short:
		item.Accept, item.Wrong = a.texts(a.ways.Accept), a.texts(a.ways.Wrong)
	case TrueFalse:
		item.Accept = []string{map[bool]string{true: "true", false: "false"}[a.q.Truth]}
	case Number:
		item.Accept, item.Unit = []string{a.q.Answer}, a.text(a.ways.Unit)
		for i, names := range a.ways.Units {
			factor := "" // of names only this language has
			if i < len(a.q.Factors) {
				factor = a.q.Factors[i]
			}
			item.Units = append(item.Units, Unit{a.texts(names), factor})
		}
	case List:
		for _, ways := range a.ways.Items {
			item.Items = append(item.Items, a.texts(ways))
		}
		item.Wrong = a.texts(a.ways.Wrong)
	case Choice, Ordering:
		a.options(item)
	case Matching:
		a.pairs(item)
	}
}

func (a asker) options(item *Item) {
	for _, i := range shuffle(item.ID, len(a.q.Options)) {
		o := a.q.Options[i]
		item.Options = append(item.Options, Option{o.ID, a.text(a.ways.Options[i]), a.text(a.ways.Because[i])})
	}
	for _, o := range a.q.Options {
		if o.Right || item.Kind == Ordering {
			item.Accept = append(item.Accept, o.ID)
		}
	}
}

// pairs shows the left column as it is written and the right one shuffled.
func (a asker) pairs(item *Item) {
	for i, id := range a.q.Pairs {
		item.Left = append(item.Left, Option{ID: id, Text: a.text(a.ways.Left[i])})
		item.Pairs = append(item.Pairs, Pair{id, id})
	}
	for _, i := range shuffle(item.ID, len(a.q.Pairs)) {
		item.Right = append(item.Right, Option{ID: a.q.Pairs[i], Text: a.text(a.ways.Right[i])})
	}
}
