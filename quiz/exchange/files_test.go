package exchange

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"fmt"
	"html"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"

	"kitpress/quiz"
)

// The sheet is opened by a library that did not write it, and held against
// the template: the header in row 8, numbers as numbers, only known times.
func TestKahoot(t *testing.T) {
	eachSet(t, "kahoot", func(t *testing.T, items []quiz.Item, data []byte) {
		f, err := excelize.OpenReader(bytes.NewReader(data))
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		rows, err := f.GetRows("Sheet1")
		if err != nil || len(rows) != 8+len(items) {
			t.Fatalf("%d rows, %v", len(rows), err)
		}
		if !strings.HasPrefix(rows[7][1], "Question - max 120") || !strings.HasPrefix(rows[7][7], "Correct answer(s)") {
			t.Errorf("%q", rows[7])
		}
		for i, it := range items {
			row := rows[8+i]
			if row[0] != strconv.Itoa(i+1) || row[1] != it.Ask || units(row[1]) > 120 || !slices.Contains([]string{"5", "10", "20", "30", "60", "90", "120", "240"}, row[6]) {
				t.Errorf("%q", row)
			}
			if kind, _ := f.GetCellType("Sheet1", fmt.Sprintf("G%d", 9+i)); kind != excelize.CellTypeUnset {
				t.Errorf("the time of %s is no number", it.ID)
			}
			var right []string
			for _, n := range strings.Split(row[7], ",") {
				k, err := strconv.Atoi(n)
				if err != nil || k < 1 || k > 4 || row[1+k] == "" {
					t.Fatalf("%q", row)
				}
				right = append(right, row[1+k])
			}
			var want []string
			for _, o := range it.Options {
				if isRight(it, o.ID) {
					want = append(want, o.Text)
				}
			}
			if it.Kind == quiz.TrueFalse {
				want = []string{truth(it.Lang, it.Accept[0] == "true")}
			}
			if !slices.Equal(right, want) {
				t.Errorf("%s: %q, want %q", it.ID, right, want)
			}
		}
	})
}

// What somebody writes is text to Anki, and no command.
func TestAnkiRunsNothing(t *testing.T) {
	const evil = "[latex]\\input{x}[/latex] [sound:x.mp3] [$]1[/$]"
	it := quiz.Item{Question: quiz.Question{ID: "own/a", Kind: quiz.Choice, Ask: evil, Options: []quiz.Option{{ID: "a", Text: evil}, {ID: "b", Text: evil + "2", Because: evil}}, Accept: []string{"a"}},
		Lang: "en", Explain: evil}
	var b strings.Builder
	f, _ := Find("anki")
	if left, err := f.Write(&b, []quiz.Item{it}, Meta{Title: "T", Lang: "en"}); err != nil || len(left) > 0 {
		t.Fatal(left, err)
	}
	if strings.ContainsRune(b.String(), '[') || strings.Count(b.String(), "&#91;latex]") != 7 {
		t.Error(b.String())
	}
}

// The notes are read as Anki's documentation says: headers first, then one
// note a line with its fields separated by tabs, each well-formed HTML.
func TestAnki(t *testing.T) {
	eachSet(t, "anki", func(t *testing.T, items []quiz.Item, data []byte) {
		lines := strings.Split(strings.TrimSuffix(string(data), "\n"), "\n")
		head := map[string]string{}
		for len(lines) > 0 && strings.HasPrefix(lines[0], "#") {
			name, value, _ := strings.Cut(lines[0][1:], ":")
			head[name], lines = value, lines[1:]
		}
		if head["separator"] != "tab" || head["html"] != "true" || head["guid column"] != "1" || head["deck column"] != "2" || head["tags column"] != "3" {
			t.Errorf("%v", head)
		}
		if len(lines) != len(items) {
			t.Fatalf("%d notes of %d questions", len(lines), len(items))
		}
		seen := map[string]bool{}
		for i, it := range items {
			fields := strings.Split(lines[i], "\t")
			if len(fields) != 5 || seen[fields[0]] || strings.ContainsAny(lines[i], `"`+"\r") && !strings.Contains(lines[i], lettered) {
				t.Fatalf("%q", fields)
			}
			seen[fields[0]] = true
			for _, f := range fields[3:] {
				balanced(t, f)
			}
			if !strings.HasPrefix(fields[3], html.EscapeString(strings.SplitN(askWithUnit(it), "\n", 2)[0])) || it.Explain != "" && !strings.Contains(fields[4], "<p>") {
				t.Errorf("%q", fields)
			}
		}
	})
	f, _ := Find("anki")
	var b strings.Builder
	if _, err := f.Write(&b, fixture(), Meta{Title: "Test", Lang: "en"}); err != nil {
		t.Fatal(err)
	}
	golden(t, "anki.txt", b.String())
}

// balanced reports tags that are not closed.
func balanced(t *testing.T, s string) {
	t.Helper()
	var open []string
	for _, m := range regexp.MustCompile(`<(/?)([a-z]+)[^>]*>`).FindAllStringSubmatch(s, -1) {
		switch {
		case m[2] == "br":
		case m[1] == "":
			open = append(open, m[2])
		case len(open) == 0 || open[len(open)-1] != m[2]:
			t.Errorf("</%s> closes nothing in %q", m[2], s)
			return
		default:
			open = open[:len(open)-1]
		}
	}
	if len(open) > 0 {
		t.Errorf("%v stay open in %q", open, s)
	}
}

// unzip returns the parts of a package by name.
func unzip(t *testing.T, data []byte) map[string][]byte {
	t.Helper()
	z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	parts := map[string][]byte{}
	for _, f := range z.File {
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		if parts[f.Name], err = io.ReadAll(r); err != nil {
			t.Fatal(err)
		}
	}
	return parts
}

// The parameters of H5P's libraries, from their documented semantics, as far
// as questions use them; decoding refuses every other name.
type (
	h5pAbout struct {
		Title, Language, MainLibrary, License string
		EmbedTypes                            []string
		PreloadedDependencies                 []struct {
			MachineName                string
			MajorVersion, MinorVersion int
		}
	}
	h5pSet struct {
		IntroPage                                   struct{ ShowIntroPage bool }
		ProgressType                                string
		PassPercentage                              int
		DisableBackwardsNavigation, RandomQuestions bool
		Override                                    struct{ CheckButton bool }
		Texts                                       struct{ PrevButton, NextButton, FinishButton string }
		EndGame                                     struct {
			ShowResultPage, ShowSolutionButton, ShowRetryButton                           bool
			Message, ScoreBarLabel, SolutionButtonText, RetryButtonText, FinishButtonText string
			OverallFeedback                                                               []h5pRange
		}
		Questions []struct {
			Library, SubContentID string
			Metadata              struct{ ContentType, License, Title string }
			Params                json.RawMessage
		}
	}
	h5pRange struct {
		From, To int
		Feedback string
	}
	h5pMedia     struct{ DisableImageZooming bool }
	h5pBehaviour struct {
		EnableRetry, EnableSolutionsButton, EnableCheckButton, SinglePoint, RandomAnswers, ShowSolutionsRequiresInput, ConfirmCheckDialog, ConfirmRetryDialog, AutoCheck bool
		ShowScorePoints, CaseSensitive, SeparateLines, AcceptSpellingErrors, InstantFeedback                                                                             bool
		Type, FeedbackOnCorrect, FeedbackOnWrong                                                                                                                         string
		PassPercentage                                                                                                                                                   int
	}
	h5pMulti struct {
		Media    h5pMedia
		Question string
		Answers  []struct {
			Text            string
			Correct         bool
			TipsAndFeedback struct{ Tip, ChosenFeedback, NotChosenFeedback string }
		}
		UI              struct{ CheckAnswerButton, TryAgainButton, ShowSolutionButton, CorrectAnswer, WrongAnswer, ScoreBarLabel string }
		OverallFeedback []h5pRange
		Behaviour       h5pBehaviour
	}
	h5pTrue struct {
		Media             h5pMedia
		Question, Correct string
		L10n              struct{ TrueText, FalseText, CheckAnswer, TryAgain, ShowSolutionButton, CorrectAnswerMessage, WrongAnswerMessage, Score string }
		Behaviour         h5pBehaviour
	}
	h5pBlanks struct {
		Media     h5pMedia
		Text      string
		Questions []string

		CheckAnswer, TryAgain, ShowSolutions, AnsweredCorrectly, AnsweredIncorrectly, ScoreBarLabel string

		OverallFeedback []h5pRange
		Behaviour       h5pBehaviour
	}
	h5pDragText struct {
		TaskDescription, TextField, Distractors                                        string
		CheckAnswer, TryAgain, ShowSolution, CorrectText, IncorrectText, ScoreBarLabel string
		OverallFeedback                                                                []h5pRange
		Behaviour                                                                      h5pBehaviour
	}
)

// The package is held against what H5P asks of h5p.json and against the
// semantics of each library, and its signs for blanks are read back. It is not
// H5P's own validator.
func TestH5P(t *testing.T) {
	eachSet(t, "h5p", func(t *testing.T, items []quiz.Item, data []byte) {
		parts := unzip(t, data)
		var about h5pAbout
		var set h5pSet
		if err := strictly(parts["h5p.json"], &about); err != nil {
			t.Fatal(err)
		}
		if err := strictly(parts["content/content.json"], &set); err != nil || len(parts) != 2 {
			t.Fatalf("%v, %d parts", err, len(parts))
		}
		libraries := map[string]bool{}
		for _, d := range about.PreloadedDependencies {
			libraries[fmt.Sprintf("%s %d.%d", d.MachineName, d.MajorVersion, d.MinorVersion)] = true
		}
		if about.Title == "" || about.MainLibrary != "H5P.QuestionSet" || !libraries["H5P.QuestionSet 1.20"] || len(about.EmbedTypes) == 0 || !regexp.MustCompile(`^[a-z]{2}$`).MatchString(about.Language) {
			t.Errorf("%+v", about)
		}
		read, ids := map[string][]string{}, map[string]bool{}
		for _, q := range set.Questions {
			if !libraries[q.Library] || ids[q.SubContentID] || !regexp.MustCompile(`^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$`).MatchString(q.SubContentID) {
				t.Errorf("%s %s", q.Library, q.SubContentID)
			}
			ids[q.SubContentID] = true
			read[q.Metadata.Title] = h5pKey(t, q.Library, q.Params)
		}
		for i, it := range items {
			if it.Kind == quiz.Number {
				items[i].Accept = spokenNumbers(it.Accept, it.Lang)
			}
		}
		sameKeys(t, items, likeness{because: true, explain: true}, read)
	})
}

// text takes the HTML off a text.
func text(t *testing.T, s, tag string) string {
	t.Helper()
	inner, ok := strings.CutPrefix(s, "<"+tag+">")
	inner, ok2 := strings.CutSuffix(inner, "</"+tag+">")
	inner = strings.ReplaceAll(inner, "<br>", "\n")
	if tag != "" && (!ok || !ok2) || strings.ContainsAny(inner, "<>") {
		t.Errorf("%q is no <%s>", s, tag)
	}
	return html.UnescapeString(inner)
}

func h5pKey(t *testing.T, library string, params []byte) (lines []string) {
	t.Helper()
	decode := func(to any) {
		t.Helper()
		if err := strictly(params, to); err != nil {
			t.Fatalf("%s: %v in %s", library, err, params)
		}
	}
	explain := func(list []h5pRange) {
		if list[0].Feedback != "" {
			lines = append(lines, "explain "+list[0].Feedback)
		}
	}
	switch name, _, _ := strings.Cut(library, " "); name {
	case "H5P.MultiChoice":
		var p h5pMulti
		decode(&p)
		explain(p.OverallFeedback)
		lines = append(lines, "ask "+text(t, p.Question, "p"))
		if p.Behaviour.Type == "multi" {
			lines = append(lines, "several")
		}
		for _, a := range p.Answers {
			line := map[bool]string{true: "+ ", false: "- "}[a.Correct] + text(t, a.Text, "div")
			if why := a.TipsAndFeedback.ChosenFeedback; why != "" {
				line += " # " + html.UnescapeString(why)
			}
			lines = append(lines, line)
		}
	case "H5P.TrueFalse":
		var p h5pTrue
		decode(&p)
		lines = append(lines, "ask "+text(t, p.Question, "p"), "= "+p.Correct)
		if p.L10n.TrueText == "" || p.L10n.FalseText == "" {
			t.Error("the answers have no words")
		}
		explain([]h5pRange{{Feedback: p.Behaviour.FeedbackOnWrong}})
	case "H5P.Blanks":
		var p h5pBlanks
		decode(&p)
		explain(p.OverallFeedback)
		lines = append(lines, "ask "+text(t, p.Text, "p"))
		inner := strings.Trim(text(t, p.Questions[0], "p"), "*")
		if len(p.Questions) != 1 || strings.ContainsAny(inner, "*:") || strings.Count(p.Questions[0], "*") != 2 {
			t.Errorf("%q", p.Questions)
		}
		for _, a := range strings.Split(inner, "/") {
			line := "= " + a
			if regexp.MustCompile(`^-?[0-9]+([.,][0-9]+)?$`).MatchString(a) {
				line += " ± 0"
			}
			lines = append(lines, line)
		}
	case "H5P.DragText":
		var p h5pDragText
		decode(&p)
		explain(p.OverallFeedback)
		lines = append(append(lines, "ask "+text(t, p.TaskDescription, "p")), dragged(t, p)...)
	default:
		t.Fatalf("no library %s", library)
	}
	return lines
}

func dragged(t *testing.T, p h5pDragText) (lines []string) {
	t.Helper()
	for _, line := range strings.Split(html.UnescapeString(p.TextField), "\n") {
		bits := strings.Split(line, "*")
		if len(bits) != 3 || bits[2] != "" || strings.ContainsAny(bits[1], ":\\") {
			t.Fatalf("%q", line)
		}
		lines = append(lines, strings.TrimSuffix(strings.TrimSpace(bits[0]), " →")+" -> "+bits[1])
	}
	for _, m := range regexp.MustCompile(`\*([^*]+)\*`).FindAllStringSubmatch(html.UnescapeString(p.Distractors), -1) {
		lines = append(lines, " -> "+m[1])
	}
	return lines
}
