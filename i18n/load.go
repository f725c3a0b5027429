package i18n

import (
	"io/fs"
	"path"
	"slices"
	"strings"

	goi18n "github.com/nicksnyder/go-i18n/v2/i18n"
	"golang.org/x/text/language"

	"kitpress/catalog"
	"kitpress/catalog/source"
)

// The codes of the problems this package finds, besides those of lint.
const (
	CodeLanguage    = "language"    // unknown, or not the file's
	CodeMissing     = "missing"     // no translation
	CodeStale       = "stale"       // made from another source text
	CodeExtra       = "extra"       // translates nothing
	CodePlaceholder = "placeholder" // other placeholders than the source
	CodeRender      = "render"      // placeholders that lead nowhere
	CodeReading     = "reading"     // not said, or not in kana
	CodeColour      = "colour"      // names a colour that is not there in black and white
)

// An Option changes how Load treats a language.
type Option func(*loader)

// Draft prints the source text, marked "‹en› ", where a translation is missing
// or stale; both are warnings then.
func Draft() Option { return func(l *loader) { l.draft = true } }

// InBlack gives the texts of a kit in black and white: without the words that
// name its colours. A text that names one all the same is a warning.
func InBlack() Option { return func(l *loader) { l.mono = true } }

// A loader collects the texts of one language.
type loader struct {
	fsys     fs.FS
	game     *catalog.Game
	lang     string
	draft    bool
	mono     bool
	settled  bool // all texts are as they were when they were last tested
	messages []catalog.Msg
	have     map[string]entry
	colours  colourWords
	problems source.Problems
}

// An entry is a text that was found, as it is printed and as it was written.
type entry struct {
	catalog.Translation        // Text is derived for the language loaded
	written             string // the text in its file
	in                  string // the language it was written in
}

// Load reads the texts of a game in one language. fsys is what the game was
// loaded from. The source language needs no file; every other one needs
// locales/<lang>.yaml beside game.yaml, or the file of its base language, in
// which case its own file, if any, holds only what differs. The Texts are
// usable even when there are problems: what is missing shows its source text.
func Load(fsys fs.FS, g *catalog.Game, lang string, opts ...Option) (*Texts, source.Problems) {
	l := &loader{fsys: fsys, game: g, lang: lang, messages: g.Messages(), have: map[string]entry{}}
	for _, o := range opts {
		o(l)
	}
	t := newTexts(g, lang)
	t.mono = l.mono
	t.places, t.readings = make(map[string]source.Pos, len(l.messages)), map[string]string{}
	var printed []*goi18n.Message
	if l.known() {
		if l.mono {
			l.colours, l.problems = colourWordsOf(lang)
		}
		l.read()
		l.settled = l.allSettled()
		printed = l.judge()
		for id, e := range l.have {
			if e.Pos.IsValid() {
				t.places[id] = e.Pos
			}
			if e.Reading != "" {
				t.readings[id] = e.Reading
			}
		}
	}
	if len(printed) > 0 {
		var err error
		if t.phrases, err = newPhrases(lang, printed); err != nil {
			l.problems.Errorf(g.Pos, CodeLanguage, "language %s: %v", lang, err)
		}
	}
	if !l.settled {
		l.tryAll(t)
	}
	l.ownWords(t)
	l.problems.FillExcerpts(fsys)
	return t, l.problems
}

// LocaleFile returns where a game's translations into a language are, relative
// to what the game was loaded from.
func LocaleFile(g *catalog.Game, lang string) string {
	return path.Join(g.Dir(), "locales", lang+".yaml")
}

// known reports whether the game has texts in the language, and says so when
// it has none.
func (l *loader) known() bool {
	g, here := l.game, source.Pos{File: l.game.Pos.File}
	tag, err := language.Parse(l.lang)
	switch {
	case err != nil:
		l.problems.Errorf(here, CodeLanguage, "%q is no language", l.lang).Hint = source.DidYouMean(l.lang, g.Languages)
		return false
	case tag.String() != l.lang:
		l.problems.Errorf(here, CodeLanguage, "unknown language %s", l.lang).Hint = "write " + tag.String()
		return false
	}
	for _, tag := range lineage(l.lang) {
		if l.written(tag) {
			return true
		}
	}
	for _, tag := range lineage(l.lang) {
		if slices.Contains(g.Languages, tag) {
			l.problems.Errorf(source.Pos{File: LocaleFile(g, tag)}, CodeMissing, "the file is missing, but %s promises %s", g.ID, tag).Hint =
				"kitpress translate writes one to start from"
			return false
		}
	}
	l.problems.Errorf(here, CodeLanguage, "%s has no texts in %s", g.ID, l.lang).Hint = source.DidYouMean(l.lang, g.Languages)
	return false
}

// lineage returns a language and what it is a form of, the most general one
// first: de, de-CH.
func lineage(lang string) []string {
	var tags []string
	for tag := lang; tag != ""; tag = parentOf(tag) {
		tags = slices.Insert(tags, 0, tag)
	}
	return tags
}

// written reports whether the game has texts written in this very language.
func (l *loader) written(lang string) bool {
	return lang == l.game.Source || l.hasFile(lang) || len(l.game.Translations[lang]) > 0
}

func (l *loader) hasFile(lang string) bool {
	_, err := fs.Stat(l.fsys, LocaleFile(l.game, lang))
	return err == nil
}

// topicSource is the language the topics are written in. They are shared by
// all games, whatever language a game is written in.
const topicSource = "en"

// sourceOf returns the language a text of the game is written in.
func sourceOf(g *catalog.Game, m catalog.Msg) string {
	if strings.HasPrefix(m.ID, "topic.") {
		if _, id, _ := strings.Cut(m.ID, "."); id != "" {
			topic, _, _ := strings.Cut(id, ".")
			if t := g.Topics[topic]; t != nil {
				return t.WrittenIn()
			}
		}
		return topicSource
	}
	return g.Source
}

// read finds the texts, from the most general language to the one asked for.
func (l *loader) read() {
	for _, tag := range lineage(l.lang) {
		for _, m := range l.messages {
			if sourceOf(l.game, m) == tag {
				l.take(tag, m.ID, catalog.Translation{Text: m.Text, Of: catalog.Hash(m.Text), Pos: m.Pos})
			}
		}
		for _, topic := range l.game.Topics {
			for id, t := range topic.Translations[tag] {
				if says, hint := readingFault(id, t); says != "" {
					l.problems.Errorf(t.Pos, CodeReading, "%s", says).Hint = hint
				}
				l.take(tag, id, t)
			}
		}
		for id, t := range l.game.Translations[tag] {
			l.take(tag, id, t)
		}
		if !l.hasFile(tag) {
			continue
		}
		texts, problems := Translations(l.fsys, l.game, tag)
		l.problems = append(l.problems, problems...)
		for id, t := range texts {
			l.take(tag, id, t)
		}
	}
}

// allSettled reports whether nothing can be found in the texts that the tests
// have not found.
func (l *loader) allSettled() bool {
	files := map[string]bool{}
	for _, m := range l.messages {
		files[m.Pos.File] = true
	}
	for _, e := range l.have {
		files[e.Pos.File] = true
	}
	for file := range files {
		if !source.Settled(l.fsys, file) {
			return false
		}
	}
	return true
}

// take notes a text written in one language for the language loaded.
func (l *loader) take(in, id string, t catalog.Translation) {
	if l.game.AutoQuotes && !strings.HasPrefix(id, "topic.") {
		t.Text = typographic(LocaleOf(in), t.Text)
	}
	e := entry{t, t.Text, in}
	e.Text = NFC(t.Text)
	if in != l.lang {
		e.Text = derive(l.lang, e.Text)
	}
	l.have[id] = e
}
