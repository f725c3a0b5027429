package main

import (
	"fmt"

	"kitpress/quiz/referee"
)

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
