package kittest

import (
	"os"
	"path/filepath"
	"testing"
)

// Tree returns the files below dir with their contents.
func Tree(t *testing.T, dir string) map[string]string {
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

// WantTree reports what is not as wanted below dir; "*" is any content.
func WantTree(t *testing.T, dir string, want map[string]string) {
	t.Helper()
	got := Tree(t, dir)
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

// Put writes a file, and the folders it lies in.
func Put(t *testing.T, name, content string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(content), 0o666); err != nil {
		t.Fatal(err)
	}
}
