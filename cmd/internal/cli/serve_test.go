package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/cookiejar"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"kitpress/catalog/catalogtest"
	"kitpress/cmd/internal/cli/terminal"
	"kitpress/quiz/referee"
	"kitpress/quiz/store"
)

// A syncBuffer can be read while a command writes to it.
type syncBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (s *syncBuffer) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.Write(p)
}

func (s *syncBuffer) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.String()
}

// waitFor waits until text appears.
func (s *syncBuffer) waitFor(t *testing.T, text string) string {
	t.Helper()
	for range 400 {
		if all := s.String(); strings.Contains(all, text) {
			return all
		}
		time.Sleep(25 * time.Millisecond)
	}
	t.Fatalf("no %q in\n%s", text, s.String())
	return ""
}

// From start to stop: a catalog is served, a change shows, a mistake does not,
// and an interrupt ends it with 0.
func TestServeACatalog(t *testing.T) {
	t.Parallel() // it waits for most of its time
	dir := t.TempDir()
	if err := os.CopyFS(dir, catalogtest.Keepsakes()); err != nil {
		t.Fatal(err)
	}
	topic := filepath.Join(dir, "topics", "three-copies.yaml")
	original, err := os.ReadFile(topic)
	if err != nil {
		t.Fatal(err)
	}
	out, messages := &syncBuffer{}, &syncBuffer{}
	ctx, stop := context.WithCancel(t.Context())
	code := make(chan int)
	go func() {
		code <- Run(ctx, []string{"serve", "--catalog", dir, "--port", "0", "--store", filepath.Join(t.TempDir(), "matches.db")}, terminal.Streams{Out: out, Err: messages, Env: func(string) string { return "" }})
	}()
	all := out.waitFor(t, "Ctrl-C stops it")
	_, address, _ := strings.Cut(all, "this computer")
	address = strings.TrimSpace(strings.SplitN(address, "\n", 2)[0])
	page := func() string {
		r, err := http.Get(address + "codes/en/")
		if err != nil {
			t.Fatal(err)
		}
		defer r.Body.Close()
		body, err := io.ReadAll(r.Body)
		if err != nil || r.StatusCode != http.StatusOK {
			t.Fatal(r.Status, err)
		}
		return string(body)
	}
	if !strings.Contains(page(), "three-two-one") {
		t.Fatalf("no topic in\n%s", page())
	}
	write := func(text string) {
		if err := os.WriteFile(topic, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write(strings.Replace(string(original), "kind: defence", "kind: beast", 1))
	messages.waitFor(t, "the pages stay as they were")
	if !strings.Contains(page(), "three-two-one") {
		t.Error("a mistake took the pages away")
	}
	write(strings.Replace(string(original), "kind: defence", "kind: threat", 1))
	messages.waitFor(t, "reloaded: ")
	if !strings.Contains(page(), `<tr class="k-threat">`) {
		t.Errorf("the change does not show:\n%s", page())
	}
	stop()
	if got := <-code; got != 0 {
		t.Errorf("exit code %d\n%s", got, messages)
	}
	messages.waitFor(t, "stopped")
	if _, err := http.Get(address); !errors.Is(err, io.EOF) && err == nil {
		t.Error("it still serves")
	}
}

// Tables beside the explanations: a desk of its own port, matches of before,
// and an end that lets waiting phones go.
func TestServeTables(t *testing.T) {
	file := filepath.Join(t.TempDir(), "matches.db")
	kept, err := store.Open(t.Context(), file)
	if err != nil {
		t.Fatal(err)
	}
	ages := time.Now().Add(-31 * 24 * time.Hour)
	if err := kept.Create(t.Context(), store.Match{ID: "old", Game: "online", Seats: []referee.Seat{"a", "b"}}, ages); err != nil {
		t.Fatal(err)
	}
	if err := kept.Close(); err != nil {
		t.Fatal(err)
	}
	out, messages := &syncBuffer{}, &syncBuffer{}
	ctx, stop := context.WithCancel(t.Context())
	code := make(chan int)
	go func() {
		code <- Run(ctx, []string{"serve", "online", "--lang", "en", "--port", "0", "--store", file}, terminal.Streams{Out: out, Err: messages, Env: func(string) string { return "" }})
	}()
	all := out.waitFor(t, "Ctrl-C stops it")
	messages.waitFor(t, "matches older than 30 days: 1;")
	_, address, _ := strings.Cut(all, "the desk")
	desk, key, _ := strings.Cut(strings.Fields(address)[0], "#")
	closed, err := http.Get(desk + "state")
	if err != nil || closed.StatusCode != http.StatusForbidden {
		t.Fatal(closed.Status, err)
	}
	closed.Body.Close()
	ask, _ := http.NewRequestWithContext(t.Context(), "GET", desk+"state", nil)
	ask.AddCookie(&http.Cookie{Name: "desk", Value: key})
	answer, err := http.DefaultClient.Do(ask)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	var state struct {
		Tables []struct {
			ID  string
			Old bool
		}
	}
	if err := json.NewDecoder(answer.Body).Decode(&state); err != nil || len(state.Tables) != 1 || !state.Tables[0].Old {
		t.Errorf("%s: %+v, %v", answer.Status, state, err)
	}
	doorToStudio(t, desk, key)
	stop()
	if got := <-code; got != 0 {
		t.Errorf("exit code %d\n%s", got, messages)
	}
	kept, err = store.Open(t.Context(), file)
	if err != nil {
		t.Fatal("the file stays open:", err)
	}
	if err := kept.Close(); err != nil {
		t.Error(err)
	}
}

// doorToStudio goes from the desk into the studio, twice: it is the same one, and
// each time it lets the browser in.
func doorToStudio(t *testing.T, desk, key string) {
	t.Helper()
	last := ""
	for range 2 {
		ask, _ := http.NewRequestWithContext(t.Context(), "POST", desk+"studio", strings.NewReader("{}"))
		ask.Header.Set("Content-Type", "application/json")
		ask.Header.Set("Origin", strings.TrimSuffix(desk, "/desk/"))
		ask.AddCookie(&http.Cookie{Name: "desk", Value: key})
		answer, err := http.DefaultClient.Do(ask)
		if err != nil {
			t.Fatal(err)
		}
		var to struct{ URL string }
		if err := json.NewDecoder(answer.Body).Decode(&to); err != nil || answer.StatusCode != http.StatusOK {
			t.Fatalf("%s: %v", answer.Status, err)
		}
		answer.Body.Close()
		host, _, _ := strings.Cut(strings.TrimPrefix(to.URL, "http://"), "/open?key=")
		if last != "" && last != host {
			t.Errorf("a second studio at %s beside %s", host, last)
		}
		last = host
		jar, _ := cookiejar.New(nil)
		page, err := (&http.Client{Jar: jar}).Get(to.URL)
		if err != nil {
			t.Fatal(err)
		}
		if page.Body.Close(); page.StatusCode != http.StatusOK {
			t.Errorf("the studio answers %s", page.Status)
		}
	}
}
