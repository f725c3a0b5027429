package store

import "context"

// OpenNormal opens a file in the way that loses acknowledged records when the
// power fails: tests of the tests need it.
func OpenNormal(ctx context.Context, file string) (*SQLite, error) { return open(ctx, file, "NORMAL") }
