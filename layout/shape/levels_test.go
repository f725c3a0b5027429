package shape

import (
	"bufio"
	"compress/gzip"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/text/unicode/bidi"
)

// All of BidiCharacterTest.txt: the order on a line, and every level but those
// of characters that rule X9 takes away.
func TestBidiCharacters(t *testing.T) {
	f, err := os.Open(filepath.Join("testdata", "BidiCharacterTest.txt.gz"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	file, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	tried, failed := 0, 0
	lines := bufio.NewScanner(file)
	for lines.Scan() {
		fields := strings.Split(lines.Text(), ";")
		if strings.HasPrefix(lines.Text(), "#") || len(fields) < 5 {
			continue
		}
		var text []rune
		for _, hex := range strings.Fields(fields[0]) {
			r, _ := strconv.ParseUint(hex, 16, 32)
			text = append(text, rune(r))
		}
		way := fields[2] == "1" // how the paragraph runs is asked by nobody else
		got, want := make([]uint8, len(text)), strings.Fields(fields[3])
		Levels(got, text, way)
		endOfLine(got, text, got0(way))
		var seen []int
		var levels []uint8
		var wrong bool
		for i, w := range want {
			if w != "x" {
				seen, levels = append(seen, i), append(levels, got[i])
				wrong = wrong || w != strconv.Itoa(int(got[i]))
			}
		}
		var order []string
		for _, i := range VisualOrder(levels) {
			order = append(order, strconv.Itoa(seen[i]))
		}
		tried++
		if wrong || strings.Join(order, " ") != strings.TrimSpace(fields[4]) {
			if failed++; failed < 10 {
				t.Errorf("%s, rtl %t: levels %v, order %v, want %s, %s", fields[0], way, got, order, fields[3], fields[4])
			}
		}
	}
	t.Logf("%d tried, %d failed", tried, failed)
	if lines.Err() != nil || tried != 91707 {
		t.Errorf("%d tests, %v", tried, lines.Err())
	}
}

// endOfLine applies rule L1, which the layout has no need of: spaces at the end
// of a line are not set.
func endOfLine(levels []uint8, text []rune, base uint8) {
	blank := true
	for i, r := range slices.Backward(text) {
		switch c := classOf(r); {
		case c == bidi.S || c == bidi.B:
			levels[i], blank = base, true
		case blank && (c == bidi.WS || initiates(c) || c == bidi.PDI):
			levels[i] = base
		case c == bidi.BN || c == bidi.PDF || c == bidi.RLE || c == bidi.LRE || c == bidi.RLO || c == bidi.LRO:
		default:
			blank = false
		}
	}
}

func got0(rtl bool) uint8 {
	if rtl {
		return 1
	}
	return 0
}
