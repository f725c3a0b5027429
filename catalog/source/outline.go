package source

import (
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"io/fs"
	"path"
	"strings"
	"sync"
	"unicode/utf8"
)

// An outline says of the values of a file what they are and where they stand,
// so that the YAML files in the program are not parsed again at every start. It
// is made of the tree Parse makes, and holds the texts only of values that are
// written in another way than they read: folded, or with escapes. Each node is
//
//	kind and flags, the distance from where the node before it starts,
//	of a scalar the length and, when it is not in the file like that, the text,
//	of a list or mapping the number of items, then the items
//
// with numbers as varints. A file's outline counts as long as the file has the
// checksum it was made from; after an edit the file itself is read.
const (
	kindBits  = 0x07
	apart     = 0x08 // the text is in the outline
	inQuotes  = 0x10 // the text begins one byte behind the node
	sumLength = 4
)

// files is what embed.FS can do.
type files interface {
	fs.ReadFileFS
	fs.ReadDirFS
}

// outlined is a file system with an outline.
type outlined struct {
	files
	outline []byte
	index   func() map[string][]byte // checksum and outline of each file
	settled sync.Map                 // names of files read by their outlines
}

// Outlined returns files that are part of the program with their outline.
func Outlined(files files, outline []byte) fs.ReadFileFS {
	o := &outlined{files: files, outline: outline}
	o.index = sync.OnceValue(o.readIndex)
	return o
}

func (o *outlined) readIndex() map[string][]byte {
	index := map[string][]byte{}
	r := outlineReader{rest: o.outline}
	for len(r.rest) > 0 {
		name := r.bytes()
		index[string(name)] = r.bytes()
	}
	return index
}

// read reads a file by its outline; false when that is of another wording.
func (o *outlined) read(name string, ps *Problems) (Value, bool) {
	tree, ok := o.index()[name]
	if !ok {
		return Value{}, false
	}
	data, err := o.ReadFile(name)
	if err != nil || binary.BigEndian.Uint32(tree) != crc32.ChecksumIEEE(data) {
		return Value{}, false
	}
	o.settled.Store(name, true)
	d := &document{name: name, data: data, ps: ps}
	r := outlineReader{rest: tree[sumLength:], text: string(data), cursor: NewCursor(name, data)}
	r.free = make([]node, r.number())
	root := r.take(1)
	r.node(&root[0])
	return Value{d, &root[0]}, true
}

// Settled reports whether a file is one of the program's own, has been read,
// and is as it was when its outline was made: the tests have found whatever
// there is to find in it.
func Settled(fsys fs.FS, name string) bool {
	if o, ok := fsys.(*outlined); ok {
		_, ok = o.settled.Load(name)
		return ok
	}
	return false
}

type outlineReader struct {
	rest   []byte
	text   string
	at     int
	cursor *Cursor
	free   []node
}

func (r *outlineReader) number() int {
	n, size := binary.Uvarint(r.rest)
	r.rest = r.rest[size:]
	return int(n)
}

func (r *outlineReader) bytes() []byte {
	n := r.number()
	b := r.rest[:n]
	r.rest = r.rest[n:]
	return b
}

func (r *outlineReader) take(n int) []node {
	nodes := r.free[:n:n]
	r.free = r.free[n:]
	return nodes
}

func (r *outlineReader) node(n *node) {
	flags := r.rest[0]
	r.rest = r.rest[1:]
	r.at += r.number()
	pos := r.cursor.Pos(r.at)
	n.kind, n.line, n.col = nodeKind(flags&kindBits), int32(pos.Line), int32(pos.Col)
	switch {
	case !n.scalar():
		n.items = r.take(r.number())
		for i := range n.items {
			r.node(&n.items[i])
		}
	case flags&apart != 0:
		n.text = string(r.bytes())
	default:
		from := r.at + int(flags&inQuotes/inQuotes)
		n.text = r.text[from : from+r.number()]
	}
}

// Outline makes the outline of the YAML files among files and folders.
func Outline(fsys fs.FS, names ...string) ([]byte, error) {
	var all []byte
	var ps Problems
	add := func(name string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || path.Ext(name) != ".yaml" {
			return err
		}
		data, err := fs.ReadFile(fsys, name)
		if err != nil {
			return err
		}
		root, ok := Parse(name, data, &ps)
		if !ok {
			return nil // the problems of all files are said together
		}
		tree, err := outlineOf(string(data), root.node)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		tree = append(binary.BigEndian.AppendUint32(nil, crc32.ChecksumIEEE(data)), tree...)
		all = appendBytes(appendBytes(all, []byte(name)), tree)
		return nil
	}
	for _, name := range names {
		if err := fs.WalkDir(fsys, name, add); err != nil {
			return nil, err
		}
	}
	return all, ps.Err()
}

func appendBytes(to, b []byte) []byte {
	return append(binary.AppendUvarint(to, uint64(len(b))), b...)
}

// outlineOf makes the outline of one file.
func outlineOf(text string, root *node) ([]byte, error) {
	lines, at, count := []int{0}, 0, 0
	for i := range len(text) {
		if text[i] == '\n' {
			lines = append(lines, i+1)
		}
	}
	var out []byte
	var err error
	var add func(n *node)
	add = func(n *node) {
		count++
		start := lines[n.line-1]
		for range n.col - 1 {
			_, size := utf8.DecodeRuneInString(text[start:])
			start += size
		}
		if start < at {
			err = fmt.Errorf("%d:%d: a value that starts before the one before it", n.line, n.col)
			return
		}
		flags := byte(n.kind)
		switch {
		case !n.scalar() || strings.HasPrefix(text[start:], n.text):
		case strings.HasPrefix(text[start+1:], n.text):
			flags |= inQuotes
		default:
			flags |= apart
		}
		out = binary.AppendUvarint(append(out, flags), uint64(start-at))
		at = start
		switch {
		case !n.scalar():
			out = binary.AppendUvarint(out, uint64(len(n.items)))
			for i := range n.items {
				add(&n.items[i])
			}
		case flags&apart != 0:
			out = appendBytes(out, []byte(n.text))
		default:
			out = binary.AppendUvarint(out, uint64(len(n.text)))
		}
	}
	add(root)
	return append(binary.AppendUvarint(nil, uint64(count)), out...), err
}
