package cli

import (
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"

	"kitpress/cmd/internal/cli/command"
	"kitpress/cmd/internal/cli/terminal"
	"kitpress/cmd/internal/press"
)

func newVersionCommand(s terminal.Streams) *cobra.Command {
	asJSON := false
	cmd := &cobra.Command{
		Use:     "version",
		Short:   "Say which kitpress this is",
		Example: "  kitpress version",
		Args:    command.Exactly(0),
		RunE: func(*cobra.Command, []string) error {
			v := struct {
				Version  string `json:"version"`
				Revision string `json:"revision,omitempty"`
				Go       string `json:"go"`
				Platform string `json:"platform"`
			}{press.Version, revision(), runtime.Version(), runtime.GOOS + "/" + runtime.GOARCH}
			if asJSON {
				return s.JSON(v)
			}
			line := "kitpress " + v.Version
			if v.Revision != "" {
				line += " (" + v.Revision + ")"
			}
			_, err := fmt.Fprintf(s.Out, "%s, %s, %s\n", line, v.Go, v.Platform)
			return err
		},
	}
	command.AddJSON(cmd, &asJSON)
	return cmd
}

// revision returns the commit the binary was built from, when it is known.
func revision() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return ""
	}
	for _, setting := range info.Settings {
		if setting.Key == "vcs.revision" {
			return setting.Value[:min(12, len(setting.Value))]
		}
	}
	return ""
}
