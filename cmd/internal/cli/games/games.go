// Package games holds the commands about games and their words: list, show,
// check, links, new, import, look and translate.
package games

import (
	"github.com/spf13/cobra"

	"kitpress/cmd/internal/cli/terminal"
)

// Commands are the commands about games and their words.
func Commands(s terminal.Streams) []*cobra.Command {
	return []*cobra.Command{newListCommand(s), newShowCommand(s), newCheckCommand(s), newLinksCommand(s), newNewCommand(s), newImportCommand(s), newLookCommand(s), newTranslateCommand(s)}
}
