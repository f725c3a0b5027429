package site

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"testing"
)

func TestWordsAreFound(t *testing.T) {
	s := sample()
	f, err := NewFinder(s)
	if err != nil {
		t.Fatal(err)
	}
	lang, other := s.Languages[0].Tag, s.Languages[1].Tag
	title := s.Topics[1].Texts[lang].Title
	page := f.Find(lang, title)
	if page == nil {
		t.Fatalf("%q is not found", title)
	}
	if i, j := bytes.Index(page, []byte("/C/"+s.Topics[1].Code+"/")), bytes.Index(page, []byte("/C/"+s.Topics[0].Code+"/")); i < 0 || j >= 0 && j < i {
		t.Errorf("the topic with the name is not the first: %d, %d", i, j)
	}
	for _, c := range []struct {
		lang, typed string
		found       bool
	}{
		{lang, "FIRST paragraph", true}, {other, "two-factor", true}, {lang, "paragraph nowhere", false},
		{lang, "", false}, {lang, "   ", false}, {"xx", "paragraph", false},
	} {
		if got := f.Find(c.lang, c.typed) != nil; got != c.found {
			t.Errorf("%s, %q: found %v", c.lang, c.typed, got)
		}
	}
	evil := &Site{}
	*evil = *s
	evil.Topics[0].Texts[lang] = TopicText{Title: "<script>", Summary: "<script>"}
	if f, err = NewFinder(evil); err != nil {
		t.Fatal(err)
	}
	if page := f.Find(lang, "<script>"); page == nil || bytes.Contains(page, []byte("<script")) {
		t.Errorf("what was typed is part of the page: %s", page)
	}
}

// A folder without a server is searched by a script: it looks into the same texts,
// each word of them once.
func TestWordsOfAFolder(t *testing.T) {
	s := sample()
	files := written(t, s)
	for _, l := range s.Languages {
		data, ok := strings.CutPrefix(files["codes/"+strings.ToLower(l.Tag)+"/words.js"], "const topics = ")
		var list []foundBy
		if err := json.Unmarshal([]byte(strings.TrimSuffix(data, ";\n")), &list); !ok || err != nil {
			t.Fatalf("%s: %v: %s", l.Tag, err, data)
		}
		at := 0
		for _, topic := range s.Topics {
			text, ok := topic.Texts[l.Tag]
			if !ok {
				continue
			}
			at = slices.IndexFunc(list, func(f foundBy) bool { return f.Code == topic.Code })
			if at < 0 {
				t.Fatalf("%s: no %s", l.Tag, topic.Code)
			}
			f, e := list[at], entryOf(topic.Code, &text)
			if f.Title != text.Title || f.Summary != text.Summary || f.Names != e.names || files[strings.TrimPrefix(f.Href, "../../")] == "" {
				t.Errorf("%s: %+v", l.Tag, f)
			}
			for word := range strings.FieldsSeq(e.text) {
				if n := strings.Count(" "+f.Words+" ", " "+word+" "); n != 1 {
					t.Errorf("%s, %s: %q is there %d times", l.Tag, topic.Code, word, n)
				}
			}
			if old := s.Redirects["2222-2"] == topic.Code; old != slices.Equal(f.Old, []string{"2222-2"}) {
				t.Errorf("%s had the codes %v", topic.Code, f.Old)
			}
		}
		if !strings.Contains(files[CodesPage(l.Tag)], `<script src="../../`+wordsFile(l.Tag)+`" defer></script>`) {
			t.Errorf("the list of codes in %s does not search", l.Tag)
		}
	}
}
