package web

import (
	"net/http"
	"strings"
)

// policy is what a browser may do with our pages: show them and their style
// sheet, and send their form back to us.
const policy = "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

// Guard lets requests through to h that only read, and that name one of hosts
// ("localhost:8080"): a name somebody else points at this computer is refused
// before anything else is looked at.
func Guard(h http.Handler, hosts []string) http.Handler { return known(readOnly(h), hosts) }

// known lets requests through to h that name one of hosts.
func known(h http.Handler, hosts []string) http.Handler {
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
