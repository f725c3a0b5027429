package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net"
	"net/http"
	"net/netip"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"kitpress/catalog/catalogtest"
	"kitpress/layout"
	"kitpress/quiz/referee"
	"kitpress/quiz/store"
)

// The code in the terminal is the code of the address, module by module.
func TestPrintQR(t *testing.T) {
	code, err := layout.ScreenCode("HTTP://192.168.1.20:8080/")
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	printQR(&out, code.Payload)
	lines := strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n")
	if want := (code.Size + 2*layout.QuietZone + 1) / 2; len(lines) != want {
		t.Fatalf("%d lines, want %d", len(lines), want)
	}
	for i, line := range lines {
		cells, ok := strings.CutPrefix(line, "  "+qrInk)
		cells, ok2 := strings.CutSuffix(cells, qrReset)
		row := []rune(cells)
		if !ok || !ok2 || len(row) != code.Size+2*layout.QuietZone {
			t.Fatalf("line %d: %q", i, line)
		}
		for j, r := range row {
			x, y := j-layout.QuietZone, 2*i-layout.QuietZone
			if upper := r == '█' || r == '▀'; upper != code.Dark(x, y) {
				t.Fatalf("module %d, %d is wrong", x, y)
			}
			if lower := r == '█' || r == '▄'; lower != code.Dark(x, y+1) {
				t.Fatalf("module %d, %d is wrong", x, y+1)
			}
		}
	}
}

func TestHostsOf(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	_, port, _ := net.SplitHostPort(l.Addr().String())
	got := hostsOf([]net.Listener{l}, []string{"kit.local", "kit.example.org:443"})
	want := []string{"127.0.0.1:" + port, "localhost:" + port, "kit.local:" + port, "kit.local", "kit.example.org:443"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestHostNames(t *testing.T) {
	for name, want := range map[string]bool{
		"kit.local": true, "raspberry": true, "kit.example.org:443": true, "192.168.1.20": true,
		"": false, "http://kit.local": false, "kit local": false, "kit:0": false, "kit:99999": false, ":80": false, "kit/x": false, "bücher": false, "a@b": false,
	} {
		if validHostName(name) != want {
			t.Errorf("%q: %v", name, !want)
		}
	}
}

func TestPhysicalNetworks(t *testing.T) {
	up := net.FlagUp | net.FlagBroadcast
	for name, tc := range map[string]struct {
		flags net.Flags
		want  bool
	}{
		"eth0": {up, true}, "wlan0": {up, true}, "en0": {up, true}, "Wi-Fi": {up, true},
		"lo": {net.FlagUp | net.FlagLoopback, false}, "eth1": {0, false}, "docker0": {up, false}, "br-1a2b": {up, false},
		"tun0": {net.FlagUp | net.FlagPointToPoint, false}, "vEthernet (WSL)": {up, false},
	} {
		if physical(name, tc.flags) != tc.want {
			t.Errorf("%s: %v", name, !tc.want)
		}
	}
}

func TestPortInUse(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	port := l.Addr().(*net.TCPAddr).Port
	_, err = listen(serveOptions{port: port}, io.Discard)
	if err == nil || !strings.Contains(err.Error(), "is in use: choose another with --port") {
		t.Errorf("%v", err)
	}
}

// No more connections than there is room for, and closing one twice makes
// room once.
func TestLimitedListener(t *testing.T) {
	inner, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	l := &limited{inner, newRooms(2, 2)}
	defer l.Close()
	accepted := make(chan net.Conn)
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			accepted <- c
		}
	}()
	for range 3 {
		c, err := net.Dial("tcp", inner.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
	}
	first, second := <-accepted, <-accepted
	select {
	case <-accepted:
		t.Fatal("a third connection where there is room for two")
	case <-time.After(50 * time.Millisecond):
	}
	first.Close()
	first.Close()
	third := <-accepted
	if len(l.rooms.all) != 2 {
		t.Errorf("%d places taken, want 2", len(l.rooms.all))
	}
	second.Close()
	third.Close()
}

// One address has its share; others come in beside it, this computer as often
// as it likes.
func TestRoomsOfOneAddress(t *testing.T) {
	from := func(ip string) net.Addr { return &net.TCPAddr{IP: net.ParseIP(ip), Port: 1} }
	r := newRooms(100, 2)
	for i, tc := range []struct {
		ip   string
		want bool
	}{{"192.168.1.2", true}, {"192.168.1.2", true}, {"::ffff:192.168.1.2", false}, {"192.168.1.3", true}, {"127.0.0.1", true}, {"127.0.0.1", true}, {"127.0.0.1", true}} {
		if _, ok := r.enter(from(tc.ip)); ok != tc.want {
			t.Errorf("connection %d from %s: %v", i, tc.ip, ok)
		}
	}
	r.all <- struct{}{}
	r.leave(netip.MustParseAddr("192.168.1.2"))
	if _, ok := r.enter(from("192.168.1.2")); !ok {
		t.Error("no room after one has left")
	}
	r.all <- struct{}{}
	r.leave(netip.MustParseAddr("192.168.1.3"))
	if len(r.by) != 1 {
		t.Errorf("addresses that have left are kept: %v", r.by)
	}
}

// A syncBuffer can be read while a command writes to it.
type syncBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (s *syncBuffer) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.Write(p)
}

func (s *syncBuffer) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.String()
}

// waitFor waits until text appears.
func (s *syncBuffer) waitFor(t *testing.T, text string) string {
	t.Helper()
	for range 400 {
		if all := s.String(); strings.Contains(all, text) {
			return all
		}
		time.Sleep(25 * time.Millisecond)
	}
	t.Fatalf("no %q in\n%s", text, s.String())
	return ""
}

// From start to stop: a catalog is served, a change shows, a mistake does not,
// and an interrupt ends it with 0.
func TestServeACatalog(t *testing.T) {
	dir := t.TempDir()
	if err := os.CopyFS(dir, catalogtest.Keepsakes()); err != nil {
		t.Fatal(err)
	}
	topic := filepath.Join(dir, "topics", "three-copies.yaml")
	original, err := os.ReadFile(topic)
	if err != nil {
		t.Fatal(err)
	}
	out, messages := &syncBuffer{}, &syncBuffer{}
	ctx, stop := context.WithCancel(t.Context())
	code := make(chan int)
	go func() {
		code <- Run(ctx, []string{"serve", "--catalog", dir, "--port", "0", "--store", filepath.Join(t.TempDir(), "matches.db")}, Streams{Out: out, Err: messages, Env: func(string) string { return "" }})
	}()
	all := out.waitFor(t, "Ctrl-C stops it")
	_, address, _ := strings.Cut(all, "this computer")
	address = strings.TrimSpace(strings.SplitN(address, "\n", 2)[0])
	page := func() string {
		r, err := http.Get(address + "codes/en/")
		if err != nil {
			t.Fatal(err)
		}
		defer r.Body.Close()
		body, err := io.ReadAll(r.Body)
		if err != nil || r.StatusCode != http.StatusOK {
			t.Fatal(r.Status, err)
		}
		return string(body)
	}
	if !strings.Contains(page(), "three-two-one") {
		t.Fatalf("no topic in\n%s", page())
	}
	write := func(text string) {
		if err := os.WriteFile(topic, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write(strings.Replace(string(original), "kind: defence", "kind: beast", 1))
	messages.waitFor(t, "the pages stay as they were")
	if !strings.Contains(page(), "three-two-one") {
		t.Error("a mistake took the pages away")
	}
	write(strings.Replace(string(original), "kind: defence", "kind: threat", 1))
	messages.waitFor(t, "reloaded: ")
	if !strings.Contains(page(), `<tr class="k-threat">`) {
		t.Errorf("the change does not show:\n%s", page())
	}
	stop()
	if got := <-code; got != 0 {
		t.Errorf("exit code %d\n%s", got, messages)
	}
	messages.waitFor(t, "stopped")
	if _, err := http.Get(address); !errors.Is(err, io.EOF) && err == nil {
		t.Error("it still serves")
	}
}

// Tables beside the explanations: a desk of its own port, matches of before,
// and an end that lets waiting phones go.
func TestServeTables(t *testing.T) {
	file := filepath.Join(t.TempDir(), "matches.db")
	kept, err := store.Open(t.Context(), file)
	if err != nil {
		t.Fatal(err)
	}
	ages := time.Now().Add(-31 * 24 * time.Hour)
	if err := kept.Create(t.Context(), store.Match{ID: "old", Game: "online", Seats: []referee.Seat{"a", "b"}}, ages); err != nil {
		t.Fatal(err)
	}
	if err := kept.Close(); err != nil {
		t.Fatal(err)
	}
	out, messages := &syncBuffer{}, &syncBuffer{}
	ctx, stop := context.WithCancel(t.Context())
	code := make(chan int)
	go func() {
		code <- Run(ctx, []string{"serve", "online", "--lang", "en", "--port", "0", "--store", file}, Streams{Out: out, Err: messages, Env: func(string) string { return "" }})
	}()
	all := out.waitFor(t, "Ctrl-C stops it")
	messages.waitFor(t, "matches older than 30 days: 1;")
	_, address, _ := strings.Cut(all, "the desk")
	desk, key, _ := strings.Cut(strings.Fields(address)[0], "#")
	closed, err := http.Get(desk + "state")
	if err != nil || closed.StatusCode != http.StatusForbidden {
		t.Fatal(closed.Status, err)
	}
	closed.Body.Close()
	ask, _ := http.NewRequestWithContext(t.Context(), "GET", desk+"state", nil)
	ask.AddCookie(&http.Cookie{Name: "desk", Value: key})
	answer, err := http.DefaultClient.Do(ask)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	var state struct {
		Tables []struct {
			ID  string
			Old bool
		}
	}
	if err := json.NewDecoder(answer.Body).Decode(&state); err != nil || len(state.Tables) != 1 || !state.Tables[0].Old {
		t.Errorf("%s: %+v, %v", answer.Status, state, err)
	}
	stop()
	if got := <-code; got != 0 {
		t.Errorf("exit code %d\n%s", got, messages)
	}
	kept, err = store.Open(t.Context(), file)
	if err != nil {
		t.Fatal("the file stays open:", err)
	}
	if err := kept.Close(); err != nil {
		t.Error(err)
	}
}
