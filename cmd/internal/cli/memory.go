package cli

import (
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
)

const (
	// softLimit is the memory above which the collector works harder instead of
	// letting the heap double: a deck of 100,000 cards holds about 1 GB.
	softLimit = 1536 << 20
	// smallHeap is how far the heap may grow between two collections, however
	// little is in use: most commands are done before it is full.
	smallHeap = 24 << 20
	// maxGrowth and minGrowth are how much of what is in use is added, in percent.
	maxGrowth, minGrowth = 600, 100
)

// limitMemory tells the collector how to work, unless whoever runs kitpress did:
// rarely while the heap is small, as always when it is large.
func limitMemory() {
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(softLimit)
	}
	if os.Getenv("GOGC") == "" {
		pace()
	}
}

// pace sets the growth of the heap until the next collection and, by way of
// an object that this collection will free, comes again after it.
func pace() {
	live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(live)
	used := max(live[0].Value.Uint64(), 1)
	debug.SetGCPercent(int(min(max(smallHeap*100/used, minGrowth), maxGrowth)))
	runtime.SetFinalizer(&struct{ _ *byte }{}, func(*struct{ _ *byte }) { pace() })
}
