package cli

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"kitpress/cmd/internal/press"
	"kitpress/i18n/messages"
	"kitpress/layout"
)

// paint writes a picture such as somebody paints, for a card.
func paint(t *testing.T, file string, hue int) {
	t.Helper()
	img := image.NewRGBA(image.Rect(0, 0, 500, 700))
	for y := range 700 {
		for x := range 500 {
			img.SetRGBA(x, y, color.RGBA{uint8(40*hue + x/4), uint8(y / 3), uint8(200 - 13*hue + (x^y)&15), 255})
		}
	}
	var b bytes.Buffer
	if err := png.Encode(&b, img); err != nil {
		t.Fatal(err)
	}
	writeFile(t, file, b.Bytes())
}

func writeFile(t *testing.T, file string, data []byte) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, data, 0o644); err != nil {
		t.Fatal(err)
	}
}

// kitpress runs a command that must succeed and returns what it said.
func kitpress(t *testing.T, args ...string) string {
	t.Helper()
	code, stdout, stderr := run(t.Context(), map[string]string{"LANG": "C"}, args...)
	if code != 0 {
		t.Fatalf("kitpress %s: code %d\n%s", strings.Join(args, " "), code, stderr)
	}
	return stdout + stderr
}

// A deck somebody has: 80 cards in five languages with 13 painted pictures, a
// font of its own, italics and icons. All that is written by hand beside its
// texts is one line.
func TestAForeignDeck(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	table := &strings.Builder{}
	langs := []string{"en", "de", "fr", "it", "ja"}
	fmt.Fprint(table, "id,Bild,number")
	for _, l := range langs {
		fmt.Fprintf(table, ",title.%s,text.%[1]s", l)
	}
	words := map[string]string{
		"en": "Draw a card, then pay 2 :coin:. *Nobody* may look at it.", "de": "Zieh eine Karte und zahl 2 :coin:. *Niemand* darf sie sehen.",
		"fr": "Piochez une carte et payez 2 :coin:. *Personne* ne la regarde.", "it": "Pesca una carta e paga 2 :coin:. *Nessuno* la guarda.", "ja": "カードを1枚引き、:coin: 2を払う。**誰にも**見せない。",
	}
	names := map[string]string{"en": "Dragon %d", "de": "Drache %d", "fr": "Dragon %d", "it": "Drago %d", "ja": "竜%d"}
	for i := range 80 {
		fmt.Fprintf(table, "\ncard-%d,p%d.png,%d", i+1, i%13, i%9)
		for _, l := range langs {
			fmt.Fprintf(table, ",\"%s\",\"%s\"", fmt.Sprintf(names[l], i+1), words[l])
		}
	}
	for i := range 13 {
		paint(t, filepath.Join(dir, fmt.Sprintf("p%d.png", i)), i)
	}
	writeFile(t, filepath.Join(dir, "dragons.csv"), []byte(table.String()+"\n"))
	pack := filepath.Join(dir, "dragons")
	kitpress(t, "import", filepath.Join(dir, "dragons.csv"), "-o", pack, "--lang", "en")

	font, err := layout.Files.ReadFile("fonts/MPLUS1p_700Bold.ttf")
	if err != nil {
		t.Fatal(err)
	}
	writeFile(t, filepath.Join(pack, "fonts", "own.ttf"), font)
	if said := kitpress(t, "check", "--catalog", pack); !strings.Contains(said, "fonts: warning: no licence lies beside the fonts") {
		t.Errorf("nobody asks for the licence of a font:\n%s", said)
	}
	writeFile(t, filepath.Join(pack, "fonts", "OFL.txt"), []byte("SIL Open Font License 1.1\n"))
	game, err := os.ReadFile(filepath.Join(pack, "game.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	writeFile(t, filepath.Join(pack, "game.yaml"), append(game, "\nfonts: {title: M PLUS 1p}\n"...)) // the line

	kit := filepath.Join(dir, "kit")
	said := kitpress(t, "build", "--catalog", pack, "--lang", "all", "-q", "-o", kit)
	if strings.Contains(said, "warning") {
		t.Errorf("there is something to complain of:\n%s", said)
	}
	for _, l := range langs {
		data, err := os.ReadFile(filepath.Join(kit, "dragons_dragons-sheets_"+l+"_a4.pdf"))
		if err != nil {
			t.Fatal(err)
		}
		if n := bytes.Count(data, []byte("/Subtype/Image")); n != 13 {
			t.Errorf("%s: %d pictures, not 13", l, n)
		}
	}
	writeFile(t, filepath.Join(pack, "game.yaml"), append(game, "\nfonts: {title: M PLUS 2}\n"...))
	code, _, stderr := run(t.Context(), nil, "check", "--catalog", pack)
	if code == 0 || !strings.Contains(stderr, `error: the game brings no font "M PLUS 2"`) || !strings.Contains(stderr, `"M PLUS 1p"`) {
		t.Errorf("a font that is not there: code %d, %s", code, stderr)
	}
}

// A table as people have it: 60 rows with commas, quotation marks, emoji,
// pictures and counts. Nothing is written by hand.
func TestATableOfSixtyRows(t *testing.T) {
	dir := t.TempDir()
	table := &strings.Builder{}
	table.WriteString("Name;Anzahl;Bild;Text\n")
	for i := range 60 {
		fmt.Fprintf(table, "\"Fuchs, der %d.\";%d;bilder/p%d.png;\"Sagt \"\"Hallo\"\", läuft 🦊 weg; zahlt 3 :coin:, 'ganz' schnell...\"\n", i+1, 1+i%3, i%5)
	}
	for i := range 5 {
		paint(t, filepath.Join(dir, "bilder", fmt.Sprintf("p%d.png", i)), i)
	}
	writeFile(t, filepath.Join(dir, "fuchs.csv"), []byte(table.String()))
	kitpress(t, "import", filepath.Join(dir, "fuchs.csv"), "-o", filepath.Join(dir, "fuchs"), "--lang", "de")
	said := kitpress(t, "build", "--catalog", filepath.Join(dir, "fuchs"), "-q", "-o", filepath.Join(dir, "kit"))
	if strings.Contains(said, "warning") {
		t.Errorf("there is something to complain of:\n%s", said)
	}
	if list := kitpress(t, "list", "components", "fuchs", "--catalog", filepath.Join(dir, "fuchs")); !strings.Contains(list, "120") {
		t.Errorf("not 120 cards of 60:\n%s", list)
	}
}

// The tutorial does what it says in every language: its tables are written, its
// commands typed.
func TestTheFirstDeck(t *testing.T) {
	for _, lang := range messages.Languages() {
		t.Run(lang, func(t *testing.T) {
			text := press.Manual("first-deck", lang)
			t.Chdir(t.TempDir())
			typed := 0
			parts := strings.Split(string(text), "```")
			for i := 1; i < len(parts); i += 2 {
				kind, body, _ := strings.Cut(parts[i], "\n")
				if kind == "csv" {
					before := strings.Split(parts[i-1], "`")
					writeFile(t, before[len(before)-2], []byte(body))
					continue
				}
				for line := range strings.Lines(body) {
					if args := strings.Fields(line); !strings.Contains(line, "--live") {
						typed++
						if said := kitpress(t, args[1:]...); strings.Contains(said, "warning") {
							t.Errorf("%s %s", line, said)
						}
					}
				}
			}
			if found, _ := filepath.Glob("pets-print/*.pdf"); typed != 5 || len(found) != 2 {
				t.Errorf("%d commands, %v", typed, found)
			}
			if said := kitpress(t, "help", "first-deck", "--ui-lang", lang); said != string(text) {
				t.Error("help prints another text")
			}
		})
	}
}
