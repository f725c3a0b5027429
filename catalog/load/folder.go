package load

import (
	"io/fs"
	"path"
	"slices"
	"strings"

	"kitpress/catalog"
	"kitpress/catalog/form"
	"kitpress/catalog/library"
	"kitpress/catalog/source"
)

// The folders of a game, and what lies in them.
var folders = []struct {
	name    string
	endings []string
	holds   string
}{
	{"art", []string{".svg", ".png", ".jpg", ".jpeg", ".webp"}, "icons are SVG files of one colour, pictures are SVG, PNG, JPEG or WebP files"},
	{"fonts", []string{".ttf", ".otf", ".ttc"}, "fonts are TrueType or OpenType files; fonts: {title: …} in game.yaml says what is set in them"},
	{"i18n", []string{".yaml"}, "the words around the texts of a game, in a language kitpress has none in, are called <language>.yaml"},
	{"locales", []string{".yaml"}, "translations are called <language>.yaml"},
	{"templates", []string{".yaml"}, "templates are called <id>.yaml"},
	{"themes", []string{".yaml"}, "themes are called <id>.yaml"},
}

// codeFontLicence is what problems with fonts nobody says may be used have.
const codeFontLicence = "font-licence"

// folderNames are what people call the folders of a game.
var folderNames = map[string]string{
	"images": "art", "image": "art", "img": "art", "icons": "art", "pictures": "art", "pics": "art", "svg": "art",
	"lang": "locales", "langs": "locales", "languages": "locales", "translations": "locales", "layouts": "templates", "styles": "themes", "typefaces": "fonts",
}

// A folderReader looks through the folder of the game for what no other reader
// reads.
type folderReader struct {
	*reading
	languagesBad bool // which languages the game has is not known
}

// readFolder reports files that nothing reads: a misspelt name would make a
// deck, a chapter or a whole look vanish without a word.
func (rd *folderReader) readFolder() {
	for _, e := range rd.Entries(rd.dir) {
		if e.IsDir() || form.IsLink(e) && rd.IsDir(path.Join(rd.dir, e.Name())) {
			rd.unreadFolder(e.Name())
		} else {
			rd.unreadFile(e.Name())
		}
	}
	for _, f := range folders {
		if f.name != "locales" {
			rd.unreadIn(path.Join(rd.dir, f.name), f.endings, f.holds)
		}
	}
	rd.readLocales()
	rd.fontLicence()
	if art := path.Join(rd.dir, "art"); source.Exists(rd.FS, art) {
		if sub, err := fs.Sub(rd.FS, art); err == nil {
			rd.g.Art = sub
		}
	}
}

// aboutFiles reports whether files with an ending are texts about others.
func aboutFiles(ending string) bool { return ending == "" || ending == ".md" || ending == ".txt" }

// fontLicence asks for the text that says what may be done with the fonts of
// the game: whoever prints, shares or sells it needs to know.
func (rd *folderReader) fontLicence() {
	dir := path.Join(rd.dir, "fonts")
	if !source.Exists(rd.FS, dir) {
		return
	}
	fonts, licence := false, false
	for _, e := range rd.Entries(dir) {
		ext := path.Ext(e.Name())
		fonts = fonts || ext == ".ttf" || ext == ".otf" || ext == ".ttc"
		licence = licence || !e.IsDir() && aboutFiles(ext)
	}
	if fonts && !licence {
		rd.Warnf(source.Pos{File: dir}, codeFontLicence, "no licence lies beside the fonts").Hint = "put the text that came with them there, such as OFL.txt: it says whether they may be printed and shared"
	}
}

// unreadFolder reports a folder nothing reads.
func (rd *folderReader) unreadFolder(name string) {
	var known []string
	for _, f := range folders {
		known = append(known, f.name)
	}
	if rd.dir == "." {
		known = append(known, catalog.TopicFolder)
	}
	if slices.Contains(known, name) {
		return
	}
	if source.Exists(rd.FS, path.Join(rd.dir, name, "manifest.json")) {
		return // a kit was built here
	}
	pos := source.Pos{File: path.Join(rd.dir, name)}
	meant := source.Suggest(name, known)
	if meant == "" {
		meant = folderNames[strings.ToLower(name)]
	}
	if meant != "" {
		rd.Errorf(pos, form.CodeUnknownFile, "nothing reads this folder").Hint = "call it " + meant
		return
	}
	rd.Warnf(pos, form.CodeUnknownFile, "nothing reads this folder").Hint = "what belongs to a game lies in its folders " + strings.Join(known, ", ")
}

// sheetFile holds papers and layouts of a game's own.
const sheetFile = "sheets.yaml"

// unreadFile reports a file beside game.yaml that nothing reads. Texts about
// the game may lie there.
func (rd *folderReader) unreadFile(name string) {
	known := append([]string{gameFile, "rules.yaml", "score.yaml"}, deckFiles...)
	if rd.dir == "." {
		known = append(known, library.RedirectFile, sheetFile)
	}
	if slices.Contains(known, name) || slices.Contains(rd.tables, name) {
		return
	}
	pos := source.Pos{File: path.Join(rd.dir, name)}
	stem := strings.ToLower(strings.TrimSuffix(name, path.Ext(name)))
	switch ext := strings.ToLower(path.Ext(name)); ext {
	case "", ".md", ".txt", ".pdf":
	case ".yaml", ".yml":
		hint := source.DidYouMean(name, known)
		if slices.Contains(known, stem+".yaml") {
			hint = "call it " + stem + ".yaml"
		}
		rd.Errorf(pos, form.CodeUnknownFile, "nothing reads this file").Hint = hint
	case ".csv", ".tsv", ".xlsx":
		rd.Warnf(pos, form.CodeUnknownFile, "nothing reads this file").Hint = "a deck of " + deckFiles[0] + " takes its cards from it: from: " + name
	case ".xls", ".ods":
		rd.Warnf(pos, form.CodeUnknownFile, "nothing reads this file").Hint = "save it as .xlsx or .csv; a deck takes its cards from that: from: " + stem + ".xlsx"
	case ".svg", ".png", ".jpg", ".jpeg", ".webp":
		rd.Warnf(pos, form.CodeUnknownFile, "nothing reads this file").Hint = "pictures lie in the folder art"
	case ".ttf", ".otf", ".woff", ".woff2":
		rd.Warnf(pos, form.CodeUnknownFile, "nothing reads this file").Hint = "fonts lie in the folder fonts, as .ttf, .otf or .ttc"
	default:
		rd.Warnf(pos, form.CodeUnknownFile, "nothing reads this file")
	}
}

// unreadIn reports what lies in a folder of the game and is not what it holds.
// Beside a file that is read may lie what it was made from.
func (rd *folderReader) unreadIn(dir string, endings []string, holds string) {
	if !source.Exists(rd.FS, dir) {
		return
	}
	entries := rd.Entries(dir)
	var stems []string
	for _, e := range entries {
		if ext := path.Ext(e.Name()); slices.Contains(endings, ext) {
			stems = append(stems, strings.TrimSuffix(e.Name(), ext))
		}
	}
	for _, e := range entries {
		name := e.Name()
		ext := path.Ext(name)
		if slices.Contains(endings, ext) || slices.Contains(stems, strings.TrimSuffix(name, ext)) || aboutFiles(ext) && !rd.IsDir(path.Join(dir, name)) {
			continue
		}
		if rd.IsDir(path.Join(dir, name)) {
			if slices.Contains(endings, ".svg") { // art has folders of its own
				rd.unreadIn(path.Join(dir, name), endings, holds)
				continue
			}
			rd.Warnf(source.Pos{File: path.Join(dir, name)}, form.CodeUnknownFile, "nothing reads this folder").Hint = holds
			continue
		}
		p := rd.Warnf(source.Pos{File: path.Join(dir, name)}, form.CodeUnknownFile, "nothing reads this file")
		p.Hint = holds
		ending := strings.ToLower(ext)
		if ending == ".yml" {
			ending = ".yaml"
		}
		if slices.Contains(endings, ending) {
			p.Severity, p.Hint = source.Error, "call it "+strings.TrimSuffix(name, ext)+ending
		}
	}
}

// readLocales warns of translations into languages the game does not promise.
func (rd *folderReader) readLocales() {
	dir := path.Join(rd.dir, "locales")
	entries, err := fs.ReadDir(rd.FS, dir)
	if err != nil {
		return
	}
	for _, e := range entries {
		lang, isYAML := strings.CutSuffix(e.Name(), ".yaml")
		pos := source.Pos{File: path.Join(dir, e.Name())}
		switch {
		case strings.HasPrefix(e.Name(), "."):
		case !isYAML:
			rd.Errorf(pos, form.CodeUnknownFile, "nothing reads this file").Hint = "translations are called <language>.yaml"
		case lang == rd.g.Source:
			rd.Errorf(pos, form.CodeUnknownFile, "%s is the source language of the game", lang).Hint = "its texts stand in the other files"
		case !slices.Contains(rd.g.Languages, lang) && !rd.languagesBad:
			rd.Warnf(pos, form.CodeUnusedLocale, "the game does not list the language %s", lang).Hint = "add it to languages in game.yaml"
		}
	}
}
