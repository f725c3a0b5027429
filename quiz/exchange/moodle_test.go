package exchange

import (
	"encoding/xml"
	"fmt"
	"html"
	"regexp"
	"slices"
	"strings"
	"testing"

	"kitpress/quiz"
)

// moodleFractions are the parts of a point Moodle imports; another one makes
// it refuse the question (or take the nearest, if a teacher allows that).
var moodleFractions = map[string]bool{"100": true, "90": true, "83.33333": true, "80": true, "75": true, "70": true, "66.66667": true, "60": true, "50": true, "40": true,
	"33.33333": true, "30": true, "25": true, "20": true, "16.66667": true, "14.28571": true, "12.5": true, "11.11111": true, "10": true, "5": true, "0": true}

// An element is a node of XML.
type element struct {
	name  string
	attrs map[string]string
	text  string
	kids  []*element
}

func (e *element) all(name string) []*element {
	var list []*element
	for _, k := range e.kids {
		if k.name == name {
			list = append(list, k)
		}
	}
	return list
}

func (e *element) one(t *testing.T, name string) *element {
	t.Helper()
	list := e.all(name)
	if len(list) != 1 {
		t.Fatalf("<%s> has %d <%s>, not one", e.name, len(list), name)
	}
	return list[0]
}

// parseXML reads a document strictly; names keep no namespace.
func parseXML(t *testing.T, data []byte) *element {
	t.Helper()
	d := xml.NewDecoder(strings.NewReader(string(data)))
	root := &element{}
	stack := []*element{root}
	for {
		tok, err := d.Token()
		if tok == nil {
			break
		}
		if err != nil {
			t.Fatalf("%v in\n%s", err, data)
		}
		switch tok := tok.(type) {
		case xml.StartElement:
			if tok.Name.Local == "br" {
				stack[len(stack)-1].text += "\n"
			}
			e := &element{name: tok.Name.Local, attrs: map[string]string{}}
			for _, a := range tok.Attr {
				e.attrs[a.Name.Local] = a.Value
			}
			top := stack[len(stack)-1]
			top.kids = append(top.kids, e)
			stack = append(stack, e)
		case xml.EndElement:
			stack = stack[:len(stack)-1]
		case xml.CharData:
			stack[len(stack)-1].text += string(tok)
		}
	}
	if len(stack) != 1 || len(root.kids) != 1 {
		t.Fatal("not one document")
	}
	return root.kids[0]
}

// moodleParts are the elements Moodle's importer reads of each type of
// question, in addition to those all have; a ? may be missing, a * may come
// any number of times.
var moodleParts = map[string]string{
	"multichoice": "single shuffleanswers answernumbering correctfeedback partiallycorrectfeedback incorrectfeedback answer*",
	"truefalse":   "answer*",
	"shortanswer": "usecase answer*",
	"numerical":   "answer* unitgradingtype unitpenalty showunits unitsleft units?",
	"matching":    "shuffleanswers correctfeedback partiallycorrectfeedback incorrectfeedback subquestion*",
}

// The file is read by a strict reader of Moodle XML, written from the
// documentation of the format and the fields its importer asks for: every
// element is one it knows, every fraction one it takes. It is not Moodle.
func TestMoodleXML(t *testing.T) {
	eachSet(t, "moodle", func(t *testing.T, items []quiz.Item, data []byte) {
		read := map[string][]string{}
		root := parseXML(t, data)
		if root.name != "quiz" || len(root.kids) == 0 {
			t.Fatal("no quiz")
		}
		for _, q := range root.kids {
			if q.name != "question" {
				t.Fatalf("<%s> in a quiz", q.name)
			}
			if q.attrs["type"] == "category" {
				if path := q.one(t, "category").one(t, "text").text; !strings.HasPrefix(path, "Cyber // Survival/") {
					t.Errorf("category %q", path)
				}
				continue
			}
			id := q.one(t, "idnumber").text
			if read[id] != nil || q.one(t, "name").one(t, "text").text != id {
				t.Errorf("%s is there twice, or is not the name", id)
			}
			read[id] = moodleKey(t, q)
		}
		for i, it := range items {
			items[i].Ask = strings.TrimSuffix(it.Ask, " ("+it.Unit+")")
		}
		sameKeys(t, withoutUnits(items), likeness{because: true, wrong: true, explain: true}, read)
	})
	f, _ := Find("moodle")
	var b strings.Builder
	if _, err := f.Write(&b, fixture(), Meta{Title: "Test", Lang: "en"}); err != nil {
		t.Fatal(err)
	}
	golden(t, "moodle.xml", b.String())
}

// withoutUnits takes the units off, which keyOf would put behind the question.
func withoutUnits(items []quiz.Item) []quiz.Item {
	items = slices.Clone(items)
	for i := range items {
		items[i].Unit = ""
	}
	return items
}

// asPlain turns the HTML of a text back.
func asPlain(t *testing.T, e *element) string {
	t.Helper()
	s := e.one(t, "text").text
	if s == "" {
		return ""
	}
	inner, ok := strings.CutPrefix(s, "<p>")
	inner, ok2 := strings.CutSuffix(inner, "</p>")
	inner = strings.ReplaceAll(inner, "<br>", "\n")
	if e.attrs["format"] != "html" || !ok || !ok2 || strings.ContainsAny(inner, "<>") {
		t.Errorf("%q (%s) is not as HTML as written", s, e.attrs["format"])
	}
	return html.UnescapeString(inner)
}

func moodleKey(t *testing.T, q *element) []string {
	t.Helper()
	kind := q.attrs["type"]
	form, ok := moodleParts[kind]
	if !ok {
		t.Fatalf("no type %q", kind)
	}
	known := strings.Fields("name questiontext generalfeedback defaultgrade penalty hidden idnumber tags " + form)
	for _, k := range q.kids {
		if !slices.ContainsFunc(known, func(n string) bool { return strings.TrimRight(n, "?*") == k.name }) {
			t.Errorf("<%s> in a question of the type %s", k.name, kind)
		}
	}
	for _, n := range known {
		if !strings.HasSuffix(n, "*") && !strings.HasSuffix(n, "?") {
			q.one(t, n)
		}
	}
	if len(q.one(t, "tags").all("tag")) < 2 {
		t.Error("no tags")
	}
	lines := []string{"ask " + asPlain(t, q.one(t, "questiontext"))}
	if explain := asPlain(t, q.one(t, "generalfeedback")); explain != "" {
		lines = append(lines, "explain "+explain)
	}
	if kind == "matching" {
		for _, s := range q.all("subquestion") {
			lines = append(lines, asPlain(t, s)+" -> "+s.one(t, "answer").one(t, "text").text)
		}
		return lines
	}
	return append(lines, moodleAnswerLines(t, q, kind)...)
}

func moodleAnswerLines(t *testing.T, q *element, kind string) []string {
	t.Helper()
	var lines []string
	full := false
	for _, a := range q.all("answer") {
		grade := a.attrs["fraction"]
		if !moodleFractions[strings.TrimPrefix(grade, "-")] {
			t.Errorf("Moodle knows no fraction %s", grade)
		}
		full = full || grade == "100"
		right := grade != "0" && grade[0] != '-'
		switch kind {
		case "multichoice":
			line := map[bool]string{true: "+ ", false: "- "}[right] + asPlain(t, a)
			if why := asPlain(t, a.one(t, "feedback")); why != "" {
				line += " # " + why
			}
			lines = append(lines, line)
		case "truefalse":
			if right {
				lines = append(lines, "= "+a.one(t, "text").text)
			}
		case "numerical":
			lines = append(lines, "= "+a.one(t, "text").text+" ± "+a.one(t, "tolerance").text)
		default:
			sign := map[bool]string{true: "= ", false: "! "}[right]
			lines = append(lines, sign+strings.ReplaceAll(a.one(t, "text").text, `\*`, "*"))
		}
	}
	if kind == "multichoice" {
		if q.one(t, "single").text == "false" {
			lines = append(lines, "several")
		} else if !full {
			t.Error("no answer is worth the whole point")
		}
	}
	for _, u := range q.all("units") {
		for _, k := range u.all("unit") {
			if !regexp.MustCompile(`^[0-9.]+$`).MatchString(k.one(t, "multiplier").text) || k.one(t, "unit_name").text == "" {
				t.Errorf("a unit: %s", fmt.Sprint(k.kids))
			}
		}
	}
	return lines
}
