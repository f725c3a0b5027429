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
	"strings"
	"syscall"
	"testing"
	"time"

	"kitpress/quiz/store"
	"kitpress/quiz/store/cutfs"
	"kitpress/quiz/store/storetest"
)

// cuts returns how often the power is to be cut, from the environment: it
// takes root and FUSE, which most machines do not give a test.
func cuts(t *testing.T) int {
	t.Helper()
	n, err := strconv.Atoi(os.Getenv("STORE_CUTS"))
	if err != nil {
		t.Skip("STORE_CUTS=400 cuts the power that often (Linux, as root)")
	}
	return n
}

// A cut is what was acknowledged before the power failed and what is left.
type cut struct {
	acked int
	files map[string][]byte
}

// cutPower lets a child write to a disk, cuts the power some time after its
// first acknowledgement, and returns what is left. The disk may be prepared.
func cutPower(t *testing.T, rnd *rand.Rand, files map[string][]byte, prepare func(*cutfs.Disk), env ...string) cut {
	t.Helper()
	disk := cutfs.NewDisk(files)
	if prepare != nil {
		prepare(disk)
	}
	child, lines := startOn(t, disk, "^TestChild$", env...)
	last, started := 0, false
	for lines.Scan() {
		if _, err := fmt.Sscanf(lines.Text(), "ack %d", &last); err == nil && !started {
			started = true
			time.AfterFunc(time.Duration(rnd.IntN(40_000))*time.Microsecond, func() {
				disk.Cut()
				_ = child.Process.Kill()
			})
		}
	}
	if err := child.Wait(); err == nil || !started {
		t.Fatalf("the child ended by itself, %v", err)
	}
	return cut{last, disk.Left(rnd)}
}

// startOn starts a test of this binary in a child that writes to a disk.
func startOn(t *testing.T, disk *cutfs.Disk, test string, env ...string) (*exec.Cmd, *bufio.Scanner) {
	t.Helper()
	dir := t.TempDir()
	unmount, err := cutfs.Mount(disk, dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := unmount(); err != nil {
			t.Error(err)
		}
	})
	child := exec.Command(os.Args[0], "-test.run="+test, "-test.v")
	child.Env = append(append(os.Environ(), childFile+"="+filepath.Join(dir, "matches.db")), env...)
	out, err := child.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	return child, bufio.NewScanner(out)
}

// afterwards opens what is left on a disk that works and returns how many
// records are in it; none when not even the match is.
func afterwards(t *testing.T, files map[string][]byte) (int, error) {
	t.Helper()
	dir := t.TempDir()
	for name, data := range files {
		if strings.HasSuffix(name, "-shm") {
			continue // the memory of a machine that is off
		}
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	s, err := store.Open(ctx, filepath.Join(dir, "matches.db"))
	if err != nil {
		return 0, err
	}
	m, log, err := s.Load(ctx, "m") // checks the chain of hashes
	if errors.Is(err, store.ErrUnknown) {
		return 0, s.Close()
	}
	if err == nil {
		err = store.Verify(m, log)
	}
	return len(log), errors.Join(err, s.Close())
}

// A power cut at any moment loses nothing that was acknowledged, and leaves a
// log that is whole.
func TestPowerCuts(t *testing.T) {
	total, acked, before := cuts(t), 0, 0
	rnd := rand.New(rand.NewPCG(3, 4))
	var files map[string][]byte
	for i := range total {
		t.Run("", func(t *testing.T) {
			if i%20 == 0 {
				files, before = nil, 0 // from the very first byte
			}
			c := cutPower(t, rnd, files, nil)
			have, err := afterwards(t, c.files)
			if err != nil {
				t.Fatal(err)
			}
			if have < c.acked {
				t.Fatalf("%d records, and %d were acknowledged", have, c.acked)
			}
			files, acked, before = c.files, acked+c.acked-before, have
		})
		if t.Failed() {
			return
		}
	}
	t.Logf("%d cuts, %d records acknowledged, none lost", total, acked)
}

// The test above can fail: a store that waits for the disk less often, and a
// disk that forgets names, lose records.
func TestPowerCutsAreNoticed(t *testing.T) {
	tries := min(40, cuts(t))
	for _, tc := range []struct {
		name    string
		prepare func(*cutfs.Disk)
		env     string
	}{
		{"synchronous=NORMAL", nil, childWaits + "=1"},
		{"names are never kept", func(d *cutfs.Disk) { d.Careless = true }, "STORE_CARELESS=1"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			rnd := rand.New(rand.NewPCG(5, 6))
			seen := 0
			for range tries {
				c := cutPower(t, rnd, nil, tc.prepare, tc.env)
				if have, err := afterwards(t, c.files); err != nil || have < c.acked {
					seen++
				}
			}
			t.Logf("%d of %d cuts lost something", seen, tries)
			if seen == 0 {
				t.Error("nothing was lost: TestPowerCuts would not notice either")
			}
		})
	}
}

// TestScene is what TestFailingDisk starts: a short evening.
func TestScene(t *testing.T) {
	file := os.Getenv(childFile)
	if file == "" {
		t.Skip("for TestFailingDisk")
	}
	s := open(t, file)
	must := func(err error) {
		if err == nil {
			return
		}
		if errors.Is(err, store.ErrBroken) {
			if _, _, err := s.Append(ctx, "m", storetest.Record(99), storetest.At(9)); !errors.Is(err, store.ErrBroken) {
				fmt.Println("\nwrites on")
			}
		}
		t.Fatal(err)
	}
	must(s.Create(ctx, storetest.Match("m"), storetest.At(0)))
	must(s.Create(ctx, storetest.Match("gone"), storetest.At(0)))
	for i := 1; i <= 5; i++ {
		_, _, err := s.Append(ctx, "m", storetest.Record(i), storetest.At(i))
		must(err)
		fmt.Printf("\nack %d\n", i)
		if i == 3 {
			must(s.Delete(ctx, "gone"))
		}
	}
	must(s.Close())
	fmt.Println("\nthe end")
}

// Every call to the disk fails once, and once for good, with an I/O error and
// with no room: nothing acknowledged is lost, the log stays whole, and after an
// I/O error nothing more is written.
func TestFailingDisk(t *testing.T) {
	cuts(t)
	rnd := rand.New(rand.NewPCG(7, 8))
	for _, how := range []struct {
		errno syscall.Errno
		on    bool
	}{{syscall.EIO, false}, {syscall.EIO, true}, {syscall.ENOSPC, false}, {syscall.ENOSPC, true}} {
		t.Run(fmt.Sprintf("%v, for good %v", how.errno, how.on), func(t *testing.T) {
			runs, failed := 0, 0
			for k := 1; ; k++ {
				disk := cutfs.NewDisk(nil)
				disk.FailAt, disk.FailWith, disk.FailOn = k, how.errno, how.on
				child, lines := startOn(t, disk, "^TestScene$")
				acked, ended, wrote := 0, false, false
				for lines.Scan() {
					_, _ = fmt.Sscanf(lines.Text(), "ack %d", &acked)
					ended, wrote = ended || lines.Text() == "the end", wrote || lines.Text() == "writes on"
				}
				err := child.Wait()
				if wrote {
					t.Errorf("call %d fails, and the store goes on writing", k)
				}
				if runs++; err != nil {
					failed++
				} else if !ended {
					t.Errorf("call %d fails: no error, and no end", k)
				}
				for _, files := range []map[string][]byte{disk.Files(), disk.Left(rnd)} {
					if have, err := afterwards(t, files); err != nil || have < acked {
						t.Errorf("call %d fails: %d records, and %d were acknowledged; %v", k, have, acked, err)
					}
				}
				if disk.Calls() < k {
					break // the evening takes no more calls
				}
			}
			t.Logf("%d runs, %d of them ended with an error", runs, failed)
			if failed == 0 {
				t.Error("no error was seen: this test cannot fail")
			}
		})
	}
}

// A full disk refuses what comes, and what was acknowledged can be read and
// carried elsewhere.
func TestFullDisk(t *testing.T) {
	cuts(t)
	disk := cutfs.NewDisk(nil)
	disk.Room = 1 << 20
	child, lines := startOn(t, disk, "^TestChild$")
	acked, said := 0, ""
	for lines.Scan() {
		if _, err := fmt.Sscanf(lines.Text(), "ack %d", &acked); err != nil && strings.Contains(lines.Text(), "full") {
			said = lines.Text()
		}
	}
	if err := child.Wait(); err == nil || acked == 0 || said == "" {
		t.Fatalf("%v after %d records, with the words %q", err, acked, said)
	}
	have, err := afterwards(t, disk.Files())
	if err != nil || have < acked {
		t.Fatalf("%d records, and %d were acknowledged; %v", have, acked, err)
	}
	t.Logf("%d records on 1 MiB, then: %s", acked, strings.TrimSpace(said))
}
