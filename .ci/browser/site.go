package main

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"io/fs"
	"maps"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
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
	fault := func(format string, args ...any) {
		failed++
		fmt.Printf(format+"\n", args...)
	}
	searched(t, "file://"+dir+"/", server, fault)
	fmt.Printf("%d pages opened, no requests elsewhere unless listed above, %d faults\n", opened, failed)
	return min(failed, 1)
}

// searches are words that are typed, and whether anything has them.
var searches = map[string]map[string]bool{
	"de": {"Passwort": true, "DATEN verlust": true, "Bildschirm sperren": true, "gibtesnicht": false},
	"en": {"password": true, "two factor": true, "lock screen": true, "nosuchword": false},
	"fr": {"mot de passe": true, "hameçonnage": true, "nosuchword": false},
	"it": {"password": true, "rete": true, "nosuchword": false},
	"ja": {"パスワード": true, "フィッシング　メール": true, "ソンザイシナイ": false},
}

// searched types words on a page of a folder: its script finds the same as the
// server, in the same order; a code leads to its page at once.
func searched(t *tab, home, server string, fault func(string, ...any)) {
	found := "[...document.querySelectorAll('.choices a')].map(a => a.href.replace(/.*[/]C[/]([^/]+)[/].*/, '$1')).join(' ')"
	n := 0
	for lang, typed := range searches {
		for words, any := range typed {
			n++
			t.open(home + "C/7F3K-R/" + strings.ToUpper(lang) + "/index.html")
			t.eval("document.querySelector('#code').focus(); ''")
			t.call("Input.insertText", m{"text": words}, nil)
			t.key("Enter")
			t.wait("what is found", "location.pathname.includes('/codes/') && document.querySelector('#code').value === "+strconv.Quote(words)+" && (document.querySelector('.choices a') || !document.querySelector('.none').hidden)")
			here, lists := t.eval(found), t.eval("String(document.querySelector('.codes').hidden)")
			t.open(server + "C?" + url.Values{"code": {words}, "lang": {lang}}.Encode())
			if there := t.eval(found); here != there || (here != "") != any || lists != strconv.FormatBool(any) {
				fault("%s: %q finds %q in a folder and %q on a server; all codes hidden: %s", lang, words, here, there, lists)
			}
		}
	}
	for typed, at := range map[string]string{"7f3k": "/C/7F3K-R/DE/", "7F3KR": "/C/7F3K-R/DE/", "7f3k-r": "/C/7F3K-R/DE/"} {
		t.open(home + "codes/de/index.html?code=" + typed)
		t.wait("the page of a code", "location.pathname.includes("+strconv.Quote(at)+")")
	}
	t.open(home + "codes/de/index.html")
	t.eval("document.querySelector('#code').focus(); ''")
	for _, letter := range "virus" {
		t.key(string(letter))
	}
	if first := t.eval("document.querySelector('.choices .title')?.textContent ?? ''"); !strings.Contains(strings.ToLower(first), "virus") {
		fault("while one types virus, the first that is found is %q", first)
	}
	fmt.Printf("%d searches find the same without a server\n", n)
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
func lookAtPage(t *tab, address, home string, dark bool, axe string, fault func(string, ...any)) {
	t.dark(dark)
	t.size(1200, 900)
	t.forget()
	t.open(address)
	styles := 0
	sent, log := t.heard()
	for _, r := range sent {
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
	for _, line := range log {
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
	if n := bytes.Count(pdf, []byte("/Type /Page\n")); strings.Count(address, "/C/") > 0 && (n < 1 || n > 2) {
		fault("it prints on %d sheets", n)
	}
}
