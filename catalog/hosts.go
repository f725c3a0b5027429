package catalog

import (
	"fmt"
	"strings"
	"unicode"

	"golang.org/x/net/idna"
)

// checkHost refuses names that look like others: those with letters of several
// scripts in one label, and those whose letters all look like Latin ones. Such
// letters hide in labels that begin with xn--.
func checkHost(host string) error {
	for label := range strings.SplitSeq(host, ".") {
		if !strings.HasPrefix(label, "xn--") {
			continue
		}
		decoded, err := idna.Lookup.ToUnicode(label)
		if err != nil || decoded == label {
			return fmt.Errorf("%q in the host stands for no name", clip(label))
		}
		if mixedScripts(decoded) {
			return fmt.Errorf("%q in the host stands for %q, which mixes letters of several scripts", clip(label), clip(decoded))
		}
		if strings.Trim(decoded, lookAlikes) == "" {
			return fmt.Errorf("%q in the host stands for %q, which looks like Latin letters and is not", clip(label), clip(decoded))
		}
	}
	return nil
}

// lookAlikes are the Cyrillic, Greek and Armenian small letters that are taken
// for Latin ones, and what may stand between them.
const lookAlikes = "асеорхуіјѕԁһԛԝӏινοραυκχօսհոց0123456789-"

// mixedScripts reports whether the letters of a label are of more than one
// script. The three of Japanese count as one.
func mixedScripts(label string) bool {
	first := ""
	for _, r := range label {
		script := scriptOf(r)
		if script == "" {
			continue
		}
		if first != "" && script != first {
			return true
		}
		first = script
	}
	return false
}

// scriptOf returns the script of a letter, "" for digits, hyphens and marks.
func scriptOf(r rune) string {
	if r < 0x80 {
		if unicode.IsLetter(r) {
			return "Latin"
		}
		return ""
	}
	for name, table := range unicode.Scripts {
		if !unicode.Is(table, r) {
			continue
		}
		switch name {
		case "Common", "Inherited":
			return ""
		case "Hiragana", "Katakana", "Han":
			return "Japanese"
		}
		return name
	}
	return "unknown"
}
