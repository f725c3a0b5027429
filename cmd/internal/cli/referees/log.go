package referees

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"kitpress/catalog"
	"kitpress/catalog/source"
	"kitpress/cmd/internal/cli/command"
	"kitpress/cmd/internal/cli/terminal"
	"kitpress/cmd/internal/desk"
	"kitpress/cmd/internal/hall"
	"kitpress/cmd/internal/kit/publish"
	"kitpress/quiz/store"
)

func newLogCommand(s terminal.Streams) *cobra.Command {
	var o Options
	cmd := &cobra.Command{
		Use:     "log ID",
		Short:   "Show everything that was recorded, with times, rulings and what was taken back",
		Example: "  kitpress referee log k7m3pw",
		Args:    command.Exactly(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return o.open(cmd.Context(), s, args[0], func(t *desk.Table, speak *desk.Speaker) error {
				return printLog(s, t, speak, o.JSON)
			})
		},
	}
	o.flags(cmd)
	return cmd
}

// clockForm is how times are written: on the wall beside the table.
const clockForm = "2006-01-02 15:04:05"

func printLog(s terminal.Streams, t *desk.Table, speak *desk.Speaker, json bool) error {
	undone := t.Undone()
	if json {
		seq := t.Play.Seq()
		out := replyJSON{Match: &t.Match, Seq: &seq, Records: []recordJSON{}}
		for _, e := range t.Log {
			r := recordOf(t, e)
			r.Undone = undone[e.Record.Seq]
			out.Records = append(out.Records, r)
		}
		return terminal.PrintJSON(s.Out, out)
	}
	fmt.Fprintf(s.Out, "%s  %s · %s\n", t.Match.Created.Local().Format(clockForm), title(t, speak), t.Match.ID)
	for _, e := range t.Log {
		line := sayRecord(t, e.Record, speak)
		if undone[e.Record.Seq] {
			line += "  · " + speak.Word("match.taken-back")
		}
		fmt.Fprintf(s.Out, "%s  %s\n", e.At.Local().Format(clockForm), line)
	}
	return nil
}

func newReplayCommand(s terminal.Streams) *cobra.Command {
	var o Options
	cmd := &cobra.Command{
		Use:     "replay ID",
		Short:   "Check every hash of a log and play it again from the start",
		Example: "  kitpress referee replay k7m3pw",
		Args:    command.Exactly(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return o.open(cmd.Context(), s, args[0], func(t *desk.Table, speak *desk.Speaker) error {
				if err := store.Verify(t.Match, t.Log); err != nil {
					return err
				}
				other := t.Game().Version
				if other == t.Match.Version {
					other = ""
				}
				if o.JSON {
					out := stateOf(t, "")
					out.Verified, out.Catalog = true, other
					return terminal.PrintJSON(s.Out, out)
				}
				if other != "" {
					s.Complain(fmt.Sprintf("warning: the match was played with version %s of the game, the catalog has %s: cards and numbers may differ", t.Match.Version, other), "")
				}
				if err := printState(s, t, speak); err != nil {
					return err
				}
				fmt.Fprintln(s.Out, speak.Word("match.verified", "N", len(t.Log)))
				return nil
			})
		},
	}
	o.flags(cmd)
	return cmd
}

func newMatchesCommand(s terminal.Streams) *cobra.Command {
	var o Options
	cmd := &cobra.Command{
		Use:     "matches",
		Short:   "List the matches, the latest first",
		Example: "  kitpress referee matches --json",
		Args:    command.Exactly(0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			return o.desk(cmd.Context(), s, func(d *desk.Desk) error {
				list, err := d.Store.List(cmd.Context())
				if err != nil {
					return err
				}
				if o.JSON {
					if list == nil {
						list = []store.Summary{}
					}
					return terminal.PrintJSON(s.Out, struct {
						Matches []store.Summary `json:"matches"`
					}{list})
				}
				return printMatches(s, list)
			})
		},
	}
	o.flags(cmd)
	return cmd
}

func printMatches(s terminal.Streams, list []store.Summary) error {
	if len(list) == 0 {
		fmt.Fprintln(s.Err, "no matches yet; kitpress referee new begins one")
		return nil
	}
	for _, m := range list {
		var seats []string
		for _, seat := range m.Seats {
			seats = append(seats, string(seat))
		}
		fmt.Fprintf(s.Out, "%s  %s  %-20s #%-4d %s\n", m.ID, m.Last.Local().Format(clockForm), m.Game, m.Records, strings.Join(seats, ","))
	}
	return nil
}

func newExportCommand(s terminal.Streams) *cobra.Command {
	var o Options
	var file string
	cmd := &cobra.Command{
		Use:     "export ID",
		Short:   "Write a match as JSON lines with a chain of hashes",
		Example: "  kitpress referee export k7m3pw -o match.jsonl",
		Args:    command.Exactly(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return o.desk(cmd.Context(), s, func(d *desk.Desk) error {
				m, log, err := d.Store.Load(cmd.Context(), args[0])
				if errors.Is(err, store.ErrUnknown) {
					return d.Unknown(cmd.Context(), args[0])
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
		},
	}
	o.flags(cmd)
	cmd.Flags().StringVarP(&file, "out", "o", "", "`file` to write (default: standard output)")
	return cmd
}

func newImportCommand(s terminal.Streams) *cobra.Command {
	var o Options
	cmd := &cobra.Command{
		Use:     "import FILE",
		Short:   "Take in an exported match, checking every hash; - is standard input",
		Example: "  kitpress referee import match.jsonl",
		Args:    command.Exactly(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return o.desk(cmd.Context(), s, func(d *desk.Desk) error {
				in, err := importMatch(cmd.Context(), d, args[0])
				if err != nil {
					return err
				}
				m, n := in.Match, len(in.Log)
				if !in.Whole {
					s.Complain("warning: "+args[0]+" is an export of format 1, which does not say how long it is: entries at its end may be missing", "")
				}
				if o.JSON {
					return terminal.PrintJSON(s.Out, replyJSON{Match: &m, Seq: &n, Verified: true})
				}
				g, _, err := d.Game(m.Game)
				if err != nil {
					return err
				}
				speak, err := o.Speaker(s, d, g, nil)
				if err != nil {
					return err
				}
				fmt.Fprintln(s.Out, speak.Word("match.imported", "ID", m.ID, "N", n))
				return nil
			})
		},
	}
	o.flags(cmd)
	return cmd
}

// importMatch reads a file into the store, if its log can be played.
func importMatch(ctx context.Context, d *desk.Desk, file string) (store.Exported, error) {
	var in io.Reader = os.Stdin
	if file != "-" {
		f, err := os.Open(file)
		if err != nil {
			return store.Exported{}, err
		}
		defer f.Close()
		in = f
	}
	got, err := store.Import(in)
	if err == nil {
		if _, err = d.Replay(got.Match, got.Log); err == nil {
			if err = d.Store.Insert(ctx, got.Match, got.Log); err == nil {
				return got, nil
			}
		}
	}
	var line *store.LineError
	if errors.As(err, &line) {
		return store.Exported{}, exportProblem(file, line)
	}
	return store.Exported{}, fmt.Errorf("%s: %w", file, err)
}

// exportProblem says what is wrong with an export as a problem in a file.
func exportProblem(file string, wrong *store.LineError) error {
	_, message := jsonFault(wrong.Err, 0, 0)
	var ps source.Problems
	ps.Errorf(source.Pos{File: file, Line: wrong.Line, Col: 1}, codeJSON, "%s", message).Hint = "kitpress referee export writes a whole one"
	return ps.Err()
}

func newDeleteCommand(s terminal.Streams) *cobra.Command {
	var o Options
	yes := false
	cmd := &cobra.Command{
		Use:     "delete ID --yes",
		Short:   "Delete a match for good: no trace of it stays in the file",
		Example: "  kitpress referee delete k7m3pw --yes",
		Args:    command.Exactly(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if !yes {
				return terminal.Usage("kitpress referee delete "+args[0]+" --yes; export keeps a copy", "deleting is for good")
			}
			return o.desk(cmd.Context(), s, func(d *desk.Desk) error {
				// The hall knows where else a match is spoken of.
				err := hall.New(d, time.Now, rand.Reader).Delete(cmd.Context(), args[0])
				if errors.Is(err, hall.ErrUnknown) {
					return d.Unknown(cmd.Context(), args[0])
				}
				if err != nil {
					return err
				}
				if o.JSON {
					return terminal.PrintJSON(s.Out, replyJSON{Deleted: args[0]})
				}
				fmt.Fprintf(s.Err, "%s is deleted\n", args[0])
				return nil
			})
		},
	}
	o.flags(cmd)
	cmd.Flags().BoolVar(&yes, "yes", false, "it may be deleted")
	return cmd
}

func newExplainCommand(s terminal.Streams) *cobra.Command {
	var o Options
	edition := ""
	cmd := &cobra.Command{
		Use:   "explain GAME RULE",
		Short: "Show what a rule says",
		Example: `  kitpress referee explain cyber-survival R21 --lang de
  kitpress referee explain cyber-survival 9 --edition italian`,
		Args:              command.Exactly(2),
		ValidArgsFunction: command.CompleteGames,
		RunE: func(_ *cobra.Command, args []string) error {
			return o.explain(s, args[0], args[1], edition)
		},
	}
	cmd.Flags().StringVarP(&o.Lang, "lang", "l", "", "`language` (default: the environment's)")
	cmd.Flags().StringVar(&edition, "edition", "", "`edition` of the rules (default: that of the language)")
	command.AddJSON(cmd, &o.JSON)
	return cmd
}

func (o Options) explain(s terminal.Streams, game, rule, edition string) error {
	d := &desk.Desk{Catalog: catalog.Embedded()}
	g, err := command.LoadGame(d.Catalog, game)
	if err != nil {
		return err
	}
	id, err := ruleID(g, rule)
	if err != nil {
		return err
	}
	e := g.Edition(edition)
	if edition != "" && e == nil {
		return terminal.Usage("kitpress list editions shows them", "%s has no edition %q", game, edition)
	}
	speak, err := o.Speaker(s, d, g, e)
	if err != nil {
		return err
	}
	if e == nil {
		e = g.EditionFor(speak.Lang())
	}
	text := speak.Rule(id, e)
	if o.JSON {
		return terminal.PrintJSON(s.Out, struct {
			Rule string `json:"rule"`
			Lang string `json:"lang"`
			Text string `json:"text"`
		}{speak.RuleID(id), speak.Lang(), text})
	}
	_, err = fmt.Fprintf(s.Out, "%s  %s\n", speak.RuleID(id), text)
	return err
}

// ruleID returns the rule meant by R7, r7 or 7, with or without the prefix of the game.
func ruleID(g *catalog.Game, typed string) (string, error) {
	id := strings.TrimPrefix(strings.ToUpper(typed), g.Prefix+"-")
	if !strings.HasPrefix(id, "R") {
		id = "R" + id
	}
	if g.Rule(id) != nil {
		return id, nil
	}
	var known []string
	for _, section := range g.Sections {
		for _, b := range section.Blocks {
			if b.Rule != nil {
				known = append(known, b.Rule.ID)
			}
		}
	}
	hint := ""
	if near := source.Suggest(id, known); near != "" {
		hint = fmt.Sprintf("did you mean %q?", near)
	}
	return "", terminal.Usage(hint, "%s has no rule %q", g.ID, typed)
}
