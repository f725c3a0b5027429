package library

import (
	"cmp"
	"io/fs"
	"path"
	"slices"
	"strconv"

	"kitpress/catalog"
	"kitpress/catalog/form"
	"kitpress/catalog/source"
)

// An explanationFile is what one file says.
type explanationFile struct {
	topicFile
	explanation *catalog.Explanation
	of          map[string]source.Value // hash of each English part, in a translation
	ps          source.Problems
	ok          bool
}

// Explain reads the explanations of all topics in some languages beside
// English, and takes into the topics of a game what they lead to.
func (l *Library) Explain(langs []string, topics map[string]*catalog.Topic) {
	l.langs = langs
	var files []*explanationFile
	for _, f := range l.topicFiles(catalog.ExplanationFolder, "explanations") {
		files = append(files, &explanationFile{topicFile: f})
	}
	slices.SortStableFunc(files, func(a, b *explanationFile) int { // what is translated before its translations
		return cmp.Compare(b2i(a.lang != a.source), b2i(b.lang != b.source))
	})
	source.Each(len(files), func(i int) { files[i].read(l.FS) })
	english := map[string]bool{}
	for _, f := range files {
		t := l.Topics[f.topic]
		pos := source.Pos{File: path.Join(catalog.ExplanationFolder, f.lang, f.name)}
		switch {
		case t == nil:
			l.Unknown(pos, "there is no topic "+strconv.Quote(source.Clip(f.topic)), f.topic, form.KeysOf(l.Topics))
		case !f.ok:
			english[f.topic] = f.lang == f.source // is there, but not readable
		case f.lang == f.source:
			english[f.topic] = true
			t.Explanation = f.explanation
			l.checkExplanation(t)
		case t.Explanation != nil:
			l.takeTranslation(t, f)
		case !english[f.topic]:
			l.Errorf(pos, form.CodeUnexplained, "topic %q has no explanation in %s to be translated", t.ID, f.source)
		}
		l.Problems = append(l.Problems, f.ps...)
	}
	l.takeRelated(topics)
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

// takeRelated takes into the topics of a game what they lead to, and reports
// those without an explanation.
func (l *Library) takeRelated(topics map[string]*catalog.Topic) {
	queue := form.Keys(topics)
	for len(queue) > 0 {
		t := topics[queue[0]]
		queue = queue[1:]
		next := slices.Clone(t.Related)
		if t.Explanation == nil {
			if file := catalog.ExplanationFile(t.ID, t.WrittenIn()); !source.Exists(l.FS, file) {
				l.Errorf(t.Pos, form.CodeUnexplained, "topic %q has no explanation", source.Clip(t.ID)).Hint = "write " + file
			}
		} else {
			for _, p := range t.Explanation.Parts() {
				next = append(next, p.Links()...)
			}
		}
		for _, id := range next {
			if other := l.Topics[id]; other != nil && topics[id] == nil {
				topics[id] = other
				queue = append(queue, id)
			}
		}
	}
}

// read reads the file.
func (f *explanationFile) read(fsys fs.FS) {
	file := path.Join(catalog.ExplanationFolder, f.lang, f.name)
	var m *source.Map
	if m, f.ok = f.open(fsys, file, "the explanation of %q is", &f.ps); !f.ok {
		return
	}
	if f.lang != f.source {
		f.readHashes(m)
	}
	e := &catalog.Explanation{Pos: m.Pos()}
	e.What = partTexts(f.topic, catalog.PartWhat, f.paragraphs(m.Need(catalog.PartWhat)))
	e.Example = partTexts(f.topic, catalog.PartExample, []catalog.Msg{f.text(m.Need(catalog.PartExample))})[0]
	e.Notice = partTexts(f.topic, catalog.PartNotice, f.points(m.Need(catalog.PartNotice), 2, 4))
	e.Protect = partTexts(f.topic, catalog.PartProtect, f.points(m.Need(catalog.PartProtect), 3, 5))
	e.Respond = partTexts(f.topic, catalog.PartRespond, f.points(m.Need(catalog.PartRespond), 2, 4))
	wrong := m.Need(catalog.PartMisconception).Map()
	both := partTexts(f.topic, catalog.PartMisconception, []catalog.Msg{f.text(wrong.Need("claim")), f.text(wrong.Need("truth"))})
	e.Claim, e.Truth = both[0], both[1]
	wrong.Done("the misconception")
	m.Done("the explanation of \"" + source.Clip(f.topic) + "\"")
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
	for _, part := range (&catalog.Explanation{}).Parts() {
		f.of[part.Name] = of.Get(part.Name)
		if of != nil && !f.of[part.Name].Exists() {
			v.Errorf(source.CodeMissingKey, "the hash of %s is missing", part.Name).Hint = hint
		}
	}
	of.Done("of")
}

// partTexts gives the texts of a part their message ids.
func partTexts(topic, part string, texts []catalog.Msg) []catalog.Msg {
	prefix := "topic." + topic + "."
	for i := range texts {
		switch part {
		case catalog.PartExample:
			texts[i].ID = prefix + part
		case catalog.PartMisconception:
			texts[i].ID = prefix + [...]string{"claim", "truth"}[i]
		default:
			texts[i].ID = prefix + part + "." + strconv.Itoa(i+1)
		}
	}
	return texts
}
