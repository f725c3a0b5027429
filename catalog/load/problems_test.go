package load

import (
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/rogpeppe/go-internal/txtar"

	"kitpress/catalog"
	"kitpress/catalog/catalogtest"
	"kitpress/catalog/library"
	"kitpress/catalog/source"
)

var update = flag.Bool("update", false, "write the golden parts of testdata")

// TestProblems changes the game tiny as each archive in testdata/problems says
// and compares the problem found with the head of the archive. Every archive
// has one fault, and it must be the only one reported.
//
// A section of an archive is a file that replaces one of tiny, or
//
//	-- edit:FILE --   lines with "-" are looked for, lines with "+" put in their place; "=" is a "+" in Go quotes
//	-- delete:FILE -- the file is removed
func TestProblems(t *testing.T) {
	files, err := filepath.Glob("testdata/problems/*.txtar")
	if err != nil || len(files) < 60 {
		t.Fatalf("%d archives, want at least 60: %v", len(files), err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			archive, err := txtar.ParseFile(file)
			if err != nil {
				t.Fatal(err)
			}
			intro, want, _ := strings.Cut(string(archive.Comment), "expect: ")
			want = strings.TrimSpace("expect: " + want)
			_, _, ps := loadAll(overlay(t, archive))
			got := describeProblems(ps)
			if *update && got != want {
				archive.Comment = []byte(strings.TrimSpace(intro) + "\n\n" + got + "\n\n")
				if err := os.WriteFile(file, txtar.Format(archive), 0o666); err != nil {
					t.Fatal(err)
				}
				return
			}
			if got != want {
				t.Errorf("got\n%s\nwant\n%s", got, want)
			}
			if len(ps) != 1 {
				t.Errorf("%d problems, want exactly one", len(ps))
			}
		})
	}
}

// loadAll reads a game and the questions about its topics.
func loadAll(fsys fs.FS) (*catalog.Game, map[string]*catalog.Topic, source.Problems) {
	g, ps := Game(fsys, "", WithExplanations(nil))
	topics, more := library.Questions(fsys, g.Languages...)
	for _, p := range more {
		if !slices.ContainsFunc(ps, func(q source.Problem) bool { return q.Pos == p.Pos && q.Message == p.Message }) {
			ps = append(ps, p) // those of the topics were found with the game
		}
	}
	return g, topics, ps.Sorted()
}

// describeProblems writes problems as they stand in the head of an archive.
func describeProblems(ps source.Problems) string {
	var b strings.Builder
	for _, p := range ps {
		fmt.Fprintf(&b, "expect: %s %v\n%v: %s\n", p.Code, p.Pos, p.Severity, p.Message)
		if p.Hint != "" {
			fmt.Fprintf(&b, "hint: %s\n", p.Hint)
		}
		if p.Excerpt != "" {
			fmt.Fprintf(&b, "line: %q\n", p.Excerpt)
		}
	}
	return strings.TrimSpace(b.String())
}

// tiny returns a copy of the game tiny that may be changed.
func tiny(t testing.TB) fstest.MapFS {
	t.Helper()
	files := fstest.MapFS{}
	err := fs.WalkDir(catalogtest.Tiny(), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := fs.ReadFile(catalogtest.Tiny(), name)
		files[name] = &fstest.MapFile{Data: data}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// overlay changes the game tiny as an archive says.
func overlay(t testing.TB, archive *txtar.Archive) fs.FS {
	t.Helper()
	files := tiny(t)
	for _, f := range archive.Files {
		verb, name, ok := strings.Cut(f.Name, ":")
		switch {
		case !ok:
			files[f.Name] = &fstest.MapFile{Data: f.Data}
		case files[name] == nil:
			t.Fatalf("%s: tiny has no such file", f.Name)
		case verb == "delete":
			delete(files, name)
		case verb == "edit":
			files[name] = &fstest.MapFile{Data: edit(t, files[name].Data, f.Data)}
		default:
			t.Fatalf("%s: unknown verb", f.Name)
		}
	}
	return files
}

// edit replaces lines of a file.
func edit(t testing.TB, data, changes []byte) []byte {
	t.Helper()
	var from, to []string
	text := string(data)
	apply := func() {
		if len(from) == 0 {
			return
		}
		old := strings.Join(from, "\n") + "\n"
		if strings.Count(text, old) != 1 {
			t.Fatalf("these lines are there %d times, want once:\n%s", strings.Count(text, old), old)
		}
		text = strings.Replace(text, old, strings.Join(append(to, ""), "\n"), 1)
		from, to = nil, nil
	}
	for line := range strings.Lines(string(changes)) {
		line = strings.TrimSuffix(line, "\n")
		kind, rest := line[:min(1, len(line))], line[min(1, len(line)):]
		if kind == "-" && len(to) > 0 {
			apply()
		}
		switch kind {
		case "-":
			from = append(from, rest)
		case "+":
			to = append(to, rest)
		case "=":
			s, err := strconv.Unquote(rest)
			if err != nil {
				t.Fatal(err)
			}
			to = append(to, s)
		default:
			t.Fatalf("not an edit: %q", line)
		}
	}
	apply()
	return []byte(text)
}

// TestEveryCodeIsTested asks for an archive, or a test named here, for each
// code.
func TestEveryCodeIsTested(t *testing.T) {
	elsewhere := []string{source.CodeFileTooLarge, source.CodeFileKind, source.CodeFileEscapes, source.CodeFileRead}
	text, err := os.ReadFile("../form/codes.go")
	if err != nil {
		t.Fatal(err)
	}
	more, err := os.ReadFile("../source/codes.go")
	if err != nil {
		t.Fatal(err)
	}
	files, _ := filepath.Glob("testdata/problems/*.txtar")
	var heads strings.Builder
	for _, f := range files {
		data, _ := os.ReadFile(f)
		heads.Write(data)
	}
	for i, part := range strings.Split(string(text)+string(more), `"`) {
		if i%2 == 1 && !strings.Contains(part, " ") && !slices.Contains(elsewhere, part) && !strings.Contains(heads.String(), "expect: "+part+" ") {
			t.Errorf("no archive expects %q", part)
		}
	}
}
