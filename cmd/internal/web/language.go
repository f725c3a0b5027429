package web

import (
	"strconv"
	"strings"
)

// maxWishes is how many languages of a request are looked at.
const maxWishes = 16

// negotiate returns the language of langs a reader likes best, after the
// header Accept-Language; the first of langs when they like none of them.
func negotiate(header string, langs []string) string {
	best, weight := langs[0], 0.0
	for i, wish := range strings.SplitN(header, ",", maxWishes+1) {
		if i == maxWishes {
			break
		}
		tag, q := readWish(wish)
		if q <= weight {
			continue // an earlier one is liked as much
		}
		if lang := nearest(tag, langs); lang != "" {
			best, weight = lang, q
		}
	}
	return best
}

// readWish reads "de-CH;q=0.8".
func readWish(wish string) (tag string, q float64) {
	tag, params, _ := strings.Cut(wish, ";")
	q = 1
	if v, ok := strings.CutPrefix(strings.ReplaceAll(params, " ", ""), "q="); ok {
		f, err := strconv.ParseFloat(v, 64)
		if err != nil || !(f >= 0 && f <= 1) {
			return "", 0
		}
		q = f
	}
	return strings.TrimSpace(tag), q
}

// nearest returns the language that is the one wished for, the one it is a
// form of, or another form of it; "" for none.
func nearest(tag string, langs []string) string {
	if tag == "*" {
		return langs[0]
	}
	if lang := exactly(tag, langs); lang != "" {
		return lang
	}
	for base := tag; base != ""; base = base[:max(strings.LastIndexByte(base, '-'), 0)] {
		if lang := exactly(base, langs); lang != "" {
			return lang
		}
	}
	base, _, _ := strings.Cut(tag, "-")
	for _, l := range langs {
		if of, _, _ := strings.Cut(l, "-"); base != "" && strings.EqualFold(of, base) {
			return l
		}
	}
	return ""
}

// exactly returns the language written like tag, whatever the case.
func exactly(tag string, langs []string) string {
	for _, l := range langs {
		if strings.EqualFold(l, tag) {
			return l
		}
	}
	return ""
}
