package cli

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"kitpress/cmd/internal/kit"
	"kitpress/cmd/internal/web"
)

// defaultPort is where serve listens when nobody says otherwise.
const defaultPort = 8080

type serveOptions struct {
	kit.Request
	catalog string
	lan     bool
	port    int
	hosts   []string
	noQR    bool
}

func newServeCommand(s Streams) *cobra.Command {
	var o serveOptions
	cmd := &cobra.Command{
		Use:   "serve [GAME…]",
		Short: "Serve the explanations behind the QR codes, on this computer or in the classroom",
		Long: `Serves the explanations of all games in all languages until Ctrl-C. Only this computer can
reach them, unless --lan opens them to the local network: phones scan the code in the terminal,
or the codes of cards built with the --base-url that is printed. Pages are only read: nothing is
stored, nobody is counted. With --catalog, changed files show at once; while they have errors,
the pages stay as they were and the errors are listed.
Some networks and firewalls keep phones and laptops apart: then use the printed guide, or the
folder explanations of a kit, which needs no server.`,
		Example: `  kitpress serve
  kitpress serve --lan
  kitpress serve --lan --port 80 --host kit.local
  kitpress serve my-game --catalog .`,
		ValidArgsFunction: completeGames,
		RunE: func(cmd *cobra.Command, args []string) error {
			o.Games = args
			return runServe(cmd.Context(), o, s)
		},
	}
	f := cmd.Flags()
	f.BoolVar(&o.lan, "lan", false, "let other devices in the local network in")
	f.IntVarP(&o.port, "port", "p", defaultPort, "`number` of the port; 0 takes any that is free")
	f.StringSliceVar(&o.hosts, "host", nil, "`names` this computer is also known by")
	f.StringSliceVarP(&o.Langs, "lang", "l", []string{kit.LangAll}, "`languages`, separated by commas, or all")
	f.StringVar(&o.catalog, "catalog", "", "`folder` with your own games (default: the games kitpress ships)")
	f.BoolVar(&o.Draft, "draft", false, "show the source text where a translation is missing")
	f.BoolVar(&o.noQR, "no-qr", false, "draw no code in the terminal")
	_ = cmd.MarkFlagDirname("catalog") // fails only for a flag that does not exist
	_ = cmd.RegisterFlagCompletionFunc("lang", cobra.FixedCompletions([]string{"de", "en", "fr", "it", "ja", kit.LangAll}, cobra.ShellCompDirectiveNoFileComp))
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
	maxConnections = 1000
)

func runServe(ctx context.Context, o serveOptions, s Streams) error {
	if o.port < 0 || o.port > 65535 {
		return usage("a port is a number from 0 to 65535", "--port %d", o.port)
	}
	for _, h := range o.hosts {
		if !validHostName(h) {
			return usage("write a name such as kit.local, without http://", "--host %q is no name of a host", h)
		}
	}
	games, err := openCatalog(o.catalog)
	if err != nil {
		return err
	}
	defer games.close()
	o.Catalog, o.All = games.fsys, len(o.Games) == 0
	before := fingerprint(o.Catalog)
	explained, warnings, err := kit.Explain(ctx, o.Request)
	if err != nil {
		return notServed(s, games.explain(err), "nothing is served")
	}
	games.locate(warnings).Print(s.Err, maxProblems)
	listeners, err := listen(o, s.Err)
	if err != nil {
		return err
	}
	site := web.NewSite(explained)
	announce(s, o, explained, listeners)
	if o.catalog != "" {
		go reload(ctx, s, o, games, site, before)
	}
	return serveUntil(ctx, s, &http.Server{
		Handler:           web.Guard(site, hostsOf(listeners, o.hosts)),
		ReadHeaderTimeout: headerTimeout, ReadTimeout: readTimeout, WriteTimeout: writeTimeout, IdleTimeout: idleTimeout,
		MaxHeaderBytes: maxHeaderBytes, ErrorLog: silent(),
	}, listeners)
}

// serveUntil serves until ctx ends; requests under way are answered.
func serveUntil(ctx context.Context, s Streams, server *http.Server, listeners []net.Listener) error {
	failed := make(chan error, len(listeners))
	room := make(chan struct{}, maxConnections)
	for _, l := range listeners {
		go func() { failed <- server.Serve(&limited{l, room}) }()
	}
	select {
	case err := <-failed:
		server.Close()
		return fmt.Errorf("cannot go on serving: %w", err)
	case <-ctx.Done():
	}
	late, cancel := context.WithTimeout(context.WithoutCancel(ctx), stopTimeout)
	defer cancel()
	if err := server.Shutdown(late); err != nil && !errors.Is(err, context.DeadlineExceeded) {
		return fmt.Errorf("cannot stop: %w", err)
	}
	server.Close()
	fmt.Fprintln(s.Err, "stopped")
	return nil
}

// announce says where the pages are.
func announce(s Streams, o serveOptions, e *kit.Explained, listeners []net.Listener) {
	fmt.Fprintf(s.Out, "%s of %s in %s\n", plural(len(e.Site.Topics), "topic"), plural(len(e.Site.Games), "game"), plural(len(e.Site.Languages), "language"))
	join := ""
	for _, l := range listeners {
		address := "http://" + l.Addr().String()
		if isLoopback(l.Addr()) {
			fmt.Fprintf(s.Out, "  this computer   %s/\n", address)
			continue
		}
		fmt.Fprintf(s.Out, "  the network     %s/\n", address)
		if join == "" {
			join = address
		}
	}
	if join == "" {
		fmt.Fprintln(s.Out, "Other devices cannot reach it; --lan lets them. Ctrl-C stops it.")
		return
	}
	fmt.Fprintf(s.Out, "Cards whose codes lead here: kitpress build --base-url %s\nCtrl-C stops it.\n", join)
	if !o.noQR && s.colour() {
		printQR(s.Err, strings.ToUpper(join)+"/")
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
