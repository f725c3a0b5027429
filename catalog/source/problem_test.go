package source

import (
	"encoding/json"
	"errors"
	"flag"
	"os"
	"strings"
	"testing"
	"testing/fstest"
)

var update = flag.Bool("update", false, "write the golden parts of testdata")

// TestPrint compares what a person sees with testdata/print.txt. The carets
// must stand under the place in an editor with a fixed-width font.
func TestPrint(t *testing.T) {
	var ps Problems
	long := "text: " + strings.Repeat("abcdefghi ", 40)
	add := func(line, col int, excerpt, message, hint string) {
		ps.Add(Problem{Pos: Pos{File: "game.yaml", Line: line, Col: col}, Code: "x", Message: message, Hint: hint, Excerpt: excerpt})
	}
	add(30, 13, "\ttitle:\tx \tbad", "after tabs", "")
	add(10, 3, "  tittle: Fox", `unknown key "tittle"`, `did you mean "title"?`)
	add(20, 12, "title: きつねです bad", "after wide characters", "")
	add(21, 9, "title: e\u0301bad", "after a combining accent", "")
	add(22, 13, "title: 👍 漢字 bad", "after an emoji", "")
	add(40, 200, long, "in the middle of a long line", "")
	add(41, 2, long, "at the start of a long line", "")
	add(42, len(long), long, "at the end of a long line", "")
	add(50, 6, "abc", "behind the end of the line", "")
	add(51, 1, "evil \x1b[31m \u202eright to left\x07", "control characters \x1b[2J are not printed", "nor \u202e in hints")
	add(52, 0, "whole line", "without a column", "")
	ps.Add(Problem{Pos: Pos{File: "cards.yaml"}, Code: "x", Message: "a whole file"})
	ps.Add(Problem{Code: "x", Message: "no place at all", Severity: Warning})
	var b strings.Builder
	if err := ps.Print(&b, 0); err != nil {
		t.Fatal(err)
	}
	const golden = "testdata/print.txt"
	if *update {
		if err := os.WriteFile(golden, []byte(b.String()), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil || b.String() != string(want) {
		t.Errorf("got\n%s\nwant\n%s%v", &b, want, err)
	}
}

func TestPrintStopsAtMax(t *testing.T) {
	var ps Problems
	for i := range 5 {
		ps.Errorf(Pos{File: "a", Line: 5 - i, Col: 1}, "x", "m")
	}
	var b strings.Builder
	if err := ps.Print(&b, 2); err != nil {
		t.Fatal(err)
	}
	if want := "a:1:1: error: m\na:2:1: error: m\n… and 3 errors more\n"; b.String() != want {
		t.Errorf("got\n%s", &b)
	}
	// No heap of warnings hides an error, whatever file it is in.
	for i := range 3 {
		ps.Warnf(Pos{File: "0", Line: 1 + i, Col: 1}, "x", "careful")
	}
	ps = ps[3:]
	b.Reset()
	if err := ps.Print(&b, 3); err != nil {
		t.Fatal(err)
	}
	if want := "a:1:1: error: m\na:2:1: error: m\n0:1:1: warning: careful\n… and 2 warnings more\n"; b.String() != want {
		t.Errorf("got\n%s", &b)
	}
	if err := ps.Print(failingWriter{}, 0); !errors.Is(err, os.ErrClosed) {
		t.Errorf("the writer's error is lost: %v", err)
	}
}

type failingWriter struct{}

func (failingWriter) Write([]byte) (int, error) { return 0, os.ErrClosed }

func TestProblems(t *testing.T) {
	var ps Problems
	if ps.HasErrors() || ps.Err() != nil {
		t.Error("no problems are an error")
	}
	ps.Warnf(Pos{File: "b", Line: 1, Col: 1}, "w", "careful")
	if ps.HasErrors() || ps.Err() != nil {
		t.Error("a warning is an error")
	}
	ps.Errorf(Pos{File: "b", Line: 2, Col: 1}, "x", "second").Hint = "try"
	ps.Errorf(Pos{File: "a", Line: 9, Col: 1}, "x", "first")
	if ps[1].Hint != "try" {
		t.Error("the hint is lost")
	}
	var data *DataError
	if err := ps.Err(); !errors.As(err, &data) || err.Error() != "a:9:1: error: first (and 1 more)" {
		t.Errorf("%v", err)
	}
	if s := ps.Sorted(); s[0].Message != "first" || s[1].Message != "careful" || ps[0].Message != "careful" {
		t.Error("wrong order, or the original was sorted")
	}
	text, err := json.Marshal(ps[1])
	if want := `{"pos":{"file":"b","line":2,"col":1},"severity":"error","code":"x","message":"second","hint":"try"}`; err != nil || string(text) != want {
		t.Errorf("%s, %v", text, err)
	}
}

func TestFillExcerpts(t *testing.T) {
	fsys := fstest.MapFS{"a": {Data: []byte("\uFEFFone\r\ntwo\n")}}
	ps := Problems{{Pos: Pos{File: "a", Line: 1, Col: 1}}, {Pos: Pos{File: "a", Line: 2, Col: 1}}, {Pos: Pos{File: "a", Line: 9, Col: 1}}, {Pos: Pos{File: "none", Line: 1, Col: 1}}, {Pos: Pos{File: "a", Line: 1, Col: 1}, Excerpt: "kept"}, {Pos: Pos{File: "a"}}}
	ps.FillExcerpts(fsys)
	for i, want := range []string{"one", "two", "", "", "kept", ""} {
		if ps[i].Excerpt != want {
			t.Errorf("%d: %q, want %q", i, ps[i].Excerpt, want)
		}
	}
}
