package match

import (
	"slices"
	"strings"
	"testing"
	"unicode"

	"kitpress/quiz"
	"kitpress/quiz/language"
)

// modals are forms of can and may, which guessers go by: together, since a
// statement has one or another of them.
var modals = map[string][]string{
	"en": {"can", "cannot", "may", "might", "could"},
	"de": {"kann", "kannst", "konnen", "koennen", "konnte", "koennte", "darf", "vielleicht"},
	"it": {"puo", "puoi", "possono", "potrebbe"},
	"fr": {"peut", "peuvent", "peux", "pourrait"},
	"ja": {"ことがあ", "こともあ", "かもしれ", "ことができ"},
}

// cuesOf returns what somebody who knows nothing may go by: the words of a
// statement, and where words have no spaces every two to four characters.
func cuesOf(l *language.Language, ask string) map[string]bool {
	cues := map[string]bool{}
	for _, m := range modals[l.Tag] {
		if l.NoSpaces && strings.Contains(ask, m) || !l.NoSpaces && slices.Contains(l.WordsOf(ask), m) {
			cues["(can, may)"] = true
		}
	}
	if !l.NoSpaces {
		for _, w := range l.WordsOf(ask) {
			cues[w] = true
		}
		return cues
	}
	runes := []rune(ask)
	for n := 2; n <= 4; n++ {
		for i := 0; i+n <= len(runes); i++ {
			if s := string(runes[i : i+n]); !strings.ContainsFunc(s, func(r rune) bool { return !unicode.IsLetter(r) }) {
				cues[s] = true
			}
		}
	}
	return cues
}

// No word tells which statements are true: whoever goes by one of them alone
// is right in at most 60 of 100.
func TestNoWordTellsTheTruth(t *testing.T) {
	const most = 0.6
	for lang, bank := range shippedBanks() {
		all, truths := 0, 0
		with, trueWith := map[string]int{}, map[string]int{}
		for _, q := range bank.Items() {
			if q.Kind != quiz.TrueFalse {
				continue
			}
			all++
			is := q.Accept[0] == "true"
			if is {
				truths++
			}
			for cue := range cuesOf(language.Of(lang), q.Ask) {
				with[cue]++
				if is {
					trueWith[cue]++
				}
			}
		}
		if share := float64(truths) / float64(all); share > 0.55 || share < 0.45 {
			t.Errorf("%s: %d of %d statements are true", lang, truths, all)
		}
		for cue, n := range with {
			right := trueWith[cue] + all - truths - (n - trueWith[cue]) // true with the cue, false without it
			if right = max(right, all-right); float64(right) > most*float64(all) {
				t.Errorf("%s: %q stands in %d statements, %d of them true; going by it gets %d of %d right", lang, cue, n, trueWith[cue], right, all)
			}
		}
	}
}
