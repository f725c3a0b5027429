package store

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"runtime"

	_ "modernc.org/sqlite" // the driver "sqlite"
)

//go:embed schema/*.sql schema/postgres/*.sql
var schema embed.FS

// applicationID marks a file as one of ours: "kitp".
const applicationID = 0x6b697470

// busyTimeout is how long one program waits for another, in milliseconds.
const busyTimeout = 10_000

// Open opens the file, and makes it when there is none. A file of another
// program, or of a later version of this one, is refused and not touched.
func Open(ctx context.Context, file string) (*SQLite, error) {
	q := url.Values{
		"_txlock": {"immediate"},
		"_pragma": {
			fmt.Sprintf("busy_timeout(%d)", busyTimeout), "journal_mode(WAL)", "synchronous(FULL)", "foreign_keys(ON)",
			"trusted_schema(OFF)", "secure_delete(ON)", "cell_size_check(ON)",
		},
	}
	err := inspect(ctx, file)
	if isInterrupted(err) {
		if err = recoverFile(ctx, file); err == nil {
			err = inspect(ctx, file)
		}
	}
	if err != nil {
		return nil, err
	}
	private(file)
	db, err := sql.Open("sqlite", "file:"+(&url.URL{Path: file}).EscapedPath()+"?"+q.Encode())
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(1)
	s := &SQLite{db: db}
	err = s.migrate(ctx)
	if err == nil {
		// What a deletion had to leave in the write-ahead log goes now.
		if err = s.empty(ctx, 0); errors.Is(err, ErrTraces) {
			err = nil // somebody reads; the next entry tries again
		}
	}
	if err == nil {
		err = syncFolder(file)
	}
	if err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return s, nil
}

// ownerOnly are the rights of the files: aliases are nobody else's business.
const ownerOnly = 0o600

// private makes the file, when there is none, and keeps it and what belongs to
// it from other users of the computer; SQLite takes these rights over for the
// files it makes. Where it cannot, opening says why, or the file is somebody
// else's to keep.
func private(file string) {
	if f, err := os.OpenFile(file, os.O_RDWR|os.O_CREATE, ownerOnly); err == nil {
		f.Close()
	}
	for _, end := range []string{"", "-wal", "-shm"} {
		if info, err := os.Stat(file + end); err == nil && info.Mode().Perm()&^ownerOnly != 0 && info.Mode().IsRegular() {
			_ = os.Chmod(file+end, ownerOnly)
		}
	}
}

// syncFolder waits until the names of a file and of what belongs to it are on
// the disk. SQLite does so too, and overlooks an error.
func syncFolder(file string) error {
	if runtime.GOOS == "windows" {
		return nil // has no such call
	}
	dir, err := os.Open(filepath.Dir(file))
	if err != nil {
		return err
	}
	return errors.Join(dir.Sync(), dir.Close())
}

// inspect looks at a file that is there without changing it.
func inspect(ctx context.Context, file string) error {
	db, err := sql.Open("sqlite", "file:"+(&url.URL{Path: file}).EscapedPath()+"?mode=ro&_pragma=trusted_schema(OFF)")
	if err != nil {
		return err
	}
	defer db.Close()
	var id, version, tables int
	if err := db.QueryRowContext(ctx, "PRAGMA application_id").Scan(&id); err != nil {
		if isMissing(err) {
			return nil
		}
		return unreadable(file, err)
	}
	if err := db.QueryRowContext(ctx, "PRAGMA user_version").Scan(&version); err != nil {
		return err
	}
	if err := db.QueryRowContext(ctx, "SELECT count(*) FROM sqlite_schema").Scan(&tables); err != nil {
		return unreadable(file, err)
	}
	known, err := versions()
	switch {
	case err != nil:
		return err
	case tables == 0 && id == 0:
		return nil // made, and nothing was written yet
	case id != applicationID:
		return fmt.Errorf("%s belongs to another program", file)
	case version > known:
		return fmt.Errorf("%s was written by a later version of kitpress: format %d, this one reads up to %d", file, version, known)
	}
	var verdict string
	// The quick check overlooks rows that only an index still knows.
	if err := db.QueryRowContext(ctx, "PRAGMA integrity_check(1)").Scan(&verdict); err != nil || verdict != "ok" {
		return fmt.Errorf("%s is damaged: %s", file, verdict)
	}
	return nil
}

// The result codes of SQLite that are told apart: sqlite.org/rescode.html.
const (
	codeIOError    = 10
	codeCorrupt    = 11
	codeCantOpen   = 14
	codeNoDatabase = 26

	codeInterrupted = 8 | 3<<8 // SQLITE_READONLY_ROLLBACK
)

// codeOf returns the result code of SQLite in an error, 0 for none.
func codeOf(err error) int {
	var coded interface{ Code() int }
	if errors.As(err, &coded) {
		return coded.Code() & 0xff // without the extension
	}
	return 0
}

// isInterrupted reports whether a file cannot be looked at because the power
// failed, or the disk, while it was being made: SQLite has to take back what
// was half done, and may not while it only reads (SQLITE_READONLY_ROLLBACK).
func isInterrupted(err error) bool {
	var coded interface{ Code() int }
	return errors.As(err, &coded) && coded.Code() == codeInterrupted
}

// recoverFile lets SQLite take back what was half done.
func recoverFile(ctx context.Context, file string) (err error) {
	db, err := sql.Open("sqlite", "file:"+(&url.URL{Path: file}).EscapedPath()+"?_pragma=trusted_schema(OFF)&_pragma=busy_timeout(10000)")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	var n int
	return db.QueryRowContext(ctx, "SELECT count(*) FROM sqlite_schema").Scan(&n)
}

func isMissing(err error) bool { return codeOf(err) == codeCantOpen }

func unreadable(file string, err error) error {
	if codeOf(err) == codeCorrupt {
		return fmt.Errorf("%s is damaged: %w", file, err)
	}
	return fmt.Errorf("%s cannot be read as a log of matches: %w", file, err)
}

// versions returns the number of the last schema.
func versions() (int, error) {
	files, err := fs.Glob(schema, "schema/*.sql")
	return len(files), err
}

// migrate brings the file to the last schema, step by step, each whole or not
// at all.
func (s *SQLite) migrate(ctx context.Context) error {
	last, err := versions()
	if err != nil {
		return err
	}
	var version int
	if err := s.db.QueryRowContext(ctx, "PRAGMA user_version").Scan(&version); err != nil {
		return err
	}
	for ; version < last; version++ {
		step, err := schema.ReadFile(path.Join("schema", fmt.Sprintf("%03d.sql", version+1)))
		if err != nil {
			return err
		}
		err = s.write(ctx, func(tx *sql.Tx) error {
			_, err := tx.ExecContext(ctx, string(step)+fmt.Sprintf(";PRAGMA application_id=%d;PRAGMA user_version=%d", applicationID, version+1))
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}
