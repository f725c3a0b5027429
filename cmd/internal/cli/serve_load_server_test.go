package cli

import (
	"bufio"
	"context"
	"fmt"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"kitpress/cmd/internal/cli/terminal"
	"kitpress/quiz/store"
	"kitpress/quiz/store/storetest"
)

// TestLoadChild is the server that TestLoad starts.
func TestLoadChild(t *testing.T) {
	file := os.Getenv(loadChild)
	if file == "" {
		t.Skip("for TestLoad")
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	s := terminal.Streams{Out: os.Stdout, Err: os.Stderr, Env: func(string) string { return "" }}
	if code := Run(ctx, []string{"serve", "--port", os.Getenv(loadPort), "--desk-port", os.Getenv(loadDesk), "--no-qr", "--store", file}, s); code != 0 {
		t.Errorf("exit code %d", code)
	}
}

// Where a server that TestLoad starts listens.
const (
	loadPort = "TABLE_PORT"
	loadDesk = "TABLE_DESK"
)

// A loadServer is one program that serves.
type loadServer struct {
	store        string
	port, desk   string
	phones       string // address, "http://127.0.0.1:1234"
	deskURL, key string
	cmd          *exec.Cmd
}

// freePort returns a port nobody listens at.
func freePort(t *testing.T) string {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	_, port, _ := net.SplitHostPort(l.Addr().String())
	return port
}

// start starts the program and waits until it serves.
func (s *loadServer) start(t *testing.T) {
	cmd := exec.Command(os.Args[0], "-test.run=^TestLoadChild$", "-test.v", "-test.timeout=1h")
	cmd.Env = append(os.Environ(), loadChild+"="+s.store, loadPort+"="+s.port, loadDesk+"="+s.desk)
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	s.cmd = cmd
	lines := bufio.NewScanner(out)
	for lines.Scan() && !strings.Contains(lines.Text(), "Ctrl-C") {
		words := strings.Fields(lines.Text())
		switch {
		case strings.Contains(lines.Text(), "this computer  "):
			s.phones = strings.TrimSuffix(words[2], "/")
		case strings.Contains(lines.Text(), "the desk"):
			s.deskURL, s.key, _ = strings.Cut(words[2], "/desk/#")
		}
	}
	go func() {
		for lines.Scan() {
		}
	}()
}

// startLoad starts the servers: one with a file, or several on a database.
func startLoad(t *testing.T) *loadTest {
	t.Helper()
	l := &loadTest{t: t, rough: number(loadKills, 0) > 0}
	where := filepath.Join(t.TempDir(), "matches.db")
	n := number(loadServers, 0)
	if n > 0 {
		l.database = storetest.NewServer(t)
		where = l.database.Database()
		l.store = where
	}
	for range max(1, n) {
		s := &loadServer{store: where, port: freePort(t), desk: freePort(t)}
		s.start(t)
		t.Cleanup(func() {
			s.cmd.Process.Signal(os.Interrupt)
			if err := s.cmd.Wait(); err != nil {
				t.Errorf("the server ended with %v", err)
			}
		})
		l.servers = append(l.servers, s)
	}
	return l
}

// kill kills programs, and the server of their database, at moments by chance
// and starts them again; it says what it has killed.
func (l *loadTest) kill(ctx context.Context, wg *sync.WaitGroup, n int, within time.Duration) *string {
	if n == 0 {
		return nil
	}
	said := new(string)
	chance := rand.New(rand.NewPCG(5, 6))
	wg.Go(func() {
		programs, databases := 0, 0
		for i := range n {
			time.Sleep(within / time.Duration(n+1))
			if ctx.Err() != nil {
				break
			}
			if i%3 == 0 {
				databases++
				l.database.Kill()
				l.database.Start()
			} else {
				programs++
				s := l.servers[chance.IntN(len(l.servers))]
				s.cmd.Process.Signal(syscall.SIGKILL)
				s.cmd.Wait()
				s.start(l.t)
			}
			*said = fmt.Sprintf("%d programs, %d times the database", programs, databases)
		}
	})
	return said
}

// entries reads the logs after all programs have said what they acknowledged:
// each acknowledged entry is there once, with its number.
func (l *loadTest) entries() {
	if l.store == "" {
		return
	}
	s, err := store.Connect(context.Background(), l.store)
	if err != nil {
		l.t.Fatal(err)
	}
	defer s.Close()
	list, err := s.List(context.Background())
	if err != nil {
		l.t.Fatal(err)
	}
	there := 0
	for _, m := range list {
		_, log, err := s.Load(context.Background(), m.ID) // checks the chain of hashes
		if err != nil {
			l.fault("%s: %v", m.ID, err)
		}
		for i, e := range log {
			if e.Record.Op != fmt.Sprint("op", i) {
				l.fault("entry %d of %s is %s", i+1, m.ID, e.Record.Op)
			}
		}
		there += len(log)
	}
	if int64(there) < l.acked.Load() || l.acked.Load() == 0 {
		l.fault("%d entries are there, %d were acknowledged", there, l.acked.Load())
	}
	l.t.Logf("entries in the database: %d, acknowledged %d", there, l.acked.Load())
}

// rss returns how much memory a process holds, in bytes.
func rss(pid int) int {
	data, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	for line := range strings.Lines(string(data)) {
		var kib int
		if _, err := fmt.Sscanf(line, "VmRSS: %d kB", &kib); err == nil {
			return kib << 10
		}
	}
	return 0
}

// rss returns how much memory all servers hold, in bytes.
func (l *loadTest) rss() (sum int) {
	for _, s := range l.servers {
		sum += rss(s.cmd.Process.Pid)
	}
	return sum
}
