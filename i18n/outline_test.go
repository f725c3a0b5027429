package i18n

import (
	"bytes"
	"testing"

	"kitpress/catalog/source"
)

// The outline is what spares the program reading its own words at every start.
func TestOutlineIsUpToDate(t *testing.T) {
	want, err := source.Outline(localeFiles, "locales")
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(want, outline) {
		t.Error("outline.bin is of other words: run go generate ./i18n and commit it")
	}
}
