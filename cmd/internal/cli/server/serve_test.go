package server

import (
	"bytes"
	"io"
	"net"
	"net/netip"
	"slices"
	"strings"
	"testing"
	"time"

	"kitpress/cmd/internal/web"
	"kitpress/layout"
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
	_, err = listen(port, false, io.Discard)
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
	l := &limited{inner, newRooms(2, 2, noProxies)}
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
	r := newRooms(100, 2, noProxies)
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

func noProxies(netip.Addr) bool { return false }

// A server in front may have as many connections as it likes.
func TestRoomsOfAServerInFront(t *testing.T) {
	proxies, err := web.ReadProxies([]string{"10.1.0.0/16"})
	if err != nil {
		t.Fatal(err)
	}
	r := newRooms(100, 2, proxies.Has)
	for i := range 5 {
		if _, ok := r.enter(&net.TCPAddr{IP: net.ParseIP("10.1.2.3"), Port: i}); !ok {
			t.Errorf("connection %d was closed", i)
		}
	}
}

func TestAddressOfAServerInFront(t *testing.T) {
	for address, want := range map[string]string{
		"https://kit.example.org": "kit.example.org", "http://kit.local:8080/": "kit.local:8080", "": "",
		"kit.example.org": "!", "ftp://kit.example.org": "!", "https://kit.example.org/x": "!", "https://a@kit.example.org": "!", "https://": "!", "https://kit.example.org?x": "!",
	} {
		o := options{address: address}
		err := o.readAddress()
		got := strings.Join(o.hosts, " ")
		if err != nil {
			got = "!"
		}
		if got != want {
			t.Errorf("%q: %q, not %q", address, got, want)
		}
	}
}
