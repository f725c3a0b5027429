package language

import (
	"testing"
)

// A number has one canonical word.
func TestLanguageData(t *testing.T) {
	all, _ := readAll()
	for tag, l := range all {
		if n := len(l.Words); tag != "" && n != 13 {
			t.Errorf("%s: words for %d numbers from 0 to 12", tag, n)
		}
		for n, w := range l.Words {
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
	_, ps := readAll()
	for _, p := range ps {
		t.Error(p)
	}
}
