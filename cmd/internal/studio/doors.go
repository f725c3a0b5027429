package studio

import (
	"encoding/json"
	"io"
	"net/http"
)

// An Opened is what kitpress serve has opened beside the studio.
type Opened struct {
	Desk  string // address of the desk, with its key
	Pages string // address of the explanations on this computer
	Join  string // address for phones, "" when only this computer reaches it
	Base  string // what codes on cards have to lead to
}

// doors lead out of the studio.
type doors struct{ *Studio }

// page shows the ways out of the studio: to the referee, the quiz on phones
// and events, and to the explanations.
func (s doors) page(w http.ResponseWriter, r *http.Request) {
	s.show(w, r, http.StatusOK, "doors", frame{Title: s.wordsIn(language(r)).Word("own.desk")})
}

// open begins to serve and says where. From then on the studio does not end
// by itself: others may be playing.
func (s doors) open(w http.ResponseWriter, r *http.Request) {
	var in struct {
		Phones bool
		To     string // desk, pages
	}
	if json.NewDecoder(io.LimitReader(r.Body, mostQuery)).Decode(&in) != nil || s.o.Serve == nil {
		http.Error(w, "this is no door", http.StatusBadRequest)
		return
	}
	opened, err := s.o.Serve(in.Phones)
	if err != nil {
		http.Error(w, s.say(language(r), err.Error()), http.StatusConflict)
		return
	}
	s.presence.hold()
	url := opened.Desk
	if in.To == "pages" {
		url = opened.Pages
	}
	w.Header().Set("Content-Type", kinds[".json"])
	_ = json.NewEncoder(w).Encode(map[string]string{"url": url, "join": opened.Join}) // who is gone reads nothing
}
