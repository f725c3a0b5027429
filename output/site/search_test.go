package site

import (
	"bytes"
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
