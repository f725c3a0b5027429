package exchange

import (
	"bytes"
	"io"

	"kitpress/catalog/source"
	"kitpress/quiz"
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
var notName = source.Pattern(`[^A-Za-z0-9_.-]`)

// qtiID makes an identifier of an id.
func qtiID(prefix, id string) string { return prefix + "-" + notName().ReplaceAllString(id, ".") }

// writeQTI writes a QTI 2.1 content package: a zip file with a manifest and
// one file for each question.
func writeQTI(w io.Writer, items []quiz.Item, _ Meta) error {
	var b bytes.Buffer
	if err := templates().ExecuteTemplate(&b, "qti_manifest.xml.tmpl", items); err != nil {
		return err
	}
	parts := []zipPart{{"imsmanifest.xml", b.Bytes()}}
	for _, it := range items {
		var b bytes.Buffer
		if err := templates().ExecuteTemplate(&b, "qti_item.xml.tmpl", qtiItemOf(it)); err != nil {
			return err
		}
		parts = append(parts, zipPart{"items/" + qtiID("q", it.ID) + ".xml", b.Bytes()})
	}
	return writeZip(w, parts)
}

// A qtiItem is a question with what QTI calls its response.
type qtiItem struct {
	quiz.Item
	Cardinality, Base string
	Correct           []string
	Choices, Feedback []quiz.Option // to choose from; chosen options that say why they are wrong
}

func qtiItemOf(it quiz.Item) qtiItem {
	q := qtiItem{Item: it, Cardinality: "single", Base: "identifier", Choices: it.Options}
	for _, o := range it.Options {
		if it.Kind == quiz.Choice && o.Because != "" {
			q.Feedback = append(q.Feedback, o)
		}
	}
	q.Correct = each(it.Accept, func(id string) string { return qtiID("o", id) })
	switch it.Kind {
	case quiz.Choice:
		if it.Several {
			q.Cardinality = "multiple"
		}
	case quiz.TrueFalse:
		q.Choices = []quiz.Option{{ID: "true", Text: truth(it.Lang, true)}, {ID: "false", Text: truth(it.Lang, false)}}
	case quiz.Ordering:
		q.Cardinality = "ordered"
	case quiz.Matching:
		q.Cardinality, q.Base = "multiple", "directedPair"
		q.Correct = each(it.Pairs, func(p quiz.Pair) string { return qtiID("l", p.Left) + " " + qtiID("r", p.Right) })
	case quiz.Number:
		q.Base, q.Correct = "float", it.Accept[:1]
	default:
		answers, _ := typed(it)
		q.Base, q.Correct = "string", answers[:1]
	}
	return q
}
