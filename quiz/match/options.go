package match

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"kitpress/quiz"
	"kitpress/quiz/language"
)

// options are what can be chosen, with the ways to name each: its letter, its
// number, its text.
type options struct {
	lang    *language.Language
	list    []quiz.Option
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

func newOptions(l *language.Language, q quiz.Question, list []quiz.Option) *options {
	o := &options{lang: l, list: list}
	for i, opt := range list {
		var others []string
		for j, other := range list {
			if j != i && other.Text != opt.Text {
				others = append(others, other.Text)
			}
		}
		o.match = append(o.match, newMatcher(l, quiz.Question{}, []string{opt.Text}, others))
		if l.NoSpaces {
			o.words = append(o.words, []string{l.Bare(opt.Text)})
		} else {
			o.words = append(o.words, l.WordsOf(opt.Text))
		}
		first, _ := utf8.DecodeRuneInString(l.Key(language.Clean(opt.Text), language.FoldWidth))
		o.figures = o.figures || unicode.IsDigit(first)
		o.limit = max(o.limit, 2*len(opt.Text)+longFrame)
		o.plain = append(o.plain, language.OneWidth(language.Clean(opt.Text)))
		o.commas = o.commas || strings.ContainsAny(opt.Text, ",;/+")
		o.reasons = o.reasons || l.BeginsReason(opt.Text)
		o.longest = append(o.longest, i)
	}
	language.ByLength(o.longest, func(i int) string { return list[i].Text })
	return o
}

// A pick is an option somebody named.
type pick struct {
	option int // -1 for none
	result quiz.Result
	reason quiz.Reason
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
		if v, met := m.equal(f); met && v.Result == quiz.Right {
			return pick{i, quiz.Right, v.Reason}
		}
	}
	return pick{-1, quiz.Invalid, quiz.NoOption}
}

// meet finds the option whose text or letter is met.
func (o *options) meet(s string) pick {
	if p := o.meetText(s); p.option >= 0 {
		if first, _, ok := strings.Cut(strings.TrimLeft(s, " "), " "); ok && len(first) == 1 && o.mark(language.LowerCase(first)) >= 0 && o.mark(language.LowerCase(first)) != p.option && p.reason != quiz.Same {
			p.result, p.reason = quiz.Nearly, quiz.Around // a virus, or letter a?
		}
		return p
	}
	if i := o.label(s); i >= 0 {
		return pick{i, quiz.Right, quiz.Same}
	}
	return o.labelled(s)
}

// labelled finds an option by its letter and its text, or a part of it: a) at
// once. They have to agree.
func (o *options) labelled(s string) pick {
	t := strings.TrimLeft(language.Clean(s), "( ")
	end := strings.IndexAny(t, ").:,-–— ")
	if end <= 0 || end > 3 {
		return pick{-1, quiz.Invalid, quiz.NoOption}
	}
	i, rest := o.label(t[:end]), strings.TrimLeft(t[end:], ").:,-–— ")
	if i < 0 || rest == "" {
		return pick{-1, quiz.Invalid, quiz.NoOption}
	}
	if other := o.label(rest); other >= 0 && other != i { // b d, where d is a word of b too: d’ordine
		return pick{-1, quiz.Invalid, quiz.NoOption}
	}
	if !o.reasons && o.lang.BeginsReason(rest) {
		return pick{i, quiz.Right, quiz.Same}
	}
	if o.match[i].check(rest).Result == quiz.Right || o.part(rest) == i {
		return pick{i, quiz.Right, quiz.Same}
	}
	return pick{-1, quiz.Invalid, quiz.NoOption}
}

// part returns the only option that has all the words of a text, or -1.
func (o *options) part(s string) int {
	words := slices.DeleteFunc(o.lang.WordsOf(s), func(w string) bool { return o.lang.Small[w] })
	if len(words) == 0 {
		return -1
	}
	found, bare := -1, strings.Join(words, "")
	for i, of := range o.words {
		has := o.lang.NoSpaces && utf8.RuneCountInString(bare) > 1 && strings.Contains(of[0], bare) ||
			!o.lang.NoSpaces && len(missingFrom(words, of)) == 0
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
		if v := m.judge(f); v.Result == quiz.Nearly {
			return pick{i, quiz.Nearly, v.Reason}
		}
	}
	if len(f.words) > 1 || o.lang.NoSpaces && len(f.runes) > 3 {
		if i := o.part(s); i >= 0 {
			return pick{i, quiz.Nearly, quiz.TooGeneral}
		}
	}
	return pick{-1, quiz.Invalid, quiz.NoOption}
}

// label returns the option with a letter or a place: b, B), 2, answer b, イ.
func (o *options) label(s string) int {
	t := o.lang.Key(language.Clean(s), language.FoldQuotes|language.FoldWidth|language.FoldCase|language.FoldFrame)
	t = language.TrimEdges(t)
	for _, w := range o.lang.Labels {
		if rest, ok := o.lang.CutPhrase(t, w); ok {
			t = language.TrimEdges(rest)
			break
		}
		if rest, ok := strings.CutSuffix(t, w); ok && o.lang.NoSpaces && rest != "" {
			t = language.TrimEdges(rest)
			break
		}
	}
	for _, a := range o.lang.Articles { // la b; an "a" may be an option
		if rest, ok := o.lang.CutPhrase(t, a); ok && len(a) > 1 && o.mark(a) < 0 {
			t = language.TrimEdges(rest)
			break
		}
	}
	return o.mark(t)
}

// dropLabel drops "the answers" in front of several options.
func (o *options) dropLabel(answer string) string {
	t := o.lang.DropArticle(o.lang.Key(language.Clean(answer), language.FoldQuotes|language.FoldWidth|language.FoldCase|language.FoldFrame))
	for _, w := range o.lang.Labels {
		if rest, ok := o.lang.CutPhrase(t, w); ok && utf8.RuneCountInString(w) > 3 {
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
	} else if i = slices.Index(o.lang.Letters, t); i < 0 && t != "" {
		i = o.lang.Places[o.lang.Bare(o.lang.DropArticle(t))] - 1
	}
	if i >= len(o.list) {
		return -1
	}
	return max(i, -1)
}

// row returns the options that letters or digits without anything between
// them name: bac, 213, イウア.
func (o *options) row(s string) []int {
	t := language.TrimEdges(o.lang.Key(language.Clean(s), language.FoldQuotes|language.FoldWidth|language.FoldCase|language.FoldFrame))
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
			picks = append(picks, pick{i, quiz.Right, quiz.Same})
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
	if !o.lang.NoSpaces && (!o.commas || o.figures) {
		return nil, nil
	}
	marked, found := language.OneWidth(language.Clean(answer)), 0
	for _, i := range o.longest {
		if strings.Contains(marked, o.plain[i]) {
			marked, found = strings.ReplaceAll(marked, o.plain[i], "\n"+string(markOf+rune(i))+"\n"), found+1
		}
	}
	if found == 0 || found == 1 && !o.lang.NoSpaces {
		return nil, nil
	}
	find := func(s string) pick {
		if r, _ := utf8.DecodeRuneInString(s); r >= markOf && int(r-markOf) < len(o.list) && utf8.RuneLen(r) == len(s) {
			return pick{int(r - markOf), quiz.Right, quiz.Same}
		}
		return pick{-1, quiz.Invalid, quiz.NoOption}
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
	words := strings.Fields(language.LowerCase(language.Clean(answer)))
	return len(words) > 2 && slices.ContainsFunc(words[1:len(words)-1], func(w string) bool {
		return o.mark(w) >= 0 && (slices.Contains(o.lang.And, w) || slices.Contains(o.lang.Or, w))
	})
}

// ways are the ways to take an answer with several options apart.
func (o *options) ways() []language.Cut {
	joins := slices.Concat(o.lang.And, o.lang.Then, o.lang.Or)
	return append(o.lang.Cuts(), cutSentences, func(s string) []string {
		return o.lang.CutWords(strings.Join(strings.Fields(strings.NewReplacer("(", " ", ")", " ").Replace(s)), "\n"), ",;/+", joins)
	})
}

// cutSentences cuts behind sentences.
func cutSentences(s string) []string {
	return language.CutAt("\n。！？")(strings.NewReplacer(". ", "\n", "! ", "\n", "? ", "\n").Replace(s))
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
	return slices.IndexFunc(o.list, func(x quiz.Option) bool { return x.ID == id })
}

// hedged reports whether an answer joins options by or; in an option itself it
// says nothing.
func (o *options) hedged(answer string, given []string) bool {
	answer = language.OneWidth(language.Clean(answer))
	for _, g := range given {
		g = language.OneWidth(language.Clean(g))
		if g != "" {
			answer = strings.Replace(answer, g, "\n", 1)
		}
	}
	if o.lang.NoSpaces {
		return slices.ContainsFunc(o.lang.Or, func(w string) bool { return strings.Contains(answer, w) })
	}
	return slices.ContainsFunc(strings.Fields(language.LowerCase(language.Clean(answer))), func(w string) bool { return slices.Contains(o.lang.Or, w) })
}
