package cli

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"kitpress/cmd/internal/cli/terminal"
)

// loadSeconds says how long TestLoad lasts, loadSlow how many slow sockets
// stand beside it, loadChild makes the test binary the server.
const (
	loadSeconds = "TABLE_LOAD"
	loadSlow    = "TABLE_SLOW"
	loadChild   = "TABLE_CHILD"
)

// The size of the load: a school day.
const (
	loadTables = 50
	loadEvery  = 500 * time.Millisecond // between entries at a table
	loadWarm   = 5 * time.Second        // before memory is looked at
)

// TestLoadChild is the server that TestLoad starts.
func TestLoadChild(t *testing.T) {
	file := os.Getenv(loadChild)
	if file == "" {
		t.Skip("for TestLoad")
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	s := terminal.Streams{Out: os.Stdout, Err: os.Stderr, Env: func(string) string { return "" }}
	if code := Run(ctx, []string{"serve", "--port", "0", "--no-qr", "--store", file}, s); code != 0 {
		t.Errorf("exit code %d", code)
	}
}

// A loadTest is a running server and what its devices have measured.
type loadTest struct {
	t          *testing.T
	phones     string // address, "http://127.0.0.1:1234"
	desk, key  string // its address and key
	pid        int
	end        time.Time
	mu         sync.Mutex
	took       []time.Duration // of entries
	seen       []time.Duration // until another device has the new state
	acked      atomic.Int64
	events     atomic.Int64
	states     atomic.Int64
	bytes      atomic.Int64
	faults     atomic.Int64
	firstFault sync.Once
	unzips     sync.Pool // of *gzip.Reader
}

func (l *loadTest) fault(format string, args ...any) {
	l.faults.Add(1)
	l.firstFault.Do(func() { l.t.Errorf(format, args...) })
}

// TestLoad lets 200 phones play at 50 tables, each entry heard and looked at by
// the whole table. TABLE_LOAD says for how many seconds, TABLE_SLOW beside how
// many sockets that send their requests letter by letter.
func TestLoad(t *testing.T) {
	seconds, err := strconv.Atoi(os.Getenv(loadSeconds))
	if err != nil {
		t.Skip(loadSeconds + "=60 runs it")
	}
	slow, _ := strconv.Atoi(os.Getenv(loadSlow))
	l := startLoad(t)
	l.end = time.Now().Add(loadWarm + time.Duration(seconds)*time.Second)
	var wg sync.WaitGroup
	ctx, cancel := context.WithDeadline(t.Context(), l.end.Add(10*time.Second))
	defer cancel()
	drops := l.slowSockets(ctx, &wg, slow)
	for i := range loadTables {
		l.table(ctx, &wg, i)
	}
	time.Sleep(loadWarm)
	before, most := rss(l.pid), 0
	var late []time.Duration // of this machine, whoever is to blame
	for n := 0; time.Now().Before(l.end); n++ {
		start := time.Now()
		time.Sleep(10 * time.Millisecond)
		if late = append(late, time.Since(start)-10*time.Millisecond); n%100 == 0 {
			most = max(most, rss(l.pid))
		}
	}
	slices.Sort(late)
	time.Sleep(time.Second) // what was entered last is heard
	after := rss(l.pid)
	cancel()
	wg.Wait()
	slices.Sort(l.took)
	slices.Sort(l.seen)
	t.Logf("%d s, %d tables, %d slow sockets (dropped %d times)", seconds, loadTables, slow, drops.Load())
	t.Logf("entries acknowledged %d; events heard %d, states %d (%.1f KiB each)", l.acked.Load(), l.events.Load(), l.states.Load(), float64(l.bytes.Load())/float64(max(1, l.states.Load()))/1024)
	t.Logf("an entry: p50 %v, p99 %v, most %v", part(l.took, 50), part(l.took, 99), part(l.took, 100))
	t.Logf("until another device has the state: p50 %v, p99 %v", part(l.seen, 50), part(l.seen, 99))
	t.Logf("a sleep of 10 ms was late by: p50 %v, p99 %v", part(late, 50), part(late, 99))
	t.Logf("memory of the server: %d MiB after %v, %d MiB at the end, %d MiB at most", before>>20, loadWarm, after>>20, most>>20)
	t.Logf("lost, doubled, reordered or failed: %d", l.faults.Load())
	if l.faults.Load() > 0 || part(l.took, 99) > 200*time.Millisecond {
		t.Error("not good enough")
	}
}

func part(list []time.Duration, percent int) time.Duration {
	if len(list) == 0 {
		return 0
	}
	return list[min(len(list)*percent/100, len(list)-1)].Round(100 * time.Microsecond)
}

// rss returns how much memory a process holds, in bytes.
func rss(pid int) int {
	data, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	for line := range strings.Lines(string(data)) {
		var kib int
		if _, err := fmt.Sscanf(line, "VmRSS: %d kB", &kib); err == nil {
			return kib << 10
		}
	}
	return 0
}

func startLoad(t *testing.T) *loadTest {
	t.Helper()
	cmd := exec.Command(os.Args[0], "-test.run=^TestLoadChild$", "-test.v", "-test.timeout=1h")
	cmd.Env = append(os.Environ(), loadChild+"="+filepath.Join(t.TempDir(), "matches.db"))
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		cmd.Process.Signal(os.Interrupt)
		if err := cmd.Wait(); err != nil {
			t.Errorf("the server ended with %v", err)
		}
	})
	l := &loadTest{t: t, pid: cmd.Process.Pid}
	lines := bufio.NewScanner(out)
	for lines.Scan() && !strings.Contains(lines.Text(), "Ctrl-C") {
		words := strings.Fields(lines.Text())
		switch {
		case strings.Contains(lines.Text(), "this computer  "):
			l.phones = strings.TrimSuffix(words[2], "/")
		case strings.Contains(lines.Text(), "the desk"):
			l.desk, l.key, _ = strings.Cut(words[2], "/desk/#")
		}
	}
	go func() {
		for lines.Scan() {
		}
	}()
	return l
}

// slowSockets opens connections that send a letter a second, again and again.
func (l *loadTest) slowSockets(ctx context.Context, wg *sync.WaitGroup, n int) *atomic.Int64 {
	drops := &atomic.Int64{}
	for i := range n {
		wg.Go(func() {
			d := net.Dialer{LocalAddr: &net.TCPAddr{IP: net.IPv4(127, 0, 2, byte(1+i/30))}}
			for ctx.Err() == nil {
				c, err := d.DialContext(ctx, "tcp", strings.TrimPrefix(l.phones, "http://"))
				if err != nil {
					return
				}
				for _, letter := range "GET /t/ HTTP/1.1\r\nHost: x\r\nX: " + strings.Repeat("a", 1000) {
					if _, err := c.Write([]byte(string(letter))); err != nil || ctx.Err() != nil {
						break
					}
					time.Sleep(time.Second)
				}
				c.Close()
				drops.Add(1)
			}
		})
	}
	return drops
}

// A loadPhone is a device of its own address.
type loadPhone struct {
	load   *loadTest
	client *http.Client
	pass   string
	table  string
}

func (l *loadTest) phone(n int) *loadPhone {
	d := net.Dialer{LocalAddr: &net.TCPAddr{IP: net.IPv4(127, 0, 1, byte(1+n))}}
	return &loadPhone{load: l, client: &http.Client{Transport: &http.Transport{DialContext: d.DialContext, MaxIdleConnsPerHost: 6}}}
}

// send sends a request and reads the answer into out.
func (p *loadPhone) send(ctx context.Context, method, address, body string, out any) (int, error) {
	r, err := http.NewRequestWithContext(ctx, method, address, strings.NewReader(body))
	if err != nil {
		return 0, err
	}
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	if p.pass != "" {
		r.Header.Set("Cookie", p.pass)
	}
	answer, err := p.client.Do(r)
	if err != nil {
		return 0, err
	}
	defer answer.Body.Close()
	if c := answer.Cookies(); len(c) > 0 {
		p.pass = c[0].Name + "=" + c[0].Value
	}
	return answer.StatusCode, json.NewDecoder(answer.Body).Decode(out)
}
