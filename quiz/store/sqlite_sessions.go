package store

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"kitpress/quiz/referee"
)

// mustHave returns ErrUnknown when there is no such match.
func mustHave(ctx context.Context, tx *sql.Tx, match string) error {
	var one int
	err := tx.QueryRowContext(ctx, "SELECT 1 FROM matches WHERE id = ?", match).Scan(&one)
	if errors.Is(err, sql.ErrNoRows) {
		return ErrUnknown
	}
	return err
}

// Admit implements Sessions.
func (s *SQLite) Admit(ctx context.Context, p Session) error {
	return s.write(ctx, func(tx *sql.Tx) error {
		if err := mustHave(ctx, tx, p.Match); err != nil {
			return err
		}
		_, err := tx.ExecContext(ctx, "INSERT INTO passes (hash, match, role, seat, n, made) VALUES (?, ?, ?, ?, ?, ?)",
			p.Hash, p.Match, p.Role, string(p.Seat), p.N, p.Made.UTC().Format(time.RFC3339))
		return err
	})
}

// Admitted implements Sessions.
func (s *SQLite) Admitted(ctx context.Context, match string) ([]Session, error) {
	rows, err := s.db.QueryContext(ctx, "SELECT hash, role, seat, n, made FROM passes WHERE match = ? ORDER BY made, hash", match)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var list []Session
	for rows.Next() {
		p := Session{Match: match}
		var seat, made string
		if err := rows.Scan(&p.Hash, &p.Role, &seat, &p.N, &made); err != nil {
			return nil, err
		}
		if p.Made, err = time.Parse(time.RFC3339, made); err != nil {
			return nil, err
		}
		p.Seat = referee.Seat(seat)
		list = append(list, p)
	}
	return list, rows.Err()
}

// Dismiss implements Sessions.
func (s *SQLite) Dismiss(ctx context.Context, hashes ...string) error {
	return s.write(ctx, func(tx *sql.Tx) error {
		for _, h := range hashes {
			if _, err := tx.ExecContext(ctx, "DELETE FROM passes WHERE hash = ?", h); err != nil {
				return err
			}
		}
		return nil
	})
}

// SetAlias implements Sessions.
func (s *SQLite) SetAlias(ctx context.Context, match string, seat referee.Seat, alias string) error {
	return s.write(ctx, func(tx *sql.Tx) error {
		if err := mustHave(ctx, tx, match); err != nil {
			return err
		}
		if _, err := tx.ExecContext(ctx, "DELETE FROM aliases WHERE match = ? AND seat = ?", match, string(seat)); err != nil || alias == "" {
			return err
		}
		_, err := tx.ExecContext(ctx, "INSERT INTO aliases (match, seat, alias) VALUES (?, ?, ?)", match, string(seat), alias)
		return err
	})
}

// Aliases implements Sessions.
func (s *SQLite) Aliases(ctx context.Context, match string) (map[referee.Seat]string, error) {
	rows, err := s.db.QueryContext(ctx, "SELECT seat, alias FROM aliases WHERE match = ?", match)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	out := map[referee.Seat]string{}
	for rows.Next() {
		var seat, alias string
		if err := rows.Scan(&seat, &alias); err != nil {
			return nil, err
		}
		out[referee.Seat(seat)] = alias
	}
	return out, rows.Err()
}

// SetNote implements Sessions.
func (s *SQLite) SetNote(ctx context.Context, name, text string) error {
	return s.ChangeNote(ctx, name, func(string) (string, error) { return text, nil })
}

// ChangeNote implements Sessions.
func (s *SQLite) ChangeNote(ctx context.Context, name string, change func(string) (string, error)) error {
	return s.write(ctx, func(tx *sql.Tx) error {
		var text string
		if err := tx.QueryRowContext(ctx, "SELECT json FROM notes WHERE name = ?", name).Scan(&text); err != nil && !errors.Is(err, sql.ErrNoRows) {
			return err
		}
		now, err := change(text)
		if err != nil || now == text {
			return err
		}
		if _, err := tx.ExecContext(ctx, "DELETE FROM notes WHERE name = ?", name); err != nil || now == "" {
			return err
		}
		_, err = tx.ExecContext(ctx, "INSERT INTO notes (name, json) VALUES (?, ?)", name, now)
		return err
	})
}

// Note implements Sessions.
func (s *SQLite) Note(ctx context.Context, name string) (text string, err error) {
	err = s.db.QueryRowContext(ctx, "SELECT json FROM notes WHERE name = ?", name).Scan(&text)
	if errors.Is(err, sql.ErrNoRows) {
		err = nil
	}
	return text, err
}
