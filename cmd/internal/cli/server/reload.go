package server

import (
	"context"
	"errors"
	"iter"
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
func (o *options) reload(ctx context.Context, s terminal.Streams, in *command.Catalog, site *web.Site, changes iter.Seq[struct{}]) {
	for range changes {
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
		terminal.Printf(s.Err, "reloaded: %s\n", terminal.Plural(len(explained.Site.Topics), "topic"))
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
