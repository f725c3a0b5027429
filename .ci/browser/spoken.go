package main

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"kitpress/quiz/referee"
)

// spoken plays a whole game on phones that are neither touched nor looked at:
// with the keyboard alone, by what a screen reader is told. Everything that is
// gone to has a name and says what it is; what every entry brought about is told.
func (r *run) spoken(id string, seats int) {
	d := r.atDesk("desk for the blind of "+id, "en")
	g := r.create(d, id, seats)
	d.key("Escape")
	g.throws = true
	for _, s := range append(g.info.Seats, struct{ ID referee.Seat }{}) {
		t := r.device(fmt.Sprintf("%s of %s, without eyes", s.ID, id), r.phones(), 360, 640)
		t.keys = true
		t.call("Accessibility.enable", m{}, nil)
		pin := g.info.PIN
		if s.ID == "" {
			pin = g.info.RefereePIN
		}
		r.join(t, pin, s.ID)
		g.phone[s.ID] = t
	}
	pressed, entered := 0, 0
	for i := 0; i < len(g.script); i++ {
		t := g.phone[g.script[i].Command.Seat]
		if g.understood(t, i) {
			i++
		}
		before := t.pressed
		g.enter(t, g.script[i].Command, false, false)
		pressed, entered = pressed+t.pressed-before, entered+1
		g.settled(t, g.seq)
		for _, p := range g.phone { // everybody hears it
			g.hears(p)
		}
	}
	g.ended(g.phone[g.info.Seats[0].ID])
	fmt.Printf("%s without touching or looking: %d entries, %.0f keys each\n", id, entered, float64(pressed)/float64(entered))
}

// hears says when a device does not tell what was entered last and what came of it.
func (g *game) hears(t *tab) {
	g.settled(t, g.seq)
	var last struct {
		Text  string
		Steps []struct{ Text string }
	}
	check(json.Unmarshal([]byte(t.eval("fetch('/t/' + document.body.dataset.table + '/state?lang=en').then(r => r.json()).then(s => JSON.stringify(s.log[0]))")), &last))
	said := t.eval("document.querySelector('#said').textContent")
	for _, s := range last.Steps {
		if !strings.Contains(said, s.Text) {
			g.fault("%s is not told %q but %q", t.name, s.Text, said)
		}
	}
	if !strings.Contains(said, last.Text) {
		g.fault("%s is not told %q but %q", t.name, last.Text, said)
	}
}

// farthest is how many keys anything may be away.
const farthest = 150

// press goes to what a selector finds, by Tab alone, hears what it is, and presses
// it.
func (r *run) press(t *tab, selector string) {
	here := "document.activeElement === document.querySelector(" + strconv.Quote(selector) + ")"
	for n := 0; t.eval("String("+here+")") != "true"; n++ {
		if n > farthest {
			r.fault("%s: no key leads to %s", t.name, selector)
			t.eval("document.querySelector(" + strconv.Quote(selector) + ").focus(); ''")
			break
		}
		t.pressed++
		if t.eval("String(Boolean(document.activeElement.compareDocumentPosition(document.querySelector("+strconv.Quote(selector)+")) & Node.DOCUMENT_POSITION_PRECEDING))") == "true" {
			t.key("Shift+Tab")
		} else {
			t.key("Tab")
		}
	}
	var focused struct{ Result struct{ ObjectID string } }
	t.call("Runtime.evaluate", m{"expression": "document.activeElement"}, &focused)
	var tree struct {
		Nodes []struct{ Name, Role struct{ Value string } }
	}
	t.call("Accessibility.getPartialAXTree", m{"objectId": focused.Result.ObjectID, "fetchRelatives": false}, &tree)
	if len(tree.Nodes) == 0 || strings.TrimSpace(tree.Nodes[0].Name.Value) == "" || tree.Nodes[0].Role.Value == "generic" {
		r.fault("%s: a screen reader does not say what %s is: %+v", t.name, selector, tree.Nodes)
	}
	t.taps, t.pressed = t.taps+1, t.pressed+1
	t.key([]string{"Enter", " "}[t.taps%2])
}
