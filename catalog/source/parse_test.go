package source

import (
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"
)

// one returns the only problem of a file, as "code line:col message".
func one(t *testing.T, text string) Problem {
	t.Helper()
	var ps Problems
	v, ok := Parse("x.yaml", []byte(text), &ps)
	if ok || v.Exists() {
		t.Fatalf("%.60q was accepted", text)
	}
	if len(ps) != 1 {
		t.Fatalf("%.60q: %d problems, want 1: %v", text, len(ps), ps)
	}
	return ps[0]
}

func TestParseRefuses(t *testing.T) {
	tests := []struct {
		name, text, code string
		line, col        int
	}{
		{"empty", "", CodeFileEmpty, 1, 1},
		{"blank", "\n  \n", CodeFileEmpty, 1, 1},
		{"comments only", "# nothing\n", CodeFileEmpty, 1, 1},
		{"mark only", "\uFEFF", CodeFileEmpty, 1, 1},
		{"empty documents", "---\n---\n", CodeFileEmpty, 1, 1},
		{"second document", "a: 1\n---\nb: 2\n", CodeDocuments, 2, 1},
		{"bad second document", "a: 1\n---\nb: [\n", CodeSyntax, 3, 5},
		{"latin 1", "a: 1\nb: \"Gr\xfc\xdfe\"\n", CodeEncoding, 2, 7},
		{"bad byte after wide runes", "a: 日本\xff\n", CodeEncoding, 1, 6},
		{"UTF-16", "\xff\xfea\x00", CodeEncoding, 1, 1},
		{"NUL", "a: b\x00\n", CodeControl, 1, 5},
		{"escape", "a: b\x1b[31m\n", CodeControl, 1, 5},
		{"escaped NUL", "a: \"b\\0\"\n", CodeControl, 1, 4},
		{"line separator", "a: b\u2028c\n", CodeControl, 1, 5},
		{"lone carriage return", "a: b\rc: d\n", CodeControl, 1, 5},
		{"mark in the middle", "a: \uFEFFb\n", CodeControl, 1, 4},
		{"tab", "a:\n\tb: 1\n", CodeSyntax, 2, 1},
		{"at sign", "a: 1\nb: @x\n", CodeSyntax, 2, 4},
		{"open quote", "a: 1\nb: \"x\nc: 1\n", CodeSyntax, 2, 4},
		{"open bracket", "a: [1, 2\n", CodeSyntax, 1, 9},
		{"text after quote", "a: 1\nb: \"x\" y\nc: 1\n", CodeSyntax, 2, 8},
		{"colon in text", "a: 1\nb: c: d\n", CodeSyntax, 2, 5},
		{"bad indentation", "a:\n  b: 1\n c: 2\n", CodeSyntax, 3, 2},
		{"key without colon", "a: 1\nb\nc: 1\n", CodeSyntax, 2, 1},
		{"anchor", "a: &x 1\n", CodeAlias, 1, 4},
		{"alias", "a: 1\nb: *x\n", CodeAlias, 2, 4},
		{"self alias", "&a [*a]\n", CodeAlias, 1, 1},
		{"merge key", "a:\n  <<: {b: 1}\n", CodeAlias, 2, 3},
		{"tag", "a: !!str 1\n", CodeTag, 1, 4},
		{"own tag", "a: !include x\n", CodeTag, 1, 4},
		{"double key", "a: 1\nb: 2\na: 3\n", CodeDoubleKey, 3, 1},
		{"double key in a large mapping", manyKeys(20) + "k3: again\n", CodeDoubleKey, 21, 1},
		{"key is a list", "[a]: 1\n", CodeWrongType, 1, 1},
		{"key is nothing", "\"\": 1\n", CodeWrongType, 1, 1},
		{"33 brackets", strings.Repeat("[", 33) + strings.Repeat("]", 33), CodeDepth, 1, 33},
		{"33 mappings", nested(34), CodeDepth, 33, 33},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			p := one(t, test.text)
			if p.Code != test.code || p.Pos != (Pos{File: "x.yaml", Line: test.line, Col: test.col}) {
				t.Errorf("got %s at %v (%s), want %s at %d:%d", p.Code, p.Pos, p.Message, test.code, test.line, test.col)
			}
			if lines := splitLines([]byte(test.text)); test.line <= len(lines) && p.Code != CodeEncoding && p.Excerpt != lines[test.line-1] {
				t.Errorf("excerpt %q, want line %d", p.Excerpt, test.line)
			}
		})
	}
}

func manyKeys(n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteString("k" + itoa(i) + ": 1\n")
	}
	return b.String()
}

func nested(n int) string {
	var b strings.Builder
	for i := range n - 1 {
		b.WriteString(strings.Repeat(" ", i) + "a:\n")
	}
	return b.String() + strings.Repeat(" ", n-1) + "1\n"
}

func TestParseAccepts(t *testing.T) {
	for name, text := range map[string]string{
		"byte order mark":     "\uFEFFa: 1\n",
		"Windows line ends":   "a: 1\r\nb: |\r\n  x\r\n",
		"document start":      "---\na: 1\n",
		"document end":        "a: 1\n...\n",
		"32 levels":           strings.Repeat("[", 32) + "1" + strings.Repeat("]", 32),
		"32 mappings":         nested(33),
		"brackets in texts":   "a: |\n" + strings.Repeat("  [[[ {{{ x\n", 300),
		"brackets in quotes":  "a: \"" + strings.Repeat("[", 300) + "\"\n",
		"brackets in a text":  "a: b " + strings.Repeat("[", 300) + "\n",
		"dashes in a text":    "a: |\n" + strings.Repeat("  - - - - -\n", 300),
		"flow on many lines":  "a: [" + strings.Repeat("{b: [1, 2]},\n ", 300) + "]\n",
		"apostrophes":         strings.Repeat("- it's [fine]\n", 300),
		"emoji and Japanese":  "a: 日本語 👍🏽\n",
		"tab inside a text":   "a: \"b\tc\"\n",
		"a mapping per entry": strings.Repeat("- {a: {b: [c]}}\n", 300),
	} {
		var ps Problems
		if v, ok := Parse("x.yaml", []byte(text), &ps); !ok || !v.Exists() || len(ps) > 0 {
			t.Errorf("%s: %v", name, ps)
		}
	}
}

// TestBombs feeds what has brought other readers down. Each is refused or
// read at once; the limit allows for a busy computer.
func TestBombs(t *testing.T) {
	const size = 1 << 20
	fill := func(s string) string { return strings.Repeat(s, size/len(s)) }
	for name, text := range map[string]string{
		"brackets":        fill("["),
		"bracket lines":   fill("[\n"),
		"braces":          fill("{a: "),
		"compact json":    fill(`{"a":[`),
		"dashes":          fill("- "),
		"question marks":  fill("? "),
		"billion laughs":  "a: &a [x, x]\nb: &b [*a, *a]\nc: &c [*b, *b]\nd: [*c, *c]\n",
		"colons":          fill("a: "),
		"exclamation":     fill("! "),
		"documents":       fill("---\n"),
		"steps":           nested(1200),
		"double keys":     fill("a:\n"),
		"many lines":      strings.Repeat("- a\n", maxMarks/2+1),
		"hidden brackets": "a: '\\'\nb: " + fill("["),
	} {
		var ps Problems
		if _, ok := Parse("x.yaml", []byte(text), &ps); ok {
			t.Errorf("%s: accepted", name)
		}
		if len(ps) > maxFound {
			t.Errorf("%s: %d problems", name, len(ps))
		}
	}
}

// hugeFS has one file that claims to be larger than it may be, and fails the
// test when somebody reads from it.
type hugeFS struct {
	t    *testing.T
	size int64
}

func (h hugeFS) Open(name string) (fs.File, error) {
	h.t.Error("the file was opened")
	return nil, fs.ErrPermission
}

func (h hugeFS) Stat(name string) (fs.FileInfo, error) {
	return fstest.MapFS{"x": {Data: nil}}.Stat("x")
}

type hugeInfo struct {
	fs.FileInfo
	size int64
}

func (i hugeInfo) Size() int64 { return i.size }

type statFS struct{ hugeFS }

func (s statFS) Stat(name string) (fs.FileInfo, error) {
	info, err := s.hugeFS.Stat(name)
	return hugeInfo{info, s.size}, err
}

func TestHugeFileIsNotRead(t *testing.T) {
	var ps Problems
	if _, ok := ReadFile(statFS{hugeFS{t, 100 << 20}}, "x.yaml", &ps); ok {
		t.Error("accepted")
	}
	if len(ps) != 1 || ps[0].Code != CodeFileTooLarge || !strings.Contains(ps[0].Message, "at most 64 MiB") {
		t.Error(ps)
	}
}

func TestFileProblems(t *testing.T) {
	fsys := fstest.MapFS{
		"dir/x.yaml": {Data: []byte("a: 1\n")},
		"pipe":       {Mode: fs.ModeNamedPipe},
		"big.yaml":   {Data: make([]byte, MaxFile+1)},
	}
	for name, code := range map[string]string{
		"none.yaml": CodeFileMissing, "dir": CodeFileKind, "pipe": CodeFileKind, "big.yaml": CodeFileTooLarge, "../x": CodeFileEscapes,
	} {
		var ps Problems
		if _, ok := ReadFile(fsys, name, &ps); ok || len(ps) != 1 || ps[0].Code != code || ps[0].Pos.File != name {
			t.Errorf("%s: %v, want %s", name, ps, code)
		}
	}
}
