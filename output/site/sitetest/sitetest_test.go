package sitetest

import (
	"strings"
	"testing"
)

const good = `<!doctype html><html lang="en"><head><title>T</title><link rel="stylesheet" href="s.css"></head>` +
	`<body><main id="m"><div><h1>A</h1></div><p>x</p></main></body></html>`

// The judge itself must see what is wrong.
func TestCheckSeesFaults(t *testing.T) {
	css := "a{color:red}"
	if faults := Check(map[string]string{"i.html": good, "s.css": css}, Rules{MaxBytes: 1000}); len(faults) > 0 {
		t.Fatalf("the good page: %q", faults)
	}
	for _, tc := range []struct{ old, new, want string }{
		{` lang="en"`, ``, "without lang"},
		{`<p>x</p>`, `<p>x`, "closes"},
		{`<p>x</p>`, `<p>x</p></p>`, "closes"},
		{`<p>x</p>`, `<div><h1>B</h1></div>`, "2 of h1"},
		{`<p>x</p>`, `<h3>B</h3>`, "after level 1"},
		{`<p>x</p>`, `<p id="m">x</p>`, "twice"},
		{`<p>x</p>`, `<p style="color:red">x</p>`, "<p style=…>"},
		{`<p>x</p>`, `<p onclick="x()">x</p>`, "<p onclick=…>"},
		{`<p>x</p>`, `<script>x</script>`, "<script> without src"},
		{`<p>x</p>`, `<script>x</script>`, "words directly in <script>"},
		{`<p>x</p>`, `<script src="https://x.example/y.js" defer></script>`, "<script> leads to https"},
		{`<p>x</p>`, `<iframe src="s.css"></iframe>`, "element <iframe>"},
		{`<p>x</p>`, `<form action="s.css" method="get"><button>x</button></form>`, "a form"},
		{`<p>x</p>`, `<video src="http://x.example/y"></video>`, "element <video>"},
		{`<p>x</p>`, `<img src="http://x.example/y" alt="x" width="1" height="1">`, "<img> leads to http://x.example/y"},
		{`<p>x</p>`, `<img src="x.css">`, "<img> without alt"},
		{`<p>x</p>`, `<p><a href="no.html">x</a></p>`, "no file"},
		{`<p>x</p>`, `<p><a href="#no">x</a></p>`, "no element has that id"},
		{`<p>x</p>`, `<p><a href="/i.html">x</a></p>`, "absolute"},
		{`<p>x</p>`, `<p><a href="https://x.example/">x</a></p>`, "leads to https"},
		{`<p>x</p>`, `<p><a href="javascript:x" rel="noopener noreferrer">x</a></p>`, "leads to javascript"},
		{`<p>x</p>`, `<form action="C" method="get"><button>x</button></form>`, "a form"},
		{`<p>x</p>`, `<p>ZgotmplZ</p>`, "ZgotmplZ"},
		{`<p>x</p>`, `<section><p>x</p></section>`, "without a name"},
		{`<p>x</p>`, `<p aria-labelledby="q">x</p>`, `id "q"`},
		{`<p>x</p>`, `words`, "words directly"},
		{`<p>x</p>`, `<!-- x -->`, "comment"},
		{`href="s.css"`, `href="https://x.example/s.css"`, "leads to https"},
		{`<!doctype html>`, ``, "0 of doctype"},
		{`<p>x</p>`, `<p>` + strings.Repeat("long ", 300) + `</p>`, "bytes"},
	} {
		faults := Check(map[string]string{"i.html": strings.Replace(good, tc.old, tc.new, 1), "s.css": css}, Rules{MaxBytes: 1000})
		if !strings.Contains(strings.Join(faults, "\n"), tc.want) {
			t.Errorf("%s: %q, want %q", tc.new, faults, tc.want)
		}
	}
	if faults := Check(map[string]string{"i.html": good, "s.css": "@import x;a{background:url(x)}"}, Rules{}); len(faults) != 2 {
		t.Errorf("a style sheet that fetches: %q", faults)
	}
}
