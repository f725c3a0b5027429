package server

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"

	"kitpress/cmd/internal/cli/command"
	"kitpress/cmd/internal/cli/kits"
	"kitpress/cmd/internal/cli/terminal"
	"kitpress/cmd/internal/press"
	"kitpress/cmd/internal/studio"
)

type studioOptions struct {
	port      int
	noBrowser bool
}

// StudioCommand is kitpress studio.
func StudioCommand(s terminal.Streams) *cobra.Command {
	o := new(studioOptions)
	cmd := &cobra.Command{
		Use:   "studio",
		Short: "Choose, look at and make a kit in the browser, without any other command",
		Long: `Opens the studio in the browser: choose a game, say who plays and what the printer can do, look at the sheets, take them away.
Only this computer reaches it, and of its users only the browser that had the key in the address. It stops when its last page
is closed. A double click on kitpress opens it too.`,
		Example: `  kitpress studio
  kitpress studio --no-browser --port 8090`,
		Args: command.Exactly(0),
		RunE: command.Run(s, func(ctx context.Context, s terminal.Streams, _ []string) error { return o.run(ctx, s) }),
	}
	cmd.Flags().IntVarP(&o.port, "port", "p", 0, "`number` of the port; 0 takes any that is free")
	cmd.Flags().BoolVar(&o.noBrowser, "no-browser", false, "print the address, and open nothing")
	return cmd
}

// studioMemory is what the studio tries to do with: it is open for hours.
const studioMemory = 192 << 20

func (o *studioOptions) run(ctx context.Context, s terminal.Streams) error {
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(studioMemory)
	}
	dir, err := os.MkdirTemp("", "kitpress-studio-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	listeners, err := listen(o.port, false, s.Err)
	if err != nil {
		return err
	}
	here, err := studio.New(studio.Options{Hosts: hostsOf(listeners, nil), Dir: dir, Printers: func() map[string]press.Printer { return kits.Printers(s) }})
	if err != nil {
		return err
	}
	address := fmt.Sprintf("http://%s/open?key=%s", listeners[0].Addr(), here.Key())
	fmt.Fprintf(s.Out, "kitpress studio: %s\nIt opens in your browser and ends when its last page is closed, or by Ctrl-C.\n", address)
	if !o.noBrowser {
		openBrowser(address) // when nothing opens, the address is there
	}
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
	return serveUntil(ctx, s, []*served{{server, listeners}})
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
