package publish

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"kitpress/cmd/internal/kit/kittest"
)

// stage writes files and a manifest that lists them into a folder.
func stage(t *testing.T, target string, files map[string]string) *Folder {
	t.Helper()
	f, err := Open(target)
	if err == nil {
		err = fill(f, files)
	}
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func fill(f *Folder, files map[string]string) error {
	m := map[string]any{"format": 1, "tool": "kitpress test"}
	var list []map[string]string
	for _, name := range slices.Sorted(maps.Keys(files)) {
		bytes, sum, err := f.Write(name, func(w io.Writer) error { _, err := io.WriteString(w, files[name]); return err })
		if err != nil || bytes != int64(len(files[name])) {
			return fmt.Errorf("%s: %d bytes, %w", name, bytes, err)
		}
		list = append(list, map[string]string{"path": name, "sha256": sum})
	}
	m["files"] = list
	_, _, err := f.Write(Manifest, func(w io.Writer) error { return json.NewEncoder(w).Encode(m) })
	return err
}

func commit(t *testing.T, target string, files map[string]string) {
	t.Helper()
	s := stage(t, target, files)
	defer s.Discard()
	if _, err := s.Commit(); err != nil {
		t.Fatal(err)
	}
}

func TestCommitReplacesThePreviousKit(t *testing.T) {
	dir := t.TempDir()
	kit := filepath.Join(dir, "new", "kit")
	commit(t, kit, map[string]string{"a.pdf": "A1", "b.pdf": "B1", "sub/c.pdf": "C1"})
	kittest.WantTree(t, dir, map[string]string{"new/kit/a.pdf": "A1", "new/kit/b.pdf": "B1", "new/kit/sub/c.pdf": "C1", "new/kit/manifest.json": "*"})
	if err := os.Remove(filepath.Join(kit, "b.pdf")); err != nil { // nobody is forced to keep what was not wanted
		t.Fatal(err)
	}
	kittest.Put(t, filepath.Join(kit, "sub", ".DS_Store"), "what Finder leaves")
	s := stage(t, kit, map[string]string{"a.pdf": "A2", "d.pdf": "D2"})
	defer s.Discard()
	if removed, err := s.Commit(); err != nil || removed != 1 {
		t.Fatalf("%d files removed, %v", removed, err)
	}
	kittest.WantTree(t, dir, map[string]string{"new/kit/a.pdf": "A2", "new/kit/d.pdf": "D2", "new/kit/manifest.json": "*"})
}

// An empty folder may become a kit's.
func TestCommitIntoAnEmptyFolder(t *testing.T) {
	dir := t.TempDir()
	kit := filepath.Join(dir, "kit")
	if err := os.Mkdir(kit, 0o777); err != nil {
		t.Fatal(err)
	}
	kittest.Put(t, filepath.Join(kit, "Thumbs.db"), "what Explorer leaves")
	commit(t, kit, map[string]string{"a.pdf": "A"})
	kittest.WantTree(t, dir, map[string]string{"kit/a.pdf": "A", "kit/manifest.json": "*"})
}

// A folder with anything that is not a kit as kitpress wrote it is refused,
// named, and stays as it is.
func TestFolderWithOtherThingsIsRefused(t *testing.T) {
	sum := func(text string) string {
		h := sha256.Sum256([]byte(text))
		return hex.EncodeToString(h[:])
	}
	kit := `{"format": 1, "tool": "kitpress 0", "files": [{"path": "a.pdf", "sha256": "` + sum("A") + `"}%s]}`
	for name, tc := range map[string]struct {
		files map[string]string // of the folder; one whose name ends in / is a folder
		want  string
	}{
		"somebody's folder":          {map[string]string{"thesis.pdf": "mine"}, "kit is not empty: it holds thesis.pdf"},
		"an empty folder in it":      {map[string]string{"photos/": ""}, "kit is not empty: it holds photos"},
		"somebody's manifest":        {map[string]string{"manifest.json": `{"name": "my app"}`}, "kit is no kit: manifest.json: not a manifest of kitpress"},
		"notes beside a kit":         {map[string]string{"manifest.json": fmt.Sprintf(kit, ""), "a.pdf": "A", "sub/notes.txt": "mine"}, "kit holds what is not of the kit in it: sub/notes.txt"},
		"a folder beside a kit":      {map[string]string{"manifest.json": fmt.Sprintf(kit, ""), "a.pdf": "A", "photos/": ""}, "kit holds what is not of the kit in it: photos"},
		"a file somebody wrote on":   {map[string]string{"manifest.json": fmt.Sprintf(kit, ""), "a.pdf": "scribbled"}, "kit holds what was changed since it was built: a.pdf"},
		"a file listed without hash": {map[string]string{"manifest.json": fmt.Sprintf(kit, `, {"path": "notes.txt"}`), "notes.txt": "mine"}, "kit holds what was changed since it was built: notes.txt"},
		"a folder listed as a file":  {map[string]string{"manifest.json": fmt.Sprintf(kit, `, {"path": "photos", "sha256": "`+sum("")+`"}`), "photos/": ""}, "kit holds what was changed since it was built: photos"},
		"both, and many": {map[string]string{"manifest.json": fmt.Sprintf(kit, ""), "a.pdf": "x", "1": "", "2": "", "3": "", "4": "", "5": "", "6": "", "7": ""},
			"kit holds what is not of the kit in it: 1, 2, 3, 4, 5 and 2 more, and what was changed since it was built: a.pdf"},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			t.Chdir(dir)
			for name, content := range tc.files {
				if strings.HasSuffix(name, "/") {
					if err := os.MkdirAll(filepath.Join("kit", name), 0o777); err != nil {
						t.Fatal(err)
					}
					continue
				}
				kittest.Put(t, filepath.Join("kit", name), content)
			}
			before := kittest.Tree(t, dir)
			_, err := Open("kit")
			var refused *FolderError
			if !errors.As(err, &refused) || refused.Message != tc.want || !strings.Contains(refused.Hint, "choose another") {
				t.Errorf("%v, want %s", err, tc.want)
			}
			kittest.WantTree(t, dir, before)
		})
	}
}

// A link is never followed, whatever a manifest says of what is behind it.
func TestLinksInAKit(t *testing.T) {
	dir := t.TempDir()
	kittest.Put(t, filepath.Join(dir, "vic", "victim.txt"), "stay")
	kittest.Put(t, filepath.Join(dir, "kit", "manifest.json"), `{"format": 1, "tool": "kitpress 0", "files": [{"path": "link/victim.txt"}, {"path": "one.txt"}]}`)
	for name, to := range map[string]string{"link": "../vic", "one.txt": "../vic/victim.txt"} {
		if err := os.Symlink(to, filepath.Join(dir, "kit", name)); err != nil {
			t.Skip(err)
		}
	}
	_, err := Open(filepath.Join(dir, "kit"))
	var refused *FolderError
	if !errors.As(err, &refused) || !strings.Contains(refused.Message, "not of the kit in it: link, and what was changed since it was built: one.txt") {
		t.Errorf("%v", err)
	}
	kittest.WantTree(t, filepath.Join(dir, "vic"), map[string]string{"victim.txt": "stay"})
}

// What comes into the folder while the kit is made is not lost either.
func TestFolderThatChangesDuringABuild(t *testing.T) {
	for name, change := range map[string]func(t *testing.T, kit string){
		"a new file":     func(t *testing.T, kit string) { kittest.Put(t, filepath.Join(kit, "notes.txt"), "mine") },
		"a changed file": func(t *testing.T, kit string) { kittest.Put(t, filepath.Join(kit, "a.pdf"), "scribbled") },
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			kit := filepath.Join(dir, "kit")
			commit(t, kit, map[string]string{"a.pdf": "A1"})
			s := stage(t, kit, map[string]string{"a.pdf": "A2"})
			change(t, kit)
			before := kittest.Tree(t, kit)
			_, err := s.Commit()
			s.Discard()
			if err == nil || !strings.Contains(err.Error(), "changed while") {
				t.Errorf("commit says %v", err)
			}
			kittest.WantTree(t, kit, before)
			if left, _ := os.ReadDir(dir); len(left) != 1 {
				t.Errorf("%v is left", left)
			}
		})
	}
}

// A folder that cannot be exchanged is refused before anything is done.
func TestFolderThatCannotBeReplaced(t *testing.T) {
	dir := t.TempDir()
	commit(t, filepath.Join(dir, "kit"), map[string]string{"a.pdf": "A"})
	if err := os.Mkdir(filepath.Join(dir, "kit", "sub"), 0o777); err != nil {
		t.Fatal(err)
	}
	for at, target := range map[string]string{"kit": ".", "kit/sub": "..", ".": "."} {
		t.Chdir(filepath.Join(dir, filepath.FromSlash(at)))
		_, err := Open(target)
		var refused *FolderError
		if !errors.As(err, &refused) || refused.Hint != "choose a folder in it: -o "+filepath.Join(target, "kit") {
			t.Errorf("%s from %s: %v", target, at, err)
		}
	}
	_, err := Open(string(filepath.Separator))
	if !errors.As(err, new(*FolderError)) {
		t.Errorf("the top folder: %v", err)
	}
}

func TestDiscardLeavesNoTrace(t *testing.T) {
	dir := t.TempDir()
	s := stage(t, filepath.Join(dir, "x", "y", "kit"), map[string]string{"a.pdf": "A"})
	s.Discard()
	if left, _ := os.ReadDir(dir); len(left) > 0 {
		t.Errorf("%v is left over", left)
	}
	kit := filepath.Join(dir, "kit")
	commit(t, kit, map[string]string{"a.pdf": "A1"})
	stage(t, kit, map[string]string{"a.pdf": "A2"}).Discard()
	kittest.WantTree(t, dir, map[string]string{"kit/a.pdf": "A1", "kit/manifest.json": "*"})
}

// A disk that fills up while a file is written must not cost the old kit.
func TestFullDisk(t *testing.T) {
	dir := t.TempDir()
	kit := filepath.Join(dir, "kit")
	commit(t, kit, map[string]string{"a.pdf": "A1"})
	s := stage(t, kit, nil)
	_, _, err := s.Write("a.pdf", func(w io.Writer) error {
		io.WriteString(w, "half of")
		return &os.PathError{Op: "write", Path: "/somewhere/a.pdf", Err: syscall.ENOSPC}
	})
	if !errors.Is(err, syscall.ENOSPC) || strings.Contains(err.Error(), "/somewhere") {
		t.Errorf("error is %v", err)
	}
	s.Discard()
	kittest.WantTree(t, dir, map[string]string{"kit/a.pdf": "A1", "kit/manifest.json": "*"})
}

// What a killed build leaves is put right by the next one.
func TestLeftoversOfAKilledBuild(t *testing.T) {
	t.Run("between the renames of a swap", func(t *testing.T) {
		dir := t.TempDir()
		commit(t, filepath.Join(dir, ".kit"+oldSuffix), map[string]string{"a.pdf": "A1"})
		kittest.Put(t, filepath.Join(dir, ".kit"+freshSuffix, "a.pdf"), "A2")
		stage(t, filepath.Join(dir, "kit"), nil).Discard()
		kittest.WantTree(t, dir, map[string]string{"kit/a.pdf": "A1", "kit/manifest.json": "*"})
	})
	t.Run("after the exchange", func(t *testing.T) {
		dir := t.TempDir()
		kit := filepath.Join(dir, "kit")
		commit(t, kit, map[string]string{"a.pdf": "A2"})
		kittest.Put(t, filepath.Join(dir, ".kit"+oldSuffix, "a.pdf"), "A1")
		stage(t, kit, nil).Discard()
		kittest.WantTree(t, dir, map[string]string{"kit/a.pdf": "A2", "kit/manifest.json": "*"})
	})
}

func TestOneBuildAtATime(t *testing.T) {
	kit := filepath.Join(t.TempDir(), "kit")
	s := stage(t, kit, nil)
	if _, err := Open(kit); !errors.Is(err, errLocked) {
		t.Errorf("second build: %v", err)
	}
	s.Discard()
	stage(t, kit, nil).Discard()
}

func TestTargetThatCannotBe(t *testing.T) {
	dir := t.TempDir()
	kittest.Put(t, filepath.Join(dir, "file"), "x")
	for _, target := range []string{"file", "file/kit", "file/a/kit"} {
		if s, err := Open(filepath.Join(dir, target)); err == nil {
			s.Discard()
			t.Errorf("%s: no error", target)
		}
	}
	kittest.WantTree(t, dir, map[string]string{"file": "x"})
}

func TestManifestCannotReachOut(t *testing.T) {
	for _, manifest := range []string{
		`{"format": 1, "tool": "kitpress 0", "files": [{"path": "../victim.txt"}, {"path": "/etc/hostname"}], "other": [{"path": "../manifest.json"}]}`,
		`{"format": 1, "tool": "kitpress 0", "games": [{"manifest": "../manifest.json"}, {"manifest": "/etc/manifest.json"}, {"manifest": "sub/victim.txt"}]}`,
	} {
		dir := t.TempDir()
		kit := filepath.Join(dir, "kit")
		kittest.Put(t, filepath.Join(dir, "victim.txt"), "stay")
		kittest.Put(t, filepath.Join(kit, Manifest), manifest)
		own, err := ownFiles(kit)
		if err != nil || len(own) != 1 {
			t.Errorf("own files: %v, %v", own, err)
		}
		commit(t, kit, map[string]string{"a.pdf": "A"})
		kittest.WantTree(t, dir, map[string]string{"victim.txt": "stay", "kit/a.pdf": "A", "kit/manifest.json": "*"})
	}
}

// What the new kit shares with the old one is the same file: nothing is
// written for it. Whatever differs, wherever, is a file of its own.
func TestFilesThatStayTheSame(t *testing.T) {
	kit := filepath.Join(t.TempDir(), "kit")
	long := strings.Repeat("0123456789abcdef", draftBuffer/8)
	old := map[string]string{"same": long, "longer": long, "shorter": long + "x", "first": "a" + long, "last": long + "a", "empty": "", "was empty": ""}
	commit(t, kit, old)
	before, _ := os.Stat(filepath.Join(kit, "same"))
	want := map[string]string{"same": long, "longer": long + "x", "shorter": long, "first": "b" + long, "last": long + "b", "empty": "", "was empty": "x", "new": long}
	commit(t, kit, want)
	after, _ := os.Stat(filepath.Join(kit, "same"))
	if !os.SameFile(before, after) {
		t.Error("a file that stays the same was written again")
	}
	want[Manifest] = "*"
	kittest.WantTree(t, kit, want)
}
