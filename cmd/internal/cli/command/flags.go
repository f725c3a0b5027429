package command

import (
	"fmt"
	"io/fs"
	"os"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"kitpress/cmd/internal/cli/terminal"
	"kitpress/cmd/internal/press"
)

// AddJSON gives a command the flag for machines.
func AddJSON(cmd *cobra.Command, to *bool) {
	cmd.Flags().BoolVar(to, "json", false, "print JSON for other programs")
}

// AddDryRun gives a command the flag to only say what it would write.
func AddDryRun(cmd *cobra.Command, to *bool) {
	cmd.Flags().BoolVar(to, "dry-run", false, "say what would be written, and write nothing")
}

// SayDryRun says that what was listed is not there.
func SayDryRun(s terminal.Streams, dryRun bool) {
	if dryRun {
		terminal.Printf(s.Err, "a dry run: nothing was written\n")
	}
}

// AddCatalog gives a command the flag for games of one's own.
func AddCatalog(cmd *cobra.Command, to *string) {
	cmd.Flags().StringVar(to, "catalog", "", "`folder` with your own games (default: the game of this folder, or those kitpress ships)")
	Folder(cmd, "catalog")
}

// AddFonts gives a command the flag for fonts of the user's own.
func AddFonts(cmd *cobra.Command, to *fs.FS) {
	cmd.Flags().Func("fonts", "`folder` with fonts (.ttf, .otf, .ttc) for scripts kitpress has none for; a game may have them in its folder fonts", func(dir string) error {
		info, err := os.Stat(dir)
		if err == nil && !info.IsDir() {
			err = fmt.Errorf("%s is no folder", dir)
		}
		*to = os.DirFS(dir)
		return err
	})
	Folder(cmd, "fonts")
}

// AddLangs gives a command the flag for languages of games.
func AddLangs(cmd *cobra.Command, to *[]string, usual []string, usage string) {
	cmd.Flags().StringSliceVarP(to, "lang", "l", usual, usage)
	AnyCase(cmd, "lang", CanonicalLang)
	_ = cmd.RegisterFlagCompletionFunc("lang", CompleteLanguages) // fails only for a flag that does not exist
}

// Folder completes a flag with folders.
func Folder(cmd *cobra.Command, flag string) {
	_ = cmd.MarkFlagDirname(flag) // fails only for a flag that does not exist
}

// An anyCase is the value of a flag whose words may be written in any case.
type anyCase struct {
	pflag.Value
	usual func(word string) string
}

// Set takes a word, or several with commas between them.
func (v anyCase) Set(text string) error {
	words := strings.Split(text, ",")
	for i, word := range words {
		words[i] = v.usual(word)
	}
	return v.Value.Set(strings.Join(words, ","))
}

// AnyCase lets the words of a flag be written in any case; usual returns the one
// they have.
func AnyCase(cmd *cobra.Command, flag string, usual func(word string) string) {
	f := cmd.Flags().Lookup(flag)
	if f.DefValue == "[]" {
		f.DefValue = "" // pflag no longer sees that it is an empty list
	}
	f.Value = anyCase{f.Value, usual}
}

// Complete completes a flag with what there is to choose from, and lets that be
// written in any case.
func Complete(cmd *cobra.Command, flag string, values ...string) {
	AnyCase(cmd, flag, func(word string) string {
		for _, known := range values {
			if strings.EqualFold(known, word) {
				return known
			}
		}
		return word
	})
	_ = cmd.RegisterFlagCompletionFunc(flag, cobra.FixedCompletions(values, cobra.ShellCompDirectiveNoFileComp)) // fails only for a flag that does not exist
}

// CompletePrint completes the flags that say how a kit is printed, those of
// them a command has.
func CompletePrint(cmd *cobra.Command) {
	for flag, values := range map[string][]string{
		"paper":    {"a4", "letter", "a3", "a5"},
		"sides":    {"usual", "single", "duplex-long", "duplex-short", "fold"},
		"ink":      {"full", press.InkBacks, "low", "mono"},
		"reading":  {press.ReadingLarge, press.ReadingEasy},
		"qr":       {press.QRURL, press.QRNone},
		"stand-in": {"dice", "counters"},
	} {
		if cmd.Flags().Lookup(flag) != nil {
			Complete(cmd, flag, values...)
		}
	}
}
