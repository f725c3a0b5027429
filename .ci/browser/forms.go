package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// write puts a text into a field, and waits until it is kept.
func (o *maker) write(selector, text string) {
	o.eval("(() => { const e = document.querySelector(" + strconv.Quote(selector) + "); e.focus(); e.select?.(); return '' })()")
	o.typeInto(text)
	o.eval("document.activeElement.blur(); ''")
	o.wait("it is kept", "!document.querySelector('[data-busy]')")
}

// explain writes an explanation with a fault, puts it right and lets a card lead
// there: the page of the guide shows.
func (o *maker) explain() {
	o.open(o.base + "own/tiere-im-wald?at=topics")
	o.write("#new-topic", "Der Fuchs")
	o.click("[data-do=new-topic]")
	o.wait("the form", "location.search.includes('topic=der-fuchs') && document.querySelector('#t-de-what')")
	o.wait("what is missing", "document.querySelectorAll('#topics [aria-invalid]').length > 5")
	sentence := "Ein Fuchs ist ein kleines Wildtier mit rotem Fell und er lebt im Wald. "
	for _, f := range [][2]string{
		{"summary", "Ein Fuchs lebt im Wald und ist klug."}, {"reference", "https://de.wikipedia.org/wiki/Fuchs"}, {"what", strings.Repeat(sentence, 4)}, {"example", strings.Repeat(sentence, 3)},
		{"notice", "Die Hühner fehlen am Morgen.\nSpuren laufen in einer Linie."}, {"protect", "Schließe den Stall am Abend.\nLass nichts im Garten liegen.\nFrag die Nachbarn um Rat."},
		{"respond", "Bleib ruhig stehen und warte.\nSag es gleich einem Erwachsenen."}, {"claim", "Füchse sind immer krank."}, {"truth", "Die meisten Füchse in der Stadt sind ganz gesund."},
	} {
		o.write("#t-de-"+f[0], f[1])
	}
	o.wait("no fault in German", "!document.querySelector('#topics [lang=de][aria-invalid]')")
	o.write("#t-fr-title", "Le renard")
	o.click("[data-lead]")
	o.look("own-topics")
	o.open(o.base + "own/tiere-im-wald?at=topics") // loaded again: nothing typed is lost
	o.wait("the texts", "document.querySelector('#t-de-claim').value === 'Füchse sind immer krank.' && document.querySelector('#t-fr-title').value === 'Le renard' && document.querySelector('[data-lead]').checked")
}

// event makes an event by typing and pasting, mends a fault, prints all of it as
// the command line does, and opens its tables.
func (o *maker) event() {
	o.open(o.base)
	o.click(".doors a[href='/events']")
	o.wait("the room of events", "document.querySelector('[data-new]')")
	o.look("events")
	o.write("#name", "Fest")
	o.click("[data-new]")
	o.wait("the form", "document.querySelector('#event-form')")
	o.write("[data-path='tables.0.number']", "1")
	o.eval(`(() => { const data = new DataTransfer(); data.setData('text/plain', 'Nummer\tName\tSpiel\tSprache\n2\tLerche\tOnline\tDeutsch\n3\tFink\tOnlin\tDeutsch'); document.querySelector("[data-path='tables.0.name']").dispatchEvent(new ClipboardEvent('paste', {clipboardData: data, bubbles: true, cancelable: true})); return '' })()`)
	o.wait("the fault at its field", "document.querySelector(\"[data-path='tables.2.game'][aria-invalid]\") && document.querySelectorAll('.rows tbody tr').length === 3")
	o.look("event-fault")
	o.eval(`document.querySelectorAll("[data-path$='.game']").forEach(s => { s.value = 'online'; s.dispatchEvent(new Event('change', {bubbles: true})) }); ''`)
	o.wait("no fault", "!document.querySelector('#event-form [aria-invalid]') && !document.querySelector('#dock-verdict').textContent.includes('Fehler')")
	o.write("[data-path=address]", "http://127.0.0.1:18099")
	o.open(o.base + "events/fest")
	o.wait("nothing typed is lost", "document.querySelector('[data-path=address]').value.includes('18099')")
	o.look("event")
	o.click("#event-print")
	o.wait("what is printed", "document.querySelectorAll('.part [data-print]').length > 8")
	o.look("event-made")
	o.open(o.base + "events/fest")
	o.click("#hold")
	o.wait("the desk with all tables", "!document.querySelector('#held').hidden && document.querySelector('#held-link').href.includes('/desk/#')")
	file := filepath.Join(o.decks, "fest", "event.yaml")
	if _, err := os.Stat(file); err != nil {
		o.fault("the event was opened and not saved: %v", err)
		return
	}
	o.click("#event-print")
	o.wait("what is printed", "document.querySelectorAll('.part [data-print]').length > 8")
	o.compare("event", "build", file)
	if out, err := exec.Command(o.kitpress, "referee", "list").CombinedOutput(); err == nil && strings.Count(string(out), "online") < 3 {
		o.fault("the desk has not all tables: %s", out)
	}
	time.Sleep(100 * time.Millisecond) // the tab of the desk opens
}
