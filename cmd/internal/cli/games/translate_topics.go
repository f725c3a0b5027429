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
	"kitpress/cmd/internal/kit/publish"
	"kitpress/i18n"
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
	case len(o.stamp) > 0 && o.catalog == "":
		return terminal.Usage("add --catalog with the folder of the topics", "the topics kitpress ships cannot be changed")
	}
	topics, problems := library.Topics(fsys, o.lang)
	if len(topics) == 0 {
		return problems.Err()
	}
	if len(o.stamp) > 0 {
		if err := o.stampTopics(fsys, topics); err != nil {
			return err
		}
		topics, problems = library.Topics(fsys, o.lang)
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
	fmt.Fprintf(s.Out, "%s, %d to translate or to check\n", terminal.Plural(len(topics), "topic"), left)
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
	return publish.ReplaceFile(filepath.Join(o.catalog, filepath.FromSlash(name)), stamped)
}
