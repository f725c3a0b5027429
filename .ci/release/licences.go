package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
)

// licences is the text of every licence of what a program holds: fonts, icons
// and patterns of this repository, Go, and the modules of one system. A module
// without a licence ends the release.
func licences(t target) []byte {
	var all bytes.Buffer
	add := func(of string, files []string) {
		if len(files) == 0 {
			check(fmt.Errorf("%s has no licence", of))
		}
		for _, file := range files {
			fmt.Fprintf(&all, "%s\n== %s: %s\n\n%s\n\n", strings.Repeat("=", 78), of, filepath.Base(file), bytes.TrimSpace(text(file)))
		}
	}
	ours := strings.Fields(string(output(nil, "git", "ls-files", "catalog/*LICENSE*", "layout/*LICENSE*", "output/*LICENSE*", "i18n/*licence*")))
	add("kitpress", ours)
	add("Go "+runtime.Version(), licenceFiles(strings.TrimSpace(string(output(nil, "go", "env", "GOROOT")))))

	env := []string{"CGO_ENABLED=0", "GOOS=" + t.os, "GOARCH=" + t.arch}
	modules := strings.Split(string(output(env, "go", "list", "-deps", "-f", "{{with .Module}}{{if not .Main}}{{.Path}} {{.Version}}\t{{.Dir}}{{end}}{{end}}", "./cmd/kitpress")), "\n")
	slices.Sort(modules)
	for _, module := range slices.Compact(modules) {
		if name, dir, ok := strings.Cut(module, "\t"); ok {
			add(name, licenceFiles(dir))
		}
	}
	return all.Bytes()
}

// licenceFiles are the files at the top of a folder that are called like one.
func licenceFiles(dir string) (files []string) {
	called := regexp.MustCompile(`(?i)^(licen[cs]e|copying|notice|patents|unlicense)`)
	entries, err := os.ReadDir(dir)
	check(err)
	for _, e := range entries {
		if called.MatchString(e.Name()) && !e.IsDir() {
			files = append(files, filepath.Join(dir, e.Name()))
		}
	}
	return files
}
