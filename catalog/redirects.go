package catalog

// redirectFile lists the codes of topics that are gone, beside the folders
// games and topics, or in the folder of the only game.
const redirectFile = "redirects.yaml"

// A redirect leads a code that is out on cards to another topic.
type redirect struct{ code, topic string }

// readRedirects reads the codes that live on. None of them may be a topic's
// own, and each leads to a topic that is there.
func (l *loader) readRedirects() {
	if !exists(l.fsys, redirectFile) {
		return
	}
	m, ok := l.openFile(redirectFile)
	if !ok {
		return
	}
	for e := range m.Need("codes").Map().All() {
		code, id := wellFormedCode(e.At), e.Value.Text()
		if at, living := l.codes[code]; living && code != "" {
			e.At.Errorf(CodeTopicCode, "the code %s belongs to a topic, at %v", code, at).Hint = "only codes of topics that are gone lead elsewhere"
			continue
		}
		if id == "" {
			continue
		}
		if l.topics[id] == nil && !l.broken {
			l.unknown(e.Value.Pos(), "there is no topic "+quote(clip(id)), id, keysOf(l.topics))
			continue
		}
		l.old = append(l.old, redirect{code, id})
	}
	m.Done(redirectFile)
}

// redirect takes the old codes of the game's topics into the game.
func (l *loader) redirect() {
	for _, r := range l.old {
		if r.code != "" && l.g.Topics[r.topic] != nil {
			l.g.Redirects[r.code] = r.topic
		}
	}
}
