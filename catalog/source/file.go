package source

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
)

// MaxFile is the size of the largest file that is read, in bytes.
const MaxFile = 8 << 20

// bom is the mark some editors write at the start of a UTF-8 file.
const bom = "\uFEFF"

var (
	errTooLarge   = errors.New("file is too large")
	errNotRegular = errors.New("not a regular file")
)

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
