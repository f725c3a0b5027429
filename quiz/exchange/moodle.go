package exchange

import (
	"bufio"
	"fmt"
	"html"
	"io"
	"math/big"
	"strings"

	"kitpress/quiz"
)

// shares are the parts of a point Moodle knows for one of several right
// answers; with others an import is refused.
var shares = []string{"", "100", "50", "33.33333", "25", "20", "16.66667", "14.28571", "12.5", "11.11111", "10"}

// share returns what one of n right answers is worth, in percent.
func share(n int) string { return shares[n] }

// maxMoodleID is how long an ID number of Moodle may be.
const maxMoodleID = 100

func moodleFit(it quiz.Item) error {
	if len([]rune(it.ID)) > maxMoodleID {
		return fmt.Errorf("its id has more than %d characters", maxMoodleID)
	}
	switch it.Kind {
	case quiz.Choice:
		if it.Several && len(it.Accept) >= len(shares) {
			return fmt.Errorf("more than %d right options", len(shares)-1)
		}
	case quiz.TrueFalse, quiz.Ordering:
	case quiz.Matching:
		if len(it.Left) < 2 {
			return fmt.Errorf("a matching needs two pairs")
		}
	case quiz.Number:
		return numberFit(it)
	case quiz.Short, quiz.List:
		return typedFit(it, "\n", "another line")
	default:
		return errKind
	}
	return nil
}

// writeMoodle writes Moodle XML.
func writeMoodle(w io.Writer, items []quiz.Item, meta Meta) error {
	b := bufio.NewWriter(w)
	b.WriteString(`<?xml version="1.0" encoding="UTF-8"?>` + "\n<quiz>\n")
	last := ""
	for _, it := range items {
		if c := category(it, meta); c != last {
			fmt.Fprintf(b, "  <question type=\"category\">\n    <category>%s</category>\n  </question>\n", inText(c))
			last = c
		}
		moodleQuestion(b, it)
	}
	b.WriteString("</quiz>\n")
	return b.Flush() // b keeps the first error
}

// moodleTypes are Moodle's names of the kinds.
var moodleTypes = map[quiz.Kind]string{quiz.Choice: "multichoice", quiz.TrueFalse: "truefalse", quiz.Number: "numerical",
	quiz.Matching: "matching", quiz.Ordering: "matching", quiz.Short: "shortanswer", quiz.List: "shortanswer"}

func moodleQuestion(b *bufio.Writer, it quiz.Item) {
	line := func(format string, args ...any) { fmt.Fprintf(b, "    "+format+"\n", args...) }
	fmt.Fprintf(b, "  <question type=\"%s\">\n", moodleTypes[it.Kind])
	line("<name>%s</name>", inText(it.ID))
	line(`<questiontext format="html">%s</questiontext>`, inHTML(it.Ask))
	line(`<generalfeedback format="html">%s</generalfeedback>`, inHTML(it.Explain))
	line("<defaultgrade>1</defaultgrade>")
	line("<penalty>%s</penalty>", map[bool]string{true: "1", false: "0.3333333"}[it.Kind == quiz.TrueFalse])
	line("<hidden>0</hidden>")
	line("<idnumber>%s</idnumber>", html.EscapeString(it.ID))
	moodleAnswers(line, it)
	line("<tags>")
	for _, t := range tags(it) {
		line("  <tag>%s</tag>", inText(t))
	}
	line("</tags>")
	b.WriteString("  </question>\n")
}

// combined is what Moodle asks for beside the feedback of each answer.
const combined = `<correctfeedback format="html"><text></text></correctfeedback>` +
	`<partiallycorrectfeedback format="html"><text></text></partiallycorrectfeedback>` +
	`<incorrectfeedback format="html"><text></text></incorrectfeedback>`

func moodleAnswers(line func(string, ...any), it quiz.Item) {
	switch it.Kind {
	case quiz.Choice:
		line("<single>%t</single>", !it.Several)
		line("<shuffleanswers>true</shuffleanswers>")
		line("<answernumbering>abc</answernumbering>")
		line("%s", combined)
		for _, o := range it.Options {
			line(`<answer fraction="%s" format="html">%s<feedback format="html">%s</feedback></answer>`, fraction(it, o.ID), inHTML(o.Text), inHTML(it.Because[o.ID]))
		}
	case quiz.TrueFalse:
		for _, v := range []string{"true", "false"} {
			grade := "0"
			if it.Accept[0] == v {
				grade = "100"
			}
			line(`<answer fraction="%s" format="moodle_auto_format"><text>%s</text><feedback format="html"><text></text></feedback></answer>`, grade, v)
		}
	case quiz.Number:
		for _, a := range it.Accept {
			line(`<answer fraction="100" format="moodle_auto_format"><text>%s</text><feedback format="html"><text></text></feedback><tolerance>%s</tolerance></answer>`, a, tolerance(it))
		}
		moodleUnits(line, it)
	case quiz.Matching, quiz.Ordering:
		moodlePairs(line, it)
	default:
		answers, _ := typed(it)
		line("<usecase>%d</usecase>", map[bool]int{true: 1}[it.CaseStrict])
		for _, list := range []struct {
			grade   string
			answers []string
		}{{"100", answers}, {"0", it.Wrong}} {
			for _, a := range list.answers {
				line(`<answer fraction="%s" format="plain_text">%s<feedback format="html"><text></text></feedback></answer>`, list.grade, inText(wild(a)))
			}
		}
	}
}

// fraction returns what choosing an option is worth, in percent: where several
// are right, a wrong one costs all the points.
func fraction(it quiz.Item, option string) string {
	switch right := isRight(it, option); {
	case right && it.Several:
		return share(len(it.Accept))
	case right:
		return "100"
	case it.Several:
		return "-100"
	}
	return "0"
}

func moodlePairs(line func(string, ...any), it quiz.Item) {
	line("<shuffleanswers>true</shuffleanswers>")
	line("%s", combined)
	pairs, extra := couples(it)
	for _, p := range pairs {
		line(`<subquestion format="html">%s<answer>%s</answer></subquestion>`, inHTML(p.left), inText(p.right))
	}
	for _, e := range extra {
		line(`<subquestion format="html"><text></text><answer>%s</answer></subquestion>`, inText(e))
	}
}

// moodleUnits lists the units of a number. Moodle says how many of a unit make
// one of the main unit, the other way round than Unit.Factor.
func moodleUnits(line func(string, ...any), it quiz.Item) {
	if it.Unit == "" {
		line("<unitgradingtype>0</unitgradingtype><unitpenalty>0.1</unitpenalty><showunits>3</showunits><unitsleft>0</unitsleft>")
		return
	}
	line("<unitgradingtype>0</unitgradingtype><unitpenalty>0.1</unitpenalty><showunits>0</showunits><unitsleft>0</unitsleft>")
	line("<units>")
	line("  <unit><multiplier>1</multiplier><unit_name>%s</unit_name></unit>", html.EscapeString(it.Unit))
	for _, u := range it.Units {
		multiplier := "1"
		if f, ok := new(big.Rat).SetString(u.Factor); ok && f.Sign() > 0 {
			multiplier = strings.TrimRight(strings.TrimRight(f.Inv(f).FloatString(12), "0"), ".")
		}
		for _, name := range u.Names {
			if name != it.Unit {
				line("  <unit><multiplier>%s</multiplier><unit_name>%s</unit_name></unit>", multiplier, html.EscapeString(name))
			}
		}
	}
	line("</units>")
}

// inText returns a plain text as XML.
func inText(s string) string { return "<text>" + html.EscapeString(s) + "</text>" }

// inHTML returns a plain text as HTML inside XML.
func inHTML(s string) string {
	if s == "" {
		return "<text></text>"
	}
	return "<text>" + html.EscapeString(asHTML(s)) + "</text>"
}

// asHTML returns a plain text as HTML.
func asHTML(s string) string {
	return "<p>" + strings.ReplaceAll(html.EscapeString(s), "\n", "<br>") + "</p>"
}
