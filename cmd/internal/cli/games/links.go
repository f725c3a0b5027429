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
	"kitpress/cmd/internal/kit/pages"
	"kitpress/cmd/internal/links"
	"kitpress/cmd/internal/press"
)

func newLinksCommand(s terminal.Streams) *cobra.Command {
	return command.Group(&cobra.Command{
		Use:   "links COMMAND",
		Short: "Check that the public pages codes lead to are still there (asks the internet)",
		Example: `  kitpress links check
  kitpress links check --help`,
	}, newLinksCheckCommand(s))
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
	o := new(linksOptions)
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
		RunE:              command.Run(s, o.run),
	}
	f := cmd.Flags()
	command.AddLangs(cmd, &o.Langs, []string{press.LangAll}, "`languages`, separated by commas, or all")
	command.AddCatalog(cmd, &o.catalog)
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

func (o *linksOptions) run(ctx context.Context, s terminal.Streams, games []string) error {
	if o.timeout <= 0 {
		return terminal.Usage("--timeout 20s", "--timeout %v leaves no time", o.timeout)
	}
	o.Games, o.All = games, len(games) == 0
	return command.InGames(s, o.catalog, games, func(in *command.Catalog) error {
		o.Catalog = in.FS
		refs, err := pages.References(ctx, o.Request)
		if err != nil {
			return err
		}
		if len(refs) == 0 {
			return errors.New("nothing to check: no card leads to a public page")
		}
		r, err := o.ask(ctx, s, refs)
		if err != nil {
			return err
		}
		if o.json {
			err = s.JSON(r)
		} else {
			printLinks(s.Out, r, o.all)
		}
		failed := 0
		for outcome, n := range r.Counts {
			if outcome.Fails() {
				failed += n
			}
		}
		if err == nil && failed > 0 {
			s.Complain(terminal.Plural(failed, "page")+" must not be printed on a card", "write another reference in the topic, or build with --base-url")
			return terminal.ExitProblems
		}
		return err
	})
}

// ask asks for every page.
func (o *linksOptions) ask(ctx context.Context, s terminal.Streams, refs []pages.Reference) (r linkReport, err error) {
	var addresses []string
	hosts := map[string]bool{}
	for _, p := range refs {
		addresses = append(addresses, p.URL)
		host, _, _ := strings.Cut(strings.TrimPrefix(p.URL, "https://"), "/")
		hosts[host] = true
	}
	bar := terminal.NewProgress(s)
	ask := links.Options{Agent: press.Tool + " links check", Timeout: o.timeout}
	if !o.quiet && s.Columns > 0 {
		ask.Done = func(n, of int, url string) { bar.Show(press.Progress{Done: n, Total: of, File: url}) }
	}
	results, err := links.Check(ctx, addresses, ask)
	bar.End()
	if err != nil {
		return r, err
	}
	if links.Offline(results) {
		return r, fmt.Errorf("no network: not one of %s answered (%s)", terminal.Plural(len(hosts), "host"), results[0].Message)
	}
	r = linkReport{Pages: len(refs), Counts: map[links.Outcome]int{}}
	for i, p := range refs {
		r.Results = append(r.Results, linkResult{results[i], p.Langs, p.Topics, p.Games})
		r.Counts[results[i].Outcome]++
	}
	return r, nil
}

// printLinks says how many pages there are of each kind and which to look at.
func printLinks(w io.Writer, r linkReport, all bool) {
	var counts []string
	for _, o := range []links.Outcome{links.OK, links.Moved, links.Unsure, links.Missing, links.Failing, links.Certificate, links.Unreachable, links.Refused} {
		if n := r.Counts[o]; n > 0 {
			counts = append(counts, fmt.Sprintf("%d %s", n, o))
		}
	}
	terminal.Printf(w, "%s: %s\n", terminal.Plural(r.Pages, "page"), strings.Join(counts, " · "))
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
