package main

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

// A maker makes a deck of their own in the studio.
type maker struct {
	*teacher
	dir, decks string
}

// ownDeck makes a deck of 30 cards with pictures out of a spreadsheet, by mouse
// and keyboard: drops it, puts a cell right, changes the look, adds a language
// and a rule, saves, prints; what is printed is what the command line makes of
// the saved folder, byte for byte. It returns the exit code.
func ownDeck(kitpress, axe, shots string) int {
	dir, err := os.MkdirTemp("", "kitpress-own-")
	check(err)
	defer os.RemoveAll(dir)
	b := start()
	defer b.stop()
	o := &maker{dir: dir, decks: filepath.Join(dir, "decks")}
	var address string
	o.teacher, address = openStudio(b, kitpress, axe, shots, "--decks", o.decks)
	defer func() { o.server.Process.Kill() }()
	o.size(1440, 900)
	o.open(address)
	began := time.Now()
	o.open(o.base + "?ui=de")
	o.click("a[href='/own']")
	o.wait("the room of own decks", "document.querySelector('#drop')")
	o.look("own")
	o.drop("body", o.table()...)
	o.wait("thirty cards", "document.querySelectorAll('#grid tbody th').length >= 30 && document.querySelector('#front')?.naturalWidth > 0")
	o.look("own-table")
	o.mend()
	o.typing()
	o.dress()
	o.keep(b)
	o.print()
	fmt.Printf("%d clicks and %s from the table to the printed deck, no file opened by hand\n", o.clicks, time.Since(began).Round(time.Second))
	o.speak()
	o.explain()
	o.event()
	o.ask()
	o.beside()
	o.hostile()
	o.everywhere()
	return o.verdict("own deck")
}

// table writes a spreadsheet as somebody has it, with one cell that is wrong,
// and its pictures.
func (o *maker) table() []string {
	files := []string{filepath.Join(o.dir, "Tiere im Wald.csv")}
	var b strings.Builder
	b.WriteString("Titel;Text;Bild;Kosten;Anzahl\n")
	for i := range 30 {
		name, cost := fmt.Sprintf("tier-%d.png", i+1), strconv.Itoa(i%6)
		if i == 3 {
			cost = "zwei"
		}
		fmt.Fprintf(&b, "Tier %d;Es lebt im Wald und kommt nur nachts heraus, Nummer %d.;%s;%s;%d\n", i+1, i+1, name, cost, 1+i%3)
		files = append(files, filepath.Join(o.dir, name))
		o.png(files[i+1], i, 500)
	}
	check(os.WriteFile(files[0], []byte(b.String()), 0o644))
	return files
}

func (o *maker) png(name string, n, size int) {
	img := image.NewRGBA(image.Rect(0, 0, size, size))
	for y := range size {
		for x := range size {
			img.Set(x, y, color.RGBA{uint8(40 + 7*n), uint8(x), uint8(y), 255})
		}
	}
	f, err := os.Create(name)
	check(err)
	check(png.Encode(f, img))
	check(f.Close())
}

// drop lets files fall onto something, as from a window of files.
func (o *maker) drop(selector string, files ...string) {
	at := strings.Fields(o.eval("(() => { const r = document.querySelector(" + strconv.Quote(selector) + ").getBoundingClientRect(); return (r.x + Math.min(r.width, innerWidth) / 2) + ' ' + (r.y + Math.min(r.height, innerHeight) / 2) })()"))
	x, err := strconv.ParseFloat(at[0], 64)
	check(err)
	y, err := strconv.ParseFloat(at[1], 64)
	check(err)
	for _, kind := range []string{"dragEnter", "dragOver", "drop"} {
		o.call("Input.dispatchDragEvent", m{"type": kind, "x": x, "y": y, "data": m{"items": []m{}, "files": files, "dragOperationsMask": 1}}, nil)
	}
	o.clicks++
}

// typeInto puts a text where the caret is.
func (o *maker) typeInto(text string) { o.call("Input.insertText", m{"text": text}, nil) }

// mend puts the cell right that is wrong.
func (o *maker) mend() {
	if got := o.eval("document.querySelector('td.bad textarea')?.value"); got != "zwei" {
		o.fault("the cell that is wrong is %q", got)
	}
	if got := o.eval("document.querySelectorAll('td.bad').length"); got != "1" {
		o.fault("%s cells are wrong", got)
	}
	o.click("td.bad textarea")
	o.wait("what is wrong", "getComputedStyle(document.querySelector('td.bad .bubble')).display !== 'none'")
	o.shot(o.picture("own-fault"))
	o.eval("document.activeElement.select(); ''")
	o.typeInto("2")
	o.wait("no errors", "!document.querySelector('td.bad') && document.querySelector('#verdict.right')")
}

const frontSource = "fetch(document.querySelector('#front').src).then(r => r.text())"

// typing measures how long it takes from a key to the card that shows it.
func (o *maker) typing() {
	o.click("#grid tbody tr:nth-child(2) td.long textarea")
	o.wait("the second card", "document.querySelector('#grid tr.on')?.dataset.row === '3' && document.querySelector('#front').naturalWidth > 0")
	before := o.eval(frontSource)
	var took []int64
	for i := range 9 {
		o.eval("(() => { const i = document.querySelector('#front'); window.shown = new Promise(done => i.addEventListener('load', () => requestAnimationFrame(done), {once: true})); return '' })()")
		from := time.Now()
		o.typeInto(string(rune('a' + i)))
		o.eval("window.shown")
		took = append(took, time.Since(from).Milliseconds())
		o.wait("quiet", "!document.querySelector('[data-busy]')")
	}
	slices.Sort(took)
	fmt.Printf("from a key to its card: %d ms in the median, %d at most\n", took[len(took)/2], took[len(took)-1])
	if after := o.eval(frontSource); after == before {
		o.fault("the card does not show what is typed")
	}
	if got := o.eval("document.activeElement.selectionStart"); got == "0" {
		o.fault("who types loses the place")
	}
	o.key("Enter")
	o.wait("the next row", "document.querySelector('#grid tr.on')?.dataset.row === '4'")
	o.eval("document.activeElement.blur(); ''")
	o.wait("quiet", "!document.querySelector('[data-busy]')")
	o.click("[data-do=undo]") // the letters were one step
	o.wait("what was typed is taken back", "!document.querySelector('#grid tbody tr:nth-child(2) td.long textarea').value.includes('abc')")
	if o.eval("document.querySelector('#grid td.bad')?.textContent") != "" {
		o.fault("more was taken back than what was typed")
	}
	o.clicks -= 2 // to and fro was only to measure it
}

// dress chooses another look, colours and size, and measures it.
func (o *maker) dress() {
	o.click(".steps-nav a[href*='at=look']")
	o.wait("the looks", "document.querySelectorAll('#looks .try img').length > 10 && [...document.querySelectorAll('#looks .try img')].every(i => i.complete || i.getBoundingClientRect().top > innerHeight)")
	o.look("own-look")
	var took []int64
	for _, choice := range []string{"look][value=poster-card", "theme][value=forest", "size][value=tarot", "look][value=emblem-card", "size][value=mini", "look][value=picture-card", "size][value=poker"} {
		o.eval("(() => { const i = document.querySelector('#front'); window.shown = new Promise(done => i.addEventListener('load', () => requestAnimationFrame(done), {once: true})); return '' })()")
		from := time.Now()
		o.click("label:has(input[name=" + choice + "])")
		o.eval("window.shown")
		took = append(took, time.Since(from).Milliseconds())
		o.wait("the looks", "document.querySelector('input[name="+choice+"]').checked && [...document.querySelectorAll('#looks .try img')].every(i => i.complete || i.getBoundingClientRect().top > innerHeight)")
	}
	o.clicks -= 6
	slices.Sort(took)
	fmt.Printf("from another look to the card: %d ms in the median, %d at most\n", took[len(took)/2], took[len(took)-1])
}

// keep kills the studio without a word, finds everything again, and saves it.
func (o *maker) keep(b *browser) {
	o.server.Process.Kill()
	o.server.Wait()
	clicks, faults := o.clicks, o.faults
	var address string
	o.teacher, address = openStudio(b, o.kitpress, o.axe, o.shots, "--decks", o.decks)
	o.clicks, o.faults = clicks, faults
	o.size(1440, 900)
	o.open(address)
	o.open(o.base + "own/tiere-im-wald?ui=de")
	o.wait("the deck after a crash", "document.querySelectorAll('#grid tbody th').length >= 30 && document.querySelector('#saved').textContent.includes('noch nicht') && document.querySelector('#front')?.naturalWidth > 0")
	if _, err := os.Stat(filepath.Join(o.decks, "tiere-im-wald", "game.yaml")); err == nil {
		o.fault("a file is there that nobody has saved")
	}
	o.click("#save")
	o.wait("it is saved", "document.querySelector('#save').disabled && document.querySelector('#saved').textContent.includes('gespeichert') && !document.querySelector('#saved').textContent.includes('nicht')")
	if _, err := os.Stat(filepath.Join(o.decks, "tiere-im-wald", ".draft")); err == nil {
		o.fault("the draft is there still")
	}
	out, err := exec.Command(o.kitpress, "check", "--catalog", filepath.Join(o.decks, "tiere-im-wald")).CombinedOutput()
	if err != nil {
		o.fault("the command line finds in what was saved: %s", out)
	}
}

// print prints the deck and compares it with what the command line makes.
func (o *maker) print() {
	o.click("#print")
	o.wait("the sheets", "document.querySelectorAll('#sheets .who li').length > 0 && !document.body.hasAttribute('aria-busy')")
	o.look("own-kit")
	o.click("#make")
	o.wait("the piles", "document.querySelectorAll('.piles > li').length > 0")
	o.compare("build", "--catalog", filepath.Join(o.decks, "tiere-im-wald"), "--lang", "de")
}

// speak adds a language and a rulebook.
func (o *maker) speak() {
	o.open(o.base + "own/tiere-im-wald?at=words")
	o.eval("(() => { const s = document.querySelector('#add-language'); s.value = 'fr'; s.dispatchEvent(new Event('change', {bubbles: true})); return '' })()")
	o.wait("French beside it", "document.querySelectorAll('textarea[data-in=fr]').length > 30")
	o.click("textarea[data-in=fr][data-id$='.title']")
	o.typeInto("Le premier animal")
	o.wait("it is there", "!document.querySelector('[data-busy]') && document.querySelector('textarea[data-in=fr][data-id$=\".title\"]').closest('.side').className === 'side '")
	o.look("own-words")
	o.open(o.base + "own/tiere-im-wald?at=rules")
	o.click("[data-do=book]")
	o.wait("a page of the rulebook", "document.querySelector('#book img')?.naturalWidth > 0")
	o.click("[data-do=rule]")
	o.wait("another rule", "document.querySelectorAll('#rules .chapter textarea').length === 2")
	o.look("own-rules")
}

// ask prints a teacher's thirty questions in three clicks, after trying an
// answer.
func (o *maker) ask() {
	list := filepath.Join(o.dir, "Fragen.csv")
	var b strings.Builder
	b.WriteString("Frage;Antwort\nWie nennt man das Unlesbarmachen einer Nachricht?;Verschlüsselung\n")
	for i := range 29 {
		fmt.Fprintf(&b, "Wie viel ist %d mal %d?;%d\n", i+2, i+3, (i+2)*(i+3))
	}
	check(os.WriteFile(list, []byte(b.String()), 0o644))
	o.open(o.base)
	o.wait("the doors", "document.querySelector('.doors')")
	clicks := o.clicks
	o.click("a[href='/questions']")
	o.wait("the room of questions", "document.querySelector('#ask-drop')")
	o.drop("body", list)
	o.wait("thirty questions", "document.querySelectorAll('.asked > li').length === 30")
	if got := o.eval("[...document.querySelectorAll('.asked > li:first-child .judged')].map(j => j.className).join()"); !strings.Contains(got, "right") || !strings.Contains(got, "nearly") {
		o.fault("what would count is said to be %q", got)
	}
	o.eval("document.querySelector('.try-answer input').focus(); ''")
	o.typeInto("die verschluesselung")
	o.key("Enter")
	o.wait("the verdict", "document.querySelector('.try-answer output.right')")
	o.look("own-questions")
	o.click("#ask-make")
	o.wait("the handouts", "document.querySelectorAll('.piles > li').length > 1")
	fmt.Printf("%d clicks from thirty questions to their sheets\n", o.clicks-clicks)
	if o.clicks-clicks > 3 {
		o.fault("more than three")
	}
	o.look("own-handouts")
	o.compare("quiz", "sheet", "--questions", list, "--lang", "de", "-n", "30", "--seed", "1")
}

// beside prints questions and certificates with a kit, and a file of a pile;
// then it opens the desk.
func (o *maker) beside() {
	o.open(o.base + "kit/online?lang=de&pupils=12&quiz=yes")
	o.wait("certificates for each", sheetsOnPage+" && document.querySelectorAll('.who.pupil li').length > 1")
	o.look("own-quiz-kit")
	o.click("#make")
	o.wait("the piles", "document.querySelectorAll('.piles a[href*=\"/quiz-de/\"]').length > 2")
	dir := filepath.Join(o.dir, "piles")
	check(exec.Command(o.kitpress, "build", "online", "--lang", "de", "--pupils", "12", "--format", "piles", "-o", dir, "-q").Run())
	found, err := filepath.Glob(filepath.Join(dir, "*pile-1*.pdf"))
	check(err)
	want, err := os.ReadFile(found[0])
	check(err)
	if !bytes.Equal(o.fetched(`.piles a[href*="/pile/1"]`), want) {
		o.fault("the first pile is not what the command line makes")
	}
	o.open(o.base + "desk")
	o.look("own-desk")
	o.click("[data-door=desk]")
	o.wait("the address of the desk", "!document.querySelector('#door-open').hidden && document.querySelector('#door-link').href.includes('/desk/#')")
}

// hostile gives the studio files that want to do something.
func (o *maker) hostile() {
	bad := filepath.Join(o.dir, "bad.csv")
	check(os.WriteFile(bad, []byte("Title,Text,Picture\n<img src=x onerror=window.hit=1>,\"</textarea><script>window.hit=2</script>\",../../../etc/passwd\n\"=cmd|'/c calc'!A1\",{{.Word}} {{template}},evil.svg\n"), 0o644))
	svg := filepath.Join(o.dir, "evil.svg")
	check(os.WriteFile(svg, []byte(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9" onload="parent.hit=3"><script>top.hit=4;fetch('http://example.org/')</script><foreignObject width="9" height="9"><iframe xmlns="http://www.w3.org/1999/xhtml" src="http://example.org/"/></foreignObject><image href="http://example.org/x.png" width="9" height="9"/><rect width="9" height="9"/></svg>`), 0o644))
	bomb := filepath.Join(o.dir, "bomb.png")
	check(os.WriteFile(bomb, []byte("\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x01\xff\xff\x00\x01\xff\xff\x08\x06\x00\x00\x00\x00\x00\x00\x00"), 0o644))
	o.open(o.base + "own")
	o.drop("body", bad, svg, bomb)
	o.wait("the hostile deck", "document.querySelector('#bench') && document.querySelector('#faults li')")
	o.shot(o.picture("own-hostile"))
	for _, at := range []string{"look", "words", "rules", "table"} {
		o.open(o.base + "own/bad?at=" + at)
	}
	o.open(o.base + "own/bad/art/evil.svg")
	time.Sleep(200 * time.Millisecond)
	if got := o.eval("String(window.hit)"); got != "undefined" {
		o.fault("something ran: %s", got)
	}
	o.open(o.base + "own/bad")
	if got := o.eval("String(window.hit)"); got != "undefined" {
		o.fault("something ran: %s", got)
	}
	o.log = slices.DeleteFunc(o.log, func(line string) bool { // the browser says that it has kept to the rules
		return strings.Contains(line, "evil.svg") || strings.Contains(line, "Content Security Policy") || strings.Contains(line, "status of 404") || strings.Contains(line, "sandbox")
	})
}

// everywhere looks at the pages in three languages, on a phone and a desktop,
// light and dark.
func (o *maker) everywhere() {
	for i, lang := range []string{"de", "fr", "ja"} {
		for _, path := range []string{"own", "own/tiere-im-wald?at=table", "own/tiere-im-wald?at=look", "own/tiere-im-wald?at=words", "own/tiere-im-wald?at=rules", "own/tiere-im-wald?at=topics", "events", "events/fest", "kit/own~tiere-im-wald?lang=de"} {
			separator := "?"
			if strings.Contains(path, "?") {
				separator = "&"
			}
			name := strings.NewReplacer("/", "-", "?at=", "-", "~", "-", "?lang=de", "").Replace(path)
			for _, width := range []int{360, 1440} {
				o.dark(i%2 == 1)
				o.size(width, 900)
				o.open(o.base + path + separator + "ui=" + lang)
				o.eval("Promise.all([...document.images].map(i => { i.loading = 'eager'; return i.decode().catch(() => {}) })).then(() => '')")
				if got := o.eval("document.documentElement.scrollWidth"); got != strconv.Itoa(width) {
					o.fault("%s in %s: at %d pixels it is %s wide", path, lang, width, got)
				}
				o.shot(o.picture(fmt.Sprintf("%s-%s-%d", name, lang, width)))
			}
			if out := o.sticksOut(); out != "" {
				o.fault("%s in %s: %s", path, lang, out)
			}
		}
	}
	o.dark(false)
}
