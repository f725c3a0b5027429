package exchange

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"kitpress/quiz"
	"kitpress/quiz/language"
)

// What every format promises: the same bytes for the same questions, nothing
// for none, the writer's errors, a reason for every question that is left out
// and no other one left out.
func TestContract(t *testing.T) {
	items := fixture()
	for _, f := range Formats() {
		t.Run(f.Name, func(t *testing.T) {
			var a, b bytes.Buffer
			meta := Meta{Title: "Test", Lang: "en"}
			left, err := f.Write(&a, items, meta)
			if _, again := f.Write(&b, items, meta); err != nil || again != nil || !bytes.Equal(a.Bytes(), b.Bytes()) {
				t.Errorf("other bytes the second time, or %v", err)
			}
			fit, _ := f.Split(items)
			if len(fit)+len(left) != len(items) || len(fit) == 0 {
				t.Errorf("%d fit and %d do not, of %d", len(fit), len(left), len(items))
			}
			for _, u := range left {
				if u.Reason == "" || !slices.ContainsFunc(items, func(it quiz.Item) bool { return it.ID == u.ID }) {
					t.Errorf("%+v", u)
				}
			}
			var none bytes.Buffer
			if left, err := f.Write(&none, nil, meta); none.Len() > 0 || left != nil || err != nil {
				t.Errorf("no questions: %d bytes, %v, %v", none.Len(), left, err)
			}
			if _, err := f.Write(&full{left: a.Len() / 2}, items, meta); !errors.Is(err, errFull) {
				t.Errorf("the writer's error is lost: %v", err)
			}
			if f.Title == "" || !strings.HasPrefix(f.Ext, ".") || f.Kinds == "" {
				t.Errorf("%+v says too little", f)
			}
		})
	}
}

var errFull = errors.New("full")

// full is a writer with little room.
type full struct{ left int }

func (w *full) Write(p []byte) (int, error) {
	if w.left -= len(p); w.left < 0 {
		return 0, errFull
	}
	return len(p), nil
}

// Which question fits into which format, and why not.
func TestUnfit(t *testing.T) {
	var b strings.Builder
	items := fixture()
	broken := items[0]
	broken.ID, broken.Accept = "broken/key", []string{"nobody"}
	control := items[0]
	control.ID, control.Ask = "broken/control", "a\x01b"
	items = append(items, broken, control)
	for _, f := range Formats() {
		_, left := f.Split(items)
		fmt.Fprintf(&b, "%s (%s)\n", f.Name, f.Title)
		for _, u := range left {
			fmt.Fprintf(&b, "  %s: %s\n", u.ID, u.Reason)
		}
	}
	golden(t, "unfit.txt", b.String())
}

// Every choice and statement that is shipped fits into every format, and
// everything into those that are read back.
func TestShippedFit(t *testing.T) {
	for _, lang := range language.Languages() {
		for _, it := range shipped(t, lang) {
			if err := plain(it); err != nil {
				t.Errorf("%s in %s: %v", it.ID, lang, err)
			}
			asked := it.Kind == quiz.Choice || it.Kind == quiz.TrueFalse
			for _, f := range Formats() {
				err := f.fit(it)
				if err == nil || f.Name == "kahoot" && !asked || err == errList {
					continue
				}
				report := t.Logf // a typed answer may have a sign of the format
				if asked || f.Reads {
					report = t.Errorf
				}
				report("%s: %s in %s does not fit: %v", f.Name, it.ID, lang, err)
			}
		}
	}
}
