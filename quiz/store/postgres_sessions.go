package store

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	"kitpress/quiz/referee"
)

// change runs statements and tells of it, together.
func (s *Postgres) change(ctx context.Context, kind ChangeKind, name string, queue func(*pgx.Batch)) error {
	return s.write(ctx, func(tx pgx.Tx) error {
		var batch pgx.Batch
		queue(&batch)
		tell(&batch, kind, name)
		err := tx.SendBatch(ctx, &batch).Close()
		if isForeign(err) {
			return ErrUnknown
		}
		return err
	})
}

// Admit implements Sessions.
func (s *Postgres) Admit(ctx context.Context, p Session) error {
	return s.change(ctx, ChangedSeats, p.Match, func(batch *pgx.Batch) {
		batch.Queue("INSERT INTO passes (hash, match, role, seat, n, made) VALUES ($1, $2, $3, $4, $5, $6)",
			p.Hash, p.Match, p.Role, string(p.Seat), p.N, p.Made.UTC().Format(time.RFC3339))
	})
}

const selectSessions = "SELECT hash, match, role, seat, n, made FROM passes "

func readSession(row pgx.CollectableRow) (p Session, err error) {
	var seat, made string
	if err := row.Scan(&p.Hash, &p.Match, &p.Role, &seat, &p.N, &made); err != nil {
		return p, err
	}
	p.Seat = referee.Seat(seat)
	p.Made, err = time.Parse(time.RFC3339, made)
	return p, err
}

// Admitted implements Sessions.
func (s *Postgres) Admitted(ctx context.Context, match string) ([]Session, error) {
	rows, err := s.pool.Query(ctx, selectSessions+"WHERE match = $1 ORDER BY made, hash", match)
	if err != nil {
		return nil, s.judge(err)
	}
	list, err := pgx.CollectRows(rows, readSession)
	return list, s.judge(err)
}

// Session implements Shared.
func (s *Postgres) Session(ctx context.Context, hash string) (Session, bool, error) {
	rows, err := s.pool.Query(ctx, selectSessions+"WHERE hash = $1", hash)
	if err != nil {
		return Session{}, false, s.judge(err)
	}
	p, err := pgx.CollectExactlyOneRow(rows, readSession)
	if errors.Is(err, pgx.ErrNoRows) {
		return Session{}, false, s.judge(nil)
	}
	return p, err == nil, s.judge(err)
}

// Dismiss implements Sessions.
func (s *Postgres) Dismiss(ctx context.Context, hashes ...string) error {
	return s.write(ctx, func(tx pgx.Tx) error {
		_, err := tx.Exec(ctx, `WITH gone AS (DELETE FROM passes WHERE hash = ANY($1) RETURNING match)
			SELECT pg_notify('kitpress', 'seats ' || match) FROM gone GROUP BY match`, hashes)
		return err
	})
}

// SetAlias implements Sessions.
func (s *Postgres) SetAlias(ctx context.Context, match string, seat referee.Seat, alias string) error {
	return s.change(ctx, ChangedSeats, match, func(batch *pgx.Batch) {
		// An empty one is put there too, so that an unknown match is refused.
		batch.Queue("INSERT INTO aliases (match, seat, alias) VALUES ($1, $2, $3) ON CONFLICT (match, seat) DO UPDATE SET alias = excluded.alias", match, string(seat), alias)
		batch.Queue("DELETE FROM aliases WHERE match = $1 AND seat = $2 AND alias = ''", match, string(seat))
	})
}

// Aliases implements Sessions.
func (s *Postgres) Aliases(ctx context.Context, match string) (map[referee.Seat]string, error) {
	rows, err := s.pool.Query(ctx, "SELECT seat, alias FROM aliases WHERE match = $1", match)
	if err != nil {
		return nil, s.judge(err)
	}
	out := map[referee.Seat]string{}
	var seat, alias string
	_, err = pgx.ForEachRow(rows, []any{&seat, &alias}, func() error {
		out[referee.Seat(seat)] = alias
		return nil
	})
	return out, s.judge(err)
}

// setNote keeps a note within a batch; "" removes it.
func setNote(batch *pgx.Batch, name, text string) {
	if text == "" {
		batch.Queue("DELETE FROM notes WHERE name = $1", name)
	} else {
		batch.Queue(`INSERT INTO notes (name, json, version) VALUES ($1, $2, nextval('note_versions'))
			ON CONFLICT (name) DO UPDATE SET json = excluded.json, version = excluded.version`, name, text)
	}
	tell(batch, ChangedNote, name)
}

// SetNote implements Sessions.
func (s *Postgres) SetNote(ctx context.Context, name, text string) error {
	return s.write(ctx, func(tx pgx.Tx) error {
		var batch pgx.Batch
		setNote(&batch, name, text)
		return tx.SendBatch(ctx, &batch).Close()
	})
}

// ChangeNote implements Sessions.
func (s *Postgres) ChangeNote(ctx context.Context, name string, change func(string) (string, error)) error {
	return s.write(ctx, func(tx pgx.Tx) error {
		var text string
		var batch pgx.Batch
		batch.Queue("SELECT pg_advisory_xact_lock(hashtextextended($1, 1))", name)
		batch.Queue("SELECT coalesce((SELECT json FROM notes WHERE name = $1), '')", name).QueryRow(func(row pgx.Row) error { return row.Scan(&text) })
		if err := tx.SendBatch(ctx, &batch).Close(); err != nil {
			return err
		}
		now, err := change(text)
		if err != nil || now == text {
			return err
		}
		batch = pgx.Batch{}
		setNote(&batch, name, now)
		return tx.SendBatch(ctx, &batch).Close()
	})
}

// Note implements Sessions.
func (s *Postgres) Note(ctx context.Context, name string) (string, error) {
	text, _, err := s.NoteSince(ctx, name, 0)
	return text, err
}

// NoteSince implements Shared.
func (s *Postgres) NoteSince(ctx context.Context, name string, known int64) (text string, version int64, err error) {
	err = s.pool.QueryRow(ctx, "SELECT version, CASE version WHEN $2 THEN '' ELSE json END FROM notes WHERE name = $1", name, known).Scan(&version, &text)
	if errors.Is(err, pgx.ErrNoRows) {
		err = nil
	}
	return text, version, s.judge(err)
}
