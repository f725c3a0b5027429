package arch

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
)

const (
	maxFileLines = 400
	maxMainLines = 15
	root         = "../../.." // of the module, from this folder
)

// A goFile is what these tests look at in one Go file.
type goFile struct {
	path     string // relative to the module, slash separated
	pkg      string // its folder, "catalog/source"
	test     bool
	lines    int
	doc      bool // has a package comment
	imports  []string
	calls    []string // "time.Now": selectors on imported packages
	inits    int
	methods  map[string]int // by the type they belong to
	literals []string       // every string literal
	compared []string       // those compared with == or !=, listed in a case, in brackets, or looked up in a game
}

// lookups are the methods that find something in a game.
var lookups = []string{"Deck", "Set", "Item", "Card", "Component", "Rule", "Edition"}

var readFiles = sync.OnceValues(func() ([]goFile, error) {
	var files []goFile
	err := fs.WalkDir(os.DirFS(root), ".", func(p string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			if p != "." && (strings.HasPrefix(d.Name(), ".") || d.Name() == "testdata") {
				return fs.SkipDir
			}
			return nil
		}
		if path.Ext(p) != ".go" {
			return nil
		}
		f, err := readGoFile(p)
		if err == nil {
			files = append(files, f)
		}
		return err
	})
	return files, err
})

func goFiles(t *testing.T) []goFile {
	t.Helper()
	files, err := readFiles()
	if err != nil {
		t.Fatal(err)
	}
	if len(files) < 10 {
		t.Fatalf("only %d Go files found below %s", len(files), root)
	}
	return files
}

func readGoFile(p string) (goFile, error) {
	f := goFile{path: p, pkg: path.Dir(p), test: strings.HasSuffix(p, "_test.go"), methods: map[string]int{}}
	src, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(p)))
	if err != nil {
		return f, err
	}
	f.lines = strings.Count(string(src), "\n")
	tree, err := parser.ParseFile(token.NewFileSet(), p, src, parser.ParseComments)
	if err != nil {
		return f, err
	}
	f.doc = tree.Doc != nil
	for _, imp := range tree.Imports {
		name, _ := strconv.Unquote(imp.Path.Value)
		f.imports = append(f.imports, name)
	}
	ast.Inspect(tree, func(n ast.Node) bool { f.visit(n); return true })
	return f, nil
}

func (f *goFile) visit(n ast.Node) {
	switch n := n.(type) {
	case *ast.FuncDecl:
		if n.Name.Name == "init" && n.Recv == nil {
			f.inits++
		}
		if n.Recv != nil {
			f.methods[receiver(n.Recv.List[0].Type)]++
		}
	case *ast.SelectorExpr:
		if x, ok := n.X.(*ast.Ident); ok {
			f.calls = append(f.calls, x.Name+"."+n.Sel.Name)
		}
	case *ast.BinaryExpr:
		if n.Op == token.EQL || n.Op == token.NEQ {
			f.compare(n.X, n.Y)
		}
	case *ast.CaseClause:
		f.compare(n.List...)
	case *ast.IndexExpr:
		f.compare(n.Index)
	case *ast.CallExpr:
		if x, ok := n.Fun.(*ast.SelectorExpr); ok && slices.Contains(lookups, x.Sel.Name) {
			f.compare(n.Args...)
		}
	case *ast.BasicLit:
		if s, err := strconv.Unquote(n.Value); err == nil && n.Kind == token.STRING {
			f.literals = append(f.literals, s)
		}
	}
}

func (f *goFile) compare(exprs ...ast.Expr) {
	for _, e := range exprs {
		if lit, ok := e.(*ast.BasicLit); ok && lit.Kind == token.STRING {
			s, _ := strconv.Unquote(lit.Value)
			f.compared = append(f.compared, s)
		}
	}
}

func TestEveryPackageSaysWhatItIs(t *testing.T) {
	documented := map[string]bool{}
	for _, f := range goFiles(t) {
		if !f.test {
			documented[f.pkg] = documented[f.pkg] || f.doc
		}
	}
	for pkg, ok := range documented {
		if !ok {
			t.Errorf("%s has no package comment: say in doc.go what goes in, what comes out and what it must not know", pkg)
		}
	}
}

func TestFilesStayShort(t *testing.T) {
	for _, f := range goFiles(t) {
		limit := maxFileLines
		if f.path == "cmd/kitpress/main.go" {
			limit = maxMainLines
		}
		if f.lines > limit {
			t.Errorf("%s has %d lines, more than %d: split it by concern", f.path, f.lines, limit)
		}
	}
}

func TestNoInitFunctions(t *testing.T) {
	for _, f := range goFiles(t) {
		if f.inits > 0 {
			t.Errorf("%s has an init function: start-up order must stay readable", f.path)
		}
	}
}

// Only main exits, so that everything else can be called by a test.
func TestOnlyMainExits(t *testing.T) {
	for _, f := range goFiles(t) {
		if !f.test && f.pkg != "cmd/kitpress" && slices.Contains(f.calls, "os.Exit") {
			t.Errorf("%s calls os.Exit: return an error or an exit code instead", f.path)
		}
	}
}

var (
	inBackticks = regexp.MustCompile("`([^`]+)`")
	placeholder = regexp.MustCompile(`<[^>]+>`)
)

// README's tables say where things are; each path they name must be there.
func TestReadmeNamesPathsThatExist(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(root, "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	tops := []string{"cmd/", "catalog/", "i18n/", "layout/", "output/", "quiz/", ".ci/"}
	for n, line := range strings.Split(string(text), "\n") {
		if !strings.HasPrefix(strings.TrimSpace(line), "|") {
			continue
		}
		for _, m := range inBackticks.FindAllStringSubmatch(line, -1) {
			p := m[1]
			if strings.Contains(p, " ") || !slices.ContainsFunc(tops, func(top string) bool { return strings.HasPrefix(p, top) }) {
				continue
			}
			glob := placeholder.ReplaceAllString(strings.TrimSuffix(p, "/"), "*")
			found, err := filepath.Glob(filepath.Join(root, filepath.FromSlash(glob)))
			if err != nil || len(found) == 0 {
				t.Errorf("README.md:%d: %q does not exist", n+1, p)
			}
		}
	}
}
