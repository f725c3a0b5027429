package main

import (
	"encoding/json"
	"fmt"
	"strings"
)

// What a page may weigh when it is opened for the first time, and how long a frame
// of what moves may take in the middle: 60 of them a second.
const (
	mostFirst = 200 << 10
	mostFrame = 17.5 // milliseconds
)

// first opens the table on a device that was never here, and weighs what comes
// over the line until all of it is drawn.
func (g *game) first() {
	t := g.device("late referee of "+g.info.Game, g.phones(), 390, 844)
	t.open(g.info.Links.Referee)
	t.wait("the table", "document.querySelector('#scores li') && document.querySelector('#drawn .piece') && [...document.images].every(i => i.complete || i.loading === 'lazy')")
	t.eval("new Promise(done => setTimeout(() => done(''), 500))") // nothing more is asked for
	t.b.mu.Lock()
	bytes, requests := t.bytes, len(t.sent)
	t.b.mu.Unlock()
	fmt.Printf("%s: %d KB for the first page, %d requests, %s pictures\n", g.info.Game, (bytes+1023)>>10, requests, t.eval("String(document.images.length)"))
	if bytes > mostFirst || bytes < 20<<10 {
		g.fault("%s: the first page takes %d bytes", g.info.Game, bytes)
	}
}

// moving looks at frames while something moves: glowing pieces, and a sheet that
// comes up, where there is one. Only what a compositor does alone may move, and
// nothing for those who want it so.
func (g *game) moving(t *tab, what string) {
	motion := func(wanted string) {
		t.call("Emulation.setEmulatedMedia", m{"features": []m{{"name": "prefers-color-scheme", "value": "light"}, {"name": "prefers-reduced-motion", "value": wanted}}}, nil)
	}
	motion("no-preference")
	var got struct {
		Frames []float64
		Moved  []string
	}
	said := ""
	t.alone(func() {
		said = t.eval(`new Promise((done) => {
		const frames = [], moved = new Set();
		let last;
		const frame = (now) => {
			if (last !== undefined) frames.push(now - last);
			last = now;
			for (const a of document.getAnimations()) for (const k of a.effect.getKeyframes()) for (const name of Object.keys(k)) if (!['offset', 'computedOffset', 'easing', 'composite'].includes(name)) moved.add(name);
			if (frames.length === 20) document.getElementById('rules')?.click();
			if (frames.length < 120) requestAnimationFrame(frame);
			else done(JSON.stringify({frames: frames.slice(5).sort((a, b) => a - b), moved: [...moved]}));
		};
		requestAnimationFrame(frame);
	})`)
	})
	check(json.Unmarshal([]byte(said), &got))
	if t.has("dialog[open]") {
		t.wait("the sheet to be read", "!document.querySelector('dialog[data-fresh]')")
		t.key("Escape")
	}
	n := len(got.Frames)
	fmt.Printf("%s: %s move on %s; a frame takes %.1f ms in the middle, %.1f at 95 %%\n", g.info.Game, strings.Join(got.Moved, " and "), what, got.Frames[n/2], got.Frames[n*95/100])
	if got.Frames[n/2] > mostFrame {
		g.fault("%s, %s: a frame takes %.1f ms", g.info.Game, what, got.Frames[n/2])
	}
	for _, name := range got.Moved {
		if name != "transform" && name != "opacity" {
			g.fault("%s, %s: %s moves, for which all is painted anew", g.info.Game, what, name)
		}
	}
	motion("reduce")
	if still := t.eval("new Promise(done => requestAnimationFrame(() => { document.getElementById('rules')?.click(); done(String(document.getAnimations().length)) }))"); still != "0" {
		g.fault("%s, %s: %s things move where nothing should", g.info.Game, what, still)
	}
	if t.has("dialog[open]") {
		t.wait("the sheet to be read", "!document.querySelector('dialog[data-fresh]')")
		t.key("Escape")
	}
}
