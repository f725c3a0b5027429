package kits

import (
	"context"

	"github.com/spf13/cobra"

	"kitpress/cmd/internal/cli/command"
	"kitpress/cmd/internal/cli/terminal"
	"kitpress/cmd/internal/kit"
)

type mergeOptions struct {
	out  string
	json bool

	dryRun bool
}

func newMergeCommand(s terminal.Streams) *cobra.Command {
	o := new(mergeOptions)
	cmd := &cobra.Command{
		Use:   "merge DIR…",
		Short: "Put the parts of a build that several machines shared together",
		Long: `Each machine builds its part with kitpress build --shard 1/3, --shard 2/3 and so on, with the same program, catalog
and flags. The folders of all parts together give the kit one machine would have built, byte for byte.
A part that is missing, there twice, of another build or changed since is refused, and nothing is written.`,
		Example: `  kitpress build --all --lang all --shard 1/2 -o part-1
  kitpress build --all --lang all --shard 2/2 -o part-2
  kitpress merge part-1 part-2 -o kits`,
		Args: command.Some("which parts?"),
		RunE: command.Run(s, o.run),
	}
	cmd.Flags().StringVarP(&o.out, "out", "o", "kit", "`folder` for the kit; a kit that is in it is replaced")
	command.AddDryRun(cmd, &o.dryRun)
	command.AddJSON(cmd, &o.json)
	command.Folder(cmd, "out")
	return cmd
}

func (o *mergeOptions) run(ctx context.Context, s terminal.Streams, parts []string) error {
	if o.out == "" {
		return terminal.Usage("-o kit", "--out needs a folder")
	}
	r, err := kit.Merge(ctx, o.out, parts, o.dryRun)
	if err != nil {
		return err
	}
	if o.json {
		return s.JSON(r)
	}
	printBuilt(s, o.out, r)
	command.SayDryRun(s, o.dryRun)
	return nil
}
