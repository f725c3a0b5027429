// Release makes what a release of kitpress consists of:
//
//	go run ./.ci/release FOLDER [SYSTEM…]
//
// FOLDER, which must not exist, gets an archive for each system, or only for
// those that are named (linux-amd64, macos-apple-silicon…), with the program, how to begin, and all licences; the kits of all games in all
// languages, a ZIP each, for whoever only wants to print; a list of what the
// program is made of (CycloneDX); and SHA256SUMS over all of them.
//
// The same commit gives the same bytes: programs are static, without paths and
// times of the machine, and files in archives are of the day of the commit
// (SOURCE_DATE_EPOCH says another one).
package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"
)

// target is a system kitpress runs on.
type target struct{ os, arch string }

// name is how people call a system; the program for a Mac is called so, too.
func (t target) name() string {
	switch t.os {
	case "darwin":
		return "macos-" + map[string]string{"amd64": "intel", "arm64": "apple-silicon"}[t.arch]
	default:
		return t.os + "-" + t.arch
	}
}

func targets() []target {
	return []target{{"linux", "amd64"}, {"linux", "arm64"}, {"darwin", "amd64"}, {"darwin", "arm64"}, {"windows", "amd64"}, {"windows", "arm64"}}
}

// chosen returns the systems that are named, all of them if none is.
func chosen(names []string) (systems []target, err error) {
	if len(names) == 0 {
		return targets(), nil
	}
	for _, name := range names {
		i := slices.IndexFunc(targets(), func(t target) bool { return t.name() == name })
		if i < 0 {
			return nil, fmt.Errorf("there is no system %q", name)
		}
		systems = append(systems, targets()[i])
	}
	return systems, nil
}

// made is what all steps of a release know.
type made struct {
	folder, scratch string
	version         string
	day             time.Time
}

func main() {
	if len(os.Args) < 2 {
		fmt.Fprintln(os.Stderr, "usage: go run ./.ci/release FOLDER [SYSTEM…]")
		os.Exit(2)
	}
	systems, err := chosen(os.Args[2:])
	check(err)
	check(os.Mkdir(os.Args[1], 0o777))
	scratch, err := os.MkdirTemp("", "release-")
	check(err)
	defer os.RemoveAll(scratch)
	m := &made{folder: os.Args[1], scratch: scratch, day: dayOfCommit()}

	here := m.program(target{runtime.GOOS, runtime.GOARCH})
	var version struct{ Version string }
	check(json.Unmarshal(output(nil, here, "version", "--json"), &version))
	m.version = version.Version

	for _, t := range systems {
		m.archive(t)
	}
	m.kits(here)
	m.parts(here)
	m.sums()
}

// program builds kitpress for a system and returns its file.
func (m *made) program(t target) string {
	file := filepath.Join(m.scratch, t.os+"-"+t.arch)
	if t.os == "windows" {
		file += ".exe"
	}
	env := []string{"CGO_ENABLED=0", "GOOS=" + t.os, "GOARCH=" + t.arch, "GOFLAGS="}
	output(env, "go", "build", "-trimpath", "-ldflags", "-s -w", "-o", file, "./cmd/kitpress")
	return file
}

// kits packs every game in every language it speaks.
func (m *made) kits(kitpress string) {
	var games []struct {
		ID        string
		Languages []string
	}
	check(json.Unmarshal(output(nil, kitpress, "list", "--json"), &games))
	for _, game := range games {
		for _, lang := range game.Languages {
			kit := filepath.Join(m.scratch, "kit-"+game.ID+"-"+lang)
			output(nil, kitpress, "build", game.ID, "--lang", lang, "-o", kit, "--quiet")
			m.zip(fmt.Sprintf("kit_%s_%s.zip", game.ID, lang), folder(kit, game.ID+"-"+lang))
			check(os.RemoveAll(kit))
		}
	}
}

// parts lists the modules a program was linked from, with their licences.
func (m *made) parts(kitpress string) {
	output(nil, "go", "run", "github.com/CycloneDX/cyclonedx-gomod/cmd/cyclonedx-gomod@v1.10.0", "bin", "-json", "-licenses", "-std",
		"-noserial", "-notimestamp", "-version", "v"+m.version, "-output", filepath.Join(m.folder, "kitpress-"+m.version+".cdx.json"), kitpress)
}

// sums writes the sums of all files of the release, as sha256sum -c reads them.
func (m *made) sums() {
	entries, err := os.ReadDir(m.folder)
	check(err)
	var list bytes.Buffer
	for _, e := range entries {
		data, err := os.ReadFile(filepath.Join(m.folder, e.Name()))
		check(err)
		fmt.Fprintf(&list, "%x  %s\n", sha256.Sum256(data), e.Name())
	}
	check(os.WriteFile(filepath.Join(m.folder, "SHA256SUMS"), list.Bytes(), 0o666))
	fmt.Print(list.String())
}

func dayOfCommit() time.Time {
	seconds := os.Getenv("SOURCE_DATE_EPOCH")
	if seconds == "" {
		seconds = strings.TrimSpace(string(output(nil, "git", "log", "-1", "--format=%ct")))
	}
	n, err := strconv.ParseInt(seconds, 10, 64)
	check(err)
	return time.Unix(n, 0).UTC()
}

// output runs a command, with more in its environment, and returns what it
// printed; a command that fails ends the release.
func output(env []string, name string, args ...string) []byte {
	cmd := exec.Command(name, args...)
	cmd.Env = append(os.Environ(), env...)
	var says bytes.Buffer
	cmd.Stderr = &says
	out, err := cmd.Output()
	if err != nil {
		check(fmt.Errorf("%s %s: %w\n%s", name, strings.Join(args, " "), err, says.Bytes()))
	}
	return out
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
