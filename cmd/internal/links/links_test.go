package links

import (
	"context"
	"crypto/x509"
	"errors"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// A site is a server on this machine that notes what it is asked.
type site struct {
	*httptest.Server
	mu    sync.Mutex
	asked []string
	at    []time.Time
}

// questions returns what was asked so far: a request that ran out of time may
// still be on its way.
func (s *site) questions() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.asked)
}

func serve(t *testing.T) *site {
	t.Helper()
	s := &site{}
	s.Server = httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.mu.Lock()
		s.asked, s.at = append(s.asked, r.Method+" "+r.URL.Path), append(s.at, time.Now())
		s.mu.Unlock()
		if r.Header.Get("Cookie") != "" || r.Header.Get("Referer") != "" || r.UserAgent() != "kitpress test" {
			t.Errorf("%s %s sends %v", r.Method, r.URL, r.Header)
		}
		http.SetCookie(w, &http.Cookie{Name: "track", Value: "me"})
		switch r.URL.Path {
		case "/ok", "/new":
		case "/head-405", "/head-403", "/head-501", "/head-404":
			if r.Method == http.MethodHead {
				w.WriteHeader(map[string]int{"/head-405": 405, "/head-403": 403, "/head-501": 501, "/head-404": 404}[r.URL.Path])
			}
		case "/moved":
			http.Redirect(w, r, "/new", http.StatusMovedPermanently)
		case "/moved-twice":
			http.Redirect(w, r, "/moved", http.StatusPermanentRedirect)
		case "/elsewhere":
			http.Redirect(w, r, "/new", http.StatusFound)
		case "/round":
			http.Redirect(w, r, "/round", http.StatusFound)
		case "/plain":
			http.Redirect(w, r, "http://127.0.0.1:1/", http.StatusMovedPermanently)
		case "/gone":
			w.WriteHeader(http.StatusGone)
		case "/forbidden":
			w.WriteHeader(http.StatusForbidden)
		case "/busy":
			w.WriteHeader(http.StatusTooManyRequests)
		case "/broken":
			w.WriteHeader(http.StatusInternalServerError)
		case "/slow":
			<-r.Context().Done()
			panic(http.ErrAbortHandler) // returning would answer after all
		case "/endless":
			for range 1000 {
				if _, err := w.Write(make([]byte, 64<<10)); err != nil {
					return
				}
			}
			t.Error("all of an endless page was read")
		default:
			w.WriteHeader(http.StatusNotFound)
		}
	}))
	t.Cleanup(s.Close)
	return s
}

func (s *site) options() Options {
	roots := x509.NewCertPool()
	roots.AddCert(s.Certificate())
	return Options{Agent: "kitpress test", Delay: -1, Timeout: 2 * time.Second, trust: &trust{roots}}
}

func check(t *testing.T, addresses []string, o Options) []Result {
	t.Helper()
	results, err := Check(t.Context(), addresses, o)
	if err != nil {
		t.Fatal(err)
	}
	return results
}

func TestCheck(t *testing.T) {
	for _, tc := range []struct {
		path    string
		outcome Outcome
		status  int
		message string
		asked   string
		hops    int
	}{
		{"/ok", OK, 200, "", "HEAD /ok", 0},
		{"/head-405", OK, 200, "", "HEAD /head-405, GET /head-405", 0},
		{"/head-403", OK, 200, "", "HEAD /head-403, GET /head-403", 0},
		{"/head-501", OK, 200, "", "HEAD /head-501, GET /head-501", 0},
		{"/head-404", OK, 200, "", "HEAD /head-404, GET /head-404", 0},
		{"/moved", Moved, 200, "moved for good to ", "HEAD /moved, HEAD /new", 1},
		{"/moved-twice", Moved, 200, "/new", "HEAD /moved-twice, HEAD /moved, HEAD /new", 2},
		{"/elsewhere", OK, 200, "", "HEAD /elsewhere, HEAD /new", 1},
		{"/gone", Missing, 410, "does not have this page", "HEAD /gone, GET /gone", 0},
		{"/nothing", Missing, 404, "does not have this page", "HEAD /nothing, GET /nothing", 0},
		{"/forbidden", Unsure, 403, "refuses programs", "HEAD /forbidden, GET /forbidden", 0},
		{"/busy", Unsure, 429, "busy", "HEAD /busy", 0},
		{"/broken", Failing, 500, "error", "HEAD /broken, GET /broken", 0},
		{"/plain", Refused, 0, "not encrypted", "HEAD /plain", 0},
		{"/slow", Unreachable, 0, "no answer in time", "HEAD /slow", 0},
	} {
		t.Run(tc.path, func(t *testing.T) {
			t.Parallel()
			s := serve(t)
			r := check(t, []string{s.URL + tc.path}, s.options())[0]
			if r.URL != s.URL+tc.path || r.Outcome != tc.outcome || r.Status != tc.status || !strings.Contains(r.Message, tc.message) || len(r.Redirect) != tc.hops {
				t.Errorf("%+v", r)
			}
			if got := strings.Join(s.questions(), ", "); got != tc.asked {
				t.Errorf("asked %s, want %s", got, tc.asked)
			}
			if fails := tc.outcome != OK && tc.outcome != Moved && tc.outcome != Unsure; r.Outcome.Fails() != fails {
				t.Errorf("%s fails: %v", r.Outcome, !fails)
			}
		})
	}
}

func TestRedirectsEnd(t *testing.T) {
	s := serve(t)
	r := check(t, []string{s.URL + "/round"}, s.options())[0]
	if r.Outcome != Failing || !strings.Contains(r.Message, "redirects") || len(s.questions()) > 2*(maxRedirects+1) {
		t.Errorf("%+v after %d questions", r, len(s.questions()))
	}
}

// A page is not loaded to see that it is there.
func TestEndlessPages(t *testing.T) {
	s := serve(t)
	if r := (newClient(s.options())).ask(t.Context(), http.MethodGet, mustParse(t, s.URL+"/endless")); r.Outcome != OK {
		t.Errorf("%+v", r)
	}
}

func TestCertificates(t *testing.T) {
	s := serve(t)
	o := s.options()
	o.trust = &trust{x509.NewCertPool()}
	if r := check(t, []string{s.URL + "/ok"}, o)[0]; r.Outcome != Certificate || !r.Outcome.Fails() || !strings.Contains(r.Message, "certificate") {
		t.Errorf("%+v", r)
	}
	o = s.options()
	if r := check(t, []string{strings.Replace(s.URL, "127.0.0.1", "localhost", 1) + "/ok"}, o)[0]; r.Outcome != Certificate {
		t.Errorf("the certificate of another host: %+v", r)
	}
	plain := httptest.NewServer(http.NotFoundHandler())
	defer plain.Close()
	if r := check(t, []string{strings.Replace(plain.URL, "http:", "https:", 1)}, o)[0]; !r.Outcome.Fails() || r.Outcome == Unreachable {
		t.Errorf("no TLS at all: %+v", r)
	}
}

// Without the trust of a test nobody's own network is asked.
func TestPrivateNetworks(t *testing.T) {
	s := serve(t)
	o := s.options()
	o.trust = nil
	for _, address := range []string{s.URL + "/ok", "https://10.0.0.1/", "https://[::1]/", "https://169.254.169.254/latest"} {
		if r := check(t, []string{address}, o)[0]; r.Outcome != Refused || !strings.Contains(r.Message, "private") {
			t.Errorf("%+v", r)
		}
	}
	if len(s.questions()) > 0 {
		t.Errorf("it asked %v", s.questions())
	}
	for _, address := range []string{"http://example.org", "ftp://example.org", "https://", "://"} {
		if r := check(t, []string{address}, o)[0]; r.Outcome != Refused {
			t.Errorf("%+v", r)
		}
	}
	for address, want := range map[string]bool{
		"8.8.8.8": true, "2606:4700::1": true, "172.15.0.1": true, "100.63.0.1": true,
		"127.0.0.1": false, "10.1.2.3": false, "172.16.0.1": false, "192.168.1.1": false, "169.254.1.1": false, "100.64.0.1": false, "0.0.0.0": false,
		"255.255.255.255": false, "224.0.0.1": false, "198.18.0.1": false, "203.0.113.9": false, "::1": false, "::": false, "fe80::1": false, "fc00::1": false,
		"::ffff:10.0.0.1": false, "64:ff9b::a00:1": false, "2001:db8::1": false, "ff02::1": false,
	} {
		if got := public(netip.MustParseAddr(address)); got != want {
			t.Errorf("%s is public: %v", address, got)
		}
	}
}

// One host is asked one thing at a time, with a pause between; several hosts
// are asked at once, and results keep the order of the addresses.
func TestPolite(t *testing.T) {
	a, b := serve(t), serve(t)
	o := a.options()
	o.trust.roots.AddCert(b.Certificate())
	o.Delay = 60 * time.Millisecond
	steps := 0
	o.Done = func(n, of int, _ string) {
		if steps++; n != steps || of != 4 {
			t.Errorf("step %d is %d of %d", steps, n, of)
		}
	}
	list := []string{a.URL + "/ok", b.URL + "/gone", a.URL + "/new", a.URL + "/broken"}
	results := check(t, list, o)
	for i, want := range []Outcome{OK, Missing, OK, Failing} {
		if results[i].URL != list[i] || results[i].Outcome != want {
			t.Errorf("%d: %+v, want %s", i, results[i], want)
		}
	}
	for i := 1; i < 3; i++ {
		if gap := a.at[i].Sub(a.at[i-1]); gap < o.Delay {
			t.Errorf("question %d after %v", i, gap)
		}
	}
	if steps != 4 {
		t.Errorf("%d steps", steps)
	}
}

// A host that does not answer is not asked for ever.
func TestSilentHost(t *testing.T) {
	t.Parallel()
	s := serve(t)
	o := s.options()
	o.Timeout = 800 * time.Millisecond // enough to shake hands on a busy machine
	list := []string{s.URL + "/slow", s.URL + "/ok", s.URL + "/slow", s.URL + "/slow", s.URL + "/new", s.URL + "/ok"}
	results := check(t, list, o)
	for i, want := range []Outcome{Unreachable, OK, Unreachable, Unreachable, Unreachable, Unreachable} {
		if r := results[i]; r.Outcome != want || strings.HasPrefix(r.Message, "not asked") != (i > 3) {
			t.Errorf("%d: %+v, want %s", i, r, want)
		}
	}
}

func TestInterrupted(t *testing.T) {
	s := serve(t)
	ctx, cancel := context.WithCancel(t.Context())
	o := s.options()
	o.Done = func(int, int, string) { cancel() }
	_, err := Check(ctx, []string{s.URL + "/ok", s.URL + "/new", s.URL + "/gone"}, o)
	if !errors.Is(err, context.Canceled) || len(s.questions()) != 1 {
		t.Errorf("%v after %v", err, s.questions())
	}
}

func TestOffline(t *testing.T) {
	s := serve(t)
	o := s.options()
	address := s.URL + "/ok"
	s.Close() // nobody listens there any more
	results := check(t, []string{address, address + "2"}, o)
	if !Offline(results) || results[0].Outcome != Unreachable {
		t.Errorf("%+v", results)
	}
	if Offline(append(results, Result{Outcome: Missing})) || Offline(nil) || Offline([]Result{{Outcome: Refused}}) {
		t.Error("an answer is a network")
	}
}

func mustParse(t *testing.T, s string) *url.URL {
	t.Helper()
	u, err := url.Parse(s)
	if err != nil {
		t.Fatal(err)
	}
	return u
}
