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
	// leastGrowth is the part of what is in use, in percent, that may always be
	// added, limit or not: else the collector would do nothing but work.
	leastGrowth = 40
	// smallHeap is how far the heap may grow between two collections, however
	// little is in use: most commands are done before it is full.
	smallHeap = 24 << 20
	// maxGrowth and minGrowth are how much of what is in use is added, in percent.
	maxGrowth, minGrowth = 600, 100
)

// limitMemory tells the collector how to work, unless whoever runs kitpress did:
// rarely while the heap is small, as always when it is large.
func limitMemory() {
	soft, free := os.Getenv("GOMEMLIMIT") == "", os.Getenv("GOGC") == ""
	if soft {
		debug.SetMemoryLimit(softLimit)
	}
	if soft || free {
		pace(soft, free)
	}
}

// pace sets the growth of the heap until the next collection and the limit of
// memory, where these are free to be set, and, by way of an object that this
// collection will free, comes again after it.
func pace(soft, free bool) {
	live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(live)
	used := max(live[0].Value.Uint64(), 1)
	if room := int64(used / 100 * (100 + leastGrowth)); soft && room > softLimit {
		debug.SetMemoryLimit(room)
	}
	if free {
		debug.SetGCPercent(int(min(max(smallHeap*100/used, minGrowth), maxGrowth)))
	}
	runtime.SetFinalizer(&struct{ _ *byte }{}, func(*struct{ _ *byte }) { pace(soft, free) })
}
