package cli

import (
	"os"
	"runtime/debug"
)

// softLimit is the memory above which the collector works harder instead of
// letting the heap double: a deck of 100,000 cards holds about 1 GB.
const softLimit = 1536 << 20

// limitMemory sets the limit unless whoever runs kitpress chose one.
func limitMemory() {
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(softLimit)
	}
}
