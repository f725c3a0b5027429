package referees

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"kitpress/cmd/internal/cli/command"
	"kitpress/cmd/internal/cli/terminal"
	"kitpress/cmd/internal/desk"
	"kitpress/quiz/referee"
	"kitpress/quiz/store"
)

// A replyJSON is what the commands of the referee print for programs.
type replyJSON struct {
	Match    *store.Match   `json:"match,omitempty"`
	Seq      *int           `json:"seq,omitempty"`
	Repeated bool           `json:"repeated,omitempty"`
	Records  []recordJSON   `json:"records,omitempty"`
	Steps    []desk.Step    `json:"steps,omitempty"`
	Refused  *refusedJSON   `json:"refused,omitempty"`
	Tally    *referee.Tally `json:"tally,omitempty"`
	View     any            `json:"view,omitempty"`
	Undo     *recordJSON    `json:"undo,omitempty"`
	Moves    []moveJSON     `json:"moves,omitempty"`
	Verified bool           `json:"verified,omitempty"`
	Conflict *conflictJSON  `json:"conflict,omitempty"`
	Deleted  string         `json:"deleted,omitempty"`
	// Catalog is the version of the game in the catalog, where it is another
	// than the match was played with.
	Catalog string `json:"catalog,omitempty"`
}

// A conflictJSON says that the log has grown since it was looked at.
type conflictJSON struct {
	Expected int `json:"expected"` // number of the last record that was seen
	Have     int `json:"have"`     // number of the last record there is
}

// stateOf returns what a seat may see; "" is the screen.
func stateOf(t *desk.Table, seat referee.Seat) replyJSON {
	tally, seq := t.Play.Tally(), t.Play.Seq()
	out := replyJSON{Match: &t.Match, Seq: &seq, Tally: &tally, View: t.Play.View(seat)}
	if last, ok := t.Play.Undoable(); ok {
		r := recordOf(t, t.Log[last.Seq-1])
		out.Undo = &r
	}
	return out
}

func newStateCommand(s terminal.Streams) *cobra.Command {
	var o Options
	var id string
	cmd := &cobra.Command{
		Use:     "state ID",
		Short:   "Show the score, whose turn it is, and what lies open",
		Example: "  kitpress referee state k7m3pw --lang de",
		Args:    command.Exactly(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			id = args[0]
			return o.open(cmd.Context(), s, id, func(t *desk.Table, speak *desk.Speaker) error {
				if o.JSON {
					return terminal.PrintJSON(s.Out, stateOf(t, ""))
				}
				return printState(s, t, speak)
			})
		},
	}
	o.flags(cmd)
	return cmd
}

func printState(s terminal.Streams, t *desk.Table, speak *desk.Speaker) error {
	fmt.Fprintf(s.Out, "%s · %s · #%d\n\n", title(t, speak), t.Match.ID, t.Play.Seq())
	tally := t.Play.Tally()
	printTally(s.Out, tally, speak)
	if end := speak.Standing(tally); end != "" {
		fmt.Fprintf(s.Out, "\n%s\n", end)
	}
	lines, err := speak.View(t)
	if err != nil {
		return err
	}
	fmt.Fprintln(s.Out)
	for _, l := range lines {
		fmt.Fprintln(s.Out, l)
	}
	if last, ok := t.Play.Undoable(); ok {
		fmt.Fprintf(s.Out, "\n%s\n", speak.Word("match.undo-next", "Seq", last.Seq, "Line", t.Play.Line(last.Command)))
	}
	return nil
}

// printTally prints the score as a table, a line for each seat.
func printTally(w io.Writer, t referee.Tally, speak *desk.Speaker) {
	ids, names := speak.Columns(t.Rows)
	rows := [][]string{append(append([]string{speak.Word("match.seat")}, names...), speak.Word("match.total"), speak.Word("match.rank"), "")}
	for _, r := range t.Rows {
		row := []string{string(r.Seat)}
		for _, id := range ids {
			row = append(row, strconv.Itoa(r.Values[id]))
		}
		rank, out := strconv.Itoa(r.Rank)+".", ""
		if r.Out {
			rank, out = "–", speak.Word("match.out")
		}
		rows = append(rows, append(row, strconv.Itoa(r.Total), rank, out))
	}
	terminal.PrintTable(w, rows)
}

// A moveJSON is a move, as it is typed too.
type moveJSON struct {
	referee.Move
	Line  string `json:"line"`
	Label string `json:"label"` // in the language
}

func newLegalCommand(s terminal.Streams) *cobra.Command {
	var o Options
	cmd := &cobra.Command{
		Use:   "legal ID [SEAT]",
		Short: "Show what may be done now, by which rule and at what cost",
		Long:  "What is still to be said of a move, such as what was rolled, stands in brackets. Without a seat, or with the seat table, it is the whole table: everything anybody may do.",
		Example: `  kitpress referee legal k7m3pw
  kitpress referee legal k7m3pw lina`,
		Args: cobra.RangeArgs(1, 2),
		RunE: func(cmd *cobra.Command, args []string) error {
			return o.open(cmd.Context(), s, args[0], func(t *desk.Table, speak *desk.Speaker) error {
				return printLegal(s, t, speak, append(args, tableSeat)[1], o.JSON)
			})
		},
	}
	o.flags(cmd)
	return cmd
}

// tableSeat is what the whole table is called where a seat is asked for.
const tableSeat = "table"

func printLegal(s terminal.Streams, t *desk.Table, speak *desk.Speaker, name string, json bool) error {
	seats := []referee.Seat{referee.Seat(name)}
	switch {
	case name == tableSeat:
		seats = append([]referee.Seat{""}, t.Match.Seats...)
	case !t.Play.Setup().Has(referee.Seat(name)):
		var names []string
		for _, s := range t.Match.Seats {
			names = append(names, string(s))
		}
		return terminal.Usage(terminal.Guess(name, names, "seats: "+strings.Join(append(names, tableSeat), ", ")), "nobody here is called %q", name)
	}
	var list []moveJSON
	for _, seat := range seats {
		for _, m := range t.Play.Legal(seat) {
			list = append(list, moveJSON{m, t.Play.Line(m.Command), speak.MoveLabel(t, m)})
		}
	}
	if json {
		seq := t.Play.Seq()
		return terminal.PrintJSON(s.Out, replyJSON{Match: &t.Match, Seq: &seq, Moves: list})
	}
	switch {
	case t.Play.Tally().Over:
		fmt.Fprintln(s.Out, speak.Word("match.over"))
	case len(list) == 0:
		fmt.Fprintln(s.Out, speak.Word("match.nothing-legal", "Seat", name))
	}
	for _, m := range list {
		fmt.Fprintln(s.Out, moveLine(m, speak))
	}
	return nil
}

// moveLine returns a move as it is typed, its rule, what it says, and what it
// costs.
func moveLine(m moveJSON, speak *desk.Speaker) string {
	line := m.Line
	for _, open := range m.Open {
		line += " [" + open + "]"
	}
	line += "  " + speak.RuleID(m.Rule) + "  " + m.Label
	var costs []string
	for _, c := range m.Cost {
		cost := fmt.Sprintf("%d × %s", c.N, speak.Name(c.Of))
		if from := speak.RuleID(c.Rule); from != "" && c.Rule != m.Rule {
			cost += " (" + from + ")"
		}
		if c.Card != "" {
			cost += " (" + speak.Name(c.Card) + ")"
		}
		costs = append(costs, cost)
	}
	if len(costs) > 0 {
		line += "  · " + speak.Word("match.costs", "List", speak.List(costs))
	}
	return line
}
