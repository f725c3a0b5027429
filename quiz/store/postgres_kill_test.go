//go:build unix

package store_test

import (
	"bufio"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"kitpress/quiz/referee"
	"kitpress/quiz/store"
	"kitpress/quiz/store/storetest"
)

// Where a test binary that TestServerKills started writes, and who it is.
const (
	writerAddress = "STORE_WRITER"
	writerName    = "STORE_WRITER_NAME"
)

// TestWriter is what TestServerKills starts: it adds to a log that others add
// to, tries again what was not acknowledged, and says what was.
func TestWriter(t *testing.T) {
	address := os.Getenv(writerAddress)
	if address == "" {
		t.Skip("for TestServerKills")
	}
	var s *store.Postgres
	for s == nil { // the server may be away
		s, _ = store.Connect(ctx, address)
	}
	seq := 1
	for i := 0; ; {
		r := referee.Record{Seq: seq, Op: fmt.Sprintf("%s-%d", os.Getenv(writerName), i), Command: referee.Command{Verb: "pass", Seat: "red"}}
		e, _, err := s.Append(ctx, "m", r, storetest.At(1))
		var stale *store.StaleError
		switch {
		case errors.As(err, &stale):
			seq = stale.Have + 1
		case errors.Is(err, store.ErrUnknown):
			t.Fatal(err)
		case err != nil:
			time.Sleep(20 * time.Millisecond)
		default:
			fmt.Printf("ack %d %s\n", e.Record.Seq, r.Op)
			seq++
			i++
		}
	}
}

// writers are programs that add to one log, and what they were told is kept.
type writers struct {
	t       *testing.T
	address string
	mu      sync.Mutex
	acked   map[int]string // operations by number
	made    int
	readers sync.WaitGroup
}

func (w *writers) start() *exec.Cmd {
	w.made++
	cmd := exec.Command(os.Args[0], "-test.run=^TestWriter$", "-test.v")
	cmd.Env = append(os.Environ(), writerAddress+"="+w.address, writerName+"="+fmt.Sprint("w", w.made))
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		w.t.Fatal(err)
	}
	w.readers.Go(func() {
		lines := bufio.NewScanner(out)
		for lines.Scan() {
			var seq int
			var op string
			if _, err := fmt.Sscanf(lines.Text(), "ack %d %s", &seq, &op); err != nil {
				continue
			}
			w.mu.Lock()
			if w.acked[seq] != "" {
				w.t.Errorf("%d was acknowledged for %s and for %s", seq, w.acked[seq], op)
			}
			w.acked[seq] = op
			w.mu.Unlock()
		}
	})
	return cmd
}

func (w *writers) count() int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return len(w.acked)
}

// Three programs add to one log while they, and the server, are killed at any
// moment: nothing that was acknowledged is lost, nothing is there twice, and
// the order is that which was acknowledged. STORE_KILLS says how often.
func TestServerKills(t *testing.T) {
	kills := 8
	if n, err := strconv.Atoi(os.Getenv("STORE_KILLS")); err == nil {
		kills = n
	}
	server := storetest.NewServer(t)
	w := &writers{t: t, address: server.Database(), acked: map[int]string{}}
	s := connect(t, w.address)
	must(t, s.Create(ctx, storetest.Match("m"), storetest.At(0)))
	must(t, s.Close())
	running := []*exec.Cmd{w.start(), w.start(), w.start()}
	rnd := rand.New(rand.NewPCG(3, 4))
	servers, programs := 0, 0
	for range kills {
		before := w.count()
		for end := time.Now().Add(30 * time.Second); w.count() < before+20; time.Sleep(5 * time.Millisecond) {
			if time.Now().After(end) {
				t.Fatal("nothing is acknowledged any more")
			}
		}
		time.Sleep(time.Duration(rnd.IntN(300)) * time.Millisecond)
		if rnd.IntN(3) == 0 {
			servers++
			server.Kill()
			time.Sleep(time.Duration(rnd.IntN(100)) * time.Millisecond)
			server.Start()
			continue
		}
		programs++
		i := rnd.IntN(len(running))
		_ = running[i].Process.Kill()
		_ = running[i].Wait()
		running[i] = w.start()
	}
	for _, cmd := range running {
		_ = cmd.Process.Kill()
	}
	w.readers.Wait()
	for _, cmd := range running {
		_ = cmd.Wait()
	}
	w.check()
	t.Logf("%d programs and %d servers killed, %d entries acknowledged, none lost", programs, servers, len(w.acked))
}

// check compares the log with what was acknowledged.
func (w *writers) check() {
	s := connect(w.t, w.address)
	defer s.Close()
	_, log, err := s.Load(ctx, "m") // checks the chain of hashes
	must(w.t, err)
	ops, last := map[string]bool{}, map[string]int{}
	for _, e := range log {
		name, n, _ := strings.Cut(e.Record.Op, "-")
		i, _ := strconv.Atoi(n)
		if ops[e.Record.Op] || i != last[name] {
			w.t.Fatalf("entry %d is %s, twice or out of order", e.Record.Seq, e.Record.Op)
		}
		ops[e.Record.Op] = true
		last[name]++
	}
	for seq, op := range w.acked {
		if seq > len(log) || log[seq-1].Record.Op != op {
			w.t.Errorf("%s was acknowledged as entry %d of %d, which it is not", op, seq, len(log))
		}
	}
	if len(w.acked) == 0 {
		w.t.Error("nothing was acknowledged: this test cannot fail")
	}
}
