package referees

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"kitpress/catalog/source"
	"kitpress/cmd/internal/cli/command"
	"kitpress/cmd/internal/cli/terminal"
	"kitpress/cmd/internal/desk"
	"kitpress/cmd/internal/kit/publish"
	"kitpress/cmd/internal/lobby"
	"kitpress/cmd/internal/web"
	"kitpress/quiz/store"
)

func newLogCommand(s terminal.Streams) *cobra.Command {
	return new(Options).matchCommand(s, &cobra.Command{
		Use:     "log ID",
		Short:   "Show everything that was recorded, with times, rulings and what was taken back",
		Example: "  kitpress referee log k7m3pw",
		Args:    command.Exactly(1),
	}, func(_ context.Context, v view, _ []string) error { return v.printLog() })
}

// clockForm is how times are written: on the wall beside the table.
const clockForm = "2006-01-02 15:04:05"

func (v view) printLog() error {
	t := v.table
	undone := t.Undone()
	if v.JSON {
		seq := t.Play.Seq()
		out := replyJSON{Match: &t.Match, Seq: &seq, Records: []recordJSON{}}
		for _, e := range t.Log {
			r := recordOf(t, e)
			r.Undone = undone[e.Record.Seq]
			out.Records = append(out.Records, r)
		}
		return v.s.JSON(out)
	}
	fmt.Fprintf(v.s.Out, "%s  %s · %s\n", t.Match.Created.Local().Format(clockForm), v.title(), t.Match.ID)
	for _, e := range t.Log {
		line := v.sayRecord(e.Record)
		if undone[e.Record.Seq] {
			line += "  · " + v.presenter.Word("match.taken-back")
		}
		fmt.Fprintf(v.s.Out, "%s  %s\n", e.At.Local().Format(clockForm), line)
	}
	return nil
}

func newReplayCommand(s terminal.Streams) *cobra.Command {
	return new(Options).matchCommand(s, &cobra.Command{
		Use:     "replay ID",
		Short:   "Check every hash of a log and play it again from the start",
		Example: "  kitpress referee replay k7m3pw",
		Args:    command.Exactly(1),
	}, func(_ context.Context, v view, _ []string) error {
		t := v.table
		if err := store.Verify(t.Match, t.Log); err != nil {
			return err
		}
		other := t.Game().Version
		if other == t.Match.Version {
			other = ""
		}
		if v.JSON {
			out := v.state()
			out.Verified, out.Catalog = true, other
			return s.JSON(out)
		}
		if other != "" {
			s.Complain(fmt.Sprintf("warning: the match was played with version %s of the game, the catalog has %s: cards and numbers may differ", t.Match.Version, other), "")
		}
		if err := v.printState(); err != nil {
			return err
		}
		fmt.Fprintln(s.Out, v.presenter.Word("match.verified", "N", len(t.Log)))
		return nil
	})
}

func newMatchesCommand(s terminal.Streams) *cobra.Command {
	o := new(Options)
	return o.matchesCommand(s, &cobra.Command{
		Use:     "matches",
		Short:   "List the matches, the latest first",
		Example: "  kitpress referee matches --json",
		Args:    command.Exactly(0),
	}, func(ctx context.Context, d *desk.Desk, _ []string) error {
		list, err := d.Store.List(ctx)
		switch {
		case err != nil:
			return err
		case o.JSON:
			return s.JSON(map[string]any{"matches": append([]store.Summary{}, list...)})
		case len(list) == 0:
			terminal.Printf(s.Err, "no matches yet; kitpress referee new begins one\n")
		}
		for _, m := range list {
			fmt.Fprintf(s.Out, "%s  %s  %-20s #%-4d %s\n", m.ID, m.Last.Local().Format(clockForm), m.Game, m.Records, strings.Join(seatNames(m.Seats), ","))
		}
		return nil
	})
}

func newExportCommand(s terminal.Streams) *cobra.Command {
	file := ""
	cmd := new(Options).matchesCommand(s, &cobra.Command{
		Use:     "export ID",
		Short:   "Write a match as JSON lines with a chain of hashes",
		Example: "  kitpress referee export k7m3pw -o match.jsonl",
		Args:    command.Exactly(1),
	}, func(ctx context.Context, d *desk.Desk, args []string) error {
		m, log, err := d.Store.Load(ctx, args[0])
		if errors.Is(err, store.ErrUnknown) {
			return d.Unknown(ctx, args[0])
		}
		if err != nil {
			return err
		}
		if file == "" {
			return store.Export(s.Data, m, log)
		}
		var b bytes.Buffer
		if err := store.Export(&b, m, log); err != nil {
			return err
		}
		return publish.ReplaceFile(file, b.Bytes())
	})
	cmd.Flags().StringVarP(&file, "out", "o", "", "`file` to write (default: standard output)")
	return cmd
}

func newImportCommand(s terminal.Streams) *cobra.Command {
	o := new(Options)
	return o.matchesCommand(s, &cobra.Command{
		Use:     "import FILE",
		Short:   "Take in an exported match, checking every hash; - is standard input",
		Example: "  kitpress referee import match.jsonl",
		Args:    command.Exactly(1),
	}, func(ctx context.Context, d *desk.Desk, args []string) error {
		in, err := importMatch(ctx, d, args[0])
		if err != nil {
			return err
		}
		m, n := in.Match, len(in.Log)
		if !in.Whole {
			s.Complain("warning: "+args[0]+" is an export of format 1, which does not say how long it is: entries at its end may be missing", "")
		}
		if o.JSON {
			return s.JSON(replyJSON{Match: &m, Seq: &n, Verified: true})
		}
		g, _, err := d.Game(m.Game)
		if err != nil {
			return err
		}
		presenter, err := o.Presenter(s, d.Catalog, g, nil)
		if err != nil {
			return err
		}
		fmt.Fprintln(s.Out, presenter.Word("match.imported", "ID", m.ID, "N", n))
		return nil
	})
}

// importMatch reads a file into the store, if its log can be played.
func importMatch(ctx context.Context, d *desk.Desk, file string) (got store.Exported, err error) {
	in := os.Stdin
	if file != "-" {
		if in, err = os.Open(file); err != nil {
			return got, err
		}
		defer in.Close()
	}
	if got, err = store.Import(in); err == nil {
		if _, err = d.Replay(got.Match, got.Log); err == nil {
			err = d.Store.Insert(ctx, got.Match, got.Log)
		}
	}
	var line *store.LineError
	switch {
	case err == nil:
		return got, nil
	case errors.As(err, &line):
		var ps source.Problems
		ps.Errorf(source.Pos{File: file, Line: line.Line, Col: 1}, "json", "%s", source.JSONFault(line.Err)).Hint = "kitpress referee export writes a whole one"
		return got, ps.Err()
	}
	return got, fmt.Errorf("%s: %w", file, err)
}

func newDeleteCommand(s terminal.Streams) *cobra.Command {
	o, yes := new(Options), false
	cmd := o.matchesCommand(s, &cobra.Command{
		Use:     "delete ID --yes",
		Short:   "Delete a match for good: no trace of it stays in the file",
		Example: "  kitpress referee delete k7m3pw --yes",
		Args:    command.Exactly(1),
	}, func(ctx context.Context, d *desk.Desk, args []string) error {
		if !yes {
			return terminal.Usage("kitpress referee delete "+args[0]+" --yes; export keeps a copy", "deleting is for good")
		}
		// The lobby knows where else a match is spoken of.
		err := lobby.New(d, time.Now, rand.Reader, web.NewViews).Delete(ctx, args[0])
		if errors.Is(err, lobby.ErrUnknown) {
			return d.Unknown(ctx, args[0])
		}
		if err != nil {
			return err
		}
		if o.JSON {
			return s.JSON(replyJSON{Deleted: args[0]})
		}
		terminal.Printf(s.Err, "%s is deleted\n", args[0])
		return nil
	})
	cmd.Flags().BoolVar(&yes, "yes", false, "it may be deleted")
	return cmd
}
