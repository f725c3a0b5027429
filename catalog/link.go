package catalog

import (
	"errors"
	"fmt"
	"net/url"
	"strings"

	"kitpress/catalog/source"
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
		return "use a host name such as en.wikipedia.org, in small letters and without a port", fmt.Errorf("%q is no public host", clip(u.Host))
	}
	if err := checkHost(u.Host); err != nil {
		return "readers cannot see that it is another page: take one with a plain name", err
	}
	return "", nil
}

// readLink reads a link that is to be printed.
func readLink(v source.Value) string {
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
