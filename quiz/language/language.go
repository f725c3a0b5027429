package language

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

// A Language is what the matcher knows about how answers are written in it.
// Texts that are compared with folded ones are folded themselves.
type Language struct {
	Tag            string
	Decimal, group rune
	Umlauts        bool // ä may be written ae, and is not a
	finalMarks     bool // citta' for città
	NoSpaces       bool // spaces say nothing
	longVowels     bool // a final ー says nothing
	Numerals       bool // 二 is 2

	Articles      []string // longest first
	Before, After []string // "it is", "です"
	And, Or, Then []string
	ampersand     string            // what & and + stand for
	Labels        []string          // "answer", in front of a letter
	Letters       []string          // of options, beside a b c
	Places        map[string]int    // folded: "first" is 1
	times         map[string]string // folded: "million" -> digits
	Surely        []string          // "definitely"
	Roughly       []string
	YearWords     []string
	Because       []string
	Hedges        []string // "but", "maybe"
	Minus         []string
	Around        map[string]bool   // folded: words that say nothing around a number
	Framing       map[string]bool   // folded: the words of frames
	filling       []string          // the same, longest first
	Limits        map[string]bool   // folded: "more", "at least"
	Bounds        map[string]bool   // folded: "at most", the last word of it
	Per           map[string]bool   // folded: "per"
	Counters      map[string]string // folded: counters in kana, as kanji
	Eras          map[string]int    // folded: -1 before, 1 after
	Numbers       map[string]string // folded word -> digits
	Words         map[string]string // digits up to twelve -> word
	compose       *composer         // of longer ones; nil where they are not put together from words
	Truths        map[bool][]string
	Negations     []string            // folded words, or parts of words without spaces
	opposites     [][2]string         // folded beginnings of words
	ways          []phrase            // spellings, as read
	spellings     map[string][]phrase // by their first word, longest first
	replacer      *strings.Replacer   // spellings where words have no spaces
	lookalikes    map[rune]rune
	Units         []Unit
	Small         map[string]bool // folded: articles, which say little
	Asks          askWords
	Counted       []string // folded: the words of the numbers up to twelve
}

// readAll reads the embedded files once.
var readAll = sync.OnceValues(readLanguages)

// Of returns what is known about a language or the one it derives
// from ("de-CH" is written like "de"); for an unknown one, what all share.
func Of(tag string) *Language {
	all, _ := readAll()
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
	all, _ := readAll()
	tags := slices.Sorted(maps.Keys(all))
	return tags[1:] // the first is ""
}

// readLanguages reads all languages; "" is what they share. The problems are
// those of the embedded files: none, the tests say.
func readLanguages() (map[string]*Language, source.Problems) {
	var ps source.Problems
	names, _ := fs.Glob(languageFiles, "languages/*.yaml") // fails only for a malformed pattern
	all := map[string]*Language{"": newLanguage("")}
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
		if l.Tag != "" {
			l.finish()
		}
	}
	return all, ps
}

func newLanguage(tag string) *Language {
	return &Language{Tag: tag, Decimal: '.', group: ',', Eras: map[string]int{}, Numbers: map[string]string{},
		Words: map[string]string{}, Truths: map[bool][]string{}, lookalikes: map[rune]rune{},
		Places: map[string]int{}, times: map[string]string{}, Counters: map[string]string{}}
}

func readCommon(l *Language, m *source.Map) {
	if !m.Format(languageFormat) {
		return
	}
	l.Truths[true] = m.Need("true").Texts()
	l.Truths[false] = m.Need("false").Texts()
	l.opposites = readPairs(m.Need("opposites"))
	for e := range m.Need("lookalikes").Map().All() {
		l.lookalikes[[]rune(e.Key)[0]] = []rune(e.Value.Text())[0]
	}
	for _, v := range m.Need("units").List() {
		u := v.Map()
		l.Units = append(l.Units, Unit{ID: u.Need("id").Text(), Of: u.Need("of").Text(),
			Factor: RatOf(u.Need("factor").Text()), symbols: u.Need("symbols").Texts()})
		u.Done("a unit")
	}
	m.Done("common.yaml")
}

func readLanguage(l *Language, m *source.Map) {
	if !m.Format(languageFormat) {
		return
	}
	m.Need("language").OneOf("language", l.Tag)
	l.Decimal, l.group = []rune(m.Need("decimal").Text())[0], []rune(m.Need("group").Text())[0]
	for _, v := range m.Get("fold").List() {
		switch v.OneOf("folding", "umlaut", "final-apostrophe", "no-spaces", "long-vowel", "numerals") {
		case "umlaut":
			l.Umlauts = true
		case "final-apostrophe":
			l.finalMarks = true
		case "no-spaces":
			l.NoSpaces = true
		case "long-vowel":
			l.longVowels = true
		case "numerals":
			l.Numerals = true
		}
	}
	l.Articles = m.Need("articles").Texts()
	frames := m.Need("frames").Map()
	l.Before, l.After = frames.Get("before").Texts(), frames.Get("after").Texts()
	frames.Done("frames")
	l.And, l.Or, l.Then = m.Need("and").Texts(), m.Need("or").Texts(), m.Need("then").Texts()
	if len(l.And) > 0 {
		l.ampersand = l.And[0]
	}
	l.Labels, l.Letters = m.Need("labels").Texts(), m.Get("letters").Texts()
	l.Roughly, l.YearWords = m.Need("roughly").Texts(), m.Need("year-words").Texts()
	l.Because, l.Surely = m.Need("because").Texts(), m.Need("surely").Texts()
	l.readAround(m)
	readAskWords(l, m)
	for i, v := range m.Need("ordinals").List() {
		for _, w := range v.Texts() {
			l.Places[w] = i + 1
		}
	}
	for e := range m.Need("times").Map().All() {
		for _, w := range e.Value.Texts() {
			l.times[w] = e.Key
		}
	}
	l.Truths[true], l.Truths[false] = m.Need("true").Texts(), m.Need("false").Texts()
	l.Negations = m.Need("negations").Texts()
	l.opposites = readPairs(m.Need("opposites"))
	for _, p := range m.Need("negative-prefixes").Texts() {
		l.opposites = append(l.opposites, [2]string{"", p})
	}
	if l.Numerals {
		for n, word := range strings.Split(smallNumerals, " ") {
			l.Words[strconv.Itoa(n)] = word
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
		l.Units = append(l.Units, Unit{ID: e.Key, names: e.Value.Texts()})
	}
	m.Done(l.Tag + ".yaml")
}

// readAround reads what may stand around an answer.
func (l *Language) readAround(m *source.Map) {
	l.Minus, l.Hedges = m.Need("minus").Texts(), m.Need("hedges").Texts()
	l.Around, l.Limits = setOf(m.Need("around")), setOf(m.Need("limits"))
	l.Bounds, l.Per = setOf(m.Need("bounds")), setOf(m.Need("per"))
	for _, v := range m.Get("counters").List() {
		for _, p := range phrasesOf(v.Texts()) {
			l.Counters[p.from[0]] = p.to
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
func (l *Language) readNumbers(m *source.Map) {
	for e := range m.Need("numbers").Map().All() {
		words := e.Value.Texts()
		for _, w := range words {
			if _, double := l.Numbers[w]; !double {
				l.Numbers[w] = e.Key
			}
		}
		if n, err := strconv.Atoi(e.Key); err == nil && n <= 12 && len(words) > 0 && !l.Numerals {
			l.Words[e.Key] = words[0]
		}
	}
	eras := m.Need("eras").Map()
	for _, w := range eras.Need("before").Texts() {
		l.Eras[w] = -1
	}
	for _, w := range eras.Need("after").Texts() {
		l.Eras[w] = 1
	}
	eras.Done("eras")
}

// adopt takes over what all languages share.
func (l *Language) adopt(common *Language) {
	for _, b := range []bool{true, false} {
		l.Truths[b] = slices.Concat(l.Truths[b], common.Truths[b])
	}
	l.opposites = slices.Concat(l.opposites, common.opposites)
	l.lookalikes = common.lookalikes
	names := map[string][]string{}
	for _, u := range l.Units {
		names[u.ID] = u.names
	}
	l.Units = nil
	for _, u := range common.Units {
		u.names = names[u.ID]
		l.Units = append(l.Units, u)
	}
}
