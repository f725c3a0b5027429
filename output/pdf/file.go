package pdf

import (
	"bytes"
	"cmp"
	"compress/zlib"
	"crypto/sha256"
	"fmt"
	"runtime"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
)

// deflateLevel is where time and size meet: level 6 takes half as long again
// for 6 % fewer bytes.
const deflateLevel = 4

// A ref is the number of an object.
type ref int

// String returns the reference as written in a dictionary.
func (r ref) String() string { return strconv.Itoa(int(r)) + " 0 R" }

// An object is a body, or the entries of a dictionary and a stream.
type object struct {
	body    string
	stream  []byte
	plain   bool // the stream is written as it is
	present bool // has a stream
}

// A file collects objects and writes them in the order of their numbers.
type file struct {
	objects []object // objects[0] has the number 1
}

// reserve returns the number of an object that is set later.
func (f *file) reserve() ref {
	f.objects = append(f.objects, object{})
	return ref(len(f.objects))
}

func (f *file) set(r ref, body string) { f.objects[r-1] = object{body: body} }

// add adds an object.
func (f *file) add(body string) ref {
	r := f.reserve()
	f.set(r, body)
	return r
}

// setStream sets an object with a stream; entries are those of its
// dictionary but /Length and, unless plain, /Filter.
func (f *file) setStream(r ref, entries string, data []byte, plain bool) {
	f.objects[r-1] = object{body: entries, stream: data, plain: plain, present: true}
}

// addStream adds an object with a stream.
func (f *file) addStream(entries string, data []byte, plain bool) ref {
	r := f.reserve()
	f.setStream(r, entries, data, plain)
	return r
}

// parallel calls job(0) to job(n-1) on all processors. work makes what one
// processor needs for itself.
func parallel[W any](n int, work func() W, job func(w W, i int)) {
	workers := min(runtime.GOMAXPROCS(0), n)
	var next atomic.Int64
	var done sync.WaitGroup
	for range workers {
		done.Go(func() {
			w := work()
			for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
				job(w, i)
			}
		})
	}
	done.Wait()
}

// compress deflates all streams that are not plain. Every stream is
// compressed by itself, so the result does not depend on who does it when.
func (f *file) compress() {
	var jobs []*object
	for i := range f.objects {
		if o := &f.objects[i]; o.present && !o.plain {
			jobs = append(jobs, o)
		}
	}
	// The longest first, so that none is left for the end.
	slices.SortStableFunc(jobs, func(a, b *object) int { return cmp.Compare(len(b.stream), len(a.stream)) })
	type worker struct {
		z   *zlib.Writer
		out bytes.Buffer
	}
	newWorker := func() *worker {
		w := &worker{}
		w.z, _ = zlib.NewWriterLevel(&w.out, deflateLevel) // fails for bad levels only
		return w
	}
	parallel(len(jobs), newWorker, func(w *worker, i int) {
		w.out.Reset()
		w.z.Reset(&w.out)
		w.z.Write(jobs[i].stream) // writing to a buffer does not fail
		w.z.Close()
		jobs[i].stream = bytes.Clone(w.out.Bytes())
		jobs[i].body += "/Filter/FlateDecode"
	})
}

// bytes returns the complete file. Its ID is a hash of its content, so equal
// files have equal IDs.
func (f *file) bytes(root, info ref) []byte {
	size := 1 << 10
	for _, o := range f.objects {
		size += len(o.body) + len(o.stream) + 60
	}
	b := make([]byte, 0, size)
	b = append(b, "%PDF-1.7\n%\xE2\xE3\xCF\xD3\n"...)
	offsets := make([]int, len(f.objects))
	for i, o := range f.objects {
		offsets[i] = len(b)
		b = append(strconv.AppendInt(b, int64(i+1), 10), " 0 obj\n"...)
		if !o.present {
			b = append(append(b, o.body...), "\nendobj\n"...)
			continue
		}
		b = append(append(b, "<<"...), o.body...)
		b = append(strconv.AppendInt(append(b, "/Length "...), int64(len(o.stream)), 10), ">>stream\n"...)
		b = append(append(b, o.stream...), "\nendstream\nendobj\n"...)
	}
	id := sha256.Sum256(b)
	start := len(b)
	b = fmt.Appendf(b, "xref\n0 %d\n0000000000 65535 f \n", len(offsets)+1)
	for _, at := range offsets {
		b = fmt.Appendf(b, "%010d 00000 n \n", at)
	}
	return fmt.Appendf(b, "trailer\n<</Size %d/Root %v/Info %v/ID[<%x><%x>]>>\nstartxref\n%d\n%%%%EOF\n",
		len(offsets)+1, root, info, id[:16], id[:16], start)
}
