package output_test

import (
	"strings"
	"testing"

	"kitpress/output"
	"kitpress/output/outputtest"
)

// readers read back what formats write.
var readers = map[string]func([]byte) ([]outputtest.Page, error){
	"pdf": outputtest.PDFPages,
}

// Every format is listed under a name of its own and can be read back by the
// contract suite.
func TestFormats(t *testing.T) {
	seen := map[string]bool{}
	for _, f := range output.Formats() {
		if seen[f.Name] || seen[f.Ext] || f.Name == "" || !strings.HasPrefix(f.Ext, ".") || f.Write == nil {
			t.Errorf("format %+v is incomplete or there twice", f)
		}
		seen[f.Name], seen[f.Ext] = true, true
		read, ok := readers[f.Name]
		if !ok {
			t.Errorf("format %s has no reader: add one, so that it is tried with the contract suite", f.Name)
			continue
		}
		t.Run(f.Name, func(t *testing.T) {
			outputtest.Run(t, outputtest.Contract{Name: f.Name, Write: f.Write, Read: read})
		})
	}
}
