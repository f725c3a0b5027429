package catalog

import (
	"embed"
	"io/fs"
)

//go:embed games topics redirects.yaml
var embedded embed.FS

// Embedded returns the catalog that is part of the program.
func Embedded() fs.FS { return embedded }
