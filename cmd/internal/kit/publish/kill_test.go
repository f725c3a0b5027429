package publish

import (
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"kitpress/cmd/internal/kit/kittest"
)

// A program killed at any moment leaves the old kit or the new one, whole, and
// nothing the next build does not put right.
func TestKill(t *testing.T) {
	if at := os.Getenv("KITPRESS_TEST_KIT"); at != "" {
		for n := 0; ; n++ { // until it is killed
			f, err := Open(at)
			if err == nil {
				err = fill(f, roundOf(n))
			}
			if err == nil {
				_, err = f.Commit()
			}
			if err != nil {
				fmt.Println(err)
				os.Exit(1)
			}
		}
	}
	rounds := 8
	if os.Getenv("KITPRESS_LONG") != "" {
		rounds = 200
	}
	dir := t.TempDir()
	kit := filepath.Join(dir, "kit")
	commit(t, kit, roundOf(0))
	for i := range rounds {
		said := killed(t, kit, time.Duration(i*13%37)*time.Millisecond)
		if said != "" {
			t.Fatalf("round %d: %s", i, said)
		}
		if runtime.GOOS != "linux" && !exists(kit) {
			continue // between two renames; the next build goes on from the old kit
		}
		got := kittest.Tree(t, kit)
		delete(got, Manifest)
		if !maps.Equal(got, roundOf(0)) && !maps.Equal(got, roundOf(1)) {
			t.Fatalf("round %d: %v", i, slices.Sorted(maps.Keys(got)))
		}
	}
	commit(t, kit, roundOf(0))
	if left, _ := os.ReadDir(dir); len(left) != 1 {
		t.Errorf("%v is left", left)
	}
}

// roundOf returns two kits in turn that share files and differ in others.
func roundOf(n int) map[string]string {
	files := map[string]string{}
	for i := range 30 {
		files[fmt.Sprintf("%d/same", i)] = "same"
		files[fmt.Sprintf("%d/other", i)] = fmt.Sprint(n % 2)
		files[fmt.Sprintf("%d/only-%d", i, n%2)] = "only"
	}
	return files
}

// killed runs a program that makes kits again and again, kills it some time
// after the first, and returns what it had to say.
func killed(t *testing.T, kit string, after time.Duration) string {
	cmd := exec.Command(os.Args[0], "-test.run=^TestKill$")
	cmd.Env = append(os.Environ(), "KITPRESS_TEST_KIT="+kit)
	var said strings.Builder
	cmd.Stdout = &said
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	for i := 0; i < 1000 && !exists(filepath.Join(filepath.Dir(kit), ".kit"+lockSuffix)); i++ {
		time.Sleep(time.Millisecond)
	}
	time.Sleep(after)
	cmd.Process.Kill()
	cmd.Wait()
	return said.String()
}
