package exchange

import (
	"embed"
	"fmt"
	"html"
	"io"
	"math/big"
	"strings"
	"sync"
	"text/template"

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

// A moodleItem is a question, the first one of a category with its name.
type moodleItem struct {
	quiz.Item
	Category string
}

// writeMoodle writes Moodle XML.
func writeMoodle(w io.Writer, items []quiz.Item, meta Meta) error {
	var list []moodleItem
	last := ""
	for _, it := range items {
		m := moodleItem{Item: it}
		if c := category(it, meta); c != last {
			m.Category, last = c, c
		}
		list = append(list, m)
	}
	return templates().ExecuteTemplate(w, "moodle.xml.tmpl", list)
}

// moodleType returns Moodle's name of a kind.
func moodleType(kind quiz.Kind) string {
	switch kind {
	case quiz.Choice:
		return "multichoice"
	case quiz.TrueFalse:
		return "truefalse"
	case quiz.Number:
		return "numerical"
	case quiz.Matching, quiz.Ordering:
		return "matching"
	}
	return "shortanswer"
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

// multiplier returns how many of a unit make one of the main unit, as Moodle
// says it: the other way round than Unit.Factor.
func multiplier(u quiz.Unit) string {
	f, ok := new(big.Rat).SetString(u.Factor)
	if !ok || f.Sign() <= 0 {
		return "1"
	}
	return strings.TrimRight(strings.TrimRight(f.Inv(f).FloatString(12), "0"), ".")
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

//go:embed *.tmpl
var templateFiles embed.FS

// templates are the XML files, read once.
var templates = sync.OnceValue(func() *template.Template {
	t := template.New("").Funcs(template.FuncMap{
		"esc": html.EscapeString, "plain": inText, "rich": inHTML, "words": func(list ...string) []string { return list },
		"lines": func(s string) string { return strings.ReplaceAll(html.EscapeString(s), "\n", "<br/>") },
		"tags":  tags, "right": isRight, "tolerance": tolerance, "withUnit": askWithUnit,
		"pairs":  func(it quiz.Item) []couple { list, _ := couples(it); return list },
		"extra":  func(it quiz.Item) []string { _, list := couples(it); return list },
		"typed":  func(it quiz.Item) []string { list, _ := typed(it); return list },
		"moodle": moodleType, "fraction": fraction, "multiplier": multiplier, "wild": wild, "qti": qtiID,
	})
	t, _ = t.ParseFS(templateFiles, "*.tmpl") // they can be read, the tests say
	return t
})
