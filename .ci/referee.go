//go:build ignore

// Referee plays whole games through the pages of kitpress serve in a headless
// Chromium, with a phone of a referee, a phone of a player and a big screen:
// moves are tapped until the game is over, a refusal is overruled and taken
// back, an entry waits while the server is away, two referees get in each
// other's way, one plays with the keyboard alone. Does axe find nothing wrong
// on any page, light and dark; does nothing stick out at 320 pixels; is nothing
// fetched from elsewhere; do all devices show the same totals?
//
//	go run .ci/referee.go .ci/referee_play.go .ci/chromium.go KITPRESS AXE [SHOTS]
//
// KITPRESS is the program, AXE the file axe.min.js, SHOTS a folder for pictures
// of pages.
package main

import (
	"encoding/json"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// A run is one server and everything looked at.
type run struct {
	b        *browser
	kitpress string
	axe      string
	shots    string
	store    string
	port     int
	server   *exec.Cmd
	faults   int
	pages    int // looked at by axe
	taps     int
}

func main() {
	if len(os.Args) < 3 {
		fmt.Fprintln(os.Stderr, "usage: go run .ci/referee.go .ci/referee_play.go .ci/chromium.go KITPRESS AXE [SHOTS]")
		os.Exit(2)
	}
	axe, err := os.ReadFile(os.Args[2])
	check(err)
	dir, err := os.MkdirTemp("", "kitpress-referee-")
	check(err)
	r := &run{kitpress: os.Args[1], axe: string(axe), store: filepath.Join(dir, "matches.db"), port: freePort()}
	if len(os.Args) > 3 {
		r.shots = os.Args[3]
		check(os.MkdirAll(r.shots, 0o755))
	}
	code := r.all()
	os.RemoveAll(dir)
	os.Exit(code)
}

// all does everything, and returns the exit code.
func (r *run) all() (code int) {
	defer func() {
		if p := recover(); p != nil {
			fmt.Println("referee:", p)
			code = 1
		}
		r.stopServer()
		if r.b != nil {
			r.b.stop()
		}
	}()
	r.startServer()
	r.b = start()
	begun := time.Now()
	r.survival()
	r.placement()
	for _, t := range r.b.tabs {
		r.checkTraffic(t)
	}
	fmt.Printf("%d moves tapped on %d devices, axe looked at %d pages, %d faults, %.0f s\n", r.taps, len(r.b.tabs), r.pages, r.faults, time.Since(begun).Seconds())
	if r.faults > 0 {
		return 1
	}
	return 0
}

func (r *run) fault(format string, args ...any) {
	r.faults++
	fmt.Printf(format+"\n", args...)
}

// freePort returns a port that is free, and the one behind it.
func freePort() int {
	for {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		check(err)
		port := l.Addr().(*net.TCPAddr).Port
		next, err := net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", port+1))
		l.Close()
		if err == nil {
			next.Close()
			return port
		}
	}
}

func (r *run) startServer() {
	r.server = exec.Command(r.kitpress, "serve", "--port", fmt.Sprint(r.port), "--store", r.store, "--no-qr")
	r.server.Stderr = os.Stderr
	check(r.server.Start())
	for range 600 {
		c, err := net.Dial("tcp", fmt.Sprintf("127.0.0.1:%d", r.port))
		if err == nil {
			c.Close()
			return
		}
		time.Sleep(50 * time.Millisecond)
	}
	check(fmt.Errorf("the server does not start"))
}

func (r *run) stopServer() {
	if r.server == nil || r.server.Process == nil {
		return
	}
	r.server.Process.Signal(os.Interrupt)
	done := make(chan struct{})
	go func() { r.server.Wait(); close(done) }()
	select {
	case <-done:
	case <-time.After(8 * time.Second):
		r.server.Process.Kill()
		<-done
	}
}

func (r *run) phones() string { return fmt.Sprintf("http://127.0.0.1:%d/", r.port) }
func (r *run) desk() string   { return fmt.Sprintf("http://127.0.0.1:%d/", r.port+1) }

// device opens a page of its own for somebody.
func (r *run) device(name, home string, w, h int) *tab {
	t := r.b.tab(name, home)
	t.size(w, h)
	t.dark(false)
	return t
}

// checkTraffic says what a device asked for elsewhere, and what went wrong in
// its scripts.
func (r *run) checkTraffic(t *tab) {
	for _, url := range t.sent {
		if !strings.HasPrefix(url, t.home) && !strings.HasPrefix(url, "about:") {
			r.fault("%s asks for %s", t.name, url)
		}
	}
	missed := 0
	for _, line := range t.log {
		if strings.Contains(line, "404") && strings.Contains(line, "/t/") {
			if missed++; missed > 3 { // its table was deleted: it asks once more, and stops
				r.fault("%s goes on asking for a table that is gone", t.name)
			}
			continue
		}
		if strings.HasPrefix(line, "script: ") || strings.Contains(line, "Content Security Policy") || strings.Contains(line, "404") {
			r.fault("%s: the browser says: %s", t.name, line)
		}
	}
}

// look lets axe look at a page, light and dark, and asks whether anything
// sticks out at 320 pixels.
func (r *run) look(t *tab, name string, w, h int) {
	r.pages++
	if t.eval("typeof axe") != "object" {
		t.eval(r.axe + "\n;''")
	}
	for _, dark := range []bool{true, false} {
		t.dark(dark)
		found := t.eval(`axe.run({runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']})
			.then(r => r.violations.map(v => v.id + ' at ' + v.nodes.map(n => n.target + ' ' + n.any.map(a => a.message)).join('; ')).join('\n'))`)
		if found != "" {
			r.fault("%s: axe, dark %v: %s", name, dark, found)
		}
		if r.shots != "" {
			t.shot(filepath.Join(r.shots, fmt.Sprintf("%s-%s.png", name, map[bool]string{true: "dark", false: "light"}[dark])))
		}
	}
	t.size(320, 640)
	if got := t.eval("document.documentElement.scrollWidth"); got != "320" {
		r.fault("%s: at 320 pixels it is %s wide: %s", name, got,
			t.eval(`[...document.querySelectorAll('body *')].filter(e => e.getBoundingClientRect().right > 321).map(e => e.outerHTML.slice(0, 90)).slice(0, 3).join(' ')`))
	}
	if small := t.eval(`[...document.querySelectorAll('button, select, a, summary')].filter(e => { const b = e.getBoundingClientRect(); return b.width > 1 && (b.width < 44 || b.height < 44) && !e.matches('.skip') }).map(e => e.outerHTML.slice(0, 90)).slice(0, 3).join(' ')`); small != "" && w < 800 {
		r.fault("%s: smaller than a thumb: %s", name, small)
	}
	t.size(w, h)
}

// tap taps the middle of what a selector finds; something that lies over it is
// a fault.
func (r *run) tap(t *tab, selector string) {
	t.wait(selector, fmt.Sprintf("document.querySelector(%q) && !document.querySelector(%q).disabled", selector, selector))
	var at struct {
		X, Y float64
		Hit  string
	}
	check(json.Unmarshal([]byte(t.eval(fmt.Sprintf(`(() => {
		const e = document.querySelector(%q);
		e.scrollIntoView({block: 'center'});
		const b = e.getBoundingClientRect(), x = b.x + b.width / 2, y = b.y + b.height / 2;
		const top = document.elementFromPoint(x, y);
		return JSON.stringify({x, y, hit: e === top || e.contains(top) ? '' : (top?.outerHTML ?? 'nothing').slice(0, 120)});
	})()`, selector))), &at))
	if at.Hit != "" {
		r.fault("%s: over %s lies %s", t.name, selector, at.Hit)
		t.eval(fmt.Sprintf("document.querySelector(%q).click()", selector))
		return
	}
	for _, kind := range []string{"mousePressed", "mouseReleased"} {
		t.call("Input.dispatchMouseEvent", m{"type": kind, "x": at.X, "y": at.Y, "button": "left", "clickCount": 1}, nil)
	}
}

// A tableInfo is what the desk knows of a table.
type tableInfo struct {
	ID, Game, PIN, RefereePIN string
	Links                     struct{ Join, Screen, Referee string }
}

// create makes a table at the desk by hand and returns it: a game, with fewer
// seats than are offered.
func (r *run) create(d *tab, game string, fewer int) tableInfo {
	d.wait("the form", "document.querySelector('#create')")
	d.eval(fmt.Sprintf(`(() => { const s = document.querySelector('#form select'); s.value = %q; s.dispatchEvent(new Event('change')); return '' })()`, game))
	for range fewer {
		r.tap(d, ".seat-list li:last-child button:last-child")
	}
	before := d.eval("fetch('/desk/state').then(r => r.json()).then(s => s.tables.length)")
	r.tap(d, "#create")
	d.wait("the code to join", "document.querySelector('dialog[open] .bigpin')")
	now := r.table(d, game)
	if fmt.Sprint(d.eval("fetch('/desk/state').then(r => r.json()).then(s => s.tables.length)")) == before {
		r.fault("the desk made no table")
	}
	return now
}

// table returns the newest table of a game.
func (r *run) table(d *tab, game string) tableInfo {
	var tables []tableInfo
	check(json.Unmarshal([]byte(d.eval("fetch('/desk/state').then(r => r.json()).then(s => JSON.stringify(s.tables))")), &tables))
	for _, t := range tables {
		if t.Game == game {
			return t
		}
	}
	panic("the desk has no table of " + game)
}

// join types a PIN on a device, as a role.
func (r *run) join(t *tab, pin, role, seat string) {
	t.open(r.phones() + "t/?lang=en")
	t.wait("the pad", "document.querySelector('#pad button')")
	r.tap(t, fmt.Sprintf("[data-role=%s]", role))
	for _, d := range pin {
		n := int(d - '0')
		if n == 0 {
			n = 10
		}
		r.tap(t, fmt.Sprintf("#pad button:nth-child(%d)", n))
	}
	r.tap(t, "#join")
	if seat != "" {
		r.tap(t, fmt.Sprintf(".seats-free [data-look=%q]", seat))
	}
	t.wait("the table", "document.querySelector('#scores li')")
}
