package main

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"kitpress/catalog"
	"kitpress/catalog/load"
	"kitpress/quiz/referee"
	"kitpress/quiz/rules"
	"kitpress/quiz/simulate"
)

// A tableInfo is what the desk knows of a table.
type tableInfo struct {
	ID, Game, PIN, RefereePIN, Edition string
	Number                             int
	Seats                              []struct{ ID referee.Seat }
	Links                              struct{ Join, Screen, Referee string }
}

// A game is a table that is played at: what happens there, and on which phones
// it is entered.
type game struct {
	*run
	info   tableInfo
	script []referee.Record
	games  [][]referee.Record // others of sensible players
	phone  map[referee.Seat]*tab
	others []*tab // that show it too
	seq    int
	looked map[string]bool // at the forms of these verbs
	throws bool            // phones throw the dice
	taps   map[string]tapping
	open   map[string]bool // arguments that moves left open: "roll dice"
}

// create makes a table at the desk by hand: a game, for so many.
func (r *run) create(d *tab, id string, seats int) *game {
	d.eval(fmt.Sprintf(`(() => { const s = document.querySelector('#form select'); s.value = %q; s.dispatchEvent(new Event('change')); return '' })()`, id))
	for {
		n, err := strconv.Atoi(d.eval("document.querySelectorAll('.seat-list li').length"))
		check(err)
		if n == seats {
			break
		}
		if n < seats {
			r.tap(d, "#more")
		} else {
			r.tap(d, ".seat-list li:last-child button:last-child")
		}
	}
	r.tap(d, "#create")
	d.wait("the code to join", "document.querySelector('dialog[open] .bigpin')")
	made := d.eval("document.querySelector('dialog[open] .bigcode').src.split('/')[5]")
	g := &game{run: r, info: r.table(d, made), phone: map[referee.Seat]*tab{}, taps: map[string]tapping{}, open: map[string]bool{}}
	g.games = stories(g.info)
	g.script = slices.MinFunc(g.games, func(a, b []referee.Record) int { return len(a) - len(b) })
	return g
}

// table returns a table as the desk knows it.
func (r *run) table(d *tab, id string) tableInfo {
	tables := r.tables(d)
	i := slices.IndexFunc(tables, func(t tableInfo) bool { return t.ID == id })
	if i < 0 {
		panic("the desk has no table " + id)
	}
	return tables[i]
}

// tables returns all tables as the desk knows them.
func (r *run) tables(d *tab) (tables []tableInfo) {
	check(json.Unmarshal([]byte(d.eval("fetch('/desk/state').then(r => r.json()).then(s => JSON.stringify(s.tables))")), &tables))
	return tables
}

// stories returns what happens in games of sensible players at a table, each
// from the first entry to the end.
func stories(info tableInfo) (games [][]referee.Record) {
	g, problems := load.Game(catalog.Embedded(), info.Game)
	check(problems.Err())
	q := simulate.Request{Players: []string{simulate.Sensible}, Games: 60, Seed: 3, Workers: 1, Setup: referee.Setup{Game: g}}
	if info.Edition != "" {
		q.Setup.Edition = g.Edition(info.Edition)
	}
	for _, s := range info.Seats {
		q.Setup.Seats = append(q.Setup.Seats, s.ID)
	}
	q.Rules, _ = rules.For(info.Game)
	q.Game, _ = rules.Simulation(info.Game)
	q.Played = func(_ int, m *referee.Match) { games = append(games, m.Log()) }
	_, err := simulate.Run(context.Background(), q)
	check(err)
	return games
}

// join types a PIN on a device and takes a seat; "" for a referee, whose PIN is
// enough.
func (r *run) join(t *tab, pin string, seat referee.Seat) {
	t.open(r.phones() + "t/?lang=en")
	t.wait("the pad", "document.querySelector('#pad button')")
	for _, d := range pin {
		n := int(d - '0')
		if n == 0 {
			n = 10
		}
		r.tap(t, fmt.Sprintf("#pad button:nth-child(%d)", n))
	}
	if seat != "" {
		r.tap(t, fmt.Sprintf(".seats-free [data-look=%q]", seat))
	}
	t.wait("the table", "document.querySelector('#scores li')")
}

// enter enters what happened on a phone. slip: the last tap comes twice; other:
// under "Something else happened", whatever is offered.
func (g *game) enter(t *tab, c referee.Command, slip, other bool) {
	g.settled(t, g.seq)
	v := t.view()
	if v.Seq != g.seq {
		g.fault("%s, %s: there are %d entries, not %d", g.info.Game, t.name, v.Seq, g.seq)
		g.seq = v.Seq
	}
	f, before := &finger{run: g.run, t: t}, t.taps
	g.opens(v)
	mv := v.find(c)
	if mv != nil && !other {
		mv, c = g.equal(t, v, mv, c)
		f.choose(mv)
		thrown := g.throws && f.throw(c, mv)
		if len(mv.Fields) > 0 && !thrown {
			f.fill(c, mv.Args)
			g.form(f, c.Verb)
		}
		if len(mv.Fields) > 0 {
			f.finish(c, mv)
		}
	} else {
		g.add(&g.run.others)
		g.elsewise(f, c)
	}
	if f.next != "" { // else a question had only one answer left, and that was enough
		g.slip(t, f.next, slip)
	}
	if mv != nil && !other && mv.First != nil { // went without saying
		g.count(referee.Command{Verb: mv.First.Verb}, 0)
		g.add(&g.entries)
		g.seq++
	}
	if mv != nil && !other {
		g.count(c, t.taps-before)
	}
	t.wait(fmt.Sprintf("an answer to %v", c), refused+fmt.Sprintf(" || Number(document.querySelector('#log-list .seq')?.textContent ?? 0) > %d", g.seq))
	if t.eval("Boolean("+refused+")") == "true" {
		check(fmt.Errorf("%s, %s: %v is refused: %s", g.info.Game, t.name, c, t.eval("document.querySelector('dialog.alert[open]').innerText")))
	}
	g.seq++
	g.add(&g.entries)
}

// A tapping is how often somebody tapped to enter something, beside a tap for each
// thing that had to be said.
type tapping struct{ entries, taps, beside int }

func (g *game) count(c referee.Command, taps int) {
	n := g.taps[c.Verb]
	g.taps[c.Verb] = tapping{n.entries + 1, n.taps + taps, n.beside + taps - g.saying(c)}
}

// saying returns how many things a command says that its verb leaves open.
func (g *game) saying(c referee.Command) (n int) {
	for name, list := range c.Args {
		if g.open[c.Verb+" "+name] {
			n += len(list)
		}
	}
	return n
}

// opens notes what the moves of a view leave open.
func (g *game) opens(v view) {
	for _, m := range v.Moves {
		for _, f := range m.Fields {
			g.open[m.Verb+" "+f.Name] = true
			for _, o := range f.Options {
				g.open[m.Verb+" "+cmp.Or(o.Arg, f.Name)] = true
			}
		}
	}
}

// tapped says how many taps a turn takes, by what each verb took in this game and
// what each entry says: in the middle of the turns of many games, and on average. The game that is played
// is the shortest of them, which is not an ordinary one.
func (g *game) tapped(most float64) {
	each := ""
	for _, verb := range slices.Sorted(maps.Keys(g.taps)) {
		each += fmt.Sprintf(", %s %.1f", verb, float64(g.taps[verb].taps)/float64(g.taps[verb].entries))
	}
	var turns []float64
	sum := 0.0
	for _, script := range g.games {
		turn := 0.0
		for _, rec := range script {
			n, ok := g.taps[rec.Command.Verb]
			if !ok {
				n = tapping{entries: 1, beside: 2} // rare: nobody did it in this game
			}
			turn += float64(n.beside)/float64(n.entries) + float64(g.saying(rec.Command))
			if slices.ContainsFunc(rec.Events, func(e referee.Event) bool { return e.Kind == "turn" }) {
				turns, turn = append(turns, turn), 0
			}
		}
	}
	for _, n := range turns {
		sum += n
	}
	slices.Sort(turns)
	middle := turns[len(turns)/2]
	fmt.Printf("%s: %.1f taps in an ordinary turn, %.1f on average%s\n", g.info.Game, middle, sum/float64(len(turns)), each)
	if middle > most {
		g.fault("%s: an ordinary turn takes %.1f taps, more than %.1f", g.info.Game, middle, most)
	}
}

// form looks at a form that is filled in, at one of each verb.
func (g *game) form(f *finger, verb string) {
	if g.looked != nil && !g.looked[verb] && strings.HasPrefix(f.root, "dialog") {
		g.looked[verb] = true
		g.look(f.t, g.info.Game+"-form-"+verb, 360, 640)
	}
}

// elsewise opens the form under "Something else happened" and fills it in.
func (g *game) elsewise(f *finger, c referee.Command) {
	t := f.t
	g.tap(t, "#moves-list [data-key=other]")
	g.tap(t, fmt.Sprintf("dialog[open] .verbs [data-verb=%q]", c.Verb))
	f.root = "dialog[open] "
	if t.has("dialog[open] [data-field=seat]") {
		if seat := fmt.Sprintf("dialog[open] [data-field=seat] [data-value=%q]", c.Seat); t.eval(fmt.Sprintf("document.querySelector(%q).getAttribute('aria-pressed')", seat)) != "true" {
			g.tap(t, seat)
		}
	}
	f.fill(c, nil)
	f.finish(c, nil)
}

// told are events after which the table has to do something: pages must say so.
var told = map[string]bool{"lost": true, "out": true, "removed": true, "hit": true, "fended": true, "leaked": true, "arrested": true, "skipped": true, "patrolled": true, "finished": true}

// says looks whether a phone tells what an entry brought about.
func (g *game) says(t *tab, rec referee.Record) {
	want := 0
	for _, e := range rec.Events {
		if told[e.Kind] {
			want = 1
		}
	}
	if want == 0 {
		return
	}
	g.settled(t, g.seq)
	if !t.has("#log-list .entry:first-child .steps li") {
		g.fault("%s, %s: nothing says what entry %d brought about: %v", g.info.Game, t.name, g.seq, rec.Events)
	}
}

// same says when a device shows other totals than the server has.
func (g *game) same(t *tab, want view, where string) {
	for _, s := range want.Seats {
		at := strconv.Quote("#scores [data-look=" + strconv.Quote(s.ID) + "] " + where)
		if t.eval("Boolean(document.querySelector("+at+"))") == "true" { // a team has one
			t.wait(fmt.Sprintf("the total %d of %s", s.Total, s.ID), fmt.Sprintf("document.querySelector(%s).textContent.includes('%d')", at, s.Total))
		}
	}
}

// ended compares all devices at the end.
func (g *game) ended(t *tab) {
	g.settled(t, g.seq)
	end := t.view()
	if !end.Over || end.Seq != g.seq || g.seq < len(g.script) {
		g.fault("%s: %d entries, %d on the server, over: %v", g.info.Game, g.seq, end.Seq, end.Over)
	}
	for _, p := range g.phone {
		p.wait("the end", fmt.Sprintf("document.body.innerText.includes(%q)", end.Standing))
		g.same(p, end, ".total")
	}
	for _, s := range g.others {
		s.wait("the end", fmt.Sprintf("document.body.innerText.includes(%q)", end.Standing))
		g.same(s, end, ".sum")
	}
	fmt.Printf("%s, %d seats, %d phones: %d entries, %s\n", g.info.Game, len(g.info.Seats), len(g.phone), end.Seq, strings.ReplaceAll(end.Standing, "\u202f", " "))
}

// played plays a whole game as players do: each enters what it does on its own
// phone; what happens to the table is the referee's.
func (r *run) played(id string, seats int, taps float64) {
	d := r.atDesk("desk for "+id, "en")
	g := r.create(d, id, seats)
	d.key("Escape")
	g.looked, g.throws = map[string]bool{}, true
	sizes := [][2]int{{360, 640}, {390, 844}, {360, 740}, {412, 915}}
	for i, s := range g.info.Seats {
		g.phone[s.ID] = r.device(fmt.Sprintf("%s of %s", s.ID, id), r.phones(), sizes[i%4][0], sizes[i%4][1])
		r.join(g.phone[s.ID], g.info.PIN, s.ID)
	}
	g.phone[""] = r.device("referee of "+id, r.phones(), 360, 640)
	r.join(g.phone[""], g.info.RefereePIN, "")
	screen := r.device("screen of "+id, r.phones(), 1920, 1080)
	screen.open(strings.Replace(g.info.Links.Screen, "/#", "/screen?lang=en#", 1))
	g.others = append(g.others, screen)
	screen.wait("the screen", "document.querySelector('#scores li')")
	r.look(g.phone[g.info.Seats[0].ID], id+"-start", 360, 640)
	r.look(screen, id+"-start-screen", 1920, 1080)
	for i := 0; i < len(g.script); i++ {
		rec := g.script[i]
		t := g.phone[rec.Command.Seat]
		if rec.Command.Seat != "" && i%8 == 5 {
			g.wrongly(i)
		}
		other := rec.Command.Seat != "" && i%7 == 3
		if g.understood(t, i) {
			i++
			rec, other = g.script[i], false
		}
		g.enter(t, rec.Command, i%2 == 0, other)
		g.says(t, rec)
		if i%20 == 10 {
			time.Sleep(600 * time.Millisecond) // what came twice would be there by now
			now := t.view()
			g.same(t, now, ".total")
			g.same(screen, now, ".sum")
			r.pictures(g, i)
		}
	}
	g.ended(g.phone[g.info.Seats[0].ID])
	g.tapped(taps)
	r.look(screen, id+"-over-screen", 1920, 1080)
	r.look(g.phone[g.info.Seats[0].ID], id+"-over", 360, 640)
	g.afterwards()
}

// afterwards looks back through the log of a match that is over, answers a
// question, and begins the same again on two phones.
func (g *game) afterwards() {
	a, b := g.phone[g.info.Seats[0].ID], g.phone[g.info.Seats[1].ID]
	a.wait("two questions", "document.querySelectorAll('.question').length === 2 && document.querySelector('.afterwards .met a')")
	g.tap(a, ".question .answer")
	a.wait("a verdict", "document.querySelector('.question .verdict-box')")
	g.look(a, g.info.Game+"-asked", 360, 640)
	g.tap(a, "#tab-log")
	a.eval("(e => { e.value = 3; e.dispatchEvent(new Event('input')); return '' })(document.querySelector('.replay input'))")
	a.wait("the table as it was", "document.querySelector('#replayed > *')")
	g.tap(a, "#log-tools .chip:last-child")
	g.look(a, g.info.Game+"-log", 360, 640)
	g.tap(a, "#tab-play")
	for _, p := range []*tab{a, b} {
		g.tap(p, "[data-key=again]")
		p.wait("the same again", fmt.Sprintf("document.body?.dataset.role === 'seat' && document.body.dataset.table !== %q && document.querySelector('.seating')", g.info.ID))
	}
	if at := a.eval("document.body.dataset.table"); at != b.eval("document.body.dataset.table") {
		g.fault("%s: two phones go on at different tables", g.info.Game)
	}
}

// understood reports whether an entry goes without saying before the next one.
func (g *game) understood(t *tab, i int) bool {
	if i+1 >= len(g.script) {
		return false
	}
	g.settled(t, g.seq)
	mv := t.view().find(g.script[i+1].Command)
	return mv != nil && mv.First != nil && mv.First.Verb == g.script[i].Command.Verb
}

// middle lays the screen in the middle of the table: the strip of each seat stands
// at a side of its own, and none lies over another.
func (r *run) middle(g *game, name string) {
	s := g.others[0]
	url := s.eval("location.href")
	r.tap(s, ".lay")
	s.wait("the sides", fmt.Sprintf("document.querySelectorAll('#around .strip').length === %d", len(g.info.Seats)))
	s.size(1280, 800)
	if found := s.violations(r.axe); found != "" {
		r.fault("%s-middle: axe: %s", name, found)
	}
	if r.shots != "" {
		s.shot(filepath.Join(r.shots, name+"-middle.png"))
	}
	if over := s.eval("(list => list.flatMap((a, i) => list.slice(i + 1).filter(b => a.right > b.left + 2 && b.right > a.left + 2 && a.bottom > b.top + 2 && b.bottom > a.top + 2)).length)([...document.querySelectorAll('#around .strip')].map(e => e.getBoundingClientRect()))"); over != "0" {
		r.fault("%s: %s strips lie over others", name, over)
	}
	s.size(1920, 1080)
	s.open(url)
	s.wait("the screen", "document.querySelector('#scores li')")
}

// equal returns the move that a page shows in place of one that differs only in
// which of several equal figures makes it. From now on these have changed names.
func (g *game) equal(t *tab, v view, mv *offer, c referee.Command) (*offer, referee.Command) {
	shown := func(o *offer) bool {
		return t.eval(fmt.Sprintf("[...document.querySelectorAll('#moves-list [data-key], #moves-list [data-moves], .climb')].some(e => e.dataset.key === %q || e.dataset.moves?.split('\\n').includes(%q))", o.Key, o.Key)) == "true"
	}
	by := mv.Args["by"]
	if len(by) == 0 || shown(mv) {
		return mv, c
	}
	for i := range v.Moves {
		o := &v.Moves[i]
		rest, same := maps.Clone(o.Args), maps.Clone(mv.Args)
		delete(rest, "by")
		delete(same, "by")
		if o.Verb != mv.Verb || o.Seat != mv.Seat || len(o.Args["by"]) != len(by) || fmt.Sprint(rest) != fmt.Sprint(same) || !shown(o) {
			continue
		}
		for j, name := range by {
			g.rename(c.Seat, name, o.Args["by"][j])
			by = slices.Clone(by)
			for k := range by {
				by[k] = swapped(by[k], name, o.Args["by"][j])
			}
		}
		c.Args = maps.Clone(c.Args)
		c.Args["by"] = o.Args["by"]
		return o, c
	}
	return mv, c
}

// rename gives two figures of a seat each other's names in what is still to come.
func (g *game) rename(seat referee.Seat, a, b string) {
	for i := g.seq; i < len(g.script) && a != b; i++ {
		args := maps.Clone(g.script[i].Command.Args)
		for _, name := range []string{"by", "ally-by"} {
			whose := g.script[i].Command.Seat
			if other := args.Word(map[string]string{"by": "whom", "ally-by": "ally"}[name]); other != "" {
				whose = referee.Seat(other)
			}
			if whose == seat && args.Has(name) {
				args[name] = slices.Clone(args[name])
				for j, n := range args[name] {
					args[name][j] = swapped(n, a, b)
				}
				slices.Sort(args[name])
			}
		}
		g.script[i].Command.Args = args
	}
}

func swapped(n, a, b string) string {
	switch n {
	case a:
		return b
	case b:
		return a
	}
	return n
}

// pictures looks at the pages in the middle of a game.
func (r *run) pictures(g *game, i int) {
	seat := g.script[i].Command.Seat
	if seat == "" {
		return
	}
	name := fmt.Sprintf("%s-%d", g.info.Game, i)
	if i == 10 || i == 30 {
		r.look(g.phone[seat], name, 360, 640)
		r.look(g.others[0], name+"-screen", 1920, 1080)
		if i == 30 {
			g.first()
			g.moving(g.phone[seat], "a phone")
			g.moving(g.others[0], "the big screen")
			r.middle(g, name)
		}
	}
}
