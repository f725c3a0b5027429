// Package server holds kitpress serve: it listens, says where, and stops.
// What is served is the work of package web.
package server

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"kitpress/cmd/internal/cli/command"
	"kitpress/cmd/internal/cli/referees"
	"kitpress/cmd/internal/cli/terminal"
	"kitpress/cmd/internal/kit/pages"
	"kitpress/cmd/internal/press"
	"kitpress/cmd/internal/studio"
	"kitpress/cmd/internal/web"
)

// defaultPort is where serve listens when nobody says otherwise.
const defaultPort = 8080

type options struct {
	press.Request
	catalog string
	lan     bool
	port    int
	hosts   []string
	noQR    bool

	noTables bool
	store    string
	event    string
	deskPort int // 0: the one behind port
	address  string
	proxies  []string
	opened   func(studio.Opened, *tableLobby)
}

// Command is kitpress serve.
func Command(s terminal.Streams) *cobra.Command {
	o := new(options)
	cmd := &cobra.Command{
		Use:   "serve [GAME…]",
		Short: "Serve the explanations behind the QR codes, and tables with a referee, here or in the classroom",
		Long: `Serves the explanations of all games in all languages until Ctrl-C. Only this computer can
reach them, unless --lan opens them to the local network: phones scan the code in the terminal,
or the codes of cards built with the --base-url that is printed. Whoever reads explanations is
not stored and not counted. With --catalog, changed files show at once; while they have errors,
the pages stay as they were and the errors are listed.
It also referees: at the desk, which only this computer can open, begin a match of a game kitpress
ships; phones join it by its QR code or PIN, as a player, a referee or a big screen. Matches are
kept in the file kitpress referee uses. They hold colours and characters, no names and no
addresses; the desk deletes them for good. There is no encryption in a local network: whoever
listens to an open Wi-Fi can enter what others may. --no-tables leaves all this out.
One computer serves thousands of phones. Where that is not enough, or none may fail, several
kitpress serve share a database of PostgreSQL (--store postgres://…, or KITPRESS_STORE, which keeps
its password out of the list of programs) behind a server that spreads requests over them.
Some networks and firewalls keep phones and laptops apart: then use the printed guide, or the
folder explanations of a kit, which needs no server.`,
		Example: `  kitpress serve
  kitpress serve --lan
  kitpress serve --lan --port 80 --host kit.local
  kitpress serve my-game --catalog .
  KITPRESS_STORE=postgres://kitpress@db/kitpress kitpress serve --lan --address https://kit.example.org --proxy 10.0.0.0/8`,
		ValidArgsFunction: command.CompleteGames,
		RunE:              command.Run(s, o.run),
	}
	f := cmd.Flags()
	f.BoolVar(&o.lan, "lan", false, "let other devices in the local network in")
	f.IntVarP(&o.port, "port", "p", defaultPort, "`number` of the port; 0 takes any that is free")
	f.StringSliceVar(&o.hosts, "host", nil, "`names` this computer is also known by")
	command.AddLangs(cmd, &o.Langs, []string{press.LangAll}, "`languages`, separated by commas, or all")
	command.AddCatalog(cmd, &o.catalog)
	f.BoolVar(&o.Draft, "draft", false, "show the source text where a translation is missing")
	f.BoolVar(&o.noTables, "no-tables", false, "serve the explanations alone, without a referee")
	f.StringVar(&o.store, "store", "", referees.StoreUsage)
	f.StringVar(&o.event, "event", "", "event `file`: begin all its tables at once, with the PINs on their cards\n(see kitpress event build)")
	f.IntVar(&o.deskPort, "desk-port", 0, "`number` of the port of the desk (default: the one behind --port)")
	f.StringVar(&o.address, "address", "", "where phones find it when another server is in front, as https://kit.example.org\n(default: its own address in the network)")
	f.StringSliceVar(&o.proxies, "proxy", nil, "`addresses` of servers in front, as 10.0.0.0/8: they say in X-Forwarded-For who asks")
	f.BoolVar(&o.noQR, "no-qr", false, "draw no code in the terminal")
	return cmd
}

// Limits for those who ask: pages are small and phones are slow, but nobody
// may hold a connection for nothing.
const (
	headerTimeout  = 3 * time.Second
	readTimeout    = 5 * time.Second
	writeTimeout   = 30 * time.Second
	idleTimeout    = 60 * time.Second
	stopTimeout    = 3 * time.Second
	maxHeaderBytes = 16 << 10
	maxConnections = 16384
	maxFromOne     = 64 // connections of one address
)

func (o *options) run(ctx context.Context, s terminal.Streams, games []string) error {
	if err := cmp.Or(checkPort("port", o.port), checkPort("desk-port", o.deskPort)); err != nil {
		return err
	}
	if o.event != "" && o.noTables {
		return terminal.Usage("leave out --no-tables", "--event begins tables")
	}
	if err := o.readAddress(); err != nil {
		return err
	}
	for _, h := range o.hosts {
		if !validHostName(h) {
			return terminal.Usage("write a name such as kit.local, without http://", "--host %q is no name of a host", h)
		}
	}
	return command.InGames(s, o.catalog, games, func(in *command.Catalog) error {
		o.Catalog, o.Games, o.All = in.FS, games, len(games) == 0
		return o.serve(ctx, s, in)
	})
}

// serve serves a catalog until ctx ends.
func (o *options) serve(ctx context.Context, s terminal.Streams, in *command.Catalog) error {
	changes := command.Changes(ctx, o.Catalog, lookEvery)
	explained, warnings, err := pages.Explain(ctx, o.Request)
	if err != nil {
		return notServed(s, in.Explain(err), "nothing is served")
	}
	s.Problems(in.Locate(warnings))
	listeners, err := listen(o.port, o.lan, s.Err)
	if err != nil {
		return err
	}
	proxies, err := web.ReadProxies(o.proxies)
	if err != nil {
		return terminal.Usage("write addresses such as 10.0.0.7 or 10.0.0.0/8", "--proxy: %v", err)
	}
	site, hosts := web.NewSite(explained), hostsOf(listeners, o.hosts)
	var tables *tableLobby
	if !o.noTables {
		if tables, err = openTables(ctx, o, s, listeners); err != nil {
			for _, l := range listeners {
				l.Close()
			}
			return err
		}
	}
	o.announce(s, explained, listeners, tables)
	if o.opened != nil {
		o.opened(addresses(listeners, tables), tables)
	}
	if in.Dir != "" {
		go o.reload(ctx, s, in, site, changes)
	}
	if tables == nil {
		return serveUntil(ctx, s, proxies, []*served{{newServer(web.Guard(site, hosts)), listeners}})
	}
	desk := []net.Listener{tables.desk}
	servers := []*served{
		{newServer(web.Forwarded(tables.tables.Phones(site, hosts), proxies)), listeners},
		{newServer(tables.tables.Desk(hostsOf(desk, nil), tables.key)), desk},
	}
	for _, v := range servers {
		v.server.RegisterOnShutdown(tables.lobby.Close) // lets go whoever waits for events
	}
	go tables.watch(ctx, s)
	follow, stop := context.WithCancel(ctx)
	var following sync.WaitGroup
	following.Go(func() { web.Follow(follow, tables.tables) })
	err = serveUntil(ctx, s, proxies, servers)
	stop()
	following.Wait()
	return errors.Join(err, tables.close())
}

func newServer(h http.Handler) *http.Server {
	return &http.Server{
		Handler:           h,
		ReadHeaderTimeout: headerTimeout, ReadTimeout: readTimeout, WriteTimeout: writeTimeout, IdleTimeout: idleTimeout,
		MaxHeaderBytes: maxHeaderBytes, ErrorLog: log.New(io.Discard, "", 0), // nothing is kept about clients
	}
}

// A served server has its listeners.
type served struct {
	server    *http.Server
	listeners []net.Listener
}

// serveUntil serves until ctx ends; requests under way are answered.
func serveUntil(ctx context.Context, s terminal.Streams, proxies web.Proxies, servers []*served) error {
	failed := make(chan error, 16)
	room := newRooms(maxConnections, maxFromOne, proxies.Has)
	for _, v := range servers {
		for _, l := range v.listeners {
			go func() {
				select {
				case failed <- v.server.Serve(&limited{l, room}):
				default: // others have failed before
				}
			}()
		}
	}
	select {
	case err := <-failed:
		for _, v := range servers {
			v.server.Close()
		}
		return fmt.Errorf("cannot go on serving: %w", err)
	case <-ctx.Done():
	}
	late, cancel := context.WithTimeout(context.WithoutCancel(ctx), stopTimeout)
	defer cancel()
	for _, v := range servers {
		if err := v.server.Shutdown(late); err != nil && !errors.Is(err, context.DeadlineExceeded) {
			return fmt.Errorf("cannot stop: %w", err)
		}
		v.server.Close()
	}
	terminal.Printf(s.Err, "stopped\n")
	return nil
}

// addresses says where the pages are, to whoever opens them beside its own.
func addresses(listeners []net.Listener, tables *tableLobby) studio.Opened {
	at := studio.Opened{Pages: "http://" + listeners[0].Addr().String() + "/", Desk: "http://" + tables.desk.Addr().String() + "/desk/#" + tables.key}
	if at.Base = baseOf(listeners); !strings.HasPrefix(at.Pages, at.Base) {
		at.Join = at.Base + "/t/"
	}
	return at
}

// announce says where the pages are.
func (o *options) announce(s terminal.Streams, e *pages.Explained, listeners []net.Listener, tables *tableLobby) {
	terminal.Printf(s.Out, "%s of %s in %s\n", terminal.Plural(len(e.Site.Topics), "topic"), terminal.Plural(len(e.Site.Games), "game"), terminal.Plural(len(e.Site.Languages), "language"))
	join := ""
	for _, l := range listeners {
		address := "http://" + l.Addr().String()
		if isLoopback(l.Addr()) {
			terminal.Printf(s.Out, "  this computer   %s/\n", address)
			continue
		}
		terminal.Printf(s.Out, "  the network     %s/\n", address)
		if tables != nil && join == "" {
			terminal.Printf(s.Out, "  join a table    %s/t/\n", address)
		}
		if join == "" {
			join = address
		}
	}
	if tables != nil {
		terminal.Printf(s.Out, "  the desk        http://%s/desk/#%s   (this computer only: tables, PINs, QR codes to join)\n", tables.desk.Addr(), tables.key)
	}
	if join == "" {
		terminal.Printf(s.Out, "Other devices cannot reach it; --lan lets them. Ctrl-C stops it.\n")
		return
	}
	terminal.Printf(s.Out, "Cards whose codes lead here: kitpress build --base-url %s\nCtrl-C stops it.\n", join)
	if !o.noQR && s.Colour() {
		printQR(s.Bar, strings.ToUpper(join)+"/")
	}
}

// hostsOf returns what a request may call this computer.
func hostsOf(listeners []net.Listener, names []string) []string {
	var hosts []string
	port := ""
	for _, l := range listeners {
		address := l.Addr().String()
		hosts = append(hosts, address)
		var ip string
		ip, port, _ = net.SplitHostPort(address)
		if port == "80" {
			hosts = append(hosts, ip)
		}
	}
	for _, name := range append([]string{"localhost"}, names...) {
		if strings.Contains(name, ":") {
			hosts = append(hosts, name)
			continue
		}
		hosts = append(hosts, net.JoinHostPort(name, port))
		if port == "80" || slices.Contains(names, name) { // a server in front leaves the port out
			hosts = append(hosts, name)
		}
	}
	return hosts
}

// readAddress checks --address, and lets requests call this computer by it.
func (o *options) readAddress() error {
	if o.address == "" {
		return nil
	}
	u, err := url.Parse(o.address)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || !validHostName(u.Host) || strings.Trim(u.Path, "/") != "" || u.RawQuery != "" || u.Fragment != "" || u.User != nil {
		return terminal.Usage("write it as https://kit.example.org", "--address %q is no address of a server", o.address)
	}
	o.hosts = append(o.hosts, u.Host)
	return nil
}

// validHostName accepts names with or without a port.
func validHostName(name string) bool {
	host, port, found := strings.Cut(name, ":")
	if found {
		if n, err := strconv.Atoi(port); err != nil || n < 1 || n > 65535 {
			return false
		}
	}
	return host != "" && strings.Trim(strings.ToLower(host), "abcdefghijklmnopqrstuvwxyz0123456789.-_") == ""
}
