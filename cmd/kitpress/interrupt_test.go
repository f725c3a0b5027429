//go:build unix

package main

import (
	"bufio"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"
)

// Ctrl-C in the middle of a build ends it with 130 and leaves the previous kit
// as it was, whole and without anything beside it.
func TestCtrlC(t *testing.T) {
	dir := t.TempDir()
	kitpress := func(args ...string) *exec.Cmd {
		cmd := exec.Command(os.Args[0], args...)
		cmd.Path, cmd.Args[0] = os.Args[0], "kitpress" // see testscript.Main
		cmd.Dir = dir
		return cmd
	}
	if out, err := kitpress("build", "--lang", "en", "--only", "score-sheet", "-q").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	before, err := os.ReadFile(filepath.Join(dir, "kit", "manifest.json"))
	if err != nil {
		t.Fatal(err)
	}
	cmd := kitpress("build", "--lang", "all")
	progress, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(progress)
	lines.Scan() // the first file is written, seventy are not
	if err := cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	late := time.AfterFunc(time.Minute, func() { cmd.Process.Kill() })
	last := ""
	for lines.Scan() {
		last = lines.Text()
	}
	err = cmd.Wait()
	late.Stop()
	if code := exitCode(err); code != "130" || last != "kitpress: interrupted, nothing was changed" {
		t.Errorf("exit code %s (%v), last words %q", code, err, last)
	}
	after, err := os.ReadFile(filepath.Join(dir, "kit", "manifest.json"))
	if err != nil || string(after) != string(before) {
		t.Errorf("the previous kit was changed (%v)", err)
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) != 1 {
		t.Errorf("%v is left (%v)", left, err)
	}
}
