package compose

import (
	"kitpress/layout/compose/expr"
	"os"
	"regexp"
	"strings"
	"testing"
)

// The README beside the templates is their manual: it names every element,
// every key that is read and every function.
func TestManualNamesWhatTemplatesMaySay(t *testing.T) {
	doc, err := os.ReadFile("../templates/README.md")
	if err != nil {
		t.Fatal(err)
	}
	named := func(as string) bool { return regexp.MustCompile(as).MatchString(string(doc)) }
	for _, kind := range elementKinds {
		if !named("`" + kind + ": ") {
			t.Errorf("element %s is not in the manual", kind)
		}
	}
	for _, name := range expr.Functions() {
		if !strings.Contains(string(doc), name+"(") {
			t.Errorf("function %s is not in the manual", name)
		}
	}
	for _, file := range []string{"read.go", "read_element.go", "theme/read.go"} {
		code, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		keys := regexp.MustCompile(`(?:Get|Need)\("([a-z]+)"\)`).FindAllStringSubmatch(string(code), -1)
		if len(keys) == 0 {
			t.Errorf("%s reads no keys", file)
		}
		for _, k := range keys {
			if !named(`\b` + k[1] + `\b`) {
				t.Errorf("key %s of %s is not in the manual", k[1], file)
			}
		}
	}
}
