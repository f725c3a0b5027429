//go:build unix

package storetest

import (
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strconv"
	"syscall"
	"testing"
	"time"
)

// Programs names the environment variable with the folder of PostgreSQL's own
// programs; tests of its server are skipped without it.
const Programs = "KITPRESS_POSTGRES"

// A Server is a server of PostgreSQL that a test may kill. It listens on a
// socket in a folder of its own.
type Server struct {
	t        testing.TB
	programs string
	dir      string
	as       *syscall.SysProcAttr // it refuses to run as root
	cmd      *exec.Cmd
	bases    int
}

// NewServer returns a server that runs and goes with the test.
func NewServer(t testing.TB) *Server {
	t.Helper()
	s := &Server{t: t, programs: os.Getenv(Programs)}
	if s.programs == "" {
		t.Skip(Programs + "=/usr/lib/postgresql/15/bin runs it")
	}
	dir, err := os.MkdirTemp("", "kitpress")
	if err != nil {
		t.Fatal(err)
	}
	s.dir = dir
	t.Cleanup(func() {
		s.Kill()
		os.RemoveAll(dir)
	})
	if os.Getuid() == 0 {
		s.as = s.postgresUser()
	}
	s.run("initdb", "--username", "kitpress", "--auth", "trust", "--encoding", "UTF8", "--locale", "C", "--no-sync", "--pgdata", s.data())
	s.Start()
	return s
}

// postgresUser returns how to run as the user Debian makes for the server.
func (s *Server) postgresUser() *syscall.SysProcAttr {
	u, err := user.Lookup("postgres")
	if err != nil {
		s.t.Fatal(err)
	}
	uid, _ := strconv.Atoi(u.Uid)
	gid, _ := strconv.Atoi(u.Gid)
	if err := os.Chown(s.dir, uid, gid); err != nil {
		s.t.Fatal(err)
	}
	return &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}}
}

func (s *Server) data() string { return filepath.Join(s.dir, "data") }

func (s *Server) command(program string, args ...string) *exec.Cmd {
	cmd := exec.Command(filepath.Join(s.programs, program), args...)
	cmd.Dir, cmd.SysProcAttr = s.dir, s.as
	return cmd
}

// run runs one of the server's programs and returns what it says.
func (s *Server) run(program string, args ...string) (string, error) {
	out, err := s.command(program, args...).CombinedOutput()
	if err != nil && program != "psql" && program != "pg_isready" {
		s.t.Fatalf("%s: %v\n%s", program, err, out)
	}
	return string(out), err
}

// startWithin is how long a server may take that has to read its log first.
const startWithin = time.Minute

// Start starts the server and waits until it answers. A server that was killed
// has programs that go on for a moment, and keep a new one from starting.
func (s *Server) Start() {
	s.t.Helper()
	for end := time.Now().Add(startWithin); time.Now().Before(end); {
		s.cmd = s.command("postgres", "-D", s.data(), "-k", s.dir, "-c", "listen_addresses=")
		if err := s.cmd.Start(); err != nil {
			s.t.Fatal(err)
		}
		ended := make(chan struct{})
		go func() {
			defer close(ended)
			_ = s.cmd.Wait()
		}()
		for range 600 {
			if _, err := s.run("pg_isready", "-h", s.dir, "-U", "kitpress"); err == nil {
				return
			}
			select {
			case <-ended:
			case <-time.After(100 * time.Millisecond):
				continue
			}
			break
		}
	}
	s.t.Fatal("the server does not start")
}

// Kill kills the server as a fault of the computer would.
func (s *Server) Kill() {
	if s.cmd != nil && s.cmd.Process != nil {
		_ = s.cmd.Process.Kill()
	}
}

// Database makes an empty database and returns its address.
func (s *Server) Database() string {
	s.t.Helper()
	s.bases++
	name := fmt.Sprintf("base%d", s.bases)
	s.run("createdb", "-h", s.dir, "-U", "kitpress", name)
	return "postgres://kitpress@/" + name + "?host=" + url.QueryEscape(s.dir)
}

// Query runs SQL in a database past the store and returns what the server says.
func (s *Server) Query(address, sql string) (string, error) {
	return s.run("psql", "--no-psqlrc", "--tuples-only", "--no-align", "--quiet", "-v", "ON_ERROR_STOP=1", "--command", sql, address)
}
