package cli

import (
	"bytes"
	"fmt"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"kitpress/catalog"
	"kitpress/catalog/source"
	"kitpress/cmd/internal/kit"
	"kitpress/i18n"
)

// topicsWord stands for the threat library where the name of a game is asked
// for.
const topicsWord = "topics"

// translateTopics lists what of the threat library is missing or stale in a
// language, and renews the hashes of what was checked.
func translateTopics(games *openedCatalog, o translateOptions, s Streams) error {
	switch {
	case !langTag.MatchString(o.lang):
		return usage("write it like de or de-CH", "%q is no language", o.lang)
	case len(o.stamp) > 0 && o.catalog == "":
		return usage("add --catalog with the folder of the topics", "the topics kitpress ships cannot be changed")
	}
	topics, problems := catalog.Topics(games.fsys, o.lang)
	if len(topics) == 0 {
		return games.explain(problems.Err())
	}
	if len(o.stamp) > 0 {
		if err := stampTopics(games.fsys, o, topics); err != nil {
			return err
		}
		topics, problems = catalog.Topics(games.fsys, o.lang)
	}
	left := 0
	for _, id := range slices.Sorted(maps.Keys(topics)) {
		for _, state := range i18n.Untranslated(topics[id], o.lang) {
			left++
			fmt.Fprintf(s.Out, "%-8s %s.%s\n", state.State, id, state.Part)
		}
	}
	// The topics without an English explanation wait for their author, not for
	// the translator.
	problems = slices.DeleteFunc(problems, func(p source.Problem) bool { return !strings.Contains(p.Pos.File, "/"+o.lang+"/") })
	fmt.Fprintf(s.Out, "%s, %d to translate or to check\n", plural(len(topics), "topic"), left)
	return games.explain(problems.Err())
}

// stampTopics renews the hashes in the files of the parts asked for.
func stampTopics(fsys fs.FS, o translateOptions, topics map[string]*catalog.Topic) error {
	parts := map[string][]string{} // of each topic; none means all
	for _, id := range o.stamp {
		topic, part, some := strings.Cut(id, ".")
		switch {
		case id == "all":
			for t := range topics {
				parts[t] = nil
			}
		case topics[topic] == nil:
			return usage(guess(topic, slices.Sorted(maps.Keys(topics)), "write it like phishing or phishing.notice"), "there is no topic %q", topic)
		case some:
			parts[topic] = append(parts[topic], part)
		default:
			parts[topic] = nil
		}
	}
	for _, id := range slices.Sorted(maps.Keys(parts)) {
		name := catalog.ExplanationFile(id, o.lang)
		data, err := fs.ReadFile(fsys, name)
		if err != nil || topics[id].Explanation == nil {
			continue // listed as missing
		}
		stamped := i18n.StampExplanation(data, topics[id].Explanation, parts[id]...)
		if bytes.Equal(stamped, data) {
			continue
		}
		if err := kit.ReplaceFile(filepath.Join(o.catalog, filepath.FromSlash(name)), stamped); err != nil {
			return err
		}
	}
	return nil
}
