package pdf

import (
	"bufio"
	"cmp"
	"crypto/sha256"
	"fmt"
	"hash"
	"hash/crc32"
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
	pack    ref  // the object stream it is in, at a place; 0 for none
	place   int
}

const deflated = "/Filter/FlateDecode"

// A file collects objects and writes them in the order of their numbers.
type file struct {
	objects       []object // objects[0] has the number 1
	catalog, info ref
	version       byte // behind the 1.
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

// packSize is the number of objects in an object stream: to read one of them
// all are inflated.
const packSize = 200

// pack moves the objects without a stream into object streams, which deflate
// to a fraction: the structure of a book is more than its pages.
func (f *file) pack() {
	var numbers []ref
	for i, o := range f.objects {
		if !o.present {
			numbers = append(numbers, ref(i+1))
		}
	}
	var head, bodies []byte
	for some := range slices.Chunk(numbers, packSize) {
		head, bodies = head[:0], nil
		for i, r := range some {
			o := &f.objects[r-1]
			head = fmt.Appendf(head, "%d %d ", r, len(bodies))
			bodies = append(append(bodies, o.body...), '\n')
			*o = object{pack: ref(len(f.objects) + 1), place: i}
		}
		f.addStream(fmt.Sprintf("/Type/ObjStm/N %d/First %d", len(some), len(head)), append(slices.Clone(head), bodies...), false)
	}
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
func (f *file) write(w io.Writer, t *tool) error {
	id := sha256.New()
	b := bufio.NewWriterSize(w, 64<<10)
	at := 0
	put := func(s []byte) {
		b.Write(s) // the first error stays: Flush returns it
		if at += len(s); len(s) < largeStream {
			id.Write(s)
		} else {
			fmt.Fprint(id, len(s), crc32.ChecksumIEEE(s))
		}
	}
	put(fmt.Appendf(nil, "%%PDF-1.%c\n%%\xE2\xE3\xCF\xD3\n", f.version))
	if f.version < '5' {
		return f.writeTable(b, put, id, &at)
	}
	table := newXref(len(f.objects) + 2)
	var head []byte
	for i, o := range f.objects {
		if o.pack != 0 {
			table.add(2, int(o.pack), o.place)
			continue
		}
		table.add(1, at, 0)
		head = appendHead(head[:0], i+1, o.body, len(o.stream))
		put(head)
		put(o.stream)
		put([]byte(streamEnd))
	}
	if err := b.Flush(); err != nil {
		return err
	}
	sum := id.Sum(nil)[:16]
	table.add(1, at, 0)
	rows := t.deflate(table.rows)
	entries := fmt.Sprintf("/Type/XRef/Size %d/W[1 4 2]/Root %v/Info %v/ID[<%x><%[4]x>]/DecodeParms<</Predictor 12/Columns %d>>%s",
		len(f.objects)+2, f.catalog, f.info, sum, xrefColumns, deflated)
	b.Write(appendHead(head[:0], len(f.objects)+1, entries, len(rows)))
	b.Write(rows)
	fmt.Fprintf(b, "%sstartxref\n%d\n%%%%EOF\n", streamEnd, at)
	return b.Flush()
}

// writeTable writes the objects and a table of them that PDF 1.4 has.
func (f *file) writeTable(b *bufio.Writer, put func([]byte), id hash.Hash, at *int) error {
	table := []byte("0000000000 65535 f \n")
	for i, o := range f.objects {
		table = fmt.Appendf(table, "%010d 00000 n \n", *at)
		if !o.present {
			put(fmt.Appendf(nil, "%d 0 obj\n%s\nendobj\n", i+1, o.body))
			continue
		}
		put(appendHead(nil, i+1, o.body, len(o.stream)))
		put(o.stream)
		put([]byte(streamEnd))
	}
	fmt.Fprintf(b, "xref\n0 %d\n%strailer\n<</Size %[1]d/Root %[3]v/Info %[4]v/ID[<%[5]x><%[5]x>]>>\nstartxref\n%[6]d\n%%%%EOF\n",
		len(f.objects)+1, table, f.catalog, f.info, id.Sum(nil)[:16], *at)
	return b.Flush()
}

// largeStream is from where on the sum of a stream stands for it in the ID of
// the file: a deck of photos is tens of millions of bytes.
const largeStream = 128 << 10

const streamEnd = "\nendstream\nendobj\n"

// appendHead appends what stands before the n bytes of a stream.
func appendHead(b []byte, number int, entries string, n int) []byte {
	b = append(strconv.AppendInt(b, int64(number), 10), " 0 obj\n<<"...)
	b = append(append(b, entries...), "/Length "...)
	return append(strconv.AppendInt(b, int64(n), 10), ">>stream\n"...)
}

// xrefColumns is the length of a row of a cross reference stream: a kind, a
// place and a number in a pack.
const xrefColumns = 1 + 4 + 2

// An xref is the rows of a cross reference stream, each as what differs from
// the one before.
type xref struct {
	rows   []byte
	before [xrefColumns]byte
}

// newXref returns the table for a number of objects, the free one first.
func newXref(objects int) *xref {
	x := &xref{rows: make([]byte, 0, objects*(1+xrefColumns))}
	x.add(0, 0, 0xFFFF)
	return x
}

func (x *xref) add(kind, place, number int) {
	row := [xrefColumns]byte{byte(kind), byte(place >> 24), byte(place >> 16), byte(place >> 8), byte(place), byte(number >> 8), byte(number)}
	x.rows = append(x.rows, 2) // the filter "up"
	for i, v := range row {
		x.rows = append(x.rows, v-x.before[i])
	}
	x.before = row
}
