package exchange

import (
	"fmt"
	"html"
	"io"
	"regexp"
	"strings"

	"kitpress/quiz"
)

// The namespaces of QTI 2.1 and of the package it travels in.
const (
	qtiNS  = "http://www.imsglobal.org/xsd/imsqti_v2p1"
	qtiXSD = "http://www.imsglobal.org/xsd/qti/qtiv2p1/imsqti_v2p1.xsd"
	cpNS   = "http://www.imsglobal.org/xsd/imscp_v1p1"
	lomNS  = "http://ltsc.ieee.org/xsd/LOM"
	xsiNS  = "http://www.w3.org/2001/XMLSchema-instance"
)

func qtiFit(it quiz.Item) error {
	switch it.Kind {
	case quiz.Choice, quiz.TrueFalse, quiz.Ordering, quiz.Matching:
		return nil
	case quiz.Number:
		return numberFit(it)
	case quiz.Short, quiz.List:
		return typedFit(it, "\n", "another line")
	}
	return errKind
}

// notName is what an identifier of QTI may not have.
var notName = regexp.MustCompile(`[^A-Za-z0-9_.-]`)

// qtiID makes an identifier of an id.
func qtiID(prefix, id string) string { return prefix + "-" + notName.ReplaceAllString(id, ".") }

// writeQTI writes a QTI 2.1 content package: a zip file with a manifest and
// one file for each question.
func writeQTI(w io.Writer, items []quiz.Item, meta Meta) error {
	parts := []zipPart{{name: "imsmanifest.xml"}}
	var m strings.Builder
	fmt.Fprintf(&m, `<?xml version="1.0" encoding="UTF-8"?>`+"\n"+`<manifest xmlns="%s" xmlns:lom="%s" xmlns:xsi="%s" identifier="kitpress"`+
		` xsi:schemaLocation="%s http://www.imsglobal.org/xsd/imscp_v1p1.xsd">`+"\n", cpNS, lomNS, xsiNS, cpNS)
	m.WriteString("  <metadata>\n    <schema>QTIv2.1 Package</schema>\n    <schemaversion>1.0.0</schemaversion>\n  </metadata>\n  <organizations/>\n  <resources>\n")
	for _, it := range items {
		id := qtiID("q", it.ID)
		file := "items/" + id + ".xml"
		fmt.Fprintf(&m, "    <resource identifier=\"%s\" type=\"imsqti_item_xmlv2p1\" href=\"%s\">\n      <metadata><lom:lom><lom:general>", id, file)
		fmt.Fprintf(&m, `<lom:title><lom:string language="%s">%s</lom:string></lom:title>`, html.EscapeString(it.Lang), html.EscapeString(it.ID))
		for _, t := range tags(it) {
			fmt.Fprintf(&m, `<lom:keyword><lom:string language="en">%s</lom:string></lom:keyword>`, html.EscapeString(t))
		}
		fmt.Fprintf(&m, "</lom:general></lom:lom></metadata>\n      <file href=\"%s\"/>\n    </resource>\n", file)
		parts = append(parts, zipPart{file, []byte(qtiItem(it))})
	}
	m.WriteString("  </resources>\n</manifest>\n")
	parts[0].data = []byte(m.String())
	return writeZip(w, parts)
}

// A qtiParts is what differs between the kinds.
type qtiParts struct {
	cardinality, base string
	correct           []string
	body              string // the interaction
	score             string // what has to hold for the point; "" when the response is the correct one
	mapping           string
}

func qtiItem(it quiz.Item) string {
	p := qtiPartsOf(it)
	var b strings.Builder
	fmt.Fprintf(&b, `<?xml version="1.0" encoding="UTF-8"?>`+"\n"+`<assessmentItem xmlns="%s" xmlns:xsi="%s" xsi:schemaLocation="%s %s" identifier="%s" title="%s" xml:lang="%s" adaptive="false" timeDependent="false" toolName="kitpress">`+"\n",
		qtiNS, xsiNS, qtiNS, qtiXSD, qtiID("q", it.ID), html.EscapeString(it.ID), html.EscapeString(it.Lang))
	fmt.Fprintf(&b, "  <responseDeclaration identifier=\"RESPONSE\" cardinality=\"%s\" baseType=\"%s\">\n    <correctResponse>", p.cardinality, p.base)
	for _, v := range p.correct {
		fmt.Fprintf(&b, "<value>%s</value>", html.EscapeString(v))
	}
	fmt.Fprintf(&b, "</correctResponse>\n%s  </responseDeclaration>\n", p.mapping)
	b.WriteString("  <outcomeDeclaration identifier=\"SCORE\" cardinality=\"single\" baseType=\"float\"><defaultValue><value>0</value></defaultValue></outcomeDeclaration>\n")
	feedback := qtiFeedback(it)
	if feedback != "" {
		fmt.Fprintf(&b, "  <outcomeDeclaration identifier=\"FEEDBACK\" cardinality=\"%s\" baseType=\"identifier\"/>\n", p.cardinality)
	}
	if it.Explain != "" {
		b.WriteString("  <outcomeDeclaration identifier=\"EXPLAIN\" cardinality=\"single\" baseType=\"identifier\"><defaultValue><value>always</value></defaultValue></outcomeDeclaration>\n")
	}
	fmt.Fprintf(&b, "  <itemBody>\n%s  </itemBody>\n", p.body)
	b.WriteString(qtiProcessing(p, feedback != ""))
	b.WriteString(feedback)
	if it.Explain != "" {
		fmt.Fprintf(&b, "  <modalFeedback outcomeIdentifier=\"EXPLAIN\" identifier=\"always\" showHide=\"show\">%s</modalFeedback>\n", qtiText(it.Explain))
	}
	b.WriteString("</assessmentItem>\n")
	return b.String()
}

// qtiFeedback says why chosen options are wrong.
func qtiFeedback(it quiz.Item) string {
	var b strings.Builder
	for _, o := range it.Options {
		if why := it.Because[o.ID]; why != "" && it.Kind == quiz.Choice {
			fmt.Fprintf(&b, "  <modalFeedback outcomeIdentifier=\"FEEDBACK\" identifier=\"%s\" showHide=\"show\">%s</modalFeedback>\n", qtiID("o", o.ID), qtiText(why))
		}
	}
	return b.String()
}

// qtiProcessing gives the point, and the feedback for what was chosen.
func qtiProcessing(p qtiParts, feedback bool) string {
	score := p.score
	if score == "" {
		score = `<match><variable identifier="RESPONSE"/><correct identifier="RESPONSE"/></match>`
	}
	s := "  <responseProcessing>\n    <responseCondition><responseIf>" + score + `<setOutcomeValue identifier="SCORE"><baseValue baseType="float">1</baseValue></setOutcomeValue></responseIf></responseCondition>` + "\n"
	if feedback {
		s += `    <setOutcomeValue identifier="FEEDBACK"><variable identifier="RESPONSE"/></setOutcomeValue>` + "\n"
	}
	return s + "  </responseProcessing>\n"
}

// qtiText returns a text with line breaks as XML.
func qtiText(s string) string { return strings.ReplaceAll(html.EscapeString(s), "\n", "<br/>") }

func qtiPartsOf(it quiz.Item) qtiParts {
	switch it.Kind {
	case quiz.Choice:
		p := qtiParts{cardinality: "single", base: "identifier"}
		most := 1
		if it.Several {
			p.cardinality, most = "multiple", 0
		}
		for _, id := range it.Accept {
			p.correct = append(p.correct, qtiID("o", id))
		}
		p.body = qtiChoices(it.Ask, it.Options, fmt.Sprintf(`choiceInteraction responseIdentifier="RESPONSE" shuffle="true" maxChoices="%d"`, most))
		return p
	case quiz.TrueFalse:
		options := []quiz.Option{{ID: "true", Text: truth(it.Lang, true)}, {ID: "false", Text: truth(it.Lang, false)}}
		return qtiParts{cardinality: "single", base: "identifier", correct: []string{qtiID("o", it.Accept[0])},
			body: qtiChoices(it.Ask, options, `choiceInteraction responseIdentifier="RESPONSE" shuffle="false" maxChoices="1"`)}
	case quiz.Ordering:
		p := qtiParts{cardinality: "ordered", base: "identifier", body: qtiChoices(it.Ask, it.Options, `orderInteraction responseIdentifier="RESPONSE" shuffle="true"`)}
		for _, id := range it.Accept {
			p.correct = append(p.correct, qtiID("o", id))
		}
		return p
	case quiz.Matching:
		return qtiMatching(it)
	}
	return qtiTyped(it)
}

// qtiChoices returns an interaction with options to choose from or to order.
func qtiChoices(ask string, options []quiz.Option, tag string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "    <%s>\n      <prompt>%s</prompt>\n", tag, qtiText(ask))
	for _, o := range options {
		fmt.Fprintf(&b, "      <simpleChoice identifier=\"%s\">%s</simpleChoice>\n", qtiID("o", o.ID), qtiText(o.Text))
	}
	name, _, _ := strings.Cut(tag, " ")
	fmt.Fprintf(&b, "    </%s>\n", name)
	return b.String()
}

func qtiMatching(it quiz.Item) qtiParts {
	p := qtiParts{cardinality: "multiple", base: "directedPair"}
	var b strings.Builder
	fmt.Fprintf(&b, "    <matchInteraction responseIdentifier=\"RESPONSE\" shuffle=\"true\" maxAssociations=\"%d\">\n      <prompt>%s</prompt>\n      <simpleMatchSet>\n", len(it.Left), qtiText(it.Ask))
	for _, o := range it.Left {
		fmt.Fprintf(&b, "        <simpleAssociableChoice identifier=\"%s\" matchMax=\"1\">%s</simpleAssociableChoice>\n", qtiID("l", o.ID), qtiText(o.Text))
	}
	b.WriteString("      </simpleMatchSet>\n      <simpleMatchSet>\n")
	for _, o := range it.Right {
		fmt.Fprintf(&b, "        <simpleAssociableChoice identifier=\"%s\" matchMax=\"%d\">%s</simpleAssociableChoice>\n", qtiID("r", o.ID), len(it.Left), qtiText(o.Text))
	}
	b.WriteString("      </simpleMatchSet>\n    </matchInteraction>\n")
	for _, pair := range it.Pairs {
		p.correct = append(p.correct, qtiID("l", pair.Left)+" "+qtiID("r", pair.Right))
	}
	p.body = b.String()
	return p
}

// qtiTyped asks for a text or a number.
func qtiTyped(it quiz.Item) qtiParts {
	body := fmt.Sprintf("    <p>%s</p>\n    <p><textEntryInteraction responseIdentifier=\"RESPONSE\"/></p>\n", qtiText(askWithUnit(it)))
	if it.Kind == quiz.Number {
		p := qtiParts{cardinality: "single", base: "float", correct: it.Accept[:1], body: body}
		var b strings.Builder
		for _, a := range it.Accept {
			fmt.Fprintf(&b, `<equal toleranceMode="absolute" tolerance="%s %s"><variable identifier="RESPONSE"/><baseValue baseType="float">%s</baseValue></equal>`, tolerance(it), tolerance(it), a)
		}
		p.score = b.String()
		if len(it.Accept) > 1 {
			p.score = "<or>" + p.score + "</or>"
		}
		return p
	}
	answers, _ := typed(it)
	var b strings.Builder
	b.WriteString("    <mapping defaultValue=\"0\">")
	for _, a := range answers {
		fmt.Fprintf(&b, `<mapEntry mapKey="%s" mappedValue="1" caseSensitive="%t"/>`, html.EscapeString(a), it.CaseStrict)
	}
	b.WriteString("</mapping>\n")
	return qtiParts{cardinality: "single", base: "string", correct: answers[:1], body: body, mapping: b.String(),
		score: `<gt><mapResponse identifier="RESPONSE"/><baseValue baseType="float">0</baseValue></gt>`}
}
