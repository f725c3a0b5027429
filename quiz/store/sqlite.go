package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"kitpress/quiz/referee"
)

// SQLite is a Store in a file. One connection writes; WAL and synchronous=FULL
// make Append wait for the disk: with NORMAL a power cut loses records that were
// acknowledged.
type SQLite struct {
	db     *sql.DB
	broken atomic.Bool
	traces atomic.Bool // of a deleted match: a reader kept the write-ahead log from being emptied
}

// write runs do in a transaction. When the disk fails nothing more is written:
// after a failed fsync nobody knows what is on it.
func (s *SQLite) write(ctx context.Context, do func(*sql.Tx) error) error {
	if s.broken.Load() {
		return ErrBroken
	}
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return s.judge(err)
	}
	if err := do(tx); err != nil {
		return errors.Join(s.judge(err), ignoreDone(tx.Rollback()))
	}
	if err := s.judge(tx.Commit()); err != nil {
		return err
	}
	if s.traces.Load() {
		_ = s.empty(ctx, 0) // the reader may be gone by now; if not, later
	}
	return nil
}

func ignoreDone(err error) error {
	if errors.Is(err, sql.ErrTxDone) {
		return nil
	}
	return err
}

// judge marks the store as broken when an error came from the disk.
func (s *SQLite) judge(err error) error {
	switch codeOf(err) {
	case codeIOError, codeCorrupt, codeNoDatabase:
		s.broken.Store(true)
		return errors.Join(ErrBroken, err)
	}
	return err
}

// Create implements Store.
func (s *SQLite) Create(ctx context.Context, m Match, at time.Time) error {
	m.Created = at.UTC().Truncate(time.Millisecond)
	return s.insert(ctx, m, nil)
}

// Insert implements Store.
func (s *SQLite) Insert(ctx context.Context, m Match, log []Entry) error {
	if err := Verify(m, log); err != nil {
		return err
	}
	return s.insert(ctx, m, log)
}

func (s *SQLite) insert(ctx context.Context, m Match, log []Entry) error {
	hash, data, err := written(m)
	if err != nil {
		return err
	}
	return s.write(ctx, func(tx *sql.Tx) error {
		r, err := tx.ExecContext(ctx, "INSERT INTO matches (id, match, hash) VALUES (?, ?, ?) ON CONFLICT DO NOTHING", m.ID, data, hash)
		if err != nil {
			return err
		}
		if n, err := r.RowsAffected(); err != nil || n == 0 {
			return errors.Join(ErrExists, err)
		}
		if _, err := tx.ExecContext(ctx, "INSERT INTO ends (match, seq, hash) VALUES (?, 0, ?)", m.ID, hash); err != nil {
			return err
		}
		for _, e := range log {
			if err := add(ctx, tx, m.ID, e); err != nil {
				return err
			}
		}
		return nil
	})
}

// add writes one entry, and that the log ends with it.
func add(ctx context.Context, tx *sql.Tx, match string, e Entry) error {
	data, err := json.Marshal(e)
	if err != nil {
		return err
	}
	kind := e.Record.Command.Verb
	if e.Record.Undoes != 0 {
		kind = "undo"
	}
	author, err := authorKey(e.Record.By)
	if err != nil {
		return err
	}
	op := sql.NullString{String: e.Record.Op, Valid: e.Record.Op != ""}
	_, err = tx.ExecContext(ctx, "INSERT INTO events (match, seq, at, author, op, seat, kind, json, hash) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
		match, e.Record.Seq, e.At.Format(time.RFC3339Nano), author, op, string(e.Record.Command.Seat), kind, string(data), e.Hash)
	if err != nil {
		return err
	}
	_, err = tx.ExecContext(ctx, "UPDATE ends SET seq = ?, hash = ? WHERE match = ?", e.Record.Seq, e.Hash, match)
	return err
}

// Append implements Store.
func (s *SQLite) Append(ctx context.Context, match string, r referee.Record, at time.Time) (e Entry, repeated bool, err error) {
	err = s.write(ctx, func(tx *sql.Tx) error {
		before, have, err := tail(ctx, tx, match)
		if err != nil {
			return err
		}
		if r.Op != "" {
			e, repeated, err = byOp(ctx, tx, match, r.By, r.Op)
			if err != nil || repeated {
				return err
			}
		}
		if r.Seq != have+1 {
			return &StaleError{r.Seq, have}
		}
		if e, err = link(before, r, at); err != nil {
			return err
		}
		return add(ctx, tx, match, e)
	})
	if err != nil {
		return Entry{}, false, err
	}
	return e, repeated, nil
}

// An end is how far a log goes, as it was noted beside it.
type end struct {
	first string // hash of the match
	seq   int
	hash  string // of the last entry, or of the match
}

func endOf(ctx context.Context, tx *sql.Tx, match string) (end, error) {
	var e end
	err := tx.QueryRowContext(ctx, `SELECT m.hash, coalesce(e.seq, -1), coalesce(e.hash, '')
		FROM matches m LEFT JOIN ends e ON e.match = m.id WHERE m.id = ?`, match).Scan(&e.first, &e.seq, &e.hash)
	if errors.Is(err, sql.ErrNoRows) {
		err = ErrUnknown
	}
	return e, err
}

// fits reports when a log does not end where it should: entries at its end
// are gone, which no chain of hashes tells.
func (e end) fits(match string, have int, last string) error {
	switch {
	case have < e.seq:
		return fmt.Errorf("the file is damaged: the log of %s has %d entries, but %d were acknowledged", match, have, e.seq)
	case have != e.seq || last != e.hash:
		return fmt.Errorf("the file is damaged: the log of %s does not end where it should", match)
	}
	return nil
}

// fitsAll is fits for a log that was read whole.
func (e end) fitsAll(match string, log []Entry) error {
	last := e.first
	if len(log) > 0 {
		last = log[len(log)-1].Hash
	}
	return e.fits(match, len(log), last)
}

// tail returns the last hash of a log and how many entries it has.
func tail(ctx context.Context, tx *sql.Tx, match string) (hash string, have int, err error) {
	end, err := endOf(ctx, tx, match)
	if err != nil {
		return "", 0, err
	}
	err = tx.QueryRowContext(ctx, "SELECT seq, hash FROM events WHERE match = ? ORDER BY seq DESC LIMIT 1", match).Scan(&have, &hash)
	if errors.Is(err, sql.ErrNoRows) {
		hash, err = end.first, nil
	}
	if err != nil {
		return "", 0, err
	}
	return hash, have, end.fits(match, have, hash)
}

// authorKey returns an author as the column of that name has it.
func authorKey(by referee.Author) (string, error) {
	if by == (referee.Author{}) {
		return "", nil
	}
	data, err := json.Marshal(by)
	return string(data), err
}

// byOp finds the entry of an operation.
func byOp(ctx context.Context, tx *sql.Tx, match string, by referee.Author, op string) (e Entry, found bool, err error) {
	author, err := authorKey(by)
	if err != nil {
		return e, false, err
	}
	var data string
	err = tx.QueryRowContext(ctx, "SELECT json FROM events WHERE match = ? AND author = ? AND op = ?", match, author, op).Scan(&data)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return e, false, nil
	case err != nil:
		return e, false, err
	}
	return e, true, json.Unmarshal([]byte(data), &e)
}

// Load implements Store.
func (s *SQLite) Load(ctx context.Context, match string) (m Match, log []Entry, err error) {
	tx, err := s.db.BeginTx(ctx, &sql.TxOptions{ReadOnly: true})
	if err != nil {
		return m, nil, err
	}
	defer func() { err = errors.Join(err, ignoreDone(tx.Rollback())) }()
	end, err := endOf(ctx, tx, match)
	if err != nil {
		return m, nil, err
	}
	var data string
	if err := tx.QueryRowContext(ctx, "SELECT match FROM matches WHERE id = ?", match).Scan(&data); err != nil {
		return m, nil, err
	}
	if err := json.Unmarshal([]byte(data), &m); err != nil {
		return m, nil, err
	}
	rows, err := tx.QueryContext(ctx, "SELECT json FROM events WHERE match = ? ORDER BY seq", match)
	if err != nil {
		return m, nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var e Entry
		if err := rows.Scan(&data); err != nil {
			return m, nil, err
		}
		if err := json.Unmarshal([]byte(data), &e); err != nil {
			return m, nil, err
		}
		log = append(log, e)
	}
	if err := rows.Err(); err != nil {
		return m, nil, err
	}
	if err := end.fitsAll(match, log); err != nil {
		return m, nil, err
	}
	return m, log, Verify(m, log)
}

// List implements Store.
func (s *SQLite) List(ctx context.Context) ([]Summary, error) {
	rows, err := s.db.QueryContext(ctx, `SELECT m.match, count(e.seq), coalesce(max(e.at), '')
		FROM matches m LEFT JOIN events e ON e.match = m.id GROUP BY m.id`)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var list []Summary
	for rows.Next() {
		var data, last string
		var sum Summary
		if err := rows.Scan(&data, &sum.Records, &last); err != nil {
			return nil, err
		}
		if err := sum.read(data, last); err != nil {
			return nil, err
		}
		list = append(list, sum)
	}
	latestFirst(list)
	return list, rows.Err()
}

// Delete implements Store. The pages are overwritten, the write-ahead log is
// emptied and the file packed, so that nothing of the match can be found in it.
func (s *SQLite) Delete(ctx context.Context, match string) error {
	err := s.write(ctx, func(tx *sql.Tx) error {
		for _, q := range []string{
			"INSERT INTO deleting (match) VALUES (?)",
			"DELETE FROM events WHERE match = ?",
			"DELETE FROM ends WHERE match = ?",
			"DELETE FROM passes WHERE match = ?",
			"DELETE FROM aliases WHERE match = ?",
			"DELETE FROM deleting WHERE match = ?",
		} {
			if _, err := tx.ExecContext(ctx, q, match); err != nil {
				return err
			}
		}
		r, err := tx.ExecContext(ctx, "DELETE FROM matches WHERE id = ?", match)
		if err != nil {
			return err
		}
		if n, err := r.RowsAffected(); err != nil || n == 0 {
			return errors.Join(ErrUnknown, err)
		}
		return nil
	})
	if err != nil {
		return err
	}
	return s.Pack(ctx)
}

// Pack implements Store.
func (s *SQLite) Pack(ctx context.Context) error {
	if _, err := s.db.ExecContext(ctx, "VACUUM"); err != nil {
		return s.judge(err)
	}
	return s.empty(ctx, packPatience)
}

// packPatience is how long Pack waits for those who read the file, in
// milliseconds: nobody can write meanwhile.
const packPatience = 1000

// empty moves everything from the write-ahead log into the file. SQLite says
// in a row that a reader keeps it from doing so.
func (s *SQLite) empty(ctx context.Context, patience int) (err error) {
	c, err := s.db.Conn(ctx)
	if err != nil {
		return s.judge(err)
	}
	defer func() {
		_, back := c.ExecContext(context.WithoutCancel(ctx), fmt.Sprintf("PRAGMA busy_timeout=%d", busyTimeout))
		err = errors.Join(err, back, c.Close())
	}()
	if _, err := c.ExecContext(ctx, fmt.Sprintf("PRAGMA busy_timeout=%d", patience)); err != nil {
		return s.judge(err)
	}
	var busy, frames, moved int
	if err := c.QueryRowContext(ctx, "PRAGMA wal_checkpoint(TRUNCATE)").Scan(&busy, &frames, &moved); err != nil {
		return s.judge(err)
	}
	if s.traces.Store(busy != 0); busy != 0 {
		return ErrTraces
	}
	return nil
}

// Version returns a number that changes when another program, or another
// SQLite on the same file, has written to it.
func (s *SQLite) Version(ctx context.Context) (n int64, err error) {
	return n, s.db.QueryRowContext(ctx, "PRAGMA data_version").Scan(&n)
}

// Close implements Store.
func (s *SQLite) Close() error { return s.db.Close() }
