package layout

import (
	"bytes"
	"testing"

	"kitpress/catalog/source"
)

// The outline is what spares the program reading its own files at every start.
func TestOutlineIsUpToDate(t *testing.T) {
	want, err := source.Outline(files, "templates", "themes", "sizes.yaml")
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(want, outline) {
		t.Error("outline.bin is of other files: run go generate ./layout and commit it")
	}
}
