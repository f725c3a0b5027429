package studio

import (
	"net/http"
	"slices"
	"strconv"
	"strings"

	"kitpress/catalog"
	"kitpress/i18n"
)

// A topicKind is a kind of topics of a game, to be chosen as a whole or one by
// one.
type topicKind struct {
	ID     string
	On     bool
	Topics []topicChoice
}

// A topicChoice is a topic that can be explained.
type topicChoice struct {
	ID, Name string
	On       bool
}

// explanations goes to those of the game that is usual.
func (s beside) explanations(w http.ResponseWriter, r *http.Request) {
	to := s.o.Usual
	if list, err := s.titles(language(r)); err == nil && !slices.ContainsFunc(list, func(t title) bool { return t.Game.ID == to }) {
		to = list[0].Game.ID
	}
	http.Redirect(w, r, "/explanations/"+to, http.StatusSeeOther)
}

// explain lists the topics of a game by their kinds, and the other games.
func (d *kitData) explain(t title, titles func(lang string) ([]title, error)) {
	order := i18n.OrderOf(t.Lang)
	for _, kind := range kindsOfTopics() {
		k := topicKind{ID: kind, On: slices.Contains(d.choices.Topics, kind)}
		for id, topic := range t.Game.Topics {
			if topic.Named && string(topic.Kind) == kind {
				k.Topics = append(k.Topics, topicChoice{id, i18n.Plain(t.Texts.Text(topic.Title)), slices.Contains(d.choices.Topics, id)})
			}
		}
		slices.SortFunc(k.Topics, func(a, b topicChoice) int { return order.Compare(a.Name, b.Name) })
		if len(k.Topics) > 0 {
			d.Kinds = append(d.Kinds, k)
		}
	}
	list, err := titles(t.Lang)
	if strings.HasPrefix(d.Game, ownPrefix) {
		d.Games = append(d.Games, d.Card)
	}
	for _, other := range list {
		if err == nil && slices.ContainsFunc(other.Game.Components, func(c catalog.Component) bool { return c.Kind == catalog.KindGuide }) {
			d.Games = append(d.Games, cardOf(other))
		}
	}
}

// read shows every page of the explanations, as they are read.
func (d *kitData) read(v *view) {
	for _, f := range v.files {
		if d.Guide && slices.Contains(d.guides, f.ID) && d.Reading == nil {
			it := d.item(counted{f, 0, 0})
			it.Pictures = nil
			for i := range f.pages {
				size := f.pages[i].Scene.Size
				it.Pictures = append(it.Pictures, picture{"/small/" + d.Game + "/" + f.Name + "/" + strconv.Itoa(i+1) + "?" + d.Query, int(size.W.MM()), int(size.H.MM())})
			}
			d.Reading = &it
		}
	}
}

// Explained returns how many topics are explained.
func (d kitData) Explained() (n int) {
	for _, k := range d.Kinds {
		for _, t := range k.Topics {
			if k.On || t.On || len(d.choices.Topics) == 0 {
				n++
			}
		}
	}
	return n
}

// Single reports whether a topic is chosen by itself.
func (d kitData) Single() bool {
	return slices.ContainsFunc(d.Kinds, func(k topicKind) bool {
		return slices.ContainsFunc(k.Topics, func(t topicChoice) bool { return t.On })
	})
}
