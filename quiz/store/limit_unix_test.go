//go:build unix

package store_test

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"kitpress/quiz/store"
	"kitpress/quiz/store/storetest"
)

// childLimit tells a test binary that was started by TestFailingWrites which
// file to write to.
const childLimit = "STORE_LIMIT"

// TestLimitedChild is what TestFailingWrites starts: it appends until the
// system refuses to let files grow, then tries once more.
func TestLimitedChild(t *testing.T) {
	file := os.Getenv(childLimit)
	if file == "" {
		t.Skip("for TestFailingWrites")
	}
	s := open(t, file)
	if err := s.Create(ctx, storetest.Match("m"), storetest.At(0)); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: 256 << 10, Max: 256 << 10}); err != nil {
		t.Fatal(err)
	}
	for i := 1; ; i++ {
		if _, _, err := s.Append(ctx, "m", storetest.Record(i), storetest.At(1)); err != nil {
			_, _, again := s.Append(ctx, "m", storetest.Record(i), storetest.At(1))
			fmt.Printf("\nbroken %v, and stays so %v: %v\n", errors.Is(err, store.ErrBroken), errors.Is(again, store.ErrBroken), err)
			return
		}
		fmt.Printf("\nack %d\n", i)
	}
}

// When a write fails nothing acknowledged is lost, the log stays whole, and
// nothing more is written until the file is opened again.
func TestFailingWrites(t *testing.T) {
	file := filepath.Join(t.TempDir(), "matches.db")
	cmd := exec.Command(os.Args[0], "-test.run=^TestLimitedChild$", "-test.v")
	cmd.Env = append(os.Environ(), childLimit+"="+file)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	acked, end := 0, ""
	for lines := bufio.NewScanner(out); lines.Scan(); {
		_, _ = fmt.Sscanf(lines.Text(), "ack %d", &acked)
		if strings.HasPrefix(lines.Text(), "broken") {
			end = lines.Text()
		}
	}
	if err := cmd.Wait(); err != nil {
		t.Fatal(err)
	}
	if acked == 0 || !strings.HasPrefix(end, "broken true, and stays so true") {
		t.Errorf("after %d records: %q", acked, end)
	}
	s := open(t, file)
	defer s.Close()
	m, log, err := s.Load(ctx, "m") // checks the chain of hashes
	if err != nil || len(log) < acked {
		t.Fatalf("%d records, and %d were acknowledged: %v", len(log), acked, err)
	}
	if err := store.Verify(m, log); err != nil {
		t.Error(err)
	}
	if _, _, err := s.Append(ctx, "m", storetest.Record(len(log)+1), storetest.At(2)); err != nil {
		t.Errorf("opened again: %v", err)
	}
}
