package library

import (
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strconv"
	"strings"

	"kitpress/catalog"
	"kitpress/catalog/form"
	"kitpress/catalog/source"
)

// maxQuestions is how many questions there may be about a topic.
const maxQuestions = 200

// A questionFile is what one file says.
type questionFile struct {
	topicFile
	ps        source.Problems
	questions []*readQuestion
	ok        bool
}

// A readQuestion is a question as it stands in a file. Of a translation only
// the ids and the texts are there.
type readQuestion struct {
	catalog.Question
	texts *catalog.QuestionTexts
	at    map[string]source.Pos // of the lists, by their keys
}

func (f *questionFile) english() bool { return f.lang == catalog.TopicSource }

// readQuestions reads the questions about all topics in the languages wanted.
// It returns which files there are, by language and topic.
func (l *Library) readQuestions() map[[2]string]bool {
	var files []*questionFile
	for _, f := range l.topicFiles(catalog.QuestionFolder, "questions") {
		files = append(files, &questionFile{topicFile: f})
	}
	source.Each(len(files), func(i int) { files[i].read(l.FS) })
	asked := map[string]bool{}  // whether there is an English file
	broken := map[string]bool{} // and it has mistakes: nothing can be compared with it
	have := map[[2]string]bool{}
	for _, f := range files {
		t := l.Topics[f.topic]
		pos := source.Pos{File: path.Join(catalog.QuestionFolder, f.lang, f.name)}
		have[[2]string{f.lang, f.topic}] = true
		switch {
		case t == nil:
			l.Unknown(pos, "there is no topic "+strconv.Quote(source.Clip(f.topic)), f.topic, form.KeysOf(l.Topics))
		case f.english():
			asked[f.topic], broken[f.topic] = true, f.ps.HasErrors()
			l.takeQuestions(t, f)
		case !asked[f.topic]:
			l.Errorf(pos, form.CodeUnasked, "topic %q has no questions in %s to be translated", t.ID, catalog.TopicSource)
		case f.ok && !broken[f.topic]:
			l.translateQuestions(t, f)
		}
		l.Problems = append(l.Problems, f.ps...)
	}
	return have
}

// takeQuestions takes the English questions into their topic.
func (l *Library) takeQuestions(t *catalog.Topic, f *questionFile) {
	for _, q := range f.questions {
		q.Topic = t.ID
		q.Texts = map[string]*catalog.QuestionTexts{catalog.TopicSource: q.texts}
		l.checkQuestionWording(q.texts)
		t.Questions = append(t.Questions, &q.Question)
	}
}

// checkQuestionWording looks at the texts people read; answers may hold any
// sign.
func (l *Library) checkQuestionWording(t *catalog.QuestionTexts) {
	l.CheckWording(t.Ask, false)
	l.CheckWording(t.Explain, false)
	for _, m := range slices.Concat(t.Options, t.Because, t.Left, t.Right) {
		l.CheckWording(m, false)
	}
}

// translateQuestions takes the translations of questions into their topic.
func (l *Library) translateQuestions(t *catalog.Topic, f *questionFile) {
	var ids []string
	for _, q := range t.Questions {
		ids = append(ids, q.ID)
	}
	for _, q := range f.questions {
		l.checkQuestionWording(q.texts)
		english := t.Question(q.ID)
		if english == nil {
			if q.ID != "" {
				l.Unknown(q.texts.IDPos, "topic "+strconv.Quote(t.ID)+" has no English question "+strconv.Quote(source.Clip(q.ID)), q.ID, func() []string { return ids })
			}
			continue
		}
		q.Kind = english.Kind
		f.checkQuestion(q)
		if l.sameKey(english, q) {
			english.Texts[f.lang] = q.texts
			l.checkStamp(english, f.lang)
		}
	}
	for _, q := range t.Questions {
		if !slices.ContainsFunc(f.questions, func(tr *readQuestion) bool { return tr.ID == q.ID }) {
			l.Warnf(source.Pos{File: path.Join(catalog.QuestionFolder, f.lang, f.name)}, form.CodeUntranslated, "the question %q is not translated", q.ID).Hint =
				"it is not asked in " + f.lang
		}
	}
}

// checkStamp reports a translation of another English wording.
func (l *Library) checkStamp(q *catalog.Question, lang string) {
	t := q.Texts[lang]
	hint := "compare it, then: kitpress translate topics " + lang + " --stamp " + q.Name()
	switch {
	case t.Of == "":
		l.Errorf(t.Pos, source.CodeMissingKey, "key %q is missing: the hash of the English question", "of").Hint = hint
	case !form.HashForm().MatchString(t.Of):
		l.Errorf(t.OfPos, form.CodeBadID, "%q is no hash of a source text", source.Clip(t.Of)).Hint = "a hash has 8 characters 0 to 9, a to f; put it in quotes"
	case t.Of != q.Texts[catalog.TopicSource].Hash():
		l.Errorf(t.OfPos, form.CodeStaleQuestion, "the English question %q has changed since it was translated", q.ID).Hint = hint
	}
}

// sameKey reports whether a translation has what the English question has, in
// the same order: then the key of the one is that of the other.
func (l *Library) sameKey(q *catalog.Question, tr *readQuestion) bool {
	en, t := q.Texts[catalog.TopicSource], tr.texts
	ok := true
	differ := func(key, have, want string) {
		pos := tr.at[key]
		if !pos.IsValid() {
			pos = t.Pos
		}
		l.Errorf(pos, form.CodeForm, "the %s of %q are %s, the English ones %s", key, q.ID, have, want).Hint = "give the same ones in the same order"
		ok = false
	}
	ids := func(key string, have, want []string) {
		if ok && !slices.Equal(have, want) {
			differ(key, idList(have), idList(want))
		}
	}
	ids("options", optionIDs(tr.Options), optionIDs(q.Options))
	ids("items", tr.Items, q.Items)
	ids("pairs", tr.Pairs, q.Pairs)
	count := func(key string, have, want int) {
		if ok && have != want {
			differ(key, fmt.Sprint(have), fmt.Sprint(want))
		}
	}
	if q.Kind != catalog.AskNumber || len(t.Units) < len(en.Units) { // more are more names for one of the unit
		count("units", len(t.Units), len(en.Units))
	}
	given := func(key string, have, want bool) {
		switch {
		case !ok || have == want:
			return
		case want:
			l.Errorf(t.Pos, source.CodeMissingKey, "key %q is missing", key).Hint = "the English question has it"
		default:
			l.Errorf(tr.at[key], source.CodeUnknownKey, "the English question %q has no %s", q.ID, key)
		}
		ok = false
	}
	given("accept", len(t.Accept) > 0, len(en.Accept) > 0)
	given("unit", t.Unit.Text != "", en.Unit.Text != "")
	if len(t.Wrong) > 0 {
		given("wrong", true, q.Kind == catalog.AskShort || q.Kind == catalog.AskList)
	}
	for i := 0; ok && i < len(q.Options); i++ {
		if (t.Because[i].Text != "") != (en.Because[i].Text != "") {
			l.Errorf(t.Options[i].Pos, form.CodeForm, "the option %q says why it is wrong in one of the languages only", q.Options[i].ID).Hint =
				"wrong options of a choice have because, the others do not"
			ok = false
		}
	}
	return ok
}

func optionIDs(list []catalog.QuestionOption) []string {
	var ids []string
	for _, o := range list {
		ids = append(ids, o.ID)
	}
	return ids
}

func idList(ids []string) string {
	if len(ids) == 0 {
		return "none"
	}
	return source.Clip(strings.Join(ids, ", "))
}

// untranslated warns, once for each language, of topics whose questions have
// no file in it.
func (l *Library) untranslated(have map[[2]string]bool) {
	for _, lang := range l.langs {
		base := catalog.BaseLanguage(lang)
		if base == catalog.TopicSource || !l.speaks(base) {
			continue
		}
		var without []string
		for _, id := range form.Keys(l.Topics) {
			if len(l.Topics[id].Questions) > 0 && !have[[2]string{base, id}] && !have[[2]string{lang, id}] {
				without = append(without, id)
			}
		}
		if len(without) > 0 {
			p := l.Warnf(source.Pos{File: path.Join(catalog.QuestionFolder, base)}, form.CodeUntranslated, "questions are not translated into %s, those about %s", base, short(without))
			p.Hint = "kitpress translate topics " + base + " lists them; they are not asked in " + base
		}
	}
}

// short names the first of many.
func short(ids []string) string {
	const most = 5
	if n := len(ids) - most; n > 0 {
		return strings.Join(ids[:most], ", ") + " and " + strconv.Itoa(n) + " more"
	}
	return strings.Join(ids, ", ")
}

// read reads the file.
func (f *questionFile) read(fsys fs.FS) {
	var m *source.Map
	if m, f.ok = f.open(fsys, path.Join(catalog.QuestionFolder, f.lang, f.name), "the questions about %q are", &f.ps); !f.ok {
		return
	}
	list := m.Need("questions")
	if n := len(list.List()); list.IsList() && (n == 0 || n > maxQuestions) {
		list.Errorf(form.CodeLength, "want 1 to %d questions, found %d", maxQuestions, n)
		return
	}
	seen := map[string]source.Pos{}
	for _, v := range list.List() {
		if q := f.question(v, seen); q != nil {
			f.questions = append(f.questions, q)
		}
	}
	m.Done("the questions about \"" + source.Clip(f.topic) + "\"")
}
