package store

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"kitpress/quiz/referee"
)

// Create implements Store.
func (s *Postgres) Create(ctx context.Context, m Match, at time.Time) error {
	m.Created = at.UTC().Truncate(time.Millisecond)
	return s.insert(ctx, m, nil)
}

// Insert implements Store.
func (s *Postgres) Insert(ctx context.Context, m Match, log []Entry) error {
	if err := Verify(m, log); err != nil {
		return err
	}
	return s.insert(ctx, m, log)
}

func (s *Postgres) insert(ctx context.Context, m Match, log []Entry) error {
	hash, data, err := written(m)
	if err != nil {
		return err
	}
	return s.write(ctx, func(tx pgx.Tx) error {
		done, err := tx.Exec(ctx, "INSERT INTO matches (id, match, hash) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING", m.ID, data, hash)
		if err != nil {
			return err
		}
		if done.RowsAffected() == 0 {
			return ErrExists
		}
		var batch pgx.Batch
		batch.Queue("INSERT INTO ends (match, seq, hash, at) VALUES ($1, 0, $2, '')", m.ID, hash)
		for _, e := range log {
			if err := queue(&batch, m.ID, e); err != nil {
				return err
			}
		}
		tell(&batch, ChangedMatch, m.ID)
		return tx.SendBatch(ctx, &batch).Close()
	})
}

// queue adds one entry, and that the log ends with it.
func queue(batch *pgx.Batch, match string, e Entry) error {
	data, err := json.Marshal(e)
	if err != nil {
		return err
	}
	author, err := authorKey(e.Record.By)
	if err != nil {
		return err
	}
	op := &e.Record.Op
	if *op == "" {
		op = nil
	}
	batch.Queue("INSERT INTO events (match, seq, author, op, json, hash) VALUES ($1, $2, $3, $4, $5, $6)", match, e.Record.Seq, author, op, string(data), e.Hash)
	batch.Queue("UPDATE ends SET seq = $2, hash = $3, at = $4 WHERE match = $1", match, e.Record.Seq, e.Hash, e.At.Format(time.RFC3339Nano))
	return nil
}

// Append implements Store. Others are told of it once it is on the disk: told
// within the transaction, all of the server would wait for one another.
func (s *Postgres) Append(ctx context.Context, match string, r referee.Record, at time.Time) (e Entry, repeated bool, err error) {
	err = s.write(ctx, func(tx pgx.Tx) error {
		before, have, err := s.tail(ctx, tx, match, r, &e)
		if err != nil {
			return err
		}
		if repeated = e.Hash != ""; repeated {
			return nil
		}
		if r.Seq != have+1 {
			return &StaleError{r.Seq, have}
		}
		if e, err = link(before, r, at); err != nil {
			return err
		}
		var batch pgx.Batch
		if err := queue(&batch, match, e); err != nil {
			return err
		}
		return tx.SendBatch(ctx, &batch).Close()
	})
	if err != nil {
		return Entry{}, false, err
	}
	if !repeated {
		s.grew(match, e.Record.Seq)
	}
	return e, repeated, nil
}

// tail holds the end of a log and returns its last hash and how many entries it
// has; the entry of the same operation, when there is one, goes into again.
func (s *Postgres) tail(ctx context.Context, tx pgx.Tx, match string, r referee.Record, again *Entry) (hash string, have int, err error) {
	author, err := authorKey(r.By)
	if err != nil {
		return "", 0, err
	}
	var held end
	var last, data string
	var batch pgx.Batch
	batch.Queue("SELECT seq, hash FROM ends WHERE match = $1 FOR UPDATE", match).QueryRow(func(row pgx.Row) error {
		return row.Scan(&held.seq, &held.hash)
	})
	// What follows sees what others wrote before they let go of the end.
	batch.Queue(`SELECT coalesce((SELECT hash FROM events WHERE match = $1 ORDER BY seq DESC LIMIT 1), (SELECT hash FROM matches WHERE id = $1), ''),
		coalesce((SELECT max(seq) FROM events WHERE match = $1), 0)`, match).QueryRow(func(row pgx.Row) error {
		return row.Scan(&last, &have)
	})
	batch.Queue("SELECT coalesce((SELECT json FROM events WHERE match = $1 AND author = $2 AND op = $3 AND $3 <> ''), '')", match, author, r.Op).QueryRow(func(row pgx.Row) error {
		return row.Scan(&data)
	})
	if err := tx.SendBatch(ctx, &batch).Close(); errors.Is(err, pgx.ErrNoRows) {
		return "", 0, ErrUnknown
	} else if err != nil {
		return "", 0, err
	}
	if data != "" {
		if err := json.Unmarshal([]byte(data), again); err != nil {
			return "", 0, err
		}
	}
	return last, have, held.fits(match, have, last)
}

// Load implements Store.
func (s *Postgres) Load(ctx context.Context, match string) (m Match, log []Entry, err error) {
	err = s.snapshot(ctx, func(tx pgx.Tx) error {
		var held end
		var data string
		err := tx.QueryRow(ctx, "SELECT m.match, m.hash, coalesce(e.seq, -1), coalesce(e.hash, '') FROM matches m LEFT JOIN ends e ON e.match = m.id WHERE m.id = $1", match).
			Scan(&data, &held.first, &held.seq, &held.hash)
		if errors.Is(err, pgx.ErrNoRows) {
			return ErrUnknown
		}
		if err != nil {
			return err
		}
		if err := json.Unmarshal([]byte(data), &m); err != nil {
			return err
		}
		rows, err := tx.Query(ctx, "SELECT json FROM events WHERE match = $1 ORDER BY seq", match)
		if err != nil {
			return err
		}
		if log, err = pgx.CollectRows(rows, readEntry); err != nil {
			return err
		}
		return held.fitsAll(match, log)
	})
	if err != nil {
		return Match{}, nil, err
	}
	if len(log) == 0 {
		log = nil
	}
	return m, log, Verify(m, log)
}

func readEntry(row pgx.CollectableRow) (e Entry, err error) {
	var data string
	if err := row.Scan(&data); err != nil {
		return e, err
	}
	return e, json.Unmarshal([]byte(data), &e)
}

// snapshot reads everything as it was at one moment.
func (s *Postgres) snapshot(ctx context.Context, do func(pgx.Tx) error) error {
	return s.judge(pgx.BeginTxFunc(ctx, s.pool, pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly}, do))
}

// Since implements Shared.
func (s *Postgres) Since(ctx context.Context, m Match, known []Entry) (more []Entry, err error) {
	rows, err := s.pool.Query(ctx, `SELECT e.seq, coalesce(v.json, '') FROM ends e LEFT JOIN events v ON v.match = e.match AND v.seq > $2
		WHERE e.match = $1 ORDER BY v.seq`, m.ID, len(known))
	if err != nil {
		return nil, s.judge(err)
	}
	have := -1
	var data string
	_, err = pgx.ForEachRow(rows, []any{&have, &data}, func() error {
		if data == "" {
			return nil
		}
		var e Entry
		defer func() { more = append(more, e) }()
		return json.Unmarshal([]byte(data), &e)
	})
	switch {
	case err != nil:
		return nil, s.judge(err)
	case have < 0:
		return nil, s.judge(ErrUnknown)
	}
	s.away.Store(false)
	if have != len(known)+len(more) {
		return nil, fmt.Errorf("the log of %s has %d entries, but %d were acknowledged", m.ID, have, len(known)+len(more))
	}
	return more, follows(m, known, more)
}

// follows reports entries that do not follow from those before them.
func follows(m Match, known, more []Entry) (err error) {
	before := ""
	if len(known) > 0 {
		before = known[len(known)-1].Hash
	} else if before, err = first(m); err != nil {
		return err
	}
	for i, e := range more {
		want, err := link(before, e.Record, e.At)
		if err != nil {
			return err
		}
		if want.Hash != e.Hash || e.Record.Seq != len(known)+i+1 {
			return fmt.Errorf("entry %d of %s does not follow from the one before it", len(known)+i+1, m.ID)
		}
		before = e.Hash
	}
	return nil
}

// List implements Store.
func (s *Postgres) List(ctx context.Context) ([]Summary, error) {
	rows, err := s.pool.Query(ctx, "SELECT m.match, e.seq, e.at FROM matches m JOIN ends e ON e.match = m.id")
	if err != nil {
		return nil, s.judge(err)
	}
	list, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (sum Summary, err error) {
		var data, last string
		if err := row.Scan(&data, &sum.Records, &last); err != nil {
			return sum, err
		}
		err = sum.read(data, last)
		return sum, err
	})
	latestFirst(list)
	return list, s.judge(err)
}

// Delete implements Store.
func (s *Postgres) Delete(ctx context.Context, match string) error {
	err := s.write(ctx, func(tx pgx.Tx) error {
		var batch pgx.Batch
		batch.Queue("SELECT 1 FROM ends WHERE match = $1 FOR UPDATE", match)
		batch.Queue("SELECT set_config('kitpress.deleting', $1, true)", match)
		for _, q := range []string{"events", "ends", "passes", "aliases"} {
			batch.Queue("DELETE FROM "+q+" WHERE match = $1", match)
		}
		tell(&batch, ChangedMatch, match)
		var done pgconn.CommandTag
		batch.Queue("DELETE FROM matches WHERE id = $1", match).Exec(func(tag pgconn.CommandTag) error {
			done = tag
			return nil
		})
		if err := tx.SendBatch(ctx, &batch).Close(); err != nil {
			return err
		}
		if done.RowsAffected() == 0 {
			return ErrUnknown
		}
		return nil
	})
	if err != nil {
		return err
	}
	return s.Pack(ctx)
}

// packPatienceServer is how long Pack waits for those who read a table: others
// wait behind it.
const packPatienceServer = "2s"

// Pack implements Store: tables are written anew without what was removed. What
// the server keeps beside them, its write-ahead log and copies of it, goes as
// its keeper has it.
func (s *Postgres) Pack(ctx context.Context) error {
	conn, err := s.pool.Acquire(ctx)
	if err != nil {
		return s.judge(err)
	}
	defer conn.Release()
	if _, err := conn.Exec(ctx, "SET lock_timeout = '"+packPatienceServer+"'"); err != nil {
		return s.judge(err)
	}
	defer conn.Exec(context.WithoutCancel(ctx), "RESET lock_timeout")
	for _, table := range []string{"matches", "events", "ends", "passes", "aliases", "notes"} {
		_, err := conn.Exec(ctx, "VACUUM (FULL) "+table)
		var said *pgconn.PgError
		if errors.As(err, &said) && said.Code == codeLocked {
			return ErrTraces
		}
		if err != nil {
			return s.judge(err)
		}
	}
	return nil
}

// codeLocked is the code for a lock that was not to be had: SQLSTATE
// lock_not_available.
const codeLocked = "55P03"
