package kits

import (
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"kitpress/cmd/internal/cli/terminal"
	"kitpress/cmd/internal/kit"
	"kitpress/cmd/internal/press"
)

// printBuilt says what was written and where to begin: every file of one game,
// a line for each of several.
func printBuilt(s terminal.Streams, out string, r *kit.Report) {
	if r.Site != nil {
		printSite(s.Out, out, r.Site)
		printRemoved(s.Out, "kit", r.Removed)
		return
	}
	files, pages := 0, 0
	several := r.Kits[0].Dir != ""
	t := terminal.Table{}
	for _, k := range r.Kits {
		ofGame := 0
		for _, f := range k.Files {
			ofGame += f.Pages
		}
		files, pages = files+len(k.Files), pages+ofGame
		what := terminal.Join(" · ", k.Name, k.Edition, strings.Join(k.Langs, " "), k.Paper, k.Sides, k.Ink)
		if several {
			t.Rows = append(t.Rows, []string{what, terminal.Plural(len(k.Files), "file"), terminal.Plural(ofGame, "page"), filepath.Join(out, filepath.FromSlash(k.Dir))})
			continue
		}
		fmt.Fprintln(s.Out, what)
		printFiles(s.Out, out, k)
		if k.Site != nil {
			counts := terminal.Say(s.Out, terminal.Plural(k.Site.Topics, "topic")+", "+terminal.Plural(k.Site.Pages, "page"))
			fmt.Fprintf(s.Out, "  %s  %s\n", filepath.Join(out, filepath.FromSlash(k.Site.Start)), counts)
		}
	}
	_ = t.Print(s.Out) // like all that is printed here: whoever closed the stream does not want to know
	terminal.Printf(s.Out, "%s, %s, in %s\n", terminal.Plural(files, "file"), terminal.Plural(pages, "page"), out)
	printRemoved(s.Out, "kit", r.Removed)
}

// printSite says what a site holds and where to begin.
func printSite(w io.Writer, out string, site *kit.Site) {
	terminal.Printf(w, "%s, %s, %s, in %s\n", terminal.Plural(site.Topics, "topic"), terminal.Plural(site.Pages, "page"), terminal.Size(site.Bytes), out)
	terminal.Printf(w, "open %s, or copy the folder to a web server\n", filepath.Join(out, filepath.FromSlash(site.Start)))
}

func printRemoved(w io.Writer, what string, n int) {
	if n > 0 {
		terminal.Printf(w, "removed %s of the %s that was there; -o keeps them apart\n", terminal.Plural(n, "file"), what)
	}
}

// printFiles prints a line for each file of a kit.
func printFiles(w io.Writer, out string, k kit.Kit) {
	width := 0
	name := func(f press.File) string { return filepath.Join(out, filepath.FromSlash(k.Dir), f.Path) }
	for _, f := range k.Files {
		width = max(width, len(name(f)))
	}
	for _, f := range k.Files {
		pages := terminal.Say(w, terminal.Plural(f.Pages, "page"))
		fill := strings.Repeat(" ", max(0, 9-terminal.Columns(pages)))
		fmt.Fprintf(w, "  %-*s %s%s %8s\n", width, name(f), fill, pages, terminal.Size(f.Bytes))
	}
}
