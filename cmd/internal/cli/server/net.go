package server

import (
	"errors"
	"fmt"
	"io"
	"net"
	"net/netip"
	"strings"
	"sync"
	"syscall"

	"kitpress/cmd/internal/cli/terminal"
)

// checkPort reports a number that is none of a port.
func checkPort(flag string, port int) error {
	if port < 0 || port > 65535 {
		return terminal.Usage(fmt.Sprintf("--%s %d", flag, defaultPort), "--%s %d: a port is a number from 0 to 65535, 0 takes any that is free", flag, port)
	}
	return nil
}

// listen opens a port: on this computer, and with --lan on each of its
// addresses in a local network, never on all there may be.
func listen(port int, onLAN bool, messages io.Writer) ([]net.Listener, error) {
	addresses := []netip.Addr{netip.AddrFrom4([4]byte{127, 0, 0, 1})}
	if onLAN {
		lan, public, err := lanAddresses()
		if err != nil {
			return nil, err
		}
		if public {
			terminal.Printf(messages, "warning: %s is a public address: unless a firewall is in front, anybody can read these pages\n", lan[0])
		}
		addresses = append(addresses, lan...)
	}
	var open []net.Listener
	for _, a := range addresses {
		l, err := net.Listen("tcp", netip.AddrPortFrom(a, uint16(port)).String())
		if err != nil {
			for _, l := range open {
				l.Close()
			}
			return nil, portError(err, a, port)
		}
		open = append(open, l)
		if tcp, ok := l.Addr().(*net.TCPAddr); ok {
			port = tcp.Port // the same on each address, when any was asked for
		}
	}
	return open, nil
}

// portError says what to do about a port that cannot be opened.
func portError(err error, a netip.Addr, port int) error {
	switch {
	case errors.Is(err, syscall.EADDRINUSE) || strings.Contains(err.Error(), "Only one usage"): // Windows
		return fmt.Errorf("port %d of %s is in use: choose another with --port %d, or --port 0 for any that is free", port, a, otherPort(port))
	case errors.Is(err, syscall.EACCES):
		return fmt.Errorf("port %d needs the rights of an administrator: choose one above 1023, such as --port %d", port, defaultPort)
	}
	return fmt.Errorf("cannot listen on port %d of %s: %w", port, a, err)
}

func otherPort(port int) int {
	if port >= 65535 {
		return defaultPort
	}
	return port + 1
}

// lanAddresses returns the addresses of this computer in local networks; where
// there is none, as in some universities, its public ones.
func lanAddresses() (lan []netip.Addr, public bool, err error) {
	interfaces, err := net.Interfaces()
	if err != nil {
		return nil, false, fmt.Errorf("cannot list the networks of this computer: %w", err)
	}
	var others []netip.Addr
	for _, i := range interfaces {
		if !physical(i.Name, i.Flags) {
			continue
		}
		addresses, err := i.Addrs()
		if err != nil {
			continue // it went away
		}
		for _, a := range addresses {
			prefix, err := netip.ParsePrefix(a.String())
			switch {
			case err != nil || !prefix.Addr().Is4() || !prefix.Addr().IsGlobalUnicast():
			case prefix.Addr().IsPrivate():
				lan = append(lan, prefix.Addr())
			default:
				others = append(others, prefix.Addr())
			}
		}
	}
	switch {
	case len(lan) > 0:
		return lan, false, nil
	case len(others) > 0:
		return others, true, nil
	}
	return nil, false, errors.New("this computer is in no network: connect it, or leave out --lan")
}

// physical reports whether a network is likely to have phones in it: not the
// inner ones of virtual machines, and no tunnels.
func physical(name string, flags net.Flags) bool {
	if flags&net.FlagUp == 0 || flags&(net.FlagLoopback|net.FlagPointToPoint) != 0 {
		return false
	}
	for _, inner := range []string{"docker", "br-", "veth", "virbr", "vmnet", "vboxnet", "vEthernet", "cni", "lxc", "podman"} {
		if strings.HasPrefix(name, inner) {
			return false
		}
	}
	return true
}

func isLoopback(a net.Addr) bool {
	tcp, ok := a.(*net.TCPAddr)
	return ok && tcp.IP.IsLoopback()
}

// rooms is how many connections there may be, together and from one address;
// nobody may take the room of a whole class.
type rooms struct {
	all  chan struct{}
	each int
	free func(netip.Addr) bool // servers in front speak for everybody
	mu   sync.Mutex
	by   map[netip.Addr]int
}

func newRooms(all, each int, free func(netip.Addr) bool) *rooms {
	return &rooms{all: make(chan struct{}, all), each: each, free: free, by: map[netip.Addr]int{}}
}

// enter counts a connection, and reports whether there is room for another one
// from its address. This computer itself may have more: a server in front of
// ours speaks for everybody.
func (r *rooms) enter(from net.Addr) (addr netip.Addr, ok bool) {
	tcp, isTCP := from.(*net.TCPAddr)
	if !isTCP {
		return addr, true
	}
	addr = tcp.AddrPort().Addr().Unmap()
	if addr == netip.AddrFrom4([4]byte{127, 0, 0, 1}) || r.free(addr) {
		return netip.Addr{}, true
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.by[addr] >= r.each {
		return addr, false
	}
	r.by[addr]++
	return addr, true
}

func (r *rooms) leave(addr netip.Addr) {
	<-r.all
	if !addr.IsValid() {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.by[addr]--; r.by[addr] <= 0 {
		delete(r.by, addr)
	}
}

// A limited listener shares rooms with others: when all are taken, more
// connections wait; those of an address that has its share are closed.
type limited struct {
	net.Listener
	rooms *rooms
}

func (l *limited) Accept() (net.Conn, error) {
	for {
		l.rooms.all <- struct{}{}
		c, err := l.Listener.Accept()
		if err != nil {
			<-l.rooms.all
			return nil, err
		}
		addr, ok := l.rooms.enter(c.RemoteAddr())
		if ok {
			return &counted{Conn: c, leave: func() { l.rooms.leave(addr) }}, nil
		}
		<-l.rooms.all
		c.Close()
	}
}

// A counted connection makes room when it is closed.
type counted struct {
	net.Conn
	leave func()
	once  sync.Once
}

func (c *counted) Close() error {
	err := c.Conn.Close()
	c.once.Do(c.leave)
	return err
}
