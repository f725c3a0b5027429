package cli

import (
	"crypto/sha256"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"kitpress/cmd/internal/cli/terminal"
)

// Whoever is at the terminal is answered in their language; machines, and names
// of flags and files, know none.
func TestSpeaksTheLanguageOfItsUser(t *testing.T) {
	for _, tc := range []struct {
		env        map[string]string
		args, want string // the arguments, and the beginning of what is said
		code       int
	}{
		{nil, "buidl", "kitpress: unknown command \"buidl\"\n  hint: did you mean \"build\"?\n", 2},
		{map[string]string{"LANG": "de_AT.UTF-8"}, "buidl", "kitpress: unbekannter Befehl „buidl“\n  Tipp: war „build“ gemeint?\n", 2},
		{map[string]string{"LANG": "de_CH.UTF-8"}, "buidl", "kitpress: unbekannter Befehl «buidl»\n", 2},
		{map[string]string{"LC_ALL": "fr_FR.UTF-8", "LANG": "de"}, "buidl", "kitpress: commande inconnue «\u202fbuidl\u202f»\n", 2},
		{map[string]string{"LANG": "pt_BR.UTF-8"}, "buidl", "kitpress: unknown command", 2},
		{map[string]string{"LANG": "de"}, "--ui-lang JA buidl", "kitpress: 不明なコマンド「buidl」\n", 2},
		{map[string]string{"LANG": "ja_JP.UTF-8"}, "buidl --ui-lang=it", "kitpress: comando sconosciuto «buidl»\n", 2},
		{map[string]string{"LANG": "it"}, "--ui-lang xx version", "kitpress: kitpress non parla «xx»\n  suggerimento: noti: de, en, fr, it, ja\n", 2},
		{nil, "--color always version", "kitpress: --color: unknown value \"always\"\n", 2},
		{map[string]string{"LANG": "de"}, "merge --dry-run a", "kitpress: a ist kein Kit: Es fehlt manifest.json, worin steht, wie seine Dateien gebaut wurden\n", 1},
		{map[string]string{"LANG": "de"}, "verify nowhere", "kitpress: nowhere lässt sich nicht ansehen: gibt es nicht\n", 1},
	} {
		code, stdout, stderr := run(t.Context(), tc.env, strings.Fields(tc.args)...)
		if code != tc.code || !strings.HasPrefix(stderr, tc.want) || stdout != "" {
			t.Errorf("%v %s: code %d, %q%q\nwant %q", tc.env, tc.args, code, stdout, stderr, tc.want)
		}
	}
	_, english, _ := run(t.Context(), nil, "buidl", "--json")
	if _, german, _ := run(t.Context(), map[string]string{"LANG": "de"}, "buidl", "--json"); german != english || english == "" {
		t.Errorf("JSON is %q, and %q in German", english, german)
	}
}

// Values with a list of what they may be, and languages, may be written in any
// case, alone or behind commas.
func TestValuesInAnyCase(t *testing.T) {
	dir := t.TempDir()
	code, stdout, stderr := run(t.Context(), nil, "build", "cyber-survival", "--lang", "DE,de-ch", "--paper", "A4", "--sides", "Duplex-Long", "--only", "rulebook", "--dry-run", "-q", "-o", filepath.Join(dir, "kit"))
	if code != 0 || !strings.Contains(stdout, "de de-CH · a4 · duplex-long") || !strings.HasSuffix(stderr, "a dry run: nothing was written\n") {
		t.Errorf("code %d\n%s%s", code, stdout, stderr)
	}
	if left, _ := os.ReadDir(dir); len(left) > 0 {
		t.Errorf("a dry run left %v", left)
	}
}

// A dry run of new lists what new writes.
func TestDryRunOfNew(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "my-game")
	_, would, _ := run(t.Context(), nil, "new", dir, "--dry-run")
	if _, err := os.Stat(dir); err == nil {
		t.Error("it was written")
	}
	if _, did, _ := run(t.Context(), nil, "new", dir); did != would || did == "" {
		t.Errorf("it would write\n%sand writes\n%s", would, did)
	}
}

// A dry run says what the command itself says, and leaves every file as it was.
func TestDryRuns(t *testing.T) {
	dir := t.TempDir()
	game, topics := filepath.Join(dir, "my-game"), filepath.Join(dir, "topics")
	if code, _, stderr := run(t.Context(), nil, "new", game); code != 0 {
		t.Fatal(stderr)
	}
	if err := os.CopyFS(filepath.Join(topics, "topics"), os.DirFS("../../../catalog/topics")); err != nil {
		t.Fatal(err)
	}
	stale := filepath.Join(topics, "topics/explanations/fr/phishing.yaml")
	data, err := os.ReadFile(stale)
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		stale:                        regexp.MustCompile(`"[0-9a-f]{8}"`).ReplaceAllString(string(data), `"00000000"`),
		filepath.Join(dir, "e.yaml"): "format: 1\ntitle: Fest\nlang: en\naddress: http://192.168.4.10:8080\nsecret: abcdefghijklmnop\nrounds: 1\ntables: [{number: 1, game: online, lang: en}]\n",
	} {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	files := func() string {
		var list strings.Builder
		err := fs.WalkDir(os.DirFS(dir), ".", func(name string, _ fs.DirEntry, err error) error {
			data, _ := os.ReadFile(filepath.Join(dir, name)) // none of a folder
			fmt.Fprintf(&list, "%s %x\n", name, sha256.Sum256(data))
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		return list.String()
	}
	for _, command := range []string{
		"preview cyber-survival phishing --lang de --dpi 72 -o " + filepath.Join(dir, "pictures"),
		"quiz sheet --lang de -n 2 --seed 1 --only teachers-key -o " + filepath.Join(dir, "handouts"),
		"event build " + filepath.Join(dir, "e.yaml") + " --only table-cards -q -o " + filepath.Join(dir, "event"),
		"translate my-game fr --catalog " + game,
		"translate words ar --catalog " + game,
		"translate topics fr --stamp phishing --catalog " + topics,
	} {
		before := files()
		code, would, said := run(t.Context(), nil, append(strings.Fields(command), "--dry-run")...)
		if code != 0 || !strings.HasSuffix(said, "a dry run: nothing was written\n") {
			t.Errorf("%s: code %d\n%s%s", command, code, would, said)
		}
		if after := files(); after != before {
			t.Errorf("%s: a dry run wrote\n%s\nbefore\n%s", command, after, before)
		}
		code, did, said := run(t.Context(), nil, strings.Fields(command)...)
		if code != 0 || !strings.HasSuffix(would, did) || did == "" || files() == before {
			t.Errorf("%s: code %d, it would say\n%s\nand says\n%s%s", command, code, would, did, said)
		}
	}
}

// Colour is for terminals whose users want it.
func TestColour(t *testing.T) {
	for _, tc := range []struct {
		s    terminal.Streams
		want bool
	}{
		{terminal.Streams{Columns: 80}, true},
		{terminal.Streams{Columns: 80, Plain: true}, false},
		{terminal.Streams{}, false},
	} {
		tc.s.Env = func(string) string { return "" }
		if tc.s.Colour() != tc.want {
			t.Errorf("%+v: %v", tc.s, !tc.want)
		}
	}
	s := terminal.Streams{Out: io.Discard, Err: new(strings.Builder), Columns: 80, Env: func(string) string { return "" }}
	Run(t.Context(), []string{"--color", "never", "buidl"}, s)
	if said := s.Err.(*strings.Builder).String(); strings.Contains(said, "\x1b") {
		t.Errorf("%q", said)
	}
}

// A man page says what help says, and man takes none of it for a command.
func TestManPages(t *testing.T) {
	dir := t.TempDir()
	code, stdout, stderr := run(t.Context(), map[string]string{"LANG": "de"}, "help", "--man", dir)
	if code != 0 {
		t.Fatalf("code %d: %s", code, stderr)
	}
	page, err := os.ReadFile(filepath.Join(dir, "kitpress-quiz-ask.1"))
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range []string{".TH KITPRESS-QUIZ-ASK 1 \"\" \"kitpress ", "kitpress\\-quiz\\-ask \\- Fragen am Terminal stellen", ".B \\-\\-players Namen\n", "0 fertig · "} {
		if !strings.Contains(string(page), part) {
			t.Errorf("%q is not in\n%s", part, page)
		}
	}
	for line := range strings.Lines(string(page)) {
		if strings.HasPrefix(line, ".") && !strings.Contains(" TH SH PP TP B nf fi ", " "+strings.Fields(line[1:])[0]+" ") {
			t.Errorf("man would take this for a command: %s", line)
		}
	}
	if n := strings.Count(stdout, "\n"); n < 40 {
		t.Errorf("%d pages", n)
	}
}
