package web

import (
	"strings"

	"kitpress/output/site"
)

// A target is a topic a code leads to.
type target struct {
	code  string
	langs []string // in the order of the site
}

// codes finds topics by what people type: the code, with or without hyphen, in
// any case, or its first part alone when only one code begins with it.
type codes map[string]*target

func newCodes(s *site.Site) codes {
	c := codes{}
	bodies := map[string]int{}
	enter := func(code string, t *target) {
		c[plain(code)] = t
		if body, _, ok := strings.Cut(code, "-"); ok {
			bodies[body]++
			if c[body] == nil {
				c[body] = t
			}
		}
	}
	all := map[string]*target{}
	for _, topic := range s.Topics {
		t := &target{code: topic.Code}
		for _, l := range s.Languages {
			if _, ok := topic.Texts[l.Tag]; ok {
				t.langs = append(t.langs, l.Tag)
			}
		}
		if len(t.langs) > 0 {
			all[t.code] = t
			enter(t.code, t)
		}
	}
	for old, to := range s.Redirects {
		if t := all[to]; t != nil {
			enter(old, t)
		}
	}
	for body, n := range bodies {
		if n > 1 {
			delete(c, body)
		}
	}
	return c
}

// maxTyped is the longest code looked at.
const maxTyped = 40

// find returns the topic of a code as it was typed, nil when there is none.
func (c codes) find(typed string) *target {
	if len(typed) > maxTyped {
		return nil
	}
	return c[plain(typed)]
}

// plain leaves out what people add or forget: hyphens, blanks, small letters.
func plain(code string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z':
			return r - 'a' + 'A'
		case r == '-' || r == ' ' || r == '\u2010' || r == '\u2011' || r == '\u2013':
			return -1
		}
		return r
	}, code)
}
