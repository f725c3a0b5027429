package web

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"kitpress/quiz/referee"
	"kitpress/quiz/store/storetest"
)

// listening returns the address of a server for a handler that is asked by the
// name host.
func listening(t *testing.T, h http.Handler) string {
	t.Helper()
	s := httptest.NewUnstartedServer(h)
	s.Config.ReadHeaderTimeout, s.Config.ReadTimeout, s.Config.MaxHeaderBytes = time.Second, time.Second, 16<<10
	s.Start()
	t.Cleanup(s.Close)
	return s.Listener.Addr().String()
}

// raw sends text over a connection and returns the status, 0 when the
// connection was closed without an answer, and the answer.
func raw(t *testing.T, address, text string) (int, string) {
	t.Helper()
	c, err := net.Dial("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if err := c.SetDeadline(time.Now().Add(10 * time.Second)); err != nil {
		t.Fatal(err)
	}
	io.WriteString(c, text) // the server may answer and close before it has read all
	r, err := http.ReadResponse(bufio.NewReader(c), nil)
	if err != nil {
		return 0, ""
	}
	defer r.Body.Close()
	body, _ := io.ReadAll(io.LimitReader(r.Body, 1<<20))
	head := &strings.Builder{}
	r.Header.Write(head)
	return r.StatusCode, head.String() + string(body)
}

// A vector is a hostile request: {ID}, {PASS}, {PIN}, {RPIN} stand for those of
// a table, {OK} for a body that would be recorded.
type vector struct {
	name string
	line string   // "POST /t/{ID}/record"
	head []string // beside Host, Content-Type and the cookie; one of the same name replaces these, "-Name" leaves it out
	body string   // "" for {OK} with POST
	want []int    // 0: closed
}

// hostile are requests that must be stopped before any handler acts on them.
var hostile = []vector{
	// Host: another name that was made to point here.
	{name: "no host", line: "POST /t/{ID}/record", head: []string{"-Host"}, want: []int{400}},
	{name: "other host", line: "POST /t/{ID}/record", head: []string{"Host: evil.test"}, want: []int{421}},
	{name: "rebinding with port", line: "POST /t/{ID}/record", head: []string{"Host: evil.test:8080", "Origin: http://evil.test:8080"}, want: []int{421}},
	{name: "rebinding, reading", line: "GET /t/{ID}/state", head: []string{"Host: evil.test:8080"}, want: []int{421}},
	{name: "host without port", line: "GET /t/{ID}/state", head: []string{"Host: 192.168.1.20"}, want: []int{421}},
	{name: "host with another port", line: "GET /t/{ID}/state", head: []string{"Host: 192.168.1.20:8081"}, want: []int{421}},
	{name: "host of the desk", line: "GET /desk/state", head: []string{"Host: 127.0.0.1:8081"}, want: []int{421}},
	{name: "host as a prefix", line: "GET /t/{ID}/state", head: []string{"Host: 192.168.1.20:8080.evil.test"}, want: []int{421}},
	{name: "host with user", line: "GET /t/{ID}/state", head: []string{"Host: a@192.168.1.20:8080"}, want: []int{400, 421}},
	{name: "host with a dot", line: "GET /t/{ID}/state", head: []string{"Host: 192.168.1.20.:8080"}, want: []int{421}},
	{name: "empty host", line: "GET /t/{ID}/state", head: []string{"Host:"}, want: []int{421}},
	{name: "two hosts", line: "GET /t/{ID}/state", head: []string{"Host: 192.168.1.20:8080", "Host: evil.test"}, want: []int{400}},
	{name: "host in the line", line: "GET http://evil.test/t/{ID}/state", want: []int{421}},
	{name: "forwarded host", line: "GET /t/{ID}/state", head: []string{"Host: evil.test", "X-Forwarded-Host: 192.168.1.20:8080"}, want: []int{421}},
	{name: "host with a slash", line: "GET /t/{ID}/state", head: []string{"Host: 192.168.1.20:8080/"}, want: []int{400, 421}},

	// Origin: a page of somebody else.
	{name: "other origin", line: "POST /t/{ID}/record", head: []string{"Origin: http://evil.test"}, want: []int{403}},
	{name: "origin null", line: "POST /t/{ID}/record", head: []string{"Origin: null"}, want: []int{403}},
	{name: "origin of another port", line: "POST /t/{ID}/record", head: []string{"Origin: http://192.168.1.20:9999"}, want: []int{403}},
	{name: "origin as a prefix", line: "POST /t/{ID}/record", head: []string{"Origin: http://192.168.1.20:8080.evil.test"}, want: []int{403}},
	{name: "origin with path", line: "POST /t/{ID}/record", head: []string{"Origin: http://evil.test/192.168.1.20:8080"}, want: []int{403}},
	{name: "fetched from another site", line: "POST /t/{ID}/record", head: []string{"Sec-Fetch-Site: cross-site"}, want: []int{403}},
	{name: "fetched from the same site", line: "POST /t/{ID}/record", head: []string{"Sec-Fetch-Site: same-site"}, want: []int{403}},
	{name: "origin lies, the browser does not", line: "POST /t/{ID}/record", head: []string{"Origin: http://192.168.1.20:8080", "Sec-Fetch-Site: cross-site"}, want: []int{403}},
	{name: "join from another site", line: "POST /t/join", head: []string{"Origin: http://evil.test"}, body: `{"pin":"{PIN}","role":"screen"}`, want: []int{403}},
	{name: "preflight", line: "OPTIONS /t/{ID}/record", head: []string{"Origin: http://evil.test", "Access-Control-Request-Method: POST"}, want: []int{405}},

	// Methods.
	{name: "put", line: "PUT /t/{ID}/record", body: "{OK}", want: []int{405}},
	{name: "delete", line: "DELETE /t/{ID}/", want: []int{405}},
	{name: "patch", line: "PATCH /t/{ID}/record", body: "{OK}", want: []int{405}},
	{name: "trace", line: "TRACE /t/{ID}/state", want: []int{405}},
	{name: "connect", line: "CONNECT evil.test:80", want: []int{421, 405, 400}},
	{name: "propfind", line: "PROPFIND /t/{ID}/state", want: []int{405}},
	{name: "small letters", line: "post /t/{ID}/record", body: "{OK}", want: []int{405}},
	{name: "get that changes", line: "GET /t/{ID}/undo", want: []int{405}},
	{name: "get that records", line: "GET /t/{ID}/record?op=x&expect=0&verb=deal", want: []int{405}},
	{name: "get that joins", line: "GET /t/join?pin={PIN}&role=screen", want: []int{307, 404}}, // the page of no table
	{name: "override", line: "GET /t/{ID}/state", head: []string{"X-HTTP-Method-Override: POST"}, want: []int{400}},
	{name: "override a post", line: "POST /t/{ID}/record", head: []string{"X-HTTP-Method-Override: DELETE"}, want: []int{400}},
	{name: "other override", line: "POST /t/{ID}/record", head: []string{"X-Method-Override: DELETE"}, want: []int{400}},
	{name: "rewritten address", line: "GET /t/{ID}/state", head: []string{"X-Original-URL: /desk/state"}, want: []int{400}},
	{name: "rewritten by another name", line: "GET /t/{ID}/state", head: []string{"X-Rewrite-URL: /desk/state"}, want: []int{400}},
	{name: "override in the query", line: "POST /t/{ID}/record?_method=DELETE", want: []int{400}},
	{name: "upgrade", line: "GET /t/{ID}/events", head: []string{"Connection: Upgrade", "Upgrade: websocket"}, want: []int{400}},
	{name: "h2c", line: "GET /t/{ID}/state", head: []string{"Connection: Upgrade, HTTP2-Settings", "Upgrade: h2c", "HTTP2-Settings: AAMAAABkAAQAAP__"}, want: []int{400}},

	// Bodies.
	{name: "a form", line: "POST /t/{ID}/record", head: []string{"Content-Type: application/x-www-form-urlencoded"}, body: "verb=deal", want: []int{415}},
	{name: "plain text", line: "POST /t/{ID}/record", head: []string{"Content-Type: text/plain"}, want: []int{415}},
	{name: "multipart", line: "POST /t/{ID}/record", head: []string{"Content-Type: multipart/form-data; boundary=x"}, want: []int{415}},
	{name: "no type", line: "POST /t/{ID}/record", head: []string{"-Content-Type"}, want: []int{415}},
	{name: "two types", line: "POST /t/{ID}/record", head: []string{"Content-Type: application/json", "Content-Type: text/plain"}, want: []int{415}},
	{name: "type in a type", line: "POST /t/{ID}/record", head: []string{"Content-Type: text/plain; application/json"}, want: []int{415}},
	{name: "utf-7", line: "POST /t/{ID}/record", head: []string{"Content-Type: application/json; charset=utf-7"}, want: []int{415}},
	{name: "packed", line: "POST /t/{ID}/record", head: []string{"Content-Encoding: gzip"}, want: []int{415}},
	{name: "too long", line: "POST /t/{ID}/record", body: `{"op":"` + strings.Repeat("x", 5000) + `"}`, want: []int{413}},
	{name: "announced too long", line: "POST /t/{ID}/record", head: []string{"Content-Length: 99999999999"}, want: []int{413}},
	{name: "negative length", line: "POST /t/{ID}/record", head: []string{"Content-Length: -1"}, want: []int{400}},
	{name: "two lengths", line: "POST /t/{ID}/record", head: []string{"Content-Length: 3", "Content-Length: 30"}, want: []int{400}},
	{name: "length and chunks", line: "POST /t/{ID}/record", head: []string{"Content-Length: 4", "Transfer-Encoding: chunked"}, body: "0\r\n\r\nGET /desk/state HTTP/1.1\r\nHost: 127.0.0.1:8081\r\n\r\n", want: []int{400, 411}},
	{name: "chunks", line: "POST /t/{ID}/record", head: []string{"-Content-Length", "Transfer-Encoding: chunked"}, body: "2\r\n{}\r\n0\r\n\r\n", want: []int{411}},
	{name: "odd encoding", line: "POST /t/{ID}/record", head: []string{"-Content-Length", "Transfer-Encoding: xchunked"}, want: []int{501, 400}},
	{name: "a body with get", line: "GET /t/{ID}/state", body: "{}", want: []int{400}},
	{name: "shorter than announced", line: "POST /t/{ID}/record", head: []string{"Content-Length: 4000"}, want: []int{0, 400, 408}},
	{name: "nothing", line: "POST /t/{ID}/record", body: " ", want: []int{400}},
	{name: "no object", line: "POST /t/{ID}/record", body: "[]", want: []int{400}},
	{name: "two objects", line: "POST /t/{ID}/record", body: "{OK}{OK}", want: []int{400}},
	{name: "unknown field", line: "POST /t/{ID}/record", body: `{"op":"x","expect":0,"verb":"deal","role":"referee"}`, want: []int{400}},
	{name: "wrong kinds", line: "POST /t/{ID}/record", body: `{"op":7}`, want: []int{400}},
	{name: "deep", line: "POST /t/{ID}/record", body: strings.Repeat(`{"args":`, 400) + "1" + strings.Repeat("}", 400), want: []int{400}},
	{name: "no operation", line: "POST /t/{ID}/record", body: `{"expect":0,"verb":"deal"}`, want: []int{400}},
	{name: "an operation of another", line: "POST /t/{ID}/record", body: `{"op":"seat.red/1","expect":0,"verb":"deal"}`, want: []int{400}},
	{name: "nothing expected", line: "POST /t/{ID}/record", body: `{"op":"x","verb":"deal"}`, want: []int{400}},
	{name: "negative expectation", line: "POST /t/{ID}/record", body: `{"op":"x","expect":-1,"verb":"deal"}`, want: []int{400}},
	{name: "undo with a verb", line: "POST /t/{ID}/undo", body: `{"op":"x","expect":0,"verb":"deal"}`, want: []int{400}},

	// Addresses.
	{name: "the desk from outside", line: "GET /desk/state", want: []int{200, 404}}, // the explanations answer it
	{name: "creating from outside", line: "POST /desk/create", body: `{"game":"online","seats":["a","b"]}`, want: []int{405}},
	{name: "deleting from outside", line: "POST /desk/t/{ID}/delete", body: `{}`, want: []int{405}},
	{name: "the desk behind a table", line: "POST /t/{ID}/delete", body: `{}`, want: []int{404}},
	{name: "dots", line: "GET /t/../desk/state", want: []int{404}},
	{name: "escaped dots", line: "GET /t/%2e%2e/desk/state", want: []int{404}},
	{name: "escaped slash", line: "GET /t/{ID}%2fstate", want: []int{404}},
	{name: "two slashes", line: "GET //t//{ID}//state", want: []int{200, 301, 404}}, // no table: the explanations answer it
	{name: "two slashes inside", line: "GET /t//{ID}/state", want: []int{404}},
	{name: "backslash", line: `GET /t\..\desk\state`, want: []int{200, 404}},
	{name: "nul", line: "GET /t/{ID}%00/state", want: []int{404}},
	{name: "new line", line: "GET /t/{ID}%0d%0aX:1/state", want: []int{404}},
	{name: "static dots", line: "GET /static/../pages/bare.html", want: []int{404}},
	{name: "static page", line: "GET /static/pages/bare.html", want: []int{404}},
	{name: "long address", line: "GET /t/" + strings.Repeat("a", 3000), want: []int{404}},
	{name: "long query", line: "GET /t/{ID}/state?lang=" + strings.Repeat("a", 3000), want: []int{404}},
	{name: "long header", line: "GET /t/{ID}/state", head: []string{"X: " + strings.Repeat("a", 40_000)}, want: []int{431}},
	{name: "many headers", line: "GET /t/{ID}/state", head: []string{strings.Repeat("X: 1234567890\r\n", 4000) + "Y: 1"}, want: []int{431}},
	{name: "header in a header", line: "GET /t/{ID}/state", head: []string{"X : 1"}, want: []int{400}},
	{name: "bad version", line: "GET /t/{ID}/state HTTP/9.9\r\nX: ", want: []int{505, 400}},

	// Sessions.
	{name: "no session", line: "POST /t/{ID}/record", head: []string{"-Cookie"}, want: []int{403}},
	{name: "empty session", line: "POST /t/{ID}/record", head: []string{"Cookie: pass="}, want: []int{403}},
	{name: "guessed session", line: "POST /t/{ID}/record", head: []string{"Cookie: pass=AAAAAAAAAAAAAAAAAAAAAA"}, want: []int{403}},
	{name: "long session", line: "POST /t/{ID}/record", head: []string{"Cookie: pass=" + strings.Repeat("A", 8000)}, want: []int{403}},
	{name: "session in the query", line: "POST /t/{ID}/record?pass={PASS}", head: []string{"-Cookie"}, want: []int{400}},
	{name: "session in a header", line: "POST /t/{ID}/record", head: []string{"-Cookie", "Authorization: Bearer {PASS}"}, want: []int{403}},
	{name: "session of another table", line: "POST /t/{OTHER}/record", want: []int{403}},
	{name: "no such table", line: "POST /t/zzzzzz/record", want: []int{404}},
	{name: "the seat's session for the table", line: "POST /t/{ID}/record", head: []string{"Cookie: pass={SEAT}"}, want: []int{403}},
	{name: "the screen's session", line: "POST /t/{ID}/record", head: []string{"Cookie: pass={SCREEN}"}, want: []int{403}},
	{name: "the screen stops itself", line: "POST /t/{ID}/freeze", head: []string{"Cookie: pass={SCREEN}"}, body: `{"on":true}`, want: []int{403}},
	{name: "the join PIN for a referee", line: "POST /t/join", body: `{"pin":"{PIN}","role":"referee"}`, want: []int{200}}, // the seats to choose from, and nothing more
	{name: "a field twice", line: "POST /t/join", body: `{"pin":"1","pin":"{RPIN}"}`, want: []int{400}},
	{name: "a field in other capitals", line: "POST /t/join", body: `{"PIN":"{RPIN}"}`, want: []int{400}},
	{name: "an argument twice", line: "POST /t/{ID}/record", head: []string{"Cookie: pass={PASS}"}, body: `{"op":"x","expect":0,"verb":"deal","args":{"threats":["a"],"threats":["b"]}}`, want: []int{400}},
	{name: "an unknown role", line: "POST /t/join", body: `{"pin":"{PIN}","role":"desk"}`, want: []int{403}},
	{name: "a token of nothing", line: "POST /t/{ID}/enter", body: `{"token":""}`, want: []int{403}},
	{name: "PIN and token", line: "POST /t/{ID}/enter", body: `{"token":"x","pin":"{RPIN}","role":"referee"}`, want: []int{403}},
}

func TestHostileRequests(t *testing.T) {
	h := newHouse(t, storetest.New(t))
	table, other := h.create("red", "blue"), h.create("red", "blue")
	ref, seat, screen := h.join(table, referee.RoleReferee, ""), h.join(table, referee.RoleSeat, "red"), h.join(table, referee.RoleScreen, "")
	address := listening(t, h.phones)
	fill := strings.NewReplacer("{ID}", table.ID, "{OTHER}", other.ID, "{PASS}", ref.pass, "{SEAT}", seat.pass, "{SCREEN}", screen.pass,
		"{PIN}", table.PIN, "{RPIN}", table.RefereePIN,
		"{OK}", `{"op":"x","expect":0,"verb":"deal","args":{"threats":["phishing","malware","data-loss","ransomware"]}}`)
	before := h.seen(table.ID)
	for _, v := range hostile {
		h.move(time.Minute)
		code, text := raw(t, address, fill.Replace(v.text()))
		ok := false
		for _, want := range v.want {
			ok = ok || code == want
		}
		if !ok {
			t.Errorf("%s: %d, want %v\n%.300s", v.name, code, v.want, text)
		}
		if strings.Contains(text, "Set-Cookie") || strings.Contains(text, "Access-Control") || strings.Contains(text, table.RefereePIN) {
			t.Errorf("%s: an answer gives something away:\n%s", v.name, text)
		}
	}
	if n := len(hostile); n < 60 {
		t.Errorf("%d vectors", n)
	}
	after := h.seen(table.ID)
	if after.Records != 0 || fmt.Sprint(after.Seats) != fmt.Sprint(before.Seats) || after.PIN != before.PIN {
		t.Errorf("something has changed: %+v", after)
	}
	// The same request without anything hostile does count.
	ok := vector{line: "POST /t/{ID}/record", head: []string{"Origin: http://" + phoneHost, "Sec-Fetch-Site: same-origin"}}
	if code, text := raw(t, address, fill.Replace(ok.text())); code != 200 {
		t.Errorf("%d\n%s", code, text)
	}
}

// text writes a vector as it is sent.
func (v vector) text() string {
	head := map[string]string{"Host": phoneHost, "Cookie": "pass={PASS}", "Connection": "close"}
	body := v.body
	if strings.HasPrefix(v.line, "POST") {
		head["Content-Type"] = "application/json"
		if body == "" {
			body = "{OK}"
		}
	}
	order := []string{"Host", "Cookie", "Connection", "Content-Type", "Content-Length"}
	var own []string
	for _, line := range v.head {
		name, _, said := strings.Cut(line, ":")
		if said {
			own = append(own, line)
		}
		name = strings.TrimPrefix(name, "-")
		delete(head, name)
		if name == "Content-Length" || name == "Transfer-Encoding" {
			head["Content-Length"] = "-"
		}
	}
	if body != "" && head["Content-Length"] == "" {
		head["Content-Length"] = "{LEN}"
	}
	var b strings.Builder
	b.WriteString(v.line + " HTTP/1.1\r\n")
	for _, name := range order {
		if value := head[name]; value != "" && value != "-" {
			b.WriteString(name + ": " + value + "\r\n")
		}
	}
	for _, line := range own {
		b.WriteString(line + "\r\n")
	}
	b.WriteString("\r\n" + body)
	return v.measured(b.String(), body)
}

// measured fills in the length of a body as it is when all is filled in.
func (v vector) measured(text, body string) string {
	full := strings.NewReplacer("{PIN}", "00000000", "{RPIN}", "00000000",
		"{OK}", `{"op":"x","expect":0,"verb":"deal","args":{"threats":["phishing","malware","data-loss","ransomware"]}}`).Replace(body)
	return strings.Replace(text, "{LEN}", fmt.Sprint(len(full)), 1)
}

// The desk answers only whoever had its key, wherever the request comes from.
func TestDeskKey(t *testing.T) {
	h := newHouse(t, storetest.New(t))
	table := h.create("red", "blue")
	desk := h.tables.Desk([]string{deskHost}, "the key")
	send := func(method, path, body, cookie string) *httptest.ResponseRecorder {
		r := httptest.NewRequest(method, "http://"+deskHost+path, strings.NewReader(body))
		r.Header.Set("Content-Type", "application/json")
		if cookie != "" {
			r.Header.Set("Cookie", cookie)
		}
		w := httptest.NewRecorder()
		desk.ServeHTTP(w, r)
		return w
	}
	for _, cookie := range []string{"", "desk=", "desk=x", "pass=the key", "desk=the key2"} {
		for _, path := range []string{"/desk/", "/desk/state", "/desk/board", "/desk/board/export/json", "/desk/t/" + table.ID + "/code.svg?for=referee"} {
			if w := send("GET", path, "", cookie); w.Code != 403 || strings.Contains(w.Body.String(), table.PIN) || strings.Contains(w.Body.String(), table.ID) {
				t.Errorf("%s with %q: %d %s", path, cookie, w.Code, w.Body)
			}
		}
		if w := send("POST", "/desk/t/"+table.ID+"/delete", "{}", cookie); w.Code != 403 {
			t.Errorf("deleted with %q: %d", cookie, w.Code)
		}
	}
	for _, body := range []string{`{"token":""}`, `{"token":"the"}`, `{}`} {
		if w := send("POST", "/desk/enter", body, ""); w.Code != 403 || len(w.Result().Cookies()) > 0 {
			t.Errorf("%s lets in: %d", body, w.Code)
		}
	}
	w := send("POST", "/desk/enter", `{"token":"the key"}`, "")
	if c := w.Result().Cookies(); w.Code != 200 || len(c) != 1 || !c[0].HttpOnly || c[0].SameSite != http.SameSiteStrictMode || c[0].Path != "/desk/" {
		t.Fatalf("%d %+v", w.Code, c)
	}
	if w := send("GET", "/desk/state", "", "desk="+w.Result().Cookies()[0].Value); w.Code != 200 || !strings.Contains(w.Body.String(), table.PIN) {
		t.Errorf("with the key: %d", w.Code)
	}
	if w := send("GET", "/", "", ""); w.Code != 302 {
		t.Errorf("the address without anything: %d", w.Code)
	}
}

// The desk answers only to its own name: that of this computer.
func TestDeskIsClosed(t *testing.T) {
	h := newHouse(t, storetest.New(t))
	table := h.create("red", "blue")
	address := listening(t, h.desk)
	for _, tc := range []struct {
		name, head string
		want       int
	}{
		{"its name", "Host: " + deskHost, 200},
		{"the network's name", "Host: " + phoneHost, 421},
		{"rebinding", "Host: evil.test:8081", 421},
		{"local name of another port", "Host: 127.0.0.1:8080", 421},
	} {
		if code, _ := raw(t, address, "GET /desk/state HTTP/1.1\r\n"+tc.head+"\r\nConnection: close\r\n\r\n"); code != tc.want {
			t.Errorf("%s: %d, want %d", tc.name, code, tc.want)
		}
	}
	for _, origin := range []string{"http://evil.test", "null", "http://" + phoneHost} {
		text := "POST /desk/t/" + table.ID + "/delete HTTP/1.1\r\nHost: " + deskHost + "\r\nOrigin: " + origin +
			"\r\nContent-Type: application/json\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}"
		if code, _ := raw(t, address, text); code != 403 {
			t.Errorf("a page of %s deletes: %d", origin, code)
		}
	}
	// None of its addresses is known to phones.
	for _, path := range []string{"/desk/", "/desk/state", "/desk/t/" + table.ID + "/code.svg?for=referee"} {
		r := httptest.NewRequest("GET", "http://"+phoneHost+path, nil)
		w := httptest.NewRecorder()
		h.phones.ServeHTTP(w, r)
		if w.Body.String() != "explanations" {
			t.Errorf("phones get %s: %s", path, w.Body)
		}
	}
}

// Only servers in front are believed when they say for whom they ask.
func TestForwarded(t *testing.T) {
	proxies, err := ReadProxies([]string{"10.0.0.0/8", "192.168.1.1", "::1"})
	if err != nil {
		t.Fatal(err)
	}
	for _, tc := range []struct{ from, says, want string }{
		{"10.0.0.7:1", "203.0.113.9", "203.0.113.9"},
		{"10.0.0.7:1", "1.1.1.1, 203.0.113.9, 10.0.0.8", "203.0.113.9"},
		{"10.0.0.7:1", "", "10.0.0.7"},
		{"10.0.0.7:1", "nobody", "10.0.0.7"},
		{"10.0.0.7:1", "<script>, 10.0.0.9", "10.0.0.9"},
		{"[::1]:1", "2001:db8::5", "2001:db8::5"},
		{"192.168.1.1:1", "::ffff:203.0.113.9", "203.0.113.9"},
		{"192.168.1.2:1", "203.0.113.9", "192.168.1.2"},
		{"203.0.113.8:1", "10.0.0.7", "203.0.113.8"},
	} {
		got := ""
		r := httptest.NewRequest("GET", "/", nil)
		r.RemoteAddr = tc.from
		r.Header.Set("X-Forwarded-For", tc.says)
		Forwarded(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { got = address(r) }), proxies).ServeHTTP(httptest.NewRecorder(), r)
		if got != tc.want {
			t.Errorf("%s says %q: taken for %s, not %s", tc.from, tc.says, got, tc.want)
		}
	}
	for _, wrong := range []string{"10.0.0", "10.0.0.0/33", "kit.local", ""} {
		if _, err := ReadProxies([]string{wrong}); err == nil {
			t.Errorf("%q is an address", wrong)
		}
	}
}

// A server in front is told when nothing can be written.
func TestHealth(t *testing.T) {
	house, stores := storetest.Shared(t, 1)
	h := newHouse(t, stores[0])
	for _, away := range []bool{false, true, false} {
		house.Gone.Store(away)
		want := http.StatusOK
		if away {
			want = http.StatusServiceUnavailable
		}
		if code := h.phone().send("GET", "/health", nil, nil); code != want {
			t.Errorf("away %v: %d", away, code)
		}
	}
}
