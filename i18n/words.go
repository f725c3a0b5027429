package i18n

import (
	"cmp"
	"embed"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
	"sync"

	goi18n "github.com/nicksnyder/go-i18n/v2/i18n"
	"golang.org/x/text/language"

	"kitpress/catalog/source"
)

//go:generate go run ../catalog/source/outline outline.bin locales
//go:generate go run ../catalog/source/outline - messages/said

//go:embed locales/*.yaml
var localeFiles embed.FS

//go:embed outline.bin
var outline []byte

var locales = source.Outlined(localeFiles, outline)

// wordsFormat is the version of the files in locales/.
const wordsFormat = 1

// fallback is the language of kitpress's own words when a pack brings a
// language kitpress has none in.
const fallback = "en"

// Languages returns the languages kitpress has its own words in, sorted.
// Regional forms of them ("de-CH") can be asked for as well.
func Languages() []string {
	names, err := fs.Glob(locales, "locales/*.yaml")
	if err != nil {
		return nil // only for a malformed pattern
	}
	for i, n := range names {
		names[i] = strings.TrimSuffix(path.Base(n), ".yaml")
	}
	return names
}

// Words are kitpress's own words in one language: what stands around a sheet,
// in the print plan, in the headings of a rulebook. Safe for concurrent use.
type Words struct {
	lang   string
	locale Locale
	phrases
	rest *Words // says what these do not; nil for nobody
}

// WordsIn returns kitpress's own words for a language: its own, those of its
// base language ("de-CH" derived from "de"), or English. Words.Lang tells
// which. The problems are those of the embedded files: none, the tests say.
func WordsIn(lang string) (*Words, source.Problems) {
	get, _ := wordsRead.LoadOrStore(lang, sync.OnceValues(func() (*Words, source.Problems) { return readWordsIn(lang) }))
	w, ps := get.(func() (*Words, source.Problems))()
	return w, slices.Clip(ps)
}

// wordsRead are the words that were asked for, by language: the files are part
// of the program, and reading one takes longer than setting a card.
var wordsRead sync.Map

func readWordsIn(lang string) (*Words, source.Problems) {
	var ps source.Problems
	file := lang
	for file != "" && !hasWords(file) {
		file = parentOf(file)
	}
	mark := ""
	if file == "" {
		if LocaleOf(lang).RTL { // else a full stop would stand on the wrong side
			mark = "\u200E"
		}
		file, lang = fallback, fallback
	}
	w := &Words{lang: lang, locale: LocaleOf(lang)}
	messages, _ := readWords(locales, wordsFile(file), file, &ps)
	for _, m := range messages {
		for _, form := range forms(m) {
			if *form = derive(lang, *form); *form != "" {
				*form = mark + *form + mark
			}
		}
	}
	var err error
	if w.phrases, err = newPhrases(lang, messages); err != nil {
		ps.Errorf(source.Pos{File: wordsFile(file)}, "language", "%v", err)
	}
	return w, ps
}

func wordsFile(lang string) string { return "locales/" + lang + ".yaml" }

func hasWords(lang string) bool {
	_, err := fs.Stat(locales, wordsFile(lang))
	return err == nil
}

// WordsTemplate returns kitpress's own words as a file in which somebody
// translates them into another language for a pack: i18n/<lang>.yaml.
func WordsTemplate(lang string) ([]byte, error) {
	data, err := locales.ReadFile(wordsFile(fallback))
	text := strings.NewReplacer("\n  #", "\n  #", "\n  ", "\n  # ").Replace(string(data))
	return []byte(strings.Replace(text, "language: "+fallback, "language: "+lang, 1)), err
}

// with returns words with those of a file of a pack before them.
func (w *Words) with(fsys fs.FS, file, lang string) (*Words, source.Problems) {
	var ps source.Problems
	own := &Words{lang: lang, locale: LocaleOf(lang), rest: w}
	messages, places := readWords(fsys, file, lang, &ps)
	for _, m := range messages { // a form nobody wrote is that of all others
		for _, form := range forms(m) {
			*form = cmp.Or(*form, m.Other)
		}
	}
	var err error
	if own.phrases, err = newPhrases(lang, messages); err != nil {
		ps.Errorf(source.Pos{File: file}, CodeLanguage, "%v", err)
	}
	for _, m := range messages {
		switch {
		case !w.Has(m.ID):
			ps.Errorf(places[m.ID], CodeExtra, "kitpress has no word %q", m.ID).Hint = source.DidYouMean(m.ID, slices.Collect(maps.Keys(w.known)))
		case !slices.Equal(own.placeholders(m.ID), w.placeholders(m.ID)):
			ps.Errorf(places[m.ID], CodePlaceholder, "%s has other placeholders than %q", m.ID, w.known[m.ID])
		}
	}
	var lacks []string
	for _, id := range slices.Sorted(maps.Keys(w.known)) {
		if !own.has(id) {
			lacks = append(lacks, id)
		}
	}
	if n := len(lacks); n > 0 {
		ps.Warnf(source.Pos{File: file}, CodeMissing, "%d of kitpress's %d words are missing, and are said in %s: %s", n, len(w.known), w.lang, source.ClipTo(strings.Join(lacks, ", "), 200)).Hint = "kitpress translate words " + lang + " prints all of them"
	}
	return own, ps
}

// placeholders returns the names of the placeholders of a word, each once.
func (w *Words) placeholders(id string) []string {
	names := w.Placeholders(id)
	slices.Sort(names)
	return slices.Compact(names)
}

// readWords reads a file of words, and where each stands.
func readWords(fsys fs.FS, file, lang string, ps *source.Problems) (messages []*goi18n.Message, places map[string]source.Pos) {
	if root, ok := source.ReadFile(fsys, file, ps); ok {
		return wordsFrom(root, lang)
	}
	return nil, nil
}

// wordsFrom returns the words of a file that was read.
func wordsFrom(root source.Value, lang string) (messages []*goi18n.Message, places map[string]source.Pos) {
	m := root.Map()
	if !m.Format(wordsFormat) {
		return nil, nil
	}
	m.Need("language").OneOf("language", lang)
	places = map[string]source.Pos{}
	for e := range m.Need("words").Map().All() {
		messages, places[e.Key] = append(messages, readWord(e)), e.At.Pos()
	}
	m.Done("the words of a language")
	return messages, places
}

// readWord reads a text, or one text for each plural form.
func readWord(e source.Entry) *goi18n.Message {
	m := &goi18n.Message{ID: e.Key}
	if !e.Value.IsMap() {
		m.Other = e.Value.Text()
		return m
	}
	fields := e.Value.Map()
	m.Zero, m.One, m.Two = fields.Get("zero").TextOrEmpty(), fields.Get("one").TextOrEmpty(), fields.Get("two").TextOrEmpty()
	m.Few = fields.Get("few").TextOrEmpty()
	m.Many = fields.Get("many").TextOrEmpty()
	m.Other = fields.Need("other").Text()
	fields.Done("the forms of " + e.Key)
	return m
}

// forms returns the plural forms languages have.
func forms(m *goi18n.Message) []*string {
	return []*string{&m.One, &m.Many, &m.Other, &m.Zero, &m.Two, &m.Few}
}

// Lang returns the language the words are in.
func (w *Words) Lang() string { return w.lang }

// Word returns the word with an id. args alternate name and value; a number is
// written as the locale does, and one named "Count" picks the plural form. An
// unknown id comes back in ‹ ›, to be seen.
func (w *Words) Word(id string, args ...any) string {
	if w.rest != nil && !w.has(id) {
		return w.rest.Word(id, args...)
	}
	values := wordArgs{locale: w.locale, args: args}
	s, err := w.render(id, values, values.count())
	if err != nil {
		return "‹" + id + "›"
	}
	return bindUnits(s)
}

// NameOf returns what a language calls itself, "Deutsch", when the words are in
// it, and its tag when they are only the nearest there are.
func (w *Words) NameOf(lang string) string {
	if w.lang == lang || strings.HasPrefix(lang, w.lang+"-") {
		return w.Word("language.name")
	}
	return lang
}

// Has reports whether there is a word with an id.
func (w *Words) Has(id string) bool { return w.has(id) || w.rest != nil && w.rest.Has(id) }

// Placeholders returns the names of the placeholders of a word, in order.
func (w *Words) Placeholders(id string) []string {
	if w.rest != nil && !w.has(id) {
		return w.rest.Placeholders(id)
	}
	return placeholdersOf(w.known[id])
}

func placeholdersOf(word string) (names []string) {
	for _, part := range strings.Split(word, "{{.")[1:] {
		name, _, _ := strings.Cut(part, "}}")
		names = append(names, name)
	}
	return names
}

// Below returns the words whose ids begin with a prefix, as they are written:
// placeholders stay, of plural forms there is the one for many.
func (w *Words) Below(prefix string) map[string]string {
	out := map[string]string{}
	if w.rest != nil {
		out = w.rest.Below(prefix)
	}
	for id, text := range w.known {
		if strings.HasPrefix(id, prefix) {
			out[id] = text
		}
	}
	return out
}

// phrases are messages of one language. Those with placeholders or plural forms
// are behind go-i18n; most are neither, and are as they are written.
type phrases struct {
	tag       language.Tag
	localizer *goi18n.Localizer
	known     map[string]string // the text with its placeholders
	filled    map[string]bool   // by go-i18n
}

// newPhrases puts messages into a bundle of their own. The bundle has one
// language, so go-i18n can fall back to no other.
func newPhrases(lang string, messages []*goi18n.Message) (phrases, error) {
	tag, err := language.Parse(lang)
	if err != nil {
		return phrases{}, err
	}
	p := phrases{tag: tag, known: make(map[string]string, len(messages)), filled: map[string]bool{}}
	var fill []*goi18n.Message
	for _, m := range messages {
		p.known[m.ID] = m.Other
		if !isPlain(m) {
			p.filled[m.ID] = true
			fill = append(fill, m)
		}
	}
	bundle := goi18n.NewBundle(tag)
	if err := bundle.AddMessages(tag, fill...); err != nil {
		return phrases{}, err
	}
	p.localizer = goi18n.NewLocalizer(bundle, lang)
	return p, nil
}

// isPlain reports whether a message has one form and nothing to fill in.
func isPlain(m *goi18n.Message) bool {
	return m.Other != "" && m.Zero+m.One+m.Two+m.Few+m.Many == "" && !strings.Contains(m.Other, "{{") && !strings.Contains(m.Other, "}}")
}

func (p phrases) has(id string) bool { _, ok := p.known[id]; return ok }

// render fills the placeholders of a message; count is nil for a message
// without plural forms.
func (p phrases) render(id string, data resolver, count any) (string, error) {
	text, ok := p.known[id]
	if !ok {
		return "", &goi18n.MessageNotFoundErr{Tag: p.tag, MessageID: id}
	}
	if !p.filled[id] {
		return text, nil
	}
	s, tag, err := p.localizer.LocalizeWithTag(&goi18n.LocalizeConfig{
		MessageID: id, TemplateData: data, PluralCount: count, TemplateParser: phraseParser{},
	})
	if err == nil && tag != p.tag {
		err = &goi18n.MessageNotFoundErr{Tag: p.tag, MessageID: id}
	}
	return s, err
}
