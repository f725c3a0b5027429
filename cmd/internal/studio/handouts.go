package studio

import (
	"context"
	"maps"
	"net/http"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"kitpress/catalog"
	"kitpress/catalog/library"
	"kitpress/cmd/internal/handout"
	"kitpress/cmd/internal/kit"
	"kitpress/cmd/internal/press"
	"kitpress/cmd/internal/studio/own"
	"kitpress/quiz"
)

// beside are the rooms of the studio for what is printed beside a kit: questions
// in its look, and its piles as files.
type beside struct{ *Studio }

// looks returns the games whose looks questions can have.
func (s beside) looks(r *http.Request) [][2]string {
	list, err := s.titles(language(r))
	if err != nil {
		return nil
	}
	var games [][2]string
	for _, t := range list {
		games = append(games, [2]string{t.Game.ID, t.Texts.Name(t.Game.Name)})
	}
	slices.SortStableFunc(games, func(a, b [2]string) int { // the usual one first
		return strings.Compare(strings.Replace(a[0], s.o.Usual, "", 1), strings.Replace(b[0], s.o.Usual, "", 1))
	})
	return games
}

// makeHandouts begins to make the handouts of questions and returns where they
// are to be seen.
func (s beside) makeHandouts(r *http.Request, o own.Order) (string, error) {
	if !slices.Contains(papers, o.Paper) {
		o.Paper = papers[0]
	}
	if !slices.Contains(inks, o.Ink) {
		o.Ink = inks[0]
	}
	t, err := s.titleOf(o.Game, language(r))
	if err != nil {
		return "", err
	}
	if t.Game == nil {
		list, err := s.titles(language(r))
		if err != nil {
			return "", err
		}
		o.Game = list[0].Game.ID
	}
	m := s.makes.begin(s.o.Dir, choices{Game: o.Game, Langs: []string{o.Lang}, Ink: o.Ink, Paper: o.Paper, Sides: sides[0], QR: codes[0]})
	m.name, m.back, m.quiz = o.Name, o.Back, &o
	s.start(m, s.buildHandouts)
	return "/make/" + m.id, nil
}

// buildHandouts makes handouts as kitpress quiz sheet does.
func (s beside) buildHandouts(ctx context.Context, m *making) {
	o := m.quiz
	req := s.shop.For(press.Request{Games: []string{o.Game}, Langs: []string{o.Lang}, Ink: o.Ink, Paper: o.Paper, Format: press.FormatPDF})
	plan := func(locals []*press.Localization) ([]press.Job, error) {
		return press.PlanHandouts(locals[0], handout.Quiz(locals[0], o.Items, true, "", nil))
	}
	locals, _, err := press.Localise(ctx, req)
	if err != nil {
		m.end(err)
		return
	}
	jobs, err := plan(locals)
	if err != nil {
		m.end(err)
		return
	}
	v, err := s.onSheets(ctx, locals, jobs)
	if err != nil {
		m.end(err)
		return
	}
	req.Out = m.dir
	req.Progress = m.progress
	report, err := kit.Build(ctx, req, plan, nil)
	m.mu.Lock()
	m.report, m.view = report, v
	m.mu.Unlock()
	m.end(err)
}

// quizOf returns what plans the questions beside a game in one language: those
// kitpress quiz sheet draws with --seed 1.
func (s beside) quizOf(lang string) func([]*press.Localization) ([]press.Job, error) {
	return func(locals []*press.Localization) ([]press.Job, error) {
		topics, problems := library.Questions(s.catalog, lang)
		if err := problems.Err(); err != nil {
			return nil, err
		}
		maps.DeleteFunc(topics, func(id string, _ *catalog.Topic) bool { return locals[0].Game.Topics[id] == nil })
		items := quiz.NewBank(topics, lang).Draw(1, quizSize, quiz.Filter{})
		return press.PlanHandouts(locals[0], handout.Quiz(locals[0], items, false, "", nil))
	}
}

// quizRequest is what the questions beside a kit are made from.
func (s beside) quizRequest(c *choices, lang string) press.Request {
	return s.shop.For(press.Request{Games: []string{c.Game}, Langs: []string{lang}, Ink: c.Ink, Paper: c.Paper, Format: press.FormatPDF})
}

// quizzes composes the questions beside a kit, by language.
func (s beside) quizzes(ctx context.Context, c *choices) (map[string]*view, error) {
	all := map[string]*view{}
	for _, lang := range c.Langs {
		locals, _, err := press.Localise(ctx, s.quizRequest(c, lang))
		if err != nil {
			return nil, err
		}
		jobs, err := s.quizOf(lang)(locals)
		if err != nil {
			return nil, err
		}
		if all[lang], err = s.onSheets(ctx, locals, jobs); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// buildQuizzes makes the questions beside a kit, each language in a folder.
func (s beside) buildQuizzes(ctx context.Context, m *making) error {
	for _, lang := range m.c.Langs {
		req := s.quizRequest(&m.c, lang)
		req.Out, req.Progress = filepath.Join(m.dir, quizFolder(lang)), m.progress
		if _, err := kit.Build(ctx, req, s.quizOf(lang), nil); err != nil {
			return err
		}
	}
	return nil
}

// buildPiles makes a file for each pile of a kit, all copies in print order.
func (s beside) buildPiles(m *making) ([]string, error) {
	req, err := s.order(&m.c, m.view.all)
	if err != nil {
		return nil, err
	}
	req.Out, req.Format = m.dir+"-piles", press.FormatPiles
	report, err := kit.Build(context.Background(), req, press.Plan, nil)
	if err != nil {
		return nil, err
	}
	var names []string
	for _, k := range report.Kits {
		for _, f := range k.Files {
			if strings.HasPrefix(f.Component, "pile-") {
				names = append(names, f.Path)
			}
		}
	}
	return names, nil
}

// madePile sends all sheets of a pile as one file; the first who wants one has
// all of them made.
func (s beside) madePile(w http.ResponseWriter, r *http.Request) {
	m := s.finished(r)
	n, _ := strconv.Atoi(r.PathValue("pile")) // no pile for what is no number
	if m == nil || m.piles == nil {
		http.NotFound(w, r)
		return
	}
	names, err := m.piles()
	if err != nil {
		s.fault(w, r, http.StatusConflict, "studio.failed", err)
		return
	}
	if n < 1 || n > len(names) {
		http.NotFound(w, r)
		return
	}
	sendFile(w, r, m.dir+"-piles", names[n-1])
}

// quizCommand writes the same as a command line; "" when there is none, as
// kitpress quiz sheet prints questions of one's own in the usual look.
func (s beside) quizCommand(o *own.Order) string {
	if o.Game != s.o.Usual {
		return ""
	}
	words := []string{"kitpress", "quiz", "sheet", "--questions", "FILE", "--lang", o.Lang, "-n", strconv.Itoa(len(o.Items)), "--seed", "1"}
	if o.Ink != inks[0] {
		words = append(words, "--ink", o.Ink)
	}
	if o.Paper != papers[0] {
		words = append(words, "--paper", o.Paper)
	}
	return strings.Join(words, " ")
}

// madeSmall sends the picture of a page of what was made.
func (s beside) madeSmall(w http.ResponseWriter, r *http.Request) {
	if m := s.finished(r); m != nil {
		if f := m.view.file(r.PathValue("file")); f != nil {
			n, _ := strconv.Atoi(r.PathValue("page")) // no page for what is no number
			if data, err := f.picture(drawing{n - 1, true}); err == nil && data != nil {
				w.Header().Set("Content-Type", kinds[".png"])
				w.Header().Set("Cache-Control", "private, max-age=600")
				w.Write(data)
				return
			}
		}
	}
	http.NotFound(w, r)
}
