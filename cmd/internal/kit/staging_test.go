package kit

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// tree returns the files below dir with their contents.
func tree(t *testing.T, dir string) map[string]string {
	t.Helper()
	out := map[string]string{}
	err := filepath.WalkDir(dir, func(p string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(p)
		rel, _ := filepath.Rel(dir, p)
		out[filepath.ToSlash(rel)] = string(data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func wantTree(t *testing.T, dir string, want map[string]string) {
	t.Helper()
	got := tree(t, dir)
	for name, content := range want {
		if c, ok := got[name]; !ok {
			t.Errorf("%s is missing", name)
		} else if content != "*" && c != content {
			t.Errorf("%s holds %q, want %q", name, c, content)
		}
	}
	for name := range got {
		if _, ok := want[name]; !ok {
			t.Errorf("%s is left over", name)
		}
	}
}

// stage writes files and a manifest that lists them into a staging.
func stage(t *testing.T, target string, files map[string]string) *staging {
	t.Helper()
	s, err := openStaging(target)
	if err != nil {
		t.Fatal(err)
	}
	m := &Manifest{Format: 1, Tool: "kitpress test"}
	for name, content := range files {
		w, err := s.write(name, func(w io.Writer) error { _, err := io.WriteString(w, content); return err })
		if err != nil {
			t.Fatal(err)
		}
		m.Files = append(m.Files, File{Path: name, Bytes: w.bytes, SHA256: w.sum})
	}
	if _, err := s.write(manifestName, func(w io.Writer) error { return encodeJSON(w, m) }); err != nil {
		t.Fatal(err)
	}
	return s
}

func commit(t *testing.T, target string, files map[string]string) {
	t.Helper()
	s := stage(t, target, files)
	defer s.discard()
	if err := s.commit(); err != nil {
		t.Fatal(err)
	}
}

func put(t *testing.T, name, content string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(content), 0o666); err != nil {
		t.Fatal(err)
	}
}

func TestCommitReplacesThePreviousKit(t *testing.T) {
	first := map[string]string{"a.pdf": "A1", "b.pdf": "B1", "sub/c.pdf": "C1"}
	second := map[string]string{"a.pdf": "A2", "d.pdf": "D2"}
	for _, tc := range []struct {
		name    string
		foreign map[string]string // put into the folder after the first kit
		want    map[string]string // after the second, beside its own files
	}{
		{"alone", nil, nil},
		{"with somebody's notes", map[string]string{"notes.txt": "mine", "sub/x.txt": "mine"}, map[string]string{"notes.txt": "mine", "sub/x.txt": "mine"}},
		{"with a changed old file", map[string]string{"b.pdf": "scribbled"}, map[string]string{"b.pdf": "scribbled"}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			dir := t.TempDir()
			target := filepath.Join(dir, "new", "kit")
			commit(t, target, first)
			wantTree(t, dir, map[string]string{"new/kit/a.pdf": "A1", "new/kit/b.pdf": "B1", "new/kit/sub/c.pdf": "C1", "new/kit/manifest.json": "*"})
			want := map[string]string{"new/kit/a.pdf": "A2", "new/kit/d.pdf": "D2", "new/kit/manifest.json": "*"}
			for name, content := range tc.foreign {
				put(t, filepath.Join(target, name), content)
			}
			for name, content := range tc.want {
				want["new/kit/"+name] = content
			}
			commit(t, target, second)
			wantTree(t, dir, want)
		})
	}
}

func TestCommitKeepsFilesOfOthers(t *testing.T) {
	dir := t.TempDir()
	put(t, filepath.Join(dir, "thesis.pdf"), "mine")
	if err := os.Mkdir(filepath.Join(dir, "empty"), 0o777); err != nil {
		t.Fatal(err)
	}
	commit(t, dir, map[string]string{"a.pdf": "A"})
	wantTree(t, dir, map[string]string{"thesis.pdf": "mine", "a.pdf": "A", "manifest.json": "*"})
	if !isDir(filepath.Join(dir, "empty")) {
		t.Error("an empty folder was removed")
	}
}

func TestCommitWhereTheProcessWorks(t *testing.T) {
	dir := t.TempDir()
	commit(t, dir, map[string]string{"a.pdf": "A1"})
	t.Chdir(dir)
	before, _ := os.Stat(".")
	commit(t, ".", map[string]string{"a.pdf": "A2"})
	after, err := os.Stat(dir)
	if err != nil || !os.SameFile(before, after) {
		t.Errorf("the working folder was exchanged (%v)", err)
	}
	wantTree(t, dir, map[string]string{"a.pdf": "A2", "manifest.json": "*"})
}

func TestForeignManifestIsNotOverwritten(t *testing.T) {
	for name, content := range map[string]string{
		"manifest.json": `{"name": "my app"}`,
		"CREDITS.txt":   "my own credits",
	} {
		dir := t.TempDir()
		put(t, filepath.Join(dir, name), content)
		s := stage(t, dir, map[string]string{"a.pdf": "A", "CREDITS.txt": "c"})
		err := s.commit()
		s.discard()
		if err == nil {
			t.Errorf("%s of somebody else was overwritten", name)
		}
		wantTree(t, dir, map[string]string{name: content})
	}
}

func TestDiscardLeavesNoTrace(t *testing.T) {
	dir := t.TempDir()
	s := stage(t, filepath.Join(dir, "x", "y", "kit"), map[string]string{"a.pdf": "A"})
	s.discard()
	if left, _ := os.ReadDir(dir); len(left) > 0 {
		t.Errorf("%v is left over", left)
	}
	kit := filepath.Join(dir, "kit")
	commit(t, kit, map[string]string{"a.pdf": "A1"})
	stage(t, kit, map[string]string{"a.pdf": "A2"}).discard()
	wantTree(t, dir, map[string]string{"kit/a.pdf": "A1", "kit/manifest.json": "*"})
}

// A disk that fills up while a file is written must not cost the old kit.
func TestFullDisk(t *testing.T) {
	dir := t.TempDir()
	kit := filepath.Join(dir, "kit")
	commit(t, kit, map[string]string{"a.pdf": "A1"})
	s := stage(t, kit, nil)
	_, err := s.write("a.pdf", func(w io.Writer) error {
		io.WriteString(w, "half of")
		return &os.PathError{Op: "write", Path: "/somewhere/a.pdf", Err: syscall.ENOSPC}
	})
	if !errors.Is(err, syscall.ENOSPC) || strings.Contains(err.Error(), "/somewhere") {
		t.Errorf("error is %v", err)
	}
	s.discard()
	wantTree(t, dir, map[string]string{"kit/a.pdf": "A1", "kit/manifest.json": "*"})
}

// An error in the middle of replacing files one by one brings back what was
// there: here a folder stands where a file must go.
func TestFailedReplaceIsUndone(t *testing.T) {
	dir := t.TempDir()
	kit := filepath.Join(dir, "kit")
	commit(t, kit, map[string]string{"a.pdf": "A1", "b.pdf": "B1"})
	put(t, filepath.Join(kit, "notes.txt"), "mine")
	put(t, filepath.Join(kit, "c"), "a file where a folder must go")
	s := stage(t, kit, map[string]string{"a.pdf": "A2", "c/c.pdf": "C2", "0.pdf": "new"})
	err := s.commit()
	s.discard()
	if err == nil {
		t.Fatal("commit succeeded")
	}
	wantTree(t, dir, map[string]string{"kit/a.pdf": "A1", "kit/b.pdf": "B1", "kit/notes.txt": "mine",
		"kit/c": "a file where a folder must go", "kit/manifest.json": "*"})
}

// What a killed build leaves is put right by the next one.
func TestLeftoversOfAKilledBuild(t *testing.T) {
	t.Run("between the renames of a swap", func(t *testing.T) {
		dir := t.TempDir()
		put(t, filepath.Join(dir, ".kit"+oldSuffix, "a.pdf"), "A1")
		put(t, filepath.Join(dir, ".kit"+freshSuffix, "a.pdf"), "A2")
		stage(t, filepath.Join(dir, "kit"), nil).discard()
		wantTree(t, dir, map[string]string{"kit/a.pdf": "A1"})
	})
	t.Run("while files were replaced", func(t *testing.T) {
		dir := t.TempDir()
		put(t, filepath.Join(dir, "kit", "a.pdf"), "A2")
		put(t, filepath.Join(dir, "kit", "new.pdf"), "N2")
		put(t, filepath.Join(dir, "kit", oldSuffix, "a.pdf"), "A1")
		put(t, filepath.Join(dir, "kit", oldSuffix, journalName), "new.pdf\n../../escape.pdf")
		put(t, filepath.Join(dir, "..", "escape.pdf"), "stay")
		stage(t, filepath.Join(dir, "kit"), nil).discard()
		wantTree(t, dir, map[string]string{"kit/a.pdf": "A1"})
		wantTree(t, filepath.Join(dir, ".."), map[string]string{"escape.pdf": "stay", filepath.Base(dir) + "/kit/a.pdf": "A1"})
	})
}

func TestOneBuildAtATime(t *testing.T) {
	kit := filepath.Join(t.TempDir(), "kit")
	s := stage(t, kit, nil)
	if _, err := openStaging(kit); !errors.Is(err, errLocked) {
		t.Errorf("second build: %v", err)
	}
	s.discard()
	stage(t, kit, nil).discard()
}

func TestTargetThatCannotBe(t *testing.T) {
	dir := t.TempDir()
	put(t, filepath.Join(dir, "file"), "x")
	for _, target := range []string{"file", "file/kit", "file/a/kit"} {
		if s, err := openStaging(filepath.Join(dir, target)); err == nil {
			s.discard()
			t.Errorf("%s: no error", target)
		}
	}
	wantTree(t, dir, map[string]string{"file": "x"})
}

func TestManifestCannotReachOut(t *testing.T) {
	for _, manifest := range []any{
		&Manifest{Format: 1, Tool: "kitpress 0", Files: []File{{Path: "../victim.txt"}, {Path: "/etc/hostname"}}, Other: []Other{{Path: "../manifest.json"}}},
		&Index{Format: 1, Tool: "kitpress 0", Games: []IndexEntry{{Manifest: "../manifest.json"}, {Manifest: "/etc/manifest.json"}, {Manifest: "sub/victim.txt"}}},
	} {
		dir := t.TempDir()
		kit := filepath.Join(dir, "kit")
		put(t, filepath.Join(dir, "victim.txt"), "stay")
		var b bytes.Buffer
		if err := encodeJSON(&b, manifest); err != nil {
			t.Fatal(err)
		}
		put(t, filepath.Join(kit, manifestName), b.String())
		own, err := ownFiles(kit)
		if err != nil || len(own) != 1 {
			t.Errorf("own files: %v, %v", own, err)
		}
		commit(t, kit, map[string]string{"a.pdf": "A"})
		wantTree(t, dir, map[string]string{"victim.txt": "stay", "kit/a.pdf": "A", "kit/manifest.json": "*"})
	}
}

func TestJoinEditions(t *testing.T) {
	got := joinEditions([]string{"de", "it", "en"}, map[string]string{"de": "german", "it": "italian", "en": "german"})
	if got != "german,italian" {
		t.Errorf("got %q", got)
	}
}
