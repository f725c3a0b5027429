package quizzes

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"kitpress/cmd/internal/cli/command"
	"kitpress/cmd/internal/cli/terminal"
	"kitpress/quiz"
)

// variantFlag adds the flag that names the order options are shown in.
func variantFlag(cmd *cobra.Command, variant *string) {
	all := quiz.Variants()
	cmd.Flags().StringVar(variant, "variant", "", "`order` of the options: "+strings.Join(all, ", ")+" (default: "+all[0]+")")
	command.Complete(cmd, "variant", all...)
}

// variantOf returns a variant as it is called, "" for the usual one.
func variantOf(name string) (string, error) {
	all := quiz.Variants()
	name = strings.ToUpper(strings.TrimSpace(name))
	switch {
	case name == "" || name == all[0]:
		return "", nil
	case slices.Contains(all, name):
		return name, nil
	}
	return "", terminal.Usage("known: "+strings.Join(all, ", "), "--variant: there is no variant %q", name)
}
