package form

import (
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"unicode"

	"kitpress/catalog/source"

	"golang.org/x/net/idna"
)

// maxLink is the longest link in bytes: a QR code of it must still be small
// enough to print on a card.
const maxLink = 120

var (
	hostForm = source.Pattern(`^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])?$`)
	codedJa  = "write other characters as %XX, as the address bar gives them when it is copied"
)

// checkLink says what is wrong with a link that is to be printed: a reader
// cannot look at a QR code, so only plain public https pages are allowed.
func checkLink(s string) (hint string, err error) {
	if len(s) > maxLink {
		return "look for a shorter page address", fmt.Errorf("the link has %d bytes, at most %d are allowed", len(s), maxLink)
	}
	for _, r := range s {
		if r <= ' ' || r > '~' || strings.ContainsRune("\"<>\\^`{|}", r) {
			return codedJa, fmt.Errorf("the link contains %q", r)
		}
	}
	u, err := url.Parse(s)
	switch {
	case err != nil:
		return "", errors.New("not a link")
	case u.Scheme != "https" || !strings.HasPrefix(s, "https://"):
		return "only encrypted pages are printed", errors.New("the link does not start with https://")
	case u.User != nil:
		return "", errors.New("the link holds a user name")
	case !hostForm().MatchString(u.Host):
		return "use a host name such as en.wikipedia.org, in small letters and without a port", fmt.Errorf("%q is no public host", source.Clip(u.Host))
	}
	if err := checkHost(u.Host); err != nil {
		return "readers cannot see that it is another page: take one with a plain name", err
	}
	return "", nil
}

// ReadLink reads a link that is to be printed.
func ReadLink(v source.Value) string {
	s := v.Text()
	if s == "" {
		return ""
	}
	if hint, err := checkLink(s); err != nil {
		v.Errorf(CodeReference, "%v", err).Hint = hint
		return ""
	}
	return s
}

// addressSchemes are those a phone does something with.
var addressSchemes = []string{"https", "http", "mailto", "tel", "geo"}

// ReadAddress reads an address of anything that a QR code is to lead to. It is
// printed as it is: what a phone would not open is an error.
func ReadAddress(v source.Value) string {
	s := v.Text()
	u, err := url.Parse(s)
	switch {
	case s == "":
	case err != nil || strings.ContainsFunc(s, func(r rune) bool { return r <= ' ' || r > '~' }):
		v.Errorf(CodeReference, "%q is no address", source.ClipTo(s, 60)).Hint = codedJa
	case !slices.Contains(addressSchemes, u.Scheme):
		v.Errorf(CodeReference, "an address begins with https://, not %q", source.ClipTo(s, 20)).Hint = "or with one of " + strings.Join(addressSchemes[1:], ":, ") + ":"
	case strings.HasPrefix(u.Scheme, "http") && u.Hostname() == "":
		v.Errorf(CodeReference, "%q names no host", source.ClipTo(s, 60)).Hint = "write it as https://example.org/page"
	case u.User != nil:
		v.Errorf(CodeReference, "the address holds a user name")
	case strings.HasPrefix(u.Scheme, "http") && checkHost(u.Hostname()) != nil:
		v.Errorf(CodeReference, "%v", checkHost(u.Hostname())).Hint = "readers cannot see that it is another page: take one with a plain name"
	default:
		return s
	}
	return ""
}

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
			return fmt.Errorf("%q in the host stands for no name", source.Clip(label))
		}
		if mixedScripts(decoded) {
			return fmt.Errorf("%q in the host stands for %q, which mixes letters of several scripts", source.Clip(label), source.Clip(decoded))
		}
		if strings.Trim(decoded, lookAlikes) == "" {
			return fmt.Errorf("%q in the host stands for %q, which looks like Latin letters and is not", source.Clip(label), source.Clip(decoded))
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
