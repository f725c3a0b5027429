package kits

import (
	"context"
	"encoding/csv"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"kitpress/catalog/source"
	"kitpress/catalog/spreadsheet"
	"kitpress/cmd/internal/cli/command"
	"kitpress/cmd/internal/cli/terminal"
	"kitpress/cmd/internal/event"
	"kitpress/cmd/internal/press"
)

// eventFolder is where what is printed for an event goes when nobody says.
const eventFolder = "event"

func newEventCommand(s terminal.Streams) *cobra.Command {
	cmd := &cobra.Command{
		Use:     "event",
		Short:   "Print everything for an event at many tables, and draw who meets whom",
		Example: `  kitpress event build library-week.yaml -o library-week`,
		Args:    cobra.NoArgs,
	}
	cmd.AddCommand(newEventBuildCommand(s), newEventPairCommand(s))
	return cmd
}

type eventOptions struct {
	printing
	quiet bool
}

func newEventBuildCommand(s terminal.Streams) *cobra.Command {
	o := new(eventOptions)
	cmd := &cobra.Command{
		Use:   "build FILE",
		Short: "Print the kits of all tables with their numbers, table cards, signs, leaderboard, helpers' sheet",
		Long: `Reads an event file and prints for each game and language a folder: kits with the number of their table on every back, cards
for the tables with QR code and PIN, and signs; and a folder for those who run the event: the standings for the wall and a sheet for
helpers with times and all PINs. An event file:

  format: 1
  title: Library week
  date: 28 November 2026
  lang: en                             # of the papers that are for all
  address: http://192.168.4.10:8080    # where kitpress serve --lan --event listens
  wifi: Library-Games
  secret: a line of random letters     # PINs follow from it
  sponsor: {line: With thanks to the town library, logo: library.svg}   # or a line alone; line: {de: …, en: …}; a table may have its own
  rounds: 3
  times: [{at: "9:00", what: Welcome}]
  tables:
    - {from: 1, to: 20, game: cyber-survival, lang: de}
    - {number: 21, name: Lark, game: online, lang: en}`,
		Example: `  kitpress event build library-week.yaml -o library-week
  kitpress serve --lan --event library-week.yaml`,
		Args: command.Exactly(1),
		RunE: command.Run(s, o.run),
	}
	f := cmd.Flags()
	f.StringVarP(&o.Out, "out", "o", eventFolder, "`folder` for the folders")
	f.StringVar(&o.Paper, "paper", press.DefaultPaper, "`paper`: a4 or letter")
	f.StringVar(&o.Ink, "ink", press.DefaultInk, "`ink`: full, backs, low or mono")
	f.StringVar(&o.Sides, "sides", press.DefaultSides, "`how` to print, as with build")
	f.StringSliceVar(&o.Only, "only", nil, "only these `components` of the kits, and table-cards, table-signs")
	f.BoolVar(&o.verify, "verify", false, "read every QR code from a picture of its page")
	command.AddDryRun(cmd, &o.DryRun)
	f.BoolVarP(&o.quiet, "quiet", "q", false, "show no progress")
	command.Folder(cmd, "out")
	return cmd
}

func (o *eventOptions) run(ctx context.Context, s terminal.Streams, args []string) error {
	if o.Out == "" {
		return terminal.Usage("-o "+eventFolder, "--out needs a folder")
	}
	return command.InGames(s, "", nil, func(in *command.Catalog) error {
		data, err := command.ReadFile(args[0], spreadsheet.MaxText)
		if err != nil {
			return err
		}
		e, problems := event.Read(args[0], data, in.FS)
		if err := problems.Err(); err != nil {
			return err
		}
		parts, problems := e.Parts(ctx, in.FS, os.DirFS(filepath.Dir(args[0])))
		if err := problems.Err(); err != nil {
			return err
		}
		for _, part := range parts {
			p := o.printing
			p.Request = part.Of(o.Request)
			p.Out = filepath.Join(o.Out, part.Folder)
			if err := in.Explain(p.make(ctx, s, in, false, !o.quiet, part.Plan)); err != nil {
				return err
			}
		}
		return nil
	})
}

func newEventPairCommand(s terminal.Streams) *cobra.Command {
	form, size := "swiss", 4
	cmd := &cobra.Command{
		Use:   "pair FILE",
		Short: "Draw the next round from a table of results: Swiss, round robin or knock-out",
		Long: `Reads a table of results, .csv or .xlsx, with the columns name, points, met (whom they have met, between semicolons) and out
(anything in it: has dropped out), and prints who sits at which table in the next round as CSV: round, table, name. Swiss puts those with equal points together
who have not met; round robin prints all rounds of two at a table; knock-out puts the strong with the weak.`,
		Example: `  kitpress event pair standings.csv --size 4
  kitpress event pair teams.csv --form round-robin`,
		Args: command.Exactly(1),
		RunE: command.Run(s, func(_ context.Context, s terminal.Streams, args []string) error { return pair(s, args[0], form, size) }),
	}
	cmd.Flags().StringVar(&form, "form", form, "`form` of the tournament: swiss, round-robin or knock-out")
	cmd.Flags().IntVar(&size, "size", size, "how `many` sit at a table at most")
	command.Complete(cmd, "form", "swiss", "round-robin", "knock-out")
	return cmd
}

// standing are the columns of a table of results.
var standing = []spreadsheet.Column{{ID: "name", Names: []string{"team", "Mannschaft", "nom", "nome", "名前"}, Need: true}, {ID: "points", Names: []string{"Punkte", "punti", "得点"}}, {ID: "met"}, {ID: "out"}}

func pair(s terminal.Streams, file, form string, size int) error {
	if size < 2 || size > 12 {
		return terminal.Usage("--size 4", "--size %d: from 2 to 12 sit at a table", size)
	}
	data, err := command.ReadFile(file, spreadsheet.MaxBytes)
	if err != nil {
		return err
	}
	players, problems := readStanding(file, data)
	if err := problems.Err(); err != nil {
		return err
	}
	if n := event.Playing(players); form != "round-robin" && size == 2 && n > 1 && n%2 == 1 {
		var resting string
		players, resting = event.Rest(players)
		terminal.Printf(s.Err, "%s has a rest\n", resting)
	}
	var rounds [][][]string
	switch form {
	case "swiss":
		rounds = [][][]string{event.Swiss(players, size)}
	case "knock-out":
		rounds = [][][]string{event.KnockOut(players, size)}
	case "round-robin":
		rounds = event.RoundRobin(players)
	default:
		return terminal.Usage("one of swiss, round-robin, knock-out", "--form %q is none", form)
	}
	return writePairs(s.Out, rounds)
}

func writePairs(out io.Writer, rounds [][][]string) error {
	w := csv.NewWriter(out)
	rows := [][]string{{"round", "table", "name"}}
	for r, tables := range rounds {
		for t, names := range tables {
			for _, name := range names {
				rows = append(rows, []string{strconv.Itoa(r + 1), strconv.Itoa(t + 1), name})
			}
		}
	}
	return w.WriteAll(rows)
}

func readStanding(file string, data []byte) ([]event.Player, source.Problems) {
	sheets, ps := spreadsheet.Read(file, data)
	if ps.HasErrors() {
		return nil, ps
	}
	sheet := sheets[0]
	at, more := sheet.Columns(0, standing)
	if ps = append(ps, more...); ps.HasErrors() {
		return nil, ps
	}
	var players []event.Player
	for row := 1; row < len(sheet.Rows); row++ {
		cell := func(id string) string {
			if col, ok := at[id]; ok {
				return strings.TrimSpace(sheet.Cell(row, col))
			}
			return ""
		}
		p := event.Player{Name: cell("name"), Out: cell("out") != ""}
		for _, met := range strings.Split(cell("met"), ";") {
			if met = strings.TrimSpace(met); met != "" {
				p.Met = append(p.Met, met)
			}
		}
		if points := cell("points"); points != "" {
			n, err := strconv.Atoi(points)
			if err != nil {
				ps.Errorf(sheet.Pos(row, at["points"]), "event", "%q is no number of points", source.ClipTo(points, 40))
			}
			p.Points = n
		}
		switch {
		case p.Name == "":
		case slices.ContainsFunc(players, func(q event.Player) bool { return q.Name == p.Name }):
			ps.Errorf(sheet.Pos(row, at["name"]), "event", "%q stands here twice", p.Name).Hint = "call one of them otherwise"
		default:
			players = append(players, p)
		}
	}
	if len(players) < 2 && !ps.HasErrors() {
		ps.Errorf(source.Pos{File: file}, "event", "there are %s", fmt.Sprintf("%d players", len(players)))
	}
	return players, ps
}
