package manifest

import "testing"

func TestJoinEditions(t *testing.T) {
	got := JoinEditions([]string{"de", "it", "en"}, map[string]string{"de": "german", "it": "italian", "en": "german"})
	if got != "german,italian" {
		t.Errorf("got %q", got)
	}
}
