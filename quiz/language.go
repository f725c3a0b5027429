package quiz

import (
	"embed"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"
	"sync"

	"kitpress/catalog/source"
)

//go:embed languages/*.yaml
var languageFiles embed.FS

// languageFormat is the version of the files in languages/.
const languageFormat = 1

// A language is what the matcher knows about how answers are written in it.
// Texts that are compared with folded ones are folded themselves.
type language struct {
	tag            string
	decimal, group rune
	umlauts        bool // ä may be written ae, and is not a
	finalMarks     bool // citta' for città
	noSpaces       bool // spaces say nothing
	longVowels     bool // a final ー says nothing
	numerals       bool // 二 is 2

	articles      []string // longest first
	before, after []string // "it is", "です"
	and, or, then []string
	ampersand     string            // what & and + stand for
	labels        []string          // "answer", in front of a letter
	letters       []string          // of options, beside a b c
	places        map[string]int    // folded: "first" is 1
	times         map[string]string // folded: "million" -> digits
	surely        []string          // "definitely"
	roughly       []string
	yearWords     []string
	because       []string
	hedges        []string // "but", "maybe"
	minus         []string
	around        map[string]bool   // folded: words that say nothing around a number
	framing       map[string]bool   // folded: the words of frames
	filling       []string          // the same, longest first
	limits        map[string]bool   // folded: "more", "at least"
	bounds        map[string]bool   // folded: "at most", the last word of it
	per           map[string]bool   // folded: "per"
	counters      map[string]string // folded: counters in kana, as kanji
	eras          map[string]int    // folded: -1 before, 1 after
	numbers       map[string]string // folded word -> digits
	words         map[string]string // digits up to twelve -> word
	compose       *composer         // of longer ones; nil where they are not put together from words
	truths        map[bool][]string
	negations     []string            // folded words, or parts of words without spaces
	opposites     [][2]string         // folded beginnings of words
	ways          []phrase            // spellings, as read
	spellings     map[string][]phrase // by their first word, longest first
	replacer      *strings.Replacer   // spellings where words have no spaces
	lookalikes    map[rune]rune
	units         []unit
	small         map[string]bool // folded: articles, which say little
	asks          askWords
	counted       []string // folded: the words of the numbers up to twelve
}

// languages reads the embedded files once.
var languages = sync.OnceValues(readLanguages)

// languageOf returns what is known about a language or the one it derives
// from ("de-CH" is written like "de"); for an unknown one, what all share.
func languageOf(tag string) *language {
	all, _ := languages()
	for t := tag; t != ""; t = t[:max(strings.LastIndexByte(t, '-'), 0)] {
		if l := all[t]; l != nil {
			return l
		}
	}
	return all[""]
}

// Languages returns the languages the matcher has rules for, sorted. Answers
// in others are checked by the rules all languages share.
func Languages() []string {
	all, _ := languages()
	tags := slices.Sorted(maps.Keys(all))
	return tags[1:] // the first is ""
}

// readLanguages reads all languages; "" is what they share. The problems are
// those of the embedded files: none, the tests say.
func readLanguages() (map[string]*language, source.Problems) {
	var ps source.Problems
	names, _ := fs.Glob(languageFiles, "languages/*.yaml") // fails only for a malformed pattern
	all := map[string]*language{"": newLanguage("")}
	common, _ := source.ReadFile(languageFiles, "languages/common.yaml", &ps)
	readCommon(all[""], common.Map())
	for _, name := range names {
		tag := strings.TrimSuffix(path.Base(name), ".yaml")
		if tag == "common" {
			continue
		}
		root, _ := source.ReadFile(languageFiles, name, &ps)
		l := newLanguage(tag)
		readLanguage(l, root.Map())
		l.adopt(all[""])
		all[tag] = l
	}
	all[""].finish()
	for _, l := range all {
		if l.tag != "" {
			l.finish()
		}
	}
	return all, ps
}

func newLanguage(tag string) *language {
	return &language{tag: tag, decimal: '.', group: ',', eras: map[string]int{}, numbers: map[string]string{},
		words: map[string]string{}, truths: map[bool][]string{}, lookalikes: map[rune]rune{},
		places: map[string]int{}, times: map[string]string{}, counters: map[string]string{}}
}

func readCommon(l *language, m *source.Map) {
	if !m.Format(languageFormat) {
		return
	}
	l.truths[true] = m.Need("true").Texts()
	l.truths[false] = m.Need("false").Texts()
	l.opposites = readPairs(m.Need("opposites"))
	for e := range m.Need("lookalikes").Map().All() {
		l.lookalikes[[]rune(e.Key)[0]] = []rune(e.Value.Text())[0]
	}
	for _, v := range m.Need("units").List() {
		u := v.Map()
		l.units = append(l.units, unit{id: u.Need("id").Text(), of: u.Need("of").Text(),
			factor: ratOf(u.Need("factor").Text()), symbols: u.Need("symbols").Texts()})
		u.Done("a unit")
	}
	m.Done("common.yaml")
}

func readLanguage(l *language, m *source.Map) {
	if !m.Format(languageFormat) {
		return
	}
	m.Need("language").OneOf("language", l.tag)
	l.decimal, l.group = []rune(m.Need("decimal").Text())[0], []rune(m.Need("group").Text())[0]
	for _, v := range m.Get("fold").List() {
		switch v.OneOf("folding", "umlaut", "final-apostrophe", "no-spaces", "long-vowel", "numerals") {
		case "umlaut":
			l.umlauts = true
		case "final-apostrophe":
			l.finalMarks = true
		case "no-spaces":
			l.noSpaces = true
		case "long-vowel":
			l.longVowels = true
		case "numerals":
			l.numerals = true
		}
	}
	l.articles = m.Need("articles").Texts()
	frames := m.Need("frames").Map()
	l.before, l.after = frames.Get("before").Texts(), frames.Get("after").Texts()
	frames.Done("frames")
	l.and, l.or, l.then = m.Need("and").Texts(), m.Need("or").Texts(), m.Need("then").Texts()
	if len(l.and) > 0 {
		l.ampersand = l.and[0]
	}
	l.labels, l.letters = m.Need("labels").Texts(), m.Get("letters").Texts()
	l.roughly, l.yearWords = m.Need("roughly").Texts(), m.Need("year-words").Texts()
	l.because, l.surely = m.Need("because").Texts(), m.Need("surely").Texts()
	l.readAround(m)
	readAskWords(l, m)
	for i, v := range m.Need("ordinals").List() {
		for _, w := range v.Texts() {
			l.places[w] = i + 1
		}
	}
	for e := range m.Need("times").Map().All() {
		for _, w := range e.Value.Texts() {
			l.times[w] = e.Key
		}
	}
	l.truths[true], l.truths[false] = m.Need("true").Texts(), m.Need("false").Texts()
	l.negations = m.Need("negations").Texts()
	l.opposites = readPairs(m.Need("opposites"))
	for _, p := range m.Need("negative-prefixes").Texts() {
		l.opposites = append(l.opposites, [2]string{"", p})
	}
	if l.numerals {
		for n, word := range strings.Split(smallNumerals, " ") {
			l.words[strconv.Itoa(n)] = word
		}
	}
	l.readNumbers(m)
	if v := m.Get("compose"); v.Exists() {
		l.compose = readComposer(v.Map())
	}
	for _, v := range m.Get("spellings").List() {
		l.ways = append(l.ways, phrasesOf(v.Texts())...)
	}
	for e := range m.Need("units").Map().All() {
		l.units = append(l.units, unit{id: e.Key, names: e.Value.Texts()})
	}
	m.Done(l.tag + ".yaml")
}

// readAround reads what may stand around an answer.
func (l *language) readAround(m *source.Map) {
	l.minus, l.hedges = m.Need("minus").Texts(), m.Need("hedges").Texts()
	l.around, l.limits = setOf(m.Need("around")), setOf(m.Need("limits"))
	l.bounds, l.per = setOf(m.Need("bounds")), setOf(m.Need("per"))
	for _, v := range m.Get("counters").List() {
		for _, p := range phrasesOf(v.Texts()) {
			l.counters[p.from[0]] = p.to
		}
	}
}

func setOf(v source.Value) map[string]bool {
	set := map[string]bool{}
	for _, w := range v.Texts() {
		set[w] = true
	}
	return set
}

func readPairs(v source.Value) [][2]string {
	var pairs [][2]string
	for _, p := range v.List() {
		if words := p.Texts(); len(words) == 2 {
			pairs = append(pairs, [2]string{words[0], words[1]})
		} else {
			p.Errorf("pair", "want two words, found %d", len(words))
		}
	}
	return pairs
}

// readNumbers reads numbers as words and the marks of eras.
func (l *language) readNumbers(m *source.Map) {
	for e := range m.Need("numbers").Map().All() {
		words := e.Value.Texts()
		for _, w := range words {
			if _, double := l.numbers[w]; !double {
				l.numbers[w] = e.Key
			}
		}
		if n, err := strconv.Atoi(e.Key); err == nil && n <= 12 && len(words) > 0 && !l.numerals {
			l.words[e.Key] = words[0]
		}
	}
	eras := m.Need("eras").Map()
	for _, w := range eras.Need("before").Texts() {
		l.eras[w] = -1
	}
	for _, w := range eras.Need("after").Texts() {
		l.eras[w] = 1
	}
	eras.Done("eras")
}

// adopt takes over what all languages share.
func (l *language) adopt(common *language) {
	for _, b := range []bool{true, false} {
		l.truths[b] = slices.Concat(l.truths[b], common.truths[b])
	}
	l.opposites = slices.Concat(l.opposites, common.opposites)
	l.lookalikes = common.lookalikes
	names := map[string][]string{}
	for _, u := range l.units {
		names[u.id] = u.names
	}
	l.units = nil
	for _, u := range common.units {
		u.names = names[u.id]
		l.units = append(l.units, u)
	}
}
