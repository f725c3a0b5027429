//go:build ignore

// Browser opens the pages of explanations in a headless Chromium, as files
// without any server and from kitpress serve: does the style sheet load, is
// nothing fetched from elsewhere, does axe find nothing wrong (WCAG 2 A and AA,
// light and dark), does nothing stick out at 320 pixels, does the first Tab
// reach the link past the navigation, does a topic print on two sheets?
//
//	go run .ci/browser.go SITE URL AXE
//
// SITE is the folder of a site, URL the address of a server with the same
// pages, AXE the file axe.min.js. Lists are opened in every language, each
// topic in one of them, light and dark in turn.
package main

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"golang.org/x/net/websocket"
)

func main() {
	if len(os.Args) != 4 {
		fmt.Fprintln(os.Stderr, "usage: go run .ci/browser.go SITE URL AXE")
		os.Exit(2)
	}
	dir, err := filepath.Abs(os.Args[1])
	check(err)
	axe, err := os.ReadFile(os.Args[3])
	check(err)
	b := start()
	failed := 0
	pages := choose(dir)
	for i, name := range pages {
		dark := i%2 == 1
		fault := func(format string, args ...any) {
			failed++
			fmt.Printf("%s: %s\n", name, fmt.Sprintf(format, args...))
		}
		b.look("file://"+dir+"/"+name, "file://"+dir+"/", dark, string(axe), fault)
	}
	for _, name := range []string{"", "C/7F3K-R/DE", "c/7f3k", "C?code=7f3k-r", "codes/ja/", "nowhere"} {
		b.look(os.Args[2]+name, os.Args[2], false, string(axe), func(format string, args ...any) {
			failed++
			fmt.Printf("%s%s: %s\n", os.Args[2], name, fmt.Sprintf(format, args...))
		})
	}
	b.stop()
	fmt.Printf("%d pages opened, %d requests, none of them elsewhere unless listed above, %d faults\n", len(pages)+6, b.requests, failed)
	if failed > 0 {
		os.Exit(1)
	}
}

// choose returns the pages to open.
func choose(dir string) []string {
	var lists []string
	topics := map[string][]string{}
	topic := regexp.MustCompile(`^C/([^/]+)/[^/]+/index.html$`)
	check(fs.WalkDir(os.DirFS(dir), ".", func(name string, d fs.DirEntry, err error) error {
		switch m := topic.FindStringSubmatch(name); {
		case err != nil || !strings.HasSuffix(name, ".html") || name == "404.html":
		case m != nil:
			topics[m[1]] = append(topics[m[1]], name)
		case !strings.HasPrefix(name, "C/"):
			lists = append(lists, name)
		}
		return err
	}))
	pages := append(lists, "C/7F3K-R/index.html")
	n := 0
	for _, code := range sorted(topics) {
		slices.Sort(topics[code])
		pages = append(pages, topics[code][n%len(topics[code])])
		n++
	}
	if n < 80 {
		fmt.Printf("only %d topics\n", n)
		os.Exit(1)
	}
	return pages
}

func sorted(m map[string][]string) []string {
	var keys []string
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

// look opens a page and says what is wrong with it.
func (b *browser) look(url, home string, dark bool, axe string, fault func(string, ...any)) {
	scheme := "light"
	if dark {
		scheme = "dark"
	}
	b.call("Emulation.setEmulatedMedia", m{"features": []m{{"name": "prefers-color-scheme", "value": scheme}}}, nil)
	b.size(1200, 900)
	b.sent, b.log = nil, nil
	b.open(url)
	styles := 0
	for _, r := range b.sent {
		b.requests++
		if !strings.HasPrefix(r, home) {
			fault("asks for %s", r)
		}
		if strings.HasSuffix(r, "style.css") {
			styles++
		}
	}
	if styles != 1 {
		fault("the style sheet is asked for %d times", styles)
	}
	for _, line := range b.log {
		if !strings.Contains(line, "404 (Not Found)") {
			fault("the browser says: %s", line)
		}
	}
	if got := b.eval(`getComputedStyle(document.querySelector('main')).maxWidth`); got == "none" {
		fault("it has no style")
	}
	ground := b.eval(`getComputedStyle(document.body).backgroundColor`)
	if bright := ground == "rgb(255, 255, 255)"; bright == dark {
		fault("%s has the ground %s", scheme, ground)
	}
	b.eval(axe)
	found := b.eval(`axe.run({runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']})
		.then(r => r.violations.map(v => v.id + ' at ' + v.nodes.map(n => n.target + ' ' + n.any.map(a => a.message)).join('; ')).join('\n'))`)
	if found != "" {
		fault("axe, %s: %s", scheme, found)
	}
	b.call("Input.dispatchKeyEvent", m{"type": "keyDown", "key": "Tab", "code": "Tab", "windowsVirtualKeyCode": 9}, nil)
	b.call("Input.dispatchKeyEvent", m{"type": "keyUp", "key": "Tab", "code": "Tab", "windowsVirtualKeyCode": 9}, nil)
	if got := b.eval(`document.activeElement.className`); got != "skip" {
		fault("the first Tab goes to %q", got)
	}
	b.size(320, 640)
	if got := b.eval(`String(document.documentElement.scrollWidth)`); got != "320" {
		fault("at 320 pixels it is %s wide: %s", got, b.eval(`[...document.querySelectorAll('body *')].filter(e => e.getBoundingClientRect().right > 321).map(e => e.outerHTML.slice(0, 80)).slice(0, 3).join(' ')`))
	}
	var printed struct{ Data string }
	b.call("Page.printToPDF", m{"paperWidth": 8.27, "paperHeight": 11.69}, &printed)
	pdf, err := base64.StdEncoding.DecodeString(printed.Data)
	check(err)
	if n := bytes.Count(pdf, []byte("/Type /Page\n")); strings.Count(url, "/C/") > 0 && (n < 1 || n > 2) {
		fault("it prints on %d sheets", n)
	}
}

// A browser is a Chromium and a connection to its one page (DevTools
// protocol).
type browser struct {
	cmd      *exec.Cmd
	profile  string
	socket   *websocket.Conn
	session  string
	last     int
	sent     []string // addresses asked for since the last page
	log      []string
	loaded   bool
	requests int
}

type m = map[string]any

// A message is what the browser says.
type message struct {
	ID     int
	Method string
	Params json.RawMessage
	Result json.RawMessage
	Error  *struct{ Message string }
}

func start() *browser {
	b := &browser{}
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
	var target struct{ TargetID string }
	b.call("Target.createTarget", m{"url": "about:blank"}, &target)
	var attached struct{ SessionID string }
	b.call("Target.attachToTarget", m{"targetId": target.TargetID, "flatten": true}, &attached)
	b.session = attached.SessionID
	for _, domain := range []string{"Page", "Network", "Log", "Runtime"} {
		b.call(domain+".enable", m{}, nil)
	}
	return b
}

func (b *browser) stop() {
	b.cmd.Process.Kill()
	b.cmd.Wait()
	os.RemoveAll(b.profile)
}

// call asks the browser for something and waits for the answer.
func (b *browser) call(method string, params m, result any) {
	b.last++
	check(websocket.JSON.Send(b.socket, m{"id": b.last, "method": method, "params": params, "sessionId": b.session}))
	for {
		got := b.read()
		if got.ID != b.last {
			continue
		}
		if got.Error != nil {
			check(fmt.Errorf("%s: %s", method, got.Error.Message))
		}
		if result != nil {
			check(json.Unmarshal(got.Result, result))
		}
		return
	}
}

func (b *browser) read() message {
	check(b.socket.SetReadDeadline(time.Now().Add(time.Minute)))
	var got message
	check(websocket.JSON.Receive(b.socket, &got))
	var p struct {
		Request struct{ URL string }
		Entry   struct{ Text, URL string }
	}
	switch got.Method {
	case "Network.requestWillBeSent":
		check(json.Unmarshal(got.Params, &p))
		b.sent = append(b.sent, p.Request.URL)
	case "Log.entryAdded":
		check(json.Unmarshal(got.Params, &p))
		b.log = append(b.log, p.Entry.Text+" "+p.Entry.URL)
	case "Page.loadEventFired":
		b.loaded = true
	}
	return got
}

func (b *browser) open(url string) {
	b.loaded = false
	b.call("Page.navigate", m{"url": url}, nil)
	for !b.loaded {
		b.read()
	}
}

func (b *browser) size(w, h int) {
	b.call("Emulation.setDeviceMetricsOverride", m{"width": w, "height": h, "deviceScaleFactor": 1, "mobile": false}, nil)
}

// eval returns what an expression gives, a text.
func (b *browser) eval(expression string) string {
	var got struct {
		Result           struct{ Value any }
		ExceptionDetails *struct {
			Text      string
			Exception struct{ Description string }
		}
	}
	b.call("Runtime.evaluate", m{"expression": expression, "awaitPromise": true, "returnByValue": true}, &got)
	if e := got.ExceptionDetails; e != nil {
		check(fmt.Errorf("%.80s: %s %s", expression, e.Text, e.Exception.Description))
	}
	s, _ := got.Result.Value.(string)
	return s
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, "browser:", err)
		os.Exit(1)
	}
}
