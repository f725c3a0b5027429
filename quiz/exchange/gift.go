package exchange

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strings"

	"kitpress/quiz"
)

// giftFit refuses what GIFT has no sign for. An arrow in a typed answer makes
// the importer take the question for a matching, and cannot be escaped.
func giftFit(it quiz.Item) error {
	if err := moodleFit(it); err != nil {
		return err
	}
	if it.Is(quiz.StrictCase) {
		return errCase
	}
	if answers, ok := typed(it); ok {
		for _, a := range slices.Concat(answers, it.Wrong) {
			if strings.Contains(a, "->") {
				return fmt.Errorf("-> in the answer %q means a pair", a)
			}
		}
	}
	if it.Kind == quiz.Matching {
		for _, l := range it.Left {
			if strings.Contains(l.Text, "->") {
				return fmt.Errorf("-> in %q means a pair", l.Text)
			}
		}
	}
	return nil
}

// writeGIFT writes Moodle's GIFT: questions are separated by blank lines and
// contain none; the signs ~ = # { } : and \ are escaped; texts are plain.
func writeGIFT(w io.Writer, items []quiz.Item, meta Meta) error {
	b := bufio.NewWriter(w)
	last := ""
	for _, it := range items {
		if c := category(it, meta); c != last {
			fmt.Fprintf(b, "$CATEGORY: %s\n\n", c)
			last = c
		}
		fmt.Fprintf(b, "// [id:%s]", commentText(it.ID))
		for _, t := range tags(it) {
			fmt.Fprintf(b, " [tag:%s]", commentText(t))
		}
		fmt.Fprintf(b, "\n::%s::[plain]%s{", giftText(it.ID), giftText(askWithUnit(it)))
		giftAnswers(b, it)
		if it.Explain != "" {
			fmt.Fprintf(b, "\n\t####%s", giftFormatted(it.Explain))
		}
		b.WriteString("\n}\n\n")
	}
	return b.Flush() // b keeps the first error
}

func giftAnswers(b *bufio.Writer, it quiz.Item) {
	switch it.Kind {
	case quiz.Choice:
		giftChoice(b, it)
	case quiz.TrueFalse:
		b.WriteString(strings.ToUpper(it.Accept[0]))
	case quiz.Number:
		b.WriteString("#")
		for _, a := range it.Accept {
			fmt.Fprintf(b, "\n\t=%s:%s", a, tolerance(it))
		}
	case quiz.Matching, quiz.Ordering:
		pairs, extra := couples(it)
		for _, p := range pairs {
			fmt.Fprintf(b, "\n\t=%s -> %s", giftFormatted(p.Left), giftText(p.Right))
		}
		for _, e := range extra {
			fmt.Fprintf(b, "\n\t= -> %s", giftText(e))
		}
	default:
		answers, _ := typed(it)
		for _, a := range answers {
			fmt.Fprintf(b, "\n\t=%%100%%%s", giftFormatted(wild(a)))
		}
		for _, a := range it.Wrong {
			fmt.Fprintf(b, "\n\t=%%0%%%s", giftFormatted(wild(a)))
		}
	}
}

func giftChoice(b *bufio.Writer, it quiz.Item) {
	for _, o := range it.Options {
		sign := "~"
		switch right := isRight(it, o.ID); {
		case it.Several && right:
			sign = "~%" + share(len(it.Accept)) + "%"
		case it.Several:
			sign = "~%-100%"
		case right:
			sign = "="
		case strings.HasPrefix(o.Text, "%"):
			sign = "~%0%" // or the text would be taken for a weight
		}
		fmt.Fprintf(b, "\n\t%s%s", sign, giftFormatted(o.Text))
		if why := o.Because; why != "" {
			b.WriteString("#" + giftFormatted(why))
		}
	}
}

// giftFormatted escapes a text that may begin with the name of a format: one
// that does anyway is told to be plain.
func giftFormatted(s string) string {
	if strings.HasPrefix(s, "[") {
		return "[plain]" + giftText(s)
	}
	return giftText(s)
}

// giftText escapes the signs of GIFT. A line break is written \n.
func giftText(s string) string {
	return giftEscapes.Replace(s)
}

var giftEscapes = strings.NewReplacer(`\`, `\\`, "~", `\~`, "=", `\=`, "#", `\#`, "{", `\{`, "}", `\}`, ":", `\:`, "\n", `\n`)

// commentText makes an id or a tag fit for a comment.
func commentText(s string) string {
	return strings.NewReplacer(`\`, `\\`, "]", `\]`, "\n", " ").Replace(s)
}

// wild escapes the sign that stands for anything in Moodle's short answers.
func wild(s string) string { return strings.ReplaceAll(s, "*", `\*`) }

// category returns the path of a question's topic; a slash in a name is
// written twice.
func category(it quiz.Item, meta Meta) string {
	name := func(s string) string {
		return strings.ReplaceAll(strings.Join(strings.Fields(s), " "), "/", "//")
	}
	if meta.Title == "" {
		return name(topicTitle(it))
	}
	return name(meta.Title) + "/" + name(topicTitle(it))
}
