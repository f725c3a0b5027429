package simulations

import (
	"fmt"
	"io"
	"maps"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"kitpress/cmd/internal/cli/terminal"
	"kitpress/i18n"
	"kitpress/quiz/referee"
	"kitpress/quiz/simulate"
)

// A report prints a result for people.
type report struct {
	*simulation
	res, base *simulate.Result // base is nil when nothing was changed
	w         io.Writer
}

func (r report) word(id string, args ...any) string {
	return r.presenter.Word("simulate."+id, args...)
}

// table sets rows in columns.
func (r report) table(rows [][]string) {
	_ = terminal.Table{Rows: rows, Numbers: true}.Print(r.w) // like all that is printed here
}

func (r report) print() {
	r.head()
	if r.base != nil {
		r.compare()
	}
	r.lengths()
	if r.request.Game.OutOfPlay {
		r.survivors()
	}
	r.seats()
	r.ends()
	r.cards()
}

// head says what was played and how.
func (r report) head() {
	game := r.presenter.Text(r.loaded.Name)
	if r.edition != nil {
		game += " · " + r.presenter.Text(r.edition.Name)
	}
	fmt.Fprintf(r.w, "%s · %s\n", game, r.word("title", "Games", r.number(r.res.Games), "Players", len(r.res.Seats), "Seed", r.seed))
	if agreed := assigned(r.request.Setup.Options); len(agreed) > 0 {
		fmt.Fprintln(r.w, strings.Join(agreed, " · "))
	}
	r.models()
	if r.res.Unfinished > 0 {
		fmt.Fprintln(r.w, r.word("unfinished", "N", r.number(r.longest), "Games", r.number(r.res.Unfinished)))
	}
}

// assigned returns names with their values, in alphabetical order.
func assigned(values map[string]string) []string {
	var list []string
	for _, name := range slices.Sorted(maps.Keys(values)) {
		list = append(list, name+" = "+values[name])
	}
	return list
}

// models says in words how each kind of player plays, and on which seats.
func (r report) models() {
	for _, kind := range simulate.Kinds() {
		model := r.word("model-random")
		if kind == simulate.Sensible {
			model = r.presenter.Word(r.request.Game.Model)
		}
		var seats []string
		for i, k := range r.kinds() {
			if k == kind {
				seats = append(seats, string(r.res.Seats[i].Seat))
			}
		}
		text := r.word("players", "Model", model)
		if len(seats) == 0 {
			continue
		}
		if len(seats) < len(r.res.Seats) {
			text = r.word("players-of", "Seats", r.presenter.List(seats), "Model", model)
		}
		r.wrapped(text)
	}
}

// reportWidth is how many cells of a terminal a report is wide.
const reportWidth = 100

// compare shows what the changes change.
func (r report) compare() {
	fmt.Fprintln(r.w)
	rows := [][]string{{"", r.word("as-printed"), strings.Join(assigned(r.changes), ", "), ""}}
	for _, pair := range r.figures() {
		rows = append(rows, []string{pair[0], pair[1], pair[2], ""})
	}
	r.table(rows)
	if reflect.DeepEqual(r.res, r.base) {
		fmt.Fprintln(r.w, r.word("no-difference"))
	}
}

// figures returns those of both runs that say most, each with its name.
func (r report) figures() [][3]string {
	var list [][3]string
	add := func(name string, of func(*simulate.Result) string) {
		list = append(list, [3]string{name, of(r.base), of(r.res)})
	}
	add(r.word("rounds"), func(s *simulate.Result) string { return r.decimal(s.Rounds.Mean, 1) })
	add(r.word("turns"), func(s *simulate.Result) string { return r.decimal(s.Turns.Mean, 1) })
	if r.request.Game.OutOfPlay {
		add(r.word("left"), func(s *simulate.Result) string { return r.percent(s.LeftShare) })
		add(r.word("nobody"), func(s *simulate.Result) string { return r.percent(ratio(s.Nobody, s.Games)) })
	}
	add(r.word("shared"), func(s *simulate.Result) string { return r.percent(ratio(s.Shared, s.Games)) })
	add(r.word("won-total"), func(s *simulate.Result) string { return r.decimal(s.WonTotal.Mean, 1) })
	for i, seat := range r.res.Seats {
		add(r.word("wins-of", "Seat", seat.Seat), func(s *simulate.Result) string { return r.percent(s.Seats[i].Rate) })
	}
	return list
}

// lengths shows how long games took.
func (r report) lengths() {
	spread := func(name string, s simulate.Spread) {
		r.say(r.word(name), r.word("spread", "Mean", r.decimal(s.Mean, 1),
			"Median", r.number(s.Median), "P90", r.number(s.P90), "Min", r.number(s.Min), "Max", r.number(s.Max)))
	}
	spread("turns", r.res.Turns)
	spread("rounds", r.res.Rounds)
	r.histogram(r.res.Rounds.Bins)
}

func (r report) survivors() {
	r.say(r.word("left"), r.word("left-mean", "Mean", r.decimal(r.res.LeftMean, 2), "Players", len(r.res.Seats),
		"Share", r.percent(r.res.LeftShare), "Points", r.decimal(r.res.LeftTotal.Mean, 1)))
	r.histogram(r.res.Left)
}

// mostBins is how many lines a histogram has at most.
const mostBins = 20

// histogram plots how many games had which value; neighbouring values share a
// line when there are too many.
func (r report) histogram(bins []simulate.Bin) {
	per := (len(bins) + mostBins - 1) / mostBins
	var rows [][]string
	var games []int
	for i := 0; i < len(bins); i += per {
		group := bins[i:min(i+per, len(bins))]
		label := r.number(group[0].Value)
		if last := group[len(group)-1].Value; last != group[0].Value {
			label += "–" + r.number(last)
		}
		n := 0
		for _, b := range group {
			n += b.Games
		}
		rows, games = append(rows, []string{"", label, r.percent(ratio(n, r.res.Games))}), append(games, n)
	}
	most := slices.Max(append(games, 1))
	for i := range rows {
		rows[i] = append(rows[i], barOf(games[i], most))
	}
	r.table(rows)
}

// plotCells is how wide the longest bar of a histogram is.
const plotCells = 40

// barOf returns a bar, to an eighth of a cell; a value above 0 shows.
func barOf(n, most int) string {
	eighths := (n*plotCells*8 + most - 1) / most
	bar := strings.Repeat("█", eighths/8)
	if rest := eighths % 8; rest > 0 {
		bar += string([]rune("▏▎▍▌▋▊▉")[rest-1])
	}
	return bar
}

// seats shows wins and scores in the order of play.
func (r report) seats() {
	var tally []referee.Row
	for _, s := range r.res.Seats {
		values := map[string]int{}
		for id := range s.Values {
			values[id] = 0
		}
		tally = append(tally, referee.Row{Values: values})
	}
	ids, names := r.presenter.Columns(tally)
	rows := [][]string{append(append([]string{r.presenter.Word("match.seat"), r.word("wins"), r.word("sure"), r.presenter.Word("match.total")}, names...), "")}
	for _, s := range r.res.Seats {
		sure := r.decimal(100*s.Low, 1) + "–" + r.percent(s.High)
		row := []string{string(s.Seat), r.percent(s.Rate), sure, r.decimal(s.Total.Mean, 1) + " ± " + r.decimal(s.Total.Dev, 1)}
		for _, id := range ids {
			row = append(row, r.decimal(s.Values[id], 1))
		}
		rows = append(rows, append(row, ""))
	}
	fmt.Fprintln(r.w)
	r.table(rows)
	line := r.named(r.word("won-total"), r.decimal(r.res.WonTotal.Mean, 1)) + " · " + r.named(r.word("shared"), r.percent(ratio(r.res.Shared, r.res.Games)))
	if r.request.Game.OutOfPlay {
		line += " · " + r.named(r.word("nobody"), r.percent(ratio(r.res.Nobody, r.res.Games)))
	}
	fmt.Fprintln(r.w, line)
}

// ends shows which rules ended the games.
func (r report) ends() {
	fmt.Fprintf(r.w, "\n%s\n", r.word("ends"))
	for _, e := range r.res.Ends {
		lines := terminal.Wrap(r.presenter.Rule(e.Rule, r.edition), reportWidth-20)
		fmt.Fprintf(r.w, "  %-8s %7s  %s\n", r.presenter.RuleID(e.Rule), r.percent(ratio(e.Games, r.res.Games)), strings.Join(lines, "\n"+strings.Repeat(" ", 20)))
	}
}

// cards shows how often each card was drawn and used, and those nobody used.
func (r report) cards() {
	deck, names := "", r.names()
	var rows [][]string
	var never []string
	flush := func() {
		if len(rows) > 1 {
			fmt.Fprintln(r.w)
			r.table(rows)
		}
	}
	for _, c := range r.res.Cards {
		if c.Deck != deck {
			flush()
			deck = c.Deck
			rows = [][]string{{r.presenter.Text(r.loaded.Deck(deck).Name), r.word("drawn"), r.word("used"), r.word("in-games"), ""}}
		}
		per := func(n int) string { return r.decimal(ratio(n, r.res.Games), 2) }
		rows = append(rows, []string{names[c.Card], per(c.Drawn), per(c.Used), r.percent(ratio(c.Games, r.res.Games)), ""})
		if c.Used == 0 {
			never = append(never, names[c.Card])
		}
	}
	flush()
	text := r.word("all-used")
	if len(never) > 0 {
		text = r.word("never", "Cards", r.presenter.List(never))
	}
	fmt.Fprintln(r.w)
	r.wrapped(text)
}

// names returns what the cards are called; those of one deck that are called
// the same have their ids behind the name.
func (r report) names() map[string]string {
	type key struct{ deck, name string }
	same := map[key]int{}
	for _, c := range r.res.Cards {
		same[key{c.Deck, r.presenter.Name(c.Card)}]++
	}
	names := map[string]string{}
	for _, c := range r.res.Cards {
		if names[c.Card] = r.presenter.Name(c.Card); same[key{c.Deck, names[c.Card]}] > 1 {
			names[c.Card] += " (" + c.Card + ")"
		}
	}
	return names
}

// named returns a value behind its name.
func (r report) named(name, value string) string {
	return r.word("named", "Name", name, "Value", value)
}

func (r report) wrapped(text string) {
	fmt.Fprintln(r.w, strings.Join(terminal.Wrap(text, reportWidth), "\n"))
}

// say prints a named value below an empty line.
func (r report) say(name, value string) {
	fmt.Fprintf(r.w, "\n%s\n", r.named(name, value))
}

func ratio(part, whole int) float64 { return float64(part) / float64(max(1, whole)) }

func (r report) locale() i18n.Locale { return i18n.LocaleOf(r.presenter.Lang()) }

func (r report) number(n int) string { return r.locale().Number(n) }

// decimal writes a number with some digits behind the decimal sign.
func (r report) decimal(x float64, digits int) string {
	text := strconv.FormatFloat(x, 'f', digits, 64)
	whole, part, _ := strings.Cut(text, ".")
	if n := int(math.Abs(x)); n > 999 {
		whole = r.number(n)
	}
	return whole + r.locale().Decimal + part
}

func (r report) percent(share float64) string {
	return r.word("percent", "N", r.decimal(100*share, 1))
}
