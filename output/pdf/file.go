package pdf

import (
	"bufio"
	"cmp"
	"crypto/sha256"
	"fmt"
	"io"
	"slices"
	"strconv"
)

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

const deflated = "/Filter/FlateDecode"

// A file collects objects and writes them in the order of their numbers.
type file struct {
	objects       []object // objects[0] has the number 1
	catalog, info ref
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

// compress deflates all streams that are not plain.
func (f *file) compress(pw *Writer) {
	var jobs []*object
	for i := range f.objects {
		if o := &f.objects[i]; o.present && !o.plain {
			jobs = append(jobs, o)
		}
	}
	// The longest first, so that none is left for the end.
	slices.SortStableFunc(jobs, func(a, b *object) int { return cmp.Compare(len(b.stream), len(a.stream)) })
	pw.parallel(len(jobs), func(t *tool, i int) {
		jobs[i].stream = t.deflate(jobs[i].stream)
		jobs[i].body += deflated
	})
}

// write writes the complete file. Its ID is a hash of its content, so equal
// files have equal IDs.
func (f *file) write(w io.Writer) error {
	id := sha256.New()
	b := bufio.NewWriterSize(io.MultiWriter(w, id), 64<<10)
	at := 0
	put := func(s []byte) {
		b.Write(s) // the first error stays: Flush returns it
		at += len(s)
	}
	put([]byte("%PDF-1.7\n%\xE2\xE3\xCF\xD3\n"))
	offsets := make([]int, len(f.objects))
	var head []byte
	for i, o := range f.objects {
		offsets[i] = at
		head = append(strconv.AppendInt(head[:0], int64(i+1), 10), " 0 obj\n"...)
		if !o.present {
			put(append(append(head, o.body...), "\nendobj\n"...))
			continue
		}
		head = append(append(head, "<<"...), o.body...)
		put(append(strconv.AppendInt(append(head, "/Length "...), int64(len(o.stream)), 10), ">>stream\n"...))
		put(o.stream)
		put([]byte("\nendstream\nendobj\n"))
	}
	if err := b.Flush(); err != nil {
		return err
	}
	sum := id.Sum(nil)[:16]
	fmt.Fprintf(b, "xref\n0 %d\n0000000000 65535 f \n", len(offsets)+1)
	for _, offset := range offsets {
		b.Write(fmt.Appendf(head[:0], "%010d 00000 n \n", offset))
	}
	fmt.Fprintf(b, "trailer\n<</Size %d/Root %v/Info %v/ID[<%x><%x>]>>\nstartxref\n%d\n%%%%EOF\n",
		len(offsets)+1, f.catalog, f.info, sum, sum, at)
	return b.Flush()
}
