package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"

	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"kitpress/catalog/catalogtest"
)

var update = flag.Bool("update", false, "rewrite the expected output in testdata/script")

func TestMain(m *testing.M) { testscript.Main(m, map[string]func(){"kitpress": main}) }

// TestScripts tries the commands as people type them. Each script reads like
// a recipe; its first line says what it promises.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		UpdateScripts:       *update,
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Setup: func(env *testscript.Env) error {
			env.Setenv("LANG", "C")
			env.Setenv("SOURCE_DATE_EPOCH", "")
			return nil
		},
		Condition: func(cond string) (bool, error) {
			if cond == "root" {
				return os.Geteuid() == 0, nil // may write anywhere
			}
			return false, fmt.Errorf("unknown condition %q", cond)
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){"code": code, "keep": keep, "keepsakes": keepsakes},
	})
}

// code runs kitpress and checks the exit code, which exec and ! only tell
// apart from 0: code 3 check --catalog broken
func code(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: code N args…")
	}
	want := args[0]
	if got := exitCode(ts.Exec("kitpress", args[1:]...)); got != want {
		ts.Fatalf("exit code %s, want %s", got, want)
	}
}

// keep keeps what was printed last, without the end of its line, as a
// variable: keep ID
func keep(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: keep NAME")
	}
	ts.Setenv(args[0], strings.TrimSpace(ts.ReadFile("stdout")))
}

// keepsakes writes a whole game with topics into a folder: keepsakes DIR
func keepsakes(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: keepsakes DIR")
	}
	ts.Check(os.CopyFS(ts.MkAbs(args[0]), catalogtest.Keepsakes()))
}

// exitCode returns the exit code of a process that ended with err.
func exitCode(err error) string {
	var exit *exec.ExitError
	switch {
	case err == nil:
		return "0"
	case errors.As(err, &exit):
		return strconv.Itoa(exit.ExitCode())
	}
	return err.Error()
}
