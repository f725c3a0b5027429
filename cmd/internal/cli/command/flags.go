package command

import (
	"fmt"
	"io/fs"
	"os"

	"github.com/spf13/cobra"

	"kitpress/cmd/internal/press"
)

// AddJSON gives a command the flag for machines.
func AddJSON(cmd *cobra.Command, to *bool) {
	cmd.Flags().BoolVar(to, "json", false, "print JSON for other programs")
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
	_ = cmd.RegisterFlagCompletionFunc("lang", CompleteLanguages) // fails only for a flag that does not exist
}

// Folder completes a flag with folders.
func Folder(cmd *cobra.Command, flag string) {
	_ = cmd.MarkFlagDirname(flag) // fails only for a flag that does not exist
}

// Complete completes a flag with what there is to choose from.
func Complete(cmd *cobra.Command, flag string, values ...string) {
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
