package cutfs

import (
	"maps"
	"math/rand/v2"
	"sync"
	"syscall"
)

// sector is what a disk writes as a whole, in bytes.
const sector = 512

// A Disk holds the files of one folder.
type Disk struct {
	// FailAt is the number, from 1, of the call that fails with FailWith; 0
	// for none. Calls that create, delete, write, truncate or fsync count.
	FailAt   int
	FailWith syscall.Errno
	// FailOn after it, so does every later call, as on a disk that is gone.
	FailOn bool
	// Room is how many bytes all files may have together, 0 for any.
	Room int
	// Careless makes the disk forget what happened to names even after fsync
	// of the folder.
	Careless bool

	mu    sync.Mutex
	off   bool // the power is off
	calls int
	now   map[string]*file // as programs see it
	kept  map[string]*file // names that are on the disk
	names []rename         // what happened to names since then
}

// A file is what programs see and what is on the disk.
type file struct {
	data, kept []byte
	pending    []change
}

// A change is a write, or a new length when data is nil.
type change struct {
	at   int64
	data []byte
}

// A rename is a name that came, or went when f is nil.
type rename struct {
	name string
	f    *file
}

// NewDisk returns a disk with files that are on it for good.
func NewDisk(files map[string][]byte) *Disk {
	d := &Disk{now: map[string]*file{}, kept: map[string]*file{}}
	for name, data := range files {
		f := &file{data: append([]byte(nil), data...), kept: append([]byte(nil), data...)}
		d.now[name], d.kept[name] = f, f
	}
	return d
}

// Calls returns how many calls have counted so far.
func (d *Disk) Calls() int {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.calls
}

// Cut switches the power off: from now on every call fails.
func (d *Disk) Cut() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.off = true
}

// Files returns what programs see.
func (d *Disk) Files() map[string][]byte {
	d.mu.Lock()
	defer d.mu.Unlock()
	out := map[string][]byte{}
	for name, f := range d.now {
		out[name] = append([]byte(nil), f.data...)
	}
	return out
}

// Left returns what is on the disk after a cut: everything that was kept, and
// of the rest whatever chance wants.
func (d *Disk) Left(rnd *rand.Rand) map[string][]byte {
	d.mu.Lock()
	defer d.mu.Unlock()
	names := maps.Clone(d.kept)
	if len(d.names) > 0 {
		for _, r := range d.names[:rnd.IntN(len(d.names)+1)] {
			if r.f == nil {
				delete(names, r.name)
			} else {
				names[r.name] = r.f
			}
		}
	}
	out := map[string][]byte{}
	for name, f := range names {
		out[name] = f.left(rnd)
	}
	return out
}

// left returns what is on the disk of a file: the first few changes, or any of
// them, the last one torn.
func (f *file) left(rnd *rand.Rand) []byte {
	data := append([]byte(nil), f.kept...)
	if len(f.pending) == 0 {
		return data
	}
	inOrder, upTo := rnd.IntN(2) == 0, rnd.IntN(len(f.pending)+1)
	for i, c := range f.pending {
		switch {
		case inOrder && i > upTo, !inOrder && rnd.IntN(2) == 0:
			continue
		case inOrder && i == upTo && c.data != nil:
			whole := (len(c.data) + sector - 1) / sector
			c.data = c.data[:min(len(c.data), rnd.IntN(whole+1)*sector)]
		case inOrder && i == upTo:
			continue
		}
		data = c.apply(data)
	}
	return data
}

func (c change) apply(data []byte) []byte {
	if c.data == nil {
		return resize(data, int(c.at))
	}
	data = resize(data, max(len(data), int(c.at)+len(c.data)))
	copy(data[c.at:], c.data)
	return data
}

// resize returns data with a length, with zeros behind its end.
func resize(data []byte, n int) []byte {
	if n <= len(data) {
		return data[:n]
	}
	return append(data, make([]byte, n-len(data))...)
}

// step counts a call that changes something and says whether it fails. The
// lock is held.
func (d *Disk) step() syscall.Errno {
	if d.off {
		return syscall.EIO
	}
	d.calls++
	if d.FailAt > 0 && (d.calls == d.FailAt || d.FailOn && d.calls > d.FailAt) {
		return d.FailWith
	}
	return 0
}

// change changes a file.
func (d *Disk) change(f *file, c change) syscall.Errno {
	d.mu.Lock()
	defer d.mu.Unlock()
	if e := d.step(); e != 0 {
		return e
	}
	c.data = append([]byte(nil), c.data...)
	if len(c.data) == 0 {
		c.data = nil
	}
	if d.Room > 0 && c.data != nil {
		used := max(len(f.data), int(c.at)+len(c.data))
		for _, other := range d.now {
			if other != f {
				used += len(other.data)
			}
		}
		if used > d.Room {
			return syscall.ENOSPC
		}
	}
	f.pending = append(f.pending, c)
	f.data = c.apply(f.data)
	return 0
}

// sync puts a file on the disk.
func (d *Disk) sync(f *file) syscall.Errno {
	d.mu.Lock()
	defer d.mu.Unlock()
	if e := d.step(); e != 0 {
		return e
	}
	for _, c := range f.pending {
		f.kept = c.apply(f.kept)
	}
	f.pending = nil
	return 0
}

// syncNames puts the names on the disk.
func (d *Disk) syncNames() syscall.Errno {
	d.mu.Lock()
	defer d.mu.Unlock()
	if e := d.step(); e != 0 {
		return e
	}
	if !d.Careless {
		d.kept, d.names = maps.Clone(d.now), nil
	}
	return 0
}

// name gives a file a name, or takes it away when f is nil.
func (d *Disk) name(name string, f *file) syscall.Errno {
	d.mu.Lock()
	defer d.mu.Unlock()
	if e := d.step(); e != 0 {
		return e
	}
	if f == nil {
		delete(d.now, name)
	} else {
		d.now[name] = f
	}
	d.names = append(d.names, rename{name, f})
	return 0
}

// find returns the file with a name.
func (d *Disk) find(name string) *file {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.now[name]
}

// read returns up to n bytes of a file.
func (d *Disk) read(f *file, at int64, n int) []byte {
	d.mu.Lock()
	defer d.mu.Unlock()
	if at >= int64(len(f.data)) {
		return nil
	}
	return append([]byte(nil), f.data[at:min(len(f.data), int(at)+n)]...)
}

func (d *Disk) size(f *file) uint64 {
	d.mu.Lock()
	defer d.mu.Unlock()
	return uint64(len(f.data))
}
