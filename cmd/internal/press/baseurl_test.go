package press

import (
	"strings"
	"testing"

	"kitpress/catalog"
	"kitpress/catalog/source"
)

func TestBaseURL(t *testing.T) {
	for _, tc := range []struct{ in, want string }{
		{"", ""},
		{"https://example.org", "HTTPS://EXAMPLE.ORG"},
		{"https://example.org/", "HTTPS://EXAMPLE.ORG"},
		{"https://Example.org/KIT/", "HTTPS://EXAMPLE.ORG/KIT"},
		{"HTTPS://Example.org/kit", "https://example.org/kit"},
		{"http://192.168.1.20:8080", "HTTP://192.168.1.20:8080"},
		{"http://localhost:8080/", "HTTP://LOCALHOST:8080"},
		{"http://[fe80::1]:80/x", "http://[fe80::1]:80/x"},
		{"https://xn--bcher-kva.example", "HTTPS://XN--BCHER-KVA.EXAMPLE"},
		{"https://example.org/a%20b", "https://example.org/a%20b"},
		{"https://example.org//", "HTTPS://EXAMPLE.ORG"},
	} {
		got, err := parseBaseURL(tc.in)
		if err != nil || string(got) != tc.want {
			t.Errorf("%q: got %q, %v, want %q", tc.in, got, err, tc.want)
		}
	}
}

func TestBaseURLRefused(t *testing.T) {
	for _, in := range []string{
		"example.org", "//example.org", "https:evil", "https:///x", "https://", "javascript:alert(1)", "ftp://example.org", "file:///x",
		"https://user@example.org", "https://user:pw@example.org", "https://example.org?x", "https://example.org/?", "https://example.org/#",
		"https://bücher.example", "https://еxample.org", "https://exa mple.org", "https://example.org/a b", "https://example.org/<x>",
		"https://example.org/a/../b", "https://example.org/a//b", "https://example.org/./", "https://.org", "https://a..b", "https://ex_ample.org",
		"https://example.org\n", "https://example.org/\\x", "https://example.org:port", "https://example.org/%zz",
		"https://example.org/" + string(make([]byte, 200)),
	} {
		if got, err := parseBaseURL(in); err == nil {
			t.Errorf("%q was accepted as %q", in, got)
		}
	}
}

func TestTopicURL(t *testing.T) {
	topic := &catalog.Topic{Code: "7F3K-R", References: map[string]string{"en": "https://en.example/x", "de": "https://de.example/x"}}
	for _, tc := range []struct {
		req        Request
		lang, want string
	}{
		{Request{}, "de", "https://de.example/x"},
		{Request{}, "de-CH", "https://de.example/x"},
		{Request{}, "en", "https://en.example/x"},
		{Request{BaseURL: "https://kit.example.org"}, "de", "HTTPS://KIT.EXAMPLE.ORG/C/7F3K-R/DE"},
		{Request{BaseURL: "http://192.168.1.20:8080/kit/"}, "it", "http://192.168.1.20:8080/kit/C/7F3K-R/IT"},
		{Request{QR: QRNone}, "de", ""},
		{Request{QR: QRNone, BaseURL: "https://kit.example.org"}, "de", ""},
	} {
		if err := tc.req.check([]string{"a4"}, nil); err != nil {
			t.Fatal(err)
		}
		if got := tc.req.topicURL(tc.lang)(topic); got != tc.want {
			t.Errorf("%+v in %s: got %q, want %q", tc.req.BaseURL, tc.lang, got, tc.want)
		}
	}
}

func TestLocalHosts(t *testing.T) {
	for base, public := range map[string]bool{
		"http://kit.example.org": true, "http://8.8.8.8": true, "http://example.org:8080/kit": true, "http://local.example": true, "http://[2001:db8::1]": true,
		"https://kit.example.org": false, "http://192.168.1.20:8080": false, "http://10.0.0.1": false, "http://127.0.0.1": false, "http://localhost:8080": false,
		"http://laptop": false, "http://laptop.local": false, "http://kit.school.lan": false, "http://[fe80::1]": false, "http://[::1]:80": false, "http://box.home.arpa": false, "": false,
	} {
		b, err := parseBaseURL(base)
		if err != nil {
			t.Fatal(err)
		}
		warnings := b.warn()
		if (len(warnings) == 1) != public || warnings.HasErrors() {
			t.Errorf("%q: %v", base, warnings)
		}
		if public && (warnings[0].Severity != source.Warning || !strings.Contains(warnings[0].Hint, "https://")) {
			t.Errorf("%q: %+v", base, warnings[0])
		}
	}
}
