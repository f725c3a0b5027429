package games

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"kitpress/cmd/internal/cli/command"
	"kitpress/cmd/internal/cli/terminal"
	"kitpress/cmd/internal/kit"
	"kitpress/cmd/internal/links"
	"kitpress/cmd/internal/press"
)

func newLinksCommand(s terminal.Streams) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "links COMMAND",
		Short: "Check that the public pages codes lead to are still there (asks the internet)",
		Example: `  kitpress links check
  kitpress links check --help`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return cmd.Help()
			}
			return command.Unknown(cmd, args[0])
		},
	}
	cmd.AddCommand(newLinksCheckCommand(s))
	return cmd
}

type linksOptions struct {
	press.Request
	catalog string
	timeout time.Duration
	all     bool
	json    bool
	quiet   bool
}

func newLinksCheckCommand(s terminal.Streams) *cobra.Command {
	var o linksOptions
	cmd := &cobra.Command{
		Use:   "check [GAME…]",
		Short: "Ask for every public page that codes and explanations lead to",
		Long: `Nothing else kitpress does needs the internet. Each page is asked for once, with HEAD and, where a server does not
answer that, with GET; one question at a time to a host, a second apart, without cookies, and as "kitpress". Pages
that redirect are followed, at most 8 steps and to https alone; addresses in private networks are refused.
What becomes of a page: ok; moved (for good: write the new address); unsure (the server refuses programs or is busy:
look at it in a browser); missing, failing, certificate, unreachable or refused, which fail. The exit code is 3 when a
page fails, and 1 when there is no network at all. The proxy of the environment is used (HTTPS_PROXY).`,
		Example: `  kitpress links check
  kitpress links check cyber-survival --lang de,fr
  kitpress links check --catalog my-game --json`,
		ValidArgsFunction: command.CompleteGames,
		RunE: func(cmd *cobra.Command, args []string) error {
			o.Games = args
			return runLinksCheck(cmd.Context(), o, s)
		},
	}
	f := cmd.Flags()
	f.StringSliceVarP(&o.Langs, "lang", "l", []string{press.LangAll}, "`languages`, separated by commas, or all")
	f.StringVar(&o.catalog, "catalog", "", "`folder` with your own games (default: the game of this folder, or those kitpress ships)")
	f.DurationVar(&o.timeout, "timeout", 20*time.Second, "`time` for one page, redirects included")
	f.BoolVarP(&o.all, "all", "a", false, "list every page, not only those to look at")
	f.BoolVarP(&o.quiet, "quiet", "q", false, "show no progress")
	command.AddJSON(cmd, &o.json)
	return cmd
}

// A linkReport is what links check prints for machines.
type linkReport struct {
	Pages   int                   `json:"pages"`
	Counts  map[links.Outcome]int `json:"counts"`
	Results []linkResult          `json:"results"`
}

type linkResult struct {
	links.Result
	Langs  []string `json:"langs"`
	Topics []string `json:"topics"`
	Games  []string `json:"games"`
}

func runLinksCheck(ctx context.Context, o linksOptions, s terminal.Streams) error {
	if o.timeout <= 0 {
		return terminal.Usage("--timeout 20s", "--timeout %v leaves no time", o.timeout)
	}
	games, err := command.OpenGames(s, o.catalog, o.Games...)
	if err != nil {
		return err
	}
	defer games.Close()
	o.Catalog = games.FS
	o.All = len(o.Games) == 0
	pages, err := kit.References(ctx, o.Request)
	if err != nil {
		return games.Explain(err)
	}
	if len(pages) == 0 {
		return errors.New("nothing to check: no card leads to a public page")
	}
	addresses := make([]string, len(pages))
	for i, p := range pages {
		addresses[i] = p.URL
	}
	bar := terminal.NewProgress(s)
	ask := links.Options{Agent: press.Tool + " links check", Timeout: o.timeout}
	if !o.quiet && s.Columns > 0 {
		ask.Done = func(n, of int, url string) { bar.Show(press.Progress{Done: n, Total: of, File: url}) }
	}
	results, err := links.Check(ctx, addresses, ask)
	bar.End()
	if err != nil {
		return err
	}
	if links.Offline(results) {
		return fmt.Errorf("no network: not one of %s answered (%s)", terminal.Plural(len(hosts(addresses)), "host"), results[0].Message)
	}
	r := linkReport{Pages: len(pages), Counts: map[links.Outcome]int{}}
	failed := 0
	for i, p := range pages {
		r.Results = append(r.Results, linkResult{results[i], p.Langs, p.Topics, p.Games})
		r.Counts[results[i].Outcome]++
		if results[i].Outcome.Fails() {
			failed++
		}
	}
	if o.json {
		err = terminal.PrintJSON(s.Out, r)
	} else {
		printLinks(s.Out, r, o.all)
	}
	if err == nil && failed > 0 {
		s.Complain(terminal.Plural(failed, "page")+" must not be printed on a card", "write another reference in the topic, or build with --base-url")
		return terminal.ExitProblems
	}
	return err
}

func hosts(addresses []string) []string {
	seen := map[string]bool{}
	var list []string
	for _, a := range addresses {
		host, _, _ := strings.Cut(strings.TrimPrefix(a, "https://"), "/")
		if !seen[host] {
			seen[host] = true
			list = append(list, host)
		}
	}
	return list
}

// printLinks says how many pages there are of each kind and which to look at.
func printLinks(w io.Writer, r linkReport, all bool) {
	var counts []string
	for _, o := range []links.Outcome{links.OK, links.Moved, links.Unsure, links.Missing, links.Failing, links.Certificate, links.Unreachable, links.Refused} {
		if n := r.Counts[o]; n > 0 {
			counts = append(counts, fmt.Sprintf("%d %s", n, o))
		}
	}
	fmt.Fprintf(w, "%s: %s\n", terminal.Plural(r.Pages, "page"), strings.Join(counts, " · "))
	for _, l := range r.Results {
		if l.Outcome == links.OK && !all {
			continue
		}
		line := fmt.Sprintf("%-11s %s", l.Outcome, l.URL)
		if l.Status != 0 && l.Outcome != links.OK {
			line += fmt.Sprintf(" (%d)", l.Status)
		}
		fmt.Fprintln(w, line)
		fmt.Fprintf(w, "            %s: %s\n", strings.Join(l.Langs, " "), strings.Join(l.Topics, ", "))
		if l.Message != "" {
			fmt.Fprintf(w, "            %s\n", l.Message)
		}
	}
}
