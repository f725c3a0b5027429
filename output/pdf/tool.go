package pdf

import (
	"bytes"
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

// parallel calls job(t, 0) to job(t, n-1) on all processors, with a tool for
// each.
func (pw *Writer) parallel(n int, job func(t *tool, i int)) {
	var next atomic.Int64
	var done sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), n) {
		done.Go(func() {
			t, ok := pw.tools.Get().(*tool)
			if !ok {
				t = &tool{}
			}
			defer pw.tools.Put(t)
			for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
				job(t, i)
			}
		})
	}
	done.Wait()
}
