package games

import (
	"bytes"
	"context"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"kitpress/catalog"
	"kitpress/cmd/internal/cli/command"
	"kitpress/cmd/internal/cli/terminal"
	"kitpress/cmd/internal/kit/publish"
	"kitpress/cmd/internal/kit/tree"
	"kitpress/i18n"
)

type translateOptions struct {
	lang, catalog string
	as, from      string
	stamp         []string
	dryRun        bool
	would         tree.Files // what a dry run would have written into the folder
}

func newTranslateCommand(s terminal.Streams) *cobra.Command {
	o := new(translateOptions)
	cmd := &cobra.Command{
		Use:   "translate GAME|topics|words LANG",
		Short: "Write or refresh the file a translator fills in: locales/<lang>.yaml",
		Long: `Texts that are there stay. Missing ones are added, empty, below their source; stale ones show what the source says now.
With --catalog the file is written into the folder of the game, without it to standard output.
For the topics there is one file for each explanation, topics/explanations/<lang>/<topic>.yaml, and one for the questions
about each topic, topics/questions/<lang>/<topic>.yaml: what is missing or stale is listed.
For a language kitpress has no words of its own in, words prints what stands around the texts of a game, on sheets, in the
print plan, above chapters: translated, it is the file i18n/<lang>.yaml of the game.
With --as the texts go to standard output as a file for Poedit or Weblate (po) or for OmegaT and other programs
(xliff, 2.0), words in the plural forms of the language; --from takes over what a translator made of it.`,
		Example: `  kitpress translate my-game fr --catalog my-game
  kitpress translate my-game fr --catalog my-game --stamp card.fox.title   # checked: still says the same
  kitpress translate cyber-survival es > es.yaml
  kitpress translate topics fr --catalog my-catalog --as po > topics-fr.po
  kitpress translate topics fr --catalog my-catalog --stamp phishing.notice   # or phishing/bank-mail, phishing.questions, phishing, all
  kitpress translate words ar --catalog my-game   # writes my-game/i18n/ar.yaml
  kitpress translate words ar --catalog my-game --as po > words-ar.po
  kitpress translate my-game fr --catalog my-game --as po > fr.po   # or xliff
  kitpress translate my-game fr --catalog my-game --from fr.po`,
		Args:              command.Exactly(2),
		ValidArgsFunction: command.CompleteGames,
		RunE:              command.Run(s, o.run),
	}
	command.AddCatalog(cmd, &o.catalog)
	cmd.Flags().StringSliceVar(&o.stamp, "stamp", nil, "`ids` of stale texts, or of topics, you have checked, or all")
	cmd.Flags().StringVar(&o.as, "as", "", "write the texts in another `format`: po or xliff")
	cmd.Flags().StringVar(&o.from, "from", "", "take over the translations in a `file`, .po or .xlf")
	command.AddDryRun(cmd, &o.dryRun)
	cmd.MarkFlagsMutuallyExclusive("as", "from", "stamp")
	command.Complete(cmd, "as", "po", "xliff")
	return cmd
}

func (o *translateOptions) run(_ context.Context, s terminal.Streams, args []string) error {
	o.lang, o.would = args[1], tree.Files{}
	defer command.SayDryRun(s, o.dryRun)
	if args[0] == "words" {
		return o.translateWords(s)
	}
	return command.InGames(s, o.catalog, args[:1], func(in *command.Catalog) error {
		o.catalog = in.Dir
		if args[0] == topicsWord {
			return o.translateTopics(s, in.FS)
		}
		g, err := command.LoadGame(in.FS, args[0])
		if err != nil {
			return err
		}
		return o.translate(s, in.FS, g)
	})
}

// translate writes the file for a translator of a game.
func (o *translateOptions) translate(s terminal.Streams, fsys fs.FS, g *catalog.Game) error {
	if !command.LangTag.MatchString(o.lang) {
		return terminal.Usage("write it like de or de-CH", "%q is no language", o.lang)
	}
	if o.lang == g.Source {
		return terminal.Usage("its texts stand in game.yaml, cards.yaml, rules.yaml", "%s is written in %s", g.ID, o.lang)
	}
	have, problems := i18n.Translations(fsys, g, o.lang)
	if have == nil && problems.HasErrors() {
		return problems.Err()
	}
	switch {
	case o.as != "":
		return o.export(s, g, have)
	case o.from != "":
		var err error
		if have, err = o.take(s, g, have); err != nil {
			return err
		}
	}
	if len(o.stamp) > 0 {
		ids := o.stamp
		if len(ids) == 1 && ids[0] == "all" {
			ids = nil
		}
		have = i18n.Stamp(g, have, ids...)
	}
	var b bytes.Buffer
	if err := i18n.WriteTemplate(&b, g, o.lang, have); err != nil {
		return err
	}
	if o.catalog == "" {
		_, err := s.Data.Write(b.Bytes())
		return err
	}
	name, err := o.put(i18n.LocaleFile(g, o.lang), b.Bytes())
	if err != nil {
		return err
	}
	held, left := i18n.Held(g, o.lang, have), 0
	for _, m := range held {
		if t := have[m.ID]; t.Text == "" || t.Of != catalog.Hash(m.Text) {
			left++
		}
	}
	return terminal.Printf(s.Out, "%s: %s, %d to translate or to check\n", name, terminal.Plural(len(held), "text"), left)
}

// put writes a file of the folder, if this is no dry run, and returns where it
// lies.
func (o *translateOptions) put(name string, data []byte) (string, error) {
	to := filepath.Join(o.catalog, filepath.FromSlash(name))
	if o.dryRun {
		o.would[name] = data
		return to, nil
	}
	if err := os.MkdirAll(filepath.Dir(to), 0o777); err != nil {
		return "", err
	}
	return to, publish.ReplaceFile(to, data)
}
