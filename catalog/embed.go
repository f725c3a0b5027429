package catalog

import (
	"embed"
	"io/fs"

	"kitpress/catalog/source"
)

//go:generate go run ./source/outline outline.bin games topics redirects.yaml

//go:embed games topics redirects.yaml
var embedded embed.FS

//go:embed outline.bin
var outline []byte

var outlined = source.Outlined(embedded, outline)

// Embedded returns the catalog that is part of the program.
func Embedded() fs.FS { return outlined }
