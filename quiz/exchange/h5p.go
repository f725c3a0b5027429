package exchange

import (
	"archive/zip"
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"time"

	"kitpress/quiz"
)

// The libraries a question set refers to. A platform needs them, or newer ones
// of the same major version; H5P's own hub has them all.
var h5pLibraries = []h5pLibrary{{"H5P.QuestionSet", 1, 20}, {"H5P.MultiChoice", 1, 16}, {"H5P.TrueFalse", 1, 8}, {"H5P.Blanks", 1, 14}, {"H5P.DragText", 1, 10}}

type h5pLibrary struct {
	Name  string `json:"machineName"`
	Major int    `json:"majorVersion"`
	Minor int    `json:"minorVersion"`
}

func (l h5pLibrary) String() string { return fmt.Sprintf("%s %d.%d", l.Name, l.Major, l.Minor) }

// zipped is the time the parts of a written package carry: the first one a
// zip file can hold.
var zipped = time.Date(1980, 1, 1, 0, 0, 0, 0, time.UTC)

// A zipPart is one file of a package.
type zipPart struct {
	name string
	data []byte
}

func writeZip(w io.Writer, parts []zipPart) error {
	z := zip.NewWriter(w)
	for _, p := range parts {
		f, err := z.CreateHeader(&zip.FileHeader{Name: p.name, Method: zip.Deflate, Modified: zipped})
		if err != nil {
			return err
		}
		if _, err := f.Write(p.data); err != nil {
			return err
		}
	}
	return z.Close()
}

// h5pFit refuses what H5P would misread: * / and : are signs where an answer
// is typed, * : and \ where one is dragged, and neither can be escaped.
func h5pFit(it quiz.Item) error {
	switch it.Kind {
	case quiz.Choice, quiz.TrueFalse:
		return nil
	case quiz.Number:
		if it.Tolerance != "" && it.Tolerance != "0" {
			return fmt.Errorf("no way to accept numbers within a tolerance")
		}
		return numberFit(it)
	case quiz.Short, quiz.List:
		return typedFit(it, "*/:\n", "something else in a blank")
	case quiz.Ordering, quiz.Matching:
		var all []string
		pairs, extra := couples(it)
		for _, p := range pairs {
			all = append(all, p.Right)
			if strings.ContainsAny(p.Left, "*\n") {
				return fmt.Errorf("%q has a sign that means a place to drag to", p.Left)
			}
		}
		return answersFit(append(all, extra...), "*:\\\n", "something else in a text to drag")
	}
	return errKind
}

type object = map[string]any

// writeH5P writes a question set: a zip file with what it consists of
// (h5p.json) and its questions (content/content.json). The keys of objects are
// sorted, so the same questions give the same bytes.
func writeH5P(w io.Writer, items []quiz.Item, meta Meta) error {
	var questions []object
	used := map[string]bool{h5pLibraries[0].Name: true}
	for _, it := range items {
		lib, params := h5pQuestion(it)
		used[lib.Name] = true
		questions = append(questions, object{
			"library": lib.String(), "params": params, "subContentId": uuid(it.Lang + "/" + it.ID),
			"metadata": object{"contentType": h5pTypes[lib.Name], "license": "U", "title": it.ID},
		})
	}
	var needs []h5pLibrary
	for _, l := range h5pLibraries {
		if used[l.Name] {
			needs = append(needs, l)
		}
	}
	title := meta.Title
	if title == "" {
		title = topicTitle(items[0])
	}
	language, _, _ := strings.Cut(meta.Lang, "-")
	about, err := asJSON(object{"title": title, "language": language, "mainLibrary": h5pLibraries[0].Name, "embedTypes": []string{"iframe"}, "license": "U", "preloadedDependencies": needs})
	if err != nil {
		return err
	}
	content, err := asJSON(object{
		"introPage":    object{"showIntroPage": false},
		"texts":        object{"prevButton": h5pSays(meta.Lang, "previous"), "nextButton": h5pSays(meta.Lang, "next"), "finishButton": h5pSays(meta.Lang, "finish")},
		"progressType": "dots", "passPercentage": 50, "disableBackwardsNavigation": false, "randomQuestions": false,
		"questions": questions,
		"endGame": object{"showResultPage": true, "showSolutionButton": true, "showRetryButton": true, "overallFeedback": []object{{"from": 0, "to": 100}},
			"message": h5pSays(meta.Lang, "result"), "scoreBarLabel": h5pSays(meta.Lang, "final"), "solutionButtonText": h5pSays(meta.Lang, "solution"), "retryButtonText": h5pSays(meta.Lang, "retry"), "finishButtonText": h5pSays(meta.Lang, "finish")},
		"override": object{"checkButton": true},
	})
	if err != nil {
		return err
	}
	return writeZip(w, []zipPart{{"h5p.json", about}, {"content/content.json", content}})
}

// h5pTypes are what H5P calls its types of content.
var h5pTypes = map[string]string{"H5P.MultiChoice": "Multiple Choice", "H5P.TrueFalse": "True/False Question", "H5P.Blanks": "Fill in the Blanks", "H5P.DragText": "Drag the Words"}

func h5pQuestion(it quiz.Item) (h5pLibrary, object) {
	overall := []object{{"from": 0, "to": 100, "feedback": it.Explain}}
	switch it.Kind {
	case quiz.Choice:
		return h5pLibraries[1], h5pChoice(it, overall)
	case quiz.TrueFalse:
		return h5pLibraries[2], object{
			"media": object{"disableImageZooming": false}, "question": asHTML(it.Ask), "correct": it.Accept[0],
			"l10n": h5pLabels(it.Lang, object{"trueText": truth(it.Lang, true), "falseText": truth(it.Lang, false)},
				"checkAnswer", "check", "tryAgain", "retry", "showSolutionButton", "solution", "correctAnswerMessage", "correct", "wrongAnswerMessage", "wrong", "score", "score"),
			"behaviour": object{"enableRetry": true, "enableSolutionsButton": true, "enableCheckButton": true, "autoCheck": false, "confirmCheckDialog": false, "confirmRetryDialog": false, "feedbackOnCorrect": it.Explain, "feedbackOnWrong": it.Explain},
		}
	case quiz.Ordering, quiz.Matching:
		return h5pLibraries[4], h5pDrag(it, overall)
	}
	answers, _ := typed(it)
	if it.Kind == quiz.Number {
		answers = spokenNumbers(it.Accept, it.Lang)
	}
	var escaped []string
	for _, a := range answers {
		escaped = append(escaped, angle(a))
	}
	return h5pLibraries[3], h5pLabels(it.Lang, object{
		"media": object{"disableImageZooming": false}, "text": asHTML(askWithUnit(it)), "questions": []string{"<p>*" + strings.Join(escaped, "/") + "*</p>"},
		"overallFeedback": overall,
		"behaviour":       object{"enableRetry": true, "enableSolutionsButton": true, "enableCheckButton": true, "autoCheck": false, "caseSensitive": it.Is(quiz.StrictCase), "showSolutionsRequiresInput": true, "separateLines": false, "confirmCheckDialog": false, "confirmRetryDialog": false, "acceptSpellingErrors": false},
	}, "checkAnswer", "check", "tryAgain", "retry", "showSolutions", "solution", "answeredCorrectly", "correct", "answeredIncorrectly", "wrong", "scoreBarLabel", "bar")
}

// h5pSays returns a word for a button or a message.
func h5pSays(lang, word string) string { return in(h5pWords()[word], lang) }

// h5pLabels puts words under the names a library has for them: names and words
// in turn.
func h5pLabels(lang string, o object, names ...string) object {
	for i := 0; i+1 < len(names); i += 2 {
		o[names[i]] = h5pSays(lang, names[i+1])
	}
	return o
}

func h5pChoice(it quiz.Item, overall []object) object {
	var answers []object
	for _, o := range it.Options {
		answers = append(answers, object{"text": "<div>" + strings.TrimSuffix(strings.TrimPrefix(asHTML(o.Text), "<p>"), "</p>") + "</div>", "correct": isRight(it, o.ID),
			"tipsAndFeedback": object{"tip": "", "chosenFeedback": angle(o.Because), "notChosenFeedback": ""}})
	}
	kind := "single"
	if it.Several {
		kind = "multi"
	}
	return object{
		"media": object{"disableImageZooming": false}, "question": asHTML(it.Ask), "answers": answers, "overallFeedback": overall,
		"UI":        h5pLabels(it.Lang, object{}, "checkAnswerButton", "check", "tryAgainButton", "retry", "showSolutionButton", "solution", "correctAnswer", "correct", "wrongAnswer", "wrong", "scoreBarLabel", "bar"),
		"behaviour": object{"enableRetry": true, "enableSolutionsButton": true, "enableCheckButton": true, "type": kind, "singlePoint": true, "randomAnswers": true, "showSolutionsRequiresInput": true, "confirmCheckDialog": false, "confirmRetryDialog": false, "autoCheck": false, "passPercentage": 100, "showScorePoints": true},
	}
}

// h5pDrag makes each line a place to drag a text to.
func h5pDrag(it quiz.Item, overall []object) object {
	pairs, extra := couples(it)
	join := " → "
	if it.Kind == quiz.Ordering {
		join = " "
	}
	var lines, others []string
	for _, p := range pairs {
		lines = append(lines, angle(p.Left)+join+"*"+angle(p.Right)+"*")
	}
	for _, e := range extra {
		others = append(others, "*"+angle(e)+"*")
	}
	return h5pLabels(it.Lang, object{
		"taskDescription": asHTML(it.Ask), "textField": strings.Join(lines, "\n"), "distractors": strings.Join(others, " "), "overallFeedback": overall,
		"behaviour": object{"enableRetry": true, "enableSolutionsButton": true, "enableCheckButton": true, "instantFeedback": false},
	}, "checkAnswer", "check", "tryAgain", "retry", "showSolution", "solution", "correctText", "correct", "incorrectText", "wrong", "scoreBarLabel", "bar")
}

// spokenNumbers returns numbers as they are typed in a language too: 1,5.
func spokenNumbers(list []string, lang string) []string {
	var out []string
	typed := quiz.Item{Question: quiz.Question{Kind: quiz.Number, Accept: list}, Lang: lang}.Keys()
	for i, n := range list {
		out = append(out, n)
		if typed[i] != n {
			out = append(out, typed[i])
		}
	}
	return out
}

// angle makes a text harmless in HTML and leaves every other sign as it is.
func angle(s string) string {
	return strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;").Replace(s)
}

// uuid returns an id of the form H5P wants that follows from a name.
func uuid(name string) string {
	h := sha256.Sum256([]byte("kitpress/" + name))
	h[6], h[8] = h[6]&0x0F|0x80, h[8]&0x3F|0x80 // version 8: made in a way of one's own
	s := fmt.Sprintf("%x", h[:16])
	return strings.Join([]string{s[:8], s[8:12], s[12:16], s[16:20], s[20:]}, "-")
}

// asJSON writes a value with sorted keys and without escaping HTML twice.
func asJSON(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", " ")
	err := e.Encode(v)
	return b.Bytes(), err
}
