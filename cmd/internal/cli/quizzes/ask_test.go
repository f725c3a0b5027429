package quizzes

import (
	"bufio"
	"context"
	"errors"
	"strings"
	"testing"

	"kitpress/cmd/internal/cli/terminal"
	"kitpress/quiz"
)

// askAt asks two questions at a terminal: hidden are the answers that are
// typed without being shown, typed all others.
func askAt(ctx context.Context, hidden []string, typed string, players ...string) (out string, points []int, err error) {
	var b strings.Builder
	s := terminal.Streams{Out: &b, Err: &b, Env: func(string) string { return "" }, In: strings.NewReader(typed)}
	s.Hidden = func(ctx context.Context) (string, error) {
		if len(hidden) == 0 {
			return "", errors.New("nothing is left to type")
		}
		answer := hidden[0]
		hidden = hidden[1:]
		return answer, ctx.Err()
	}
	words, err := wordsIn("en")
	if err != nil {
		return "", nil, err
	}
	items := []quiz.Item{
		{Question: quiz.Question{ID: "a/b", Kind: quiz.Short, Accept: []string{"encryption"}, Ask: "What?"}, Lang: "en", Explain: "That."},
		{Question: quiz.Question{ID: "a/c", Kind: quiz.TrueFalse, Accept: []string{"true"}, Ask: "So."}, Lang: "en", Explain: "It is."},
	}
	a := &asking{s: s, drawing: &drawing{items: items, lang: "en", words: words}, players: players, points: make([]int, len(players)), lines: bufio.NewReader(s.In)}
	err = a.all(ctx)
	a.total()
	return b.String(), a.points, err
}

// At a terminal people are asked again after what is no answer, and decide
// themselves about what is nearly right.
func TestAskAtTheTerminal(t *testing.T) {
	out, points, err := askAt(t.Context(), []string{"encrpytion", "", "???", "encryption", "true", "nonsense", "more", "again"}, "y\n", "Ada", "Ben")
	if err != nil || points[0] != 2 || points[1] != 1 {
		t.Errorf("points %v, %v\n%s", points, err, out)
	}
	for what, n := range map[string]int{"Ada (hidden)> ": 2, "Ben (hidden)> ": 6, "Please answer again.": 4, "Does it count? y/n> ": 1, "Ada: 2 of 2": 1, "That.": 1} {
		if strings.Count(out, what) != n {
			t.Errorf("%q is there %d times, want %d:\n%s", what, strings.Count(out, what), n, out)
		}
	}
	if strings.Index(out, "encrpytion") < strings.LastIndex(out[:strings.Index(out, "That.")], "Ben (hidden)") {
		t.Errorf("an answer is shown before all have answered:\n%s", out)
	}
	if _, points, _ := askAt(t.Context(), nil, "encrpytion\nn\ntrue\n", "You"); points[0] != 1 {
		t.Errorf("points %v: nobody said that a slip counts", points)
	}
}

// Whoever stops sees the points so far.
func TestAskIsStopped(t *testing.T) {
	out, _, err := askAt(t.Context(), nil, "encryption\n", "You")
	if err == nil || !strings.Contains(out, "You: 1 of 1") {
		t.Errorf("%v\n%s", err, out)
	}
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if _, _, err := askAt(ctx, []string{"x", "y"}, "", "Ada", "Ben"); !errors.Is(err, context.Canceled) {
		t.Errorf("interrupted: %v", err)
	}
}
