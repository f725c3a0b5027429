package web

import (
	"encoding/json"
	"errors"
	"fmt"
	"mime"
	"net/http"
	"net/netip"
	"slices"
	"strings"

	"kitpress/cmd/internal/desk"
	"kitpress/cmd/internal/lobby"
	"kitpress/quiz/store"
)

// policy is what a browser may do with our pages: show them and their style
// sheet, and send their form back to us.
const policy = "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

// Guard lets requests through to h that only read, and that name one of hosts
// ("localhost:8080"): a name somebody else points at this computer is refused
// before anything else is looked at.
func Guard(h http.Handler, hosts []string) http.Handler { return Known(readOnly(h), hosts) }

// Proxies are addresses of servers in front of ours, which say for whom they ask.
type Proxies []netip.Prefix

// ReadProxies reads addresses and ranges of them.
func ReadProxies(list []string) (Proxies, error) {
	var out Proxies
	for _, text := range list {
		if a, err := netip.ParseAddr(text); err == nil {
			out = append(out, netip.PrefixFrom(a.Unmap(), a.Unmap().BitLen()))
			continue
		}
		p, err := netip.ParsePrefix(text)
		if err != nil {
			return nil, fmt.Errorf("%q is no address", text)
		}
		out = append(out, p.Masked())
	}
	return out, nil
}

// Has reports whether an address is that of a server in front.
func (p Proxies) Has(a netip.Addr) bool {
	return slices.ContainsFunc(p, func(one netip.Prefix) bool { return one.Contains(a.Unmap()) })
}

// Forwarded lets h see who asks behind servers in front: the last address they
// name that is none of theirs. Nobody else is believed.
func Forwarded(h http.Handler, proxies Proxies) http.Handler {
	if len(proxies) == 0 {
		return h
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		from, err := netip.ParseAddrPort(r.RemoteAddr)
		named := strings.Split(strings.Join(r.Header.Values("X-Forwarded-For"), ","), ",")
		for err == nil && proxies.Has(from.Addr()) && len(named) > 0 {
			var a netip.Addr
			if a, err = netip.ParseAddr(strings.TrimSpace(named[len(named)-1])); err == nil {
				from, named = netip.AddrPortFrom(a.Unmap(), 0), named[:len(named)-1]
				r.RemoteAddr = from.String()
			}
		}
		h.ServeHTTP(w, r)
	})
}

// Known lets requests through to h that name one of hosts.
func Known(h http.Handler, hosts []string) http.Handler {
	names := map[string]bool{}
	for _, host := range hosts {
		names[strings.ToLower(host)] = true
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		for _, header := range [][2]string{
			{"Content-Security-Policy", policy},
			{"X-Content-Type-Options", "nosniff"},
			{"X-Frame-Options", "DENY"},
			{"Referrer-Policy", "no-referrer"},
			{"Cross-Origin-Opener-Policy", "same-origin"},
			{"Cross-Origin-Resource-Policy", "same-origin"},
		} {
			w.Header().Set(header[0], header[1])
		}
		if !names[strings.ToLower(r.Host)] {
			refuse(w, http.StatusMisdirectedRequest, "this computer is not known by that name")
			return
		}
		h.ServeHTTP(w, r)
	})
}

// readOnly lets requests through to h that read and send nothing along.
func readOnly(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case r.Method != http.MethodGet && r.Method != http.MethodHead:
			w.Header().Set("Allow", "GET, HEAD")
			refuse(w, http.StatusMethodNotAllowed, "pages are read only: GET and HEAD")
		case r.ContentLength != 0 || len(r.TransferEncoding) > 0:
			refuse(w, http.StatusBadRequest, "GET and HEAD have no body")
		default:
			h.ServeHTTP(w, r)
		}
	})
}

func refuse(w http.ResponseWriter, code int, why string) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("Connection", "close")
	w.WriteHeader(code)
	w.Write([]byte(why + "\n"))
}

// tablePolicy is what a browser may do with the pages of tables: load from us,
// and nothing that was put into a page.
const tablePolicy = "default-src 'self'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'"

// Limits are what requests of pages may be like.
type Limits struct {
	Policy string   // what a browser may do with the pages
	Body   int64    // the longest request, in bytes
	Query  int      // the longest query of an address, in bytes
	Types  []string // media types that are sent to us
}

// maxBody is the longest request of a table, in bytes.
const maxBody = 4 << 10

// tableGuard lets requests through to h that read, or that send a little JSON
// from one of our own pages. It stands behind Known.
func tableGuard(h http.Handler) http.Handler {
	return Limits{Policy: tablePolicy, Body: maxBody, Query: 256, Types: []string{"application/json"}}.Guard(h)
}

// overrides are headers by which a request claims to be another one.
var overrides = []string{"X-HTTP-Method-Override", "X-HTTP-Method", "X-Method-Override", "X-Original-URL", "X-Rewrite-URL"}

// Guard lets requests through to h that keep to the limits and, when they send
// something, come from one of our own pages.
func (l Limits) Guard(h http.Handler) http.Handler {
	sameOrigin := http.NewCrossOriginProtection()
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Security-Policy", l.Policy)
		w.Header().Set("Cache-Control", "no-store")
		if code, why := l.wrong(r); code != 0 {
			if code == http.StatusMethodNotAllowed {
				w.Header().Set("Allow", "GET, HEAD, POST")
			}
			refuse(w, code, why)
			return
		}
		if err := sameOrigin.Check(r); err != nil {
			refuse(w, http.StatusForbidden, "requests from other sites are refused")
			return
		}
		r.Body = http.MaxBytesReader(w, r.Body, l.Body)
		h.ServeHTTP(w, r)
	})
}

// wrong returns what is wrong with a request before anybody asks what it
// wants; 0 for nothing.
func (l Limits) wrong(r *http.Request) (code int, why string) {
	for _, name := range overrides {
		if r.Header.Get(name) != "" {
			return http.StatusBadRequest, "headers cannot override the method or the address of a request"
		}
	}
	switch {
	case r.Method != http.MethodGet && r.Method != http.MethodHead && r.Method != http.MethodPost:
		return http.StatusMethodNotAllowed, "only GET, HEAD and POST are answered"
	case !l.plainPath(r):
		return http.StatusNotFound, "there is no such page"
	case r.Header.Get("Upgrade") != "":
		return http.StatusBadRequest, "connections are not upgraded"
	case r.Method != http.MethodPost && (r.ContentLength != 0 || len(r.TransferEncoding) > 0):
		return http.StatusBadRequest, "GET and HEAD have no body"
	case r.Method != http.MethodPost:
		return 0, ""
	case !l.reads(r.Header):
		return http.StatusUnsupportedMediaType, "only " + strings.Join(l.Types, " and ") + " is read"
	case r.URL.RawQuery != "" && !strings.HasPrefix(r.URL.RawQuery, "lang="):
		return http.StatusBadRequest, "values belong in the body, not in the query"
	case r.ContentLength < 0:
		return http.StatusLengthRequired, "Content-Length is missing"
	case r.ContentLength > l.Body:
		return http.StatusRequestEntityTooLarge, "the body is too long"
	}
	return 0, ""
}

// plainPath reports whether an address is written as our pages write it.
func (l Limits) plainPath(r *http.Request) bool {
	p := r.URL.Path
	return r.URL.RawPath == "" && len(p) <= 256 && len(r.URL.RawQuery) <= l.Query && strings.HasPrefix(p, "/") &&
		!strings.Contains(p, "//") && !strings.Contains(p, "..") && !strings.ContainsFunc(p, func(c rune) bool {
		return c < '!' || c > '~' || c == '\\'
	})
}

// reads reports whether what is sent is of a type that is read.
func (l Limits) reads(h http.Header) bool {
	kind, params, err := mime.ParseMediaType(h.Get("Content-Type"))
	charset, said := params["charset"]
	return err == nil && slices.Contains(l.Types, kind) && (!said || strings.EqualFold(charset, "utf-8")) &&
		h.Get("Content-Encoding") == "" && len(h.Values("Content-Type")) == 1
}

// answer sends JSON.
func answer(w http.ResponseWriter, code int, v any) {
	data, err := json.Marshal(v)
	if err != nil {
		refuse(w, http.StatusInternalServerError, "the answer cannot be written")
		return
	}
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.WriteHeader(code)
	w.Write(data)
}

// fail answers with what an error of the lobby means.
func fail(w http.ResponseWriter, err error) {
	var bad badRequest
	if errors.As(err, &bad) {
		answer(w, http.StatusBadRequest, errorJSON{"bad", bad.Error()})
		return
	}
	var contest contestError
	if errors.As(err, &contest) {
		answer(w, http.StatusConflict, errorJSON{"round-" + string(contest), "there is no such round"})
		return
	}
	for _, f := range []struct {
		err  error
		code int
		name string
	}{
		{store.ErrBroken, http.StatusServiceUnavailable, "broken"},
		{store.ErrTraces, http.StatusConflict, "traces"},
		{lobby.ErrUnknown, http.StatusNotFound, "unknown"},
		{errNoQuestion, http.StatusNotFound, "unknown"},
		{lobby.ErrForbidden, http.StatusForbidden, "forbidden"},
		{lobby.ErrWrong, http.StatusForbidden, "wrong"},
		{lobby.ErrTooOften, http.StatusTooManyRequests, "tooOften"},
		{lobby.ErrLocked, http.StatusLocked, "locked"},
		{lobby.ErrTaken, http.StatusConflict, "taken"},
		{lobby.ErrFull, http.StatusConflict, "full"},
		{desk.ErrReused, http.StatusUnprocessableEntity, "reused"},
	} {
		if errors.Is(err, f.err) {
			answer(w, f.code, errorJSON{f.name, f.err.Error()})
			return
		}
	}
	// The disk is full, or busy: nothing was recorded, and it may be tried again.
	answer(w, http.StatusServiceUnavailable, errorJSON{"broken", "this could not be written; try again"})
}
