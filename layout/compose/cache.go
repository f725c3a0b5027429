package compose

import "sync"

// A cache holds what is drawn once. It is safe for concurrent use; the zero
// cache is empty.
type cache[K comparable, V any] struct {
	mu sync.Mutex
	m  map[K]V
}

func (c *cache[K, V]) get(key K) (V, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	v, ok := c.m[key]
	return v, ok
}

// put stores a value and returns it, or the one another goroutine stored
// before: identity decides what a file holds once.
func (c *cache[K, V]) put(key K, v V) V {
	c.mu.Lock()
	defer c.mu.Unlock()
	if old, ok := c.m[key]; ok {
		return old
	}
	if c.m == nil {
		c.m = map[K]V{}
	}
	c.m[key] = v
	return v
}
