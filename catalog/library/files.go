package library

import (
	"io/fs"
	"path"
	"strings"

	"kitpress/catalog"
	"kitpress/catalog/form"
	"kitpress/catalog/source"
)

// A topicFile is one of a folder that holds one folder for each language, and
// in it one file for each topic.
type topicFile struct {
	lang, name, topic string
	source            string // the language the topic is written in
}

// open reads the file, its format and whether it is about the topic it is
// called after. what names its content in messages: "the explanation of %q is".
func (f topicFile) open(fsys fs.FS, file, what string, ps *source.Problems) (*source.Map, bool) {
	m, ok := form.OpenFile(fsys, file, ps)
	if !ok {
		return nil, false
	}
	if id := m.Need("topic"); id.Text() != "" && id.Text() != f.topic {
		id.Errorf(form.CodeFolder, what+" in the file %q", source.Clip(id.Text()), f.name).Hint = "call the file " + source.Clip(id.Text()) + ".yaml"
	}
	return m, true
}

// topicFiles lists the files of such a folder in the languages wanted, English
// first. what names them in messages: "explanations".
func (l *Library) topicFiles(folder, what string) []topicFile {
	langs, sources := []string{catalog.TopicSource}, map[string]bool{}
	for _, t := range l.Topics {
		sources[t.WrittenIn()] = true
	}
	for _, e := range l.ReadDir(folder) {
		lang := e.Name()
		pos := source.Pos{File: path.Join(folder, lang)}
		switch {
		case strings.HasPrefix(lang, "."):
		case !e.IsDir():
			l.Errorf(pos, form.CodeUnknownFile, "nothing reads this file").Hint = what + " are called <language>/<topic>.yaml"
		case !form.IsLanguage(lang):
			l.Errorf(pos, form.CodeUnknownFile, "nothing reads this folder").Hint = what + " stand in folders such as en, de or fr"
		case lang != catalog.TopicSource && (l.speaks(lang) || sources[lang]):
			langs = append(langs, lang)
		}
	}
	var files []topicFile
	for _, lang := range langs {
		for _, e := range l.ReadDir(path.Join(folder, lang)) {
			name := e.Name()
			id, isYAML := strings.CutSuffix(name, ".yaml")
			switch {
			case strings.HasPrefix(name, "."):
			case !isYAML:
				l.Errorf(source.Pos{File: path.Join(folder, lang, name)}, form.CodeUnknownFile, "nothing reads this file").Hint = what + " are called <topic>.yaml"
			default:
				f := topicFile{lang, name, id, catalog.TopicSource}
				if t := l.Topics[id]; t != nil {
					f.source = t.WrittenIn()
				}
				files = append(files, f)
			}
		}
	}
	return files
}
