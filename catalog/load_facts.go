package catalog

import (
	"regexp"
	"slices"

	"kitpress/catalog/source"
)

const (
	maxRelated   = 5
	maxTags      = 12
	maxTopicAge  = 18
	usualAge     = 12 // of the readers of a topic
	hintRelated  = "name other topics, each once"
	hintVersions = "the lists change: say which edition the id is from"
)

// A framework is a list of competences or techniques topics are placed in.
type framework struct {
	name     string
	versions func() *regexp.Regexp
	ids      func() *regexp.Regexp
	example  string // of an id
}

// frameworks are those whose ids can be told from misprints.
var frameworks = []framework{
	{"digcomp", source.Pattern(`^(2\.2|3\.0)$`), source.Pattern(`^(1\.[1-3]|2\.[1-6]|[345]\.[1-4])$`), "4.2"},
	{"enisa", source.Pattern(`^20[12][0-9]$`), source.Pattern(`^[a-z]+(-[a-z]+)*$`), "social-engineering"},
	{"kmk", source.Pattern(`^20[12][0-9]$`), source.Pattern(`^[1-6]\.[1-6](\.[1-9])?$`), "4.1"},
	{"lehrplan-21", source.Pattern(`^20[12][0-9]$`), source.Pattern(`^MI\.[12]\.[1-9](\.[a-z])?$`), "MI.1.3.d"},
	{"mitre-attack", source.Pattern(`^[1-9][0-9](\.[0-9])?$`), source.Pattern(`^(T[0-9]{4}(\.[0-9]{3})?|M[0-9]{4})$`), "T1566.001"},
	{"nice", source.Pattern(`^[12]\.[0-9]\.[0-9]$`), source.Pattern(`^([A-Z]{2}-[A-Z]{2,3}-[0-9]{3}|[KST][0-9]{4})$`), "PR-CDA-001"},
}

// readFacts reads what is the same in every language: what a topic is about,
// and where it belongs.
func (rd *topicReader) readFacts(m *source.Map, t *Topic) {
	kind := m.Get("kind")
	t.Kind, t.kindPos = TopicKind(kind.OneOf("kind of topic", string(TopicThreat), string(TopicDefence), string(TopicTerm))), kind.Pos()
	t.Age = usualAge
	if age := m.Get("age"); age.Exists() {
		t.Age = age.Int(1, maxTopicAge)
	}
	rd.readRelated(m.Get("related"), t)
	rd.readTags(m.Get("tags"), t)
}

// readRelated reads the topics a reader may go on with.
func (rd *topicReader) readRelated(v source.Value, t *Topic) {
	t.relatedPos = v.Pos()
	for _, e := range v.List() {
		id := e.Text()
		switch {
		case id == "":
			continue
		case id == t.ID:
			e.Errorf(CodeForm, "topic %q is related to itself", clip(id)).Hint = hintRelated
		case slices.Contains(t.Related, id):
			e.Errorf(CodeDoubleID, "topic %q is related to %q twice", clip(t.ID), clip(id)).Hint = hintRelated
		default:
			t.Related = append(t.Related, id)
			rd.related = append(rd.related, reference{refTopic, "", id, e.Pos()})
		}
	}
	if n := len(t.Related); n > maxRelated {
		v.Errorf(CodeLength, "topic %q is related to %d topics, at most %d are allowed", clip(t.ID), n, maxRelated)
	}
}

// readTags reads the places of a topic in frameworks.
func (rd *topicReader) readTags(v source.Value, t *Topic) {
	names := make([]string, len(frameworks))
	for i, f := range frameworks {
		names[i] = f.name
	}
	elements := v.List()
	if len(elements) > maxTags {
		v.Errorf(CodeLength, "topic %q has %d tags, at most %d are allowed", clip(t.ID), len(elements), maxTags)
	}
	for _, e := range elements {
		m := e.Map()
		if m == nil {
			continue
		}
		version, id := m.Need("version"), m.Need("id")
		tag := Tag{m.Need("framework").OneOf("framework", names...), version.Text(), id.Text(), e.Pos()}
		m.Done("a tag")
		same := func(o Tag) bool { return o.Framework == tag.Framework && o.Version == tag.Version && o.ID == tag.ID }
		if i := slices.Index(names, tag.Framework); i >= 0 {
			checkTag(frameworks[i], tag, version, id)
			if slices.ContainsFunc(t.Tags, same) {
				e.Errorf(CodeDoubleID, "the tag %s %s is there twice", tag.Framework, clip(tag.ID))
			}
		}
		t.Tags = append(t.Tags, tag)
	}
}

// checkTag reports a version or an id no edition of the framework has.
func checkTag(f framework, tag Tag, version, id source.Value) {
	if tag.Version != "" && !f.versions().MatchString(tag.Version) {
		version.Errorf(CodeTag, "%q is no version of %s", clip(tag.Version), f.name).Hint = hintVersions
	}
	if tag.ID != "" && !f.ids().MatchString(tag.ID) {
		id.Errorf(CodeTag, "%q is no id of %s", clip(tag.ID), f.name).Hint = "write it like " + f.example
	}
}
