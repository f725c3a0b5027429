package web

import (
	"bufio"
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"testing"
	"time"

	"kitpress/quiz/referee"
	"kitpress/quiz/store/storetest"
)

// A listener reads server-sent events.
type listener struct {
	events chan string // "table 3"; closed at the end
	stop   context.CancelFunc
}

// listen opens the events of a table at a real server.
func (d *device) listen(t *testing.T, server *httptest.Server, table string) *listener {
	t.Helper()
	ctx, stop := context.WithCancel(context.Background())
	r, err := http.NewRequestWithContext(ctx, "GET", server.URL+"/t/"+table+"/events", nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Host = d.host
	r.AddCookie(&http.Cookie{Name: sessionCookie, Value: d.pass})
	answer, err := server.Client().Do(r)
	if err != nil {
		t.Fatal(err)
	}
	if kind := answer.Header.Get("Content-Type"); answer.StatusCode != 200 || !strings.HasPrefix(kind, "text/event-stream") {
		t.Fatal(answer.Status, kind)
	}
	l := &listener{make(chan string, 100), stop}
	go func() {
		defer close(l.events)
		defer answer.Body.Close()
		var id, kind, data string
		scan := bufio.NewScanner(answer.Body)
		for scan.Scan() {
			name, value, _ := strings.Cut(scan.Text(), ": ")
			switch name {
			case "id":
				id = value
			case "event":
				kind = value
			case "data":
				data = value
			case "":
				if data != "" && data != fmt.Sprintf(`{"seq":%s}`, id) {
					kind = "odd " + data
				}
				if kind != "" {
					l.events <- kind + " " + id
				}
				id, kind, data = "", "", ""
			}
		}
	}()
	return l
}

// next returns the next event, "" when there are no more.
func (l *listener) next(t *testing.T) string {
	t.Helper()
	select {
	case e := <-l.events:
		return e
	case <-time.After(5 * time.Second):
		t.Fatal("no event")
		return ""
	}
}

// Events come at once, outlast the time limits of other requests, and end when
// a device is sent away, its table is deleted or the server stops; nothing of
// them stays.
func TestEvents(t *testing.T) {
	h := newHouse(t, storetest.New(t))
	before := runtime.NumGoroutine() // with that of the store, which stays
	server := httptest.NewUnstartedServer(h.phones)
	const limit = 300 * time.Millisecond
	server.Config.ReadTimeout, server.Config.WriteTimeout, server.Config.IdleTimeout = limit, limit, limit
	server.Config.RegisterOnShutdown(h.lobby.Close)
	server.Start()
	table, other := h.create("red", "blue"), h.create("red", "blue")
	ref, red, elsewhere := h.join(table, referee.RoleReferee, ""), h.join(table, referee.RoleSeat, "red"), h.join(other, referee.RoleScreen, "")
	at := ref.listen(t, server, table.ID)
	far := elsewhere.listen(t, server, other.ID)
	for _, l := range []*listener{at, far} {
		if e := l.next(t); e != "table 0" {
			t.Errorf("at first %q", e)
		}
	}
	phone := red.listen(t, server, table.ID)
	phone.next(t)
	if e := at.next(t); e != "here 0" {
		t.Errorf("red came: %q", e)
	}
	if s := ref.state(table); !s.Seats[0].Here || s.Seats[1].Here || s.Online != 2 {
		t.Errorf("here: %+v", s.Seats)
	}
	time.Sleep(3 * limit)
	ref.must("POST", "/t/"+table.ID+"/record", dealing("a", 0), nil)
	for _, l := range []*listener{at, phone} {
		if e := l.next(t); e != "table 1" {
			t.Errorf("after an entry %q", e)
		}
	}
	phone.stop()
	if e := at.next(t); e != "here 1" {
		t.Errorf("red went: %q", e)
	}
	phone = red.listen(t, server, table.ID)
	phone.next(t)
	at.next(t)
	h.atDesk().must("POST", "/desk/t/"+table.ID+"/dismiss", whoJSON{Role: referee.RoleSeat, Seat: "red"}, nil)
	if e := phone.next(t); e != "" {
		t.Errorf("sent away, and hears %q", e)
	}
	h.atDesk().must("POST", "/desk/t/"+table.ID+"/delete", struct{}{}, nil)
	for range 2 { // that red went, then nothing
		if e := at.next(t); e == "" {
			break
		}
	}
	if len(far.events) != 0 {
		t.Errorf("another table hears %q", <-far.events)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
	defer cancel()
	server.Client().CloseIdleConnections()
	if err := server.Config.Shutdown(ctx); err != nil {
		t.Errorf("it does not stop: %v", err)
	}
	if e := far.next(t); e != "" {
		t.Errorf("the server has stopped, and says %q", e)
	}
	server.Close()
	noneLeft(t, before)
}

// noneLeft waits until no more goroutines run than before.
func noneLeft(t *testing.T, before int) {
	t.Helper()
	for range 100 {
		if runtime.NumGoroutine() <= before {
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
	all := make([]byte, 1<<20)
	t.Errorf("%d goroutines, %d before:\n%s", runtime.NumGoroutine(), before, all[:runtime.Stack(all, true)])
}

// One device has a few feeds at most: the oldest goes.
func TestFeedsOfOneDevice(t *testing.T) {
	h := newHouse(t, storetest.New(t))
	server := httptest.NewServer(h.phones)
	defer server.Close()
	table := h.create("red", "blue")
	red := h.join(table, referee.RoleSeat, "red")
	var all []*listener
	for range 6 {
		l := red.listen(t, server, table.ID)
		l.next(t)
		all = append(all, l)
	}
	if s := red.state(table); s.Online != 4 {
		t.Errorf("%d feeds", s.Online)
	}
	for i, l := range all[:2] {
		if e := l.next(t); e != "" {
			t.Errorf("feed %d says %q", i, e)
		}
	}
	h.lobby.Close()
	for _, l := range all {
		l.next(t)
	}
}
