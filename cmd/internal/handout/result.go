package handout

import (
	"slices"
	"strconv"

	"kitpress/cmd/internal/desk"
	"kitpress/cmd/internal/press"
	"kitpress/layout"
	"kitpress/layout/flow"
	"kitpress/quiz/referee"
)

// Result is the result sheet of a match.
const Result = "result"

// ResultParts are the handouts of a match, in the order they are made.
func ResultParts() []string { return []string{Result, Certificate} }

// clockForm and dayForm are how times are printed, in the zone of the entry.
const (
	clockForm = "15:04:05"
	dayForm   = "2006-01-02"
)

// Match returns the handouts of a match: its result with the whole log and,
// when it is over, a certificate for every seat. The times are printed as they
// are in the table: in its zone.
func Match(l *press.Localization, t *desk.OpenMatch, presenter *desk.Presenter) []press.Handout {
	r := &resultBuilder{l: l, t: t, presenter: presenter, word: l.Texts.Word, tally: t.Play.Tally()}
	if !r.tally.Over {
		return []press.Handout{r.sheet()}
	}
	return []press.Handout{r.sheet(), certificates(l, r.awards())}
}

type resultBuilder struct {
	l         *press.Localization
	t         *desk.OpenMatch
	presenter *desk.Presenter
	word      func(id string, args ...any) string
	tally     referee.Tally
}

func (r *resultBuilder) sheet() press.Handout {
	title := r.word("handout.result")
	game := r.l.Texts.Text(r.l.Game.Name)
	f := &flow.Flow{Title: title, Running: game + " · " + title + " · " + r.t.Match.ID, Lang: r.l.Lang}
	f.Blocks = append(f.Blocks,
		sheetHead(title, nil), r.facts(), r.score())
	if end := r.presenter.Standing(r.tally); end != "" {
		f.Blocks = append(f.Blocks, &flow.Paragraph{Text: "**" + escape(end) + "**"})
	} else {
		f.Blocks = append(f.Blocks, &flow.Paragraph{Text: "**" + r.word("handout.not-over") + "**"})
	}
	if id := r.tally.Rule; id != "" {
		f.Blocks = append(f.Blocks, &flow.Paragraph{Text: r.presenter.RuleID(id) + "  " + escape(r.presenter.Rule(id, r.t.Play.Setup().Edition))})
	}
	if log := r.log(); len(log.Rows) > 0 {
		f.Blocks = append(f.Blocks, &flow.Heading{Level: 2, Text: r.word("handout.log"), Anchor: "log"}, log)
	}
	if n := len(r.t.Log); n > 0 {
		f.Blocks = append(f.Blocks, &flow.Paragraph{Text: r.word("handout.hash", "Hash", r.t.Log[n-1].Hash), Whole: true})
	}
	return press.Handout{ID: Result, Name: title, Flow: f, Style: "handout"}
}

// facts is the table of what was played.
func (r *resultBuilder) facts() *flow.Table {
	t := &flow.Table{Columns: []flow.Column{{Share: 1}, {Share: 2}, {Share: 1}, {Share: 2}}}
	cells := []string{"**" + r.word("handout.date") + "**", r.t.Match.Created.Format(dayForm), "**" + r.word("handout.match") + "**", r.t.Match.ID}
	t.Rows = append(t.Rows, flow.Row{Cells: cells})
	edition := ""
	if e := r.t.Play.Setup().Edition; e != nil && e.ID != "" {
		edition = r.l.Texts.Text(e.Name)
	}
	t.Rows = append(t.Rows, flow.Row{Cells: []string{"**" + r.word("plan.version") + "**", r.t.Match.Version, "**" + r.word("plan.edition") + "**", edition}})
	return t
}

// score is the table of the points: a column for each seat.
func (r *resultBuilder) score() *flow.Table {
	ids, names := r.presenter.Columns(r.tally.Rows)
	t := &flow.Table{Columns: []flow.Column{{Share: 2}}, Head: []string{""}}
	for _, row := range r.tally.Rows {
		t.Columns = append(t.Columns, flow.Column{Share: 1, Align: layout.AlignRight})
		t.Head = append(t.Head, escape(r.presenter.SeatName(row.Seat)))
	}
	line := func(name string, value func(referee.Row) string) {
		cells := []string{name}
		for _, row := range r.tally.Rows {
			cells = append(cells, value(row))
		}
		t.Rows = append(t.Rows, flow.Row{Cells: cells})
	}
	for i, id := range ids {
		line(escape(names[i]), func(row referee.Row) string { return strconv.Itoa(row.Values[id]) })
	}
	line("**"+r.word("match.total")+"**", func(row referee.Row) string { return "**" + strconv.Itoa(row.Total) + "**" })
	line("**"+r.word("match.rank")+"**", func(row referee.Row) string {
		if row.Out {
			return r.word("match.out")
		}
		return "**" + strconv.Itoa(row.Rank) + ".**"
	})
	return t
}

// log is the table of everything that was entered; what was taken back and
// what a ruling let happen is marked.
func (r *resultBuilder) log() *flow.Table {
	t := &flow.Table{
		Columns: []flow.Column{{Width: layout.MM(11), Align: layout.AlignRight}, {Width: layout.MM(20)}, {Share: 3}, {Share: 2}},
		Head:    []string{r.word("handout.no"), r.word("handout.time"), r.word("handout.entry"), r.word("handout.note")},
	}
	undone := r.t.Undone()
	for _, e := range r.t.Log {
		line, note := "", ""
		switch rec := e.Record; {
		case rec.Undoes > 0:
			line = r.word("match.takes-back", "Seq", rec.Undoes, "Line", r.presenter.Sentence(r.t, r.t.Log[rec.Undoes-1].Record.Command))
		case rec.Ruling != nil:
			note = r.word("match.ruling", "Rule", r.presenter.RuleID(rec.Ruling.Rule), "Reason", rec.Ruling.Reason)
			fallthrough
		default:
			line = r.presenter.Sentence(r.t, rec.Command)
		}
		if undone[e.Record.Seq] {
			note = r.word("match.taken-back")
		}
		t.Rows = append(t.Rows, flow.Row{Cells: []string{strconv.Itoa(e.Record.Seq), e.At.Format(clockForm), escape(line), escape(note)}})
	}
	return t
}

// awards are the certificates of the seats, the best first.
func (r *resultBuilder) awards() []award {
	rows := slices.Clone(r.tally.Rows)
	slices.SortStableFunc(rows, func(a, b referee.Row) int { return a.Rank - b.Rank })
	game := r.l.Texts.Text(r.l.Game.Name)
	var list []award
	for _, row := range rows {
		a := award{
			icon: "medal", kicker: game, title: r.word("handout.certificate"), name: r.presenter.SeatName(row.Seat),
			text: r.word("handout.played"), points: r.word("handout.points-made", "Count", row.Total), date: r.t.Match.Created.Format(dayForm),
		}
		if r.tally.Over && slices.Contains(r.tally.Winners, row.Seat) {
			a.icon, a.text = "crown-simple", r.word("handout.won")
		}
		list = append(list, a)
	}
	return list
}
