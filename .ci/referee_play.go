//go:build ignore

package main

import (
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// A view is what a device is told about its table, as far as playing needs it.
type view struct {
	Seq   int
	Over  bool
	Due   []string
	View  []string
	Seats []struct {
		ID    string
		Total int
	}
	Moves    []offer
	Standing string
}

// An offer is a move that a device is offered.
type offer struct {
	Verb, Seat string
	Args       map[string][]string
	Fields     []struct {
		Name    string
		Options []struct{ ID string }
	}
}

func (t *tab) view() view {
	var v view
	check(json.Unmarshal([]byte(t.eval("fetch('/t/' + document.body.dataset.table + '/state?lang=en').then(r => r.text())")), &v))
	return v
}

// number returns the number a line of the view holds behind a label.
func (v view) number(label string) int {
	for _, line := range v.View {
		if m := regexp.MustCompile(`^` + label + `\s+(\d+)$`).FindStringSubmatch(line); m != nil {
			n, err := strconv.Atoi(m[1])
			check(err)
			return n
		}
	}
	return 0
}

func (v view) has(verb, seat string) bool {
	for _, m := range v.Moves {
		if m.Verb == verb && m.Seat == seat {
			return true
		}
	}
	return false
}

// A die is chance that is the same in each run.
type die uint64

func (d *die) below(n int) int {
	*d = *d*6364136223846793005 + 1442695040888963407
	return int(uint64(*d)>>33) % n
}

// settled waits until a device shows what the server has.
func (r *run) settled(t *tab, seq int) {
	t.wait(fmt.Sprintf("entry %d", seq), fmt.Sprintf("Number(document.querySelector('#log-list .seq')?.textContent ?? 0) >= %d && !document.querySelector('#moves-list[aria-busy]')", seq))
}

// move taps a move of a verb, one question after the other, with these values
// for what is open. It reports whether it was entered; a refusal is closed.
func (r *run) move(t *tab, verb, seat string, values map[string][]string) bool {
	r.taps++
	before := t.view().Seq
	one := fmt.Sprintf("#moves-list [data-look=%q] .do[data-verb=%q]", cmpOr(seat, "table"), verb)
	many := fmt.Sprintf("#moves-list [data-key=%q]", "group-"+seat+verb)
	t.wait("a button for "+verb, fmt.Sprintf("document.querySelector(%q) || document.querySelector(%q)", one, many))
	if t.eval(fmt.Sprintf("Boolean(document.querySelector(%q))", one)) == "true" {
		r.tap(t, one)
	} else {
		r.tap(t, many)
		t.wait("questions", "document.querySelector('dialog[open] .chips button, dialog[open] .move .do')")
		for t.eval("Boolean(document.querySelector('dialog[open] .move .do'))") != "true" {
			r.tap(t, "dialog[open] .chips button")
		}
		r.tap(t, "dialog[open] .move .do")
	}
	entered := fmt.Sprintf("document.querySelector('dialog.alert[open]') || Number(document.querySelector('#log-list .seq')?.textContent ?? 0) > %d", before)
	t.wait("fields or an answer", "document.querySelector('dialog[open] .fields') || "+entered)
	if t.eval("Boolean(document.querySelector('dialog[open] .fields'))") == "true" {
		for _, name := range sorted(values) {
			field := fmt.Sprintf("dialog[open] [data-field=%q] ", name)
			for _, v := range values[name] {
				if t.eval(fmt.Sprintf("Boolean(document.querySelector(%q))", field)) == "true" {
					r.tap(t, field+fmt.Sprintf("[data-value=%q]", v))
				}
			}
		}
		r.tap(t, "dialog[open] .actions .primary")
	}
	t.wait("an answer", entered)
	if t.eval("Boolean(document.querySelector('dialog.alert[open]'))") == "true" {
		r.tap(t, "dialog[open] .actions .primary")
		return false
	}
	r.settled(t, before+1)
	return true
}

func cmpOr(a, b string) string {
	if a == "" {
		return b
	}
	return a
}

func sorted(values map[string][]string) []string {
	var names []string
	for name := range values {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// same says when a device shows other totals than the server has.
func (r *run) same(t *tab, want view, where string) {
	for _, s := range want.Seats {
		t.wait(fmt.Sprintf("the total %d of %s", s.Total, s.ID), fmt.Sprintf("document.querySelector(%q)?.textContent.includes('%d')", "#scores [data-look="+strconv.Quote(s.ID)+"] "+where, s.Total))
	}
}

// survival plays Cyber Survival from the first threats to the end, and all that
// can go wrong on the way.
func (r *run) survival() {
	d := r.device("desk", r.desk(), 1280, 900)
	d.open(r.desk() + "desk/?lang=en")
	info := r.create(d, "cyber-survival", 1)
	r.look(d, "desk-code", 1280, 900)
	d.key("Escape")
	r.look(d, "desk", 1280, 900)
	j := r.device("guest", r.phones(), 360, 640)
	j.open(r.phones() + "t/?lang=de")
	j.wait("the pad", "document.querySelector('#pad button')")
	r.look(j, "join", 360, 640)
	a, b := r.device("referee", r.phones(), 360, 640), r.device("lina", r.phones(), 360, 640)
	r.join(a, info.RefereePIN, "referee", "")
	r.join(b, info.PIN, "seat", "lina")
	s := r.device("screen", r.phones(), 1920, 1080)
	s.open(info.Links.Screen)
	s.wait("the screen", "document.querySelector('#scores li')")
	s.open(info.Links.Referee) // the same browser takes another role, and shows the screen all the same
	s.wait("the page of a referee", "document.body.dataset.role === 'referee' && document.querySelector('#scores li')")
	s.open(strings.Replace(info.Links.Screen, "/#", "/screen?lang=en#", 1))
	s.wait("the screen", "document.body?.dataset.role === 'screen' && document.querySelector('#scores li')")
	g := &survivor{run: r, chance: 7, counters: counters(), done: map[string]bool{}}
	for id := range g.counters {
		if !slices.Contains(g.open, id) {
			g.left = append(g.left, id)
		}
	}
	slices.Sort(g.left)
	g.open = slices.Clone(g.left[:4])
	g.left = g.left[4:]
	r.move(a, "deal", "", map[string][]string{"threats": g.open})
	r.look(a, "referee", 360, 640)
	r.refusal(a)
	trials := []func(view) bool{ // each in its time
		func(v view) bool { return r.away(a, v) },
		func(v view) bool { return r.ruling(a, v) },
		func(v view) bool { return r.rivals(a, info, v) },
		func(v view) bool { return r.keyboard(a, v) },
		func(view) bool {
			r.look(b, "player", 360, 640)
			r.look(s, "screen", 1920, 1080)
			a.size(1920, 1080)
			r.look(a, "referee-wide", 1920, 1080)
			a.size(360, 640)
			r.tap(a, "#tab-view")
			r.tap(a, "#freeze")
			s.wait("the screen to stand still", "!document.querySelector('#frozen').hidden")
			r.tap(a, "#freeze[aria-pressed=true]")
			s.wait("the screen to go on", "document.querySelector('#frozen').hidden")
			r.tap(a, "#tab-play")
			a.eval("document.querySelector('#lang').value = 'ja'; document.querySelector('#lang').dispatchEvent(new Event('change')); ''")
			a.wait("Japanese", "document.documentElement?.lang === 'ja' && document.querySelector('#scores li')")
			r.look(a, "referee-ja", 360, 640)
			a.eval("document.querySelector('#lang').value = 'en'; document.querySelector('#lang').dispatchEvent(new Event('change')); ''")
			a.wait("English", "document.documentElement?.lang === 'en' && document.querySelector('#scores li')")
			return true
		},
	}
	for n := 0; ; n++ {
		v := a.view()
		if v.Over {
			break
		}
		if n > 400 || len(v.Due) == 0 {
			check(fmt.Errorf("the game does not end: %v", v.Due))
		}
		on := a
		if v.Due[0] == "lina" {
			on = b
			r.settled(b, v.Seq)
		}
		if n > 5 && len(trials) > 0 && trials[0](v) {
			trials = trials[1:]
			continue
		}
		g.turn(on, v)
		if n%10 == 0 {
			now := a.view()
			r.same(b, now, ".total")
			r.same(s, now, ".sum")
		}
	}
	if len(trials) > 0 {
		r.fault("%d trials never came", len(trials))
	}
	end := a.view()
	for _, t := range []*tab{a, b, s} {
		t.wait("the end", fmt.Sprintf("document.body.innerText.includes(%q)", end.Standing))
	}
	r.look(s, "screen-over", 1920, 1080)
	d.open(r.desk() + "desk/?lang=de")
	r.tap(d, "[data-key=\""+info.ID+"place\"]")
	r.look(d, "desk-place", 1280, 900)
	r.tap(d, "dialog[open] .actions .primary")
	r.tap(d, "[data-key=board-open][aria-pressed=false]")
	d.wait("the leaderboard to be open", "document.querySelector('[data-key=board-open][aria-pressed=true]')")
	s.open(r.phones() + "board/?lang=de")
	s.wait("the leaderboard", "document.querySelectorAll('#board tbody tr').length === 3")
	r.look(s, "board", 1920, 1080)
	r.tap(d, "[data-key=\""+info.ID+"delete\"]")
	r.tap(d, "dialog[open] .danger")
	for _, t := range []*tab{a, b} {
		t.wait("the table to be gone", "document.querySelector('#moves-list a.primary')")
	}
	r.look(a, "referee-over", 360, 640)
	fmt.Printf("Cyber Survival: %d entries, %s\n", end.Seq, end.Standing)
}

// counters returns what each threat is resolved with, as the catalog says.
func counters() map[string][]string {
	data, err := os.ReadFile("catalog/games/cyber-survival/cards.yaml")
	check(err)
	all := map[string][]string{}
	for _, m := range regexp.MustCompile(`(?s)- id: ([a-z0-9-]+)\n        title:.*?counter: \[([A-Z, ]+)\]`).FindAllStringSubmatch(string(data), -1) {
		all[m[1]] = strings.Split(m[2], ", ")
	}
	if len(all) != 23 {
		check(fmt.Errorf("%d threats", len(all)))
	}
	return all
}

// A survivor knows which threats lie open, who has resolved them, and which are
// still to come.
type survivor struct {
	*run
	chance     die
	counters   map[string][]string
	open, left []string
	done       map[string]bool // seat and threat
}

// dice returns a lucky roll: what resolves two of the open threats.
func (g *survivor) dice(seat string) []string {
	var dice []string
	for _, id := range g.open {
		if want := g.counters[id]; !g.done[seat+" "+id] && len(dice)+len(want) <= 4 {
			dice = append(dice, want...)
		}
	}
	for len(dice) < 4 {
		dice = append(dice, []string{"ATT", "NET", "BEH"}[g.chance.below(3)])
	}
	return dice
}

// turn taps one move of whoever is due.
func (g *survivor) turn(t *tab, v view) {
	seat := v.Due[0]
	v = t.view()
	switch {
	case v.has("reveal", seat):
		n := v.number("Still to be revealed")
		if n == 0 {
			n = 1
		}
		if g.move(t, "reveal", seat, map[string][]string{"threats": g.left[:n]}) {
			g.open, g.left = append(g.open, g.left[:n]...), g.left[n:]
		}
	case v.has("roll", seat):
		g.move(t, "roll", seat, map[string][]string{"dice": g.dice(seat)})
	case v.has("resolve", seat):
		for _, m := range v.Moves {
			if m.Verb == "resolve" && m.Seat == seat {
				g.done[seat+" "+m.Args["threat"][0]] = true
				break
			}
		}
		g.move(t, "resolve", seat, nil)
	case v.has("draw", seat) && g.chance.below(3) > 0:
		g.move(t, "draw", seat, nil)
	default:
		g.move(t, "end", seat, nil)
	}
}

// refusal asks whether something is allowed, enters it all the same, reads why
// it is refused, lets it happen with a reason and takes it back.
func (r *run) refusal(t *tab) {
	before := t.view()
	r.tap(t, ".other[data-key=other]")
	r.tap(t, "dialog[open] [data-verb=roll]")
	for range 4 {
		r.tap(t, "dialog[open] [data-field=dice] [data-value=SYS]")
	}
	r.tap(t, "dialog[open] .actions .secondary")
	t.wait("why not", "document.querySelector('dialog[open] .verdict .rule')")
	r.look(t, "why-not", 360, 640)
	r.tap(t, "dialog[open] .actions .primary")
	t.wait("a refusal", "document.querySelector('dialog.alert[open] .no')")
	if text := t.eval("document.querySelector('dialog.alert .rule')?.innerText ?? ''"); !strings.Contains(text, "CSG-R") || len(text) < 40 {
		r.fault("the refusal cites no rule: %q", text)
	}
	if now := t.view().Seq; now != before.Seq {
		r.fault("what was refused was entered")
	}
	r.look(t, "refusal", 360, 640)
	r.tap(t, "dialog.alert .actions .primary")
}

func (r *run) undo(t *tab) {
	before := t.view()
	r.tap(t, "#undo")
	t.wait("what would be taken back", "document.querySelector('dialog.alert[open] .lead')?.innerText.length > 3")
	r.tap(t, "dialog.alert .actions .primary")
	r.settled(t, before.Seq+1)
	if t.eval("Boolean(document.querySelector('#log-list .entry.undone'))") != "true" {
		r.fault("the log does not show what was taken back")
	}
}

// away stops the server while somebody enters something, and starts it again.
func (r *run) away(t *tab, v view) bool {
	seat := v.Due[0]
	if !v.has("roll", seat) && !v.has("end", seat) {
		return false
	}
	r.stopServer()
	r.tap(t, "#tab-play")
	verb := "end"
	if v.has("roll", seat) {
		verb = "roll"
	}
	r.taps++
	r.tap(t, fmt.Sprintf("#moves-list .do[data-verb=%q]", verb))
	if verb == "roll" {
		for range 4 {
			r.tap(t, "dialog[open] [data-field=dice] [data-value=NET]")
		}
		r.tap(t, "dialog[open] .actions .primary")
	}
	t.wait("the entry to wait", "!document.querySelector('#banner-queue').hidden")
	r.look(t, "offline", 360, 640)
	r.startServer()
	r.settled(t, v.Seq+1)
	t.wait("the line again", "document.querySelector('#banner-line').hidden && document.querySelector('#banner-queue').hidden")
	time.Sleep(300 * time.Millisecond)
	if now := t.view(); now.Seq != v.Seq+1 {
		r.fault("the entry that waited counts %d times", now.Seq-v.Seq)
	}
	return true
}

// rivals lets two referees enter something at once: the later one is told, and
// both go on.
func (r *run) rivals(a *tab, info tableInfo, v view) bool {
	seat := v.Due[0]
	if !v.has("end", seat) {
		return false
	}
	c := r.device("second referee", r.phones(), 360, 640)
	d := r.device("desk again", r.desk(), 1280, 900)
	d.open(r.desk() + "desk/?lang=de")
	r.join(c, r.table(d, info.Game).RefereePIN, "referee", "") // the PIN is a new one since the server started again
	r.settled(c, v.Seq)
	c.offline(true)
	end := `#moves-list .do[data-verb="end"]`
	r.taps += 2
	r.tap(a, end)
	r.settled(a, v.Seq+1)
	r.tap(c, end)
	c.wait("the entry to wait", "!document.querySelector('#banner-queue').hidden")
	c.offline(false)
	c.wait("the conflict", "document.querySelector('dialog.alert[open] .log .entry')")
	r.look(c, "conflict", 360, 640)
	r.tap(c, "dialog.alert [data-key=send]")
	c.wait("a refusal: the turn has ended", "document.querySelector('dialog.alert[open] .no')")
	r.tap(c, "dialog.alert .actions .primary")
	r.undo(c)
	r.settled(a, v.Seq+2)
	r.tap(a, end)
	r.settled(a, v.Seq+3)
	r.settled(c, v.Seq+3)
	return true
}

// ruling lets dice resolve a threat that they do not, and takes that back.
func (r *run) ruling(t *tab, v view) bool {
	seat := v.Due[0]
	if !v.has("resolve", seat) || !v.has("end", seat) {
		return false
	}
	for _, m := range v.Moves {
		if m.Verb != "resolve" || m.Seat != seat {
			continue
		}
		r.tap(t, ".other[data-key=other]")
		r.tap(t, "dialog[open] [data-verb=resolve]")
		if t.eval(fmt.Sprintf("document.querySelector('dialog[open] [data-field=seat] [data-value=%q]').getAttribute('aria-pressed')", seat)) != "true" {
			r.tap(t, fmt.Sprintf("dialog[open] [data-field=seat] [data-value=%q]", seat))
		}
		r.tap(t, fmt.Sprintf("dialog[open] [data-field=threat] [data-value=%q]", m.Args["threat"][0]))
		r.tap(t, fmt.Sprintf("dialog[open] [data-field=with] [data-value=%q]", m.Args["with"][0]))
		r.tap(t, "dialog[open] .actions .primary")
		t.wait("a refusal", "document.querySelector('dialog.alert[open] details.ruling')")
		r.tap(t, "dialog.alert details.ruling summary")
		r.tap(t, "dialog.alert details.ruling .chip")
		r.look(t, "ruling", 360, 640)
		r.tap(t, "dialog.alert details.ruling .danger")
		r.settled(t, v.Seq+1)
		if t.eval("Boolean(document.querySelector('#log-list .entry:first-child .ruling'))") != "true" {
			r.fault("the log does not say that the rules were overruled")
		}
		r.tap(t, "#tab-log")
		r.look(t, "log", 360, 640)
		r.tap(t, "#tab-view")
		r.look(t, "view", 360, 640)
		r.tap(t, "#tab-play")
		r.undo(t)
		return true
	}
	return false
}

// keyboard enters a move without ever touching the screen.
func (r *run) keyboard(t *tab, v view) bool {
	seat := v.Due[0]
	if !v.has("roll", seat) {
		return false
	}
	t.open(r.phones() + "t/" + t.eval("document.body.dataset.table") + "/?lang=en")
	t.wait("moves", "document.querySelector('#moves-list .do')")
	t.key("Tab")
	if got := t.eval("document.activeElement.className"); got != "skip" {
		r.fault("keyboard: the first Tab goes to %q", got)
	}
	t.key("Enter")
	reached := false
	for range 60 {
		t.key("Tab")
		if t.eval("document.activeElement.dataset.verb ?? ''") == "roll" {
			reached = true
			break
		}
	}
	if !reached {
		r.fault("keyboard: the dice cannot be reached")
		return true
	}
	t.key("Enter")
	t.wait("fields", "document.querySelector('dialog[open] .fields')")
	t.key("Escape")
	t.wait("the focus back", "!document.querySelector('dialog[open]') && document.activeElement.dataset.verb === 'roll'")
	t.key("Enter")
	t.wait("fields", "document.querySelector('dialog[open] .fields')")
	for range 8 {
		if t.eval("document.activeElement.dataset.value ?? ''") != "" {
			break
		}
		t.key("Tab")
	}
	for range 4 {
		t.key(" ")
	}
	for range 20 {
		if t.eval("document.activeElement.matches('.actions .primary')") == "true" {
			break
		}
		t.key("Tab")
	}
	t.key("Enter")
	r.taps++
	r.settled(t, v.Seq+1)
	return true
}

// placement plays Cyber Attacker Placement until somebody has won.
func (r *run) placement() {
	d := r.device("desk of the attackers", r.desk(), 1280, 900)
	d.open(r.desk() + "desk/?lang=en")
	game := "attacker-placement"
	info := r.create(d, game, 0)
	a, b := r.device("referee of the attackers", r.phones(), 360, 640), r.device("night", r.phones(), 360, 640)
	r.join(a, info.RefereePIN, "referee", "")
	r.join(b, info.PIN, "seat", "night")
	s := r.device("screen of the attackers", r.phones(), 1920, 1080)
	s.open(info.Links.Screen)
	s.wait("the screen", "document.querySelector('#scores li')")
	s.open(r.phones() + "t/" + info.ID + "/screen?lang=de")
	s.wait("the screen", "document.querySelector('#scores li')")
	g := &gang{run: r, chance: 3}
	for n := 0; ; n++ {
		v := a.view()
		if v.Over {
			break
		}
		if n > 900 || len(v.Due) == 0 {
			check(fmt.Errorf("the game does not end: %v", v.Due))
		}
		on := a
		if v.Due[0] == "night" && n < 60 {
			on = b
			r.settled(b, v.Seq)
		}
		if n == 25 {
			r.look(b, "attackers", 360, 640)
			r.look(s, "attackers-screen", 1920, 1080)
		}
		g.turn(on, v)
		if n%25 == 0 {
			now := a.view()
			r.same(b, now, ".total")
			r.same(s, now, ".sum")
		}
	}
	end := a.view()
	s.wait("the end", fmt.Sprintf("document.querySelector('#ended') && !document.querySelector('#ended').hidden"))
	r.same(s, end, ".sum")
	fmt.Printf("Cyber Attacker Placement: %d entries, %s\n", end.Seq, end.Standing)
}

// A gang knows which vulnerabilities were revealed.
type gang struct {
	*run
	chance die
	flaws  int
}

func (g *gang) turn(t *tab, v view) {
	seat := v.Due[0]
	v = t.view()
	sites := []string{"HOS", "FAC", "COM", "ECS"}
	site := func() string { return sites[g.chance.below(4)] }
	switch {
	case v.has("secure", ""):
		for !g.move(t, "secure", "", map[string][]string{"card": {g.option(v, "secure", "card")}}) {
		}
	case v.has("surrender", seat):
		g.move(t, "surrender", seat, nil)
	case v.has("reveal", seat):
		for !g.move(t, "reveal", seat, map[string][]string{"card": {g.option(v, "reveal", "card")}}) {
		}
	case v.has("use", seat):
		g.move(t, "use", seat, map[string][]string{"roll": {site()}})
	case v.has("collect", seat):
		g.move(t, "collect", seat, nil)
	case v.has("roll", seat):
		g.move(t, "roll", seat, map[string][]string{"dice": {site(), site()}, "six": {site()}})
	case v.has("attack", seat):
		g.move(t, "attack", seat, map[string][]string{"roll": {site()}, "colour": {site()}})
	case v.has("move", seat):
		g.move(t, "move", seat, nil)
	default:
		g.move(t, "end", seat, nil)
	}
}

// option returns a value a field of a move offers, by chance.
func (g *gang) option(v view, verb, field string) string {
	for _, m := range v.Moves {
		if m.Verb != verb {
			continue
		}
		for _, f := range m.Fields {
			if f.Name == field {
				return f.Options[g.chance.below(len(f.Options))].ID
			}
		}
	}
	return ""
}
