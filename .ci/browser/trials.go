package main

import (
	"fmt"
	"strings"
	"time"

	"kitpress/quiz/referee"
)

// A mistake is an entry that is refused whoever makes it when it is not their
// turn.
var mistakes = map[string]referee.Command{
	"cyber-survival":     {Verb: "roll", Args: referee.Args{"dice": {"SYS", "NET", "BEH", "ATT"}}},
	"online":             {Verb: "lay", Args: referee.Args{"card": {"e-mail"}}},
	"cyber-siege":        {Verb: "lose", Args: referee.Args{"cards": {"admin"}}},
	"attacker-placement": {Verb: "pick", Args: referee.Args{"tokens": {"HOS", "FAC"}}},
}

// wrongly enters something that is not allowed on the phone of somebody who is
// not to move: it is refused, nobody is thrown out, and the input is not lost.
func (g *game) wrongly(i int) {
	var t *tab
	for _, s := range g.info.Seats {
		if s.ID != g.script[i].Command.Seat && (t == nil || i%3 > 0) {
			t = g.phone[s.ID]
		}
	}
	g.settled(t, g.seq)
	g.tap(t, "#moves-list [data-key=other]")
	c := mistakes[g.info.Game]
	g.tap(t, fmt.Sprintf("dialog[open] .verbs [data-verb=%q]", c.Verb))
	f := &finger{run: g.run, t: t, root: "dialog[open] "}
	f.fill(c, nil)
	f.rest()
	g.tap(t, "dialog[open] .actions .secondary")
	t.wait("why not", "document.querySelector('dialog[open] .verdict .rule')")
	g.slip(t, "dialog[open] .actions .primary", true)
	t.wait("a refusal", refused)
	if t.has("#moves-list a.primary") {
		g.fault("%s: %s is thrown out for an entry that is not allowed", g.info.Game, t.name)
	}
	g.add(&g.run.wrong)
	g.tap(t, "dialog[open] [data-key=change]")
	t.wait("the form again", "document.querySelector('dialog[open] .back') && document.querySelector('dialog[open] .fields')")
	for name, list := range c.Args {
		kept := t.eval(fmt.Sprintf("[...document.querySelectorAll('dialog[open] [data-field=%s] [data-tray], dialog[open] [data-field=%s] [aria-pressed=true]')].length", name, name))
		if kept != fmt.Sprint(len(list)) {
			g.fault("%s: of %d %s in a form that was refused, %s are left", g.info.Game, len(list), name, kept)
		}
	}
	t.wait("the sheet to be read", "!document.querySelector('dialog[data-fresh]')")
	t.key("Escape")
	t.wait("the sheet to go", "!document.querySelector('dialog[open]')")
	if now := t.view(); now.Seq != g.seq {
		g.fault("%s: what is refused was entered", g.info.Game)
	}
}

// refereed plays Cyber Survival on the phone of a referee, with all that can go
// wrong on the way.
func (r *run) refereed() {
	d := r.atDesk("desk", "en")
	g := r.create(d, "cyber-survival", 3)
	r.look(d, "desk-code", 1366, 768)
	g.invited(d)
	d.key("Escape")
	r.look(d, "desk", 1366, 768)
	r.many(d)
	r.closed()
	j := r.device("guest", r.phones(), 360, 640)
	j.open(r.phones() + "t/?lang=de")
	j.wait("the pad", "document.querySelector('#pad button')")
	r.look(j, "join", 360, 640)
	a, s := r.device("referee", r.phones(), 360, 640), r.device("screen", r.phones(), 1920, 1080)
	r.join(a, g.info.RefereePIN, "")
	g.screen(s)
	for _, seat := range g.info.Seats {
		g.phone[seat.ID] = a
	}
	g.phone[""], g.others = a, []*tab{s}
	entering := []func(referee.Command) bool{ // each in its time, in place of an entry
		func(c referee.Command) bool { return g.away(a, c) },
		func(c referee.Command) bool { return g.rivals(a, c) },
		func(c referee.Command) bool { return g.keyboard(a, c) },
	}
	beside := []func() bool{func() bool { return g.ruling(a) }, func() bool { return g.pause(a, s) }}
	for i, rec := range g.script {
		if i > 4 && len(beside) > 0 && beside[0]() {
			beside = beside[1:]
		}
		if i > 4 && len(entering) > 0 && entering[0](rec.Command) {
			entering = entering[1:]
		} else {
			g.enter(a, rec.Command, i%3 == 0, false)
		}
		g.says(a, rec)
	}
	if len(beside)+len(entering) > 0 {
		r.fault("%d trials never came", len(beside)+len(entering))
	}
	g.ended(a)
	g.tapped(11) // who enters everything by hand, dice and all
	r.look(s, "screen-over", 1920, 1080)
	g.leaders(s, a)
}

// many makes tables in bulk and looks at all of them at a glance.
func (r *run) many(d *tab) {
	d.eval("(s => { s.value = '3'; s.dispatchEvent(new Event('change')); return '' })(document.querySelector('#create').previousElementSibling.querySelector('select'))")
	r.tap(d, "#create")
	d.wait("four tables", "document.querySelectorAll('#tables details.table').length === 4")
	r.look(d, "desk-many", 1366, 768)
	r.look(d, "desk-phone", 360, 640)
	d.size(1366, 768)
	if pdf := d.eval("fetch(document.querySelector('.cards-row a').href).then(r => r.text()).then(t => t.slice(0, 5))"); pdf != "%PDF-" {
		r.fault("cards for tables are no PDF: %q", pdf)
	}
}

// screen opens the big screen in a browser that takes another role beside it.
func (g *game) screen(s *tab) {
	s.open(g.info.Links.Screen)
	s.wait("the screen", "document.querySelector('#scores li')")
	s.open(g.info.Links.Referee) // the same browser takes another role, and shows the screen all the same
	s.wait("the page of a referee", "document.body.dataset.role === 'referee' && document.querySelector('#scores li')")
	s.open(strings.Replace(g.info.Links.Screen, "/#", "/screen?lang=en#", 1))
	s.wait("the screen", "document.body?.dataset.role === 'screen' && document.querySelector('#scores li')")
}

// invited looks whether the dialog to join shows all of itself.
func (g *game) invited(d *tab) {
	d.size(1366, 650)
	for _, what := range []string{".bigcode", ".bigpin", ".bigaddress"} {
		if d.eval(fmt.Sprintf("(b => b.top >= 0 && b.bottom <= innerHeight && b.height > 20)(document.querySelector('dialog %s').getBoundingClientRect())", what)) != "true" {
			g.fault("the desk cuts off %s of the invitation", what)
		}
	}
	d.size(1366, 768)
}

// closed looks at the desk as whoever has not the key sees it.
func (r *run) closed() {
	d := r.device("somebody else at this computer", r.desk(), 1366, 768)
	d.open(r.desk() + "desk/?lang=de")
	d.wait("a word about the key", "document.body.innerText.includes('kitpress serve')")
	if d.eval("fetch('/desk/state').then(r => String(r.status))") != "403" {
		r.fault("the desk is open")
	}
	r.look(d, "desk-closed", 1366, 768)
}

// pause looks at the pages of a referee and stops the big screen for a while.
func (g *game) pause(a, s *tab) bool {
	g.look(s, "screen", 1920, 1080)
	a.size(1920, 1080)
	g.look(a, "referee-wide", 1920, 1080)
	a.size(360, 640)
	g.tap(a, "#tab-view")
	g.tap(a, "#freeze")
	s.wait("the screen to stand still", "!document.querySelector('#frozen').hidden")
	g.tap(a, "#freeze[aria-pressed=true]")
	s.wait("the screen to go on", "document.querySelector('#frozen').hidden")
	g.tap(a, "#tab-play")
	a.eval("document.querySelector('#lang').value = 'ja'; document.querySelector('#lang').dispatchEvent(new Event('change')); ''")
	a.wait("Japanese", "document.documentElement?.lang === 'ja' && document.querySelector('#scores li')")
	g.look(a, "referee-ja", 360, 640)
	a.eval("document.querySelector('#lang').value = 'en'; document.querySelector('#lang').dispatchEvent(new Event('change')); ''")
	a.wait("English", "document.documentElement?.lang === 'en' && document.querySelector('#scores li')")
	return true
}

// away stops the server while somebody enters something, and starts it again.
func (g *game) away(t *tab, c referee.Command) bool {
	if c.Verb != "roll" && c.Verb != "end" {
		return false
	}
	g.settled(t, g.seq)
	mv := t.view().find(c)
	g.stopServer()
	t.wait("a word about the line", "!document.querySelector('#banner-line').hidden")
	f := &finger{run: g.run, t: t}
	f.choose(mv)
	if len(mv.Fields) > 0 {
		f.fill(c, mv.Args)
		f.finish(c, mv)
	}
	g.slip(t, f.next, true)
	t.wait("the entry to wait", "!document.querySelector('#banner-queue').hidden && document.querySelector('.waiting li')")
	t.wait("the slip to be over", "!document.querySelector('#play[data-fresh]')")
	if again := fmt.Sprintf("#moves-list .do[data-key=%q]", mv.Key); t.has(again) && !t.has(again+":disabled") {
		g.fault("what waits to be sent is offered again")
	}
	g.look(t, "offline", 360, 640)
	g.startServer()
	g.settled(t, g.seq+1)
	t.wait("the line again", "document.querySelector('#banner-line').hidden && document.querySelector('#banner-queue').hidden")
	time.Sleep(300 * time.Millisecond)
	if now := t.view(); now.Seq != g.seq+1 {
		g.fault("the entry that waited counts %d times", now.Seq-g.seq)
	}
	g.seq++
	g.add(&g.entries)
	return true
}

// rivals lets two referees enter the same at once: the later one is told that it
// is there, and both go on.
func (g *game) rivals(a *tab, c referee.Command) bool {
	if c.Verb != "end" {
		return false
	}
	b := g.device("second referee", g.phones(), 360, 640)
	d := g.atDesk("desk again", "de") // PIN and key are new ones since the server started again
	g.join(b, g.table(d, g.info.ID).RefereePIN, "")
	g.settled(b, g.seq)
	b.offline(true)
	g.enter(a, c, true, false)
	g.tap(b, `#moves-list .do[data-verb="end"]`)
	b.wait("the entry to wait", "!document.querySelector('#banner-queue').hidden")
	b.offline(false)
	b.wait("the conflict", "document.querySelector('dialog.alert[open] .log .entry')")
	b.wait("a word that it is there", "document.querySelector('dialog.alert[open] .no')")
	g.look(b, "conflict", 360, 640)
	g.tap(b, "dialog.alert [data-key=send]")
	b.wait("a refusal: the turn has ended", refused)
	g.tap(b, "dialog.alert [data-key=close]")
	g.undo(b)
	g.enter(a, c, false, false)
	g.settled(b, g.seq)
	return true
}

func (g *game) undo(t *tab) {
	g.tap(t, "#undo")
	t.wait("what would be taken back", "document.querySelector('dialog.alert[open] .lead')?.innerText.length > 3")
	g.slip(t, "dialog.alert .actions .primary", true)
	g.settled(t, g.seq+1)
	g.seq++
	if !t.has("#log-list .entry.undone") {
		g.fault("the log does not show what was taken back")
	}
}

// ruling lets dice resolve a threat that they do not, and takes that back.
func (g *game) ruling(t *tab) bool {
	v := t.view()
	for _, m := range v.Moves {
		if m.Verb != "resolve" || len(m.Args["with"]) < 2 {
			continue
		}
		c := referee.Command{Verb: m.Verb, Seat: referee.Seat(m.Seat), Args: referee.Args{"threat": m.Args["threat"], "with": m.Args["with"][:1]}}
		f := &finger{run: g.run, t: t}
		g.elsewise(f, c)
		f.rest()
		t.wait("a refusal", "document.querySelector('dialog.alert[open] details.ruling')")
		g.look(t, "refusal", 360, 640)
		if text := t.eval("document.querySelector('dialog.alert .rule')?.innerText ?? ''"); !strings.Contains(text, "CSG-R") || len(text) < 40 {
			g.fault("the refusal cites no rule: %q", text)
		}
		g.tap(t, "dialog.alert details.ruling summary")
		g.tap(t, "dialog.alert details.ruling .chip")
		g.look(t, "ruling", 360, 640)
		g.slip(t, "dialog.alert details.ruling .danger", true)
		g.settled(t, g.seq+1)
		g.seq++
		if !t.has("#log-list .entry:first-child .ruling") {
			g.fault("the log does not say that the rules were overruled")
		}
		g.tap(t, "#tab-log")
		g.look(t, "log", 360, 640)
		g.tap(t, "#tab-view")
		g.look(t, "view", 360, 640)
		g.tap(t, "#tab-play")
		g.undo(t)
		return true
	}
	return false
}
