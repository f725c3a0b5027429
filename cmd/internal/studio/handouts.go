package studio

import (
	"context"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"kitpress/cmd/internal/handout"
	"kitpress/cmd/internal/kit"
	"kitpress/cmd/internal/press"
	"kitpress/cmd/internal/studio/own"
)

// looks returns the games whose looks questions can have.
func (s *Studio) looks(r *http.Request) [][2]string {
	list, err := s.titles(language(r))
	if err != nil {
		return nil
	}
	var games [][2]string
	for _, t := range list {
		games = append(games, [2]string{t.Game.ID, t.Texts.Text(t.Game.Name)})
	}
	return games
}

// makeHandouts begins to make the handouts of questions and returns where they
// are to be seen.
func (s *Studio) makeHandouts(r *http.Request, o own.Order) (string, error) {
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
func (s *Studio) buildHandouts(ctx context.Context, m *making) {
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

// quizCommand writes the same as a command line.
func quizCommand(o *own.Order) string {
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
func (s *Studio) madeSmall(w http.ResponseWriter, r *http.Request) {
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
