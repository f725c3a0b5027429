package layout

import (
	"embed"
	"strings"

	"kitpress/catalog/source"
)

//go:generate go run ../catalog/source/outline outline.bin templates themes sizes.yaml

//go:embed templates themes fonts sizes.yaml
var files embed.FS

//go:embed outline.bin
var outline []byte

// Files holds the templates, themes and fonts kitpress ships.
var Files = source.Outlined(files, outline)

// The icons kitpress ships, one file for each weight: a comment, then on each
// line a name and the SVG file.
var (
	//go:embed icons/bold.txt
	boldIcons string
	//go:embed icons/duotone.txt
	duotoneIcons string
	//go:embed icons/fill.txt
	fillIcons string
)

// IconStyles lists the weights icons come in, the default first.
func IconStyles() []string { return []string{"fill", "bold", "duotone"} }

// ShippedIcon returns the SVG file of an icon in one of the weights; false
// when there is none of that name.
func ShippedIcon(name, style string) ([]byte, bool) {
	set := map[string]string{"fill": fillIcons, "bold": boldIcons, "duotone": duotoneIcons}[style]
	_, svg, found := strings.Cut(set, "\n"+name+" ")
	svg, _, _ = strings.Cut(svg, "\n")
	return []byte(svg), found
}

// IconNames lists the shipped icons in alphabetical order.
func IconNames() []string {
	var names []string
	for line := range strings.Lines(fillIcons) {
		if name, _, _ := strings.Cut(line, " "); name != "#" {
			names = append(names, name)
		}
	}
	return names
}
