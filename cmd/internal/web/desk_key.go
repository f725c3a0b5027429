package web

import (
	"crypto/subtle"
	"net/http"

	"kitpress/cmd/internal/lobby"
)

// deskCookie is the cookie of a browser that had the key of the desk.
const deskCookie = "desk"

// keyed lets whoever had the key through to the desk; others get a page that
// takes it from the address.
func (o organiser) keyed(desk http.Handler, key string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		c, err := r.Cookie(deskCookie)
		switch {
		case err == nil && subtle.ConstantTimeCompare([]byte(c.Value), []byte(key)) == 1, key == "":
			desk.ServeHTTP(w, r)
		case r.Method == http.MethodGet && r.URL.Path == "/":
			redirect(w, "desk/")
		case r.Method == http.MethodGet && r.URL.Path == "/desk/":
			o.art.show(w, http.StatusForbidden, "key", pageData{Lang: pageLang(r), Base: o.base})
		default:
			fail(w, lobby.ErrForbidden)
		}
	})
}

// swapKey swaps the key for a cookie.
func swapKey(key string) action {
	return func(w http.ResponseWriter, r *http.Request) error {
		var in struct {
			Token string `json:"token"`
		}
		if err := readJSON(r, &in); err != nil {
			return err
		}
		if subtle.ConstantTimeCompare([]byte(in.Token), []byte(key)) != 1 {
			return lobby.ErrWrong
		}
		http.SetCookie(w, &http.Cookie{Name: deskCookie, Value: key, Path: "/desk/", HttpOnly: true, SameSite: http.SameSiteStrictMode})
		answer(w, http.StatusOK, struct{}{})
		return nil
	}
}
