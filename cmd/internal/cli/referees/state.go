package referees

import (
	"context"
	"fmt"
	"io"
	"slices"
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

// state returns what everybody may see.
func (v view) state() replyJSON {
	t := v.table
	tally, seq := t.Play.Tally(), t.Play.Seq()
	out := replyJSON{Match: &t.Match, Seq: &seq, Tally: &tally, View: t.Play.View("")}
	if last, ok := t.Play.Undoable(); ok {
		r := recordOf(t, t.Log[last.Seq-1])
		out.Undo = &r
	}
	return out
}

func newStateCommand(s terminal.Streams) *cobra.Command {
	return new(Options).matchCommand(s, &cobra.Command{
		Use:     "state ID",
		Short:   "Show the score, whose turn it is, and what lies open",
		Example: "  kitpress referee state k7m3pw --lang de",
		Args:    command.Exactly(1),
	}, func(_ context.Context, v view, _ []string) error {
		if v.JSON {
			return s.JSON(v.state())
		}
		return v.printState()
	})
}

func (v view) printState() error {
	w, play := v.s.Out, v.table.Play
	fmt.Fprintf(w, "%s · %s · #%d\n\n", v.title(), v.table.Match.ID, play.Seq())
	tally := play.Tally()
	printTally(w, tally, v.presenter)
	if end := v.presenter.Standing(tally); end != "" {
		fmt.Fprintf(w, "\n%s\n", end)
	}
	sections, err := v.presenter.View(v.table)
	if err != nil {
		return err
	}
	fmt.Fprintln(w)
	for _, section := range sections {
		fmt.Fprintln(w, viewLine(section.Line, len(section.Rows) == 0, v.presenter))
		for _, row := range section.Rows {
			fmt.Fprintln(w, "  "+viewLine(row, true, v.presenter))
		}
	}
	if last, ok := play.Undoable(); ok {
		fmt.Fprintf(w, "\n%s\n", v.presenter.Word("match.undo-next", "Seq", last.Seq, "Line", play.Line(last.Command)))
	}
	return nil
}

// viewLine returns a line of what lies open, with its value or as a heading.
func viewLine(l desk.Line, value bool, presenter *desk.Presenter) string {
	switch {
	case l.Label == "":
		return valueOf(l, presenter)
	case !value:
		return l.Label
	}
	return l.Label + "  " + valueOf(l, presenter)
}

// valueOf returns the value of a line, with the marks between its tags.
func valueOf(l desk.Line, presenter *desk.Presenter) string {
	if len(l.Tags) == 0 && !l.List {
		return l.Text
	}
	var tags []string
	for _, tag := range l.Tags {
		text := valueOf(tag, presenter)
		switch {
		case tag.Label != "" && len(tag.Tags) > 0 && !tag.List:
			text = tag.Label + " (" + text + ")"
		case tag.Label != "":
			text = strings.TrimSpace(tag.Label + " " + text)
		}
		tags = append(tags, text)
	}
	if l.List {
		return presenter.List(tags)
	}
	return strings.Join(tags, " · ")
}

// printTally prints the score as a table, a line for each seat.
func printTally(w io.Writer, t referee.Tally, presenter *desk.Presenter) {
	ids, names := presenter.Columns(t.Rows)
	table := terminal.Table{Numbers: true}
	table.Add(slices.Concat([]string{presenter.Word("match.seat")}, names, []string{presenter.Word("match.total"), presenter.Word("match.rank"), ""})...)
	for _, r := range t.Rows {
		row := []string{string(r.Seat)}
		for _, id := range ids {
			row = append(row, strconv.Itoa(r.Values[id]))
		}
		rank, out := strconv.Itoa(r.Rank)+".", ""
		if r.Out {
			rank, out = "–", presenter.Word("match.out")
		}
		table.Add(append(row, strconv.Itoa(r.Total), rank, out)...)
	}
	_ = table.Print(w) // like all that is printed here
}

// A moveJSON is a move, as it is typed too.
type moveJSON struct {
	referee.Move
	Line  string `json:"line"`
	Label string `json:"label"` // in the language
}

func newLegalCommand(s terminal.Streams) *cobra.Command {
	return new(Options).matchCommand(s, &cobra.Command{
		Use:   "legal ID [SEAT]",
		Short: "Show what may be done now, by which rule and at what cost",
		Long:  "What is still to be said of a move, such as what was rolled, stands in brackets. Without a seat, or with the seat table, it is the whole table: everything anybody may do.",
		Example: `  kitpress referee legal k7m3pw
  kitpress referee legal k7m3pw lina`,
		Args: command.Between(1, 2, "1 or 2 arguments"),
	}, func(_ context.Context, v view, args []string) error { return v.printLegal(append(args, tableSeat)[0]) })
}

// tableSeat is what the whole table is called where a seat is asked for.
const tableSeat = "table"

func (v view) printLegal(name string) error {
	play := v.table.Play
	seats := []referee.Seat{referee.Seat(name)}
	switch {
	case name == tableSeat:
		seats = append([]referee.Seat{""}, v.table.Match.Seats...)
	case !play.Setup().Has(referee.Seat(name)):
		names := seatNames(v.table.Match.Seats)
		return terminal.Usage(terminal.Guess(name, names, "seats: "+strings.Join(append(names, tableSeat), ", ")), "nobody here is called %q", name)
	}
	var list []moveJSON
	for _, seat := range seats {
		for _, m := range play.Legal(seat) {
			list = append(list, moveJSON{m, play.Line(m.Command), v.presenter.MoveLabel(v.table, m)})
		}
	}
	if v.JSON {
		seq := play.Seq()
		return v.s.JSON(replyJSON{Match: &v.table.Match, Seq: &seq, Moves: list})
	}
	switch {
	case play.Tally().Over:
		fmt.Fprintln(v.s.Out, v.presenter.Word("match.over"))
	case len(list) == 0:
		fmt.Fprintln(v.s.Out, v.presenter.Word("match.nothing-legal", "Seat", name))
	}
	for _, m := range list {
		fmt.Fprintln(v.s.Out, moveLine(m, v.presenter))
	}
	return nil
}

func seatNames(seats []referee.Seat) []string {
	var names []string
	for _, seat := range seats {
		names = append(names, string(seat))
	}
	return names
}

// moveLine returns a move as it is typed, its rule, what it says, and what it
// costs.
func moveLine(m moveJSON, presenter *desk.Presenter) string {
	line := m.Line
	for _, open := range m.Open {
		line += " [" + open + "]"
	}
	line += "  " + presenter.RuleID(m.Rule) + "  " + m.Label
	var costs []string
	for _, c := range m.Cost {
		cost := fmt.Sprintf("%d × %s", c.N, presenter.Name(c.Of))
		if from := presenter.RuleID(c.Rule); from != "" && c.Rule != m.Rule {
			cost += " (" + from + ")"
		}
		if c.Card != "" {
			cost += " (" + presenter.Name(c.Card) + ")"
		}
		costs = append(costs, cost)
	}
	if len(costs) > 0 {
		line += "  · " + presenter.Word("match.costs", "List", presenter.List(costs))
	}
	return line
}
