package links

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"sync"
	"syscall"
)

// maxRedirects is how many steps a page may be away.
const maxRedirects = 8

// maxBody is how much of a page is read before the line is cut.
const maxBody = 4 << 10

var (
	errPrivate   = errors.New("leads into a private network")
	errPlain     = errors.New("leads to a page that is not encrypted")
	errRedirects = fmt.Errorf("more than %d redirects", maxRedirects)
)

// A trust lets tests ask servers of their own machine.
type trust struct{ roots *x509.CertPool }

// A client asks for pages.
type client struct {
	http    *http.Client
	o       Options
	proxies sync.Map // addresses of proxies, which may be private
}

func newClient(o Options) *client {
	c := &client{o: o}
	dialer := &net.Dialer{Timeout: o.Timeout}
	guarded := &net.Dialer{Timeout: o.Timeout, Control: publicOnly}
	tlsConfig := &tls.Config{MinVersion: tls.VersionTLS12}
	if o.trust != nil {
		guarded, tlsConfig.RootCAs = dialer, o.trust.roots
	}
	c.http = &http.Client{
		CheckRedirect: c.redirect,
		Transport: &http.Transport{
			Proxy: c.proxy,
			DialContext: func(ctx context.Context, network, address string) (net.Conn, error) {
				if _, ok := c.proxies.Load(address); ok {
					return dialer.DialContext(ctx, network, address)
				}
				return guarded.DialContext(ctx, network, address)
			},
			TLSClientConfig: tlsConfig, ForceAttemptHTTP2: true, MaxIdleConnsPerHost: 1,
			ResponseHeaderTimeout: o.Timeout, MaxResponseHeaderBytes: 64 << 10, DisableCompression: true,
		},
	}
	return c
}

// proxy takes the proxy of the environment and remembers where it is. Behind a
// proxy it is the proxy that looks names up; numeric addresses are still
// looked at.
func (c *client) proxy(r *http.Request) (*url.URL, error) {
	u, err := http.ProxyFromEnvironment(r)
	if u == nil || err != nil {
		return u, err
	}
	if addr, err := netip.ParseAddr(r.URL.Hostname()); err == nil && !public(addr) {
		return nil, errPrivate
	}
	port := u.Port()
	if port == "" {
		port = map[string]string{"http": "80", "https": "443", "socks5": "1080", "socks5h": "1080"}[u.Scheme]
	}
	c.proxies.Store(net.JoinHostPort(u.Hostname(), port), true)
	return u, nil
}

// publicOnly refuses to connect to what is not in the public internet: the
// name of a page may lead anywhere.
func publicOnly(_, address string, _ syscall.RawConn) error {
	at, err := netip.ParseAddrPort(address)
	if err != nil || !public(at.Addr()) {
		return errPrivate
	}
	return nil
}

// private lists networks that netip does not tell apart from public ones.
func private() []netip.Prefix {
	var list []netip.Prefix
	for _, p := range []string{
		"0.0.0.0/8", "100.64.0.0/10", "192.0.0.0/24", "192.0.2.0/24", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24", "240.0.0.0/4",
		"64:ff9b::/96", "64:ff9b:1::/48", "100::/64", "2001:db8::/32", "2002::/16", "fec0::/10",
	} {
		list = append(list, netip.MustParsePrefix(p))
	}
	return list
}

// public reports whether an address is in the public internet.
func public(a netip.Addr) bool {
	a = a.Unmap().WithZone("")
	if !a.IsGlobalUnicast() || a.IsPrivate() {
		return false
	}
	for _, p := range private() {
		if p.Contains(a) {
			return false
		}
	}
	return true
}

// redirect follows to encrypted pages only, and tells nobody where it came
// from.
func (c *client) redirect(r *http.Request, via []*http.Request) error {
	switch {
	case len(via) > maxRedirects:
		return errRedirects
	case r.URL.Scheme != "https":
		return errPlain
	}
	r.Header.Del("Referer")
	return nil
}

// check asks for one address: with HEAD first, and with GET when the server
// does not answer that well.
func (c *client) check(ctx context.Context, address string) Result {
	ctx, cancel := context.WithTimeout(ctx, c.o.Timeout)
	defer cancel()
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "https" || u.Host == "" {
		return Result{URL: address, Outcome: Refused, Message: "not an https address"}
	}
	r := c.ask(ctx, http.MethodHead, u)
	if r.Status >= 400 && r.Status != http.StatusTooManyRequests || r.Status == 0 && r.Outcome == Failing {
		r = c.ask(ctx, http.MethodGet, u)
	}
	return r
}

// ask sends one question and follows where the answer leads.
func (c *client) ask(ctx context.Context, method string, u *url.URL) Result {
	r := Result{URL: u.String(), Method: method}
	req := (&http.Request{Method: method, URL: u, Host: u.Host, Header: http.Header{}}).WithContext(ctx)
	req.Header.Set("User-Agent", c.o.Agent)
	req.Header.Set("Accept", "text/html,*/*;q=0.5")
	res, err := c.http.Do(req)
	if err != nil {
		r.Outcome, r.Message = explain(err)
		return r
	}
	defer res.Body.Close()
	_, _ = io.CopyN(io.Discard, res.Body, maxBody) // so that the line can be used again
	r.Status = res.StatusCode
	r.Outcome, r.Message = judge(res.StatusCode)
	permanent := true
	for last := res; last.Request != nil && last.Request.Response != nil; last = last.Request.Response {
		r.Redirect = append([]string{last.Request.URL.String()}, r.Redirect...)
		code := last.Request.Response.StatusCode
		permanent = permanent && (code == http.StatusMovedPermanently || code == http.StatusPermanentRedirect)
	}
	if r.Outcome == OK && len(r.Redirect) > 0 && permanent {
		r.Outcome, r.Message = Moved, "moved for good to "+r.Redirect[len(r.Redirect)-1]
	}
	return r
}

// explain tells from an error what became of an address.
func explain(err error) (Outcome, string) {
	var certificate *tls.CertificateVerificationError
	var record tls.RecordHeaderError
	var alert tls.AlertError
	var dns *net.DNSError
	var op *net.OpError
	switch {
	case errors.Is(err, errPrivate):
		return Refused, errPrivate.Error()
	case errors.Is(err, errPlain):
		return Refused, errPlain.Error()
	case errors.Is(err, errRedirects):
		return Failing, errRedirects.Error()
	case errors.As(err, &certificate):
		return Certificate, strings.TrimPrefix(certificate.Err.Error(), "x509: ")
	case errors.As(err, &record), errors.As(err, &alert):
		return Certificate, "the server speaks no TLS a browser would accept"
	case errors.As(err, &dns) && dns.IsNotFound:
		return Unreachable, "there is no host " + dns.Name
	case errors.Is(err, context.DeadlineExceeded), isTimeout(err):
		return Unreachable, "no answer in time"
	case errors.As(err, &op), errors.As(err, &dns):
		return Unreachable, "no connection: " + inner(err)
	}
	return Failing, inner(err)
}

func isTimeout(err error) bool {
	var t net.Error
	return errors.As(err, &t) && t.Timeout()
}

// inner returns what an error says without the address, which is known.
func inner(err error) string {
	var u *url.Error
	if errors.As(err, &u) {
		err = u.Err
	}
	return err.Error()
}
