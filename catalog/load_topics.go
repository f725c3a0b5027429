package catalog

import (
	"path"
	"strings"

	"kitpress/catalog/source"
)

const topicFolder = "topics"

// A topicReader reads the threat library.
type topicReader struct {
	*pack
	codes map[string]source.Pos // of the topics
	old   []redirect            // codes of topics that are gone
}

func newTopicReader(pk *pack) *topicReader {
	return &topicReader{pack: pk, codes: map[string]source.Pos{}}
}

// readTopics reads the whole threat library, so that a code given twice is
// found even when a game uses one of the two topics only.
func (rd *topicReader) readTopics() {
	for _, e := range rd.readDir(".") {
		if e.Name() == topicFolder && rd.badLink(topicFolder, e) {
			return
		}
	}
	for _, e := range rd.entries(topicFolder) {
		name := e.Name()
		file := path.Join(topicFolder, name)
		stem, isYAML := strings.CutSuffix(name, ".yaml")
		if rd.isDir(file) && (file == explanationFolder || file == questionFolder) {
			continue
		}
		if rd.isDir(file) {
			rd.ps.Errorf(source.Pos{File: file}, CodeUnknownFile, "nothing reads this folder").Hint =
				source.DidYouMean(name, []string{path.Base(explanationFolder), path.Base(questionFolder)})
			continue
		}
		if !isYAML {
			if strings.HasSuffix(strings.ToLower(name), ".yml") || strings.HasSuffix(strings.ToLower(name), ".yaml") {
				rd.ps.Errorf(source.Pos{File: file}, CodeUnknownFile, "nothing reads this file").Hint = "topics are called <id>.yaml"
			}
			continue
		}
		if m, ok := rd.openFile(file); ok {
			rd.readTopic(m, stem)
		}
	}
}

func (rd *topicReader) readTopic(m *source.Map, stem string) {
	id, code := m.Need("id"), m.Need("code")
	t := &Topic{ID: readID(id, "topic"), Pos: m.Pos(), References: map[string]string{}}
	if t.ID != "" && t.ID != stem {
		id.Errorf(CodeFolder, "topic %q is in the file %q", clip(t.ID), stem+".yaml").Hint = "call the file " + clip(t.ID) + ".yaml"
	}
	t.Code = rd.topicCode(code)
	t.Title = readText(m.Need("title"), "topic."+t.ID+".title")
	t.Summary = readText(m.Need("summary"), "topic."+t.ID+".summary")
	rd.checkWording(t.Title, false)
	rd.checkWording(t.Summary, false)
	rd.readFacts(m, t)
	references := m.Need("references")
	t.referencesPos = references.Pos()
	for e := range references.Map().All() {
		if lang := readLanguage(e.At); lang != "" {
			t.References[lang] = readLink(e.Value)
		}
	}
	rd.readTranslations(m.Get("translations"), t)
	m.Done("topic \"" + clip(t.ID) + "\"")
	rd.topics[stem] = t // by the file's name, so that a wrong id is one problem
}

// topicCode reads a permanent code. It is printed on cards that are out of
// reach for ever, so no two topics may share it.
func (rd *topicReader) topicCode(v source.Value) string {
	code := wellFormedCode(v)
	if code != "" {
		unique(rd.codes, v, "topic code", code, false)
	}
	return code
}

// wellFormedCode reads a code and says what is wrong with it.
func wellFormedCode(v source.Value) string {
	code := v.Text()
	if code == "" || CodeCheck(code) {
		return code
	}
	p := v.Errorf(CodeTopicCode, "%q is no topic code", clip(code))
	p.Hint = "four characters of " + codeAlphabet + ", a hyphen and the check character"
	if len(code) == codeBody+2 && code[codeBody] == '-' {
		if right := NewCode(code[:codeBody]); right != "" {
			p.Message = "the check character of " + quote(code) + " is wrong"
			p.Hint = "the code of " + right[:codeBody] + " is " + right + ", unless another character is wrong"
		}
	}
	return ""
}

// readTranslations reads the translated texts of a topic.
func (rd *topicReader) readTranslations(v source.Value, t *Topic) {
	t.Translations = map[string]map[string]Translation{}
	for e := range v.Map().All() {
		lang := readLanguage(e.At)
		m := e.Value.Map()
		texts := map[string]Translation{}
		for _, field := range []string{"title", "summary"} {
			if tm := m.Get(field).Map(); tm != nil {
				of := tm.Need("of")
				texts["topic."+t.ID+"."+field] = Translation{
					Of:   readForm(of, "hash of a source text", hashForm, "a hash has 8 characters 0 to 9, a to f; put it in quotes"),
					Text: readText(tm.Need("text"), "").Text,
					Pos:  tm.Pos(),
				}
				tm.Done("a translation")
				tr := texts["topic."+t.ID+"."+field]
				rd.checkWording(Msg{Text: tr.Text, Pos: tr.Pos}, false)
			}
		}
		m.Done("the translation into " + clip(e.Key))
		if lang != "" {
			t.Translations[lang] = texts
		}
	}
}
