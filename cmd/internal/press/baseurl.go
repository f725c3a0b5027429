package press

import (
	"errors"
	"fmt"
	"net/netip"
	"net/url"
	"slices"
	"strings"

	"kitpress/catalog/source"
)

// maxBaseURL keeps the codes small enough for the corner of a card, in bytes.
const maxBaseURL = 120

// A baseURL is the address below which the explanation pages are served,
// without a slash at the end.
type baseURL string

// parseBaseURL accepts only what a scanner, a browser and a careful reader
// understand alike: plain http or https, an ASCII host, nothing hidden.
func parseBaseURL(s string) (baseURL, error) {
	if s == "" {
		return "", nil
	}
	if len(s) > maxBaseURL {
		return "", errors.New("longer than 120 characters, the code would get too dense")
	}
	for _, r := range s {
		if r <= ' ' || r > '~' || strings.ContainsRune(`"<>\^{|}`+"`", r) {
			return "", errors.New("only ASCII letters, digits and the usual signs of an address; write an international host as xn--…")
		}
	}
	u, err := url.Parse(s)
	if err != nil {
		return "", errors.New("not an address")
	}
	scheme := strings.ToLower(u.Scheme)
	switch {
	case scheme != "https" && scheme != "http":
		return "", errors.New("must begin with https:// or, in a local network, http://")
	case u.Opaque != "" || u.Host == "" || !validHost(u.Hostname()):
		return "", errors.New("has no valid host")
	case u.User != nil:
		return "", errors.New("must not hold a user name")
	case u.RawQuery != "" || u.ForceQuery || strings.Contains(s, "#"):
		return "", errors.New("must not hold a query or a fragment")
	}
	path := strings.TrimRight(u.EscapedPath(), "/")
	if strings.Contains(path+"/", "/./") || strings.Contains(path+"/", "/../") || strings.Contains(path, "//") {
		return "", errors.New("has an empty or dotted path element")
	}
	base := scheme + "://" + strings.ToLower(u.Host) + path
	if path == strings.ToUpper(path) {
		// A QR code sets capitals in 5.5 instead of 8 bits; scheme and host
		// mean the same either way, a path may not.
		base = strings.ToUpper(scheme+"://"+u.Host) + path
	}
	return baseURL(base), nil
}

// validHost accepts names of letters, digits, hyphens and dots, and numeric
// addresses.
func validHost(host string) bool {
	if host == "" || strings.HasPrefix(host, ".") || strings.Contains(host, "..") {
		return false
	}
	return strings.Trim(strings.ToLower(host), "abcdefghijklmnopqrstuvwxyz0123456789.-:") == ""
}

// page returns the address of a topic's page in a language, in capitals: a QR
// code sets them in 5.5 instead of 8 bits.
func (b baseURL) page(code, lang string) string {
	return string(b) + "/C/" + code + "/" + strings.ToUpper(lang)
}

// warn says that an address on a public host is not protected.
func (b baseURL) warn() source.Problems {
	u, err := url.Parse(string(b))
	if err != nil || !strings.EqualFold(u.Scheme, "http") || localHost(u.Hostname()) {
		return nil
	}
	return source.Problems{{
		Severity: source.Warning, Code: "base-url",
		Message: fmt.Sprintf("--base-url: %s is a public host, and http:// lets anybody on the way change its pages", strings.ToLower(u.Host)),
		Hint:    "use https://, unless the host is in your own network",
	}}
}

// localHost reports whether a host is in nobody's network but one's own.
func localHost(host string) bool {
	host = strings.ToLower(strings.TrimSuffix(host, "."))
	if addr, err := netip.ParseAddr(host); err == nil {
		return addr.IsLoopback() || addr.IsPrivate() || addr.IsLinkLocalUnicast()
	}
	ends := func(suffix string) bool { return strings.HasSuffix(host, suffix) }
	return !strings.Contains(host, ".") || slices.ContainsFunc([]string{".localhost", ".local", ".lan", ".internal", ".home.arpa", ".test"}, ends)
}

// SitePath returns the path of the address explanations are served at, "" for
// none or the top of a host.
func (r *Request) SitePath() string {
	u, err := url.Parse(string(r.base))
	if err != nil {
		return ""
	}
	return u.EscapedPath()
}
