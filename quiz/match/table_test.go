package match

import (
	"testing"
)

// The table the matcher is specified by, all rows of it.
func TestTable(t *testing.T) {
	rows := table(t)
	if len(rows) != 71 {
		t.Errorf("%d rows, want 71", len(rows))
	}
	for _, r := range rows {
		if got := Check(r.q, r.lang, r.answer); got.Result != r.want {
			t.Errorf("row %s: %s %q: %s, want %s", r.id, r.lang, r.answer, describe(got), r.want)
		}
	}
}
