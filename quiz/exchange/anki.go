package exchange

import (
	"bufio"
	"fmt"
	"html"
	"io"
	"slices"
	"strings"

	"kitpress/quiz"
)

// ankiFit takes every kind: a card only shows, it checks nothing.
func ankiFit(it quiz.Item) error {
	if !slices.Contains(quiz.Kinds(), it.Kind) {
		return errKind
	}
	return nil
}

// writeAnki writes text for Anki's import: one note a line, its fields
// separated by tabs, as HTML. The first field is an id of the note, so that a
// second import changes notes and adds none twice.
func writeAnki(w io.Writer, items []quiz.Item, meta Meta) error {
	b := bufio.NewWriter(w)
	b.WriteString("#separator:tab\n#html:true\n#notetype:Basic\n#guid column:1\n#deck column:2\n#tags column:3\n#columns:guid\tdeck\ttags\tFront\tBack\n")
	for _, it := range items {
		deck := strings.ReplaceAll(topicTitle(it), "::", ":")
		if meta.Title != "" {
			deck = strings.ReplaceAll(meta.Title, "::", ":") + "::" + deck
		}
		fields := []string{"kitpress/" + it.Lang + "/" + it.ID, deck, ankiTags(it), ankiFront(it), ankiBack(it)}
		for i, f := range fields[:3] {
			fields[i] = html.EscapeString(strings.Join(strings.Fields(f), " "))
		}
		fmt.Fprintln(b, strings.Join(fields, "\t"))
	}
	return b.Flush() // b keeps the first error
}

// ankiTags are words without spaces; :: makes a tree of them.
func ankiTags(it quiz.Item) string {
	var list []string
	for _, t := range tags(it) {
		list = append(list, "kitpress::"+strings.Join(strings.Fields(t), "-"))
	}
	return strings.Join(list, " ")
}

// ankiText returns a text as HTML in one line. Brackets are references: Anki
// would run [latex] and play [sound:].
func ankiText(s string) string {
	return strings.NewReplacer("\n", "<br>", "\t", " ", "[", "&#91;").Replace(html.EscapeString(s))
}

// ankiList returns texts as a list; kind is "ol" with letters, or "ul".
func ankiList(kind string, list []string) string {
	var b strings.Builder
	b.WriteString("<" + kind + ">")
	for _, s := range list {
		b.WriteString("<li>" + s + "</li>")
	}
	b.WriteString("</" + kind[:2] + ">")
	return b.String()
}

const lettered = `ol type="A"`

func ankiFront(it quiz.Item) string {
	shown := func(list []quiz.Option) []string {
		return each(list, func(o quiz.Option) string { return ankiText(o.Text) })
	}
	front := ankiText(askWithUnit(it))
	switch it.Kind {
	case quiz.Choice, quiz.Ordering:
		front += ankiList(lettered, shown(it.Options))
	case quiz.TrueFalse:
		front += ankiList("ul", []string{ankiText(truth(it.Lang, true)), ankiText(truth(it.Lang, false))})
	case quiz.Matching:
		front += ankiList("ol", shown(it.Left)) + ankiList(lettered, shown(it.Right))
	}
	return front
}

func ankiBack(it quiz.Item) string {
	var back string
	switch it.Kind {
	case quiz.Choice:
		back = ankiChoice(it)
	case quiz.TrueFalse:
		back = "<b>" + ankiText(truth(it.Lang, it.Accept[0] == "true")) + "</b>"
	case quiz.Ordering:
		back = ankiList("ol", each(it.Accept, func(id string) string { return ankiText(textOf(it.Options, id)) }))
	case quiz.Matching:
		pairs, _ := couples(it)
		back = ankiList("ul", each(pairs, func(p couple) string { return ankiText(p.Left) + " → " + ankiText(p.Right) }))
	case quiz.List:
		back = ankiList("ul", each(it.Items, func(ways []string) string { return ankiText(strings.Join(ways, " / ")) }))
	default:
		back = "<b>" + ankiText(strings.Join(it.Accept, " / "))
		if it.Tolerance != "" {
			back += " ± " + ankiText(it.Tolerance)
		}
		back += "</b>"
	}
	if it.Explain != "" {
		back += "<p>" + ankiText(it.Explain) + "</p>"
	}
	return back
}

// ankiChoice shows the right options and why the others are wrong.
func ankiChoice(it quiz.Item) string {
	var right, wrong []string
	for _, o := range it.Options {
		if isRight(it, o.ID) {
			right = append(right, "<b>"+ankiText(o.Text)+"</b>")
		} else if why := o.Because; why != "" {
			wrong = append(wrong, "<s>"+ankiText(o.Text)+"</s> "+ankiText(why))
		}
	}
	back := ankiList("ul", right)
	if len(wrong) > 0 {
		back += ankiList("ul", wrong)
	}
	return back
}
