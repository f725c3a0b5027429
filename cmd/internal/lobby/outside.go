package lobby

import (
	"context"
	"sync"
	"time"
)

// A versioner is a store that says whether another program has written to it.
type versioner interface {
	Version(ctx context.Context) (int64, error)
}

// A storeWatch is what was last seen of what other programs do to the store.
type storeWatch struct {
	mu      sync.Mutex
	checked time.Time
	version int64
}

// outsideEvery is how often is looked: each request would cost a query.
const outsideEvery = 2 * time.Second

// changed reports whether another program has written since it was asked last.
func (o *storeWatch) changed(ctx context.Context, store any, now time.Time) bool {
	v, ok := store.(versioner)
	if !ok {
		return false
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	if since := now.Sub(o.checked); since >= 0 && since < outsideEvery {
		return false
	}
	o.checked = now
	version, err := v.Version(ctx)
	if err != nil || version == o.version {
		return false // an error of the disk shows where something is read or written
	}
	o.version = version
	return true
}

// dropGone closes tables whose match another program has deleted: nobody is
// shown what is meant to be gone.
func (h *Lobby) dropGone(ctx context.Context) {
	if !h.storeWatch.changed(ctx, h.desk.Store, h.clock()) {
		return
	}
	h.boardMu.Lock()
	h.board = nil // read anew: what is gone from it stays gone
	h.boardMu.Unlock()
	h.mu.Lock()
	defer h.mu.Unlock()
	list, err := h.desk.Store.List(ctx)
	if err != nil {
		return
	}
	there := map[string]bool{}
	for _, m := range list {
		there[m.ID] = true
	}
	for id, t := range h.tables {
		if !there[id] {
			delete(h.tables, id)
			t.mu.Lock()
			t.leave()
			t.mu.Unlock()
		}
	}
}
