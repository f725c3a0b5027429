package main

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// site opens the pages of explanations, as files without any server and from
// kitpress serve: does the style sheet load, is nothing fetched from elsewhere,
// does axe find nothing wrong (WCAG 2 A and AA, light and dark), does nothing
// stick out at 320 pixels, does the first Tab reach the link past the
// navigation, does a topic print on two sheets? Lists are opened in every
// language, each topic in one of them, light and dark in turn. It returns the
// exit code.
func site(dir, server, axe string) int {
	dir, err := filepath.Abs(dir)
	check(err)
	b := start()
	defer b.stop()
	t := b.tab("explanations", "")
	opened, failed := 0, 0
	open := func(home, name string, dark bool) {
		opened++
		lookAtPage(t, home+name, home, dark, axe, func(format string, args ...any) {
			failed++
			fmt.Printf("%s%s: %s\n", home, name, fmt.Sprintf(format, args...))
		})
	}
	for i, name := range choose(dir) {
		open("file://"+dir+"/", name, i%2 == 1)
	}
	for _, name := range []string{"", "C/7F3K-R/DE", "c/7f3k", "C?code=7f3k-r", "C?code=passwort&lang=de", "?lang=ja", "codes/ja/", "nowhere"} {
		open(server, name, false)
	}
	fmt.Printf("%d pages opened, no requests elsewhere unless listed above, %d faults\n", opened, failed)
	return min(failed, 1)
}

// choose returns the pages to open.
func choose(dir string) []string {
	var lists []string
	topics := map[string][]string{}
	topic := regexp.MustCompile(`^C/([^/]+)/[^/]+/index.html$`)
	check(fs.WalkDir(os.DirFS(dir), ".", func(name string, d fs.DirEntry, err error) error {
		switch m := topic.FindStringSubmatch(name); {
		case err != nil || !strings.HasSuffix(name, ".html") || name == "404.html":
		case m != nil:
			topics[m[1]] = append(topics[m[1]], name)
		case !strings.HasPrefix(name, "C/"):
			lists = append(lists, name)
		}
		return err
	}))
	pages := append(lists, "C/7F3K-R/index.html")
	n := 0
	for _, code := range slices.Sorted(maps.Keys(topics)) {
		slices.Sort(topics[code])
		pages = append(pages, topics[code][n%len(topics[code])])
		n++
	}
	if n < 80 {
		check(fmt.Errorf("only %d topics", n))
	}
	return pages
}

// lookAtPage opens a page and says what is wrong with it.
func lookAtPage(t *tab, url, home string, dark bool, axe string, fault func(string, ...any)) {
	t.dark(dark)
	t.size(1200, 900)
	t.sent, t.log = nil, nil
	t.open(url)
	styles := 0
	for _, r := range t.sent {
		if !strings.HasPrefix(r, home) {
			fault("asks for %s", r)
		}
		if strings.HasSuffix(r, "style.css") {
			styles++
		}
	}
	if styles != 1 {
		fault("the style sheet is asked for %d times", styles)
	}
	for _, line := range t.log {
		if !strings.Contains(line, "404 (Not Found)") {
			fault("the browser says: %s", line)
		}
	}
	if got := t.eval(`getComputedStyle(document.querySelector('main')).maxWidth`); got == "none" {
		fault("it has no style")
	}
	ground := t.eval(`getComputedStyle(document.body).backgroundColor`)
	if bright := ground == "rgb(255, 255, 255)"; bright == dark {
		fault("dark %v has the ground %s", dark, ground)
	}
	if found := t.violations(axe); found != "" {
		fault("axe, dark %v: %s", dark, found)
	}
	t.key("Tab")
	if got := t.eval(`document.activeElement.className`); got != "skip" {
		fault("the first Tab goes to %q", got)
	}
	if out := t.sticksOut(); out != "" {
		fault("%s", out)
	}
	var printed struct{ Data string }
	t.call("Page.printToPDF", m{"paperWidth": 8.27, "paperHeight": 11.69}, &printed)
	pdf, err := base64.StdEncoding.DecodeString(printed.Data)
	check(err)
	if n := bytes.Count(pdf, []byte("/Type /Page\n")); strings.Count(url, "/C/") > 0 && (n < 1 || n > 2) {
		fault("it prints on %d sheets", n)
	}
}
