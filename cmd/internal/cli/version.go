package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"

	"kitpress/cmd/internal/press"
)

type versionOptions struct{ json bool }

func newVersionCommand(s Streams) *cobra.Command {
	var o versionOptions
	cmd := &cobra.Command{
		Use:     "version",
		Short:   "Say which kitpress this is",
		Example: "  kitpress version",
		Args:    exactly(0),
		RunE:    func(*cobra.Command, []string) error { return runVersion(o, s) },
	}
	addJSON(cmd, &o.json)
	return cmd
}

func runVersion(o versionOptions, s Streams) error {
	v := struct {
		Version  string `json:"version"`
		Revision string `json:"revision,omitempty"`
		Go       string `json:"go"`
		Platform string `json:"platform"`
	}{press.Version, revision(), runtime.Version(), runtime.GOOS + "/" + runtime.GOARCH}
	if o.json {
		return printJSON(s.Out, v)
	}
	line := "kitpress " + v.Version
	if v.Revision != "" {
		line += " (" + v.Revision + ")"
	}
	_, err := fmt.Fprintf(s.Out, "%s, %s, %s\n", line, v.Go, v.Platform)
	return err
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

// addJSON gives a command the flag for machines.
func addJSON(cmd *cobra.Command, to *bool) {
	cmd.Flags().BoolVar(to, "json", false, "print JSON for other programs")
}

func printJSON(w io.Writer, v any) error {
	return encodeJSON(w, v, "  ")
}

// encodeJSON prints a value as JSON; without an indent on one line.
func encodeJSON(w io.Writer, v any, indent string) error {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", indent)
	if err := enc.Encode(v); err != nil {
		return err
	}
	_, err := w.Write(calmJSON(b.Bytes()))
	return err
}
