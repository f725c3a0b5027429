package cli

import (
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/netip"
	"strings"
	"sync"
	"syscall"
)

// listen opens the port: on this computer, and with --lan on each of its
// addresses in a local network, never on all there may be.
func listen(o serveOptions, messages io.Writer) ([]net.Listener, error) {
	addresses := []netip.Addr{netip.AddrFrom4([4]byte{127, 0, 0, 1})}
	if o.lan {
		lan, public, err := lanAddresses()
		if err != nil {
			return nil, err
		}
		if public {
			fmt.Fprintf(messages, "warning: %s is a public address: unless a firewall is in front, anybody can read these pages\n", lan[0])
		}
		addresses = append(addresses, lan...)
	}
	var open []net.Listener
	port := o.port
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

// A limited listener shares room for so many connections with others; more of
// them wait.
type limited struct {
	net.Listener
	room chan struct{}
}

func (l *limited) Accept() (net.Conn, error) {
	l.room <- struct{}{}
	c, err := l.Listener.Accept()
	if err != nil {
		<-l.room
		return nil, err
	}
	return &counted{Conn: c, leave: func() { <-l.room }}, nil
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

// silent is a log for what clients do wrong: nothing is kept about them.
func silent() *log.Logger { return log.New(io.Discard, "", 0) }
