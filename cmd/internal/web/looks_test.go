package web

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"kitpress/quiz/store/storetest"
)

func TestFacesAreKeptForGoodUnderTheirMark(t *testing.T) {
	h := newHouse(t, storetest.New(t))
	here := h.tables.faceAddress("cyber-survival", "german", "de")
	for path, want := range map[string]struct {
		code int
		keep string
	}{
		here + "front/phishing": {http.StatusOK, "public, max-age=31536000, immutable"},
		here + "back/phishing":  {http.StatusOK, "public, max-age=31536000, immutable"},
		here + "side/phishing":  {http.StatusNotFound, "no-store"},
		here + "front/queen":    {http.StatusNotFound, "no-store"},
		strings.Replace(here, h.tables.faces.Mark("cyber-survival"), "old", 1) + "front/phishing": {http.StatusOK, "no-cache"},
		h.tables.faceAddress("online", "", "ja") + "front/e-mail":                                 {http.StatusOK, "public, max-age=31536000, immutable"},
	} {
		for _, packed := range []bool{true, false} {
			r := httptest.NewRequest(http.MethodGet, "http://"+phoneHost+path, nil)
			if packed {
				r.Header.Set("Accept-Encoding", "gzip")
			}
			w := httptest.NewRecorder()
			h.phones.ServeHTTP(w, r)
			if w.Code != want.code || w.Header().Get("Cache-Control") != want.keep {
				t.Errorf("%s: %d, %q", path, w.Code, w.Header().Get("Cache-Control"))
			}
			if w.Code == http.StatusOK && (w.Header().Get("Content-Encoding") == "gzip") != packed {
				t.Errorf("%s: packed %v", path, packed)
			}
			if w.Code == http.StatusOK && !packed && !strings.Contains(w.Body.String(), "<svg") {
				t.Errorf("%s is no picture", path)
			}
		}
	}
}
