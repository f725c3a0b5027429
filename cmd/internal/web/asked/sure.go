package asked

import (
	"math/big"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"kitpress/i18n"
	"kitpress/quiz"
	"kitpress/quiz/language"
	"kitpress/quiz/match"
)

// A Key is what a page without a server knows of the answer to a question. Each
// way to say it was tried by package match: what is in Yes counts, what is in No
// does not. About anything else that was typed the page must not decide.
type Key struct {
	Right   []string          `json:"right"`             // as Question.Right
	Explain string            `json:"explain"`           // why
	Because map[string]string `json:"because,omitempty"` // why an option is wrong, by its letter
	Yes     []string          `json:"yes,omitempty"`     // answers as Plain leaves them; of what is tapped: as the form sends it
	No      []string          `json:"no,omitempty"`
	Items   [][]string        `json:"items,omitempty"`  // list: what belongs in it, each with the ways to say it
	Glued   []string          `json:"glued,omitempty"`  // answers that count as Glue leaves them
	Framed  bool              `json:"framed,omitempty"` // what stands around an answer may be left out: Frames
	Exact   bool              `json:"exact,omitempty"`  // capitals and signs around an answer are part of it
	Digits  bool              `json:"digits,omitempty"` // digits alone that are not in Yes are another number
}

// KeyOf returns what a page may know of the answer to a question.
func KeyOf(item *quiz.Item, words *i18n.Words) Key {
	told := Of(item, true, words)
	k := Key{Right: told.Right, Explain: item.Explain}
	s := surveyor{item: item, lang: language.Of(item.Lang)}
	s.checker, _ = match.New(item.Question, item.Lang)
	switch item.Kind {
	case quiz.Choice:
		slices.Sort(told.Right)
		k.Yes, k.Because = []string{strings.Join(told.Right, " ")}, map[string]string{}
		for i, o := range item.Options {
			if o.Because != "" {
				k.Because[quiz.Letter(i)] = o.Because
			}
		}
	case quiz.Ordering:
		k.Yes = []string{strings.Join(told.Right, " ")}
	case quiz.Matching:
		k.Yes = item.Keys()[:1]
	case quiz.TrueFalse:
		k.Yes = told.Right
	case quiz.List:
		s.list(&k)
	case quiz.Number:
		s.number(&k)
	default:
		s.typed(&k)
	}
	return k
}

// A surveyor tries ways to say an answer.
type surveyor struct {
	item    *quiz.Item
	lang    *language.Language
	checker *match.Checker
}

// typed fills in the ways to say a short answer, and those that are known not to
// count.
func (s surveyor) typed(k *Key) {
	yes, exact := s.tried(s.item.Accept, quiz.Right, func(way string) string { return way })
	no, looser := s.tried(s.item.Wrong, quiz.Wrong, func(way string) string { return way })
	k.Exact = exact || looser
	k.Yes, k.No = plainAll(yes, k.Exact), plainAll(no, k.Exact)
	if !k.Exact {
		k.Glued, k.Framed = s.glued(), s.framed()
		whole := slices.Clone(k.Yes)
		k.Yes = slices.DeleteFunc(k.Yes, func(way string) bool {
			bare := s.bare(way)
			return slices.Contains(k.Glued, Glue(way)) || k.Framed && bare != way && (slices.Contains(whole, bare) || slices.Contains(k.Glued, Glue(bare)))
		})
	}
	k.No = slices.DeleteFunc(k.No, func(way string) bool { return s.bare(way) != way }) // with an article they are few
}

// bare returns a plain answer without the article in front.
func (s surveyor) bare(way string) string {
	for _, a := range FramesOf(s.lang.Tag).Articles {
		if rest, ok := strings.CutPrefix(way, a); ok && rest != "" {
			return rest
		}
	}
	return way
}

// glued returns the accepted answers that may be written in one word and in
// several, cut anywhere.
func (s surveyor) glued() (list []string) {
	for _, text := range s.item.Accept {
		for _, way := range []string{text, s.lang.Key(language.Clean(text), language.UmlautFolds), s.lang.Key(language.Clean(text), language.AccentFolds)} {
			if s.divisible([]rune(way)) {
				list = append(list, Glue(Plain(way, false)))
			}
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// divisible reports whether a text counts with a space or a hyphen at each place.
func (s surveyor) divisible(text []rune) bool {
	if !s.right(strings.ReplaceAll(string(text), " ", "")) {
		return false
	}
	for i := 1; i < len(text); i++ {
		for _, sign := range []string{" ", "-"} {
			if way := string(text[:i]) + sign + string(text[i:]); Glue(Plain(way, false)) == Glue(Plain(string(text), false)) && !s.right(way) {
				return false
			}
		}
	}
	return true
}

// framed reports whether accepted answers count with each frame around them.
func (s surveyor) framed() bool {
	before, after := s.frames()
	for _, text := range s.item.Accept {
		if slices.ContainsFunc(before, func(phrase string) bool { return !s.right(phrase + text) }) ||
			slices.ContainsFunc(after, func(phrase string) bool { return !s.right(text + phrase) }) {
			return false
		}
	}
	return true
}

func (s surveyor) right(answer string) bool { return s.checker.Check(answer).Result == quiz.Right }

// frames returns what may stand around an answer, with the space between.
func (s surveyor) frames() (before, after []string) {
	space := " "
	if s.lang.NoSpaces {
		space = ""
	}
	for _, phrase := range s.lang.Before {
		before = append(before, phrase+space)
	}
	for _, phrase := range s.lang.After {
		after = append(after, space+phrase)
	}
	return before, after
}

// list fills in the ways to say each thing of a list.
func (s surveyor) list(k *Key) {
	need := s.item.Need
	if need == 0 {
		need = len(s.item.Items)
	}
	all := make([][]string, len(s.item.Items))
	for i, ways := range s.item.Items {
		found, exact := s.tried(ways, quiz.Right, func(way string) string {
			given := []string{way}
			for j, other := range s.item.Items {
				if j != i && len(given) < need {
					given = append(given, other[0])
				}
			}
			return strings.Join(given, "; ")
		})
		all[i], k.Exact = found, k.Exact || exact
	}
	for _, ways := range all {
		k.Items = append(k.Items, plainAll(ways, k.Exact))
	}
}

// nearby is how far from a number others are tried, and how many whole numbers
// within a tolerance are listed.
const nearby = 60

// number fills in the ways to write a number, with its unit and without.
func (s surveyor) number(k *Key) {
	var ways []string
	k.Digits = !s.item.Year
	for _, n := range s.item.Accept {
		written := strings.Replace(n, ".", string(s.lang.Decimal), 1)
		ways = append(ways, n, written, s.lang.Words[n])
		for _, u := range append([]quiz.Unit{{Names: []string{s.item.Unit}}}, s.item.Units...) {
			for _, name := range u.Names {
				ways = append(ways, written+" "+name, written+name)
			}
		}
		whole, plain := s.whole(n)
		for _, w := range whole {
			switch s.checker.Check(w).Result {
			case quiz.Right:
				ways = append(ways, w)
			case quiz.Nearly:
				plain = false
			}
		}
		k.Digits = k.Digits && plain
	}
	yes, exact := s.tried(ways, quiz.Right, func(way string) string { return way })
	k.Exact = exact
	k.Yes = plainAll(yes, exact)
}

// whole returns whole numbers at and around a number, and small ones; false when
// too many of them may count.
func (s surveyor) whole(n string) (list []string, all bool) {
	middle, ok := new(big.Rat).SetString(n)
	off, known := new(big.Rat).SetString("0" + s.item.Tolerance)
	if !ok || !known || off.Cmp(big.NewRat(nearby/2, 1)) > 0 {
		return nil, false
	}
	at, _ := middle.Float64()
	for i := range 2 * nearby {
		list = append(list, strconv.FormatInt(max(0, int64(at)-nearby+int64(i)), 10))
		if i < nearby {
			list = append(list, strconv.Itoa(i), strconv.Itoa(1<<min(i, 30)))
		}
	}
	return list, true
}

// tried returns the ways to say something whose whole answer gets a verdict, and
// whether capitals or signs around it change the verdict.
func (s surveyor) tried(texts []string, want quiz.Result, whole func(string) string) (found []string, exact bool) {
	is := func(way string) bool { return s.checker.Check(whole(way)).Result == want }
	seen := map[string]bool{}
	for _, text := range texts {
		for _, way := range s.ways(text) {
			if seen[way] {
				continue
			}
			if seen[way] = true; !is(way) {
				continue
			}
			found = append(found, way)
			exact = exact || !is(strings.ToUpper(way)) || !is(strings.ToLower(way)) || !is(`"`+way+`".`) || !is(way+"!")
		}
	}
	return found, exact
}

// ways returns how a text may be written: with an article and without, in one word
// and in several, without accents, in the other kana, as the matcher reads it.
func (s surveyor) ways(text string) []string {
	if text == "" {
		return nil
	}
	l := s.lang
	list := []string{text, l.DropArticle(text)}
	for _, a := range l.Articles {
		if !strings.HasSuffix(a, "'") {
			a += " "
		}
		list = append(list, a+text)
	}
	for _, way := range slices.Clone(list) {
		list = append(list, strings.ReplaceAll(way, "-", " "), strings.ReplaceAll(way, "-", ""), strings.ReplaceAll(way, " ", ""), strings.ReplaceAll(way, " ", "-"),
			strings.NewReplacer("'", "", "’", "", ".", "", ",", "").Replace(way), language.DropAccents(way), strings.Map(katakana, way))
		for _, folds := range []language.Folds{language.ExactFolds, language.WordingFolds, language.SpacingFolds, language.UmlautFolds, language.AccentFolds, language.LetterFolds} {
			list = append(list, l.Key(language.Clean(way), folds))
		}
	}
	return list
}

func katakana(r rune) rune {
	if r >= 'ぁ' && r <= 'ゖ' {
		return r + ('ァ' - 'ぁ')
	}
	return r
}

// around are signs around an answer that say nothing.
const around = " .!?…。！？\"“”„«»「」『』"

// Plain returns an answer as pages compare it; homework.js does the same. exact
// keeps capitals and signs.
func Plain(s string, exact bool) string {
	s = strings.Map(func(r rune) rune {
		switch {
		case r >= '！' && r <= '～':
			return r - '！' + '!'
		case r == '’' || r == '‘':
			return '\''
		case r >= '‐' && r <= '—' || r == '−':
			return '-'
		}
		return r
	}, language.Clean(s))
	if exact {
		return s
	}
	s = strings.Map(func(r rune) rune {
		if unicode.Is(unicode.So, r) || unicode.Is(unicode.Sk, r) && r > 0xFFFF {
			return -1
		}
		return r
	}, s)
	return language.Clean(strings.Trim(strings.ToLower(s), around))
}

func plainAll(texts []string, exact bool) []string {
	var list []string
	for _, s := range texts {
		if s = Plain(s, exact); s != "" {
			list = append(list, s)
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// Glue returns a plain answer in one word; between digits a space says something.
func Glue(s string) string {
	list := []rune(s)
	digit := func(i int) bool { return i >= 0 && i < len(list) && unicode.IsDigit(list[i]) }
	var b strings.Builder
	for i, r := range list {
		if (r == ' ' || r == '-') && !(digit(i-1) && digit(i+1)) {
			continue
		}
		b.WriteRune(r)
	}
	return b.String()
}

// Frames are what may stand around an answer in a language, as Plain leaves it.
type Frames struct {
	Before   []string `json:"before"` // each with the space behind it
	After    []string `json:"after"`
	Articles []string `json:"articles"`
	And      []string `json:"and"` // between the things of a list, with spaces around
}

// FramesOf returns those of a language.
func FramesOf(lang string) Frames {
	s := surveyor{lang: language.Of(lang)}
	f := Frames{Before: []string{}, After: []string{}, Articles: []string{}, And: []string{}}
	before, after := s.frames()
	for _, phrase := range before {
		f.Before = append(f.Before, strings.ToLower(phrase))
	}
	for _, phrase := range after {
		f.After = append(f.After, strings.ToLower(phrase))
	}
	for _, a := range s.lang.Articles {
		if !strings.HasSuffix(a, "'") {
			a += " "
		}
		f.Articles = append(f.Articles, strings.ToLower(a))
	}
	for _, word := range s.lang.And {
		if !s.lang.NoSpaces {
			f.And = append(f.And, " "+strings.ToLower(word)+" ")
		}
	}
	return f
}
