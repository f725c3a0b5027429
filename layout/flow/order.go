package flow

import (
	"cmp"
	"slices"
	"strings"
)

// sortTerms puts a glossary in the order of the alphabet: letters with marks
// beside their plain ones, capitals beside small ones. Japanese keeps the
// order of the catalog, since the reading of a word cannot be seen from it.
func sortTerms(terms []Term, lang string) {
	if baseLanguage(lang) == "ja" {
		return
	}
	slices.SortStableFunc(terms, func(a, b Term) int {
		return cmp.Or(strings.Compare(sortKey(a.Name), sortKey(b.Name)), strings.Compare(a.Name, b.Name))
	})
}

// marked pairs letters with their plain forms, for the languages of Western
// and Central Europe.
const marked = "àaáaâaãaäaåaąaçcćcčcďdèeéeêeëeęeěeìiíiîiïiłlñnńnňnòoóoôoõoöoøořršsśsťtùuúuûuüuůuýyÿyžzźzżz"

// sortKey returns what a word is sorted by: its letters and digits, plain and
// small.
func sortKey(word string) string {
	var b strings.Builder
	for _, r := range strings.ToLower(Plain(word)) {
		switch r {
		case 'ß':
			b.WriteString("ss")
			continue
		case 'æ', 'œ':
			b.WriteString(map[rune]string{'æ': "ae", 'œ': "oe"}[r])
			continue
		case '-', '\u00AD', '‑', '\'', '’':
			continue
		}
		b.WriteRune(plainLetter(r))
	}
	return b.String()
}

func plainLetter(r rune) rune {
	pairs := []rune(marked)
	for i := 0; i < len(pairs); i += 2 {
		if pairs[i] == r {
			return pairs[i+1]
		}
	}
	return r
}
