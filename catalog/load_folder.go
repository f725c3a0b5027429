package catalog

import (
	"io/fs"
	"path"
	"slices"
	"strings"

	"kitpress/catalog/source"
)

// The folders of a game, and what lies in them.
var folders = []struct {
	name    string
	endings []string
	holds   string
}{
	{"art", []string{".svg", ".png", ".jpg", ".jpeg"}, "icons are SVG files of filled shapes, pictures are PNG or JPEG files"},
	{"locales", []string{".yaml"}, "translations are called <language>.yaml"},
	{"templates", []string{".yaml"}, "templates are called <id>.yaml"},
	{"themes", []string{".yaml"}, "themes are called <id>.yaml"},
}

// folderNames are what people call the folders of a game.
var folderNames = map[string]string{
	"images": "art", "image": "art", "img": "art", "icons": "art", "pictures": "art", "pics": "art", "svg": "art",
	"lang": "locales", "langs": "locales", "languages": "locales", "translations": "locales", "i18n": "locales", "layouts": "templates", "styles": "themes",
}

// readFolder reports files that nothing reads: a misspelt name would make a
// deck, a chapter or a whole look vanish without a word.
func (l *loader) readFolder() {
	for _, e := range l.entries(l.dir) {
		if e.IsDir() || isLink(e) && l.isDir(path.Join(l.dir, e.Name())) {
			l.unreadFolder(e.Name())
		} else {
			l.unreadFile(e.Name())
		}
	}
	for _, f := range folders {
		if f.name != "locales" {
			l.unreadIn(path.Join(l.dir, f.name), f.endings, f.holds)
		}
	}
	l.readLocales()
	if art := path.Join(l.dir, "art"); exists(l.fsys, art) {
		if sub, err := fs.Sub(l.fsys, art); err == nil {
			l.g.Art = sub
		}
	}
}

// entries lists a folder that need not be there, without what is hidden, and
// reports links that cannot be followed.
func (l *loader) entries(dir string) []fs.DirEntry {
	return slices.DeleteFunc(l.readDir(dir), func(e fs.DirEntry) bool {
		if strings.HasPrefix(e.Name(), ".") || strings.HasSuffix(e.Name(), "~") {
			return true
		}
		return l.badLink(path.Join(dir, e.Name()), e)
	})
}

func isLink(e fs.DirEntry) bool { return e.Type()&fs.ModeSymlink != 0 }

func (l *loader) isDir(name string) bool {
	info, err := fs.Stat(l.fsys, name)
	return err == nil && info.IsDir()
}

// badLink reports a link that leads out of the pack, in a circle or nowhere.
// What it stands for would be looked for elsewhere, and nobody would know.
func (l *loader) badLink(name string, e fs.DirEntry) bool {
	if !isLink(e) {
		return false
	}
	if _, err := fs.Stat(l.fsys, name); err == nil {
		return false
	}
	l.broken = true
	if slices.ContainsFunc(l.ps, func(p source.Problem) bool { return p.Pos.File == name }) {
		return true // whoever wanted to read it has said so
	}
	l.ps.Errorf(source.Pos{File: name}, source.CodeFileEscapes, "this link leads out of the folder of the catalog, or nowhere").Hint = "put the files themselves here"
	return true
}

// unreadFolder reports a folder nothing reads.
func (l *loader) unreadFolder(name string) {
	var known []string
	for _, f := range folders {
		known = append(known, f.name)
	}
	if l.dir == "." {
		known = append(known, topicFolder)
	}
	if slices.Contains(known, name) {
		return
	}
	if exists(l.fsys, path.Join(l.dir, name, "manifest.json")) {
		return // a kit was built here
	}
	pos := source.Pos{File: path.Join(l.dir, name)}
	meant := source.Suggest(name, known)
	if meant == "" {
		meant = folderNames[strings.ToLower(name)]
	}
	if meant != "" {
		l.ps.Errorf(pos, CodeUnknownFile, "nothing reads this folder").Hint = "call it " + meant
		return
	}
	p := l.ps.Warnf(pos, CodeUnknownFile, "nothing reads this folder")
	p.Hint = "what belongs to a game lies in its folders " + strings.Join(known, ", ")
	if strings.HasPrefix(strings.ToLower(name), "font") {
		p.Hint = "kitpress sets all texts in its own fonts"
	}
}

// unreadFile reports a file beside game.yaml that nothing reads. Texts about
// the game may lie there.
func (l *loader) unreadFile(name string) {
	known := append([]string{gameFile, "rules.yaml", "score.yaml"}, deckFiles...)
	if l.dir == "." {
		known = append(known, redirectFile)
	}
	if slices.Contains(known, name) {
		return
	}
	pos := source.Pos{File: path.Join(l.dir, name)}
	stem := strings.ToLower(strings.TrimSuffix(name, path.Ext(name)))
	switch ext := strings.ToLower(path.Ext(name)); ext {
	case "", ".md", ".txt", ".pdf":
	case ".yaml", ".yml":
		hint := source.DidYouMean(name, known)
		if slices.Contains(known, stem+".yaml") {
			hint = "call it " + stem + ".yaml"
		}
		l.ps.Errorf(pos, CodeUnknownFile, "nothing reads this file").Hint = hint
	case ".csv", ".tsv", ".xlsx", ".xls", ".ods":
		l.ps.Warnf(pos, CodeUnknownFile, "nothing reads this file").Hint = "cards are written in " + deckFiles[0]
	case ".svg", ".png", ".jpg", ".jpeg":
		l.ps.Warnf(pos, CodeUnknownFile, "nothing reads this file").Hint = "pictures lie in the folder art"
	case ".ttf", ".otf", ".woff", ".woff2":
		l.ps.Warnf(pos, CodeUnknownFile, "nothing reads this file").Hint = "kitpress sets all texts in its own fonts"
	default:
		l.ps.Warnf(pos, CodeUnknownFile, "nothing reads this file")
	}
}

// unreadIn reports what lies in a folder of the game and is not what it holds.
// Beside a file that is read may lie what it was made from.
func (l *loader) unreadIn(dir string, endings []string, holds string) {
	if !exists(l.fsys, dir) {
		return
	}
	entries := l.entries(dir)
	var stems []string
	for _, e := range entries {
		if ext := path.Ext(e.Name()); slices.Contains(endings, ext) {
			stems = append(stems, strings.TrimSuffix(e.Name(), ext))
		}
	}
	for _, e := range entries {
		name := e.Name()
		ext := path.Ext(name)
		if slices.Contains(endings, ext) || slices.Contains(stems, strings.TrimSuffix(name, ext)) || ext == ".md" || ext == ".txt" {
			continue
		}
		if l.isDir(path.Join(dir, name)) {
			if len(endings) > 1 { // art has folders of its own
				l.unreadIn(path.Join(dir, name), endings, holds)
				continue
			}
			l.ps.Warnf(source.Pos{File: path.Join(dir, name)}, CodeUnknownFile, "nothing reads this folder").Hint = holds
			continue
		}
		p := l.ps.Warnf(source.Pos{File: path.Join(dir, name)}, CodeUnknownFile, "nothing reads this file")
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
func (l *loader) readLocales() {
	dir := path.Join(l.dir, "locales")
	entries, err := fs.ReadDir(l.fsys, dir)
	if err != nil {
		return
	}
	for _, e := range entries {
		lang, isYAML := strings.CutSuffix(e.Name(), ".yaml")
		pos := source.Pos{File: path.Join(dir, e.Name())}
		switch {
		case strings.HasPrefix(e.Name(), "."):
		case !isYAML:
			l.ps.Errorf(pos, CodeUnknownFile, "nothing reads this file").Hint = "translations are called <language>.yaml"
		case lang == l.g.Source:
			l.ps.Errorf(pos, CodeUnknownFile, "%s is the source language of the game", lang).Hint = "its texts stand in the other files"
		case !slices.Contains(l.g.Languages, lang) && !l.languagesBad:
			l.ps.Warnf(pos, CodeUnusedLocale, "the game does not list the language %s", lang).Hint = "add it to languages in game.yaml"
		}
	}
}
