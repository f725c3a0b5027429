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
	Fields          []struct {
		Name    string
		Options []struct{ ID, Arg string }
	}
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
	t.wait(fmt.Sprintf("entry %d", seq), fmt.Sprintf("Number(document.querySelector('#log-list .seq')?.textContent ?? 0) >= %d && !document.querySelector('#moves-list[aria-busy]')", seq))
}

func (t *tab) has(selector string) bool {
	return t.eval(fmt.Sprintf("Boolean(document.querySelector(%q))", selector)) == "true"
}

// entered says what came of the last tap.
const (
	refused = "document.querySelector('dialog.alert[open] .no')"
	form    = "document.querySelector('dialog[open] .fields')"
)

// choose taps the way to a move, to its button or to its form.
func (r *run) choose(t *tab, mv *offer) (last string) {
	one := fmt.Sprintf("#moves-list .do[data-key=%q]", mv.Key)
	many := fmt.Sprintf("#moves-list [data-key=%q]", "group-"+mv.Seat+mv.Verb)
	t.wait("a button for "+mv.Key, fmt.Sprintf("document.querySelector(%q) || document.querySelector(%q)", one, many))
	if !t.has(one) {
		r.tap(t, many)
		one = fmt.Sprintf("dialog[open] .do[data-key=%q]", mv.Key)
		for {
			t.wait("a question", "document.querySelector('dialog[open] .chips button, dialog[open] .move .do')")
			if t.has(one) {
				break
			}
			name := t.eval("document.querySelector('dialog[open] [data-field]').dataset.field")
			r.tap(t, fmt.Sprintf("dialog[open] .chips [data-value=%q]", strings.Join(mv.Args[name], " ")))
		}
	}
	if len(mv.Fields) == 0 {
		return one
	}
	r.tap(t, one)
	t.wait("the form of "+mv.Key, form)
	return "dialog[open] .actions .primary"
}

// fill says in a form what a command says, but for what is said already.
func (r *run) fill(t *tab, c referee.Command, said map[string][]string) {
	names := []string{}
	for name, list := range c.Args {
		if len(list) > 0 && said[name] == nil {
			names = append(names, name)
		}
	}
	slices.Sort(names) // "face" before "six", "whom" before what depends on it
	slices.SortStableFunc(names, func(a, b string) int { return first(a) - first(b) })
	for _, name := range names {
		field := fmt.Sprintf("dialog[open] [data-field=%q]:not([hidden]) ", name)
		switch {
		case name == "face" && !t.has(field):
			field = "dialog[open] [data-field=six] "
		case name == "six" && c.Args.Has("face") && t.has("dialog[open] [data-field=six] ~ [data-field=six]"):
			field = "dialog[open] [data-field=six] ~ [data-field=six] "
		}
		for _, v := range c.Args[name] {
			if t.has(field + ".stepper") {
				r.step(t, field, v)
				continue
			}
			r.tap(t, field+fmt.Sprintf(".chips [data-value=%q]:not([aria-pressed=true]):not(:disabled)", v))
		}
	}
}

func first(name string) int {
	if name == "whom" || name == "face" || name == "by" || name == "give" || name == "dice" {
		return 0
	}
	return 1
}

// step counts a number up or down.
func (r *run) step(t *tab, field, value string) {
	want, err := strconv.Atoi(value)
	check(err)
	for range 40 {
		now, _ := strconv.Atoi(t.eval(fmt.Sprintf("document.querySelector(%q).textContent", field+"output")))
		switch {
		case now == want:
			return
		case now < want:
			r.tap(t, field+"[data-step=more]")
		default:
			r.tap(t, field+"[data-step=less]")
		}
	}
	r.fault("%s: %s does not come to %s", t.name, field, value)
}
