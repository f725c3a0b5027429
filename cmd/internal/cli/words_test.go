package cli

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"kitpress/cmd/internal/cli/terminal"
	"kitpress/cmd/internal/press"
	"kitpress/i18n/messages"
)

// says lists the functions whose literals reach a user, by name: the places of
// the arguments that do, none for all of them. A format is one with its verbs.
var says = map[string][]int{
	"Errorf": {0, 1, 2}, "Warnf": {1, 2}, "New": {0}, "errorf": nil, "warnf": nil, "fail": nil, "refuse": nil, "Fault": nil, "fault": nil, "finding": nil,
	"Usage": nil, "OneOf": nil, "Guess": {2}, "Complain": nil, "Printf": {1}, "Between": nil, "Some": nil, "Say": nil,
	"Done": nil, "reject": nil, "problem": nil, "wrong": nil, "warn": nil, "add": nil, "fails": nil, "gap": {2}, "wrongType": nil, "lintf": nil, "append": nil, "guessed": nil, "say": nil, "sayf": nil, "note": nil, "guess": nil,
}

// sayings are the fields whose literals reach a user.
var sayings = map[string]bool{"Hint": true, "Message": true, "hint": true, "message": true, "Why": true, "Note": true}

// silent lists what never reaches the user of a terminal: helpers of tests,
// generators, and pages, which have words of their own.
var silent = regexp.MustCompile(`(^|/)(\w+test|testdata|outline|hyphenation|arch)$|^\.|^cmd/internal/(web|studio|live)$`)

// sourceTexts returns the texts in the source of the program that reach a user,
// as keys, and where each is.
func sourceTexts(t *testing.T) map[string]string {
	root := os.DirFS("../../..")
	texts := map[string]string{}
	err := fs.WalkDir(root, ".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && name != "." && silent.MatchString(name):
			return fs.SkipDir
		case d.IsDir() || path.Ext(name) != ".go" || strings.HasSuffix(name, "_test.go"):
			return nil
		}
		src, err := fs.ReadFile(root, name)
		if err != nil {
			return err
		}
		files := token.NewFileSet()
		f, err := parser.ParseFile(files, name, src, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		note := func(e ast.Expr) {
			for _, text := range textsOf(e) {
				for _, line := range strings.Split(text, "\n") {
					if line = strings.TrimSpace(line); isText(line) && texts[line] == "" {
						texts[line] = files.Position(e.Pos()).String()
					}
				}
			}
		}
		ast.Inspect(f, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.CallExpr:
				places, ok := says[nameOf(n.Fun)]
				if !ok {
					return true
				}
				for i, arg := range n.Args {
					if places == nil || slices.Contains(places, i) {
						note(arg)
					}
				}
			case *ast.AssignStmt:
				for i, to := range n.Lhs {
					if sayings[nameOf(to)] && i < len(n.Rhs) {
						note(n.Rhs[i])
					}
				}
			case *ast.CompositeLit:
				if name := nameOf(n.Type); strings.HasSuffix(name, "Error") || name == "problem" {
					for _, e := range n.Elts {
						note(e)
					}
				}
			case *ast.ReturnStmt:
				for _, result := range n.Results {
					note(result)
				}
			case *ast.KeyValueExpr:
				if sayings[nameOf(n.Key)] {
					note(n.Value)
				}
			}
			return true
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return texts
}

// nameOf returns the last part of what a name or a call says.
func nameOf(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.Ident:
		return e.Name
	case *ast.SelectorExpr:
		return e.Sel.Name
	}
	return ""
}

// textsOf returns what an expression says, %s for what is put in: literals,
// literals put together, and formats.
func textsOf(e ast.Expr) []string {
	switch e := e.(type) {
	case *ast.BasicLit:
		if s, err := strconv.Unquote(e.Value); err == nil && e.Kind == token.STRING {
			return []string{s}
		}
	case *ast.BinaryExpr:
		if e.Op != token.ADD {
			return nil
		}
		var out []string
		left, right := textsOf(e.X), textsOf(e.Y)
		if left == nil && right == nil {
			return nil
		}
		for _, l := range orHole(left) {
			for _, r := range orHole(right) {
				out = append(out, l+r)
			}
		}
		return out
	case *ast.CallExpr:
		if name := nameOf(e.Fun); (name == "Sprintf" || name == "Quote") && len(e.Args) > 0 {
			if name == "Quote" {
				return []string{"%q"}
			}
			return textsOf(e.Args[0])
		}
	case *ast.ParenExpr:
		return textsOf(e.X)
	}
	return nil
}

func orHole(texts []string) []string {
	if texts == nil {
		return []string{"%s"}
	}
	return texts
}

var (
	verbs = regexp.MustCompile(`%[-+# 0]*[\d*]*(?:\.\d+)?(?:\[\d+\])?[a-zA-Z%]`)
	word  = regexp.MustCompile(`\p{L}{2}`)
	// sentence says what a command does, and is not one.
	sentence = regexp.MustCompile(`^kitpress .*[a-z] (lists|names|shows|writes) `)
	noText   = regexp.MustCompile(`^(` + strings.Join([]string{
		`--?[\w-]+:?( [\w%.,=-]+)?`, `nplurals=.*`, `[\w./-]+`, `[a-z]+[A-Z]\w*`, // flags and names
		`kitpress( [a-z-]+| [\w-]+\.[a-z]+)+( %s| -[^ ]+( office| [\w.,-]+\d| [\w-]+\.csv)?| [A-Z\[(…|][^a-z ]*)*( > .*| \| .*)?`,
		`echo .*`, `source <.*`, `####? .*`, // commands of a shell
		`# yaml-language-server: .*`, `column: %s`, `optional: true`, // lines of files
		`<<.*`, `/[A-Z].*`, `\[%v/XYZ .*`, `0 obj`, `CMapName .*`, `matrix( %s)+`, // PDF and dumps
	}, "|") + `)$`)
)

// isText reports whether there is something to translate: words, and not only
// a name, a flag or a command.
func isText(s string) bool {
	rest := strings.TrimSpace(verbs.ReplaceAllString(s, ""))
	return word.MatchString(rest) && (!noText.MatchString(s) || sentence.MatchString(s)) && strings.Contains(s, " ")
}

// helpTexts returns the texts of all help, as keys, and which command has each.
func helpTexts() map[string]string {
	texts := map[string]string{}
	var look func(cmd *cobra.Command)
	look = func(cmd *cobra.Command) {
		heard := &hearing{texts: texts, cmd: cmd.CommandPath()}
		s := terminal.Streams{Out: new(bytes.Buffer), Err: new(bytes.Buffer), Say: heard.say}
		printHelp(cmd, s.Calm().Out)
		cmd.PersistentFlags().VisitAll(func(f *pflag.Flag) { heard.say(f.Usage) })
		for _, c := range cmd.Commands() {
			look(c)
		}
	}
	root := newRootCommand(terminal.Streams{Out: new(bytes.Buffer), Err: new(bytes.Buffer), Env: func(string) string { return "" }})
	root.InitDefaultCompletionCmd()
	look(root)
	return texts
}

// A hearing notes what is said.
type hearing struct {
	texts map[string]string
	cmd   string
}

func (h *hearing) say(text string) string {
	if word.MatchString(text) && !noText.MatchString(text) && !strings.HasSuffix(text, "[flags]") {
		h.texts[text] = h.cmd
	}
	return text
}

// said returns the keys of the file of a language.
func said(t *testing.T, lang string) map[string]bool {
	data, err := os.ReadFile("../../../i18n/messages/said/" + lang + ".yaml")
	if err != nil {
		t.Fatal(err)
	}
	keys := map[string]bool{}
	for _, m := range regexp.MustCompile(`(?m)^  ("(?:[^"\\]|\\.)*"): `).FindAllStringSubmatch(string(data), -1) {
		key, err := strconv.Unquote(m[1])
		if err != nil {
			t.Fatal(err)
		}
		keys[key] = true
	}
	return keys
}

// Everything the program says to its user is said in all languages.
func TestNothingIsSaidInEnglishAlone(t *testing.T) {
	texts, help := sourceTexts(t), helpTexts()
	maps.Copy(texts, help)
	for _, lang := range messages.Languages() {
		if lang == "en" {
			continue
		}
		m, problems := messages.In(lang)
		if problems.HasErrors() {
			t.Fatal(problems.Err())
		}
		has := said(t, lang)
		for _, text := range slices.Sorted(maps.Keys(texts)) {
			if _, ok := help[text]; !has[text] && (!ok || m.Say(text) == text) {
				t.Errorf("%s: %q is not in i18n/messages/said/%s.yaml", texts[text], text, lang)
			}
		}
	}
}

// What looks, themes, sheets and stocks are is said in all languages.
func TestListsAreSaid(t *testing.T) {
	sheets, err := press.Layouts(nil)
	if err != nil {
		t.Fatal(err)
	}
	stocks, err := press.Stocks(nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, lang := range messages.Languages() {
		if _, out, _ := run(t.Context(), nil, "list", "themes", "--ui-lang", lang); strings.Count(out, "\n") != len(press.Themes())+1 {
			t.Errorf("%s: list themes prints %q", lang, out)
		}
		m, _ := messages.In(lang)
		for _, x := range slices.Concat(press.Looks(), press.Themes(), sheets, stocks) {
			if x.About != "" && lang != "en" && m.Say(x.About) == x.About {
				t.Errorf("%s: %q is not said: %q", lang, x.Name, x.About)
			}
		}
	}
}
