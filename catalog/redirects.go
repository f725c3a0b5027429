package catalog

// redirectFile lists the codes of topics that are gone, beside the folders
// games and topics, or in the folder of the only game.
const redirectFile = "redirects.yaml"

// A redirect leads a code that is out on cards to another topic.
type redirect struct{ code, topic string }

// readRedirects reads the codes that live on. None of them may be a topic's
// own, and each leads to a topic that is there.
func (rd *topicReader) readRedirects() {
	if !exists(rd.fsys, redirectFile) {
		return
	}
	m, ok := rd.openFile(redirectFile)
	if !ok {
		return
	}
	for e := range m.Need("codes").Map().All() {
		code, id := wellFormedCode(e.At), e.Value.Text()
		if at, living := rd.codes[code]; living && code != "" {
			e.At.Errorf(CodeTopicCode, "the code %s belongs to a topic, at %v", code, at).Hint = "only codes of topics that are gone lead elsewhere"
			continue
		}
		if id == "" {
			continue
		}
		if rd.topics[id] == nil && !rd.broken {
			rd.unknown(e.Value.Pos(), "there is no topic "+quote(clip(id)), id, keysOf(rd.topics))
			continue
		}
		rd.old = append(rd.old, redirect{code, id})
	}
	m.Done(redirectFile)
}

// redirect takes the old codes of the game's topics into the game.
func (rd *topicReader) redirect() {
	for _, r := range rd.old {
		if r.code != "" && rd.g.Topics[r.topic] != nil {
			rd.g.Redirects[r.code] = r.topic
		}
	}
}
