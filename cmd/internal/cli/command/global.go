package command

import (
	"cmp"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"kitpress/cmd/internal/cli/terminal"
	"kitpress/i18n/messages"
)

// AddGlobal adds the flags every command has. They are read before any command
// is known, see Manner.
func AddGlobal(root *cobra.Command) {
	f := root.PersistentFlags()
	f.String("ui-lang", "", "`language` kitpress speaks: "+strings.Join(messages.Languages(), ", ")+" (default: the environment's)")
	f.String("color", "auto", "`when` messages are coloured: auto (on a terminal that can) or never")
	f.Bool("verbose", false, "say more: every problem, every file, how long it took")
	for flag, values := range map[string][]string{"ui-lang": messages.Languages(), "color": {"auto", "never"}} {
		_ = root.RegisterFlagCompletionFunc(flag, cobra.FixedCompletions(values, cobra.ShellCompDirectiveNoFileComp)) // fails only for a flag that does not exist
	}
}

// Manner gives streams what is asked for with the flags every command has.
func Manner(args []string, s terminal.Streams) (terminal.Streams, error) {
	lang, err := speaks(args, s.Env)
	s.Lang, s.Say = lang, terminal.Speaks(lang)
	s.Verbose = slices.Contains(before(args), "--verbose")
	switch colour := strings.ToLower(global(args, "color")); colour {
	case "", "auto":
	case "never":
		s.Plain = true
	default:
		err = cmp.Or(err, terminal.Usage("known: auto, never", "%s: unknown value %q", "--color", colour))
	}
	return s, err
}

// before returns the arguments that may be flags.
func before(args []string) []string {
	if i := slices.Index(args, "--"); i >= 0 {
		return args[:i]
	}
	return args
}

// global returns the value of a flag every command has, "" without it.
func global(args []string, name string) string {
	args = before(args)
	for i, arg := range args {
		value, ok := strings.CutPrefix(arg, "--"+name)
		switch {
		case ok && value == "" && i+1 < len(args):
			return args[i+1]
		case ok && strings.HasPrefix(value, "="):
			return value[1:]
		}
	}
	return ""
}

// speaks returns the language kitpress speaks to its user: the one asked for
// with --ui-lang, or the environment's.
func speaks(args []string, env func(string) string) (string, error) {
	usual := messages.Speaks(Languages(env)...)
	asked := global(args, "ui-lang")
	if asked == "" {
		return usual, nil
	}
	lang := CanonicalLang(asked)
	base, _, _ := strings.Cut(lang, "-")
	if known := messages.Languages(); !slices.Contains(known, base) {
		return usual, terminal.Usage("known: "+strings.Join(known, ", "), "kitpress speaks no %q", asked)
	}
	return lang, nil
}

// CanonicalLang writes a language tag as it is usual: de-CH, zh-Hant.
func CanonicalLang(tag string) string {
	parts := strings.Split(strings.ToLower(tag), "-")
	for i, p := range parts {
		switch {
		case i > 0 && len(p) == 2:
			parts[i] = strings.ToUpper(p)
		case i > 0 && len(p) == 4:
			parts[i] = strings.ToUpper(p[:1]) + p[1:]
		}
	}
	return strings.Join(parts, "-")
}
