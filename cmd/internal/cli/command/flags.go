package command

import (
	"github.com/spf13/cobra"
)

// AddJSON gives a command the flag for machines.
func AddJSON(cmd *cobra.Command, to *bool) {
	cmd.Flags().BoolVar(to, "json", false, "print JSON for other programs")
}
