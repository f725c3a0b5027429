package store_test

import (
	"bufio"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"kitpress/quiz/store"
	"kitpress/quiz/store/storetest"
)

// childFile tells a test binary that was started by TestKill which file to
// write to.
const childFile = "STORE_CHILD"

// TestChild is what TestKill starts: it appends until it is killed and says
// which records are on the disk.
func TestChild(t *testing.T) {
	file := os.Getenv(childFile)
	if file == "" {
		t.Skip("for TestKill")
	}
	s := open(t, file)
	_, log, err := s.Load(ctx, "m")
	if errors.Is(err, store.ErrUnknown) {
		err = s.Create(ctx, storetest.Match("m"), storetest.At(0))
	}
	if err != nil {
		t.Fatal(err)
	}
	for i := len(log) + 1; ; i++ {
		r := storetest.Record(i)
		if _, _, err := s.Append(ctx, "m", r, storetest.At(1)); err != nil {
			t.Fatal(err)
		}
		fmt.Printf("ack %d\n", i)
	}
}

// A program that is killed at any moment loses nothing it has acknowledged, and
// leaves a log that is whole. STORE_KILLS says how often it is killed.
func TestKill(t *testing.T) {
	kills := 6
	if n, err := strconv.Atoi(os.Getenv("STORE_KILLS")); err == nil {
		kills = n
	}
	rnd := rand.New(rand.NewPCG(1, 2))
	file, acked, total := "", 0, 0
	for i := range kills {
		if i%40 == 0 { // a log is read whole every time, so it must not grow for ever
			total, acked = total+acked, 0
			file = filepath.Join(t.TempDir(), "matches.db")
			s := open(t, file)
			if err := errors.Join(s.Create(ctx, storetest.Match("m"), storetest.At(0)), s.Close()); err != nil {
				t.Fatal(err)
			}
		}
		acked = max(acked, run(t, file, time.Duration(rnd.IntN(120))*time.Millisecond))
		s := open(t, file)
		m, log, err := s.Load(ctx, "m") // checks the chain of hashes
		if err != nil {
			t.Fatal(err)
		}
		if len(log) < acked {
			t.Fatalf("%d entries, and %d were acknowledged", len(log), acked)
		}
		if err := store.Verify(m, log); err != nil {
			t.Fatal(err)
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	}
	total += acked
	if total == 0 {
		t.Error("nothing was acknowledged: this test cannot fail")
	}
	t.Logf("%d kills, %d records acknowledged, none lost", kills, total)
}

// run starts the child, kills it some time after its first acknowledgement,
// and returns the last record it acknowledged.
func run(t *testing.T, file string, after time.Duration) int {
	t.Helper()
	cmd := exec.Command(os.Args[0], "-test.run=^TestChild$", "-test.v")
	cmd.Env = append(os.Environ(), childFile+"="+file)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	last, started := 0, false
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		n := 0
		if _, err := fmt.Sscanf(lines.Text(), "ack %d", &n); err != nil {
			continue
		}
		last = n
		if !started {
			started = true
			time.AfterFunc(after, func() { _ = cmd.Process.Kill() })
		}
	}
	if err := cmd.Wait(); err == nil || !started {
		t.Fatalf("the child ended by itself, %v", err)
	}
	return last
}
