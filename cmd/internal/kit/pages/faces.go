package pages

import (
	"bytes"
	"cmp"
	"context"
	"strings"

	"kitpress/catalog"
	"kitpress/catalog/library"
	"kitpress/cmd/internal/press"
	"kitpress/i18n"
	"kitpress/output/site"
	"kitpress/output/svg"
)

// A shownCard names a card in a language of its game.
type shownCard struct {
	l  *press.Localization
	id string
}

// drawFaces draws the cards that stand at the head of pages, a few at a time:
// for each topic and language the first one, whichever game has it. A card with
// a fault is left out: who builds the kit is told. The pages of a kit have none:
// the cards are there, and would be drawn twice.
func drawFaces(ctx context.Context, locals []*press.Localization) (map[shownCard]*site.Face, error) {
	type job struct {
		shownCard
		lead catalog.Lead
	}
	if locals[0].Request.Format != press.FormatSite {
		return nil, nil
	}
	var jobs []job
	seen := map[[2]string]bool{} // topic and language
	for _, l := range locals {
		for _, t := range l.Game.Topics {
			if seen[[2]string{t.Code, l.Lang}] {
				continue
			}
			if lead := firstCard(l.Game.Leads(t.ID)); lead.Deck != nil {
				seen[[2]string{t.Code, l.Lang}] = true
				jobs = append(jobs, job{shownCard{l, t.ID}, lead})
			}
		}
	}
	faces := make([]*site.Face, len(jobs))
	err := press.Together(ctx, len(jobs), func(i int) error {
		j := jobs[i]
		card := j.lead.Card()
		scene, problems := j.l.Face(j.lead.Deck.ID, card.ID)
		if problems.HasErrors() {
			return nil
		}
		var out bytes.Buffer
		title := j.l.Texts.Text(j.lead.Deck.Label) + ": " + i18n.Plain(j.l.Texts.Text(j.lead.Title()))
		if err := svg.Write(&out, scene, svg.Options{Title: title, Lang: j.l.Lang}); err != nil {
			return err
		}
		faces[i] = &site.Face{
			Name: strings.ToLower(j.l.Game.ID + "-" + card.ID + "-" + j.l.Lang), SVG: out.Bytes(), Alt: title,
			Width: int(scene.Size.W.MM()), Height: int(scene.Size.H.MM()),
		}
		return nil
	})
	out := map[shownCard]*site.Face{}
	for i, j := range jobs {
		out[j.shownCard] = faces[i]
	}
	return out, err
}

// firstCard returns the first lead that has a card.
func firstCard(leads []catalog.Lead) catalog.Lead {
	for _, x := range leads {
		if x.Card() != nil {
			return x
		}
	}
	return catalog.Lead{}
}

// mostAsked is how many questions a page asks.
const mostAsked = 2

// questionsIn returns questions that a page can ask: those with one right
// option, and those whether something is true.
func questionsIn(t *catalog.Topic, l *press.Localization) []site.Question {
	var out []site.Question
	base, _, _ := strings.Cut(l.Lang, "-")
	for _, q := range t.Questions {
		texts := cmp.Or(q.Texts[l.Lang], q.Texts[base])
		if texts == nil || len(out) == mostAsked {
			continue
		}
		asked := site.Question{Ask: i18n.Plain(texts.Ask.Text)}
		explain := i18n.Plain(texts.Explain.Text)
		right := 0
		switch q.Kind {
		case catalog.AskTrueFalse:
			for _, truth := range []bool{true, false} {
				word := map[bool]string{true: "quiz.truth.true", false: "quiz.truth.false"}[truth]
				asked.Options = append(asked.Options, site.Option{Text: l.Texts.Word(word), Right: truth == q.Truth, Says: explain})
			}
			right = 1
		case catalog.AskChoice:
			for i, o := range q.Options {
				option := site.Option{Text: i18n.Plain(texts.Options[i].Text), Right: o.Right, Says: explain}
				if o.Right {
					right++
				} else if i < len(texts.Because) {
					option.Says = i18n.Plain(texts.Because[i].Text)
				}
				asked.Options = append(asked.Options, option)
			}
		}
		if right == 1 {
			out = append(out, asked)
		}
	}
	return out
}

// askable returns the questions of the catalog in the languages of the games;
// none when there is something wrong with them, which is said elsewhere.
func askable(locals []*press.Localization) map[string]*catalog.Topic {
	var langs []string
	for _, l := range locals {
		base, _, _ := strings.Cut(l.Lang, "-")
		langs = append(langs, base)
	}
	topics, problems := library.Questions(locals[0].Request.Catalog, press.Dedupe(langs)...)
	if problems.HasErrors() {
		return nil
	}
	return topics
}
