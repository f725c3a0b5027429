package kit

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"kitpress/catalog"
	"kitpress/cmd/internal/press"
)

// creditsName is the file that says who made what.
const creditsName = "CREDITS.txt"

// The works of others that are in every kit; their licence texts lie beside
// the files in layout/fonts and layout/icons.
var (
	typefaces = []string{
		"Source Sans 3, © Adobe, SIL Open Font License 1.1, https://github.com/adobe-fonts/source-sans",
		"M PLUS 1p, © The M+ FONTS Project Authors, SIL Open Font License 1.1, https://github.com/coz-m/MPLUS_FONTS",
	}
	easyTypeface = "Atkinson Hyperlegible Next, © The Atkinson Hyperlegible Next Project Authors, SIL Open Font License 1.1, https://github.com/googlefonts/atkinson-hyperlegible-next"

	icons = []string{
		"Phosphor Icons, © Phosphor Icons, MIT License, https://phosphoricons.com",
	}
)

// writeCredits writes who made what in a kit, in each of its languages.
func writeCredits(w io.Writer, locals []*press.Localization) error {
	var b strings.Builder
	for i, l := range locals {
		if i > 0 {
			b.WriteString("\n\n")
		}
		credits(&b, l)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func credits(b *strings.Builder, l *press.Localization) {
	word := l.Texts.Word
	heading := l.Texts.Name(l.Game.Name) + ": " + word("credits.title")
	fmt.Fprintf(b, "%s\n%s\n\n", heading, strings.Repeat("=", len([]rune(heading))))
	for _, c := range l.Game.Credits {
		credit(b, l, c)
	}
	b.WriteString("\n")
	for _, m := range l.Game.Rights {
		fmt.Fprintf(b, "%s\n", l.Texts.Name(m))
	}
	fonts := append(ownFonts(l.Game), typefaces...)
	if l.Request.Reading == press.ReadingEasy {
		fonts = append([]string{easyTypeface}, fonts...)
	}
	for _, part := range []struct {
		word  string
		works []string
	}{{"credits.fonts", fonts}, {"credits.icons", icons}} {
		fmt.Fprintf(b, "\n%s\n", word(part.word))
		for _, work := range part.works {
			fmt.Fprintf(b, "  %s\n", work)
		}
	}
	fmt.Fprintf(b, "\n%s\n", word("credits.made", "Version", press.Version))
}

// ownFonts lists the fonts a game brings and names.
func ownFonts(g *catalog.Game) []string {
	names := map[string]bool{}
	for _, f := range g.Fonts {
		names[f.Name] = true
	}
	return slices.Sorted(maps.Keys(names))
}

func credit(b *strings.Builder, l *press.Localization, c catalog.Credit) {
	fmt.Fprintf(b, "%s: %s", l.Texts.Name(c.Role), c.Who)
	if c.Link != "" {
		fmt.Fprintf(b, ", %s", c.Link)
	}
	b.WriteString("\n")
}
