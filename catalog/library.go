package catalog

import (
	"io/fs"
	"path"

	"kitpress/catalog/source"
)

// Topics reads the whole threat library of a catalog or pack, whichever game
// names a topic, with the explanations and the questions in some languages
// besides English. It is complete when there are no errors.
func Topics(fsys fs.FS, langs ...string) (map[string]*Topic, source.Problems) {
	l := newLibrary(fsys, langs)
	l.readRedirects()
	(&explanationReader{l.pack}).readExplanations()
	(&questionReader{l.pack}).readQuestions()
	if !l.broken {
		(&checker{l.pack}).check()
	}
	l.ps.FillExcerpts(fsys)
	return l.g.Topics, l.ps.Sorted()
}

// Questions reads the threat library with its questions in some languages
// besides English, and without the explanations.
func Questions(fsys fs.FS, langs ...string) (map[string]*Topic, source.Problems) {
	l := newLibrary(fsys, langs)
	if !l.broken {
		questions := questionReader{l.pack}
		questions.untranslated(questions.readQuestions())
	}
	l.ps.FillExcerpts(fsys)
	return l.g.Topics, l.ps.Sorted()
}

// newLibrary reads the topics as if a game named all of them.
func newLibrary(fsys fs.FS, langs []string) *topicReader {
	l := newTopicReader(newPack(fsys))
	l.g.Languages = append(l.g.Languages, langs...)
	l.dir, l.g.Pos.File = ".", topicFolder
	l.readTopics()
	for id, t := range l.topics {
		l.g.Topics[id] = t
	}
	return l
}

// QuestionFile returns where the questions about a topic in a language are.
func QuestionFile(topic, lang string) string {
	return path.Join(questionFolder, lang, topic+".yaml")
}

// ExplanationFile returns where a topic's explanation in a language is.
func ExplanationFile(topic, lang string) string {
	return path.Join(explanationFolder, lang, topic+".yaml")
}
