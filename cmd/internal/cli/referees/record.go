package referees

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"kitpress/cmd/internal/cli/command"
	"kitpress/cmd/internal/cli/terminal"
	"kitpress/cmd/internal/desk"
	"kitpress/quiz/referee"
	"kitpress/quiz/store"
)

type recordOptions struct {
	Options
	id, op, ruling string
	expect         int
	keepGoing      bool
	input          io.Reader
}

func newRecordCommand(s terminal.Streams) *cobra.Command {
	var o recordOptions
	cmd := &cobra.Command{
		Use:   "record ID [COMMAND…]",
		Short: "Record what happened, or say why it may not",
		Long: `Without a command the lines of standard input are recorded, typed ones or JSON objects (kitpress referee --help), until one is
refused. An operation id makes it safe to send a command again: it counts once. A ruling lets happen what the rules refuse, and is logged.`,
		Example: `  kitpress referee record k7m3pw lina roll INF SYS SYS NET ATT
  kitpress referee record k7m3pw --ruling "it fell off the table" lina reroll SYS to ACC
  kitpress referee record k7m3pw --json < moves.jsonl`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.id, o.input = args[0], os.Stdin
			var expect *int
			if cmd.Flags().Changed("expect") {
				expect = &o.expect
			}
			line := typed(args[1:])
			if line == "" {
				return recordLines(cmd.Context(), o, s)
			}
			return o.open(cmd.Context(), s, o.id, func(t *desk.Table, speak *desk.Speaker) error {
				return o.record(cmd.Context(), s, t, speak, order{line: line, entry: desk.Entry{Op: o.op, Ruling: o.ruling, Expect: expect}})
			})
		},
	}
	o.flags(cmd)
	f := cmd.Flags()
	f.StringVar(&o.op, "op", "", "`id` of this operation: sent again, it counts once")
	f.IntVar(&o.expect, "expect", 0, "`number` of the last record you have seen: another one after it is not overlooked")
	f.StringVar(&o.ruling, "ruling", "", "`reason` for letting happen what the rules refuse")
	f.BoolVar(&o.keepGoing, "keep-going", false, "go on behind a line that is refused")
	return cmd
}

func newUndoCommand(s terminal.Streams) *cobra.Command {
	var o recordOptions
	cmd := &cobra.Command{
		Use:     "undo ID",
		Short:   "Take back the last record; the log keeps both",
		Example: "  kitpress referee undo k7m3pw",
		Args:    command.Exactly(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			e := desk.Entry{Undo: true, Op: o.op}
			if cmd.Flags().Changed("expect") {
				e.Expect = &o.expect
			}
			return o.open(cmd.Context(), s, args[0], func(t *desk.Table, speak *desk.Speaker) error {
				return o.record(cmd.Context(), s, t, speak, order{entry: e})
			})
		},
	}
	o.flags(cmd)
	cmd.Flags().StringVar(&o.op, "op", "", "`id` of this operation: sent again, it counts once")
	cmd.Flags().IntVar(&o.expect, "expect", 0, "`number` of the last record you have seen")
	return cmd
}

// typed joins the words of a command; one that had spaces was in quotes.
func typed(words []string) string {
	list := make([]string, len(words))
	for i, w := range words {
		if len(words) > 1 && strings.ContainsAny(w, " ") && !strings.Contains(w, `"`) {
			w = `"` + w + `"`
		}
		list[i] = w
	}
	return strings.Join(list, " ")
}

// An order is what somebody asks to be recorded, typed or as a command.
type order struct {
	line  string
	entry desk.Entry
}

// record records one order and says what came of it.
func (o recordOptions) record(ctx context.Context, s terminal.Streams, t *desk.Table, speak *desk.Speaker, in order) error {
	var res desk.Result
	var err error
	if in.line != "" {
		in.entry.Command, res.Refusal = t.Play.Parse(in.line)
		if before, found := t.Play.Find(in.entry.By, in.entry.Op); found {
			res = desk.Result{Entry: t.Log[before.Seq-1], Repeated: true}
		}
	}
	if res.Refusal == nil && !res.Repeated {
		if res, err = t.Record(ctx, in.entry, time.Now()); err != nil {
			return o.conflict(s, err)
		}
	}
	edition := t.Play.Setup().Edition
	seq := t.Play.Seq()
	switch {
	case o.JSON:
		out := replyJSON{Seq: &seq, Repeated: res.Repeated}
		if res.Refusal != nil {
			out.Refused = refusedOf(res.Refusal, res.Ruleable, edition, speak)
		} else {
			tally := t.Play.Tally()
			out.Records, out.Tally = []recordJSON{recordOf(t, res.Entry)}, &tally
			out.Steps = speak.Steps(t, res.Entry.Record)
		}
		if err := terminal.EncodeJSON(s.Out, out, ""); err != nil {
			return err
		}
	case res.Refusal != nil:
		SayRefused(s, res.Refusal, edition, speak, hintsFor(t, in.line, res.Refusal, res.Ruleable, speak)...)
	case res.Repeated:
		fmt.Fprintln(s.Out, speak.Word("match.repeated", "Seq", res.Entry.Record.Seq))
	default:
		fmt.Fprintln(s.Out, sayRecord(t, res.Entry.Record, speak))
		for _, step := range speak.Steps(t, res.Entry.Record) {
			fmt.Fprintf(s.Out, "   %s\n", singleLine(step.Text))
		}
		if end := speak.Standing(t.Play.Tally()); end != "" {
			fmt.Fprintln(s.Out, end)
		}
	}
	if res.Refusal != nil {
		return terminal.ExitRefused
	}
	return nil
}

// conflict prints for programs that the log has grown; the error stays.
func (o recordOptions) conflict(s terminal.Streams, err error) error {
	var stale *store.StaleError
	if !o.JSON || !errors.As(err, &stale) {
		return err
	}
	return errors.Join(terminal.EncodeJSON(s.Out, replyJSON{Conflict: &conflictJSON{stale.Wanted - 1, stale.Have}}, ""), err)
}

// maxOrder is the longest line that is read, in bytes.
const maxOrder = 64 << 10

// recordLines records the lines of the input, one after another.
func recordLines(ctx context.Context, o recordOptions, s terminal.Streams) error {
	if o.op != "" || o.ruling != "" {
		return terminal.Usage(`{"verb": …, "op": …, "ruling": …} says it for one line`, "--op and --ruling belong to one command")
	}
	return o.open(ctx, s, o.id, func(t *desk.Table, speak *desk.Speaker) error {
		scan := bufio.NewScanner(o.input)
		scan.Buffer(nil, maxOrder)
		var last error
		for n := 1; scan.Scan(); n++ {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			in, err := readOrder(scan.Bytes())
			if err != nil {
				return fmt.Errorf("line %d: %w", n, err)
			}
			if in == nil {
				continue
			}
			if err = o.record(ctx, s, t, speak, *in); err == nil {
				continue
			}
			var code terminal.ExitCode
			if !errors.As(err, &code) {
				return fmt.Errorf("line %d: %w", n, wrongUse(err))
			}
			if !o.JSON {
				fmt.Fprintf(s.Err, "  line %d: %s\n", n, scan.Text())
			}
			if last = err; !o.keepGoing {
				return err
			}
		}
		return errors.Join(last, scan.Err())
	})
}

// readOrder reads a line: typed, or a JSON object; nil for an empty one or a
// remark.
func readOrder(line []byte) (*order, error) {
	line = bytes.TrimSpace(line)
	switch {
	case len(line) == 0 || line[0] == '#':
		return nil, nil
	case line[0] != '{':
		return &order{line: string(line)}, nil
	}
	var in struct {
		referee.Command
		Op     string `json:"op"`
		Expect *int   `json:"expect"`
		Ruling string `json:"ruling"`
		Undo   bool   `json:"undo"`
		Line   string `json:"line"`
	}
	dec := json.NewDecoder(bytes.NewReader(line))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&in); err != nil {
		return nil, err
	}
	if dec.More() {
		return nil, errors.New("something follows behind the object")
	}
	return &order{in.Line, desk.Entry{Command: in.Command, Undo: in.Undo, Ruling: in.Ruling, Op: in.Op, Expect: in.Expect}}, nil
}

func newWhyCommand(s terminal.Streams) *cobra.Command {
	var o Options
	cmd := &cobra.Command{
		Use:     "why ID COMMAND…",
		Short:   "Say whether something would be legal, and by which rule not; record nothing",
		Example: "  kitpress referee why k7m3pw lina resolve phishing with INF",
		Args:    cobra.MinimumNArgs(2),
		RunE: func(cmd *cobra.Command, args []string) error {
			return o.open(cmd.Context(), s, args[0], func(t *desk.Table, speak *desk.Speaker) error {
				return o.why(s, t, speak, typed(args[1:]))
			})
		},
	}
	o.flags(cmd)
	return cmd
}

func (o Options) why(s terminal.Streams, t *desk.Table, speak *desk.Speaker, line string) error {
	c, no := t.Play.Parse(line)
	var r referee.Record
	if no == nil {
		r, no = t.Play.Decide(c)
	}
	edition, seq := t.Play.Setup().Edition, t.Play.Seq()
	switch {
	case no != nil && o.JSON:
		if err := terminal.PrintJSON(s.Out, replyJSON{Seq: &seq, Refused: refusedOf(no, t.Ruleable(c), edition, speak)}); err != nil {
			return err
		}
	case no != nil:
		SayRefused(s, no, edition, speak, hintsFor(t, line, no, t.Ruleable(c), speak)...)
	case o.JSON:
		return terminal.PrintJSON(s.Out, struct {
			Seq    int             `json:"seq"`
			Events []referee.Event `json:"events"`
			Steps  []desk.Step     `json:"steps,omitempty"`
		}{seq, r.Events, speak.Steps(t, r)})
	default:
		fmt.Fprintln(s.Out, speak.Word("match.allowed", "Line", singleLine(t.Play.Line(c))))
		for _, step := range speak.Steps(t, r) {
			fmt.Fprintf(s.Out, "   %s\n", singleLine(step.Text))
		}
	}
	if no != nil {
		return terminal.ExitRefused
	}
	return nil
}
