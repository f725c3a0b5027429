package referees

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"kitpress/catalog"
	"kitpress/catalog/source"
	"kitpress/catalog/spreadsheet"
	"kitpress/cmd/internal/cli/command"
	"kitpress/cmd/internal/cli/terminal"
	"kitpress/cmd/internal/desk"
	"kitpress/i18n"
	"kitpress/quiz/referee"
)

// codeScore is the code of what is wrong with a score sheet.
const codeScore = "score"

type scoreOptions struct {
	Options
	edition string
	file    string
}

func newScoreCommand(s terminal.Streams) *cobra.Command {
	o := new(scoreOptions)
	cmd := &cobra.Command{
		Use:   "score GAME FILE",
		Short: "Check a finished score sheet: sums, limits, ranks and who has won",
		Long: `Counts a finished score sheet again. FILE is .csv, .tsv, .xlsx or .json; - is JSON on standard input. A line is a seat: the column seat,
one for each category of the game, by its id or its name in any language of the game, and, where they were filled in, total, rank and winner
(yes or no). In JSON: {"rows": [{"seat": "lina", "values": {"H": 5, "A": 6}, "total": 11, "rank": 1, "winner": true}]}.
With --json: rows (seat, values, total, rank, out), faults (line from 1, field, rule, id, args, message) and found, how the file was read.`,
		Example: `  kitpress referee score cyber-survival sheet.xlsx --lang de
  kitpress referee score online evening.csv --json`,
		Args:              command.Exactly(2),
		ValidArgsFunction: command.CompleteGames,
		RunE:              command.Run(s, o.run),
	}
	o.AddLang(cmd)
	cmd.Flags().StringVar(&o.edition, "edition", "", "`edition` that was played (default: that of the language)")
	command.AddJSON(cmd, &o.JSON)
	return cmd
}

// A scoreSheet is what was read from a file.
type scoreSheet struct {
	claims []referee.Claim
	lines  []int  // by claim: its line in the file
	found  string // how the file was read
}

func (o *scoreOptions) run(_ context.Context, s terminal.Streams, args []string) error {
	g, e, presenter, err := o.rules(s, args[0], o.edition)
	if err != nil {
		return err
	}
	if g.Score == nil {
		return terminal.Usage("kitpress list shows the games", "%s has no score", g.ID)
	}
	o.file = args[1]
	sheet, err := o.read(s, g)
	if err != nil {
		return err
	}
	if n := len(sheet.claims); n < 1 || n > g.Players.Max {
		return o.wrong(fmt.Sprintf("%s is for %d to %d players", g.ID, g.Players.Min, g.Players.Max), "the sheet has %s", terminal.Plural(n, "line"))
	}
	rows, faults := referee.CheckScore(g, g.ParamsFor(e), sheet.claims)
	if o.JSON {
		err = printScoreJSON(s, presenter, sheet, rows, faults)
	} else {
		o.print(s, presenter, sheet, rows, faults)
	}
	if err == nil && len(faults) > 0 {
		err = terminal.ExitRefused
	}
	return err
}

// print prints the sheet as it comes out, and what on it is wrong.
func (o *scoreOptions) print(s terminal.Streams, presenter *desk.Presenter, sheet scoreSheet, rows []referee.Row, faults []referee.Fault) {
	if sheet.found != "" {
		fmt.Fprintf(s.Err, "%s: %s\n", o.file, sheet.found)
	}
	printTally(s.Out, referee.Tally{Rows: rows}, presenter)
	fmt.Fprintln(s.Out)
	if !slices.ContainsFunc(rows, func(r referee.Row) bool { return !r.Out }) {
		fmt.Fprintln(s.Out, presenter.Word("tally.nobody"))
	}
	if len(faults) == 0 {
		fmt.Fprintln(s.Out, presenter.Word("tally.right"))
		return
	}
	for _, f := range faults {
		fmt.Fprintf(s.Out, "%s:%d  %s (%s)\n", o.file, sheet.lines[f.Line], presenter.Word("tally.line",
			"Seat", string(sheet.claims[f.Line].Seat), "Field", scoreField(presenter, f.Field), "Why", presenter.Fault(f)), presenter.RuleID(f.Rule))
	}
	fmt.Fprintf(s.Out, "\n%s\n", presenter.Word("tally.wrong", "N", len(faults)))
}

// scoreField returns what a column is called.
func scoreField(presenter *desk.Presenter, field string) string {
	switch field {
	case referee.FieldSeat, referee.FieldTotal, referee.FieldRank:
		return presenter.Word("match." + field)
	case referee.FieldWinner:
		return presenter.Word("tally.winner")
	}
	return presenter.Category(field)
}

type faultJSON struct {
	Line    int            `json:"line"`
	Field   string         `json:"field"`
	Rule    string         `json:"rule"`
	ID      string         `json:"id"`
	Args    map[string]any `json:"args,omitempty"`
	Message string         `json:"message"`
}

func printScoreJSON(s terminal.Streams, presenter *desk.Presenter, sheet scoreSheet, rows []referee.Row, faults []referee.Fault) error {
	list := []faultJSON{}
	for _, f := range faults {
		list = append(list, faultJSON{sheet.lines[f.Line], f.Field, presenter.RuleID(f.Rule), f.Why.ID, argsOf(f.Why), presenter.Fault(f)})
	}
	return s.JSON(struct {
		Rows   []referee.Row `json:"rows"`
		Faults []faultJSON   `json:"faults"`
		Found  string        `json:"found,omitempty"`
	}{rows, list, sheet.found})
}

// maxScoreFile is the longest file that is read, in bytes: a sheet has a few
// lines.
const maxScoreFile = 8 << 20

// wrong is one thing wrong with the whole file.
func (o *scoreOptions) wrong(hint, format string, args ...any) error {
	var ps source.Problems
	ps.Errorf(source.Pos{File: o.file}, codeScore, format, args...).Hint = hint
	return ps.Err()
}

func (o *scoreOptions) read(s terminal.Streams, g *catalog.Game) (scoreSheet, error) {
	data, err := command.ReadFile(o.file, maxScoreFile)
	if err != nil {
		return scoreSheet{}, err
	}
	if o.file == "-" || strings.EqualFold(path.Ext(o.file), ".json") {
		return readScoreJSON(g, o.file, data)
	}
	sheets, problems := spreadsheet.Read(o.file, data)
	if err := problems.Err(); err != nil {
		return scoreSheet{}, err
	}
	for _, sheet := range sheets {
		if !sheet.Hidden && len(sheet.Rows) > 0 {
			columns, err := scoreColumns(g)
			if err != nil {
				return scoreSheet{}, err
			}
			out, problems := readScoreRows(sheet, columns)
			if !problems.HasErrors() {
				s.Problems(problems)
			}
			return out, problems.Err()
		}
	}
	return scoreSheet{}, o.wrong("a header and a line for each seat", "the sheet is empty")
}

// scoreColumns returns what the columns of a sheet may be called: in every language
// of the game.
func scoreColumns(g *catalog.Game) ([]spreadsheet.Column, error) {
	list := []spreadsheet.Column{{ID: referee.FieldSeat, Need: true}, {ID: referee.FieldTotal}, {ID: referee.FieldRank}, {ID: referee.FieldWinner}}
	for _, c := range g.Score.Categories {
		list = append(list, spreadsheet.Column{ID: c.ID, Need: slices.Contains(g.Score.Total, c.ID)})
	}
	for _, lang := range g.Languages {
		presenter, err := desk.NewPresenter(catalog.Embedded(), g, nil, lang)
		if err != nil {
			return nil, err
		}
		for i := range list {
			if name := scoreField(presenter, list[i].ID); !slices.Contains(list[i].Names, name) {
				list[i].Names = append(list[i].Names, name)
			}
		}
	}
	return list, nil
}

// readScoreRows reads the lines of a sheet; all problems at once.
func readScoreRows(sheet spreadsheet.Sheet, columns []spreadsheet.Column) (scoreSheet, source.Problems) {
	at, ps := sheet.Columns(0, columns)
	out := scoreSheet{found: sheet.Found()}
	if ps.HasErrors() {
		return out, ps
	}
	for row := 1; row < len(sheet.Rows); row++ {
		cell := func(id string) string {
			if col, ok := at[id]; ok {
				return strings.TrimSpace(sheet.Cell(row, col))
			}
			return ""
		}
		if len(sheet.Rows[row]) == 0 {
			continue
		}
		claim := referee.Claim{Seat: referee.Seat(cell(referee.FieldSeat)), Values: map[string]int{}}
		if claim.Seat == "" {
			ps.Errorf(sheet.Pos(row, at[referee.FieldSeat]), codeScore, "the line has no seat").Hint = "a name, a colour or a number"
		}
		number := func(id string) *int {
			text := strings.TrimSuffix(cell(id), ".")
			if text == "" {
				return nil
			}
			n, err := strconv.Atoi(text)
			if err != nil {
				ps.Errorf(sheet.Pos(row, at[id]), codeScore, "%q is no whole number", source.ClipTo(text, 41)).Hint = "write digits only"
				return nil
			}
			return &n
		}
		for _, c := range columns[4:] {
			if n := number(c.ID); n != nil {
				claim.Values[c.ID] = *n
			}
		}
		claim.Total, claim.Rank = number(referee.FieldTotal), number(referee.FieldRank)
		if text := cell(referee.FieldWinner); text != "" {
			won, ok := saysYes(text)
			if !ok {
				ps.Errorf(sheet.Pos(row, at[referee.FieldWinner]), codeScore, "%q is neither yes nor no", source.ClipTo(text, 41)).Hint = "write yes or no"
			}
			claim.Winner = &won
		}
		out.claims, out.lines = append(out.claims, claim), append(out.lines, row+1)
	}
	return out, ps
}

// saysYes reads yes and no in the languages kitpress speaks, a cross or a tick.
func saysYes(text string) (yes, ok bool) {
	switch strings.ToLower(text) {
	case "1", "x", "✓", "✔", "true":
		return true, true
	case "0", "-", "–", "false":
		return false, true
	}
	for _, lang := range i18n.Languages() {
		words, problems := i18n.WordsIn(lang)
		if problems.HasErrors() {
			continue
		}
		if strings.EqualFold(text, words.Word("match.yes")) {
			return true, true
		}
		if strings.EqualFold(text, words.Word("match.no")) {
			return false, true
		}
	}
	return false, false
}

// readScoreJSON reads {"rows": […]}.
func readScoreJSON(g *catalog.Game, file string, data []byte) (scoreSheet, error) {
	var in struct {
		Rows []referee.Claim `json:"rows"`
	}
	if wrong := command.ReadJSON(file, data, &in); wrong != nil {
		wrong.Code = "json"
		return scoreSheet{}, (&source.DataError{Problems: source.Problems{*wrong}})
	}
	var ids []string
	for _, c := range g.Score.Categories {
		ids = append(ids, c.ID)
	}
	out := scoreSheet{claims: in.Rows}
	var ps source.Problems
	for i, c := range in.Rows {
		out.lines = append(out.lines, i+1)
		if c.Seat == "" {
			ps.Errorf(source.Pos{File: file}, codeScore, "row %d has no seat", i+1).Hint = `"seat": a name, a colour or a number`
		}
		for _, id := range slices.Sorted(maps.Keys(c.Values)) {
			if !slices.Contains(ids, id) {
				pos := source.NewCursor(file, data).Pos(bytes.Index(data, []byte(strconv.Quote(id))))
				p := ps.Errorf(pos, codeScore, "row %d: %s has no category %q", i+1, g.ID, source.ClipTo(id, 41))
				p.Hint, p.Excerpt = terminal.Guess(id, ids, "it has: "+strings.Join(ids, ", ")), command.Line(data, pos.Line)
			}
		}
	}
	return out, ps.Err()
}
