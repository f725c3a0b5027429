package quiz

import "testing"

func TestLanguageFiles(t *testing.T) {
	_, ps := languages()
	for _, p := range ps {
		t.Error(p)
	}
}
