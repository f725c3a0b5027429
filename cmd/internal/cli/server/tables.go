package server

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net"
	"slices"
	"strings"
	"time"

	"kitpress/catalog"
	"kitpress/cmd/internal/cli/referees"
	"kitpress/cmd/internal/cli/terminal"
	"kitpress/cmd/internal/desk"
	"kitpress/cmd/internal/lobby"
	"kitpress/cmd/internal/web"
	"kitpress/quiz/store"
)

// A tableLobby is the tables that serve offers, with where they are kept.
type tableLobby struct {
	lobby  *lobby.Lobby
	tables *web.Tables
	store  store.Store
	desk   net.Listener // of this computer only
	key    string       // of the desk: not every user of this computer has it
	studio *lazyStudio
}

// openTables opens the store and the desk; listeners are for phones.
func openTables(ctx context.Context, o *options, s terminal.Streams, listeners []net.Listener) (*tableLobby, error) {
	file, err := (&referees.Options{Store: o.store}).File(s)
	if err != nil {
		return nil, err
	}
	matches, err := store.OpenAt(ctx, file)
	if err != nil {
		return nil, fmt.Errorf("%w (--no-tables serves the explanations alone)", err)
	}
	h := &tableLobby{store: matches, key: rand.Text(), lobby: lobby.New(&desk.Desk{Store: matches, Catalog: catalog.Embedded()}, time.Now, rand.Reader, web.NewViews)}
	if err := h.begin(ctx, o, s, listeners); err != nil {
		return nil, errors.Join(err, h.close())
	}
	return h, nil
}

func (h *tableLobby) begin(ctx context.Context, o *options, s terminal.Streams, listeners []net.Listener) error {
	var held *heldEvent
	if o.event != "" {
		var err error
		if held, err = h.ready(ctx, o.event); err != nil {
			return err
		}
	}
	n, err := h.lobby.Restore(ctx)
	if err != nil {
		return err
	}
	if n > 0 {
		terminal.Printf(s.Err, "opened again: %s\n", terminal.Plural(n, "table"))
	}
	list, err := h.lobby.List(ctx)
	if err != nil {
		return err
	}
	list = slices.DeleteFunc(list, func(l lobby.ListItem) bool { return !h.lobby.Old(l.Last) })
	if len(list) > 0 {
		terminal.Printf(s.Err, "matches older than %d days: %d; the desk deletes them, kitpress referee export keeps them elsewhere\n", lobby.OldAfter, len(list))
	}
	base := cmp.Or(strings.TrimSuffix(o.address, "/"), baseOf(listeners))
	if h.tables, err = web.NewTables(h.lobby, base); err != nil {
		return err
	}
	if err := h.tables.Restore(ctx); err != nil {
		return err
	}
	if held != nil {
		hold := func() error { return h.hold(ctx, s, held, base) }
		if shared, ok := h.store.(store.Shared); ok { // other programs begin the same tables now
			err = shared.Alone(ctx, "event", hold)
		} else {
			err = hold()
		}
		if err != nil {
			return err
		}
		web.Thank(h.tables, held.sponsor)
	}
	port := o.deskPort
	if port == 0 && o.port != 0 {
		port = otherPort(o.port)
	}
	desks, err := listen(port, false, s.Err)
	if err != nil {
		return fmt.Errorf("%w (that of the desk is --desk-port)", err)
	}
	h.desk, h.studio = desks[0], &lazyStudio{ctx: ctx, s: s}
	h.tables.Lead(web.Doors{Desk: fmt.Sprintf("http://%s/desk/", h.desk.Addr()), Studio: h.studio.open})
	return nil
}

// baseOf returns the address for phones: the first of the network, or that of
// this computer.
func baseOf(listeners []net.Listener) string {
	i := max(0, slices.IndexFunc(listeners, func(l net.Listener) bool { return !isLoopback(l.Addr()) }))
	return "http://" + listeners[i].Addr().String()
}

// watch says when the disk fails: nobody may think that entries are kept.
func (h *tableLobby) watch(ctx context.Context, s terminal.Streams) {
	select {
	case <-ctx.Done():
	case <-h.lobby.Broke():
		s.Complain("the file with the matches could not be written; tables can only be read now",
			"free the disk or mend it, then stop kitpress serve and start it again: what was acknowledged is kept")
	}
}

func (h *tableLobby) close() error {
	if h.studio != nil {
		h.studio.wait.Wait()
	}
	h.lobby.Close()
	return h.store.Close()
}
