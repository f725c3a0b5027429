package games

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"kitpress/catalog/form"
	"kitpress/cmd/internal/cli/command"
	"kitpress/cmd/internal/cli/terminal"
	"kitpress/cmd/internal/kit/fromtable"
)

type importOptions struct {
	out string
	fromtable.Options
}

func newImportCommand(s terminal.Streams) *cobra.Command {
	o := new(importOptions)
	cmd := &cobra.Command{
		Use:   "import FILE",
		Short: "Make a game out of a spreadsheet (.csv, .tsv, .xlsx) and the pictures beside it",
		Long: `The first row names the columns, each other row is a card. Columns are known by their names in five languages (title, Titel,
count, Bild …) or by what is in them; title.fr is the French title. What was guessed is said, and stands in the files that are
written. The table itself is copied and stays what the cards are read from: change it and build again.

An empty row and a row that begins with # are no cards. Each sheet of a workbook is a deck.`,
		Example: `  kitpress import monsters.xlsx
  kitpress import webapp-cards-2.00-en.yaml --as cornucopia -o cornucopia
  kitpress import cards.csv -o my-game --look poster-card --size tarot
  kitpress build --catalog my-game`,
		Args: command.Exactly(1),
		RunE: command.Run(s, func(_ context.Context, s terminal.Streams, args []string) error { return o.run(s, args[0]) }),
	}
	cmd.Flags().StringVarP(&o.out, "output", "o", "", "folder of the game (default: named after the file)")
	cmd.Flags().StringVar(&o.As, "as", "", "cornucopia: FILE holds the cards of OWASP Cornucopia, such as webapp-cards-2.00-en.yaml;\nits other languages beside it are read, too")
	addImport(cmd, &o.Options)
	return cmd
}

// addImport adds the flags of whatever makes a game out of a table.
func addImport(cmd *cobra.Command, o *fromtable.Options) {
	command.AddDryRun(cmd, &o.DryRun)
	cmd.Flags().StringVar(&o.Name, "name", "", "name of the game (default: that of the file)")
	cmd.Flags().StringVar(&o.Lang, "lang", "", "language of the table, where its columns do not say (default: that of the environment)")
	command.AnyCase(cmd, "lang", command.CanonicalLang)
	cmd.Flags().StringVar(&o.Look, "look", "", "template of the cards, see kitpress list templates (default: one that fits)")
	cmd.Flags().StringVar(&o.Size, "size", "", "size of the cards: a name (poker, tarot, mini …) or width x height in mm (default: 63x88)")
}

func (o *importOptions) run(s terminal.Streams, file string) error {
	if o.out == "" {
		base := filepath.Base(file)
		if o.out = form.IDFrom(strings.TrimSuffix(base, filepath.Ext(base))); o.out == "" {
			return terminal.Usage("name the folder: -o my-game", "no folder can be named after %s", base)
		}
	}
	return makeFromTable(s, file, o.out, o.Options)
}

// makeFromTable makes a game and says what was guessed.
func makeFromTable(s terminal.Streams, file, dir string, o fromtable.Options) error {
	if o.Lang == "" {
		o.Lang = command.Writing(s.Env)
	}
	date, err := command.SourceDate(s.Env)
	if err != nil {
		return err
	}
	if o.Date = date; date.IsZero() {
		o.Date = time.Now()
	}
	made, err := fromtable.Import(file, dir, o)
	if err != nil {
		return err
	}
	for _, said := range made.Said {
		terminal.Printf(s.Err, "%s\n", said)
	}
	for _, name := range made.Files {
		fmt.Fprintln(s.Out, filepath.Join(dir, filepath.FromSlash(name)))
	}
	if o.DryRun {
		command.SayDryRun(s, true)
		return nil
	}
	err = terminal.Printf(s.Err, "%s; now try: kitpress build --catalog %s -o print\n", terminal.Plural(made.Cards, "card"), dir)
	return err
}
