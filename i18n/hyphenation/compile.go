package main

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode"
)

const (
	magic = "KPH1"

	// Levels of an exception's gaps: above every level patterns use (0-9), so
	// that the exception wins; odd allows a break, as in patterns.
	levelNever  = 10
	levelAlways = 11
)

// A pattern is a run of letters with a level for each gap before, between and
// after them: odd levels ask for a break, even ones forbid it, the highest wins.
type pattern struct {
	letters []rune
	levels  []byte // len(letters)+1
}

// parsePattern reads one TeX pattern such as ".ab3réa".
func parsePattern(s string) (pattern, error) {
	p := pattern{levels: []byte{0}}
	for _, r := range s {
		switch {
		case r >= '0' && r <= '9':
			p.levels[len(p.levels)-1] = byte(r - '0')
		case r == '.' || r == '\'' || r == '’' || r == '-' || unicode.IsLetter(r):
			p.letters = append(p.letters, r)
			p.levels = append(p.levels, 0)
		default:
			return p, fmt.Errorf("pattern %q: %q is neither letter nor digit", s, r)
		}
	}
	if len(p.letters) == 0 {
		return p, fmt.Errorf("pattern %q has no letters", s)
	}
	return p, nil
}

// parseException turns a word such as "uni-ver-sity" into a pattern that
// matches just this word and beats every other one.
func parseException(s string) (pattern, error) {
	p := pattern{letters: []rune{'.'}, levels: []byte{0, levelNever}}
	for _, r := range s {
		switch {
		case r == '-':
			p.levels[len(p.levels)-1] = levelAlways
		case unicode.IsLetter(r):
			p.letters = append(p.letters, r)
			p.levels = append(p.levels, levelNever)
		default:
			return p, fmt.Errorf("exception %q: %q is neither letter nor hyphen", s, r)
		}
	}
	p.letters = append(p.letters, '.')
	p.levels = append(p.levels, 0)
	return p, nil
}

// A node is a trie node while it is being built.
type node struct {
	children map[rune]*node
	levels   []byte
}

func (n *node) insert(p pattern) {
	for _, r := range p.letters {
		if n.children == nil {
			n.children = map[rune]*node{}
		}
		if n.children[r] == nil {
			n.children[r] = &node{}
		}
		n = n.children[r]
	}
	n.levels = p.levels
}

// Compile makes the .bin file of the patterns and exceptions given, each a
// list of words separated by white space. Equal input gives equal bytes.
func Compile(patterns, exceptions string) ([]byte, error) {
	root, letters := &node{}, map[rune]bool{}
	add := func(words string, parse func(string) (pattern, error)) error {
		for _, word := range strings.Fields(words) {
			p, err := parse(word)
			if err != nil {
				return err
			}
			root.insert(p)
			for _, r := range p.letters {
				letters[r] = r != '.'
			}
		}
		return nil
	}
	if err := add(patterns, parsePattern); err != nil {
		return nil, err
	}
	if err := add(exceptions, parseException); err != nil {
		return nil, err
	}
	w, err := newWriter(letters)
	if err != nil {
		return nil, err
	}
	return w.finish(w.node(root))
}

// A writer lays nodes out behind the header, children before their parents.
type writer struct {
	out    []byte
	labels map[rune]byte
	root   int            // offset of the root's offset
	seen   map[string]int // bytes of a node or of levels -> offset
}

func newWriter(letters map[rune]bool) (*writer, error) {
	w := &writer{labels: map[rune]byte{'.': 0}, seen: map[string]int{}}
	w.out = append(w.out, magic...)
	w.out = append(w.out, 0)
	for _, r := range slices.Sorted(maps.Keys(letters)) {
		if !letters[r] {
			continue
		}
		if r > 0xFFFF || len(w.labels) > 0xFF {
			return nil, fmt.Errorf("alphabet is too large for the format at %q", r)
		}
		w.labels[r] = byte(len(w.labels))
		w.out = binary.BigEndian.AppendUint16(w.out, uint16(r))
	}
	w.out[len(magic)] = byte(len(w.labels) - 1)
	w.root = len(w.out)
	w.out = append(w.out, 0, 0, 0)
	return w, nil
}

// put appends b unless the same bytes are there already, and returns where.
// Levels and nodes never meet by accident: equal bytes read equally.
func (w *writer) put(b []byte) int {
	if at, ok := w.seen[string(b)]; ok {
		return at
	}
	at := len(w.out)
	w.seen[string(b)] = at
	w.out = append(w.out, b...)
	return at
}

func (w *writer) node(n *node) int {
	runes := slices.SortedFunc(maps.Keys(n.children), func(a, b rune) int {
		return cmp.Compare(w.labels[a], w.labels[b])
	})
	levels := 0
	if n.levels != nil {
		levels = w.put(packLevels(n.levels))
	}
	b := append([]byte{byte(len(runes))}, uint24(levels)...)
	var offsets []byte
	for _, r := range runes {
		b = append(b, w.labels[r])
		offsets = append(offsets, uint24(w.node(n.children[r]))...)
	}
	return w.put(append(b, offsets...))
}

// packLevels drops the zeros at both ends.
func packLevels(levels []byte) []byte {
	first := 0
	for first < len(levels) && levels[first] == 0 {
		first++
	}
	kept := bytes.TrimRight(levels[first:], "\x00")
	return append([]byte{byte(len(kept)), byte(first)}, kept...)
}

func (w *writer) finish(root int) ([]byte, error) {
	if len(w.out) >= 1<<24 {
		return nil, fmt.Errorf("%d bytes are too many for 24-bit offsets", len(w.out))
	}
	copy(w.out[w.root:], uint24(root))
	return w.out, nil
}

func uint24(n int) []byte { return []byte{byte(n >> 16), byte(n >> 8), byte(n)} }
