package catalog

import (
	"io/fs"
	"path"
	"runtime"
	"strings"
	"sync"

	"kitpress/catalog/source"
)

// A topicFile is one of a folder that holds one folder for each language, and
// in it one file for each topic.
type topicFile struct{ lang, name, topic string }

// open reads the file, its format and whether it is about the topic it is
// called after. what names its content in messages: "the explanation of %q is".
func (f topicFile) open(fsys fs.FS, file, what string, ps *source.Problems) (*source.Map, bool) {
	root, ok := source.ReadFile(fsys, file, ps)
	m := root.Map()
	if !ok || m == nil || !m.Format(formatVersion) {
		return nil, false
	}
	if id := m.Need("topic"); id.Text() != "" && id.Text() != f.topic {
		id.Errorf(CodeFolder, what+" in the file %q", clip(id.Text()), f.name).Hint = "call the file " + clip(id.Text()) + ".yaml"
	}
	return m, true
}

// topicFiles lists the files of such a folder in the languages wanted, English
// first. what names them in messages: "explanations".
func (pk *pack) topicFiles(folder, what string) []topicFile {
	langs := []string{topicSource}
	for _, e := range pk.readDir(folder) {
		lang := e.Name()
		pos := source.Pos{File: path.Join(folder, lang)}
		switch {
		case strings.HasPrefix(lang, "."):
		case !e.IsDir():
			pk.ps.Errorf(pos, CodeUnknownFile, "nothing reads this file").Hint = what + " are called <language>/<topic>.yaml"
		case !isLanguage(lang):
			pk.ps.Errorf(pos, CodeUnknownFile, "nothing reads this folder").Hint = what + " stand in folders such as en, de or fr"
		case lang != topicSource && pk.speaks(lang):
			langs = append(langs, lang)
		}
	}
	var files []topicFile
	for _, lang := range langs {
		for _, e := range pk.readDir(path.Join(folder, lang)) {
			name := e.Name()
			id, isYAML := strings.CutSuffix(name, ".yaml")
			switch {
			case strings.HasPrefix(name, "."):
			case !isYAML:
				pk.ps.Errorf(source.Pos{File: path.Join(folder, lang, name)}, CodeUnknownFile, "nothing reads this file").Hint = what + " are called <topic>.yaml"
			default:
				files = append(files, topicFile{lang, name, id})
			}
		}
	}
	return files
}

// readAll calls read with 0 to n-1, a few at a time: there are hundreds of
// files.
func readAll(n int, read func(int)) {
	next := make(chan int)
	var all sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), n) {
		all.Go(func() {
			for i := range next {
				read(i)
			}
		})
	}
	for i := range n {
		next <- i
	}
	close(next)
	all.Wait()
}
