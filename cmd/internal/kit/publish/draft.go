package publish

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"os"
)

// A draft is a file on its way into the fresh folder. As long as its bytes are
// those of the previous kit's file nothing is written: in the end it is the
// same file under two names, and the disk has no work with it.
type draft struct {
	name  string
	bytes int64
	old   *os.File      // the previous kit's; nil when there is none
	ahead *bufio.Reader // on old; nil once the bytes differ
	file  *os.File      // nil while they do not
	out   *bufio.Writer // on file
}

// draftBuffer is small: a kit has many small files.
const draftBuffer = 8 << 10

// compareWith opens the file of the previous kit. One that cannot be read is
// none.
func (d *draft) compareWith(name string) {
	if f, err := os.Open(name); err == nil {
		d.old, d.ahead = f, bufio.NewReaderSize(f, draftBuffer)
	}
}

// Write takes the next bytes.
func (d *draft) Write(p []byte) (int, error) {
	if d.ahead != nil && d.goesOn(p) {
		d.bytes += int64(len(p))
		return len(p), nil
	}
	if err := d.create(); err != nil {
		return 0, err
	}
	n, err := d.out.Write(p)
	d.bytes += int64(n)
	return n, err
}

// goesOn reports whether the old file goes on with p.
func (d *draft) goesOn(p []byte) bool {
	for len(p) > 0 {
		n := min(len(p), draftBuffer)
		next, _ := d.ahead.Peek(n)
		if !bytes.Equal(next, p[:n]) {
			return false
		}
		d.ahead.Discard(n)
		p = p[n:]
	}
	return true
}

// create begins a file of its own with what was the same so far.
func (d *draft) create() (err error) {
	if d.file != nil {
		return nil
	}
	d.ahead = nil
	if d.file, err = os.OpenFile(d.name, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o666); err != nil {
		return err
	}
	d.out = bufio.NewWriterSize(d.file, draftBuffer)
	if d.bytes > 0 {
		_, err = io.Copy(d.out, io.NewSectionReader(d.old, 0, d.bytes))
	}
	return err
}

// close ends the file, whole when it is, and reports whether its bytes are new
// to the disk.
func (d *draft) close(whole bool) (fresh bool, err error) {
	if d.old != nil {
		defer d.old.Close()
	}
	if whole && d.ahead != nil {
		if _, more := d.ahead.Peek(1); more == io.EOF && os.Link(d.old.Name(), d.name) == nil {
			return false, nil
		}
	}
	if whole {
		err = d.create()
	}
	if d.file == nil {
		return true, err
	}
	if err == nil {
		err = d.out.Flush()
	}
	return true, errors.Join(err, d.file.Close())
}
