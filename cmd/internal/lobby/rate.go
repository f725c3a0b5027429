package lobby

import (
	"sync"
	"time"
)

// A RateLimit lets each of many ask so often: some at once, then one each
// interval. It is safe for use by several goroutines.
type RateLimit struct {
	AtOnce int
	Every  time.Duration

	mu sync.Mutex
	by map[string]*bucket
}

// A bucket is how often one may ask now.
type bucket struct {
	left int
	at   time.Time
}

// Allow counts a request, and reports whether it may be looked at. A clock that
// jumps back stops nobody: time that did not pass counts as none.
func (r *RateLimit) Allow(who string, now time.Time) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.by == nil {
		r.by = map[string]*bucket{}
	}
	b := r.by[who]
	if b == nil {
		r.dropFull(now)
		b = &bucket{r.AtOnce, now}
		r.by[who] = b
	}
	b.refill(r, now)
	if b.left == 0 {
		return false
	}
	b.left--
	return true
}

func (b *bucket) refill(r *RateLimit, now time.Time) {
	if now.Before(b.at) {
		b.at = now
	}
	if n := int(now.Sub(b.at) / r.Every); n > 0 {
		b.left, b.at = min(r.AtOnce, b.left+min(n, r.AtOnce)), now
	}
}

// dropFull forgets whoever may ask as often as somebody new.
func (r *RateLimit) dropFull(now time.Time) {
	for who, b := range r.by {
		if b.refill(r, now); b.left == r.AtOnce {
			delete(r.by, who)
		}
	}
}
