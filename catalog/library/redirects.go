package library

import (
	"kitpress/catalog"
	"kitpress/catalog/form"
	"kitpress/catalog/source"
	"strconv"
)

// RedirectFile lists the codes of topics that are gone, beside the folders
// games and topics, or in the folder of the only game.
const RedirectFile = "redirects.yaml"

// A redirect leads a code that is out on cards to another topic.
type redirect struct{ code, topic string }

// readRedirects reads the codes that live on. None of them may be a topic's
// own, and each leads to a topic that is there.
func (l *Library) readRedirects() {
	if !source.Exists(l.FS, RedirectFile) {
		return
	}
	m, ok := l.Open(RedirectFile)
	if !ok {
		return
	}
	for e := range m.Need("codes").Map().All() {
		code, id := wellFormedCode(e.At), e.Value.Text()
		if at, living := l.codes[code]; living && code != "" {
			e.At.Errorf(form.CodeTopicCode, "the code %s belongs to a topic, at %v", code, at).Hint = "only codes of topics that are gone lead elsewhere"
			continue
		}
		if id == "" {
			continue
		}
		if l.Topics[id] == nil && !l.Broken {
			l.Unknown(e.Value.Pos(), "there is no topic "+strconv.Quote(source.Clip(id)), id, form.KeysOf(l.Topics))
			continue
		}
		l.old = append(l.old, redirect{code, id})
	}
	m.Done(RedirectFile)
}

// Redirects returns the old codes that lead to some topics, each with its topic.
func (l *Library) Redirects(topics map[string]*catalog.Topic) map[string]string {
	codes := map[string]string{}
	for _, r := range l.old {
		if r.code != "" && topics[r.topic] != nil {
			codes[r.code] = r.topic
		}
	}
	return codes
}
