package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"kitpress/quiz/referee"
)

// The tables of an event: each of the games meets each of the languages.
const eventTables = 40

func eventGame(table int) string {
	return []string{"cyber-survival", "online", "cyber-siege", "attacker-placement"}[table%4]
}

func eventLang(table int) string { return []string{"de", "en", "fr", "it", "ja"}[table%5] }

// writeEvent writes the file of an event at 40 tables.
func (r *run) writeEvent() {
	text := fmt.Sprintf("format: 1\ntitle: Library week\nlang: de\naddress: http://127.0.0.1:%d\nsecret: vqhtr-38rmn-xxwop\ntables:\n", r.port)
	for n := 1; n <= eventTables; n++ {
		text += fmt.Sprintf("  - {number: %d, game: %s, lang: %s}\n", n, eventGame(n), eventLang(n))
	}
	check(os.WriteFile(r.event, []byte(text), 0o644))
}

// forty opens the desk of an event at 40 tables, and lets a phone into each by the
// code that was printed for it.
func (r *run) forty() {
	d := r.atDesk("desk of an event", "de")
	count := fmt.Sprintf("document.querySelectorAll('#tables details.table').length === %d", eventTables)
	d.wait("all tables", count)
	r.look(d, "desk-event", 1366, 768)
	p := r.device("phone that goes round", r.phones(), 360, 640)
	shown := map[string]string{} // by PIN
	for _, code := range r.cardCodes() {
		p.open(code)
		p.wait("the seats", "document.querySelector('.seats-free button:not(:disabled)')")
		if len(shown) == 0 {
			r.look(p, "join-event", 360, 640)
		}
		r.tap(p, ".seats-free button:not(:disabled)")
		p.wait("the table", "document.body.dataset.table && document.querySelector('#scores li')")
		_, pin, _ := strings.Cut(code, "#")
		shown[pin] = p.eval("[document.body.dataset.table, document.body.dataset.role, document.body.dataset.game, document.documentElement.lang].join(' ')")
	}
	for _, info := range r.tables(d) {
		want := fmt.Sprint(info.ID, " seat ", eventGame(info.Number), " ", eventLang(info.Number))
		if got := shown[info.PIN]; got != want || info.Game != eventGame(info.Number) {
			r.fault("event: the card of table %d leads to %q, not to %q", info.Number, got, want)
		}
	}
	taken := "fetch('/desk/state').then(r => r.json()).then(s => s.tables.filter(t => t.seats.filter(x => x.taken).length === 1).length)"
	if got := d.eval(taken); got != fmt.Sprint(eventTables) || len(shown) != eventTables {
		r.fault("event: %s of %d tables have one phone, %d were joined", got, eventTables, len(shown))
	}
	fmt.Printf("event: %d tables joined by the codes on their cards\n", len(shown))
}

// cardCodes prints the cards of all tables, and reads their codes.
func (r *run) cardCodes() (codes []string) {
	dir, err := os.MkdirTemp("", "kitpress-event-")
	check(err)
	defer os.RemoveAll(dir)
	if out, err := exec.Command(r.kitpress, "event", "build", r.event, "-o", dir, "--only", "table-cards", "--quiet").CombinedOutput(); err != nil {
		r.fault("event: %s", out)
	}
	files, err := filepath.Glob(filepath.Join(dir, "*", "*_table-cards_*.pdf"))
	check(err)
	for _, file := range files {
		check(exec.Command("pdftoppm", "-r", "90", "-gray", file, file).Run())
		pages, err := filepath.Glob(file + "*.pgm")
		check(err)
		out, err := exec.Command("zbarimg", append([]string{"-q", "--raw"}, pages...)...).Output()
		check(err)
		codes = append(codes, strings.Fields(string(out))...)
	}
	return codes
}

// keyboard enters a roll without ever touching the screen.
func (g *game) keyboard(t *tab, c referee.Command) bool {
	if c.Verb != "roll" {
		return false
	}
	t.open(g.phones() + "t/" + g.info.ID + "/?lang=en")
	t.wait("moves", "document.querySelector('.standing[data-verb=roll]')")
	t.key("Tab")
	if got := t.eval("document.activeElement.className"); got != "skip" {
		g.fault("keyboard: the first Tab goes to %q", got)
	}
	t.key("Enter")
	for i, die := range c.Args["dice"] {
		if !g.tabTo(t, 80, fmt.Sprintf("document.activeElement.dataset.value === %q && !document.activeElement.dataset.tray && document.activeElement.closest('.standing')?.dataset.verb === 'roll'", die)) {
			g.fault("keyboard: no way to the die %s", die)
			return true
		}
		t.key(" ")
		if n := t.eval("document.querySelectorAll('.standing[data-verb=roll] [data-tray]').length"); i == 0 && n != "1" {
			g.fault("keyboard: of one die, %s lie there", n)
		}
		t.eval("document.querySelector('#moves').focus(); ''")
	}
	g.settled(t, g.seq+1)
	t.wait("the focus on the page", "document.activeElement !== document.body")
	g.seq++
	g.add(&g.entries)
	return true
}

// tabTo presses Tab until something is true.
func (g *game) tabTo(t *tab, most int, goal string) bool {
	for range most {
		t.key("Tab")
		if t.eval("Boolean("+goal+")") == "true" {
			return true
		}
	}
	return false
}

// leaders puts the table onto the leaderboard, and deletes it.
func (g *game) leaders(s, a *tab) {
	d := g.atDesk("desk at the end", "de")
	if !d.has(fmt.Sprintf("details[open] [data-key=%q]", g.info.ID+"place")) {
		g.tap(d, fmt.Sprintf("[data-key=%q]", g.info.ID+"glance"))
	}
	g.tap(d, "[data-key=\""+g.info.ID+"place\"]")
	g.look(d, "desk-place", 1366, 768)
	g.tap(d, "dialog[open] .actions .primary")
	d.wait("the leaderboard to know the table", "document.querySelector('[data-key=next-round]')") // what is below moves then
	g.tap(d, "[data-key=board-open][aria-pressed=false]")
	d.wait("the leaderboard to be open", "document.querySelector('[data-key=board-open][aria-pressed=true]')")
	s.open(g.phones() + "board/?lang=de")
	s.wait("the leaderboard", fmt.Sprintf("document.querySelectorAll('#board tbody tr').length === %d", len(g.info.Seats)))
	g.look(s, "board", 1920, 1080)
	before, after := "document.querySelectorAll('[data-key*=\""+g.info.ID+"screen\"]').length", "0"
	if d.eval(before) == "0" {
		g.fault("the desk shows no screens")
	}
	for d.eval(before) != after {
		n := d.eval(before)
		g.tap(d, "[data-key*=\""+g.info.ID+"screen\"]")
		g.tap(d, "dialog[open] .danger")
		d.wait("one screen fewer", before+" < "+n)
	}
	g.tap(d, "[data-key=\""+g.info.ID+"delete\"]")
	g.tap(d, "dialog[open] .danger")
	a.wait("the table to be gone", "document.querySelector('#moves-list a.primary')")
	g.look(a, "referee-gone", 360, 640)
}

// alone plays a whole game on the phone of a referee; taps are the most that an
// ordinary turn may take.
func (r *run) alone(id string, seats int, taps float64) {
	d := r.atDesk("desk of a referee of "+id, "en")
	g := r.create(d, id, seats)
	a, s := r.device("referee alone of "+id, r.phones(), 360, 640), r.device("screen of a referee of "+id, r.phones(), 1920, 1080)
	r.join(a, g.info.RefereePIN, "")
	s.open(g.info.Links.Screen)
	s.wait("the screen", "document.querySelector('#scores li')")
	for _, seat := range g.info.Seats {
		g.phone[seat.ID] = a
	}
	g.phone[""], g.others = a, []*tab{s}
	for i, rec := range g.script {
		g.enter(a, rec.Command, i%4 == 0, false)
		g.says(a, rec)
	}
	g.ended(a)
	g.tapped(taps)
}
