package arch

import (
	"path"
	"slices"
	"strings"
	"testing"
)

// module is the name in go.mod; import paths below it are the house's own.
const module = "kitpress"

// mayImport is the one table of import directions. A package may import what
// stands behind it and nothing else of this module; a package that is not
// listed fails the test, so a new room needs a line here.
var mayImport = map[string][]string{
	"catalog/source":         {},
	"catalog":                {"catalog/source"},
	"catalog/form":           {"catalog", "catalog/source"},
	"catalog/library":        {"catalog", "catalog/form", "catalog/source"},
	"catalog/load":           {"catalog", "catalog/form", "catalog/library", "catalog/source", "catalog/spreadsheet"},
	"catalog/source/outline": {"catalog/source"}, // a generator: go generate ./catalog
	"i18n":                   {"catalog", "catalog/source"},
	"i18n/exchange":          {"catalog/source"},
	"i18n/messages":          {"catalog/source", "i18n"},
	"i18n/hyphenation":       {}, // a generator: go generate ./i18n
	"layout":                 {"catalog", "catalog/source", "i18n", "layout/phrase", "layout/shape", "layout/srgb"},
	"layout/shape":           {},
	"layout/srgb":            {},
	"layout/svg":             {"layout"},
	"layout/mirror":          {"layout"},
	"layout/phrase":          {},
	"layout/proof":           {"catalog/source", "layout"},
	"layout/compose/expr":    {"catalog/source"},
	"layout/compose/theme":   {"catalog/source", "layout"},
	"layout/compose":         {"catalog", "catalog/form", "catalog/source", "i18n", "layout", "layout/compose/*", "layout/mirror", "layout/svg"},
	"layout/flow":            {"catalog", "catalog/source", "i18n", "layout", "layout/compose", "layout/compose/theme", "layout/mirror"},
	"layout/sheet":           {"catalog/source", "i18n", "layout"},
	"output/check":           {"catalog/source", "layout", "layout/shape"},
	"output/icc":             {},
	"output/cut":             {"layout"},
	"output/pdf":             {"catalog/source", "layout", "layout/shape", "output/check", "output/icc"},
	"output/png":             {"layout", "layout/shape", "output/check"},
	"output/svg":             {"layout", "layout/shape", "output/check"},
	"output/site":            {},
	"output/scan":            {"layout"}, // its tests draw codes
	"output":                 {"catalog/source", "layout", "output/*"},
	"quiz/language":          {"catalog/source"},
	"quiz":                   {"catalog", "catalog/source", "quiz/language"},
	"quiz/match":             {"catalog", "catalog/source", "quiz", "quiz/language"},
	"quiz/referee":           {"catalog", "catalog/source", "quiz"},
	"quiz/answers":           {"catalog", "catalog/source", "quiz", "quiz/language", "quiz/match", "catalog/spreadsheet"},
	"quiz/exchange":          {"catalog", "catalog/source", "quiz", "quiz/language", "quiz/match", "catalog/spreadsheet"}, // catalog: its tests take the shipped questions
	"catalog/spreadsheet":    {"catalog/source"},
	"quiz/store":             {"quiz/referee"},
	"quiz/simulate":          {"catalog", "catalog/source", "quiz/referee"},
	"quiz/rules":             {"catalog", "quiz/referee", "quiz/rules/*", "quiz/simulate"},
	"quiz/rules/*":           {"catalog", "catalog/source", "quiz", "quiz/referee", "quiz/simulate"},

	"cmd/internal/arch":          {},
	"cmd/internal/press":         {"catalog", "catalog/load", "catalog/source", "i18n", "layout", "layout/*", "layout/compose/theme", "output"},
	"cmd/internal/kit/publish":   {},
	"cmd/internal/kit/manifest":  {"cmd/internal/kit/publish", "cmd/internal/press"},
	"cmd/internal/kit/pages":     {"catalog", "catalog/library", "catalog/load", "catalog/source", "i18n", "layout", "layout/compose", "layout/flow", "output/site", "output/svg", "cmd/internal/press"},
	"cmd/internal/kit/vendor":    {"catalog", "catalog/source", "layout", "layout/sheet", "output", "output/png", "cmd/internal/press", "cmd/internal/kit/manifest", "cmd/internal/kit/publish"},
	"cmd/internal/kit/verify":    {"catalog", "catalog/load", "catalog/source", "layout", "output", "output/png", "output/scan", "cmd/internal/press", "cmd/internal/kit/manifest", "cmd/internal/kit/publish"},
	"cmd/internal/kit/schemas":   {"cmd/internal/kit/publish"},
	"cmd/internal/kit/tree":      {},
	"cmd/internal/kit/fromtable": {"cmd/internal/kit/schemas", "cmd/internal/kit/tree", "catalog", "catalog/form", "catalog/load", "catalog/source", "catalog/spreadsheet", "i18n", "cmd/internal/kit/publish", "cmd/internal/press"},
	"cmd/internal/kit":           {"catalog", "catalog/form", "catalog/source", "layout", "layout/*", "output", "output/png", "output/scan", "output/site", "output/svg", "cmd/internal/press", "cmd/internal/kit/*"},
	"cmd/internal/cli":           {"catalog/source", "cmd/internal/cli/*", "cmd/internal/kit/publish", "cmd/internal/press"},
	"cmd/internal/cli/terminal":  {"catalog/source", "i18n", "i18n/messages", "cmd/internal/kit/publish", "cmd/internal/press"},
	"cmd/internal/cli/command":   {"catalog", "catalog/load", "catalog/source", "i18n/messages", "layout", "cmd/internal/press", "cmd/internal/cli/terminal"},
	"cmd/internal/cli/kits":      {"catalog/source", "catalog/spreadsheet", "cmd/internal/event", "cmd/internal/kit", "cmd/internal/kit/publish", "cmd/internal/kit/vendor", "cmd/internal/kit/verify", "cmd/internal/press", "cmd/internal/cli/command", "cmd/internal/cli/terminal", "layout", "layout/compose"},
	"cmd/internal/cli/games": {"catalog", "catalog/form", "catalog/library", "catalog/load", "catalog/source", "i18n", "i18n/exchange", "layout", "quiz", "quiz/match", "cmd/internal/kit", "cmd/internal/kit/fromtable", "cmd/internal/kit/schemas", "cmd/internal/kit/pages", "cmd/internal/kit/publish", "cmd/internal/links", "cmd/internal/press", "cmd/internal/kit/tree",
		"cmd/internal/cli/command", "cmd/internal/cli/terminal"},
	"cmd/internal/cli/quizzes": {"catalog", "catalog/library", "catalog/source", "i18n", "quiz", "quiz/language", "quiz/match", "quiz/answers", "quiz/exchange", "catalog/spreadsheet", "cmd/internal/handout", "cmd/internal/web", "cmd/internal/kit/publish", "cmd/internal/press",
		"cmd/internal/cli/command", "cmd/internal/cli/kits", "cmd/internal/cli/terminal"},
	"cmd/internal/cli/referees": {"catalog", "catalog/source", "i18n", "quiz", "quiz/referee", "catalog/spreadsheet", "quiz/store", "cmd/internal/desk", "cmd/internal/lobby", "cmd/internal/handout", "cmd/internal/web",
		"cmd/internal/kit/publish", "cmd/internal/press", "cmd/internal/cli/command", "cmd/internal/cli/kits", "cmd/internal/cli/terminal"},
	"cmd/internal/cli/simulations": {"catalog", "i18n", "quiz/referee", "quiz/rules", "quiz/simulate", "cmd/internal/desk", "cmd/internal/press",
		"cmd/internal/cli/command", "cmd/internal/cli/referees", "cmd/internal/cli/terminal"},
	"cmd/internal/cli/server": {"cmd/internal/contest", "quiz/referee", "catalog/spreadsheet", "cmd/internal/event", "catalog", "catalog/source", "layout", "quiz/store", "cmd/internal/desk", "cmd/internal/lobby", "cmd/internal/kit", "cmd/internal/kit/pages", "cmd/internal/press", "cmd/internal/web",
		"cmd/internal/cli/command", "cmd/internal/cli/kits", "cmd/internal/studio", "cmd/internal/cli/referees", "cmd/internal/cli/terminal"},
	"cmd/internal/desk":    {"catalog", "catalog/load", "catalog/source", "i18n", "quiz", "quiz/referee", "quiz/rules", "quiz/store"},
	"cmd/internal/contest": {"catalog", "quiz/referee", "quiz/store", "cmd/internal/desk", "cmd/internal/event", "cmd/internal/lobby"}, // catalog, desk: its tests play
	"cmd/internal/lobby":   {"catalog", "quiz/referee", "quiz/store", "cmd/internal/desk"},
	"cmd/internal/handout": {"catalog", "i18n", "layout", "layout/flow", "quiz", "quiz/answers", "quiz/language", "quiz/match", "quiz/referee", "cmd/internal/desk", "cmd/internal/press", "cmd/internal/kit"}, // kit: its tests print,
	"cmd/internal/links":   {},
	"cmd/internal/web":     {"catalog", "catalog/library", "i18n", "layout", "layout/compose", "output/site", "quiz", "quiz/language", "quiz/match", "quiz/referee", "catalog/spreadsheet", "quiz/store", "cmd/internal/kit/pages", "cmd/internal/press", "cmd/internal/desk", "cmd/internal/lobby", "cmd/internal/live", "cmd/internal/contest", "cmd/internal/handout", "cmd/internal/web/*"},
	"cmd/kitpress":         {"cmd/internal/cli"},

	"cmd/internal/studio":          {"catalog", "catalog/library", "catalog/load", "quiz", "catalog/source", "i18n", "layout", "layout/sheet", "output", "output/svg", "i18n/messages", "cmd/internal/event", "cmd/internal/handout", "cmd/internal/kit", "cmd/internal/press", "cmd/internal/studio/events", "cmd/internal/studio/own", "cmd/internal/studio/shelf", "cmd/internal/web", "cmd/internal/web/drawn"},
	"cmd/internal/studio/own":      {"catalog", "catalog/form", "catalog/library", "catalog/load", "catalog/source", "catalog/spreadsheet", "i18n", "layout", "output", "output/svg", "quiz", "quiz/exchange", "quiz/match", "cmd/internal/kit/fromtable", "cmd/internal/kit/schemas", "cmd/internal/kit/tree", "cmd/internal/press", "cmd/internal/studio/shelf", "cmd/internal/studio/yamledit"},
	"cmd/internal/studio/events":   {"catalog", "catalog/source", "catalog/spreadsheet", "cmd/internal/event", "cmd/internal/kit/tree", "cmd/internal/studio/shelf", "cmd/internal/studio/yamledit", "i18n"},
	"cmd/internal/studio/shelf":    {"catalog/form", "i18n", "cmd/internal/kit/publish", "cmd/internal/kit/tree", "cmd/internal/studio/yamledit"},
	"cmd/internal/studio/yamledit": {"catalog/source"},
	"cmd/internal/live":            {"quiz", "quiz/match"},
	"cmd/internal/event":           {"catalog", "catalog/load", "catalog/source", "cmd/internal/handout", "cmd/internal/press", "i18n", "layout", "layout/compose", "layout/flow"},
	"cmd/internal/web/lesson":      {"catalog", "catalog/load", "cmd/internal/press", "i18n"},
	"cmd/internal/web/drawn":       {"catalog", "catalog/load", "i18n", "layout", "output/svg", "cmd/internal/press"},
	"cmd/internal/web/paper":       {"catalog/source", "cmd/internal/press", "output"},
	"cmd/internal/web/asked":       {"i18n", "quiz", "quiz/language", "quiz/match"},
}

// forTests are helpers that only tests may import, beside what their package
// may; the value is what the helper itself may import.
var forTests = map[string][]string{
	"catalog/catalogtest":      {"catalog", "catalog/source"},
	"layout/layouttest":        {"catalog", "catalog/source", "i18n", "layout"},
	"output/outputtest":        {"catalog/source", "layout", "output/scan"},
	"output/site/sitetest":     {},
	"cmd/internal/kit/kittest": {},
	"quiz/referee/refereetest": {"catalog", "catalog/load", "quiz/referee"},
	"quiz/store/storetest":     {"quiz", "quiz/referee", "quiz/store"},
}

// owners says which packages may import a third-party package, by the
// longest prefix of the import path that is listed.
var owners = map[string][]string{
	"github.com/go-pdf/fpdf":           {"output/pdf"},
	"github.com/skip2/go-qrcode":       {"layout"},
	"github.com/klauspost/compress":    {"output/pdf"},
	"github.com/nicksnyder/go-i18n/v2": {"i18n"},
	"github.com/spf13/cobra":           {"cmd/internal/cli", "cmd/internal/cli/*"},
	"github.com/spf13/pflag":           {"cmd/internal/cli", "cmd/internal/cli/command", "cmd/internal/cli/kits"},
	"go.yaml.in/yaml/v4":               {"catalog/source"},
	"github.com/go-text/typesetting":   {"layout/shape"},
	"github.com/rivo/uniseg":           {"layout"},
	"golang.org/x/image":               {"output/png", "layout", "layout/svg"},
	"golang.org/x/text":                {"catalog/form", "catalog/source", "i18n", "layout", "layout/shape", "quiz/language", "quiz/exchange", "catalog/spreadsheet"},
	"golang.org/x/net":                 {"output/site/sitetest"},
	"golang.org/x/net/idna":            {"catalog/form"},
	"modernc.org/sqlite":               {"quiz/store"},
	"github.com/jackc/pgx/v5":          {"quiz/store"},
	"golang.org/x/term":                {"cmd/internal/cli/terminal"},
	"golang.org/x/sys":                 {"cmd/internal/kit/publish"},
	"github.com/rogpeppe/go-internal":  {},
	"github.com/xuri/excelize/v2":      {},
	"github.com/makiuchi-d/gozxing":    {"output/scan"},

	"github.com/inconshreveable/mousetrap":     {"cmd/internal/cli/terminal"},
	"github.com/santhosh-tekuri/jsonschema/v6": {},
}

// testOnly third-party packages may be imported by any test and by no code.
var testOnly = []string{"github.com/rogpeppe/go-internal", "github.com/xuri/excelize/v2", "github.com/santhosh-tekuri/jsonschema/v6", "golang.org/x/image", "golang.org/x/text", "go.yaml.in/yaml/v4"}

func TestImportsGoOneWay(t *testing.T) {
	for _, f := range goFiles(t) {
		allowed, known := edges(f.pkg)
		helper := false
		if !known {
			allowed, helper = forTests[f.pkg]
			if !helper {
				t.Errorf("%s: package %s is not in the table of import directions (cmd/internal/arch/imports_test.go)", f.path, f.pkg)
				continue
			}
		}
		for _, imp := range f.imports {
			to, own := strings.CutPrefix(imp, module+"/")
			if !own || to == f.pkg {
				continue
			}
			if matchAny(allowed, to) || f.test && mayTestImport(f.pkg, to) {
				continue
			}
			t.Errorf("%s: %s may not import %s: imports go one way (design.md section 1)", f.path, f.pkg, to)
		}
	}
}

// The referee has no part in printing, not even through others.
func TestTheRefereeKnowsNoTypesetter(t *testing.T) {
	imports := map[string][]string{}
	for _, f := range goFiles(t) {
		if !f.test {
			imports[f.pkg] = append(imports[f.pkg], f.imports...)
		}
	}
	for _, pkg := range []string{"quiz/referee", "quiz/rules", "quiz/store", "cmd/internal/desk", "cmd/internal/lobby"} {
		if len(imports[pkg]) == 0 {
			t.Errorf("there is no package %s", pkg)
		}
		reached := map[string]bool{pkg: true}
		for queue := []string{pkg}; len(queue) > 0; queue = queue[1:] {
			for _, imp := range imports[queue[0]] {
				to, own := strings.CutPrefix(imp, module+"/")
				if under(to, "layout") || under(to, "output") {
					t.Errorf("%s needs %s, by way of %s", pkg, to, queue[0])
				}
				if own && !reached[to] {
					reached[to] = true
					queue = append(queue, to)
				}
			}
		}
	}
}

// edges returns what a package may import: its own line of the table, or that
// of its folder: "quiz/rules/*".
func edges(pkg string) (allowed []string, known bool) {
	if allowed, known = mayImport[pkg]; known {
		return allowed, true
	}
	allowed, known = mayImport[path.Dir(pkg)+"/*"]
	return allowed, known && forTests[pkg] == nil
}

// mayTestImport reports whether a test of pkg may import to: the helpers, and
// the house's own data to try things on, with what reads them.
func mayTestImport(pkg, to string) bool {
	if _, ok := forTests[to]; ok || to == "catalog/load" || to == "catalog/library" {
		return true
	}
	return strings.HasPrefix(pkg, "cmd/") && mayImport[to] != nil && !strings.HasPrefix(to, "cmd/")
}

func TestThirdPartyPackagesHaveOneOwner(t *testing.T) {
	for _, f := range goFiles(t) {
		for _, imp := range f.imports {
			if !strings.Contains(strings.Split(imp, "/")[0], ".") {
				continue // standard library or this module
			}
			if f.test && slices.ContainsFunc(testOnly, func(p string) bool { return under(imp, p) }) {
				continue
			}
			owner, known := ownerOf(imp)
			switch {
			case !known:
				t.Errorf("%s: %s has no owner: add it to the table in cmd/internal/arch/imports_test.go", f.path, imp)
			case !slices.ContainsFunc(owner, func(p string) bool { ok, _ := path.Match(p, f.pkg); return ok }):
				t.Errorf("%s: %s may not import %s: it belongs to %s", f.path, f.pkg, imp, strings.Join(owner, ", "))
			}
		}
	}
}

func ownerOf(imp string) ([]string, bool) {
	for p := imp; p != "."; p = path.Dir(p) {
		if o, ok := owners[p]; ok {
			return o, true
		}
	}
	return nil, false
}

func under(imp, prefix string) bool { return imp == prefix || strings.HasPrefix(imp, prefix+"/") }

// matchAny reports whether name is one of patterns; "layout/*" means every
// package one level below layout that is not for tests only.
func matchAny(patterns []string, name string) bool {
	for _, p := range patterns {
		if ok, _ := path.Match(p, name); ok && forTests[name] == nil {
			return true
		}
	}
	return false
}

// asksOrServes lists the packages that may use the network, and what for.
var asksOrServes = map[string]string{
	"cmd/internal/links":         "asks for public pages when somebody types links check",
	"cmd/internal/web":           "serves",
	"cmd/internal/studio":        "serves",
	"cmd/internal/studio/own":    "serves its pages",
	"cmd/internal/studio/events": "serves its pages",
	"cmd/internal/studio/shelf":  "answers for both",
	"cmd/internal/web/lesson":    "serves its page",
	"cmd/internal/cli/server":    "listens",
}

// No build calls out: only these packages know the network, and of them only
// links asks anybody anything.
func TestNetworkHasOwners(t *testing.T) {
	asks := []string{"http.Get", "http.Head", "http.Post", "http.PostForm", "http.Client", "http.DefaultClient", "http.Transport", "net.Dial", "net.DialTimeout", "net.Dialer"}
	for _, f := range goFiles(t) {
		if f.test {
			continue
		}
		for _, imp := range f.imports {
			if (imp == "net/http" || imp == "net") && asksOrServes[f.pkg] == "" {
				t.Errorf("%s: %s may not import %s: it neither asks nor serves (%s)", f.path, f.pkg, imp, "asksOrServes in this file")
			}
			if imp == "kitpress/cmd/internal/links" && f.path != "cmd/internal/cli/games/links.go" {
				t.Errorf("%s imports %s: only the command links asks the internet", f.path, imp)
			}
		}
		for _, call := range f.calls {
			if slices.Contains(asks, call) && f.pkg != "cmd/internal/links" {
				t.Errorf("%s uses %s: only cmd/internal/links asks the internet", f.path, call)
			}
		}
	}
}

// The standard library's doors to the outside stay shut below cmd: a build
// must not depend on the clock, on chance, on the network or on the machine.
func TestNothingBelowCmdReachesOutside(t *testing.T) {
	shut := []string{"math/rand", "math/rand/v2", "crypto/rand", "net", "net/http", "os/exec", "os/signal", "unsafe", "plugin"}
	for _, f := range goFiles(t) {
		if f.test || forTests[f.pkg] != nil || strings.HasPrefix(f.pkg, "cmd/") {
			continue
		}
		for _, imp := range f.imports {
			if slices.Contains(shut, imp) {
				t.Errorf("%s: %s may not import %s: nothing below cmd depends on chance, clock or network", f.path, f.pkg, imp)
			}
		}
		for _, call := range f.calls {
			if call == "time.Now" || call == "time.Since" || call == "os.Getenv" || call == "os.Exit" {
				t.Errorf("%s: %s calls %s: only cmd may", f.path, f.pkg, call)
			}
		}
	}
}
