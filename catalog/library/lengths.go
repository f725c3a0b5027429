package library

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"kitpress/catalog"
	"kitpress/catalog/form"
	"kitpress/catalog/source"
)

// limits of the parts of an explanation: somebody reads it on a phone in the
// middle of a game. The first pair is English, in words or, for a point, the
// claim and the truth, in characters; the second is for translations; the
// third for scripts without spaces between words, in characters.
type limits struct{ en, words, signs [2]int }

var (
	whatLimits    = limits{[2]int{60, 120}, [2]int{45, 170}, [2]int{110, 450}}
	exampleLimits = limits{[2]int{40, 80}, [2]int{30, 115}, [2]int{70, 300}}
	pointLimits   = limits{[2]int{10, 220}, [2]int{10, 280}, [2]int{6, 140}}
	claimLimits   = limits{[2]int{10, 120}, [2]int{10, 160}, [2]int{6, 80}}
	truthLimits   = limits{[2]int{20, 260}, [2]int{20, 340}, [2]int{10, 180}}
)

// text reads one text of the file.
func (f *explanationFile) text(v source.Value) catalog.Msg {
	return catalog.Msg{Text: joinLines(form.Trimmed(v)), Pos: v.Pos()}
}

// joinLines makes one line of a paragraph that was wrapped.
func joinLines(s string) string {
	if !strings.Contains(s, "\n") {
		return strings.TrimSpace(s)
	}
	var b strings.Builder
	last := rune(0)
	for _, line := range strings.Split(s, "\n") {
		line = strings.TrimSpace(line)
		if line == "" {
			continue
		}
		first, _ := utf8.DecodeRuneInString(line)
		if last != 0 && !(isSign(last) && isSign(first)) {
			b.WriteByte(' ')
		}
		b.WriteString(line)
		last, _ = utf8.DecodeLastRuneInString(line)
	}
	return b.String()
}

// isSign reports whether a rune is of a script that sets no spaces between
// words.
func isSign(r rune) bool {
	return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai) || r >= 0x3000 && r <= 0x303F || r >= 0xFF00 && r <= 0xFF60
}

// paragraphs reads one or two paragraphs, separated by an empty line or one of
// blanks only.
func (f *explanationFile) paragraphs(v source.Value) []catalog.Msg {
	lines := strings.Split(form.Trimmed(v), "\n")
	for i, line := range lines {
		lines[i] = strings.TrimSpace(line)
	}
	var list []catalog.Msg
	for part := range strings.SplitSeq(strings.Join(lines, "\n"), "\n\n") {
		if s := joinLines(part); s != "" {
			list = append(list, catalog.Msg{Text: s, Pos: v.Pos()})
		}
	}
	if len(list) > 2 {
		v.Errorf(form.CodeLength, "%s has %d paragraphs, at most 2 are allowed", catalog.PartWhat, len(list))
	}
	return list
}

// points reads a list of texts.
func (f *explanationFile) points(v source.Value, least, most int) []catalog.Msg {
	var list []catalog.Msg
	for _, e := range v.List() {
		list = append(list, f.text(e))
	}
	if n := len(list); v.IsList() && (n < least || n > most) {
		v.Errorf(form.CodeLength, "want %d to %d points, found %d", least, most, n)
	}
	return list
}

// checkLengths reports texts that are too short to help or too long to read.
func (f *explanationFile) checkLengths() {
	e := f.explanation
	f.checkWords(catalog.PartWhat, whatLimits, e.What...)
	f.checkWords(catalog.PartExample, exampleLimits, e.Example)
	for _, part := range [][]catalog.Msg{e.Notice, e.Protect, e.Respond} {
		for _, m := range part {
			f.checkSigns("a point", pointLimits, m)
		}
	}
	f.checkSigns("the claim", claimLimits, e.Claim)
	f.checkSigns("the truth", truthLimits, e.Truth)
}

// checkWords counts the words of a part, or its characters where words are
// not separated.
func (f *explanationFile) checkWords(what string, lim limits, texts ...catalog.Msg) {
	var all []string
	for _, m := range texts {
		all = append(all, shown(m.Text))
	}
	text := strings.Join(all, " ")
	if text == "" {
		return // was reported
	}
	count, unit, want := wordCount(text), "words", lim.words
	if f.lang == catalog.TopicSource {
		want = lim.en
	} else if wordless(text) {
		count, unit, want = signCount(text), "characters", lim.signs
	}
	f.outside(texts[0].Pos, what, count, unit, want)
}

// checkSigns counts the characters of a text.
func (f *explanationFile) checkSigns(what string, lim limits, m catalog.Msg) {
	text := shown(m.Text)
	if text == "" {
		return
	}
	want := lim.words
	if f.lang == catalog.TopicSource {
		want = lim.en
	} else if wordless(text) {
		want = lim.signs
	}
	f.outside(m.Pos, what, signCount(text), "characters", want)
}

func (f *explanationFile) outside(pos source.Pos, what string, count int, unit string, want [2]int) {
	if count < want[0] || count > want[1] {
		p := f.ps.Errorf(pos, form.CodeLength, "%s has %d %s, want %d to %d", what, count, unit, want[0], want[1])
		if count > want[1] {
			p.Hint = "say less: it is read on a phone, in the middle of a game"
		}
	}
}

// shown returns a text as it is read, without the addresses of its links.
func shown(text string) string {
	var b strings.Builder
	for _, s := range catalog.Links(text) {
		b.WriteString(s.Text)
	}
	return b.String()
}

// wordCount counts what stands between spaces and has a letter or a digit.
func wordCount(text string) int {
	n := 0
	for word := range strings.FieldsSeq(text) {
		if strings.ContainsFunc(word, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }) {
			n++
		}
	}
	return n
}

func signCount(text string) int { return len([]rune(text)) }

// wordless reports whether most letters of a text are of a script without
// spaces between words.
func wordless(text string) bool {
	signs, letters := 0, 0
	for _, r := range text {
		if unicode.IsLetter(r) {
			letters++
			if isSign(r) {
				signs++
			}
		}
	}
	return 2*signs > letters
}

// checkExplanation follows the links of a topic's English texts.
func (l *Library) checkExplanation(t *catalog.Topic) {
	if t.Kind == "" && !l.places[t].kind.IsValid() {
		l.Errorf(t.Pos, source.CodeMissingKey, "topic %q has an explanation and no kind", source.Clip(t.ID)).Hint = "add kind: threat, defence or term; its headings follow from it"
	}
	for _, part := range t.Explanation.Parts() {
		for _, m := range part.Texts {
			l.CheckWording(m, true)
			l.checkLinks(t, m)
		}
	}
}

// checkLinks follows the links of a text of a topic.
func (l *Library) checkLinks(t *catalog.Topic, m catalog.Msg) {
	for _, s := range catalog.Links(m.Text) {
		raw := "[" + s.Text + "](" + s.Topic + ")"
		switch {
		case s.Topic == "" && strings.ContainsAny(s.Text, "[]"):
			word, _, _ := strings.Cut(s.Text[strings.IndexAny(s.Text, "[]"):], " ")
			l.Errorf(l.Locate(m, word), form.CodeLink, "a link is written [words](topic)").Hint =
				"no spaces inside the brackets, the id of a topic in the parentheses; brackets serve for nothing else"
		case s.Topic == "":
		case s.Topic == t.ID:
			l.Errorf(l.Locate(m, raw), form.CodeLink, "topic %q leads to itself", source.Clip(t.ID)).Hint = "take the link out"
		case l.Topics[s.Topic] == nil:
			l.Unknown(l.Locate(m, raw), "there is no topic "+strconv.Quote(source.Clip(s.Topic)), s.Topic, form.KeysOf(l.Topics))
		}
	}
}

// takeTranslation takes the translation of an explanation into its topic.
func (l *Library) takeTranslation(t *catalog.Topic, f *explanationFile) {
	texts := t.Translations[f.lang]
	if texts == nil {
		texts = map[string]catalog.Translation{}
		t.Translations[f.lang] = texts
	}
	english := t.Explanation.Parts()
	for i, part := range f.explanation.Parts() {
		of := f.of[part.Name]
		if hash := of.Text(); hash != "" && !form.HashForm().MatchString(hash) {
			of.Errorf(form.CodeBadID, "%q is no hash of a source text", source.Clip(hash)).Hint = "a hash has 8 characters 0 to 9, a to f; put it in quotes"
		}
		for _, m := range part.Texts {
			l.CheckWording(m, true)
			l.checkLinks(t, m)
		}
		fresh := of.Literal() == english[i].Hash()
		if fresh && !l.sameForm(f, english[i], part) {
			continue
		}
		for j, m := range part.Texts {
			tr := catalog.Translation{Text: m.Text, Of: of.Literal(), Pos: m.Pos}
			if fresh {
				tr.Of = catalog.Hash(english[i].Texts[j].Text)
			}
			texts[m.ID] = tr
		}
	}
}

// sameForm reports whether a translation has the points and the links of the
// English part.
func (l *Library) sameForm(f *explanationFile, en, part catalog.Part) bool {
	if len(part.Texts) != len(en.Texts) {
		l.Errorf(f.partPos(part), form.CodeForm, "%s has %d texts, the English has %d", part.Name, len(part.Texts), len(en.Texts)).Hint =
			"say the same in as many points or paragraphs"
		return false
	}
	want, have := slices.Sorted(slices.Values(en.Links())), slices.Sorted(slices.Values(part.Links()))
	if !slices.Equal(want, have) {
		l.Errorf(f.partPos(part), form.CodeLink, "%s leads to %s, the English to %s", part.Name, listed(have), listed(want)).Hint =
			"give " + part.Name + " the links of the English"
	}
	return true
}

// partPos returns where a part starts.
func (f *explanationFile) partPos(part catalog.Part) source.Pos {
	for _, m := range part.Texts {
		if m.Pos.IsValid() {
			return m.Pos
		}
	}
	return f.explanation.Pos
}

// listed writes the ids of topics in a sentence.
func listed(ids []string) string {
	if len(ids) == 0 {
		return "no topic"
	}
	return fmt.Sprintf("%q", ids)
}
