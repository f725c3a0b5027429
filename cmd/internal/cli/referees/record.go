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
	op, ruling string
	expect     int
	keepGoing  bool
}

func newRecordCommand(s terminal.Streams) *cobra.Command {
	o := new(recordOptions)
	cmd := &cobra.Command{
		Use:   "record ID [COMMAND…]",
		Short: "Record what happened, or say why it may not",
		Long: `Without a command the lines of standard input are recorded, typed ones or JSON objects (kitpress referee --help), until one is
refused. An operation id makes it safe to send a command again: it counts once. A ruling lets happen what the rules refuse, and is logged.`,
		Example: `  kitpress referee record k7m3pw lina roll INF SYS SYS NET ATT
  kitpress referee record k7m3pw --ruling "it fell off the table" lina reroll SYS to ACC
  kitpress referee record k7m3pw --json < moves.jsonl`,
		Args: command.AtLeast(1),
	}
	o.matchCommand(s, cmd, func(ctx context.Context, v view, args []string) error {
		if line := typed(args); line != "" {
			return v.record(ctx, order{line: line, entry: desk.Submission{Op: o.op, Ruling: o.ruling, Expect: o.expected(cmd)}})
		}
		if o.op != "" || o.ruling != "" {
			return terminal.Usage(`{"verb": …, "op": …, "ruling": …} says it for one line`, "--op and --ruling belong to one command")
		}
		return v.recordLines(ctx, os.Stdin, o.keepGoing)
	})
	f := cmd.Flags()
	f.StringVar(&o.op, "op", "", "`id` of this operation: sent again, it counts once")
	f.IntVar(&o.expect, "expect", 0, "`number` of the last record you have seen: another one after it is not overlooked")
	f.StringVar(&o.ruling, "ruling", "", "`reason` for letting happen what the rules refuse")
	f.BoolVar(&o.keepGoing, "keep-going", false, "go on behind a line that is refused")
	return cmd
}

// expected returns the number of --expect; nil when it was not given.
func (o *recordOptions) expected(cmd *cobra.Command) *int {
	if cmd.Flags().Changed("expect") {
		return &o.expect
	}
	return nil
}

func newUndoCommand(s terminal.Streams) *cobra.Command {
	o := new(recordOptions)
	cmd := &cobra.Command{
		Use:     "undo ID",
		Short:   "Take back the last record; the log keeps both",
		Example: "  kitpress referee undo k7m3pw",
		Args:    command.Exactly(1),
	}
	o.matchCommand(s, cmd, func(ctx context.Context, v view, _ []string) error {
		return v.record(ctx, order{entry: desk.Submission{Undo: true, Op: o.op, Expect: o.expected(cmd)}})
	})
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
	entry desk.Submission
}

// record records one order and says what came of it.
func (v view) record(ctx context.Context, in order) error {
	var res desk.Result
	var err error
	t := v.table
	if in.line != "" {
		in.entry.Command, res.Refusal = t.Play.Parse(in.line)
		if before, found := t.Play.Find(in.entry.By, in.entry.Op); found {
			res = desk.Result{Entry: t.Log[before.Seq-1], Repeated: true}
		}
	}
	if res.Refusal == nil && !res.Repeated {
		if res, err = t.Record(ctx, in.entry, time.Now()); err != nil {
			return v.conflict(err)
		}
	}
	if v.JSON {
		err = v.printRecorded(res)
	} else {
		v.sayRecorded(res, in.line)
	}
	if err == nil && res.Refusal != nil {
		err = terminal.ExitRefused
	}
	return err
}

// printRecorded prints what came of an order on a line of JSON.
func (v view) printRecorded(res desk.Result) error {
	seq := v.table.Play.Seq()
	out := replyJSON{Seq: &seq, Repeated: res.Repeated}
	if res.Refusal != nil {
		out.Refused = refusedOf(res.Refusal, res.Ruleable, v.table.Play.Setup().Edition, v.presenter)
	} else {
		tally := v.table.Play.Tally()
		out.Records, out.Tally = []recordJSON{recordOf(v.table, res.Entry)}, &tally
		out.Steps = v.presenter.Steps(v.table, res.Entry.Record)
	}
	return v.s.JSONLine(out)
}

// sayRecorded says what came of an order.
func (v view) sayRecorded(res desk.Result, line string) {
	switch {
	case res.Refusal != nil:
		SayRefused(v.s, res.Refusal, v.table.Play.Setup().Edition, v.presenter, v.hints(line, res.Refusal, res.Ruleable)...)
	case res.Repeated:
		fmt.Fprintln(v.s.Out, v.presenter.Word("match.repeated", "Seq", res.Entry.Record.Seq))
	default:
		fmt.Fprintln(v.s.Out, v.sayRecord(res.Entry.Record))
		v.printSteps(res.Entry.Record)
		if end := v.presenter.Standing(v.table.Play.Tally()); end != "" {
			fmt.Fprintln(v.s.Out, end)
		}
	}
}

// conflict prints for programs that the log has grown; the error stays.
func (v view) conflict(err error) error {
	var stale *store.StaleError
	if !v.JSON || !errors.As(err, &stale) {
		return err
	}
	return errors.Join(v.s.JSONLine(replyJSON{Conflict: &conflictJSON{stale.Wanted - 1, stale.Have}}), err)
}

// maxOrder is the longest line that is read, in bytes.
const maxOrder = 64 << 10

// recordLines records the lines of the input, one after another.
func (v view) recordLines(ctx context.Context, input io.Reader, keepGoing bool) error {
	scan := bufio.NewScanner(input)
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
		if err = v.record(ctx, *in); err == nil {
			continue
		}
		var code terminal.ExitCode
		if !errors.As(err, &code) {
			return fmt.Errorf("line %d: %w", n, wrongUse(err))
		}
		if !v.JSON {
			terminal.Printf(v.s.Err, "  line %d: %s\n", n, scan.Text())
		}
		if last = err; !keepGoing {
			return err
		}
	}
	return errors.Join(last, scan.Err())
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
	return &order{in.Line, desk.Submission{Command: in.Command, Undo: in.Undo, Ruling: in.Ruling, Op: in.Op, Expect: in.Expect}}, nil
}

func newWhyCommand(s terminal.Streams) *cobra.Command {
	return new(Options).matchCommand(s, &cobra.Command{
		Use:     "why ID COMMAND…",
		Short:   "Say whether something would be legal, and by which rule not; record nothing",
		Example: "  kitpress referee why k7m3pw lina resolve phishing with INF",
		Args:    command.AtLeast(2),
	}, func(_ context.Context, v view, args []string) error { return v.why(typed(args)) })
}

// why says whether a command would be legal.
func (v view) why(line string) error {
	play := v.table.Play
	c, no := play.Parse(line)
	var r referee.Record
	if no == nil {
		r, no = play.Decide(c)
	}
	seq := play.Seq()
	switch {
	case no != nil:
		ruleable := v.table.Ruleable(c)
		return v.refused(v.s, &seq, no, ruleable, play.Setup().Edition, v.presenter, v.hints(line, no, ruleable)...)
	case v.JSON:
		return v.s.JSON(struct {
			Seq    int             `json:"seq"`
			Events []referee.Event `json:"events"`
			Steps  []desk.Step     `json:"steps,omitempty"`
		}{seq, r.Events, v.presenter.Steps(v.table, r)})
	}
	fmt.Fprintln(v.s.Out, v.presenter.Word("match.allowed", "Line", singleLine(play.Line(c))))
	v.printSteps(r)
	return nil
}
