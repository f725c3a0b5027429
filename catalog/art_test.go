package catalog_test

import (
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
	"testing"

	"kitpress/catalog"
)

// Most bytes of the source of a picture: what is larger was traced or exported,
// and nobody can change it by hand.
const mostPictureBytes = 6000

// Pictures of the shipped games are drawings of ours: small vector files, and a
// line in CREDITS.md says under what licence.
func TestPicturesAreSmallAndCredited(t *testing.T) {
	credits, err := os.ReadFile("../CREDITS.md")
	if err != nil {
		t.Fatal(err)
	}
	pictures, err := fs.Glob(catalog.Embedded(), "games/*/art/*")
	if err != nil || len(pictures) == 0 {
		t.Fatalf("the games have no pictures: %v", err)
	}
	patterns := creditedFiles(string(credits))
	for _, name := range pictures {
		data, err := fs.ReadFile(catalog.Embedded(), name)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.HasPrefix(string(data), "<svg ") {
			t.Errorf("%s is no drawing", name)
		}
		if len(data) >= mostPictureBytes {
			t.Errorf("%s has %d bytes, more than %d", name, len(data), mostPictureBytes)
		}
		if !slices.ContainsFunc(patterns, func(p string) bool { ok, err := path.Match(p, "catalog/"+name); return ok && err == nil }) {
			t.Errorf("no line of CREDITS.md names %s", name)
		}
	}
}

// creditedFiles returns the patterns of files in the rows of the table of
// CREDITS.md that name a licence.
func creditedFiles(credits string) []string {
	var files []string
	for row := range strings.Lines(credits) {
		cells := strings.Split(strings.Trim(strings.TrimSpace(row), "|"), "|")
		if len(cells) != 3 || strings.TrimSpace(cells[1]) == "" {
			continue
		}
		for i, part := range strings.Split(cells[2], "`") {
			if i%2 == 1 {
				files = append(files, part)
			}
		}
	}
	return files
}
