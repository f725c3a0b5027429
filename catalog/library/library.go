package library

import (
	"io/fs"
	"slices"
	"strconv"

	"kitpress/catalog"
	"kitpress/catalog/form"
	"kitpress/catalog/source"
)

// A Library is the topics of a catalog or pack, all there are, not only those
// a game names.
type Library struct {
	*form.Pack
	Topics map[string]*catalog.Topic // by the name of the file

	codes  map[string]source.Pos // of the topics
	old    []redirect            // codes of topics that are gone
	leads  []lead
	places map[*catalog.Topic]places
	langs  []string // that are wanted beside English
}

// A lead is the name of a topic in another one.
type lead struct {
	name string
	pos  source.Pos
}

// places are where things stand in the file of a topic, for problems that show
// only later.
type places struct{ kind, references source.Pos }

// New returns a library without topics.
func New(pk *form.Pack) *Library {
	return &Library{Pack: pk, Topics: map[string]*catalog.Topic{}, codes: map[string]source.Pos{}, places: map[*catalog.Topic]places{}}
}

// Read reads the topics and the codes of those that are gone.
func (l *Library) Read() {
	l.readTopics()
	l.readRedirects()
}

// Topics reads the whole threat library of a catalog or pack, whichever game
// names a topic, with the explanations and the questions in some languages
// besides English. It is complete when there are no errors.
func Topics(fsys fs.FS, langs ...string) (map[string]*catalog.Topic, source.Problems) {
	l := New(form.NewPack(fsys))
	l.Read()
	l.Explain(langs, l.Topics)
	l.langs = langs
	l.readQuestions()
	if !l.Broken {
		l.Check(langs, l.Topics)
	}
	l.FillExcerpts(fsys)
	return l.Topics, l.Sorted()
}

// Questions reads the threat library with its questions in some languages
// besides English, and without the explanations.
func Questions(fsys fs.FS, langs ...string) (map[string]*catalog.Topic, source.Problems) {
	l := New(form.NewPack(fsys))
	l.readTopics()
	l.langs = langs
	if !l.Broken {
		l.untranslated(l.readQuestions())
	}
	l.FillExcerpts(fsys)
	return l.Topics, l.Sorted()
}

// speaks reports whether a language, or a form of it, is wanted.
func (l *Library) speaks(lang string) bool {
	return slices.ContainsFunc(l.langs, func(own string) bool {
		return own == lang || catalog.BaseLanguage(own) == lang || catalog.BaseLanguage(lang) == own
	})
}

// Check reports what only the whole library shows: names of topics that are
// not there, and what some of its topics lack for a game in some languages.
func (l *Library) Check(langs []string, topics map[string]*catalog.Topic) {
	for _, r := range l.leads {
		if l.Topics[r.name] == nil {
			l.Unknown(r.pos, "there is no topic "+strconv.Quote(source.Clip(r.name)), r.name, form.KeysOf(l.Topics))
		}
	}
	for _, id := range form.Keys(topics) {
		t := topics[id]
		l.checkReferences(t, langs)
		for _, m := range t.Messages() {
			l.checkPlaceholders(m)
		}
	}
}

// checkReferences reports a topic that lacks a page in a language.
func (l *Library) checkReferences(t *catalog.Topic, langs []string) {
	at := l.places[t].references
	for _, lang := range langs {
		_, exact := t.References[lang]
		_, base := t.References[catalog.BaseLanguage(lang)]
		if !exact && !base && at.IsValid() {
			l.Errorf(at, form.CodeNoReference, "topic %q has no reference in %s, a language of the game", t.ID, lang).Hint = "add " + lang + ": https://…"
		}
	}
}

// checkPlaceholders reports a text with a placeholder.
func (l *Library) checkPlaceholders(m catalog.Msg) {
	list, err := catalog.ParsePlaceholders(m.Text)
	if err != nil {
		l.Errorf(m.Pos, form.CodePlaceholder, "%v", err).Hint = catalog.HintPlaceholder
	}
	if len(list) > 0 {
		l.Errorf(l.Locate(m, list[0].Raw), form.CodePlaceholder, "a topic belongs to all games and has no placeholders").Hint = "write the words out"
	}
}
