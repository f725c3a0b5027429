package source

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"
)

// MaxFile is the size of the largest file that is read, in bytes: a deck of
// 100,000 cards.
const MaxFile = 64 << 20

// maxMarks is how many commas, colons and other signs of structure a file may
// have. The tree takes hundreds of bytes for each: this bounds it, not the
// size of a file that is mostly text.
const maxMarks = 4 << 20

// bom is the mark some editors write at the start of a UTF-8 file.
const bom = "\uFEFF"

var (
	errTooLarge   = errors.New("file is too large")
	errNotRegular = errors.New("not a regular file")
)

// ReadFile reads and parses one YAML file. When it returns false the file
// could not be read as a whole and ps says why; the Value is then nothing.
func ReadFile(fsys fs.FS, name string, ps *Problems) (Value, bool) {
	if o, ok := fsys.(*outlined); ok {
		if v, ok := o.read(name, ps); ok {
			return v, true
		}
	}
	data, ok := ReadBytes(fsys, name, ps)
	if !ok {
		return Value{}, false
	}
	return Parse(name, data, ps)
}

// ReadBytes reads a regular file of at most MaxFile bytes and turns whatever
// keeps it from doing so into a problem.
func ReadBytes(fsys fs.FS, name string, ps *Problems) ([]byte, bool) {
	pos := Pos{File: name}
	data, err := readLimited(fsys, name)
	switch {
	case err == nil:
		return data, true
	case !fs.ValidPath(name):
		ps.Errorf(pos, CodeFileEscapes, "not a path inside the pack")
	case errors.Is(err, fs.ErrNotExist):
		ps.Errorf(pos, CodeFileMissing, "the file is missing")
	case errors.Is(err, errTooLarge):
		ps.Errorf(pos, CodeFileTooLarge, "%v, at most %d MiB are read", err, MaxFile>>20)
	case errors.Is(err, errNotRegular):
		ps.Errorf(pos, CodeFileKind, "not a regular file").Hint = "folders, pipes and devices are not read"
	case strings.Contains(err.Error(), "escapes"):
		ps.Errorf(pos, CodeFileEscapes, "the file lies outside the pack").Hint = "copy the file into the pack instead of linking to it"
	default:
		ps.Errorf(pos, CodeFileRead, "cannot be read: %v", err)
	}
	return nil, false
}

// readLimited reads a regular file of at most MaxFile bytes. The size is asked
// for before the file is opened, and the kind as well: opening a FIFO would
// wait for ever. The size is not trusted while reading.
func readLimited(fsys fs.FS, name string) ([]byte, error) {
	info, err := fs.Stat(fsys, name)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, errNotRegular
	}
	if info.Size() > MaxFile {
		return nil, fmt.Errorf("%w: %d bytes", errTooLarge, info.Size())
	}
	f, err := fsys.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, MaxFile+1))
	if err != nil {
		return nil, err
	}
	if len(data) > MaxFile {
		return nil, fmt.Errorf("%w: more than %d bytes", errTooLarge, MaxFile)
	}
	return data, nil
}

// Exists reports whether there is a file or folder of that name.
func Exists(fsys fs.FS, name string) bool {
	_, err := fs.Stat(fsys, name)
	return err == nil
}
