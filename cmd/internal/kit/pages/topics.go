package pages

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"kitpress/catalog"
	"kitpress/cmd/internal/press"
	"kitpress/i18n"
	"kitpress/output/site"
)

// A siteMaker gathers a site from games, each in one language after the other.
type siteMaker struct {
	site    *site.Site
	topics  map[string]*site.Topic // by code
	codes   []string               // in the order they were found
	icons   map[drawn]*site.Icon
	shown   map[string]bool           // codes of the topics with the picture of a card
	leadsOf map[string][]catalog.Lead // by game and topic
	licence press.Licence
	faces   map[shownCard]*site.Face
	asked   map[string]*catalog.Topic // with questions, by id
	l       *press.Localization       // the game and language at hand
}

// language adds the language of a local, once.
func (m *siteMaker) language() {
	l := m.l
	if slices.ContainsFunc(m.site.Languages, func(known site.Language) bool { return known.Tag == l.Lang }) {
		return
	}
	word := l.Texts.Word
	w := site.Words{
		Title: word("guide.title"), Skip: word("site.skip"), Language: word("site.language"), Others: word("site.other-languages"),
		Start: word("site.start"), Here: word("site.here"), Games: word("site.games"), Codes: word("site.codes"), CodesAbout: word("site.codes-about"),
		Code: word("guide.code"), Topic: word("guide.topic"), Cards: word("topic-cards"), Related: word("topic-related"),
		References: word("topic-reference"), Tags: word("site.tags"), Search: word("site.search"), Open: word("site.open"), NotFound: word("site.not-found"),
		Quiz: word("site.quiz"), Right: word("site.right"), NotRight: word("site.not-right"), Back: word("site.back"),
		Missing: word("site.missing"), MissingHelp: word("site.missing-help", "Code", exampleCode(l.Game)),
		Kinds: map[site.Kind]string{},
		Count: func(n int) string { return word("count.topics", "Count", n) },
	}
	for _, k := range site.Kinds() {
		w.Kinds[k] = word("topic-kind-" + string(k))
	}
	if l.Request.Draft {
		w.Draft = word("draft.mark")
	}
	if m.licence.Name != "" {
		w.Licence = word("explanations.licence", "Licence", m.licence.Name)
	}
	m.site.Languages = append(m.site.Languages, site.Language{Tag: l.Lang, Dir: i18n.LocaleOf(l.Lang).Dir(), Name: l.Texts.Words().NameOf(l.Lang), Words: w})
}

// exampleCode returns the first code of a game.
func exampleCode(g *catalog.Game) string {
	codes := []string{}
	for _, t := range g.Topics {
		codes = append(codes, t.Code)
	}
	return slices.Min(codes)
}

// nameApart tells languages apart that are called alike: Deutsch, Deutsch (CH).
func (m *siteMaker) nameApart() {
	for i := range m.site.Languages {
		l := &m.site.Languages[i]
		_, region, _ := strings.Cut(l.Tag, "-")
		if region != "" && slices.ContainsFunc(m.site.Languages, func(o site.Language) bool { return o.Tag != l.Tag && o.Name == l.Name }) {
			l.Name += " (" + region + ")"
		}
	}
}

// topicsOf adds the topics of a game in its language.
func (m *siteMaker) topicsOf() error {
	l := m.l
	for old, id := range l.Game.Redirects {
		m.site.Redirects[old] = l.Game.Topics[id].Code
	}
	for _, id := range slices.Sorted(maps.Keys(l.Game.Topics)) {
		t := l.Game.Topics[id]
		topic := m.topics[t.Code]
		if topic == nil {
			topic = &site.Topic{Code: t.Code, Kind: kindOf(t), Texts: map[string]site.TopicText{}}
			for _, other := range t.Related {
				if r := l.Game.Topics[other]; r != nil {
					topic.Related = append(topic.Related, r.Code)
				}
			}
			m.topics[t.Code] = topic
			m.codes = append(m.codes, t.Code)
		}
		text, have := topic.Texts[l.Lang]
		if !have {
			text = topicText(l, t)
			if err := m.headings(text.Sections); err != nil {
				return err
			}
			if asked := m.asked[id]; asked != nil {
				text.Quiz = questionsIn(asked, l)
			}
		}
		text.Face = cmp.Or(text.Face, m.faces[shownCard{l, id}])
		leads := m.leads(id)
		if err := m.picture(topic, leads); err != nil {
			return err
		}
		cards, err := m.cards(leads)
		if err != nil {
			return err
		}
		text.Cards = append(text.Cards, cards...)
		topic.Texts[l.Lang] = text
	}
	return nil
}

// picture gives a topic the picture of the first card that leads to it,
// whichever game has one, or the one that stands for its kind.
func (m *siteMaker) picture(topic *site.Topic, leads []catalog.Lead) (err error) {
	if m.shown[topic.Code] {
		return nil
	}
	for _, x := range leads {
		large, err := m.iconOf(x, largePicture)
		if err != nil {
			return err
		}
		if large != nil {
			topic.Icon, m.shown[topic.Code] = large, true
			topic.Mark, err = m.iconOf(x, smallPicture)
			return err
		}
	}
	if topic.Icon != nil {
		return nil
	}
	if topic.Icon, err = m.standIn(topic.Kind, largePicture); err != nil {
		return err
	}
	topic.Mark, err = m.standIn(topic.Kind, smallPicture)
	return err
}

// headings gives the parts that say what to do their icons, which are those of
// the printed guide.
func (m *siteMaker) headings(sections []site.Section) (err error) {
	icons := map[string]string{catalog.PartNotice: "eye", catalog.PartProtect: "shield-check", catalog.PartRespond: "megaphone"}
	for i := range sections {
		if name := icons[sections[i].ID]; name != "" && err == nil {
			sections[i].Icon, err = m.icon(nil, name, smallPicture)
		}
	}
	return err
}

func kindOf(t *catalog.Topic) site.Kind {
	if slices.Contains(site.Kinds(), site.Kind(t.Kind)) {
		return site.Kind(t.Kind)
	}
	return site.Term
}

// topicText puts a topic into the words of a language.
func topicText(l *press.Localization, t *catalog.Topic) site.TopicText {
	text := site.TopicText{Title: l.Texts.Name(t.Title), Summary: l.Texts.Name(t.Summary)}
	if t.Age > 0 {
		text.Age = l.Texts.Word("rulebook.age", "Age", t.Age)
	}
	if r := t.Reference(l.Lang); r != "" {
		text.References = []site.Reference{{URL: r, Lang: l.Lang}}
	}
	for _, tag := range t.Tags {
		text.Tags = append(text.Tags, tagName(tag))
	}
	x := t.Explanation
	if x == nil {
		return text
	}
	add := func(id string, form site.Form, parts ...site.Part) {
		heading := l.Texts.Word("topic-" + string(kindOf(t)) + "-" + id)
		if id == catalog.PartMisconception {
			heading = l.Texts.Word("topic-mistake")
		}
		text.Sections = append(text.Sections, site.Section{ID: id, Heading: heading, Form: form, Parts: parts})
	}
	parts := func(list ...catalog.Msg) []site.Part {
		var out []site.Part
		for _, m := range list {
			out = append(out, site.Part{Spans: linkSpans(l, m)})
		}
		return out
	}
	add(catalog.PartWhat, site.Prose, parts(x.What...)...)
	add(catalog.PartExample, site.Scene, parts(x.Example)...)
	add(catalog.PartNotice, site.Points, parts(x.Notice...)...)
	add(catalog.PartProtect, site.Checks, parts(x.Protect...)...)
	add(catalog.PartRespond, site.Steps, parts(x.Respond...)...)
	wrong := parts(x.Claim, x.Truth)
	wrong[0].Label, wrong[1].Label = l.Texts.Word("topic-mistake-claim"), l.Texts.Word("topic-mistake-truth")
	add(catalog.PartMisconception, site.Pairs, wrong...)
	return text
}

// linkSpans cuts a text at its links to other topics.
func linkSpans(l *press.Localization, m catalog.Msg) []site.Span {
	var out []site.Span
	for _, s := range catalog.Links(l.Texts.Text(m)) {
		code := ""
		if t := l.Game.Topics[s.Topic]; t != nil {
			code = t.Code
		}
		out = spans(out, s.Text, code)
	}
	return out
}

// tagName returns a tag as people of its framework write it.
func tagName(t catalog.Tag) string {
	name := map[string]string{"digcomp": "DigComp", "mitre-attack": "MITRE ATT&CK®"}[t.Framework]
	if name == "" {
		name = t.Framework
	}
	return name + "\u00A0" + t.Version + " · " + t.ID
}
