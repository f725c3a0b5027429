package catalog

import (
	"bytes"
	"kitpress/catalog/source"
	"testing"
)

// The outline is what spares the program reading its own files at every start.
func TestOutlineIsUpToDate(t *testing.T) {
	want, err := source.Outline(embedded, "games", "topics", "redirects.yaml")
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(want, outline) {
		t.Error("outline.bin is of other texts: run go generate ./catalog and commit it")
	}
}
