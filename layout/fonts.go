package layout

import (
	"bytes"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"sort"
	"strconv"
	"strings"

	"kitpress/i18n"
)

// A family is one typeface in several weights, lightest first.
type family struct {
	id    string // "source-sans-3"
	faces []*Face
}

// pick returns the face of the given weight. If there is none, text of usual
// weight is set in the one closest to 400 from 500 down, and in a heavier one
// only then; what is to be bold in the next heavier, else the heaviest. In
// italics if the family has any.
func (f *family) pick(weight int, italic bool) (best *Face) {
	const usual = 500 // up to here a text is not bold
	worse := func(face *Face) int {
		w := face.Weight
		rank := 0
		switch {
		case w >= weight && (weight > usual || w <= usual):
			rank = w - weight
		case w < weight:
			rank = 1000 + weight - w
		default:
			rank = 2000 + w - weight
		}
		if face.Italic != italic {
			rank += 10_000
		}
		return rank
	}
	for _, face := range f.faces {
		if best == nil || worse(face) < worse(best) {
			best = face
		}
	}
	return best
}

// A script is what a font family is chosen by.
type script uint8

const (
	latin script = iota
	japanese
	smaller // families of one script each, which stand behind every other
	own     // fonts of a game: for what is in none of these, and all of Chinese
	plain   // letters that are hard to take for others: before all of them, where they are asked for
	emoji   // pictures in one colour, for what no family before has
	scripts
)

// chinese is where the chains of Chinese stand, which has no font of its own.
const chinese = smaller

// mostOwn is how many families of fonts a game may bring.
const mostOwn = chainLength - 13

// easyFamily is the family of texts that are easy to read.
const easyFamily = "Atkinson Hyperlegible Next"

// A FontError says what is wrong with the file of a font.
type FontError struct {
	Name string
	Err  error
}

func (e *FontError) Error() string { return "font " + e.Name + ": " + e.Err.Error() }

// shipped lists the font files of kitpress. A family of a smaller script
// serves the runes in its ranges alone, so that nobody reads it in vain.
var shipped = [...]struct {
	script script
	id     string
	family string
	weight int
	file   string
	ranges string // of runes, from and to in turn
}{
	{latin, "source-sans-3", "Source Sans 3", 400, "fonts/SourceSans3_400Regular.ttf", ""},
	{latin, "source-sans-3", "Source Sans 3", 600, "fonts/SourceSans3_600SemiBold.ttf", ""},
	{latin, "source-sans-3", "Source Sans 3", 700, "fonts/SourceSans3_700Bold.ttf", ""},
	{latin, "source-sans-3", "Source Sans 3", 900, "fonts/SourceSans3_900Black.ttf", ""},
	{latin, "source-sans-3", "Source Sans 3", 400, "fonts/SourceSans3_400Regular" + italicFile, ""},
	{latin, "source-sans-3", "Source Sans 3", 700, "fonts/SourceSans3_700Bold" + italicFile, ""},
	{latin, "source-sans-3", "Source Sans 3", 900, "fonts/SourceSans3_900Black" + italicFile, ""},
	{plain, "atkinson-hyperlegible-next", easyFamily, 400, "fonts/AtkinsonHyperlegibleNext_400Regular.ttf", ""},
	{plain, "atkinson-hyperlegible-next", easyFamily, 600, "fonts/AtkinsonHyperlegibleNext_600SemiBold.ttf", ""},
	{plain, "atkinson-hyperlegible-next", easyFamily, 700, "fonts/AtkinsonHyperlegibleNext_700Bold.ttf", ""},
	{plain, "atkinson-hyperlegible-next", easyFamily, 800, "fonts/AtkinsonHyperlegibleNext_800ExtraBold.ttf", ""},
	{plain, "atkinson-hyperlegible-next", easyFamily, 400, "fonts/AtkinsonHyperlegibleNext_400Regular" + italicFile, ""},
	{plain, "atkinson-hyperlegible-next", easyFamily, 700, "fonts/AtkinsonHyperlegibleNext_700Bold" + italicFile, ""},
	{plain, "atkinson-hyperlegible-next", easyFamily, 800, "fonts/AtkinsonHyperlegibleNext_800ExtraBold" + italicFile, ""},
	{japanese, "m-plus-1p", "M PLUS 1p", 400, "fonts/MPLUS1p_400Regular.ttf", ""},
	{japanese, "m-plus-1p", "M PLUS 1p", 700, "fonts/MPLUS1p_700Bold.ttf", ""},
	{japanese, "m-plus-1p", "M PLUS 1p", 900, "fonts/MPLUS1p_900Black.ttf", ""},
	{smaller, "noto-hebrew", "Noto Sans Hebrew", 400, "fonts/NotoSansHebrew-Regular.ttf", "\u0590\u05FF\uFB1D\uFB4F"},
	{smaller, "noto-hebrew", "Noto Sans Hebrew", 700, "fonts/NotoSansHebrew-Bold.ttf", "\u0590\u05FF\uFB1D\uFB4F"},
	{smaller, "noto-arabic", "Noto Sans Arabic", 400, "fonts/NotoSansArabic-Regular.ttf", "\u0600\u06FF\u0750\u077F\u08A0\u08FF\uFB50\uFDFF\uFE70\uFEFE"},
	{smaller, "noto-arabic", "Noto Sans Arabic", 700, "fonts/NotoSansArabic-Bold.ttf", "\u0600\u06FF\u0750\u077F\u08A0\u08FF\uFB50\uFDFF\uFE70\uFEFE"},
	{smaller, "noto-devanagari", "Noto Sans Devanagari", 400, "fonts/NotoSansDevanagari-Regular.ttf", "\u0900\u097F\u1CD0\u1CFF\uA8E0\uA8FF"},
	{smaller, "noto-devanagari", "Noto Sans Devanagari", 700, "fonts/NotoSansDevanagari-Bold.ttf", "\u0900\u097F\u1CD0\u1CFF\uA8E0\uA8FF"},
	{smaller, "noto-bengali", "Noto Sans Bengali", 400, "fonts/NotoSansBengali-Regular.ttf", "\u0980\u09FF"},
	{smaller, "noto-bengali", "Noto Sans Bengali", 700, "fonts/NotoSansBengali-Bold.ttf", "\u0980\u09FF"},
	{smaller, "noto-tamil", "Noto Sans Tamil", 400, "fonts/NotoSansTamil-Regular.ttf", "\u0B80\u0BFF"},
	{smaller, "noto-tamil", "Noto Sans Tamil", 700, "fonts/NotoSansTamil-Bold.ttf", "\u0B80\u0BFF"},
	{smaller, "noto-thai", "Noto Sans Thai", 400, "fonts/NotoSansThai-Regular.ttf", "\u0E00\u0E7F"},
	{smaller, "noto-thai", "Noto Sans Thai", 700, "fonts/NotoSansThai-Bold.ttf", "\u0E00\u0E7F"},
	{smaller, "noto-georgian", "Noto Sans Georgian", 400, "fonts/NotoSansGeorgian-Regular.ttf", "\u10A0\u10FF\u1C90\u1CBF\u2D00\u2D2F"},
	{smaller, "noto-georgian", "Noto Sans Georgian", 700, "fonts/NotoSansGeorgian-Bold.ttf", "\u10A0\u10FF\u1C90\u1CBF\u2D00\u2D2F"},
	{smaller, "noto-armenian", "Noto Sans Armenian", 400, "fonts/NotoSansArmenian-Regular.ttf", "\u0530\u058F\uFB13\uFB17"},
	{smaller, "noto-armenian", "Noto Sans Armenian", 700, "fonts/NotoSansArmenian-Bold.ttf", "\u0530\u058F\uFB13\uFB17"},
	{smaller, "noto-ethiopic", "Noto Sans Ethiopic", 400, "fonts/NotoSansEthiopic-Regular.ttf", "\u1200\u139F\u2D80\u2DDF\uAB00\uAB2F"},
	{emoji, "noto-emoji", "Noto Emoji", 400, "fonts/NotoEmoji_400Regular.ttf", "\u2000\u2BFF\u3030\u303D\u3297\u3299\U0001F000\U0001FAFF"},
	{smaller, "noto-ethiopic", "Noto Sans Ethiopic", 700, "fonts/NotoSansEthiopic-Bold.ttf", "\u1200\u139F\u2D80\u2DDF\uAB00\uAB2F"},
}

// italicFile is how the names of the files of italics end.
const italicFile = "_Italic.ttf"

// Weights lists the weights texts come in, the lightest first; a family that
// lacks one has the next heavier instead.
func Weights() []int {
	var list []int
	for _, s := range shipped {
		if s.script != plain && !slices.Contains(list, s.weight) { // that stands in for another family, whose weights are asked for
			list = append(list, s.weight)
		}
	}
	slices.Sort(list)
	return list
}

// Families lists the families of fonts kitpress ships, each with its weights.
func Families() (names []string, weights map[string][]string) {
	weights = map[string][]string{}
	for _, s := range shipped {
		if weights[s.family] == nil {
			names = append(names, s.family)
		}
		weight := strconv.Itoa(s.weight)
		if strings.HasSuffix(s.file, italicFile) {
			weight += " italic"
		}
		weights[s.family] = append(weights[s.family], weight)
	}
	return names, weights
}

// Fonts hands out faces by language and weight. One value is shared by the
// whole process.
type Fonts struct {
	// chains holds the faces to try for each rune, by script, weight/100, and
	// whether they are italic (1).
	chains [chinese + 1][10][2][]*Face
	own    map[string]*[chinese + 1][10][2][]*Face // that begin with a family of a game, or with easyFamily

	regions map[string]string // families of a game by how their names end: "Noto Sans CJK TC"
}

// Own lists the families of fonts a game brings.
func (f *Fonts) Own() []string {
	return slices.DeleteFunc(slices.Sorted(maps.Keys(f.own)), func(name string) bool { return name == easyFamily })
}

// LoadFonts prepares the fonts under fonts/ in fsys; each is read and parsed
// when it is first asked for. user holds the files of further fonts by their
// names: they are checked at once, and serve what the shipped ones lack.
func LoadFonts(fsys fs.FS, user map[string][]byte) (*Fonts, error) {
	var families [scripts][]*family
	files := map[string]string{} // of own faces
	for _, name := range slices.Sorted(maps.Keys(user)) {
		faces, err := userFaces(user[name])
		if err != nil {
			return nil, &FontError{name, err}
		}
		for _, face := range faces {
			if as := files[face.ID]; as != "" && bytes.Equal(user[as], user[name]) {
				continue // another game brings the same
			} else if as != "" {
				return nil, &FontError{name, fmt.Errorf("it is %s in weight %d, as %s is: leave one of them out", face.Family, face.Weight, as)}
			}
			files[face.ID] = name
			families[own] = addFace(families[own], face.Family, face)
		}
	}
	if n := len(families[own]); n > mostOwn {
		return nil, &FontError{slices.Max(slices.Collect(maps.Keys(user))), fmt.Errorf("%d families of fonts: at most %d are allowed", n, mostOwn)}
	}
	for _, s := range shipped {
		if _, err := fs.Stat(fsys, s.file); err != nil {
			return nil, fmt.Errorf("font %s: %w", s.file, err)
		}
		face := &Face{ID: s.id + "/" + strconv.Itoa(s.weight), Family: s.family, Weight: s.weight, Italic: strings.HasSuffix(s.file, italicFile)}
		if face.Italic {
			face.ID += "i"
		}
		face.open = func() ([]byte, error) { return fs.ReadFile(fsys, s.file) }
		face.ranges = []rune(s.ranges)
		families[s.script] = addFace(families[s.script], s.id, face)
	}
	f := &Fonts{own: map[string]*[chinese + 1][10][2][]*Face{}, regions: map[string]string{}}
	for sc, order := range [...][]*family{
		latin:    slices.Concat(families[latin], families[smaller], families[own], families[japanese], families[emoji]),
		japanese: slices.Concat(families[japanese], families[smaller], families[own], families[latin], families[emoji]),
		chinese:  slices.Concat(families[own], families[japanese], families[smaller], families[latin], families[emoji]),
	} {
		for w := range f.chains[sc] {
			for _, fam := range order {
				f.chains[sc][w][0] = append(f.chains[sc][w][0], fam.pick(w*100, false))
			}
			// A script without italics has Latin words in those of Latin.
			f.chains[sc][w][1] = append(f.chains[sc][w][1], families[latin][0].pick(w*100, true))
			for _, fam := range order {
				if face := fam.pick(w*100, true); face != f.chains[sc][w][1][0] {
					f.chains[sc][w][1] = append(f.chains[sc][w][1], face)
				}
			}
		}
	}
	easy := f.chains // Japanese keeps its own
	for w := range easy[latin] {
		for italic := range easy[latin][w] {
			easy[latin][w][italic] = append([]*Face{families[plain][0].pick(w*100, italic == 1)}, f.chains[latin][w][italic]...)
		}
	}
	f.own[easyFamily] = &easy
	for _, fam := range families[own] {
		chains := f.chains
		for sc := range chains {
			for w := range chains[sc] {
				for italic := range chains[sc][w] {
					first := fam.pick(w*100, italic == 1)
					others := slices.DeleteFunc(slices.Clone(chains[sc][w][italic]), func(face *Face) bool { return face.Family == fam.id })
					chains[sc][w][italic] = append([]*Face{first}, others...)
				}
			}
		}
		f.own[fam.id] = &chains
		if region := fam.id[strings.LastIndexByte(fam.id, ' ')+1:]; f.regions[region] == "" {
			f.regions[region] = fam.id
		}
	}
	return f, nil
}

// addFace puts a face into the family with the given id.
func addFace(families []*family, id string, face *Face) []*family {
	for _, fam := range families {
		if fam.id == id {
			fam.faces = append(fam.faces, face)
			sort.Slice(fam.faces, func(i, j int) bool { return fam.faces[i].Weight < fam.faces[j].Weight })
			return families
		}
	}
	return append(families, &family{id: id, faces: []*Face{face}})
}

// scriptOf returns the script a language is set in.
func scriptOf(lang string) script {
	base, _, _ := strings.Cut(lang, "-")
	if base == "ja" || base == "zh" {
		return japanese
	}
	return latin
}

// region returns how the names of families end that draw Chinese characters
// as readers of a language expect them, "" when it has none of its own.
func region(lang string) string {
	base, rest, _ := strings.Cut(lang, "-")
	switch {
	case base == "ko":
		return "KR"
	case base != "zh":
		return ""
	case strings.Contains(rest, "HK") || strings.Contains(rest, "MO"):
		return "HK"
	case strings.Contains(rest, "Hant") || strings.Contains(rest, "TW"):
		return "TC"
	}
	return "SC"
}

// rightToLeft reports whether a language is written from right to left.
func rightToLeft(lang string) bool { return i18n.LocaleOf(lang).RTL }

// chain returns the faces to try for each rune; they may not be loaded yet.
// font names a family of the game that goes before all others, or easyFamily.
func (f *Fonts) chain(lang string, weight int, italic bool, font string) []*Face {
	if weight == 0 {
		weight = 400
	}
	sc := scriptOf(lang)
	if sc == japanese && strings.HasPrefix(lang, "zh") {
		sc = chinese
	}
	all := &f.chains
	if f.own[font] == nil && len(f.regions) > 0 {
		font = f.regions[region(lang)]
	}
	if f.own[font] != nil {
		all = f.own[font]
	}
	chains := &all[sc][min(max((weight+99)/100, 0), 9)]
	if italic {
		return chains[1]
	}
	return chains[0]
}

// Face returns the face texts in lang are set in: M PLUS 1p (400, 700, 900)
// for Japanese, Source Sans 3 (400, 600, 700, 900) for everything else. A
// weight that is not there is replaced by the next heavier one.
func (f *Fonts) Face(lang string, weight int) *Face {
	face := f.chain(lang, weight, false, "")[0]
	face.load()
	return face
}

// bolder returns the weight **bold** mark-up has inside a text of the given
// weight: at least 700, and clearly heavier than its surroundings.
func bolder(weight int) int {
	if weight < 600 {
		return 700
	}
	return 900
}
