package main

import (
	"bufio"
	"cmp"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"time"
)

// A run is one server and everything looked at.
type run struct {
	*tally
	b        *browser
	kitpress string
	axe      string
	shots    string
	store    string
	port     int
	event    string // the file of one, or ""
	key      string // of the desk
	server   *serving
	devices  []*tab
}

// serving is a server that may go away and come again.
type serving struct{ *exec.Cmd }

// A tally is what was counted, by all runs.
type tally struct {
	mu      sync.Mutex
	faults  int
	pages   int // looked at by axe
	entries int
	slips   int // taps that came twice
	wrong   int // inputs that were refused
	others  int // entered under "Something else happened"
}

// games plays whole games of all four through the pages of kitpress serve: as
// players, each seat on a phone of its own, and as a referee who enters
// everything. What happens is made up by package simulate, so that hands, dice
// and piles fit. Fingers slip and tap twice, things are entered under "Something
// else happened", wrong ones are refused; an entry waits while the server is
// away, two referees get in each other's way, one plays with the keyboard alone.
// Is every entry there once? Does axe find nothing wrong on any page, light and
// dark; does nothing stick out at 320 pixels; is nothing fetched from elsewhere;
// do all devices show the same totals? shots is a folder for pictures of pages,
// or "", only one thing that is tried, or "" for all. It returns the exit code.
func games(kitpress, axe, shots, only string) int {
	dir, err := os.MkdirTemp("", "kitpress-referee-")
	check(err)
	defer os.RemoveAll(dir)
	one := &run{tally: &tally{}, kitpress: kitpress, axe: axe, store: filepath.Join(dir, "matches.db"), port: freePort(), shots: shots}
	if shots != "" {
		check(os.MkdirAll(shots, 0o755))
	}
	return one.all(filepath.Join(dir, "others.db"), only)
}

// all plays all games, those of players on a server of their own: that of the
// referee goes away for a while. It returns the exit code.
func (r *run) all(store, only string) (code int) {
	begun := time.Now()
	other, hall := *r, *r
	other.store, other.port = store, freePort()
	hall.store, hall.port, hall.event = filepath.Join(filepath.Dir(store), "hall.db"), freePort(), filepath.Join(filepath.Dir(store), "hall.yaml")
	hall.writeEvent()
	for _, s := range []*run{r, &other, &hall} {
		s.server = &serving{}
		defer s.stopServer()
		s.startServer()
	}
	r.b = start()
	other.b, hall.b = r.b, r.b
	defer r.b.stop()
	on := map[string]*run{"referee": r, "event": &hall}
	all := map[string]func(r *run){
		"spoken":  func(r *run) { r.spoken("cyber-survival", 2); r.spoken("online", 2) },
		"referee": (*run).refereed, "lesson": (*run).lesson, "event": (*run).forty, "paced": (*run).paced, "homework": (*run).homework,
		"attackers": func(r *run) { r.alone("attacker-placement", 3, 8) }, "web": func(r *run) { r.alone("online", 4, 9) }, "siege": func(r *run) { r.alone("cyber-siege", 4, 9) },
		"cyber-survival": func(r *run) { r.played("cyber-survival", 4, 6) }, "online": func(r *run) { r.played("online", 4, 3) },
		"cyber-siege": func(r *run) { r.played("cyber-siege", 4, 4) }, "attacker-placement": func(r *run) { r.played("attacker-placement", 3, 6) },
	}
	var wait sync.WaitGroup
	for name, play := range all {
		if only != "" && name != only {
			continue
		}
		wait.Go(func() {
			defer func() {
				if p := recover(); p != nil {
					r.fault("%v", p)
				}
			}()
			part := *cmp.Or(on[name], &other)
			defer part.leave()
			play(&part)
		})
	}
	wait.Wait()
	fmt.Printf("%d entries on %d devices, %d of them tapped twice, %d under “Something else”; %d wrong ones refused; axe looked at %d pages; %d faults, %.0f s\n",
		r.entries, len(r.b.tabs), r.slips, r.others, r.wrong, r.pages, r.faults, time.Since(begun).Seconds())
	if r.faults > 0 || only == "" && (r.slips < 50 || r.others < 20 || r.wrong < 15) {
		return 1
	}
	return 0
}

func (c *tally) fault(format string, args ...any) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.faults++
	fmt.Printf(format+"\n", args...)
}

// add counts one more.
func (c *tally) add(n *int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	*n++
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

// startServer starts kitpress serve and waits until it says where the desk is.
func (r *run) startServer() {
	r.server.Cmd = exec.Command(r.kitpress, "serve", "--port", fmt.Sprint(r.port), "--store", r.store, "--event", r.event, "--no-qr")
	r.server.Stderr = os.Stderr
	out, err := r.server.StdoutPipe()
	check(err)
	check(r.server.Start())
	lines := bufio.NewScanner(out)
	for r.key = ""; lines.Scan() && !strings.Contains(lines.Text(), "Ctrl-C"); {
		if _, key, ok := strings.Cut(lines.Text(), "/desk/#"); ok {
			r.key = strings.Fields(key)[0]
		}
	}
	if r.key == "" {
		check(fmt.Errorf("the server does not start"))
	}
	go func() {
		for lines.Scan() {
		}
	}()
}

func (r *run) stopServer() {
	if r.server.Cmd == nil || r.server.Process == nil {
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

// atDesk opens the desk with the key that was printed.
func (r *run) atDesk(name, lang string) *tab {
	d := r.device(name, r.desk(), 1366, 768)
	d.open(r.desk() + "desk/?lang=" + lang + "#" + r.key)
	d.wait("the form", "document.querySelector('#create')")
	return d
}

// device opens a page of its own for somebody.
func (r *run) device(name, home string, w, h int) *tab {
	t := r.b.tab(name, home)
	t.size(w, h)
	t.dark(false)
	r.devices = append(r.devices, t)
	return t
}

// leave switches all devices off.
func (r *run) leave() {
	for _, t := range r.devices {
		t.b.call("", "Target.disposeBrowserContext", m{"browserContextId": t.context}, nil)
		r.checkTraffic(t)
	}
}

// checkTraffic says what a device asked for elsewhere, and what went wrong in
// its scripts.
func (r *run) checkTraffic(t *tab) {
	sent, log := t.heard()
	for _, url := range sent {
		if !strings.HasPrefix(url, t.home) && !strings.HasPrefix(url, "about:") {
			r.fault("%s asks for %s", t.name, url)
		}
	}
	missed := 0
	for _, line := range log {
		if strings.Contains(line, "status of 404") && (strings.Contains(line, "/t/") || strings.Contains(line, "/q/") || strings.Contains(line, "/desk/quiz/")) {
			if missed++; missed > 3 { // its table was deleted, or its quiz closed: it asks once more, and stops
				r.fault("%s goes on asking for a table or a quiz that is gone", t.name)
			}
			continue
		}
		if strings.HasPrefix(line, "script: ") || strings.Contains(line, "Content Security Policy") || strings.Contains(line, "status of 404") {
			r.fault("%s: the browser says: %s", t.name, line)
		}
	}
}

// look lets axe look at a page, light and dark, and asks whether anything
// sticks out at 320 pixels.
func (r *run) look(t *tab, name string, w, h int) {
	r.add(&r.pages)
	for _, dark := range []bool{true, false} {
		t.dark(dark)
		if found := t.violations(r.axe); found != "" {
			r.fault("%s: axe, dark %v: %s", name, dark, found)
		}
		if r.shots != "" {
			t.shot(filepath.Join(r.shots, fmt.Sprintf("%s-%s.png", name, map[bool]string{true: "dark", false: "light"}[dark])))
		}
	}
	if out := t.sticksOut(); out != "" {
		r.fault("%s: %s", name, out)
	}
	if small := t.eval(`[...document.querySelectorAll('button, select, a, summary')].filter(e => { const b = e.getBoundingClientRect(); return b.width > 1 && (b.width < 44 || b.height < 44) && !e.matches('.skip') }).map(e => e.outerHTML.slice(0, 90)).slice(0, 3).join(' ')`); small != "" && w < 800 {
		r.fault("%s: smaller than a thumb: %s", name, small)
	}
	t.size(w, h)
}
