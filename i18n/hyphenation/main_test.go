package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

// The .bin files must be what the pattern files beside them give.
func TestCompiledDataIsCurrent(t *testing.T) {
	for lang, set := range sources() {
		want, err := compileFiles(".", set)
		if err != nil {
			t.Fatal(err)
		}
		got, err := os.ReadFile(lang + ".bin")
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, want) {
			t.Errorf("%s.bin is not made from hyph-%s.pat.txt; run: go generate ./i18n", lang, set)
		}
	}
}

func TestEverySourceHasItsLicence(t *testing.T) {
	for _, set := range sources() {
		text, err := os.ReadFile(filepath.Join(".", "hyph-"+set+".licence.txt"))
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Contains(text, []byte("Permission is hereby granted")) {
			t.Errorf("hyph-%s.licence.txt does not carry the licence text", set)
		}
	}
}

func TestCompileRefuses(t *testing.T) {
	for _, c := range []struct{ name, patterns, exceptions string }{
		{"a digit only", "1", ""},
		{"a sign", "a%b", ""},
		{"a digit in an exception", "", "a-b2"},
		{"a letter beyond 16 bits", "a1\U00010400", ""},
	} {
		if _, err := Compile(c.patterns, c.exceptions); err == nil {
			t.Errorf("%s: compiled without an error", c.name)
		}
	}
}
