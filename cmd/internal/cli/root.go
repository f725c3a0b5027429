package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"kitpress/catalog/source"
	"kitpress/cmd/internal/cli/command"
	"kitpress/cmd/internal/cli/games"
	"kitpress/cmd/internal/cli/kits"
	"kitpress/cmd/internal/cli/quizzes"
	"kitpress/cmd/internal/cli/referees"
	"kitpress/cmd/internal/cli/server"
	"kitpress/cmd/internal/cli/simulations"
	"kitpress/cmd/internal/cli/terminal"
	"kitpress/cmd/internal/press"
)

// A measured stream knows how much went through it.
type measured struct {
	to io.Writer
	n  int64
}

func (c *measured) Write(p []byte) (int, error) {
	n, err := c.to.Write(p)
	c.n += int64(n)
	return n, err
}

// Main runs kitpress with the arguments after its name and returns the exit
// code. The first interrupt ends a build properly, the second one at once.
// Whoever stops reading what is printed (kitpress build | head) does not kill
// it in the middle of its work.
func Main(args []string) int {
	limitMemory()
	signal.Ignore(syscall.SIGPIPE)
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop)
	s := terminal.System()
	if len(args) == 0 && terminal.DoubleClicked(os.Getenv) {
		args = []string{"studio"}
	}
	return Run(ctx, args, s)
}

// Run is Main for callers with a context and streams of their own.
func Run(ctx context.Context, args []string, s terminal.Streams) int {
	began := time.Now()
	said := &measured{to: s.Out}
	s.Out = said
	s, err := command.Manner(args, s)
	s = s.Calm()
	if s.In == nil {
		s.In = strings.NewReader("")
	}
	cobra.MousetrapHelpText = "" // a double click opens the studio
	root := newRootCommand(s)
	root.SetArgs(args)
	if err == nil {
		err = root.ExecuteContext(ctx)
	}
	asJSON := slices.Contains(args, "--json") && said.n == 0 // what has a form of its own was said
	code := terminal.Report(s, err, asJSON)
	s.Elapsed(began)
	return int(code)
}

// newRootCommand lists every command kitpress has.
func newRootCommand(s terminal.Streams) *cobra.Command {
	root := command.Group(&cobra.Command{
		Use:   "kitpress",
		Short: "Print whole games: cards, boards, tokens, dice and rulebooks, in several languages",
		Example: `  kitpress build                       # Cyber Survival in your language, into ./kit
  kitpress build --lang de,it -o kit   # in German and Italian`,
		SilenceErrors: true,
		SilenceUsage:  true,
		Args:          cobra.ArbitraryArgs,
		Version:       press.Version,
	})
	root.AddCommand(kits.Commands(s, server.Live)...)
	root.AddCommand(games.Commands(s)...)
	root.AddCommand(server.StudioCommand(s), server.Command(s), quizzes.Command(s), referees.Command(s), simulations.Command(s), newVersionCommand(s))
	root.SetVersionTemplate("kitpress {{.Version}}\n")
	root.SetHelpCommand(newHelpCommand(s))
	command.AddGlobal(root)
	root.SetOut(s.Out)
	root.SetErr(s.Err)
	root.SetHelpFunc(func(cmd *cobra.Command, _ []string) { printHelp(cmd, s.Out) })
	root.SetFlagErrorFunc(flagError)
	return root
}

// wrongValues say what is wrong with the value of a flag, by its type.
var wrongValues = map[string]string{
	"int": "is no whole number", "uint": "is no whole number", "intSlice": "is no list of whole numbers", "float": "is no number",
	"bool": "is neither true nor false", "duration": "is no time such as 20s or 1m30s",
}

// samples are values of flags that have none of their own.
var samples = map[string]string{"int": " 3", "uint": " 3", "intSlice": " 1,2", "float": " 10", "bool": "=true", "duration": " 20s"}

// flagError turns what pflag says into our words, with a suggestion.
func flagError(cmd *cobra.Command, err error) error {
	if errors.Is(err, pflag.ErrHelp) {
		return err
	}
	hint := cmd.CommandPath() + " --help lists the flags"
	var unknown *pflag.NotExistError
	if errors.As(err, &unknown) && len(unknown.GetSpecifiedName()) > 1 {
		var names []string
		cmd.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
		if s := source.Suggest(unknown.GetSpecifiedName(), names); s != "" {
			hint = fmt.Sprintf("did you mean %q?", "--"+s)
		}
	}
	message := err.Error()
	var invalid *pflag.InvalidValueError
	if errors.As(err, &invalid) {
		kind := strings.TrimSuffix(invalid.GetFlag().Value.Type(), "64")
		message = fmt.Sprintf("--%s: %q %s", invalid.GetFlag().Name, invalid.GetValue(), wrongValues[kind])
		hint = "--" + invalid.GetFlag().Name + samples[kind]
		if usual := invalid.GetFlag().DefValue; kind != "bool" && strings.Trim(usual, "0s[]") != "" {
			hint = "--" + invalid.GetFlag().Name + " " + usual
		}
	}
	return terminal.Usage(hint, "%s", message)
}
