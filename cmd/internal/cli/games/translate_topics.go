package games

import (
	"bytes"
	"fmt"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"kitpress/catalog"
	"kitpress/catalog/library"
	"kitpress/catalog/source"
	"kitpress/cmd/internal/cli/command"
	"kitpress/cmd/internal/cli/terminal"
	"kitpress/cmd/internal/kit/tree"
	"kitpress/i18n"
	"kitpress/i18n/exchange"
)

// topicsWord stands for the threat library where the name of a game is asked
// for.
const topicsWord = "topics"

// translateTopics lists what of the threat library is missing or stale in a
// language, and renews the hashes of what was checked.
func (o *translateOptions) translateTopics(s terminal.Streams, fsys fs.FS) error {
	switch {
	case !command.LangTag.MatchString(o.lang):
		return terminal.Usage("write it like de or de-CH", "%q is no language", o.lang)
	case o.lang == catalog.TopicSource:
		return terminal.Usage("name the language they are to be translated into", "the topics are written in %s", o.lang)
	case (len(o.stamp) > 0 || o.from != "") && o.catalog == "":
		return terminal.Usage("add --catalog with the folder of the topics", "the topics kitpress ships cannot be changed")
	}
	topics, problems := library.Topics(fsys, o.lang)
	if len(topics) == 0 {
		return problems.Err()
	}
	if o.as != "" {
		return o.exportTopics(s, topics)
	}
	if o.from != "" {
		if err := o.takeTopics(s, fsys, topics); err != nil {
			return err
		}
	}
	if len(o.stamp) > 0 {
		if err := o.stampTopics(fsys, topics); err != nil {
			return err
		}
	}
	if o.from != "" || len(o.stamp) > 0 {
		now, err := topicsWith(fsys, o.would)
		if err != nil {
			return err
		}
		topics, problems = library.Topics(now, o.lang)
	}
	for _, name := range slices.Sorted(maps.Keys(o.would)) {
		fmt.Fprintln(s.Out, filepath.Join(o.catalog, filepath.FromSlash(name)))
	}
	left := 0
	for _, id := range slices.Sorted(maps.Keys(topics)) {
		for _, state := range i18n.Untranslated(topics[id], o.lang) {
			left++
			name := id + "." + state.Part
			if strings.Contains(state.Part, "/") {
				name = state.Part
			}
			fmt.Fprintf(s.Out, "%-8s %s\n", state.State, name)
		}
	}
	// The topics without an English explanation wait for their author, not for
	// the translator.
	problems = slices.DeleteFunc(problems, func(p source.Problem) bool { return !strings.Contains(p.Pos.File, "/"+o.lang+"/") })
	terminal.Printf(s.Out, "%s, %d to translate or to check\n", terminal.Plural(len(topics), "topic"), left)
	return problems.Err()
}

// A stamp is what of a topic was checked: all of it, or some parts of its
// explanation and some of its questions.
type stamp struct {
	all              bool
	parts, questions []string
}

// stampTopics renews the hashes in the files of the parts asked for.
func (o *translateOptions) stampTopics(fsys fs.FS, topics map[string]*catalog.Topic) error {
	stamps, err := readStamps(o.stamp, topics)
	if err != nil {
		return err
	}
	for _, id := range slices.Sorted(maps.Keys(stamps)) {
		t, st := topics[id], stamps[id]
		if st.all {
			st.parts, st.questions = nil, nil // none named: all there are
		}
		if (st.all || len(st.parts) > 0) && t.Explanation != nil {
			err := o.stampFile(fsys, catalog.ExplanationFile(id, o.lang), func(data []byte) []byte {
				return i18n.StampExplanation(data, t.Explanation, st.parts...)
			})
			if err != nil {
				return err
			}
		}
		if st.all || len(st.questions) > 0 {
			err := o.stampFile(fsys, catalog.QuestionFile(id, o.lang), func(data []byte) []byte {
				return i18n.StampQuestions(data, t, o.lang, st.questions...)
			})
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// readStamps reads what was typed after --stamp: all, phishing,
// phishing.notice, phishing.questions or phishing/bank-mail.
func readStamps(ids []string, topics map[string]*catalog.Topic) (map[string]*stamp, error) {
	stamps := map[string]*stamp{}
	of := func(topic string) *stamp {
		if stamps[topic] == nil {
			stamps[topic] = &stamp{}
		}
		return stamps[topic]
	}
	for _, id := range ids {
		if id == "all" {
			for t := range topics {
				of(t).all = true
			}
			continue
		}
		topic, part, question := id, "", false
		if i := strings.IndexAny(id, "./"); i >= 0 {
			topic, part, question = id[:i], id[i+1:], id[i] == '/'
		}
		t := topics[topic]
		if t == nil {
			return nil, terminal.Usage(terminal.Guess(topic, slices.Sorted(maps.Keys(topics)), "write it like phishing, phishing.notice or phishing/bank-mail"), "there is no topic %q", topic)
		}
		var known []string
		for _, q := range t.Questions {
			known = append(known, q.ID)
		}
		switch st := of(topic); {
		case topic == id:
			st.all = true
		case question && !slices.Contains(known, part):
			return nil, terminal.Usage(terminal.Guess(part, known, "kitpress translate topics lists them"), "topic %q has no question %q", topic, part)
		case question:
			st.questions = append(st.questions, part)
		case part == "questions":
			st.questions = append(st.questions, known...)
		default:
			st.parts = append(st.parts, part)
		}
	}
	return stamps, nil
}

// stampFile changes a file, if it is there: a missing one is listed.
func (o *translateOptions) stampFile(fsys fs.FS, name string, change func([]byte) []byte) error {
	data, err := fs.ReadFile(fsys, name)
	if err != nil {
		return nil
	}
	stamped := change(data)
	if bytes.Equal(stamped, data) {
		return nil
	}
	_, err = o.put(name, stamped)
	return err
}

// topicsName is what a file with the texts of topics says it is about.
const topicsName = "kitpress-topics"

// exportTopics writes the texts of all topics in the format of --as.
func (o *translateOptions) exportTopics(s terminal.Streams, topics map[string]*catalog.Topic) error {
	var units []exchange.Unit
	for _, id := range slices.Sorted(maps.Keys(topics)) {
		for _, t := range i18n.TopicTexts(topics[id], o.lang) {
			u := exchange.Unit{ID: t.ID, Source: t.Source, Target: t.Target, Stale: t.Stale}
			switch {
			case t.Lines:
				u.Note = "ways to say it, one on each line, the first is shown; as many as your language has"
			case t.ID == i18n.ReferenceID(topics[id]):
				u.Note = "the address of a public page about it in your language"
			case strings.Contains(t.Source, "]("):
				u.Note = "[words](topic) leads to another page: translate the words, leave what stands in ( )"
			}
			units = append(units, u)
		}
	}
	return o.write(s, exchange.Head{Name: topicsName, Source: catalog.TopicSource, Target: o.lang}, units)
}

// takeTopics writes the texts in the file of --from into those of the topics. An
// explanation or a question is written when all of it is translated.
func (o *translateOptions) takeTopics(s terminal.Streams, fsys fs.FS, topics map[string]*catalog.Topic) error {
	_, units, problems, err := o.read(topicsName)
	if err != nil {
		return err
	}
	given, places := map[string]exchange.Unit{}, map[string]source.Pos{}
	for _, u := range units {
		given[u.ID], places[u.ID] = u, u.Pos
	}
	files, n := map[string][]byte{}, 0
	for _, id := range slices.Sorted(maps.Keys(topics)) {
		t, taken, changed := topics[id], i18n.Taken{}, false
		for _, text := range i18n.TopicTexts(t, o.lang) {
			u, ok := given[text.ID]
			delete(given, text.ID)
			if was := text; ok && u.Target != "" {
				text.Target, text.Stale = u.Target, u.Stale || u.Source != text.Source
				if text != was {
					changed = true
					n++
				}
			}
			taken[text.ID] = text
		}
		if changed {
			problems = append(problems, o.putTopic(fsys, t, taken, files, places)...)
		}
	}
	for _, id := range slices.Sorted(maps.Keys(given)) {
		problems.Errorf(places[id], i18n.CodeExtra, "there is no text %q", id).Hint = "it was there when the file was written; remove it"
	}
	found, err := o.tryTopics(fsys, files)
	if err != nil {
		return err
	}
	if problems = append(problems, found...); problems.HasErrors() {
		return problems.Err()
	}
	for _, name := range slices.Sorted(maps.Keys(files)) {
		if _, err := o.put(name, files[name]); err != nil {
			return err
		}
	}
	s.Problems(problems)
	err = terminal.Printf(s.Err, "%s: %s changed, %s written\n", o.from, terminal.Plural(n, "text"), terminal.Plural(len(files), "file"))
	return err
}

// topicsWith returns the files of the topics, with some in the place of theirs.
func topicsWith(fsys fs.FS, files tree.Files) (tree.Files, error) {
	all := tree.Files{}
	err := fs.WalkDir(fsys, catalog.TopicFolder, func(name string, d fs.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() {
			all[name], err = fs.ReadFile(fsys, name)
		}
		return err
	})
	maps.Copy(all, files)
	return all, err
}

// tryTopics reads the topics with files in the place of theirs, and returns what
// is wrong in these.
func (o *translateOptions) tryTopics(fsys fs.FS, files tree.Files) (wrong source.Problems, err error) {
	trial, err := topicsWith(fsys, files)
	_, problems := library.Topics(trial, o.lang)
	for _, p := range problems {
		if files[p.Pos.File] != nil && p.Severity == source.Error {
			wrong = append(wrong, p)
		}
	}
	return wrong, err
}

// putTopic adds the files of a topic that change to files, and reports what
// cannot be written because some of it is missing.
func (o *translateOptions) putTopic(fsys fs.FS, t *catalog.Topic, taken i18n.Taken, files map[string][]byte, places map[string]source.Pos) (problems source.Problems) {
	put := func(name string, write func(old []byte) []byte) bool {
		old, _ := fs.ReadFile(fsys, name)
		file := write(old)
		if file != nil && !bytes.Equal(file, old) {
			files[name] = file
		}
		return file != nil
	}
	begun := func(id string) bool { return taken[id].Target != "" }
	if title, summary, page := begun(t.Title.ID), begun(t.Summary.ID), begun(i18n.ReferenceID(t)) || len(t.References) == 0; (title || summary) && !(title && summary && page) {
		problems.Warnf(places[t.Title.ID], i18n.CodeMissing, "%s was not taken over: it needs title, summary and reference", t.ID)
	}
	put(catalog.TopicFolder+"/"+t.ID+".yaml", func(old []byte) []byte { return i18n.WriteTitles(old, t, o.lang, taken) })
	if t.Explanation != nil {
		written := put(catalog.ExplanationFile(t.ID, o.lang), func(old []byte) []byte { return i18n.WriteExplanation(old, t, taken) })
		lacking, some := "", false
		for _, part := range t.Explanation.Parts() {
			for _, m := range part.Texts {
				if some = some || begun(m.ID); !begun(m.ID) && lacking == "" {
					lacking = m.ID
				}
			}
		}
		if !written && some {
			problems.Warnf(places[lacking], i18n.CodeMissing, "the explanation of %s lacks %s, and was not taken over", t.ID, lacking)
		}
	}
	put(catalog.QuestionFile(t.ID, o.lang), func([]byte) []byte {
		file, lacking := i18n.WriteQuestions(t, o.lang, taken)
		for _, name := range lacking {
			problems.Warnf(places["topic."+strings.Replace(name, "/", ".q.", 1)+".ask"], i18n.CodeMissing, "the question %s is not all translated, and was not taken over", name)
		}
		return file
	})
	return problems
}
