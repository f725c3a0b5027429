package quiz

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// options are what can be chosen, with the ways to name each: its letter, its
// number, its text.
type options struct {
	lang    *language
	list    []Option
	match   []*matcher // by option: its text, against the texts of the others
	words   [][]string // by option: of its text, folded; where words have no spaces, all in one
	plain   []string   // by option: its text in one width
	longest []int      // the options, those with longer texts first
	limit   int        // bytes of a text that may still name one of them
	reasons bool       // a text begins with because, so a reason may be another option
	figures bool       // a text begins with a digit, so a number may be no place
	commas  bool       // a text has something inside that stands between options
}

// longFrame is how much may stand around an option's text, in bytes: "I think
// it is …".
const longFrame = 120

func newOptions(l *language, q Question, list []Option) *options {
	o := &options{lang: l, list: list}
	for i, opt := range list {
		var others []string
		for j, other := range list {
			if j != i && other.Text != opt.Text {
				others = append(others, other.Text)
			}
		}
		o.match = append(o.match, newMatcher(l, Question{}, []string{opt.Text}, others))
		if l.noSpaces {
			o.words = append(o.words, []string{l.bare(opt.Text)})
		} else {
			o.words = append(o.words, l.wordsOf(opt.Text))
		}
		first, _ := utf8.DecodeRuneInString(l.key(clean(opt.Text), foldWidth))
		o.figures = o.figures || unicode.IsDigit(first)
		o.limit = max(o.limit, 2*len(opt.Text)+longFrame)
		o.plain = append(o.plain, oneWidth(clean(opt.Text)))
		o.commas = o.commas || strings.ContainsAny(opt.Text, ",;/+")
		o.reasons = o.reasons || l.beginsReason(opt.Text)
		o.longest = append(o.longest, i)
	}
	byLength(o.longest, func(i int) string { return list[i].Text })
	return o
}

// A pick is an option somebody named.
type pick struct {
	option int // -1 for none
	result Result
	reason Reason
}

// find returns the option a text names: by its text, its letter or its place.
func (o *options) find(s string) pick {
	if p := o.meet(s); p.option >= 0 {
		return p
	}
	return o.guess(s)
}

// meetText finds the option whose text is met.
func (o *options) meetText(s string) pick {
	f := o.match[0].form(s)
	for i, m := range o.match {
		if v, met := m.equal(f); met && v.Result == Right {
			return pick{i, Right, v.Reason}
		}
	}
	return pick{-1, Invalid, NoOption}
}

// meet finds the option whose text or letter is met.
func (o *options) meet(s string) pick {
	if p := o.meetText(s); p.option >= 0 {
		if first, _, ok := strings.Cut(strings.TrimLeft(s, " "), " "); ok && len(first) == 1 && o.mark(lowerCase(first)) >= 0 && o.mark(lowerCase(first)) != p.option && p.reason != Same {
			p.result, p.reason = Nearly, Around // a virus, or letter a?
		}
		return p
	}
	if i := o.label(s); i >= 0 {
		return pick{i, Right, Same}
	}
	return o.labelled(s)
}

// labelled finds an option by its letter and its text, or a part of it: a) at
// once. They have to agree.
func (o *options) labelled(s string) pick {
	t := strings.TrimLeft(clean(s), "( ")
	end := strings.IndexAny(t, ").:,-–— ")
	if end <= 0 || end > 3 {
		return pick{-1, Invalid, NoOption}
	}
	i, rest := o.label(t[:end]), strings.TrimLeft(t[end:], ").:,-–— ")
	if i < 0 || rest == "" {
		return pick{-1, Invalid, NoOption}
	}
	if !o.reasons && o.lang.beginsReason(rest) {
		return pick{i, Right, Same}
	}
	if o.match[i].check(rest).Result == Right || o.part(rest) == i {
		return pick{i, Right, Same}
	}
	return pick{-1, Invalid, NoOption}
}

// beginsReason reports whether a text begins with because.
func (l *language) beginsReason(s string) bool {
	s = l.key(clean(s), foldQuotes|foldWidth|foldCase)
	return slices.ContainsFunc(l.because, func(w string) bool { _, ok := l.cutPhrase(s, w); return ok })
}

// part returns the only option that has all the words of a text, or -1.
func (o *options) part(s string) int {
	words := slices.DeleteFunc(o.lang.wordsOf(s), func(w string) bool { return o.lang.small[w] })
	if len(words) == 0 {
		return -1
	}
	found, bare := -1, strings.Join(words, "")
	for i, of := range o.words {
		has := o.lang.noSpaces && utf8.RuneCountInString(bare) > 1 && strings.Contains(of[0], bare) ||
			!o.lang.noSpaces && len(missingFrom(words, of)) == 0
		if has && found >= 0 {
			return -1
		} else if has {
			found = i
		}
	}
	return found
}

// guess finds the option whose text is nearly met.
func (o *options) guess(s string) pick {
	f := o.match[0].form(s)
	for i, m := range o.match {
		if v := m.judge(f); v.Result == Nearly {
			return pick{i, Nearly, v.Reason}
		}
	}
	if len(f.words) > 1 || o.lang.noSpaces && len(f.runes) > 3 {
		if i := o.part(s); i >= 0 {
			return pick{i, Nearly, TooGeneral}
		}
	}
	return pick{-1, Invalid, NoOption}
}

// label returns the option with a letter or a place: b, B), 2, answer b, イ.
func (o *options) label(s string) int {
	t := o.lang.key(clean(s), foldQuotes|foldWidth|foldCase|foldFrame)
	t = trimEdges(t)
	for _, w := range o.lang.labels {
		if rest, ok := o.lang.cutPhrase(t, w); ok {
			t = trimEdges(rest)
			break
		}
		if rest, ok := strings.CutSuffix(t, w); ok && o.lang.noSpaces && rest != "" {
			t = trimEdges(rest)
			break
		}
	}
	for _, a := range o.lang.articles { // la b; an "a" may be an option
		if rest, ok := o.lang.cutPhrase(t, a); ok && len(a) > 1 && o.mark(a) < 0 {
			t = trimEdges(rest)
			break
		}
	}
	return o.mark(t)
}

// dropLabel drops "the answers" in front of several options.
func (o *options) dropLabel(answer string) string {
	t := o.lang.dropArticle(o.lang.key(clean(answer), foldQuotes|foldWidth|foldCase|foldFrame))
	for _, w := range o.lang.labels {
		if rest, ok := o.lang.cutPhrase(t, w); ok && utf8.RuneCountInString(w) > 3 {
			return rest
		}
	}
	return answer
}

// mark returns the option with exactly this letter or number, or -1.
func (o *options) mark(t string) int {
	i := -1
	if n, err := strconv.Atoi(t); err == nil && !o.figures {
		i = n - 1
	} else if len(t) == 1 && t[0] >= 'a' && t[0] <= 'z' {
		i = int(t[0] - 'a')
	} else if i = slices.Index(o.lang.letters, t); i < 0 && t != "" {
		i = o.lang.places[o.lang.bare(o.lang.dropArticle(t))] - 1
	}
	if i >= len(o.list) {
		return -1
	}
	return max(i, -1)
}

// row returns the options that letters or digits without anything between
// them name: bac, 213, イウア.
func (o *options) row(s string) []int {
	t := trimEdges(o.lang.key(clean(s), foldQuotes|foldWidth|foldCase|foldFrame))
	var list []int
	for _, r := range t {
		i := o.mark(string(r))
		if i < 0 {
			return nil
		}
		list = append(list, i)
	}
	return list
}

// read takes an answer apart into options, in the order they were named. ok
// is false when something in it is no option. What is met goes before what is
// only nearly met.
func (o *options) read(answer string) (picks []pick, given []string, ok bool) {
	if p := o.meet(answer); p.option >= 0 {
		return []pick{p}, []string{answer}, true
	}
	if row := o.row(answer); len(row) > 1 {
		for _, i := range row {
			picks = append(picks, pick{i, Right, Same})
			given = append(given, o.list[i].ID)
		}
		return picks, given, true
	}
	if picks, given = o.readMarked(answer); len(picks) > 1 {
		return picks, given, true
	}
	answer = o.dropLabel(answer)
	ways, meet := o.ways(), o.meet
	if o.unclear(answer) {
		meet = o.meetText
	}
	for _, cut := range ways {
		if picks, given = findAll(cut(answer), meet); len(picks) > 1 {
			return picks, given, true
		}
	}
	if o.unclear(answer) {
		return nil, nil, false
	}
	if p := o.guess(answer); p.option >= 0 {
		return []pick{p}, []string{answer}, true
	}
	for _, cut := range ways {
		if picks, given = findAll(cut(answer), o.find); len(picks) > 1 {
			return picks, given, true
		}
	}
	return nil, nil, false
}

// readMarked reads an answer with the texts of options put aside where they
// may have inside what stands between options: a comma, as forms put between
// those that were ticked; か in 静かになる, in a language without spaces.
func (o *options) readMarked(answer string) ([]pick, []string) {
	if !o.lang.noSpaces && (!o.commas || o.figures) {
		return nil, nil
	}
	marked, found := oneWidth(clean(answer)), 0
	for _, i := range o.longest {
		if strings.Contains(marked, o.plain[i]) {
			marked, found = strings.ReplaceAll(marked, o.plain[i], "\n"+string(markOf+rune(i))+"\n"), found+1
		}
	}
	if found == 0 || found == 1 && !o.lang.noSpaces {
		return nil, nil
	}
	find := func(s string) pick {
		if r, _ := utf8.DecodeRuneInString(s); r >= markOf && int(r-markOf) < len(o.list) && utf8.RuneLen(r) == len(s) {
			return pick{int(r - markOf), Right, Same}
		}
		return pick{-1, Invalid, NoOption}
	}
	for _, cut := range o.ways() {
		if picks, _ := findAll(cut(marked), find); len(picks) > 1 {
			var given []string
			for _, p := range picks {
				given = append(given, o.list[p.option].Text)
			}
			return picks, given
		}
	}
	return nil, nil
}

// markOf is the first of the letters options are marked with: musical signs
// that nobody answers with and that count as symbols.
const markOf = '\U0001D100'

// unclear reports whether a word that joins may as well be the letter of an
// option: the e in "a e c" when there are five.
func (o *options) unclear(answer string) bool {
	words := strings.Fields(lowerCase(clean(answer)))
	return len(words) > 2 && slices.ContainsFunc(words[1:len(words)-1], func(w string) bool {
		return o.mark(w) >= 0 && (slices.Contains(o.lang.and, w) || slices.Contains(o.lang.or, w))
	})
}

// ways are the ways to take an answer with several options apart.
func (o *options) ways() []cut {
	joins := slices.Concat(o.lang.and, o.lang.then, o.lang.or)
	return append(o.lang.cuts(), cutSentences, func(s string) []string {
		return o.lang.cutWords(strings.Join(strings.Fields(strings.NewReplacer("(", " ", ")", " ").Replace(s)), "\n"), ",;/+", joins)
	})
}

// cutSentences cuts behind sentences.
func cutSentences(s string) []string {
	return cutAt("\n。！？")(strings.NewReplacer(". ", "\n", "! ", "\n", "? ", "\n").Replace(s))
}

// findAll finds every part, or returns nothing.
func findAll(parts []string, find func(string) pick) ([]pick, []string) {
	if len(parts) < 2 {
		return nil, nil
	}
	picks := make([]pick, 0, len(parts))
	for _, s := range parts {
		p := find(s)
		if p.option < 0 {
			return nil, nil
		}
		picks = append(picks, p)
	}
	return picks, parts
}

// index returns the place of an option by its id, or -1.
func (o *options) index(id string) int {
	return slices.IndexFunc(o.list, func(x Option) bool { return x.ID == id })
}

// hedged reports whether an answer joins options by or; in an option itself it
// says nothing.
func (o *options) hedged(answer string, given []string) bool {
	answer = oneWidth(clean(answer))
	for _, g := range given {
		g = oneWidth(clean(g))
		if g != "" {
			answer = strings.Replace(answer, g, "\n", 1)
		}
	}
	if o.lang.noSpaces {
		return slices.ContainsFunc(o.lang.or, func(w string) bool { return strings.Contains(answer, w) })
	}
	return slices.ContainsFunc(strings.Fields(lowerCase(clean(answer))), func(w string) bool { return slices.Contains(o.lang.or, w) })
}
