package main

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"golang.org/x/net/websocket"
)

// A browser is a Chromium and the connection to it (DevTools protocol). Several
// games can be played on it at once.
type browser struct {
	mu      sync.Mutex
	cmd     *exec.Cmd
	profile string
	socket  *websocket.Conn
	last    int
	tabs    map[string]*tab
	answers map[int]chan message // to what was asked, until they come
	gone    chan struct{}        // closed when the browser says no more
	quiet   sync.RWMutex         // who measures time locks it; see tab.alone
}

// A tab is a page of a device of its own: no other tab has its cookies.
type tab struct {
	b       *browser
	name    string
	session string
	context string // with its cookies
	home    string // what may be asked for
	sent    []string
	asked   map[string]string // by the id of the request
	log     []string
	loaded  bool
	taps    int
	keys    bool // it has no screen to touch, and nobody looks at it
	pressed int  // keys, to get somewhere
	bytes   int  // that came over the line, with their heads and packed
	only    bool // it measures time, and all others wait
}

type m = map[string]any

// A message is what the browser says.
type message struct {
	ID        int
	Method    string
	SessionID string
	Params    json.RawMessage
	Result    json.RawMessage
	Error     *struct{ Message string }
}

func start() *browser {
	b := &browser{tabs: map[string]*tab{}, answers: map[int]chan message{}, gone: make(chan struct{})}
	var err error
	b.profile, err = os.MkdirTemp("", "kitpress-browser-")
	check(err)
	b.cmd = exec.Command("chromium", "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
		"--disable-component-update", "--disable-sync", "--hide-scrollbars", "--user-data-dir="+b.profile, "--remote-debugging-port=0", "--remote-allow-origins=*", "about:blank")
	check(b.cmd.Start())
	var port []string
	for range 1200 { // a minute: the first start reads all of it from the disk
		if data, err := os.ReadFile(filepath.Join(b.profile, "DevToolsActivePort")); err == nil && strings.Contains(string(data), "\n/") {
			port = strings.Split(strings.TrimSpace(string(data)), "\n")
			break
		}
		time.Sleep(50 * time.Millisecond)
	}
	if port == nil {
		b.stop()
		check(fmt.Errorf("chromium does not start"))
	}
	b.socket, err = websocket.Dial("ws://127.0.0.1:"+port[0]+port[1], "", "http://127.0.0.1/")
	check(err)
	b.socket.MaxPayloadBytes = 64 << 20
	go b.listen()
	return b
}

func (b *browser) stop() {
	b.cmd.Process.Kill()
	b.cmd.Wait()
	os.RemoveAll(b.profile)
}

// tab opens a device: home is the beginning of every address it may ask for.
func (b *browser) tab(name, home string) *tab {
	t := &tab{b: b, name: name, home: home}
	var made struct{ BrowserContextID, TargetID, SessionID string }
	b.call("", "Target.createBrowserContext", m{}, &made)
	b.call("", "Target.createTarget", m{"url": "about:blank", "browserContextId": made.BrowserContextID}, &made)
	b.call("", "Target.attachToTarget", m{"targetId": made.TargetID, "flatten": true}, &made)
	t.session, t.context = made.SessionID, made.BrowserContextID
	b.mu.Lock()
	b.tabs[t.session] = t
	b.mu.Unlock()
	for _, domain := range []string{"Page", "Network", "Log", "Runtime"} {
		t.call(domain+".enable", m{}, nil)
	}
	t.size(360, 640)
	return t
}

// call asks the browser for something and waits for the answer.
func (b *browser) call(session, method string, params m, result any) {
	b.mu.Lock()
	if t := b.tabs[session]; t == nil || !t.only {
		b.mu.Unlock()
		b.quiet.RLock()
		defer b.quiet.RUnlock()
		b.mu.Lock()
	}
	b.last++
	q := m{"id": b.last, "method": method, "params": params}
	if session != "" {
		q["sessionId"] = session
	}
	answer := make(chan message, 1)
	b.answers[b.last] = answer
	err := websocket.JSON.Send(b.socket, q)
	b.mu.Unlock()
	check(err)
	var got message
	select {
	case got = <-answer:
	case <-b.gone:
		check(fmt.Errorf("%s: the browser is gone", method))
	case <-time.After(3 * time.Minute):
		check(fmt.Errorf("%s: no answer in three minutes", method))
	}
	if got.Error != nil && strings.Contains(got.Error.Message, "navigated or closed") && method == "Runtime.evaluate" {
		return // the page goes on to another: it is asked again
	}
	if got.Error != nil {
		check(fmt.Errorf("%s: %s", method, got.Error.Message))
	}
	if result != nil {
		check(json.Unmarshal(got.Result, result))
	}
}

// listen hands out what the browser says until it is gone.
func (b *browser) listen() {
	defer close(b.gone)
	for {
		var got message
		if websocket.JSON.Receive(b.socket, &got) != nil {
			return
		}
		b.mu.Lock()
		if answer := b.answers[got.ID]; answer != nil {
			answer <- got
			delete(b.answers, got.ID)
		} else if t := b.tabs[got.SessionID]; t != nil {
			t.hear(got)
		}
		b.mu.Unlock()
	}
}

// alone lets a page be the only one that asks anything of the browser.
func (t *tab) alone(measure func()) {
	t.b.quiet.Lock()
	defer t.b.quiet.Unlock()
	set := func(only bool) {
		t.b.mu.Lock()
		t.only = only
		t.b.mu.Unlock()
	}
	set(true)
	defer set(false)
	measure()
}

// heard returns what was asked for, and what the browser said, since forget.
func (t *tab) heard() (sent, log []string) {
	t.b.mu.Lock()
	defer t.b.mu.Unlock()
	return slices.Clone(t.sent), slices.Clone(t.log)
}

func (t *tab) forget() {
	t.b.mu.Lock()
	defer t.b.mu.Unlock()
	t.sent, t.log = nil, nil
}

// hear notes what happened on a page. It is called under the lock.
func (t *tab) hear(got message) {
	var p struct {
		Request           struct{ URL string }
		RequestID         string
		BlockedReason     string
		EncodedDataLength float64
		Entry             struct{ Text, URL, Level string }
		ExceptionDetails  struct {
			Text      string
			Exception struct{ Description string }
		}
	}
	switch got.Method {
	case "Network.requestWillBeSent":
		check(json.Unmarshal(got.Params, &p))
		t.sent = append(t.sent, p.Request.URL)
		if t.asked == nil {
			t.asked = map[string]string{}
		}
		t.asked[p.RequestID] = p.Request.URL
	case "Network.loadingFailed":
		check(json.Unmarshal(got.Params, &p))
		if i := slices.Index(t.sent, t.asked[p.RequestID]); p.BlockedReason == "csp" && i >= 0 { // the page was not let
			t.sent = slices.Delete(t.sent, i, i+1)
		}
	case "Network.loadingFinished":
		check(json.Unmarshal(got.Params, &p))
		t.bytes += int(p.EncodedDataLength)
	case "Log.entryAdded":
		check(json.Unmarshal(got.Params, &p))
		t.log = append(t.log, p.Entry.Text+" "+p.Entry.URL)
	case "Runtime.exceptionThrown":
		check(json.Unmarshal(got.Params, &p))
		t.log = append(t.log, "script: "+p.ExceptionDetails.Text+" "+p.ExceptionDetails.Exception.Description)
	case "Page.loadEventFired":
		t.loaded = true
	}
}

func (t *tab) call(method string, params m, result any) { t.b.call(t.session, method, params, result) }

// open loads an address, and waits until it has.
func (t *tab) open(url string) {
	t.b.mu.Lock()
	t.loaded = false
	t.b.mu.Unlock()
	t.call("Page.navigate", m{"url": url}, nil)
	for late := time.Now().Add(time.Minute); ; time.Sleep(20 * time.Millisecond) {
		t.b.mu.Lock()
		loaded := t.loaded
		t.b.mu.Unlock()
		switch {
		case loaded:
			return
		case time.Now().After(late):
			check(fmt.Errorf("%s: %s does not load", t.name, url))
		}
	}
}

func (t *tab) size(w, h int) {
	t.call("Emulation.setDeviceMetricsOverride", m{"width": w, "height": h, "deviceScaleFactor": 1, "mobile": false}, nil)
}

func (t *tab) dark(on bool) {
	scheme := map[bool]string{false: "light", true: "dark"}[on]
	t.call("Emulation.setEmulatedMedia", m{"features": []m{{"name": "prefers-color-scheme", "value": scheme}, {"name": "prefers-reduced-motion", "value": "reduce"}}}, nil)
}

// eval returns what an expression gives, as text.
func (t *tab) eval(expression string) string {
	var got struct {
		Result           struct{ Value any }
		ExceptionDetails *struct {
			Text      string
			Exception struct{ Description string }
		}
	}
	t.call("Runtime.evaluate", m{"expression": expression, "awaitPromise": true, "returnByValue": true}, &got)
	if e := got.ExceptionDetails; e != nil {
		check(fmt.Errorf("%s: %.120s: %s %s", t.name, expression, e.Text, e.Exception.Description))
	}
	if got.Result.Value == nil {
		return ""
	}
	return fmt.Sprint(got.Result.Value)
}

// wait waits until an expression is true, and asks less and less often.
func (t *tab) wait(what, expression string) {
	pause := 20 * time.Millisecond
	for late := time.Now().Add(3 * time.Minute); time.Now().Before(late); { // other tests run beside this one
		if t.eval("(() => { try { return Boolean("+expression+") } catch { return false } })()") == "true" { // a page that goes on to another has no body yet
			return
		}
		time.Sleep(pause)
		pause = min(pause+pause/4, 200*time.Millisecond)
	}
	t.shot("/tmp/kitpress-stuck.png")
	_, log := t.heard()
	check(fmt.Errorf("%s: %s does not come; the page says: %.1500s\n%s", t.name, what, t.eval("document.body.innerText"), strings.Join(log, "\n")))
}

// violations returns what axe finds wrong with a page, "" for nothing.
func (t *tab) violations(axe string) string {
	if t.eval("typeof axe") != "object" {
		t.eval(axe + "\n;''")
	}
	t.eval(`document.querySelectorAll('.dock, .top').forEach(e => e.style.position = 'static'); ''`) // what lies below them can be scrolled to
	defer t.eval(`document.querySelectorAll('.dock, .top').forEach(e => e.style.position = ''); ''`)
	return t.eval(`axe.run({runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']})
		.then(r => r.violations.map(v => v.id + ' at ' + v.nodes.map(n => n.target + ' ' + n.any.map(a => a.message)).join('; ')).join('\n'))`)
}

// sticksOut makes the window 320 pixels wide and returns what is wider.
func (t *tab) sticksOut() string {
	t.size(320, 640)
	got := t.eval("document.documentElement.scrollWidth")
	if got == "320" {
		return ""
	}
	return "at 320 pixels it is " + got + " wide: " +
		t.eval(`[...document.querySelectorAll('body *')].filter(e => e.getBoundingClientRect().right > 321).map(e => e.outerHTML.slice(0, 90)).slice(0, 3).join(' ')`)
}

// key presses a key of the keyboard.
func (t *tab) key(name string) {
	codes := map[string]int{"Tab": 9, "Enter": 13, "Escape": 27, " ": 32, "Backspace": 8}
	name, back := strings.CutPrefix(name, "Shift+")
	params := m{"type": "keyDown", "key": name, "code": name, "windowsVirtualKeyCode": codes[name]}
	switch {
	case back:
		params["modifiers"] = 8
	case name == "Enter":
		params["text"] = "\r"
	case name == " ":
		params["text"] = " "
	case len(name) == 1:
		params["text"], params["windowsVirtualKeyCode"] = name, int(name[0])
	}
	t.call("Input.dispatchKeyEvent", params, nil)
	delete(params, "text")
	params["type"] = "keyUp"
	t.call("Input.dispatchKeyEvent", params, nil)
}

// shot writes a picture of what is seen; "" writes none.
func (t *tab) shot(name string) {
	if name == "" {
		return
	}
	var got struct{ Data string }
	t.call("Page.captureScreenshot", m{"format": "png"}, &got)
	data, err := base64.StdEncoding.DecodeString(got.Data)
	check(err)
	check(os.WriteFile(name, data, 0o644))
}

// offline cuts a device off the network, or lets it on again.
func (t *tab) offline(on bool) {
	t.call("Network.emulateNetworkConditions", m{"offline": on, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1}, nil)
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}
