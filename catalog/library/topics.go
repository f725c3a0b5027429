package library

import (
	"path"
	"strconv"
	"strings"

	"kitpress/catalog"
	"kitpress/catalog/form"
	"kitpress/catalog/source"
)

// readTopics reads the whole threat library, so that a code given twice is
// found even when a game uses one of the two topics only.
func (l *Library) readTopics() {
	for _, e := range l.ReadDir(".") {
		if e.Name() == catalog.TopicFolder && l.BadLink(catalog.TopicFolder, e) {
			return
		}
	}
	for _, e := range l.Entries(catalog.TopicFolder) {
		name := e.Name()
		file := path.Join(catalog.TopicFolder, name)
		stem, isYAML := strings.CutSuffix(name, ".yaml")
		if l.IsDir(file) && (file == catalog.ExplanationFolder || file == catalog.QuestionFolder) {
			continue
		}
		if l.IsDir(file) {
			l.Errorf(source.Pos{File: file}, form.CodeUnknownFile, "nothing reads this folder").Hint =
				source.DidYouMean(name, []string{path.Base(catalog.ExplanationFolder), path.Base(catalog.QuestionFolder)})
			continue
		}
		if !isYAML {
			if strings.HasSuffix(strings.ToLower(name), ".yml") || strings.HasSuffix(strings.ToLower(name), ".yaml") {
				l.Errorf(source.Pos{File: file}, form.CodeUnknownFile, "nothing reads this file").Hint = "topics are called <id>.yaml"
			}
			continue
		}
		if m, ok := l.Open(file); ok {
			l.readTopic(m, stem)
		}
	}
}

func (l *Library) readTopic(m *source.Map, stem string) {
	id, code := m.Need("id"), m.Need("code")
	t := &catalog.Topic{ID: form.ReadID(id, "topic"), Pos: m.Pos(), References: map[string]string{}}
	if t.ID != "" && t.ID != stem {
		id.Errorf(form.CodeFolder, "topic %q is in the file %q", source.Clip(t.ID), stem+".yaml").Hint = "call the file " + source.Clip(t.ID) + ".yaml"
	}
	t.Code = l.topicCode(code)
	t.Title = form.ReadText(m.Need("title"), "topic."+t.ID+".title")
	t.Summary = form.ReadText(m.Need("summary"), "topic."+t.ID+".summary")
	l.CheckWording(t.Title, false)
	l.CheckWording(t.Summary, false)
	if v := m.Get("source"); v.Exists() {
		t.Source = form.ReadLanguage(v)
	}
	references := m.Need("references")
	l.places[t] = places{m.Get("kind").Pos(), references.Pos()}
	l.readFacts(m, t)
	for e := range references.Map().All() {
		if lang := form.ReadLanguage(e.At); lang != "" {
			t.References[lang] = form.ReadLink(e.Value)
		}
	}
	l.readTranslations(m.Get("translations"), t)
	m.Done("topic \"" + source.Clip(t.ID) + "\"")
	l.Topics[stem] = t // by the file's name, so that a wrong id is one problem
}

// topicCode reads a permanent code. It is printed on cards that are out of
// reach for ever, so no two topics may share it.
func (l *Library) topicCode(v source.Value) string {
	code := wellFormedCode(v)
	if code != "" {
		form.Unique(l.codes, v, "topic code", code, false)
	}
	return code
}

// wellFormedCode reads a code and says what is wrong with it.
func wellFormedCode(v source.Value) string {
	code := v.Text()
	if code == "" || CodeCheck(code) {
		return code
	}
	p := v.Errorf(form.CodeTopicCode, "%q is no topic code", source.Clip(code))
	p.Hint = "four characters of " + codeAlphabet + ", a hyphen and the check character"
	if len(code) == codeBody+2 && code[codeBody] == '-' {
		if right := NewCode(code[:codeBody]); right != "" {
			p.Message = "the check character of " + strconv.Quote(code) + " is wrong"
			p.Hint = "the code of " + right[:codeBody] + " is " + right + ", unless another character is wrong"
		}
	}
	return ""
}

// readTranslations reads the translated texts of a topic.
func (l *Library) readTranslations(v source.Value, t *catalog.Topic) {
	t.Translations = map[string]map[string]catalog.Translation{}
	for e := range v.Map().All() {
		lang := form.ReadLanguage(e.At)
		m := e.Value.Map()
		texts := map[string]catalog.Translation{}
		for _, field := range []string{"title", "summary"} {
			if tm := m.Get(field).Map(); tm != nil {
				of := tm.Need("of")
				texts["topic."+t.ID+"."+field] = catalog.Translation{
					Of:   form.ReadName(of, "hash of a source text", form.HashForm, "a hash has 8 characters 0 to 9, a to f; put it in quotes"),
					Text: form.ReadText(tm.Need("text"), "").Text, Reading: form.ReadText(tm.Get("reading"), "").Text,
					Pos: tm.Pos(),
				}
				tm.Done("a translation")
				tr := texts["topic."+t.ID+"."+field]
				l.CheckWording(catalog.Msg{Text: tr.Text, Pos: tr.Pos}, false)
			}
		}
		m.Done("the translation into " + source.Clip(e.Key))
		if lang != "" {
			t.Translations[lang] = texts
		}
	}
}
