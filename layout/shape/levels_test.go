package shape

import (
	"bufio"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// bidiTests returns the file with the tests of Unicode Standard Annex 9 that
// comes with the source of go-text.
func bidiTests(t *testing.T) string {
	out, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "github.com/go-text/typesetting").Output()
	if err != nil {
		t.Skip("no go command")
	}
	return filepath.Join(strings.TrimSpace(string(out)), "bidi", "test", "BidiCharacterTest.txt")
}

// All of BidiCharacterTest.txt whose texts have no explicit formatting
// characters, which are not printed, and whose paragraphs say how they run.
func TestBidiCharacters(t *testing.T) {
	f, err := os.Open(bidiTests(t))
	if err != nil {
		t.Skip(err)
	}
	defer f.Close()
	tried, failed := 0, 0
	lines := bufio.NewScanner(f)
	for lines.Scan() {
		fields := strings.Split(lines.Text(), ";")
		if len(fields) < 5 || strings.HasPrefix(lines.Text(), "#") || fields[1] == "2" || strings.Contains(fields[3], "x") {
			continue
		}
		var text []rune
		for _, hex := range strings.Fields(fields[0]) {
			r, _ := strconv.ParseUint(hex, 16, 32)
			text = append(text, rune(r))
		}
		if strings.ContainsAny(string(text), "\u2066\u2067\u2068\u2069\u2029") {
			continue
		}
		var want []uint8
		for _, level := range strings.Fields(fields[3]) {
			n, _ := strconv.Atoi(level)
			want = append(want, uint8(n))
		}
		got := make([]uint8, len(text))
		Levels(got, text, fields[1] == "1")
		for i := len(text) - 1; i >= 0 && text[i] == ' '; i-- { // rule L1: spaces at the end of a line
			got[i] = want[i]
		}
		tried++
		if !slices.Equal(got, want) {
			if failed++; failed < 10 {
				t.Errorf("%s, rtl %s: levels %v, want %v", fields[0], fields[1], got, want)
			}
			continue
		}
		var order []string
		for _, i := range VisualOrder(got) {
			order = append(order, strconv.Itoa(i))
		}
		if s := strings.Join(order, " "); s != strings.TrimSpace(fields[4]) {
			t.Errorf("%s: order %s, want %s", fields[0], s, fields[4])
		}
	}
	t.Logf("%d tried, %d failed", tried, failed)
	if tried < 1000 {
		t.Errorf("only %d tests", tried)
	}
}
