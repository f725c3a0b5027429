// Package kits holds the commands that make and check what is printed: build, plan,
// merge, verify and preview. Handouts of quizzes and matches are printed
// through it, too.
package kits

import (
	"github.com/spf13/cobra"

	"kitpress/cmd/internal/cli/terminal"
)

// Commands are the commands that make and check what is printed.
// A page shows previews in the browser.
func Commands(s terminal.Streams, page Page) []*cobra.Command {
	return []*cobra.Command{newBuildCommand(s), newMergeCommand(s), newVerifyCommand(s), newPlanCommand(s), newCalibrateCommand(s), newPreviewCommand(s, page), newEventCommand(s)}
}
