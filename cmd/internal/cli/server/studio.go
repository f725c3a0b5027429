package server

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"iter"
	"net"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
	"sync"

	"github.com/spf13/cobra"

	"kitpress/cmd/internal/cli/command"
	"kitpress/cmd/internal/cli/kits"
	"kitpress/cmd/internal/cli/terminal"
	"kitpress/cmd/internal/kit"
	"kitpress/cmd/internal/press"
	"kitpress/cmd/internal/studio"
)

// StudioCommand is kitpress studio.
func StudioCommand(s terminal.Streams) *cobra.Command {
	o, decks := new(kits.Browser), ""
	cmd := &cobra.Command{
		Use:   "studio",
		Short: "Choose, look at and make a kit in the browser, without any other command",
		Long: `Opens the studio in the browser: choose a game, say who plays and what the printer can do, look at the sheets, take them away.
Only this computer reaches it, and of its users only the browser that had the key in the address. It stops when its last page
is closed. A double click on kitpress opens it too.`,
		Example: `  kitpress studio
  kitpress studio --no-browser --port 8090`,
		Args: command.Exactly(0),
		RunE: command.Run(s, func(ctx context.Context, s terminal.Streams, _ []string) error {
			return inFolder(s, decks, func(options studio.Options) error { return inBrowser(ctx, s, *o, options) })
		}),
	}
	o.Flags(cmd.Flags())
	cmd.Flags().StringVar(&decks, "decks", "", "`folder` your own decks lie in (default: kitpress among your documents)")
	command.Folder(cmd, "decks")
	return cmd
}

// inFolder gives a studio a folder that is gone afterwards; decks is where its
// user's own lie, "" for where they usually do.
func inFolder(s terminal.Streams, decks string, do func(studio.Options) error) error {
	dir, err := os.MkdirTemp("", "kitpress-studio-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	return do(studio.Options{Dir: dir, Lang: command.Languages(s.Env)[0], Usual: command.DefaultGame, Decks: cmp.Or(decks, ownDecks()), Printers: func() map[string]press.Printer { return kits.Printers(s) }})
}

// A lazyStudio is the studio of a server for tables: it opens when the desk asks for it,
// and closes when its last page does, or the server.
type lazyStudio struct {
	ctx  context.Context
	s    terminal.Streams
	mu   sync.Mutex
	here *studio.Studio // nil while it is closed
	at   string         // its address
	wait sync.WaitGroup // until it is closed
}

// open returns an address that lets a browser in.
func (r *lazyStudio) open() (string, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.here != nil {
		select {
		case <-r.here.Done(): // its last page has been closed
		default:
			return r.address(), nil
		}
	}
	if err := r.ctx.Err(); err != nil {
		return "", err
	}
	listeners, err := listen(0, false, r.s.Err)
	if err != nil {
		return "", err
	}
	opened := make(chan error, 1)
	r.wait.Go(func() {
		err := inFolder(r.s, "", func(o studio.Options) error {
			o.Hosts = hostsOf(listeners, nil)
			here, err := studio.New(o)
			if err != nil {
				return err
			}
			r.here, r.at = here, listeners[0].Addr().String()
			opened <- nil
			quiet := r.s
			quiet.Err = io.Discard // the server goes on when the studio stops
			return hold(r.ctx, quiet, here, listeners)
		})
		select {
		case opened <- err: // it never opened
		default:
		}
	})
	if err := <-opened; err != nil {
		for _, l := range listeners {
			l.Close()
		}
		return "", err
	}
	return r.address(), nil
}

func (r *lazyStudio) address() string {
	return fmt.Sprintf("http://%s/open?key=%s", r.at, r.here.Key())
}

// ownDecks returns the folder own decks lie in when nobody says otherwise:
// among the documents, where people look for what they made.
func ownDecks() string {
	home, err := os.UserHomeDir()
	if err != nil {
		return "kitpress"
	}
	for _, documents := range []string{"Documents", "Dokumente", "Documenti"} {
		if info, err := os.Stat(filepath.Join(home, documents)); err == nil && info.IsDir() {
			return filepath.Join(home, documents, "kitpress")
		}
	}
	return filepath.Join(home, "kitpress")
}

// studioMemory is what the studio tries to do with: it is open for hours.
const studioMemory = 192 << 20

// Live is a page of the studio for a game that is being written.
func Live(ctx context.Context, s terminal.Streams, b kits.Browser, in *command.Catalog, req kit.PreviewRequest, changes iter.Seq[struct{}]) error {
	return inBrowser(ctx, s, b, studio.Options{Live: &studio.Live{PreviewRequest: req, Changes: changes, Locate: in.Locate}})
}

// inBrowser opens the studio in the browser, until its last page is closed.
func inBrowser(ctx context.Context, s terminal.Streams, b kits.Browser, o studio.Options) error {
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(studioMemory)
	}
	if err := checkPort("port", b.Port); err != nil {
		return err
	}
	listeners, err := listen(b.Port, false, s.Err)
	if err != nil {
		return err
	}
	o.Hosts = hostsOf(listeners, nil)
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	doors := serveBeside(ctx, s)
	o.Serve, o.Hold, o.Address = doors.serve, doors.hold, usualAddress
	here, err := studio.New(o)
	if err != nil {
		return err
	}
	address := fmt.Sprintf("http://%s/open?key=%s", listeners[0].Addr(), here.Key())
	terminal.Printf(s.Out, "kitpress studio: %s\nIt opens in your browser and ends when its last page is closed, or by Ctrl-C.\n", address)
	if !b.No {
		openBrowser(address) // when nothing opens, the address is there
	}
	return hold(ctx, s, here, listeners)
}

// hold serves a studio until its last page is closed, or ctx ends.
func hold(ctx context.Context, s terminal.Streams, here *studio.Studio, listeners []net.Listener) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	go func() {
		select {
		case <-here.Done():
		case <-ctx.Done():
		}
		stop()
	}()
	server := newServer(here.Handler())
	server.RegisterOnShutdown(here.Close)
	return serveUntil(ctx, s, nil, []*served{{server, listeners}})
}

// beside is what kitpress serve has opened beside a studio, by what was asked for.
type beside struct {
	ctx  context.Context
	s    terminal.Streams
	mu   sync.Mutex
	open map[string]*besideOne
}

type besideOne struct {
	at     studio.Opened
	tables *tableLobby
}

func serveBeside(ctx context.Context, s terminal.Streams) *beside {
	s.Out, s.Err = io.Discard, io.Discard // the page says it
	return &beside{ctx: ctx, s: s, open: map[string]*besideOne{}}
}

// serve opens the explanations and the desk as kitpress serve does, once for this
// computer alone and once for the phones around.
func (b *beside) serve(phones bool) (studio.Opened, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	one, err := b.once(fmt.Sprint(phones), &options{lan: phones})
	if err != nil {
		return studio.Opened{}, err
	}
	return one.at, nil
}

// hold opens the tables of an event where its cards lead. Where they are open
// already, those that were added since are begun.
func (b *beside) hold(file, address string) (studio.Opened, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	u, err := url.Parse(address)
	if err != nil || u.Hostname() == "" {
		return studio.Opened{}, fmt.Errorf("%q is no address of a server", address)
	}
	port, err := strconv.Atoi(cmp.Or(u.Port(), "80"))
	if err != nil {
		return studio.Opened{}, fmt.Errorf("%q is no address of a server", address)
	}
	ip := net.ParseIP(u.Hostname())
	_, was := b.open[file]
	one, err := b.once(file, &options{lan: u.Hostname() != "localhost" && !(ip != nil && ip.IsLoopback()), port: port, event: file})
	if err == nil && was {
		var held *heldEvent
		if held, err = one.tables.ready(b.ctx, file); err == nil {
			err = one.tables.hold(b.ctx, b.s, held, strings.TrimSuffix(address, "/"))
		}
	}
	if err != nil {
		return studio.Opened{}, err
	}
	return one.at, nil
}

// once opens what is not open yet.
func (b *beside) once(key string, o *options) (*besideOne, error) {
	if one := b.open[key]; one != nil {
		return one, nil
	}
	ready, failed := make(chan *besideOne, 1), make(chan error, 1)
	o.noQR, o.Langs = true, []string{press.LangAll}
	o.opened = func(at studio.Opened, tables *tableLobby) { ready <- &besideOne{at, tables} }
	go func() { failed <- o.run(b.ctx, b.s, nil) }()
	select {
	case one := <-ready:
		b.open[key] = one
		return one, nil
	case err := <-failed:
		return nil, err
	}
}

// usualAddress returns where phones would reach kitpress serve on this computer.
func usualAddress() string {
	host := "127.0.0.1"
	if lan, _, err := lanAddresses(); err == nil {
		host = lan[0].String()
	}
	return "http://" + net.JoinHostPort(host, strconv.Itoa(defaultPort))
}

// openBrowser opens an address as the computer usually does.
func openBrowser(address string) {
	name, args := "xdg-open", []string{address}
	switch runtime.GOOS {
	case "darwin":
		name = "open"
	case "windows":
		name, args = "rundll32", []string{"url.dll,FileProtocolHandler", address}
	}
	cmd := exec.Command(name, args...)
	if cmd.Start() == nil {
		go cmd.Wait() // it is no matter of ours how it ends
	}
}
