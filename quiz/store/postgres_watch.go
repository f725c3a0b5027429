package store

import (
	"context"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
)

// channel is what all programs listen to.
const channel = "kitpress"

// tell tells everybody who listens, with the transaction.
func tell(batch *pgx.Batch, kind ChangeKind, name string) {
	batch.Queue("SELECT pg_notify($1, $2)", channel, string(kind)+" "+name)
}

// grew notes that others are to be told of a log.
func (s *Postgres) grew(match string, seq int) {
	s.mu.Lock()
	s.ahead[match] = max(s.ahead[match], seq)
	s.mu.Unlock()
	select {
	case s.wake <- struct{}{}:
	default: // it is awake
	}
}

// tellOthers tells of logs that have grown, of all that grew meanwhile at once.
// What is told so need not be on a disk: whoever missed it looks for itself.
func (s *Postgres) tellOthers(ctx context.Context) {
	defer close(s.ended)
	for {
		select {
		case <-ctx.Done():
			return
		case <-s.wake:
		}
		s.mu.Lock()
		var lines []string
		for match, seq := range s.ahead {
			lines = append(lines, string(ChangedLog)+" "+match+" "+strconv.Itoa(seq))
		}
		clear(s.ahead)
		s.mu.Unlock()
		within, cancel := context.WithTimeout(ctx, lookEvery)
		_, _ = s.pool.Exec(within, "SELECT set_config('synchronous_commit', 'off', true), (SELECT count(pg_notify($1, line)) FROM unnest($2::text[]) line)", channel, lines)
		cancel()
	}
}

// lookEvery is how often a program that listens looks for itself: who wrote may
// have stopped before it could tell.
const lookEvery = 3 * time.Second

// The pauses between tries to reach a server that is away.
const (
	firstPause = 100 * time.Millisecond
	mostPause  = 2 * time.Second
)

// Watch implements Shared.
func (s *Postgres) Watch(ctx context.Context, tell func(Change)) {
	for pause := firstPause; ctx.Err() == nil; pause = min(2*pause, mostPause) {
		if s.listen(ctx, tell) {
			pause = firstPause
		}
		if ctx.Err() == nil {
			s.away.Store(true)
		}
		select {
		case <-ctx.Done():
		case <-time.After(pause):
		}
	}
}

// listen tells of changes until the server goes away, and reports whether it was
// there.
func (s *Postgres) listen(ctx context.Context, tell func(Change)) bool {
	conn, err := pgx.ConnectConfig(ctx, s.pool.Config().ConnConfig)
	if err != nil {
		return false
	}
	defer conn.Close(context.WithoutCancel(ctx))
	if _, err := conn.Exec(ctx, "LISTEN "+channel); err != nil {
		return false
	}
	s.away.Store(false)
	tell(Change{Kind: ChangedAll})
	for {
		if !hear(ctx, conn, tell) {
			return true
		}
		rows, err := conn.Query(ctx, "SELECT match, seq FROM ends")
		if err != nil {
			return true
		}
		c := Change{Kind: ChangedLog}
		if _, err := pgx.ForEachRow(rows, []any{&c.Name, &c.Seq}, func() error { tell(c); return nil }); err != nil {
			return true
		}
	}
}

// hear tells of changes until it is time to look, and reports whether the server
// is still there.
func hear(ctx context.Context, conn *pgx.Conn, tell func(Change)) bool {
	within, cancel := context.WithTimeout(ctx, lookEvery)
	defer cancel()
	for {
		n, err := conn.WaitForNotification(within)
		if err != nil {
			return ctx.Err() == nil && !conn.IsClosed()
		}
		if c, ok := parseChange(n.Payload); ok {
			tell(c)
		}
	}
}

// parseChange reads what was told; what a later version tells is none of our
// business.
func parseChange(line string) (c Change, ok bool) {
	kind, rest, _ := strings.Cut(line, " ")
	c.Kind, c.Name = ChangeKind(kind), rest
	switch c.Kind {
	case ChangedLog:
		match, seq, _ := strings.Cut(rest, " ")
		n, err := strconv.Atoi(seq)
		c.Name, c.Seq = match, n
		return c, err == nil
	case ChangedMatch, ChangedSeats, ChangedNote:
		return c, rest != ""
	}
	return c, false
}

// Alone implements Shared. It holds a connection of its own, so that do may use
// all others.
func (s *Postgres) Alone(ctx context.Context, name string, do func() error) error {
	conn, err := pgx.ConnectConfig(ctx, s.pool.Config().ConnConfig)
	if err != nil {
		return s.judge(err)
	}
	defer conn.Close(context.WithoutCancel(ctx)) // which lets go
	if _, err := conn.Exec(ctx, "SELECT pg_advisory_lock(hashtextextended($1, 2))", name); err != nil {
		return s.judge(err)
	}
	return do()
}
