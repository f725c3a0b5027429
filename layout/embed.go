package layout

import "embed"

// Files holds the templates, themes, fonts and icons kitpress ships.
//
//go:embed templates themes fonts icons
var Files embed.FS
