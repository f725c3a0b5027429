//go:build unix

package main

import (
	"bufio"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
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

// Whoever stops reading what is printed gets the kit all the same, and nothing
// is left beside it.
func TestNobodyListens(t *testing.T) {
	dir := t.TempDir()
	cmd := exec.Command(os.Args[0], "build", "--lang", "en", "--only", "score-sheet,tokens")
	cmd.Path, cmd.Args[0] = os.Args[0], "kitpress" // see testscript.Main
	cmd.Dir = dir
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	r.Close()
	cmd.Stdout, cmd.Stderr = w, w
	if err := cmd.Run(); err != nil {
		t.Error(err)
	}
	w.Close()
	if left, err := os.ReadDir(dir); err != nil || len(left) != 1 {
		t.Errorf("%v is left (%v)", left, err)
	}
	if _, err := os.Stat(filepath.Join(dir, "kit", "manifest.json")); err != nil {
		t.Error(err)
	}
}

// Ctrl-C is how serve ends: with 0, and the port is free again.
func TestCtrlCEndsServing(t *testing.T) {
	cmd := exec.Command(os.Args[0], "serve", "--port", "0", "--lang", "en", "online")
	cmd.Path, cmd.Args[0] = os.Args[0], "kitpress" // see testscript.Main
	cmd.Env = append(os.Environ(), "KITPRESS_STORE="+filepath.Join(t.TempDir(), "matches.db"))
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	late := time.AfterFunc(time.Minute, func() { cmd.Process.Kill() })
	defer late.Stop()
	address := ""
	for lines := bufio.NewScanner(out); lines.Scan(); {
		if _, a, found := strings.Cut(lines.Text(), "this computer  "); found {
			address = strings.TrimSpace(a)
		}
		if strings.Contains(lines.Text(), "Ctrl-C") {
			break
		}
	}
	r, err := http.Get(address + "C/X6HX-2/EN")
	if err != nil {
		t.Fatal(err)
	}
	r.Body.Close()
	if r.StatusCode != http.StatusOK || r.Request.URL.Path != "/C/X6HX-2/EN/" {
		t.Errorf("%s at %s", r.Status, r.Request.URL)
	}
	if err := cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	if code := exitCode(cmd.Wait()); code != "0" {
		t.Errorf("exit code %s", code)
	}
	l, err := net.Listen("tcp", strings.TrimSuffix(strings.TrimPrefix(address, "http://"), "/"))
	if err != nil {
		t.Fatal(err)
	}
	l.Close()
}
