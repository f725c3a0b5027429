package publish

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// ReplaceFile writes a file as a whole or not at all, and its folder when that
// is missing.
func ReplaceFile(name string, data []byte) error {
	fail := func(err error) error { return fmt.Errorf("cannot write %s: %w", name, Plain(err)) }
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		return fail(err)
	}
	tmp := name + ".kitpress-new"
	f, err := os.OpenFile(tmp, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o666)
	if err != nil {
		return fail(err)
	}
	_, err = f.Write(data)
	err = errors.Join(err, f.Sync(), f.Close())
	if err == nil {
		err = os.Rename(tmp, name)
	}
	if err != nil {
		os.Remove(tmp)
		return fail(err)
	}
	syncFolder(filepath.Dir(name))
	return nil
}

func exists(p string) bool {
	_, err := os.Lstat(p)
	return !errors.Is(err, fs.ErrNotExist)
}

func isDir(p string) bool {
	info, err := os.Stat(p)
	return err == nil && info.IsDir()
}

// Plain strips the operation and the path from a file error: what remains is
// what a person can act on.
func Plain(err error) error {
	var pe *fs.PathError
	if errors.As(err, &pe) {
		return pe.Err
	}
	var le *os.LinkError
	if errors.As(err, &le) {
		return le.Err
	}
	return err
}
