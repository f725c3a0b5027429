package games

import (
	"errors"
	"maps"
	"slices"

	"kitpress/catalog"
	"kitpress/catalog/library"
	"kitpress/catalog/source"
	"kitpress/cmd/internal/press"
	"kitpress/i18n"
	"kitpress/quiz"
	"kitpress/quiz/match"
)

// checkQuestions checks the questions about the topics of the games, of a
// whole catalog about all topics. It takes what the check of the games came
// to, and returns both, and how many questions there are.
func (o *checkOptions) checkQuestions(games []press.Checked, problems source.Problems, err error) (int, source.Problems, error) {
	if len(o.Only) > 0 || !source.Exists(o.Catalog, catalog.QuestionFolder) { // a catalog without it asks nothing
		return 0, problems, err
	}
	var data *source.DataError
	if errors.As(err, &data) {
		problems = data.Problems
	}
	langs := questionLangs(o.Langs, games)
	topics, more := library.Questions(o.Catalog, langs...)
	if len(o.Games) > 0 {
		used := map[string]bool{}
		for _, g := range games {
			for _, id := range g.Topics {
				used[id] = true
			}
		}
		maps.DeleteFunc(topics, func(id string, _ *catalog.Topic) bool { return !used[id] })
	}
	words, wrong := i18n.WordsIn("en")
	if err := wrong.Err(); err != nil {
		return 0, nil, err
	}
	more = append(more, match.CheckBank(topics, langs, func(m quiz.Message) string { return words.Word(m.ID, m.Args...) })...)
	for _, p := range more {
		if !slices.ContainsFunc(problems, func(q source.Problem) bool { return q.Pos == p.Pos && q.Message == p.Message }) {
			problems = append(problems, p) // those of the topics were found with the games
		}
	}
	problems.FillExcerpts(o.Catalog)
	asked := 0
	for _, t := range topics {
		asked += len(t.Questions)
	}
	return asked, problems.Sorted(), problems.Err()
}

// questionLangs returns the languages questions are checked in: those asked
// for, or all of the games; English, which they are written in, without fail.
func questionLangs(asked []string, games []press.Checked) []string {
	langs := []string{"en"}
	for _, lang := range asked {
		if lang != press.LangAll {
			langs = append(langs, lang)
		}
	}
	if len(langs) == 1 {
		for _, g := range games {
			langs = append(langs, g.Langs...)
		}
	}
	slices.Sort(langs)
	return slices.Compact(langs)
}
