package studio

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"net/url"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// packed returns an archive of files as somebody who means ill writes it.
func packed(t *testing.T, change func(*zip.FileHeader), files ...string) string {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for i := 0; i < len(files); i += 2 {
		h := &zip.FileHeader{Name: files[i], Method: zip.Deflate}
		if change != nil {
			change(h)
		}
		w, err := z.CreateHeader(h)
		if err == nil {
			_, err = io.WriteString(w, files[i+1])
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

const (
	tinyGame = "format: 1\nid: x\nname: X\nsource: en\nlanguages: [en]\n"
	// evilDrawing does all that a drawing can be made to do.
	evilDrawing = `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 9 9" onload="alert(1)"><script>alert(1)</script><image xlink:href="http://evil.example/x.png" width="9" height="9"/><a href="javascript:alert(1)"><rect width="9" height="9" onclick="alert(1)"/></a><foreignObject><iframe src="file:///etc/passwd"/></foreignObject><text>&x;</text></svg>`
)

// Files that mean ill are refused or do nothing: none is written outside the
// decks, none takes long, and none runs.
func TestHostileFiles(t *testing.T) {
	b, home := lived(t)
	outside := func() string {
		return regexp.MustCompile(`(?m)^decks/.*\n`).ReplaceAllString(files(t, home), "")
	}
	before := outside()
	many := make([]string, 0, 4200)
	for i := range 2100 {
		many = append(many, fmt.Sprintf("art/%d.png", i), "x")
	}
	laughs := "a: &a [x, x, x, x, x, x, x, x, x]\n"
	for c := 'b'; c < 'k'; c++ {
		laughs += fmt.Sprintf("%c: &%c [*%c, *%c, *%c, *%c, *%c, *%c, *%c, *%c]\n", c, c, c-1, c-1, c-1, c-1, c-1, c-1, c-1, c-1)
	}
	linked := func(h *zip.FileHeader) {
		if strings.HasSuffix(h.Name, "secret.txt") {
			h.SetMode(fs.ModeSymlink | 0o777)
		}
	}
	zeros := strings.Repeat("\x00", 66<<20)
	for _, f := range []struct {
		target, name, data string
		code               int
	}{
		{"/own/drop", "bomb.zip", packed(t, nil, "game.yaml", tinyGame, "art/x.png", zeros), 422},
		{"/own/drop", "many.zip", packed(t, nil, append([]string{"game.yaml", tinyGame}, many...)...), 422},
		{"/own/drop", "laughs.zip", packed(t, nil, "game.yaml", tinyGame+laughs), 422},
		{"/own/drop", "none.zip", packed(t, nil, "../game.yaml", tinyGame), 422},
		{"/own/drop", "bomb.xlsx", packed(t, nil, "[Content_Types].xml", "<Types/>", "xl/workbook.xml", "<workbook/>", "xl/worksheets/sheet1.xml", zeros), 422},
		{"/own/drop", "wide.csv", strings.Repeat(";", 1<<20) + "\n", 422},
		{"/own/drop", "long.csv", strings.Repeat("a\n", 2<<20), 422},
		{"/own/drop", "x.exe", "MZ", 415},
		{"/own/drop", "../../secret.txt", "x", 415},
		{"/own/tiere/file", "..", "x", 415},
		{"/own/tiere/file", "../../../secret.txt", "x", 415},
		{"/own/tiere/file", "/etc/passwd", "x", 415},
		{"/own/tiere/file", `..\..\game.yaml`, "x", 415},
		{"/own/tiere/file", ".png", "x", 415},
		{"/own/tiere/file", "CON.png", "x", 415},
		{"/own/tiere/file", "nul.tar.svg", "x", 415},
		{"/own/tiere/file", "a:b.png", "x", 415},
		{"/own/tiere/file", "a\x00.png", "x", 415},
		{"/own/tiere/file", "a\nb.png", "x", 415},
		{"/own/tiere/file", strings.Repeat("a", 250) + ".png", "x", 415},
		{"/events/drop", "laughs.yaml", laughs, 200}, // it is kept as it was typed, and not read
		{"/events/drop", "big.yaml", strings.Repeat("a", 257<<10), 413},
		{"/events/fest/file", "../../x.exe", "x", 422},
		{"/events/fest/do", "", strings.Repeat("[", 500<<10), 422},
		{"/own/tiere/do", "", strings.Repeat(`{"do":`, 5000), 422},
		{"/questions/drop", "bomb.xlsx", packed(t, nil, "xl/workbook.xml", zeros), 200}, // a page says that it cannot be read
	} {
		got := b.ask("POST", f.target, f.data, header("Content-Type", "application/octet-stream"), header("X-Name", url.QueryEscape(f.name)))
		if got.Code != f.code {
			t.Errorf("%s %.40q: %d %.200s", f.target, f.name, got.Code, got.Body)
		}
		var at struct{ URL string }
		if _, err := fmt.Sscanf(got.Body.String(), `{"url":%q}`, &at.URL); err == nil {
			if page := b.ask("GET", at.URL, ""); page.Code != http.StatusOK {
				t.Errorf("the page of %.40q: %d", f.name, page.Code)
			}
		}
	}
	b.send("/own/drop", "slip.zip", packed(t, linked, "game.yaml", tinyGame, "../evil.yaml", "x", "/evil.yaml", "x", `..\evil.yaml`, "x", "C:evil.yaml", "x", "art/a\x00b.png", "x", "art/CON.png", "x", "art/x. ", "x", ".git/config", "x", "secret.txt", "../../secret.txt", "art/ok.png", "x"))
	if got := b.ask("POST", "/own/slip/do", `{"do": "save"}`); got.Code != http.StatusOK {
		t.Errorf("slip.zip: %d %s", got.Code, got.Body)
	}
	if there := files(t, filepath.Join(b.studio.o.Decks, "slip")); regexp.MustCompile(`evil|secret|CON|x\. |config|a.b\.png`).MatchString(there) || !strings.Contains(there, "art/ok.png") {
		t.Errorf("of slip.zip there are\n%s", there)
	}
	runsNothing(t, b)
	if after := outside(); after != before {
		t.Errorf("outside files were\n%s\nand are\n%s", before, after)
	}
}

// runsNothing brings a table, pictures and a logo full of scripts.
func runsNothing(t *testing.T, b *browser) {
	const call = `"><img src=x onerror=alert(1)>`
	sent := b.send("/own/drop", url.QueryEscape("evil"+call+".csv"), "Titel;Text;Bild\n=cmd|' /C calc'!A1;\""+strings.ReplaceAll(call, `"`, `""`)+"\";evil.svg\n<script>alert(1)</script>;{{.}} ${7*7} javascript:alert(1);bomb.png\n", in("de"))
	list := regexp.MustCompile(`href="(/own/evil[^"]*)"`).FindStringSubmatch(b.ask("GET", "/own", "").Body.String())
	if list == nil {
		t.Fatalf("the table is not there: %s", sent)
	}
	b.send(list[1]+"/file", "evil.svg", evilDrawing)
	b.send(list[1]+"/file", "bomb.png", "\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\xea\x60\x00\x00\xea\x60\x08\x06\x00\x00\x00\x00\x00\x00\x00")
	b.send("/events/fest/file", "logo.svg", evilDrawing)
	b.do(map[string]string{"do": "set", "id": "title", "value": call})
	b.do(map[string]string{"do": "set", "id": "sponsor", "value": call})
	pages := []string{"/own", list[1], list[1] + "?at=look", list[1] + "?at=words", list[1] + "?at=rules", list[1] + "?at=topics", "/kit/own~" + strings.TrimPrefix(list[1], "/own/"), "/events", "/events/fest"}
	drawings := 0
	for _, page := range pages {
		got := b.ask("GET", page, "")
		if body := got.Body.String(); got.Code != http.StatusOK || strings.Contains(body, "<img src=x") || strings.Contains(body, "<script>alert") || strings.Contains(body, `href="javascript:`) {
			t.Errorf("%s: %d, or it would run", page, got.Code)
		}
		if csp := got.Header().Get("Content-Security-Policy"); !strings.HasPrefix(csp, "default-src 'self';") || strings.Contains(csp, "unsafe") {
			t.Errorf("%s may do %q", page, csp)
		}
		for _, picture := range regexp.MustCompile(`src="(/(?:own|small|sheet)/[^"]*)"`).FindAllStringSubmatch(got.Body.String(), -1) {
			drawings++
			drawn := b.ask("GET", strings.ReplaceAll(picture[1], "&amp;", "&"), "")
			if strings.Contains(picture[1], "/art/") { // as it was given, where it can do nothing
				if csp := drawn.Header().Get("Content-Security-Policy"); !strings.HasPrefix(csp, "sandbox; default-src 'none'") {
					t.Errorf("%s may do %q", picture[1], csp)
				}
			} else if regexp.MustCompile(`<script|onload|onclick|foreignObject|evil\.example|javascript:|file:|<!ENTITY`).MatchString(drawn.Body.String()) {
				t.Errorf("%s holds what runs: %.300s", picture[1], drawn.Body)
			}
		}
	}
	if drawings < 10 {
		t.Errorf("only %d pictures were looked at", drawings)
	}
	if got := b.ask("GET", list[1]+"/art/evil.svg", ""); got.Code != http.StatusOK || !strings.HasPrefix(got.Header().Get("Content-Security-Policy"), "sandbox;") {
		t.Errorf("the drawing: %d", got.Code)
	}
}
