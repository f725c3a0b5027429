package library

import (
	"regexp"
	"slices"

	"kitpress/catalog"
	"kitpress/catalog/form"
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
func (l *Library) readFacts(m *source.Map, t *catalog.Topic) {
	t.Kind = catalog.TopicKind(m.Get("kind").OneOf("kind of topic", string(catalog.TopicThreat), string(catalog.TopicDefence), string(catalog.TopicTerm)))
	t.Age = usualAge
	if age := m.Get("age"); age.Exists() {
		t.Age = age.Int(1, maxTopicAge)
	}
	l.readRelated(m.Get("related"), t)
	l.readTags(m.Get("tags"), t)
}

// readRelated reads the topics a reader may go on with.
func (l *Library) readRelated(v source.Value, t *catalog.Topic) {
	for _, e := range v.List() {
		id := e.Text()
		switch {
		case id == "":
			continue
		case id == t.ID:
			e.Errorf(form.CodeForm, "topic %q is related to itself", source.Clip(id)).Hint = hintRelated
		case slices.Contains(t.Related, id):
			e.Errorf(form.CodeDoubleID, "topic %q is related to %q twice", source.Clip(t.ID), source.Clip(id)).Hint = hintRelated
		default:
			t.Related = append(t.Related, id)
			l.leads = append(l.leads, lead{id, e.Pos()})
		}
	}
	if n := len(t.Related); n > maxRelated {
		v.Errorf(form.CodeLength, "topic %q is related to %d topics, at most %d are allowed", source.Clip(t.ID), n, maxRelated)
	}
}

// readTags reads the places of a topic in frameworks.
func (l *Library) readTags(v source.Value, t *catalog.Topic) {
	names := make([]string, len(frameworks))
	for i, f := range frameworks {
		names[i] = f.name
	}
	elements := v.List()
	if len(elements) > maxTags {
		v.Errorf(form.CodeLength, "topic %q has %d tags, at most %d are allowed", source.Clip(t.ID), len(elements), maxTags)
	}
	for _, e := range elements {
		m := e.Map()
		if m == nil {
			continue
		}
		version, id := m.Need("version"), m.Need("id")
		tag := catalog.Tag{Framework: m.Need("framework").OneOf("framework", names...), Version: version.Text(), ID: id.Text(), Pos: e.Pos()}
		m.Done("a tag")
		same := func(o catalog.Tag) bool {
			return o.Framework == tag.Framework && o.Version == tag.Version && o.ID == tag.ID
		}
		if i := slices.Index(names, tag.Framework); i >= 0 {
			checkTag(frameworks[i], tag, version, id)
			if slices.ContainsFunc(t.Tags, same) {
				e.Errorf(form.CodeDoubleID, "the tag %s %s is there twice", tag.Framework, source.Clip(tag.ID))
			}
		}
		t.Tags = append(t.Tags, tag)
	}
}

// checkTag reports a version or an id no edition of the framework has.
func checkTag(f framework, tag catalog.Tag, version, id source.Value) {
	if tag.Version != "" && !f.versions().MatchString(tag.Version) {
		version.Errorf(form.CodeTag, "%q is no version of %s", source.Clip(tag.Version), f.name).Hint = hintVersions
	}
	if tag.ID != "" && !f.ids().MatchString(tag.ID) {
		id.Errorf(form.CodeTag, "%q is no id of %s", source.Clip(tag.ID), f.name).Hint = "write it like " + f.example
	}
}
