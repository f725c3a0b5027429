//go:build unix

package main

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// BenchmarkDeck measures the whole process, from the pack on the disk to the
// PDF file on the disk: a deck of n cards, each with a head, a title, a line
// of costs, 60 words (or 90 Japanese characters), an icon of 6 paths, a border
// and the QR code of an address of 60 bytes; nine on a page of A4 with crop
// marks, a page of backs after each. "MB" is the peak of resident memory.
//
//	go test -run '^$' -bench . ./cmd/kitpress
func BenchmarkDeck(b *testing.B) {
	program := compile(b)
	for _, lang := range []string{"en", "ja"} {
		for _, n := range []int{112, 1000, 10_000, 100_000} {
			b.Run(fmt.Sprintf("%s/%d", lang, n), func(b *testing.B) {
				if n > 10_000 && testing.Short() {
					b.Skip("minutes")
				}
				pack := writePack(b, lang, n)
				measure(b, program, "build", "--catalog", pack, "--sides", "duplex-long", "--only", "cards", "-q")
			})
		}
	}
}

// BenchmarkKit measures the whole process for the kit of a shipped game.
func BenchmarkKit(b *testing.B) {
	program := compile(b)
	for _, langs := range []string{"en", "de", "ja", "all"} {
		b.Run(langs, func(b *testing.B) { measure(b, program, "build", "--lang", langs, "-q") })
	}
}

func compile(b *testing.B) string {
	program := filepath.Join(b.TempDir(), "kitpress")
	if out, err := exec.Command("go", "build", "-o", program, ".").CombinedOutput(); err != nil {
		b.Fatalf("%v\n%s", err, out)
	}
	return program
}

func measure(b *testing.B, program string, args ...string) {
	out := filepath.Join(b.TempDir(), "kit")
	var peak int64
	b.ResetTimer()
	for b.Loop() {
		cmd := exec.Command(program, append(args, "-o", out)...)
		var said strings.Builder
		cmd.Stderr = &said
		if err := cmd.Run(); err != nil {
			b.Fatalf("%v\n%s", err, said.String())
		}
		if use, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage); ok {
			peak = max(peak, int64(use.Maxrss)) // KiB on Linux
		}
	}
	b.ReportMetric(float64(peak)/1000, "MB")
}

// writePack writes a pack with one deck of n cards.
func writePack(b *testing.B, lang string, n int) string {
	dir := filepath.Join(b.TempDir(), "deck")
	var cards strings.Builder
	cards.WriteString(benchDeck)
	words := rand.New(rand.NewPCG(1, 2))
	for i := range n {
		fmt.Fprintf(&cards, "      - {id: c%06d, title: %s, cost: %s, text: %s, link: \"https://cards.example.org/explain/%s/card-%06d?from=deck-1\"}\n",
			i, benchText(words, lang, 2), benchText(words, lang, 4), benchText(words, lang, 60), lang, i)
	}
	for name, text := range map[string]string{
		"game.yaml":            strings.ReplaceAll(benchGame, "LANG", lang),
		"cards.yaml":           cards.String(),
		"rules.yaml":           benchRules,
		"templates/bench.yaml": benchCard,
		"templates/back.yaml":  benchBack,
	} {
		name = filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			b.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			b.Fatal(err)
		}
	}
	return dir
}

// benchText returns n words of 2 to 9 letters, or three characters of
// Japanese for every two words.
func benchText(r *rand.Rand, lang string, n int) string {
	var b strings.Builder
	if lang == "ja" {
		kana := []rune("あいうえおかきくけこさしすせそたちつてとなにぬねのはひふへほまみむめもやゆよらりるれろわをん攻撃情報保護企業電子機密")
		for i := range n * 3 / 2 {
			if i%15 == 14 {
				b.WriteRune('、')
				continue
			}
			b.WriteRune(kana[r.IntN(len(kana))])
		}
		return b.String()
	}
	for i := range n {
		if i > 0 {
			b.WriteByte(' ')
		}
		for range 2 + r.IntN(8) {
			b.WriteByte("etaoinshrdlucmfwypvbgk"[r.IntN(22)])
		}
	}
	return b.String()
}

const benchGame = `format: 1
id: deck
prefix: B
version: "1"
date: 2026-11-20
source: LANG
languages: [LANG]
theme: plain
name: Deck
players: {min: 1, max: 2}
components:
  - {id: cards, kind: pieces, name: Cards, decks: [cards], sheet: cards, paper: card}
`

const benchRules = "format: 1\nsections: []\n"

const benchDeck = `format: 1
decks:
  - id: cards
    name: Cards
    template: bench
    back: back
    fields: {title: text, cost: text, text: text, link: word}
    cards:
`

const benchCard = `format: 1
size: [63, 88]
bleed: 2
draw:
  - {rect: [1.5, 1.5, 60, 85], radius: 2, stroke: ink, width: 0.4}
  - {rect: [1.5, 1.5, 60, 11], radius: [2, 2, 0, 0], fill: head}
  - {text: "{title}", at: [4, 9], width: 55, weight: 900, size: [13, 9], lines: 1, fill: on-head}
  - {text: "{cost}", at: [4, 17], width: 55, weight: 600, size: [9, 7], lines: 1, fill: ink}
  - {icon: siren, style: duotone, at: [52, 24], size: 12, fill: icon-ink, soft: icon-soft, ground: icon-body}
  - {text: "{text}", at: [4, 33], width: 55, size: [8, 7], leading: 1.2, height: 32, fill: ink}
  - {qr: "{link}", corner: [59.5, 84.5], box: 18, most: 21}
`

const benchBack = `format: 1
size: [63, 88]
bleed: 2
draw:
  - {rect: [-2, -2, 67, 92], fill: back}
  - {icon: puzzle-piece, style: duotone, at: [31.5, 44], size: 30, fill: icon-ink, soft: icon-soft, ground: icon-body}
`
