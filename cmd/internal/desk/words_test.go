package desk

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"kitpress/i18n"
)

// A refusal is one place in the sources that refuses something.
type refusal struct {
	pos  string
	id   string
	args []string // their names
}

// refusals returns every call of Refuse in the referee and in the rules.
func refusals(t *testing.T) []refusal {
	t.Helper()
	var files []string
	for _, pattern := range []string{"../../../quiz/referee/*.go", "../../../quiz/rules/*/*.go"} {
		list, err := filepath.Glob(pattern)
		if err != nil || len(list) == 0 {
			t.Fatalf("%s: %d files, %v", pattern, len(list), err)
		}
		files = append(files, list...)
	}
	var found []refusal
	set := token.NewFileSet()
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(set, name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if call, ok := n.(*ast.CallExpr); ok && isRefuse(call.Fun) {
				found = append(found, read(t, set.Position(call.Pos()).String(), call.Args))
			}
			return true
		})
	}
	return found
}

func isRefuse(f ast.Expr) bool {
	switch f := f.(type) {
	case *ast.Ident:
		return f.Name == "Refuse"
	case *ast.SelectorExpr:
		return f.Sel.Name == "Refuse"
	}
	return false
}

func read(t *testing.T, pos string, args []ast.Expr) refusal {
	t.Helper()
	r := refusal{pos: pos}
	word := func(e ast.Expr) string {
		lit, ok := e.(*ast.BasicLit)
		if !ok {
			t.Errorf("%s: say the message and the names of its arguments as they are, so that they can be checked", pos)
			return ""
		}
		s, _ := strconv.Unquote(lit.Value)
		return s
	}
	if len(args) < 2 || len(args)%2 != 0 {
		t.Fatalf("%s: arguments are names and values in turn", pos)
	}
	r.id = "referee." + word(args[1])
	for i := 2; i < len(args); i += 2 {
		r.args = append(r.args, word(args[i]))
	}
	return r
}

// Every refusal can be said in every language, with the arguments it gives.
func TestEveryRefusalHasWords(t *testing.T) {
	all := refusals(t)
	if len(all) < 150 {
		t.Fatalf("only %d refusals were found", len(all))
	}
	for _, lang := range i18n.Languages() {
		words, problems := i18n.WordsIn(lang)
		if err := problems.Err(); err != nil {
			t.Fatal(err)
		}
		for _, r := range all {
			var args []any
			for _, name := range r.args {
				args = append(args, name, "x")
			}
			switch text := words.Word(r.id, args...); {
			case !words.Has(r.id):
				t.Errorf("%s: %s has no words for %s (i18n/locales/%s.yaml)", r.pos, lang, r.id, lang)
			case strings.HasPrefix(text, "‹"):
				t.Errorf("%s: the words for %s in %s name an argument that this refusal does not give; it gives %v", r.pos, r.id, lang, r.args)
			}
		}
	}
}
