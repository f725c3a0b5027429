package cli

import (
	"context"
	"encoding/json"
	"net"
	"net/http"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"kitpress/quiz/store/storetest"
)

// What TestLoad is like; loadChild makes the test binary the server.
const (
	loadSeconds = "TABLE_LOAD"   // how long it lasts; without it, it is skipped
	loadSlow    = "TABLE_SLOW"   // slow sockets that stand beside it
	loadTables  = "TABLE_COUNT"  // tables: 50
	loadEach    = "TABLE_EACH"   // devices at a table: 4
	loadEvery   = "TABLE_EVERY"  // milliseconds between entries at a table: 500
	loadMost    = "TABLE_MOST"   // milliseconds that 99 of 100 entries may take: 200
	loadServers = "TABLE_SERVER" // programs that share a database; 0: one with a file
	loadKills   = "TABLE_KILLS"  // programs, and its server, that are killed meanwhile
	loadChild   = "TABLE_CHILD"
)

// loadWarm is how long it plays before memory is looked at.
const loadWarm = 5 * time.Second

// number returns a number of the environment.
func number(name string, usual int) int {
	if n, err := strconv.Atoi(os.Getenv(name)); err == nil {
		return n
	}
	return usual
}

// A loadTest is a running server and what its devices have measured.
type loadTest struct {
	t          *testing.T
	servers    []*loadServer
	database   *storetest.Server
	store      string // its address
	rough      bool   // servers are killed: phones try again elsewhere
	every      time.Duration
	end        time.Time
	mu         sync.Mutex
	took       []time.Duration // of entries
	seen       []time.Duration // until another device has the new state
	acked      atomic.Int64
	events     atomic.Int64
	states     atomic.Int64
	bytes      atomic.Int64
	faults     atomic.Int64
	retries    atomic.Int64
	firstFault sync.Once
	unzips     sync.Pool // of *gzip.Reader
}

func (l *loadTest) fault(format string, args ...any) {
	l.faults.Add(1)
	l.firstFault.Do(func() { l.t.Errorf(format, args...) })
}

// TestLoad lets phones play at tables, each entry heard and looked at by the
// whole table: a school day, or what TABLE_… says.
func TestLoad(t *testing.T) {
	seconds, slow, count, each := number(loadSeconds, 0), number(loadSlow, 0), number(loadTables, 50), number(loadEach, 4)
	if seconds == 0 {
		t.Skip(loadSeconds + "=60 runs it")
	}
	l := startLoad(t)
	l.every = time.Duration(number(loadEvery, 500)) * time.Millisecond
	var wg sync.WaitGroup
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	drops := l.slowSockets(ctx, &wg, slow)
	start := make(chan struct{})
	l.tables(ctx, &wg, count, each, start)
	l.end = time.Now().Add(loadWarm + time.Duration(seconds)*time.Second)
	close(start)
	time.Sleep(loadWarm)
	killed := l.kill(ctx, &wg, number(loadKills, 0), time.Duration(seconds)*time.Second)
	before, most := l.rss(), 0
	var late []time.Duration // of this machine, whoever is to blame
	for n := 0; time.Now().Before(l.end); n++ {
		start := time.Now()
		time.Sleep(10 * time.Millisecond)
		if late = append(late, time.Since(start)-10*time.Millisecond); n%100 == 0 {
			most = max(most, l.rss())
		}
	}
	slices.Sort(late)
	time.Sleep(time.Second) // what was entered last is heard
	after := l.rss()
	cancel()
	wg.Wait()
	l.entries()
	slices.Sort(l.took)
	slices.Sort(l.seen)
	t.Logf("%d s, %d programs, %d tables, %d phones, an entry every %v at each; %d slow sockets (dropped %d times)", seconds, len(l.servers), count, count*each, l.every, slow, drops.Load())
	if killed != nil {
		t.Logf("killed: %s; sent again: %d", *killed, l.retries.Load())
	}
	t.Logf("entries acknowledged %d; events heard %d, states %d (%.1f KiB each)", l.acked.Load(), l.events.Load(), l.states.Load(), float64(l.bytes.Load())/float64(max(1, l.states.Load()))/1024)
	t.Logf("an entry: p50 %v, p99 %v, most %v", part(l.took, 50), part(l.took, 99), part(l.took, 100))
	t.Logf("until another device has the state: p50 %v, p99 %v", part(l.seen, 50), part(l.seen, 99))
	t.Logf("a sleep of 10 ms was late by: p50 %v, p99 %v", part(late, 50), part(late, 99))
	t.Logf("memory of the servers: %d MiB after %v, %d MiB at the end, %d MiB at most", before>>20, loadWarm, after>>20, most>>20)
	t.Logf("lost, doubled, reordered or failed: %d", l.faults.Load())
	if l.faults.Load() > 0 || part(l.took, 99) > time.Duration(number(loadMost, 200))*time.Millisecond {
		t.Error("not good enough")
	}
}

func part(list []time.Duration, percent int) time.Duration {
	if len(list) == 0 {
		return 0
	}
	return list[min(len(list)*percent/100, len(list)-1)].Round(100 * time.Microsecond)
}

// slowSockets opens connections that send a letter a second, again and again.
func (l *loadTest) slowSockets(ctx context.Context, wg *sync.WaitGroup, n int) *atomic.Int64 {
	drops := &atomic.Int64{}
	for i := range n {
		wg.Go(func() {
			d := net.Dialer{LocalAddr: &net.TCPAddr{IP: net.IPv4(127, 0, 2, byte(1+i/30))}}
			for ctx.Err() == nil {
				c, err := d.DialContext(ctx, "tcp", strings.TrimPrefix(l.servers[0].phones, "http://"))
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
	at     int // which server it asks next
	client *http.Client
	pass   string
	table  string
}

func (l *loadTest) phone(n int) *loadPhone {
	d := net.Dialer{LocalAddr: &net.TCPAddr{IP: net.IPv4(127, 1, byte(n/250), byte(1+n%250))}}
	return &loadPhone{load: l, at: n, client: &http.Client{Transport: &http.Transport{DialContext: d.DialContext, MaxIdleConnsPerHost: 6}}}
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
