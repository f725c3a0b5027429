package main

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"kitpress/quiz/referee"
)

// A view is what a device is told about its table, as far as playing needs it.
type view struct {
	Seq   int
	Over  bool
	Due   []string
	Seats []struct {
		ID    string
		Total int
	}
	Moves    []offer
	Standing string
}

// An offer is a move that a device is offered.
type offer struct {
	Key, Verb, Seat string
	Args            map[string][]string
	Fields          []field
	First           *offer
}

// A field asks for a part of a move.
type field struct {
	Name, Like string
	Min, Max   int
	If         []string
	Options    []option
}

type option struct {
	ID, Arg string
	N       int
}

func (t *tab) view() view {
	var v view
	check(json.Unmarshal([]byte(t.eval("fetch('/t/' + document.body.dataset.table + '/state?lang=en').then(r => r.text())")), &v))
	return v
}

// find returns the offered move that a command is, or nil: all that the move
// says already is what the command says, all else is asked for.
func (v view) find(c referee.Command) *offer {
	for i, m := range v.Moves {
		if m.Verb != c.Verb || m.Seat != string(c.Seat) {
			continue
		}
		fits := true
		for name, list := range m.Args {
			fits = fits && slices.Equal(sorted(list), sorted(c.Args[name]))
		}
		for name, list := range c.Args {
			fits = fits && (len(list) == 0 || m.Args[name] != nil || m.asks(name))
		}
		if fits {
			return &v.Moves[i]
		}
	}
	return nil
}

func (m offer) asks(name string) bool {
	for _, f := range m.Fields {
		if f.Name == name {
			return true
		}
		for _, o := range f.Options {
			if o.Arg == name {
				return true
			}
		}
	}
	return false
}

func sorted(list []string) []string {
	out := slices.Clone(list)
	slices.Sort(out)
	return out
}

// tap taps the middle of what a selector finds, once it may be tapped; something
// that lies over it is a fault. twice: the finger slips and taps again at once.
func (r *run) tap(t *tab, selector string) { r.slip(t, selector, false) }

func (r *run) slip(t *tab, selector string, twice bool) {
	q := strconv.Quote(selector)
	t.wait(selector, "(e => e && !e.disabled && !e.closest('[data-fresh], [aria-busy=true]'))(document.querySelector("+q+"))")
	if t.keys {
		r.press(t, selector)
		return
	}
	var at struct {
		X, Y float64
		Hit  string
	}
	check(json.Unmarshal([]byte(t.eval(`(() => {
		const e = document.querySelector(`+q+`);
		e.scrollIntoView({block: 'center'});
		const b = e.getBoundingClientRect(), x = b.x + b.width / 2, y = b.y + b.height / 2;
		const top = document.elementFromPoint(x, y);
		return JSON.stringify({x, y, hit: e === top || e.contains(top) ? '' : (top?.outerHTML ?? 'nothing').slice(0, 120)});
	})()`)), &at))
	if at.Hit != "" {
		r.fault("%s: over %s lies %s", t.name, selector, at.Hit)
		t.eval("document.querySelector(" + q + ").click()")
		return
	}
	t.taps++
	now := time.Now()
	t.click(at.X, at.Y, now)
	if twice {
		r.add(&r.slips)
		time.Sleep(time.Until(now.Add(slipping)))
		t.click(at.X, at.Y, now.Add(slipping))
	}
}

// slipping is how soon the second tap of a finger that slips comes.
const slipping = 90 * time.Millisecond

// click clicks at a time: on a busy machine the browser hears of it late.
func (t *tab) click(x, y float64, at time.Time) {
	for _, kind := range []string{"mousePressed", "mouseReleased"} {
		t.call("Input.dispatchMouseEvent", m{"type": kind, "x": x, "y": y, "button": "left", "clickCount": 1, "timestamp": float64(at.UnixMicro()) / 1e6}, nil)
	}
}

// settled waits until a device shows what the server has.
func (r *run) settled(t *tab, seq int) {
	t.wait(fmt.Sprintf("entry %d", seq), fmt.Sprintf("Number(document.querySelector('#log-list .seq')?.textContent ?? 0) >= %d && !document.querySelector('#play[aria-busy]')", seq))
}

func (t *tab) has(selector string) bool {
	return t.eval(fmt.Sprintf("Boolean(document.querySelector(%q))", selector)) == "true"
}

// entered says what came of the last tap.
const (
	refused = "document.querySelector('dialog.alert[open] .no')"
	form    = "document.querySelector('dialog[open] .fields')"
)

// A finger enters something on a device. It holds back its last tap: that may
// be the one that enters it, and slip.
type finger struct {
	*run
	t    *tab
	root string // of the form that is filled in
	next string // what is tapped next
}

func (f *finger) tap(selector string) {
	f.rest()
	f.next = selector
}

// rest taps what was held back.
func (f *finger) rest() {
	if f.next != "" {
		f.run.tap(f.t, f.next)
		f.next = ""
	}
}

// choose taps the way to a move: to what it concerns, to its button or to its
// form.
func (f *finger) choose(mv *offer) {
	t, key := f.t, fmt.Sprintf("[data-key=%q]", mv.Key)
	standing, many := "#play .standing"+key, fmt.Sprintf("#moves-list [data-key=%q]", "group-"+mv.Seat+mv.Verb)
	t.wait("the moves", "document.querySelector('#moves-list > *')")
	switch {
	case t.has(standing):
		f.root = standing + " "
		return
	case t.has("#play button" + key):
		f.tap("#play button" + key)
	case t.has(many):
		f.tap(many)
		f.narrow(key, mv)
	default:
		f.touch(key, mv)
	}
	if len(mv.Fields) == 0 {
		return
	}
	f.rest()
	f.root = "dialog[open] "
	t.wait("the form of "+mv.Key, form)
}

// touch touches the piece on the table that stands for several moves, of which
// one is meant.
func (f *finger) touch(key string, mv *offer) {
	piece := f.t.eval(fmt.Sprintf("(list => list[0]?.dataset.key ?? '')([...document.querySelectorAll('#play [data-moves]')].filter(e => e.dataset.moves?.split('\\n').includes(%q)).sort((a, b) => a.dataset.moves.length - b.dataset.moves.length))", mv.Key)) // of several, the one that says most
	if piece == "" {
		check(fmt.Errorf("%s: nothing on the page is good for %s", f.t.name, mv.Key))
	}
	f.tap(fmt.Sprintf("#play [data-key=%q]", piece))
	f.narrow(key, mv)
}

// narrow answers questions in a sheet until it offers a move.
func (f *finger) narrow(key string, mv *offer) {
	f.rest()
	one := "dialog[open] .do" + key
	f.t.wait("a sheet", "document.querySelector('dialog[open] .do')")
	if card := fmt.Sprintf("dialog[open] [data-key=%q]", "group-"+mv.Seat+mv.Verb+strings.Join(mv.Args["card"], "")); !f.t.has(one) && f.t.has(card) {
		f.run.tap(f.t, card)
	}
	for {
		f.t.wait("a question", "document.querySelector('dialog[open] .chips button, dialog[open] .move .do')")
		if f.t.has(one) {
			break
		}
		name := f.t.eval("document.querySelector('dialog[open] [data-field]').dataset.field")
		f.run.tap(f.t, fmt.Sprintf("dialog[open] .chips [data-value=%q]", strings.Join(mv.Args[name], " ")))
		if !f.t.has("dialog[open]") { // only one was left
			return
		}
	}
	f.tap(one)
}

// finish presses the button of a form that is not entered by its last field:
// one in a sheet, or one that asks for something that may be left out.
func (f *finger) finish(c referee.Command, mv *offer) {
	if strings.HasPrefix(f.root, "dialog") {
		if f.t.has("dialog[open] .actions .primary") {
			f.tap("dialog[open] .actions .primary")
		}
		return
	}
	for _, one := range mv.Fields {
		asked := len(one.If) == 0 || slices.Contains(one.If[1:], c.Args.Word(one.If[0]))
		matched := slices.ContainsFunc(mv.Fields, func(o field) bool { return o.Like == one.Name })
		if asked && !matched && one.Like == "" && one.Min < one.Max {
			f.tap(f.root + ".primary")
			return
		}
	}
}

// fill says in a form what a command says, but for what is said already.
func (f *finger) fill(c referee.Command, said map[string][]string) {
	names := []string{}
	for name, list := range c.Args {
		if len(list) > 0 && said[name] == nil {
			names = append(names, name)
		}
	}
	slices.Sort(names) // "face" before "six", "whom" before what depends on it
	slices.SortStableFunc(names, func(a, b string) int { return first(a) - first(b) })
	for _, name := range names {
		f.rest()
		field := fmt.Sprintf("%s[data-field=%q]:not([hidden]) ", f.root, name)
		switch {
		case name == "face" && !f.t.has(field):
			field = f.root + "[data-field=six] "
		case name == "six" && c.Args.Has("face") && f.t.has(f.root+"[data-field=six] ~ [data-field=six]"):
			field = f.root + "[data-field=six] ~ [data-field=six] "
		}
		if f.said(field, c.Args[name]) {
			continue
		}
		for _, v := range c.Args[name] {
			if f.t.has(field + ".stepper") {
				f.step(field, v)
				continue
			}
			f.tap(field + fmt.Sprintf(".chips [data-value=%q]:not([aria-pressed=true]):not(:disabled)", v))
		}
	}
}

// said reports whether a field says the same already; what else it says is taken
// back.
func (f *finger) said(field string, want []string) bool {
	now := strings.Fields(f.t.eval(fmt.Sprintf("[...document.querySelectorAll(%q)].map(e => e.dataset.value).join(' ')", field+"[data-tray], "+field+"[aria-pressed=true]")))
	if len(now) > 1 && slices.Equal(sorted(now), sorted(want)) {
		return true
	}
	for range now {
		if len(now) > 1 {
			f.tap(field + ":is([data-tray], [aria-pressed=true])")
		}
	}
	f.rest()
	return false
}

// throw lets the device throw the dice of a form, and sees to it that they show
// what a command says. What was thrown again is chosen before.
func (f *finger) throw(c referee.Command, mv *offer) bool {
	button := f.root + ".throw"
	if !strings.HasPrefix(f.root, "#play") || !f.t.has(button) {
		return false
	}
	var faces []string
	rest, later := referee.Command{Verb: c.Verb, Args: referee.Args{}}, referee.Command{Verb: c.Verb, Args: referee.Args{}}
	for _, field := range mv.Fields {
		if len(field.If) > 0 && !slices.Contains(field.If[1:], c.Args.Word(field.If[0])) {
			continue
		}
		chosen := len(field.If) > 0 || len(field.Options) == 0 || slices.ContainsFunc(field.Options, func(o option) bool { return o.N > 0 })
		for _, o := range field.Options {
			if name := o.Arg; !chosen && name != "" && c.Args.Has(name) && o.ID == c.Args.Word(name) {
				faces = append(faces, fmt.Sprint(slices.Index(field.Options, o)))
			}
		}
		switch list := c.Args[field.Name]; {
		case len(field.If) > 0:
			later.Args[field.Name] = list
		case chosen:
			rest.Args[field.Name] = list
		case !slices.ContainsFunc(field.Options, func(o option) bool { return o.Arg != "" && c.Args.Has(o.Arg) }):
			for _, v := range list {
				faces = append(faces, fmt.Sprint(slices.IndexFunc(field.Options, func(o option) bool { return o.ID == v })))
			}
		}
	}
	f.fill(rest, nil)
	f.rest()
	f.t.eval(`(list => { const by = crypto.getRandomValues.bind(crypto); crypto.getRandomValues = (a) => (a.length === 1 && list.length ? (a[0] = list.shift(), a) : by(a)); return '' })([` + strings.Join(faces, ",") + `])`)
	f.tap(button)
	if len(later.Args) > 0 { // the dice leave a choice
		f.rest()
		f.fill(later, nil)
	}
	return true
}

func first(name string) int {
	if name == "whom" || name == "face" || name == "by" || name == "give" || name == "dice" {
		return 0
	}
	return 1
}

// step counts a number up or down.
func (f *finger) step(field, value string) {
	want, err := strconv.Atoi(value)
	check(err)
	for range 40 {
		f.rest()
		now, _ := strconv.Atoi(f.t.eval(fmt.Sprintf("document.querySelector(%q).textContent", field+"output")))
		switch {
		case now == want:
			return
		case now < want:
			f.tap(field + "[data-step=more]")
		default:
			f.tap(field + "[data-step=less]")
		}
	}
	f.fault("%s: %s does not come to %s", f.t.name, field, value)
}
