package server

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"time"

	"kitpress/catalog/source"
	"kitpress/cmd/internal/cli/command"
	"kitpress/cmd/internal/cli/terminal"
	"kitpress/cmd/internal/kit/pages"
	"kitpress/cmd/internal/web"
)

// lookEvery is how often a catalog is looked at for changes.
const lookEvery = time.Second

// reload serves what a catalog says now, whenever its files change. One with
// errors is reported, once, and what was served stays.
func (o *options) reload(ctx context.Context, s terminal.Streams, in *command.Catalog, site *web.Site, seen string) {
	tick := time.NewTicker(lookEvery)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		now := fingerprint(o.Catalog)
		if now == seen {
			continue
		}
		seen = now
		explained, warnings, err := pages.Explain(ctx, o.Request)
		if err != nil {
			err = notServed(s, in.Explain(err), "the pages stay as they were")
			if told := terminal.ExitCode(0); !errors.As(err, &told) && ctx.Err() == nil {
				s.Complain(err.Error()+"; the pages stay as they were", "")
			}
			continue
		}
		s.Problems(in.Locate(warnings))
		site.Set(explained)
		fmt.Fprintf(s.Err, "reloaded: %s\n", terminal.Plural(len(explained.Site.Topics), "topic"))
	}
}

// notServed lists the problems in an error and says what follows from them.
func notServed(s terminal.Streams, err error, so string) error {
	var data *source.DataError
	if !errors.As(err, &data) {
		return err
	}
	s.Problems(data.Problems)
	s.Complain(data.Problems.Count()+", "+so, "")
	return terminal.ExitProblems
}

// fingerprint tells two states of a catalog apart by the names, sizes and
// times of its files.
func fingerprint(fsys fs.FS) string {
	h := sha256.New()
	err := fs.WalkDir(fsys, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return nil // a folder that goes away while it is read is seen next time
		}
		if info, err := d.Info(); err == nil {
			fmt.Fprintf(h, "%s\x00%d\x00%d\x00", name, info.Size(), info.ModTime().UnixNano())
		}
		return nil
	})
	return fmt.Sprintf("%x %v", h.Sum(nil), err)
}
