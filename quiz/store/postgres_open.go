package store

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
)

// room is the schema of the database that everything is in, so that a database
// may have other things beside it.
const room = "kitpress"

// migrating is the lock that programs take which bring the schema up to date:
// "kitp".
const migrating = applicationID

// reachWithin is how long the server may take to answer a program that starts.
const reachWithin = 15 * time.Second

// Postgres is a Store on a server of PostgreSQL, which several programs share.
// Append returns when the server has it on its disk.
type Postgres struct {
	pool *pgxpool.Pool
	away atomic.Bool

	mu    sync.Mutex
	ahead map[string]int // logs that others are not told of yet, by match
	wake  chan struct{}
	stop  context.CancelFunc
	ended chan struct{}
}

// Connect opens the database an address names, and makes what is missing in it.
// Tables of a later version of this program are refused and not touched, as is a
// server that does not wait for its disk.
func Connect(ctx context.Context, address string) (*Postgres, error) {
	config, err := pgxpool.ParseConfig(address)
	if err != nil {
		return nil, fmt.Errorf("this is no address of a database: %w", err)
	}
	set := config.ConnConfig.RuntimeParams
	set["application_name"], set["search_path"], set["synchronous_commit"] = room, room, "on"
	set["default_transaction_isolation"] = "read committed"
	pool, err := pgxpool.NewWithConfig(ctx, config)
	if err != nil {
		return nil, err
	}
	s := &Postgres{pool: pool, ahead: map[string]int{}, wake: make(chan struct{}, 1), ended: make(chan struct{})}
	within, cancel := context.WithTimeout(ctx, reachWithin)
	defer cancel()
	if err := s.migrate(within); err != nil {
		pool.Close()
		return nil, fmt.Errorf("the database cannot be used: %w", err)
	}
	telling, stop := context.WithCancel(context.Background())
	s.stop = stop
	go s.tellOthers(telling)
	return s, nil
}

// migrate brings the database to the last schema, step by step, all of it or
// nothing. Programs that start together take turns.
func (s *Postgres) migrate(ctx context.Context) error {
	files, err := fs.Glob(schema, "schema/postgres/*.sql")
	if err != nil {
		return err
	}
	return pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
		var fsync string
		if err := tx.QueryRow(ctx, "SHOW fsync").Scan(&fsync); err != nil {
			return err
		}
		if fsync != "on" {
			return errors.New("its server does not wait for the disk (fsync = off): a power cut would lose what was acknowledged")
		}
		if _, err := tx.Exec(ctx, "SELECT pg_advisory_xact_lock($1)", migrating); err != nil {
			return err
		}
		version := 0
		var there bool
		if err := tx.QueryRow(ctx, "SELECT to_regclass('kitpress.format') IS NOT NULL").Scan(&there); err != nil {
			return err
		}
		if there {
			if err := tx.QueryRow(ctx, "SELECT version FROM kitpress.format").Scan(&version); err != nil {
				return err
			}
		}
		if version > len(files) {
			return fmt.Errorf("its tables were written by a later version of kitpress: format %d, this one reads up to %d", version, len(files))
		}
		if version == len(files) {
			return nil
		}
		steps := ""
		if !there {
			steps = "CREATE SCHEMA IF NOT EXISTS kitpress; CREATE TABLE format (version integer NOT NULL); INSERT INTO format VALUES (0);"
		}
		for ; version < len(files); version++ {
			step, err := schema.ReadFile(path.Join("schema", "postgres", fmt.Sprintf("%03d.sql", version+1)))
			if err != nil {
				return err
			}
			steps += string(step)
		}
		steps += fmt.Sprintf("; UPDATE format SET version = %d", version)
		_, err := tx.Conn().PgConn().Exec(ctx, steps).ReadAll() // several statements at once
		return err
	})
}

// write runs do in a transaction.
func (s *Postgres) write(ctx context.Context, do func(pgx.Tx) error) error {
	return s.judge(pgx.BeginFunc(ctx, s.pool, do))
}

// judge notes whether the server answers: an error it sends is an answer, unless
// it says that it is about to stop.
func (s *Postgres) judge(err error) error {
	var said *pgconn.PgError
	switch {
	case err == nil, errors.Is(err, pgx.ErrNoRows), errors.As(err, &said) && said.Code[:2] != "57" && said.Code[:2] != "08",
		errors.Is(err, ErrUnknown), errors.Is(err, ErrExists), errors.Is(err, context.Canceled):
		s.away.Store(false)
	default:
		var stale *StaleError
		s.away.Store(!errors.As(err, &stale))
	}
	return err
}

// Away implements Shared.
func (s *Postgres) Away() bool { return s.away.Load() }

// codeForeign is the code for a row that belongs to none: SQLSTATE
// foreign_key_violation.
const codeForeign = "23503"

// isForeign reports that a match is not there.
func isForeign(err error) bool {
	var said *pgconn.PgError
	return errors.As(err, &said) && said.Code == codeForeign
}

// Close implements Store.
func (s *Postgres) Close() error {
	s.stop()
	<-s.ended
	s.pool.Close()
	return nil
}
