package compose

import (
	"strings"
	"testing"
)

// A slot that lies partly off the piece, under a later element, outside the
// clip of its group or on another text is reported; one that lies beside them
// is not. The piece is 63 x 88 mm, "Clever fox" about 17 mm wide at 12 pt.
func TestLegible(t *testing.T) {
	const title = `{text: "{title}", at: [20, 30], width: 40, size: 12, lines: 1, fill: ink}`
	for _, c := range []struct{ name, draw, want string }{
		{"in the middle", `  - ` + title, ""},
		{"below the piece", `  - {text: "{title}", at: [20, 90], width: 40, size: 12, lines: 1, fill: ink}`, `text runs 2.0 mm off the piece: "Clever fox"`},
		{"left of the piece", `  - {text: "{title}", at: [-5, 30], width: 40, size: 12, lines: 1, fill: ink}`, `text runs 5.0 mm off the piece`},
		{"turned off the piece", `  - {draw: [` + title + `], at: [20, 10], rotate: -90}`, `off the piece`},
		{"under a rectangle", "  - " + title + "\n  - {rect: [19, 25, 6, 8], fill: paper}", `something is drawn over the text: "Clever fox"`},
		{"under a turned rectangle", "  - " + title + "\n  - {draw: [{rect: [-3, -3, 6, 6], fill: paper}], at: [25, 29], rotate: 45}", `drawn over the text`},
		{"under another piece", "  - " + title + "\n  - {piece: owl, side: back, at: [24, 30], size: 8}", `drawn over the text`},
		{"on a rectangle", "  - {rect: [19, 25, 6, 8], fill: paper}\n  - " + title, ""},
		{"beside a rectangle", "  - " + title + "\n  - {rect: [19, 31, 20, 8], fill: paper}", ""},
		{"in the hole of a frame", "  - " + title + "\n  - {path: \"M0 0H63V88H0Z M10 10V70H60V10Z\", fill: paper}", ""},
		{"inside a line", "  - " + title + "\n  - {rect: [15, 20, 40, 20], stroke: ink, width: 0.3}", ""},
		{"clipped", "  - {clip: [0, 0, 24, 88], draw: [" + title + "]}", `text is cut by the edge of a group: "Clever fox"`},
		{"inside a clip", "  - {clip: [0, 0, 60, 88], draw: [" + title + "]}", ""},
		{"under what a clip hides", "  - " + title + "\n  - {clip: [0, 60, 63, 20], draw: [{rect: [0, 0, 63, 88], fill: paper}]}", ""},
		{"on another text", "  - " + title + "\n  - {text: \"{lesson}\", at: [22, 30], width: 40, size: 9, fill: ink}", `text runs into "Clever fox"`},
		{"below another text", "  - " + title + "\n  - {text: \"{lesson}\", at: [20, 34], width: 40, size: 9, fill: ink}", ""},
		{"only measured", `  - {text: "{title}", at: [20, 90], width: 40, size: 12, lines: 1}`, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			composer := composer(t, card(t, c.draw+"\n"), setting{})
			_, ps := composer.Face("animals", "fox", Front)
			got := printed(ps)
			switch {
			case c.want == "" && len(ps) > 0:
				t.Errorf("want no problem, got\n%s", got)
			case c.want != "" && (len(ps) != 1 || !ps.HasErrors() || !strings.Contains(got, c.want)):
				t.Errorf("want one error with %s, got\n%s", c.want, got)
			}
		})
	}
}

// The problem stands where the text is written and names card and template.
func TestLegibleSaysWhere(t *testing.T) {
	c := composer(t, card(t, "  - {text: \"{title}\", at: [20, 95], width: 40, size: 12, lines: 1, fill: ink}\n"), setting{lang: "de"})
	_, ps := c.Face("animals", "fox", Front)
	if len(ps) != 1 {
		t.Fatalf("%d problems, want 1\n%s", len(ps), printed(ps))
	}
	if p := ps[0]; p.Pos.File != "locales/de.yaml" || p.Code != codeOutside ||
		!strings.HasPrefix(p.Message, `card "fox": `) || !strings.HasSuffix(p.Hint, "templates/tiny-card.yaml") {
		t.Errorf("%+v", p)
	}
}
