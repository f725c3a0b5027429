package exchange

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"kitpress/quiz"
)

// qtiOrder is the order the schema of QTI 2.1 has an item's parts in, and
// which of them may come often.
var qtiOrder = []string{"responseDeclaration", "outcomeDeclaration", "templateDeclaration", "templateProcessing", "assessmentStimulusRef", "stylesheet", "itemBody", "responseProcessing", "modalFeedback"}

// qtiAttributes are the attributes elements need.
var qtiAttributes = map[string]string{
	"assessmentItem": "identifier title adaptive timeDependent", "responseDeclaration": "identifier cardinality", "outcomeDeclaration": "identifier cardinality",
	"choiceInteraction": "responseIdentifier shuffle maxChoices", "orderInteraction": "responseIdentifier shuffle", "matchInteraction": "responseIdentifier shuffle maxAssociations",
	"textEntryInteraction": "responseIdentifier", "simpleChoice": "identifier", "simpleAssociableChoice": "identifier matchMax", "modalFeedback": "outcomeIdentifier identifier showHide",
	"mapping": "defaultValue", "mapEntry": "mapKey mappedValue", "baseValue": "baseType", "variable": "identifier", "correct": "identifier", "setOutcomeValue": "identifier", "equal": "toleranceMode", "mapResponse": "identifier",
}

// qtiChildren are what may stand inside elements.
var qtiChildren = map[string]string{
	"assessmentItem": strings.Join(qtiOrder, " "), "responseDeclaration": "correctResponse mapping", "outcomeDeclaration": "defaultValue", "correctResponse": "value", "defaultValue": "value", "mapping": "mapEntry",
	"itemBody": "p choiceInteraction orderInteraction matchInteraction", "p": "textEntryInteraction br", "choiceInteraction": "prompt simpleChoice", "orderInteraction": "prompt simpleChoice", "matchInteraction": "prompt simpleMatchSet",
	"simpleMatchSet": "simpleAssociableChoice", "prompt": "br", "simpleChoice": "br", "simpleAssociableChoice": "br", "modalFeedback": "br",
	"responseProcessing": "responseCondition setOutcomeValue", "responseCondition": "responseIf", "responseIf": "match or equal gt setOutcomeValue", "or": "equal", "match": "variable correct", "equal": "variable baseValue",
	"gt": "mapResponse baseValue", "setOutcomeValue": "variable baseValue",
}

var qtiName = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_.-]*$`)

// qtiCheck holds an element against the structure above.
func qtiCheck(t *testing.T, e *element) {
	t.Helper()
	for _, a := range strings.Fields(qtiAttributes[e.name]) {
		if e.attrs[a] == "" {
			t.Errorf("<%s> has no %s", e.name, a)
		}
	}
	if id := e.attrs["identifier"]; id != "" && !qtiName.MatchString(id) {
		t.Errorf("%q is no identifier", id)
	}
	for _, k := range e.kids {
		if !slices.Contains(strings.Fields(qtiChildren[e.name]), k.name) {
			t.Errorf("<%s> in <%s>", k.name, e.name)
		}
		qtiCheck(t, k)
	}
}

// Items are read by a strict reader of the parts of QTI 2.1 that questions
// use, written from the specification: order, needed attributes, references.
// It is not a validation against the schema.
func TestQTI(t *testing.T) {
	eachSet(t, "qti", func(t *testing.T, items []quiz.Item, data []byte) {
		parts := unzip(t, data)
		manifest := parseXML(t, parts["imsmanifest.xml"])
		if manifest.name != "manifest" || manifest.one(t, "metadata").one(t, "schema").text != "QTIv2.1 Package" {
			t.Error("no manifest of QTI 2.1")
		}
		manifest.one(t, "organizations")
		resources := manifest.one(t, "resources").all("resource")
		if len(resources)+1 != len(parts) {
			t.Errorf("%d resources, %d files", len(resources), len(parts))
		}
		read := map[string][]string{}
		for _, r := range resources {
			file := r.one(t, "file").attrs["href"]
			if r.attrs["type"] != "imsqti_item_xmlv2p1" || r.attrs["href"] != file || parts[file] == nil || !qtiName.MatchString(r.attrs["identifier"]) {
				t.Errorf("%v", r.attrs)
			}
			item := parseXML(t, parts[file])
			if !strings.Contains(string(parts[file]), `xmlns="`+"http://www.imsglobal.org/xsd/imsqti_v2p1"+`"`) {
				t.Error("no namespace")
			}
			qtiCheck(t, item)
			read[item.attrs["title"]] = qtiKey(t, item)
		}
		sameKeys(t, items, likeness{because: true, explain: true}, read)
	})
}

func qtiKey(t *testing.T, item *element) (lines []string) {
	t.Helper()
	at := 0
	for _, k := range item.kids {
		i := slices.Index(qtiOrder, k.name)
		if i < at {
			t.Errorf("<%s> comes too late", k.name)
		}
		at = i
	}
	response := item.one(t, "responseDeclaration")
	var correct []string
	for _, v := range response.one(t, "correctResponse").all("value") {
		correct = append(correct, v.text)
	}
	because := map[string]string{}
	for _, m := range item.all("modalFeedback") {
		if m.attrs["outcomeIdentifier"] == "EXPLAIN" {
			lines = append(lines, "explain "+m.text)
		} else {
			because[m.attrs["identifier"]] = m.text
		}
	}
	body := item.one(t, "itemBody")
	if ps := body.all("p"); len(ps) > 0 {
		ps[1].one(t, "textEntryInteraction")
		return append(append(lines, "ask "+ps[0].text), qtiTypedKey(t, item, response)...)
	}
	interaction := body.kids[0]
	lines = append(lines, "ask "+interaction.one(t, "prompt").text)
	texts := map[string]string{}
	var ids []string
	sets := append(interaction.all("simpleMatchSet"), interaction)
	for _, s := range sets {
		for _, c := range append(s.all("simpleChoice"), s.all("simpleAssociableChoice")...) {
			if texts[c.attrs["identifier"]] != "" {
				t.Errorf("%s is there twice", c.attrs["identifier"])
			}
			texts[c.attrs["identifier"]] = c.text
			ids = append(ids, c.attrs["identifier"])
		}
	}
	return append(lines, qtiChosen(t, interaction.name, response.attrs["cardinality"], ids, correct, texts, because)...)
}

func qtiChosen(t *testing.T, name, cardinality string, ids, correct []string, texts, because map[string]string) (lines []string) {
	t.Helper()
	switch {
	case name == "orderInteraction":
		for i, id := range correct {
			lines = append(lines, string(rune('1'+i))+". -> "+texts[id])
		}
	case name == "matchInteraction":
		used := map[string]bool{}
		for _, pair := range correct {
			l, r, _ := strings.Cut(pair, " ")
			lines = append(lines, texts[l]+" -> "+texts[r])
			used[l], used[r] = true, true
		}
		for _, id := range ids {
			if !used[id] {
				lines = append(lines, " -> "+texts[id])
			}
		}
	case len(ids) == 2 && ids[0] == "o-true":
		lines = append(lines, "= "+strings.TrimPrefix(correct[0], "o-"))
	default:
		if cardinality == "multiple" {
			lines = append(lines, "several")
		}
		for _, id := range ids {
			line := map[bool]string{true: "+ ", false: "- "}[slices.Contains(correct, id)] + texts[id]
			if because[id] != "" {
				line += " # " + because[id]
			}
			lines = append(lines, line)
		}
	}
	return lines
}

func qtiTypedKey(t *testing.T, item, response *element) (lines []string) {
	t.Helper()
	if response.attrs["baseType"] == "string" {
		for _, e := range response.one(t, "mapping").all("mapEntry") {
			lines = append(lines, "= "+e.attrs["mapKey"])
		}
		return lines
	}
	test := item.one(t, "responseProcessing").one(t, "responseCondition").one(t, "responseIf")
	if or := test.all("or"); len(or) == 1 {
		test = or[0]
	}
	for _, e := range test.all("equal") {
		tol, _, _ := strings.Cut(e.attrs["tolerance"], " ")
		lines = append(lines, "= "+e.one(t, "baseValue").text+" ± "+tol)
	}
	return lines
}
