package main

import (
	"archive/zip"
	"bufio"
	"bytes"
	"encoding/base64"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

// A teacher makes a class set in the studio as somebody would who has a mouse,
// or a keyboard, and nothing else.
type teacher struct {
	*tab
	kitpress, base, axe, shots string
	server                     *exec.Cmd
	clicks, faults             int
}

// studio tries the studio: a class set of Cyber Survival for 28 pupils in German
// is chosen, looked at, made and taken away; what comes out is what the command
// line makes, byte for byte. It returns the exit code.
func studio(kitpress, axe, shots string) int {
	b := start()
	defer b.stop()
	began := time.Now()
	t, address := openStudio(b, kitpress, axe, shots)
	defer t.server.Process.Kill()
	t.size(1366, 768)
	t.open(address)
	t.wait("the shelf", "document.querySelectorAll('.shelf > li').length >= 4")
	fmt.Printf("first page %d ms after the start, painted %s ms after it was asked for\n", time.Since(began).Milliseconds(),
		t.eval("Math.round(performance.getEntriesByName('first-contentful-paint')[0]?.startTime)"))
	t.open(t.base + "?ui=de")
	t.look("start")
	t.byMouse()
	t.explanations()
	t.byKeyboard()
	t.memory()
	t.inAllLanguages()
	t.closed()
	return t.verdict("studio")
}

// verdict says what was found: also what the browser says, and whether anything
// was asked for elsewhere.
func (t *teacher) verdict(what string) int {
	sent, log := t.heard()
	for _, line := range log {
		t.fault("the browser says: %s", line)
	}
	for _, r := range sent {
		if !strings.HasPrefix(r, t.base) && !strings.HasPrefix(r, "data:") && !strings.HasPrefix(r, "about:") {
			t.fault("asks for %s", r)
		}
	}
	fmt.Printf("%s: %d faults\n", what, t.faults)
	return min(t.faults, 1)
}

// openStudio starts a studio and a tab for it, and returns the address that
// opens it.
func openStudio(b *browser, kitpress, axe, shots string, more ...string) (*teacher, string) {
	t := &teacher{kitpress: kitpress, axe: axe, shots: shots, server: exec.Command(kitpress, append([]string{"studio", "--no-browser"}, more...)...)}
	t.server.Stderr = os.Stderr
	out, err := t.server.StdoutPipe()
	check(err)
	check(t.server.Start())
	lines := bufio.NewScanner(out)
	lines.Scan()
	_, address, _ := strings.Cut(lines.Text(), ": ")
	t.base, _, _ = strings.Cut(address, "open?")
	go func() {
		for lines.Scan() {
		}
	}()
	t.tab = b.tab("studio", t.base)
	return t, address
}

// open opens a page in front of those that others have opened beside it: what
// is behind draws no pictures.
func (t *teacher) open(address string) {
	t.call("Page.bringToFront", m{}, nil)
	t.tab.open(address)
}

func (t *teacher) fault(format string, args ...any) {
	t.faults++
	fmt.Printf(format+"\n", args...)
}

// click clicks on something where it is seen.
func (t *teacher) click(selector string) {
	at := strings.Fields(t.eval("(() => { const e = document.querySelector(" + strconv.Quote(selector) + "); e.scrollIntoView({block: 'center'}); const r = e.getBoundingClientRect(); return (r.x + r.width / 2) + ' ' + (r.y + r.height / 2) })()"))
	x, err := strconv.ParseFloat(at[0], 64)
	check(err)
	y, err := strconv.ParseFloat(at[1], 64)
	check(err)
	for _, kind := range []string{"mousePressed", "mouseReleased"} {
		t.call("Input.dispatchMouseEvent", m{"type": kind, "x": x, "y": y, "button": "left", "clickCount": 1}, nil)
	}
	t.clicks++
}

const sheetsOnPage = "document.querySelectorAll('#sheets .who li').length > 2 && !document.body.hasAttribute('aria-busy')"

// byMouse makes the class set with the mouse and compares it.
func (t *teacher) byMouse() {
	t.click(".shelf a[href='/kit/cyber-survival']")
	t.wait("the sheets", sheetsOnPage)
	t.click("#pupils")
	t.key("2")
	t.key("8")
	t.wait("seven groups", "document.querySelectorAll('.groups li').length === 7 && "+sheetsOnPage)
	t.changes()
	t.look("kit")
	t.click("#sheets a[data-view]")
	t.wait("a sheet, large", "document.querySelector('#look').open && document.querySelector('#look-img').naturalWidth > 0")
	t.shot(t.picture("sheet"))
	t.key("Escape")
	t.clicks--
	where := t.eval("location.href")
	t.open(where)
	t.wait("the same after it is loaded again", "document.querySelector('#pupils').value === '28' && document.querySelector('input[value=mono]').checked")
	t.click("#make")
	t.wait("the piles", "document.querySelectorAll('.piles > li').length > 1")
	t.look("made")
	t.dialog()
	t.clicks++ // on the archive, which is fetched below
	if t.clicks > 8 {
		t.fault("it took %d clicks", t.clicks)
	}
	fmt.Printf("%d clicks\n", t.clicks)
	t.compare("build", "cyber-survival", "--lang", "de", "--pupils", "28", "--ink", "mono")
}

// fetched returns what a link leads to.
func (t *teacher) fetched(link string) []byte {
	data, err := base64.StdEncoding.DecodeString(t.eval("fetch(document.querySelector(" + strconv.Quote(link) + ").href).then(r => r.blob()).then(b => new Promise(done => { const f = new FileReader(); f.onload = () => done(f.result.split(',')[1]); f.readAsDataURL(b) }))"))
	check(err)
	return data
}

// dialog opens the print dialog of a pile: its PDF lies in a tab of its own, and
// the browser is told to print it.
func (t *teacher) dialog() {
	clicks := t.clicks
	t.click("[data-print]")
	t.wait("the print dialog", "document.querySelector('[data-print][data-printed]') && !document.querySelector('#print-said').hidden")
	t.clicks = clicks
}

// explanations chooses some and prints them.
func (t *teacher) explanations() {
	t.open(t.base)
	t.click(".doors a[href='/explanations']")
	t.wait("the pages", "document.querySelectorAll('#reading img').length > 20")
	all := t.eval("document.querySelectorAll('#reading img').length")
	t.click("label:has(input[value=defence])")
	t.click("#single summary")
	t.click("#find")
	for _, key := range "phish" {
		t.key(string(key))
	}
	t.wait("what was looked for", "[...document.querySelectorAll('.topics label')].filter(l => !l.hidden).length === 1")
	t.click(".topics label:not([hidden]) input")
	t.wait("the pages of some", "location.search.includes('topic=phishing') && !document.body.hasAttribute('aria-busy') && document.querySelectorAll('#reading img').length < "+all)
	t.look("explain")
	t.click("#reading a:nth-of-type(1)")
	t.wait("a page, large", "document.querySelector('#look').open && document.querySelector('#look-img').naturalWidth > 0")
	t.key("Escape")
	t.click("#make")
	t.wait("the piles", "document.querySelectorAll('.piles > li').length === 1")
	t.compare(append([]string{"build"}, strings.Fields(strings.TrimPrefix(t.eval("document.querySelector('.code code').textContent"), "kitpress build "))...)...)
}

// changes measures how long a changed choice takes until its sheets are seen.
func (t *teacher) changes() {
	clicks := t.clicks
	var took []int64
	for _, change := range []string{"ink=mono", "sides=single", "paper=letter", "ink=full", "sides=usual", "paper=a4", "ink=mono"} {
		name, value, _ := strings.Cut(change, "=")
		began := time.Now()
		t.click("label:has(input[name=" + name + "][value=" + value + "])")
		t.eval(`new Promise(done => { const look = () => location.search.includes('` + change + `') && ` + sheetsOnPage + ` && [...document.querySelectorAll('#sheets img')].every(i => i.complete || i.getBoundingClientRect().top > innerHeight) ? done() : setTimeout(look, 5); look() })`)
		took = append(took, time.Since(began).Milliseconds())
		fmt.Printf("%s: %d ms\n", change, took[len(took)-1])
	}
	slices.Sort(took)
	fmt.Printf("a changed choice takes %d ms in the median\n", took[len(took)/2])
	t.clicks = clicks + 1 // to and fro was only to measure it
}

// compare holds the archive of the page against what a command makes.
func (t *teacher) compare(command ...string) {
	data := t.fetched("#zip")
	z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	check(err)
	dir, err := os.MkdirTemp("", "kitpress-studio-test-")
	check(err)
	defer os.RemoveAll(dir)
	check(exec.Command(t.kitpress, append(command, "-o", filepath.Join(dir, "kit"))...).Run())
	for _, f := range z.File {
		_, name, _ := strings.Cut(f.Name, "/")
		want, err := os.ReadFile(filepath.Join(dir, "kit", filepath.FromSlash(name)))
		if err != nil {
			t.fault("the archive has %s, the command line has not", name)
			continue
		}
		from, err := f.Open()
		check(err)
		var got bytes.Buffer
		_, err = got.ReadFrom(from)
		check(err)
		if !bytes.Equal(got.Bytes(), want) {
			t.fault("%s differs from the command line's", name)
		}
	}
	fmt.Printf("%d files of the archive compared with the command line's\n", len(z.File))
}

// byKeyboard chooses a game and has it made without a mouse.
func (t *teacher) byKeyboard() {
	t.open(t.base)
	press := func(goal string) {
		for range 90 {
			t.key("Tab")
			if t.eval("document.activeElement.matches("+strconv.Quote(goal)+")") == "true" {
				return
			}
		}
		t.fault("keyboard: no way to %s", goal)
	}
	press(".shelf a[href='/kit/online']")
	t.key("Enter")
	t.wait("the sheets", sheetsOnPage)
	press("#pupils")
	t.key("9")
	t.wait("two groups", "document.querySelectorAll('.groups li').length === 2 && "+sheetsOnPage)
	press("input[name=qr], select[name=qr], #further summary")
	press("#make")
	t.key("Enter")
	t.wait("the piles", "document.querySelectorAll('.piles > li').length > 0")
}

// inAllLanguages looks at the pages on a phone, a laptop and a large screen.
func (t *teacher) inAllLanguages() {
	made := t.eval("location.pathname")
	for i, lang := range []string{"de", "fr", "ja"} {
		for name, path := range map[string]string{"start": "/", "kit": "/kit/attacker-placement?lang=" + lang, "made": made, "missing": "/nowhere", "explain": "/explanations/online?lang=" + lang + "&topic=threat"} {
			separator := "?"
			if strings.Contains(path, "?") {
				separator = "&"
			}
			t.dark(i%2 == 1)
			for _, width := range []int{360, 768, 2560} {
				t.size(width, 900)
				t.open(strings.TrimSuffix(t.base, "/") + path + separator + "ui=" + lang)
				t.eval("Promise.all([...document.images].map(i => { i.loading = 'eager'; return i.decode().catch(() => {}) })).then(() => '')")
				if got := t.eval("document.documentElement.scrollWidth"); got != strconv.Itoa(width) {
					t.fault("%s in %s: at %d pixels it is %s wide", name, lang, width, got)
				}
				t.shot(t.picture(fmt.Sprintf("%s-%s-%d", name, lang, width)))
			}
			if out := t.sticksOut(); out != "" {
				t.fault("%s in %s: %s", name, lang, out)
			}
		}
	}
	t.dark(false)
	t.forget() // the page that is missing was asked for
}

// look takes a picture of a page and asks axe, light and dark.
func (t *teacher) look(name string) {
	for _, dark := range []bool{false, true} {
		t.dark(dark)
		if found := t.violations(t.axe); found != "" {
			t.fault("%s, dark %v: axe: %s", name, dark, found)
		}
		t.shot(t.picture(fmt.Sprintf("%s-dark-%v", name, dark)))
	}
	t.dark(false)
}

func (t *teacher) picture(name string) string {
	if t.shots == "" {
		return ""
	}
	return filepath.Join(t.shots, "studio-"+name+".png")
}

// memory looks how much the studio has used after all games were looked at.
func (t *teacher) memory() {
	for _, game := range []string{"cyber-survival", "online", "cyber-siege", "attacker-placement"} {
		t.open(t.base + "kit/" + game + "?lang=de&pupils=28")
		t.wait("the sheets", sheetsOnPage)
	}
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", t.server.Process.Pid))
	check(err)
	_, most, _ := strings.Cut(string(status), "VmHWM:")
	kb, err := strconv.Atoi(strings.Fields(most)[0])
	check(err)
	if fmt.Printf("%d MiB at most\n", kb>>10); kb>>10 > 256 {
		t.fault("the studio takes %d MiB", kb>>10)
	}
}

// closed closes the page and waits for the studio to end by itself.
func (t *teacher) closed() {
	t.call("Page.navigate", m{"url": "about:blank"}, nil)
	ended := make(chan error, 1)
	go func() { ended <- t.server.Wait() }()
	select {
	case err := <-ended:
		check(err)
	case <-time.After(time.Minute):
		t.fault("the studio goes on when its last page is closed")
	}
}
