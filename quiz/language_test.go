package quiz

import "testing"

// No word says true and false, and a number has one canonical word.
func TestLanguageData(t *testing.T) {
	all, _ := languages()
	for tag, l := range all {
		m := newMatcher(l, Question{}, l.truths[true], l.truths[false])
		for _, f := range m.wrong {
			if len(m.hits(f, m.accepted)) > 0 {
				t.Errorf("%s: %q says true and false", tag, f.text)
			}
		}
		if n := len(l.words); tag != "" && n != 13 {
			t.Errorf("%s: words for %d numbers from 0 to 12", tag, n)
		}
		for n, w := range l.words {
			if got := l.spellNumbers(n); got != w {
				t.Errorf("%s: %s is spelled %q, want %q", tag, n, got, w)
			}
			if got := l.spellNumbers("1." + n); got != "1."+n {
				t.Errorf("%s: 1.%s is spelled %q", tag, n, got)
			}
		}
	}
}

func TestLanguageFiles(t *testing.T) {
	_, ps := languages()
	for _, p := range ps {
		t.Error(p)
	}
}
