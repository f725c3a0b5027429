package catalog

import (
	"errors"
	"io/fs"
	"path"
	"slices"

	"kitpress/catalog/source"
)

// explanationFolder holds one folder for each language, and in it one file for
// each topic: topics/explanations/en/phishing.yaml.
const explanationFolder = topicFolder + "/explanations"

// topicSource is the language topics are written in: they belong to all games,
// whatever language a game is written in.
const topicSource = "en"

// An explanationFile is what one file says.
type explanationFile struct {
	topicFile
	explanation *Explanation
	of          map[string]source.Value // hash of each English part, in a translation
	ps          source.Problems
	ok          bool
}

// An explanationReader reads the explanations of topics.
type explanationReader struct{ *pack }

// readExplanations reads the explanations of all topics in the languages of
// the game, and takes into the game what its topics lead to.
func (rd *explanationReader) readExplanations() {
	var files []*explanationFile
	for _, f := range rd.topicFiles(explanationFolder, "explanations") {
		files = append(files, &explanationFile{topicFile: f})
	}
	readAll(len(files), func(i int) { files[i].read(rd.fsys) })
	english := map[string]bool{}
	for _, f := range files {
		t := rd.topics[f.topic]
		pos := source.Pos{File: path.Join(explanationFolder, f.lang, f.name)}
		switch {
		case t == nil:
			rd.unknown(pos, "there is no topic "+quote(clip(f.topic)), f.topic, keysOf(rd.topics))
		case !f.ok:
			english[f.topic] = f.lang == topicSource // is there, but not readable
		case f.lang == topicSource:
			english[f.topic] = true
			t.Explanation = f.explanation
			rd.checkExplanation(t)
		case t.Explanation != nil:
			rd.takeTranslation(t, f)
		case !english[f.topic]:
			rd.ps.Errorf(pos, CodeUnexplained, "topic %q has no explanation in %s to be translated", t.ID, topicSource)
		}
		rd.ps = append(rd.ps, f.ps...)
	}
	rd.takeRelated()
}

// takeRelated takes into the game what its topics lead to, and reports those
// without an explanation.
func (rd *explanationReader) takeRelated() {
	queue := keys(rd.g.Topics)
	for len(queue) > 0 {
		t := rd.g.Topics[queue[0]]
		queue = queue[1:]
		next := slices.Clone(t.Related)
		if t.Explanation == nil {
			if file := ExplanationFile(t.ID, topicSource); !exists(rd.fsys, file) {
				rd.ps.Errorf(t.Pos, CodeUnexplained, "topic %q has no explanation", clip(t.ID)).Hint = "write " + file
			}
		} else {
			for _, p := range t.Explanation.Parts() {
				next = append(next, p.links()...)
			}
		}
		for _, id := range next {
			if other := rd.topics[id]; other != nil && rd.g.Topics[id] == nil {
				rd.g.Topics[id] = other
				queue = append(queue, id)
			}
		}
	}
}

// speaks reports whether the game has texts in a language, or in a form of it,
// and they are wanted.
func (pk *pack) speaks(lang string) bool {
	langs := pk.g.Languages
	if pk.explainIn != nil {
		langs = pk.explainIn(pk.g)
	}
	return slices.ContainsFunc(langs, func(own string) bool { return own == lang || baseLanguage(own) == lang || baseLanguage(lang) == own })
}

// readDir lists a folder that need not be there.
func (pk *pack) readDir(dir string) []fs.DirEntry {
	entries, err := fs.ReadDir(pk.fsys, dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		pk.ps.Errorf(source.Pos{File: dir}, source.CodeFileRead, "cannot be read: %v", err)
		pk.broken = true
	}
	return entries
}

// read reads the file.
func (f *explanationFile) read(fsys fs.FS) {
	file := path.Join(explanationFolder, f.lang, f.name)
	var m *source.Map
	if m, f.ok = f.open(fsys, file, "the explanation of %q is", &f.ps); !f.ok {
		return
	}
	if f.lang != topicSource {
		f.readHashes(m)
	}
	e := &Explanation{Pos: m.Pos()}
	e.What = partTexts(f.topic, PartWhat, f.paragraphs(m.Need(PartWhat)))
	e.Example = partTexts(f.topic, PartExample, []Msg{f.text(m.Need(PartExample))})[0]
	e.Notice = partTexts(f.topic, PartNotice, f.points(m.Need(PartNotice), 2, 4))
	e.Protect = partTexts(f.topic, PartProtect, f.points(m.Need(PartProtect), 3, 5))
	e.Respond = partTexts(f.topic, PartRespond, f.points(m.Need(PartRespond), 2, 4))
	wrong := m.Need(PartMisconception).Map()
	both := partTexts(f.topic, PartMisconception, []Msg{f.text(wrong.Need("claim")), f.text(wrong.Need("truth"))})
	e.Claim, e.Truth = both[0], both[1]
	wrong.Done("the misconception")
	m.Done("the explanation of \"" + clip(f.topic) + "\"")
	f.explanation = e
	if !source.Settled(fsys, file) {
		f.checkLengths()
	}
}

// readHashes reads which English wording each part was translated from.
func (f *explanationFile) readHashes(m *source.Map) {
	f.of = map[string]source.Value{}
	hint := "kitpress translate topics " + f.lang + " --stamp " + f.topic + " writes it, once the translation was checked"
	v := m.Get("of")
	if !v.Exists() {
		m.Errorf(source.CodeMissingKey, "key %q is missing: the hashes of the English parts", "of").Hint = hint
	}
	of := v.Map()
	for _, part := range (&Explanation{}).Parts() {
		f.of[part.Name] = of.Get(part.Name)
		if of != nil && !f.of[part.Name].Exists() {
			v.Errorf(source.CodeMissingKey, "the hash of %s is missing", part.Name).Hint = hint
		}
	}
	of.Done("of")
}
