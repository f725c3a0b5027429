package pdf

import (
	"bytes"
	"crypto/sha256"
	"runtime"
	"sync"
	"sync/atomic"

	"github.com/klauspost/compress/zlib"

	"kitpress/layout"
)

// deflateLevel is where time and size meet: level 6 takes longer for 1 % fewer
// bytes, level 4 makes 3 % more.
const deflateLevel = 5

// A tool is what one processor works with, kept for the next page or document:
// a deflater alone takes more than half a megabyte.
type tool struct {
	content []byte
	rects   []layout.Modules
	z       *zlib.Writer
	out     bytes.Buffer
	kept    *kept
}

// deflate returns data compressed. Every stream is compressed by itself, so
// the result does not depend on who does it when.
func (t *tool) deflate(data []byte) []byte {
	t.out.Reset()
	if t.z == nil {
		t.z, _ = zlib.NewWriterLevel(&t.out, deflateLevel) // fails for bad levels only
	} else {
		t.z.Reset(&t.out)
	}
	t.z.Write(data) // writing to a buffer does not fail
	t.z.Close()
	return bytes.Clone(t.out.Bytes())
}

// A kept remembers what was deflated: the symbols of a game come again in each
// of its files, and the pages of a book in its booklet. What is long unused is
// forgotten.
type kept struct {
	mu          sync.Mutex
	new, before map[[sha256.Size]byte][]byte
	size        int // of new
}

// keptSize is how much is remembered: half of it at least, in bytes.
const keptSize = 8 << 20

func (k *kept) deflate(data []byte, t *tool) []byte {
	key := sha256.Sum256(data)
	k.mu.Lock()
	defer k.mu.Unlock()
	out, ok := k.new[key]
	if ok {
		return out
	}
	if out, ok = k.before[key]; !ok {
		k.mu.Unlock()
		out = t.deflate(data)
		k.mu.Lock()
	}
	if k.new == nil || k.size > keptSize/2 {
		k.before, k.new, k.size = k.new, map[[sha256.Size]byte][]byte{}, 0
	}
	k.new[key] = out
	k.size += len(out)
	return out
}

// tools are those nobody works with just now.
type tools struct {
	mu   sync.Mutex
	free []*tool
}

func (ts *tools) get(pw *Writer) *tool {
	ts.mu.Lock()
	defer ts.mu.Unlock()
	if n := len(ts.free); n > 0 {
		t := ts.free[n-1]
		ts.free = ts.free[:n-1]
		return t
	}
	return &tool{kept: &pw.kept}
}

func (ts *tools) put(t *tool) {
	ts.mu.Lock()
	ts.free = append(ts.free, t)
	ts.mu.Unlock()
}

// parallel calls job(t, 0) to job(t, n-1) on all processors, with a tool for
// each.
func (pw *Writer) parallel(n int, job func(t *tool, i int)) {
	var next atomic.Int64
	var done sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), n) {
		done.Go(func() {
			t := pw.tools.get(pw)
			defer pw.tools.put(t)
			for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
				job(t, i)
			}
		})
	}
	done.Wait()
}
