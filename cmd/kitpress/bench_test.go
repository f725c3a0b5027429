//go:build unix

package main

import (
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"kitpress/cmd/internal/kit/kittest"
)

// BenchmarkDeck measures the whole process, from the pack on the disk to the
// PDF file on the disk: a deck of n cards as kittest.WriteDeck describes it,
// nine on a page of A4 with crop marks, a page of backs after each. "MB" is
// the peak of resident memory.
//
//	go test -run '^$' -bench . ./cmd/kitpress
func BenchmarkDeck(b *testing.B) {
	program := compile(b)
	for _, lang := range []string{"en", "ja", "ar"} {
		for _, n := range []int{112, 1000, 10_000, 100_000} {
			b.Run(fmt.Sprintf("%s/%d", lang, n), func(b *testing.B) {
				if n > 10_000 && testing.Short() {
					b.Skip("takes half a minute")
				}
				pack := filepath.Join(b.TempDir(), "deck")
				if err := kittest.WriteDeck(pack, lang, n); err != nil {
					b.Fatal(err)
				}
				measure(b, program, "build", "--catalog", pack, "--sides", "duplex-long", "--only", kittest.DeckComponent, "-q")
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
