package studio

import (
	"net/http"
	"sync"
	"time"
)

// patience is how long the studio waits for a page after the last one was
// closed: the next one may only be loading.
const patience = 8 * time.Second

// A presence knows how many pages are open, or are being made.
type presence struct {
	mu    sync.Mutex
	pages int
	late  *time.Timer
	held  bool
	once  sync.Once
	done  chan struct{}
}

func (p *presence) stop() { p.once.Do(func() { close(p.done) }) }

// alive is held open by each page for as long as it is shown.
func (p *presence) alive(w http.ResponseWriter, r *http.Request) {
	out := http.NewResponseController(w)
	_ = out.SetReadDeadline(time.Time{}) // it is open as long as the page
	w.Header().Set("Content-Type", "text/event-stream")
	beat := time.NewTicker(15 * time.Second)
	defer beat.Stop()
	for {
		_ = out.SetWriteDeadline(time.Now().Add(time.Minute)) // a page that is gone is noticed below
		if _, err := w.Write([]byte(": here\n\n")); err != nil || out.Flush() != nil {
			return
		}
		select {
		case <-r.Context().Done():
			return
		case <-p.done:
			w.Write([]byte("event: end\ndata: end\n\n"))
			_ = out.Flush()
			return
		case <-beat.C:
		}
	}
}

// during counts a request as a page: the next one may take its time.
func (p *presence) during(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		p.count(1)
		defer p.count(-1)
		h.ServeHTTP(w, r)
	})
}

// hold keeps the studio from ending by itself.
func (p *presence) hold() {
	p.mu.Lock()
	held := p.held
	p.held = true
	p.mu.Unlock()
	if !held {
		p.count(1)
	}
}

func (p *presence) count(n int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.late != nil {
		p.late.Stop()
	}
	if p.pages += n; p.pages == 0 {
		p.late = time.AfterFunc(patience, p.stop)
	}
}
