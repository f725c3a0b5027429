package main

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

// live writes a deck of 112 cards and shows it while it is changed. It returns
// the exit code.
func live(kitpress, shots string) int {
	dir, err := os.MkdirTemp("", "kitpress-live-")
	check(err)
	defer os.RemoveAll(dir)
	table, pack := filepath.Join(dir, "deck.csv"), filepath.Join(dir, "deck")
	row := func(i, n int) string {
		return fmt.Sprintf("Card %d,%s,shield,%d\n", i, strings.Repeat("Words that say what happens when it is played. ", 3)+strconv.Itoa(n), i)
	}
	changed := map[int]int{}
	write := func(to string, change, n int, more string) {
		changed[change] = n
		text := "title,text,icon,points\n"
		for i := range 112 {
			text += row(i+1, changed[i])
		}
		check(os.WriteFile(to, []byte(text+more), 0o644))
	}
	write(table, 0, 0, "")
	check(exec.Command(kitpress, "import", table, "-o", pack, "--lang", "en").Run())
	found, err := filepath.Glob(filepath.Join(pack, "*.csv"))
	check(err)
	server := exec.Command(kitpress, "preview", "deck", "--catalog", pack, "--live", "--no-browser", "--lang", "en")
	server.Stderr = os.Stderr
	out, err := server.StdoutPipe()
	check(err)
	check(server.Start())
	defer server.Process.Kill()
	lines := bufio.NewScanner(out)
	lines.Scan()
	_, address, _ := strings.Cut(lines.Text(), ": ")
	b := start()
	defer b.stop()
	base, _, _ := strings.Cut(address, "open?")
	t := &teacher{tab: b.tab("live", base), base: base, shots: shots}
	t.size(1366, 768)
	t.open(address)
	t.wait("the cards", "document.querySelectorAll('#faces li').length === 112 && [...document.images].every(i => i.complete)")
	t.shot(t.picture("live"))
	var took []time.Duration
	for i := range 20 {
		time.Sleep(300 * time.Millisecond)
		t.eval("(() => { window.shown = new Promise(done => new MutationObserver(() => requestAnimationFrame(() => { const i = document.querySelector('#faces img'); if (i.complete && i.naturalWidth) done(Date.now()) })).observe(document.getElementById('faces'), {childList: true})); return '' })()")
		saved := time.Now()
		write(found[0], 5*i+3, i+1, "")
		at, err := strconv.ParseFloat(t.eval("window.shown"), 64)
		check(err)
		took = append(took, time.UnixMilli(int64(at)).Sub(saved))
		if first := t.eval("document.querySelector('#faces li').dataset.key"); !strings.HasSuffix(first, "-"+strconv.Itoa(5*i+4)) {
			t.fault("the changed card is not the first but %s", first)
		}
	}
	slices.Sort(took)
	fmt.Printf("saved to seen, 112 cards: %v in the middle, %v at most\n", took[10].Round(time.Millisecond), took[19].Round(time.Millisecond))
	write(found[0], 7, 2, "A fault,Words,no-such-icon,x\n")
	t.wait("the fault", "document.querySelector('.fault, .ill')")
	if n := t.eval("document.querySelectorAll('#faces img').length"); n != "112" {
		t.fault("%s pictures are left of a deck with a fault", n)
	}
	t.shot(t.picture("live-fault"))
	write(found[0], 7, 3, "")
	t.wait("the fault is mended", "!document.querySelector('.fault, .ill, .old')")
	t.click("#paper summary")
	t.wait("the sheets", "document.querySelectorAll('#on-paper img').length > 10")
	t.shot(t.picture("live-sheets"))
	_, log := t.heard()
	for _, line := range log {
		t.fault("the browser says: %s", line)
	}
	fmt.Printf("live: %d faults\n", t.faults)
	return min(t.faults, 1)
}
