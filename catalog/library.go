package catalog

import (
	"io/fs"
	"path"

	"kitpress/catalog/source"
)

// Topics reads the whole threat library of a catalog or pack, whichever game
// names a topic, with the explanations in some languages besides English. It
// is complete when there are no errors.
func Topics(fsys fs.FS, langs ...string) (map[string]*Topic, source.Problems) {
	l := newLoader(fsys)
	l.g.Languages = append(l.g.Languages, langs...)
	l.dir, l.g.Pos.File = ".", topicFolder
	l.readTopics()
	l.readRedirects()
	for id, t := range l.topics {
		l.g.Topics[id] = t
	}
	l.readExplanations()
	if !l.broken {
		l.check()
	}
	l.ps.FillExcerpts(fsys)
	return l.g.Topics, l.ps.Sorted()
}

// ExplanationFile returns where a topic's explanation in a language is.
func ExplanationFile(topic, lang string) string {
	return path.Join(explanationFolder, lang, topic+".yaml")
}
