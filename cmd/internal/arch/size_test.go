package arch

import (
	"go/ast"
	"testing"
)

const (
	maxPackageFiles = 16
	maxMethods      = 40
)

// larger are the packages, by their files, and the types, by their methods,
// that are larger than that today. The numbers here only ever fall, and none
// is added: what grows is cut, by meaning.
var larger = map[string]int{
	"layout":               33,
	"output/pdf":           19,
	"quiz/rules/placement": 17,

	"layout.scratch": 53,
}

// receiver returns the name of the type a method belongs to.
func receiver(t ast.Expr) string {
	switch t := t.(type) {
	case *ast.StarExpr:
		return receiver(t.X)
	case *ast.IndexExpr:
		return receiver(t.X)
	case *ast.IndexListExpr:
		return receiver(t.X)
	case *ast.Ident:
		return t.Name
	}
	return ""
}

func TestPackagesAndTypesStaySmall(t *testing.T) {
	files, methods := map[string]int{}, map[string]int{}
	for _, f := range goFiles(t) {
		if f.test {
			continue
		}
		files[f.pkg]++
		for of, n := range f.methods {
			methods[f.pkg+"."+of] += n
		}
	}
	check := func(sizes map[string]int, most int, what string) {
		for name, n := range sizes {
			if limit := max(most, larger[name]); n > limit {
				t.Errorf("%s has %d %s, more than %d: cut it by meaning", name, n, what, limit)
			}
		}
	}
	check(files, maxPackageFiles, "files")
	check(methods, maxMethods, "methods")
}
