package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"sync/atomic"
	"time"

	"kitpress/quiz/referee"
)

// SQLite is a Store in a file. One connection writes; WAL and synchronous=FULL
// make Append wait for the disk (reliability of both was measured with
// simulated power cuts: NORMAL lost acknowledged records, FULL none).
type SQLite struct {
	db     *sql.DB
	broken atomic.Bool
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
	return s.judge(tx.Commit())
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
	if err := checkID(m.ID); err != nil {
		return err
	}
	hash, err := first(m)
	if err != nil {
		return err
	}
	data, err := json.Marshal(m)
	if err != nil {
		return err
	}
	return s.write(ctx, func(tx *sql.Tx) error {
		r, err := tx.ExecContext(ctx, "INSERT INTO matches (id, match, hash) VALUES (?, ?, ?) ON CONFLICT DO NOTHING", m.ID, string(data), hash)
		if err != nil {
			return err
		}
		if n, err := r.RowsAffected(); err != nil || n == 0 {
			return errors.Join(ErrExists, err)
		}
		for _, e := range log {
			if err := add(ctx, tx, m.ID, e); err != nil {
				return err
			}
		}
		return nil
	})
}

// add writes one entry.
func add(ctx context.Context, tx *sql.Tx, match string, e Entry) error {
	data, err := json.Marshal(e)
	if err != nil {
		return err
	}
	kind := e.Record.Command.Verb
	if e.Record.Undoes != 0 {
		kind = "undo"
	}
	op := sql.NullString{String: e.Record.Op, Valid: e.Record.Op != ""}
	_, err = tx.ExecContext(ctx, "INSERT INTO events (match, seq, at, op, seat, kind, json, hash) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
		match, e.Record.Seq, e.At.Format(time.RFC3339Nano), op, string(e.Record.Command.Seat), kind, string(data), e.Hash)
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
			e, repeated, err = byOp(ctx, tx, match, r.Op)
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

// tail returns the last hash of a log and how many entries it has.
func tail(ctx context.Context, tx *sql.Tx, match string) (hash string, have int, err error) {
	err = tx.QueryRowContext(ctx, "SELECT hash FROM matches WHERE id = ?", match).Scan(&hash)
	if errors.Is(err, sql.ErrNoRows) {
		return "", 0, ErrUnknown
	}
	if err != nil {
		return "", 0, err
	}
	err = tx.QueryRowContext(ctx, "SELECT seq, hash FROM events WHERE match = ? ORDER BY seq DESC LIMIT 1", match).Scan(&have, &hash)
	if errors.Is(err, sql.ErrNoRows) {
		err = nil
	}
	return hash, have, err
}

// byOp finds the entry of an operation.
func byOp(ctx context.Context, tx *sql.Tx, match, op string) (e Entry, found bool, err error) {
	var data, hash string
	err = tx.QueryRowContext(ctx, "SELECT json, hash FROM events WHERE match = ? AND op = ?", match, op).Scan(&data, &hash)
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
	var data string
	switch err := tx.QueryRowContext(ctx, "SELECT match FROM matches WHERE id = ?", match).Scan(&data); {
	case errors.Is(err, sql.ErrNoRows):
		return m, nil, ErrUnknown
	case err != nil:
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
		if err := json.Unmarshal([]byte(data), &sum.Match); err != nil {
			return nil, err
		}
		sum.Last = sum.Created
		if last != "" {
			if sum.Last, err = time.Parse(time.RFC3339Nano, last); err != nil {
				return nil, err
			}
		}
		list = append(list, sum)
	}
	sortSummaries(list)
	return list, rows.Err()
}

// Delete implements Store. The pages are overwritten, the write-ahead log is
// emptied and the file packed, so that nothing of the match can be found in it.
func (s *SQLite) Delete(ctx context.Context, match string) error {
	err := s.write(ctx, func(tx *sql.Tx) error {
		for _, q := range []string{
			"INSERT INTO deleting (match) VALUES (?)",
			"DELETE FROM events WHERE match = ?",
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
	for _, q := range []string{"VACUUM", "PRAGMA wal_checkpoint(TRUNCATE)"} {
		if _, err := s.db.ExecContext(ctx, q); err != nil {
			return s.judge(err)
		}
	}
	return nil
}

// Close implements Store.
func (s *SQLite) Close() error { return s.db.Close() }
