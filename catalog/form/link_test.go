package form

import (
	"strings"
	"testing"
)

// What stands in a QR code cannot be looked at: only plain public pages are
// taken.
func TestCheckLink(t *testing.T) {
	for _, good := range []string{
		"https://en.wikipedia.org/wiki/Phishing",
		"https://ja.wikipedia.org/wiki/%E3%83%95_(%E8%A9%90%E6%AC%BA)",
		"https://www.bsi.bund.de/dok/132212",
		"https://www.ncsc.admin.ch/a?b=c#d",
		"https://xn--mller-kva.de/",
		"https://xn--wgv71a119e.jp/", // 日本語
		"https://a-b.xn--p1ai/",
	} {
		if _, err := checkLink(good); err != nil {
			t.Errorf("%s: %v", good, err)
		}
	}
	for _, bad := range strings.Split(strings.TrimSpace(badLinks), "\n") {
		if _, err := checkLink(bad); err == nil {
			t.Errorf("%q is taken", bad)
		}
	}
	if _, err := checkLink("https://example.org/" + strings.Repeat("a", maxLink)); err == nil {
		t.Error("a link of any length is taken")
	}
}

const badLinks = `
http://example.org/
HTTPS://example.org/
https:example.org
https:/example.org
https:///example.org
https://
https:
//example.org/
/wiki/Fox
wiki/Fox
example.org
javascript:alert(1)
JavaScript:alert(1)
data:text/html,x
file:///etc/passwd
ftp://example.org/
mailto:a@example.org
https://user@example.org/
https://user:secret@example.org/
https://en.wikipedia.org@example.org/
https://@example.org/
https://example.org:8443/
https://example.org:/
https://localhost/
https://localhost.
https://example/
https://192.0.2.1/
https://[2001:db8::1]/
https://0x7f.1/
https://2130706433/
https://Example.org/
https://example.org./
https://.example.org/
https://example..org/
https://-example.org/
https://example-.org/
https://exa_mple.org/
https://exa mple.org/
https://example.org/a b
https://example.org\@evil.example/
https://example.org/<b>
https://example.org/"x
https://example.org/%zz
https://de.wikipediа.org/
https://日本語.jp/
https://xn--wikipedi-86g.org/
https://xn--80ak5af.com/
https://xn--a.com/
https://xn--/
https://www.xn--80ak6aa92e.com/
https://example.org/` + "\u202e" + `
` + "https://example.org/\x01"
