package compose_test

import (
	"testing"

	"kitpress/layout"
	"kitpress/layout/compose"
)

// Every template and theme kitpress ships can be read, used by a game or not.
func TestShippedFilesAreRight(t *testing.T) {
	lib := compose.NewLibrary(layout.Files, layout.Files)
	for _, p := range lib.Check() {
		t.Error(p.Pos, p.Message)
	}
	if len(lib.Templates()) < 10 || len(lib.Themes()) < 2 {
		t.Error("templates or themes are missing")
	}
}
