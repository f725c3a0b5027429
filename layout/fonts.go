package layout

import (
	"fmt"
	"io/fs"
	"slices"
	"sort"
	"strconv"
	"strings"
)

// A family is one typeface in several weights, lightest first.
type family struct {
	id    string // "source-sans-3"
	faces []*Face
}

// pick returns the face of the given weight, else the next heavier one, else
// the heaviest.
func (f *family) pick(weight int) *Face {
	for _, face := range f.faces {
		if face.Weight >= weight {
			return face
		}
	}
	return f.faces[len(f.faces)-1]
}

// A script is what a font family is chosen by.
type script uint8

const (
	latin script = iota
	japanese
	scripts
)

// shipped lists the font files of kitpress.
var shipped = [...]struct {
	script script
	id     string
	family string
	weight int
	file   string
}{
	{latin, "source-sans-3", "Source Sans 3", 400, "fonts/SourceSans3_400Regular.ttf"},
	{latin, "source-sans-3", "Source Sans 3", 600, "fonts/SourceSans3_600SemiBold.ttf"},
	{latin, "source-sans-3", "Source Sans 3", 700, "fonts/SourceSans3_700Bold.ttf"},
	{latin, "source-sans-3", "Source Sans 3", 900, "fonts/SourceSans3_900Black.ttf"},
	{japanese, "m-plus-1p", "M PLUS 1p", 400, "fonts/MPLUS1p_400Regular.ttf"},
	{japanese, "m-plus-1p", "M PLUS 1p", 700, "fonts/MPLUS1p_700Bold.ttf"},
	{japanese, "m-plus-1p", "M PLUS 1p", 900, "fonts/MPLUS1p_900Black.ttf"},
}

// Weights lists the weights texts come in, the lightest first; a family that
// lacks one has the next heavier instead.
func Weights() []int {
	var list []int
	for _, s := range shipped {
		if !slices.Contains(list, s.weight) {
			list = append(list, s.weight)
		}
	}
	slices.Sort(list)
	return list
}

// Fonts hands out faces by language and weight. One value is shared by the
// whole process.
type Fonts struct {
	// chains holds the faces to try for each rune, by script and weight/100.
	chains [scripts][10][]*Face
}

// LoadFonts prepares the fonts under fonts/ in fsys; each is read and parsed
// when it is first asked for. user holds fonts of the user's own by what they
// stand in for, "latin/400" or "ja/700": they are checked at once and come
// before the shipped ones, which remain as a fallback.
func LoadFonts(fsys fs.FS, user map[string][]byte) (*Fonts, error) {
	var families [scripts][]*family
	for _, f := range userFonts(user) {
		if f.err != nil {
			return nil, fmt.Errorf("font %q: %w", f.key, f.err)
		}
		families[f.script] = addFace(families[f.script], f.family, f.face)
	}
	for _, s := range shipped {
		if _, err := fs.Stat(fsys, s.file); err != nil {
			return nil, fmt.Errorf("font %s: %w", s.file, err)
		}
		face := &Face{ID: s.id + "/" + strconv.Itoa(s.weight), Family: s.family, Weight: s.weight}
		face.open = func() ([]byte, error) { return fs.ReadFile(fsys, s.file) }
		families[s.script] = addFace(families[s.script], s.id, face)
	}
	f := &Fonts{}
	for sc := range scripts {
		order := append(append([]*family(nil), families[sc]...), families[scripts-1-sc]...)
		for w := range f.chains[sc] {
			for _, fam := range order {
				f.chains[sc][w] = append(f.chains[sc][w], fam.pick(w*100))
			}
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

// chain returns the faces to try for each rune; they may not be loaded yet.
func (f *Fonts) chain(lang string, weight int) []*Face {
	if weight == 0 {
		weight = 400
	}
	return f.chains[scriptOf(lang)][min(max((weight+99)/100, 0), 9)]
}

// Face returns the face texts in lang are set in: M PLUS 1p (400, 700, 900)
// for Japanese, Source Sans 3 (400, 600, 700, 900) for everything else. A
// weight that is not there is replaced by the next heavier one.
func (f *Fonts) Face(lang string, weight int) *Face {
	face := f.chain(lang, weight)[0]
	face.load()
	return face
}

// Fallback returns the faces tried for each rune, best first: those of the
// language, then the other family.
func (f *Fonts) Fallback(lang string, weight int) []*Face {
	faces := append([]*Face(nil), f.chain(lang, weight)...)
	for _, face := range faces {
		face.load()
	}
	return faces
}

// bolder returns the weight **bold** mark-up has inside a text of the given
// weight: at least 700, and clearly heavier than its surroundings.
func bolder(weight int) int {
	if weight < 600 {
		return 700
	}
	return 900
}
