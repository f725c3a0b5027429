// Package referees holds kitpress referee: matches on paper are recorded,
// looked at and counted.
package referees

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"kitpress/catalog"
	"kitpress/cmd/internal/cli/command"
	"kitpress/cmd/internal/cli/terminal"
	"kitpress/cmd/internal/desk"
	"kitpress/quiz"
	"kitpress/quiz/referee"
	"kitpress/quiz/store"
)

const long = `A referee enters what happened at the table and is told at once whether it was legal, by which rule, and what the score is.
Nothing is lost: what was acknowledged is on the disk. Names of people are never needed: seats are colours, numbers or characters.

Commands are typed as SEAT VERB VALUES… ARGUMENT VALUES…: lina resolve data-loss with INF SYS. kitpress referee legal ID SEAT shows
what may be typed now. Ids of cards, dice and resources are those of kitpress check GAME --print catalog.

With --json each command prints one object. Its fields: match (id, game, version, edition, seats, options, created), seq (number of the
last record), records (seq, by, op, command, events, ruling, undoes, at, hash, line, undone), refused (rule, text, id, args, message,
ruleable), steps (seat, text: what an entry brought about), tally (rows, over, winners, rule), view (what lies open, as the game has it), undo (the record that undo would take back),
moves (verb, seat, args, open, rule, cost, line), conflict (expected, have: the log has grown; exit code 1), verified, catalog (version
of the game there, where it is another), deleted. Fields without a value are left out. New ones may be added; none changes its meaning.
record reads JSON lines too: {"seat": "lina", "verb": "roll", "args": {"dice": ["INF"]}, "op": "…", "expect": 3, "ruling": "…"} or {"undo": true}.`

// Command is kitpress referee.
func Command(s terminal.Streams) *cobra.Command {
	return command.Group(&cobra.Command{
		Use:   "referee COMMAND",
		Short: "Referee a game played on paper: check what happens, keep the score and a log",
		Long:  long,
		Example: `  kitpress referee new cyber-survival --seats lina,max
  kitpress referee legal k7m3pw lina
  kitpress referee record k7m3pw table deal phishing data-loss malware`,
	},
		newNewCommand(s), newRecordCommand(s), newUndoCommand(s), newStateCommand(s), newLegalCommand(s), newWhyCommand(s),
		newExplainCommand(s), newLogCommand(s), newReplayCommand(s), newMatchesCommand(s), newExportCommand(s), newImportCommand(s),
		newDeleteCommand(s), newScoreCommand(s), newPrintCommand(s), newOptionsCommand(s))
}

// StoreUsage is what --store is for.
const StoreUsage = "`file` with the matches, or the address of a database, postgres://…\n(default: $KITPRESS_STORE, or kitpress/matches.db in your folder for settings)"

// Options are those that every command of the referee has.
type Options struct {
	Store, Lang string
	JSON        bool
}

func (o *Options) flags(cmd *cobra.Command) {
	cmd.Flags().StringVar(&o.Store, "store", "", StoreUsage)
	o.AddLang(cmd)
	command.AddJSON(cmd, &o.JSON)
}

// AddLang gives a command the flag for the language a referee speaks.
func (o *Options) AddLang(cmd *cobra.Command) {
	cmd.Flags().StringVarP(&o.Lang, "lang", "l", "", "`language` (default: the environment's)")
	command.AnyCase(cmd, "lang", command.CanonicalLang)
}

// File returns where the matches are, a file or a database; its folder is made when it is the usual
// one.
func (o *Options) File(s terminal.Streams) (string, error) {
	file := o.Store
	if file == "" {
		file = s.Env("KITPRESS_STORE")
	}
	if file != "" {
		return file, nil
	}
	dir, err := os.UserConfigDir()
	if err != nil {
		return "", terminal.Usage("--store FILE; kitpress serve does without under --no-tables", "there is no folder for settings: %v", err)
	}
	file = filepath.Join(dir, "kitpress", "matches.db")
	return file, os.MkdirAll(filepath.Dir(file), 0o700)
}

// matchesCommand makes cmd one about the matches in the store.
func (o *Options) matchesCommand(s terminal.Streams, cmd *cobra.Command, run func(ctx context.Context, d *desk.Desk, args []string) error) *cobra.Command {
	cmd.RunE = func(cmd *cobra.Command, args []string) (err error) {
		file, err := o.File(s)
		if err != nil {
			return err
		}
		matches, err := store.OpenAt(cmd.Context(), file)
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, matches.Close()) }()
		return wrongUse(run(cmd.Context(), &desk.Desk{Store: matches, Catalog: catalog.Embedded()}, args))
	}
	o.flags(cmd)
	return cmd
}

// A view is a match as somebody looks at it.
type view struct {
	*Options
	s         terminal.Streams
	table     *desk.OpenMatch
	presenter *desk.Presenter
}

// matchCommand makes cmd one about the match whose id is the first argument.
func (o *Options) matchCommand(s terminal.Streams, cmd *cobra.Command, run func(ctx context.Context, v view, args []string) error) *cobra.Command {
	return o.matchesCommand(s, cmd, func(ctx context.Context, d *desk.Desk, args []string) error {
		t, err := d.Open(ctx, args[0])
		if err != nil {
			return err
		}
		presenter, err := o.Presenter(s, d.Catalog, t.Game(), t.Play.Setup().Edition)
		if err != nil {
			return err
		}
		return run(ctx, view{o, s, t, presenter}, args[1:])
	})
}

// rules loads a game kitpress ships for a command about its rules, in an
// edition or in that of the language.
func (o *Options) rules(s terminal.Streams, game, edition string) (*catalog.Game, *catalog.Edition, *desk.Presenter, error) {
	g, err := command.LoadGame(catalog.Embedded(), game)
	if err != nil {
		return nil, nil, nil, err
	}
	e := g.Edition(edition)
	if edition != "" && e == nil {
		return nil, nil, nil, terminal.Usage("kitpress referee options "+game+" shows them", "%s has no edition %q", game, edition)
	}
	presenter, err := o.Presenter(s, catalog.Embedded(), g, e)
	if err == nil && e == nil {
		e = g.EditionFor(presenter.Lang())
	}
	return g, e, presenter, err
}

// Presenter returns who says things in the language asked for.
func (o *Options) Presenter(s terminal.Streams, games fs.FS, g *catalog.Game, e *catalog.Edition) (*desk.Presenter, error) {
	if o.Lang == "" {
		return desk.NewPresenter(games, g, e, command.Reading(s)...)
	}
	base, _, _ := strings.Cut(o.Lang, "-")
	for _, l := range g.Languages {
		if command.LangTag.MatchString(o.Lang) && (l == o.Lang || l == base) {
			return desk.NewPresenter(games, g, e, o.Lang)
		}
	}
	return nil, terminal.Usage(terminal.Guess(o.Lang, g.Languages, "it has: "+strings.Join(g.Languages, ", ")), "--lang: %s is not in %q", g.ID, o.Lang)
}

// wrongUse turns what a table says into what was typed wrongly.
func wrongUse(err error) error {
	var unknown *desk.UnknownError
	var stale *store.StaleError
	switch {
	case errors.As(err, &unknown):
		hint := map[string]string{"match": "kitpress referee matches lists them", "game": "kitpress list shows the games"}[unknown.What]
		if unknown.Guess != "" {
			hint = fmt.Sprintf("did you mean %q?", unknown.Guess)
		}
		return terminal.Usage(hint, "%s", err)
	case errors.As(err, &stale):
		return fmt.Errorf("the log has grown: you have seen %d, it is at %d now; look at it again (kitpress referee log), then record", stale.Wanted-1, stale.Have)
	}
	return err
}

// A refusedJSON is a refusal for programs.
type refusedJSON struct {
	Rule     string         `json:"rule,omitempty"`
	Text     string         `json:"text,omitempty"` // of the rule
	ID       string         `json:"id"`             // of the message
	Args     map[string]any `json:"args,omitempty"`
	Message  string         `json:"message"`
	Ruleable bool           `json:"ruleable"` // --ruling would let it happen
}

func refusedOf(no *referee.Refusal, ruleable bool, e *catalog.Edition, presenter *desk.Presenter) *refusedJSON {
	return &refusedJSON{presenter.RuleID(no.Rule), presenter.Rule(no.Rule, e), no.Why.ID, argsOf(no.Why), presenter.Message(no.Why), ruleable}
}

// refused says why something is refused and returns the exit code for it. seq
// is the number of the last record of the match, nil when there is none.
func (o *Options) refused(s terminal.Streams, seq *int, no *referee.Refusal, ruleable bool, e *catalog.Edition, presenter *desk.Presenter, hints ...string) error {
	if !o.JSON {
		SayRefused(s, no, e, presenter, hints...)
	} else if err := s.JSON(replyJSON{Seq: seq, Refused: refusedOf(no, ruleable, e, presenter)}); err != nil {
		return err
	}
	return terminal.ExitRefused
}

// argsOf returns the arguments of a message by name.
func argsOf(m quiz.Message) map[string]any {
	if len(m.Args) == 0 {
		return nil
	}
	args := map[string]any{}
	for i := 0; i+1 < len(m.Args); i += 2 {
		args[fmt.Sprint(m.Args[i])] = m.Args[i+1]
	}
	return args
}

// SayRefused prints a refusal, the rule it cites, and what could be said
// instead.
func SayRefused(s terminal.Streams, no *referee.Refusal, e *catalog.Edition, presenter *desk.Presenter, hints ...string) {
	fmt.Fprintln(s.Err, s.Red(presenter.Refused(no)))
	if text := presenter.Rule(no.Rule, e); text != "" {
		fmt.Fprintf(s.Err, "  %s  %s\n", presenter.RuleID(no.Rule), strings.ReplaceAll(text, "\n", "\n  "))
	}
	args := argsOf(no.Why)
	if guess, _ := args["Guess"].(string); guess != "" {
		hints = append(hints, presenter.Word("match.guess", "Guess", guess))
	} else if known, _ := args["Allowed"].([]string); len(known) > 0 {
		hints = append(hints, presenter.Word("match.known", "List", strings.Join(known, ", ")))
	}
	for _, h := range hints {
		fmt.Fprintf(s.Err, "  %s\n", presenter.Word("match.hint", "Text", h))
	}
}

// hints returns what helps whoever typed a line that was refused: how it is
// written, or what lets it happen.
func (v view) hints(line string, no *referee.Refusal, ruleable bool) []string {
	var hints []string
	switch no.Why.ID {
	case "referee.unknown-argument", "referee.too-few-values", "referee.too-many-values", "referee.unknown-value", "referee.not-a-number":
		for word := range strings.FieldsSeq(line) {
			if form := verbForm(v.table.Play.Verbs(), word); form != "" {
				hints = append(hints, v.presenter.Word("match.form", "Form", form))
				break
			}
		}
	}
	if ruleable {
		hints = append(hints, v.presenter.Word("match.ruleable", "Flag", "--ruling "+v.presenter.Word("match.reason")))
	}
	return hints
}

// verbForm returns how a verb is written: play CARD [threat …] [to …]; "" when
// nothing is called so.
func verbForm(verbs []referee.Verb, name string) string {
	for _, v := range verbs {
		if !strings.EqualFold(v.Name, name) {
			continue
		}
		form := v.Name
		for i, a := range v.Args {
			part := a.Name + " …"
			if i == 0 {
				part = strings.ToUpper(a.Name)
				if a.Max > 1 {
					part += " …"
				}
			}
			if a.Min == 0 {
				part = "[" + part + "]"
			}
			form += " " + part
		}
		return form
	}
	return ""
}

// A recordJSON is a record with what a program would otherwise have to work
// out.
type recordJSON struct {
	referee.Record
	At     time.Time `json:"at"`
	Hash   string    `json:"hash"`
	Line   string    `json:"line,omitempty"` // the command as it is typed
	Undone bool      `json:"undone,omitempty"`
}

func recordOf(t *desk.OpenMatch, e store.Entry) recordJSON {
	r := recordJSON{Record: e.Record, At: e.At, Hash: e.Hash}
	if e.Record.Undoes == 0 {
		r.Line = t.Play.Line(e.Record.Command)
	}
	return r
}

// sayRecord returns a record on one line.
func (v view) sayRecord(r referee.Record) string {
	line := v.table.Play.Line(r.Command)
	switch {
	case r.Undoes > 0:
		line = v.presenter.Word("match.takes-back", "Seq", r.Undoes, "Line", v.table.Play.Line(v.table.Log[r.Undoes-1].Record.Command))
	case r.Ruling != nil:
		line += "  · " + v.presenter.Word("match.ruling", "Rule", v.presenter.RuleID(r.Ruling.Rule), "Reason", r.Ruling.Reason)
	}
	return singleLine(fmt.Sprintf("%d  %s", r.Seq, line))
}

// printSteps prints what a record brings about.
func (v view) printSteps(r referee.Record) {
	for _, step := range v.presenter.Steps(v.table, r) {
		fmt.Fprintf(v.s.Out, "   %s\n", singleLine(step.Text))
	}
}

// title returns the game, its edition and its options on one line.
func (v view) title() string {
	parts := []string{v.presenter.Text(v.table.Game().Name)}
	if e := v.table.Play.Setup().Edition; e != nil {
		parts = append(parts, v.presenter.Word("match.edition", "Name", v.presenter.Text(e.Name)))
	}
	options := v.table.Match.Options
	for _, name := range slices.Sorted(maps.Keys(options)) {
		parts = append(parts, name+"="+options[name])
	}
	return strings.Join(parts, " · ")
}

// singleLine keeps what others wrote from looking like a line of its own.
func singleLine(text string) string {
	return strings.Map(func(r rune) rune {
		if r == '\n' || r == '\t' {
			return ' '
		}
		return r
	}, text)
}
