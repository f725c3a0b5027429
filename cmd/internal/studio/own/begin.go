package own

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"net/http"
	"path"
	"slices"
	"strings"
	"time"

	"kitpress/catalog/spreadsheet"
	"kitpress/cmd/internal/kit/fromtable"
	"kitpress/cmd/internal/kit/tree"
	"kitpress/cmd/internal/studio/shelf"
	"kitpress/cmd/internal/studio/yamledit"
	"kitpress/i18n"
)

// The kinds of empty decks.
var kinds = map[string][]string{
	"":          {"title", "text", "picture", "quantity"},
	"questions": {"question", "answer", "quantity"},
	"icons":     {"title", "icon", "number", "quantity"},
}

// empty makes a deck with a table to be filled in, in the language of the page.
func (d *Decks) empty(name, kind string, words *i18n.Words) (*Pack, error) {
	columns, ok := kinds[kind]
	if !ok {
		return nil, shelf.ErrPlace
	}
	if name = strings.TrimSpace(yamledit.Clean(name)); name == "" {
		name = words.Word("own.first-name")
	}
	if len(name) > 100 {
		return nil, shelf.ErrLong
	}
	var head, first []string
	for _, c := range columns {
		head = append(head, words.Word("own.field."+c))
		first = append(first, map[string]string{"title": words.Word("own.first-title"), "text": words.Word("own.first-text"), "icon": "star", "number": "1",
			"question": words.Word("own.first-question"), "answer": words.Word("own.first-answer"), "quantity": "1"}[c])
	}
	var b bytes.Buffer
	if err := spreadsheet.WriteCSV(&b, [][]string{head, first}, spreadsheet.SeparatorOf(words.Lang())); err != nil {
		return nil, err
	}
	return d.New(name, func(id string) (tree.Files, error) {
		files, _, err := fromtable.Files(id, "cards.csv", b.Bytes(), nil, fromtable.Options{Name: name, Lang: words.Lang(), Date: time.Now()})
		return files, err
	})
}

// fromTable makes a deck of a table somebody brought. A workbook with one sheet
// is kept as CSV, which can be changed here.
func (d *Decks) fromTable(name string, data []byte, words *i18n.Words) (*Pack, error) {
	table := tidyName(name)
	title := strings.TrimSuffix(name, path.Ext(name))
	sheets, ps := spreadsheet.Read(table, data)
	if err := ps.Err(); err != nil {
		return nil, err
	}
	seen := slices.DeleteFunc(sheets, func(s spreadsheet.Sheet) bool { return s.Hidden || len(s.Rows) == 0 })
	if path.Ext(table) == ".xlsx" && len(seen) == 1 {
		var b bytes.Buffer
		if err := spreadsheet.WriteCSV(&b, seen[0].Rows, spreadsheet.SeparatorOf(words.Lang())); err != nil {
			return nil, err
		}
		table, data = strings.TrimSuffix(table, ".xlsx")+".csv", b.Bytes()
	}
	return d.New(title, func(id string) (files tree.Files, err error) {
		for _, lang := range languagesOf(seen, words.Lang()) { // of one it may say that another column is its translation
			files, _, err = fromtable.Files(id, table, data, nil, fromtable.Options{Name: title, Lang: lang, Date: time.Now()})
			if err == nil {
				break
			}
		}
		return files, err
	})
}

// languagesOf returns the languages a table may be in, the one its columns are
// called in most first, and before all others of the same rank that of the page.
func languagesOf(sheets []spreadsheet.Sheet, usual string) []string {
	known := map[string]int{}
	for _, lang := range i18n.Languages() {
		words, _ := i18n.WordsIn(lang)
		for _, s := range sheets {
			for _, cell := range s.Rows[0] {
				if slices.ContainsFunc(knownFields, func(f string) bool { return headerKey(words.Word("own.field."+f)) == headerKey(cell) }) {
					known[lang]++
				}
			}
		}
	}
	list := append([]string{usual}, slices.DeleteFunc(i18n.Languages(), func(l string) bool { return l == usual })...)
	slices.SortStableFunc(list, func(a, b string) int { return known[b] - known[a] })
	return list
}

// errArchive says that an archive holds no game.
var errArchive = errors.New("there is no game in this archive")

// fromArchive makes a deck of an archive of the folder of a game.
func (d *Decks) fromArchive(name string, data []byte) (*Pack, error) {
	files, err := unpack(data)
	if err != nil {
		return nil, err
	}
	title := strings.TrimSuffix(name, path.Ext(name))
	return d.New(title, func(id string) (tree.Files, error) {
		changed, err := yamledit.SetKey(files["game.yaml"], "game.yaml", id, "id")
		if err != nil {
			return nil, err
		}
		files["game.yaml"] = changed
		return files, nil
	})
}

// unpack returns the files of the game in an archive, whose folder it may lie
// in. What has no place in a game is left out.
func unpack(data []byte) (tree.Files, error) {
	z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return nil, errArchive
	}
	top := ""
	for _, f := range z.File {
		if path.Base(f.Name) == "game.yaml" && fs.ValidPath(f.Name) && (top == "" || len(path.Dir(f.Name)) < len(top)) {
			top = path.Dir(f.Name)
		}
	}
	files, left := tree.Files{}, int64(shelf.MostBytes)
	for _, f := range z.File {
		rel, inside := f.Name, true
		if top != "." {
			rel, inside = strings.CutPrefix(f.Name, top+"/")
		}
		if !inside || !storable(rel) || !f.Mode().IsRegular() {
			continue
		}
		if len(files) >= shelf.MostFiles {
			return nil, fmt.Errorf("more than %d files", shelf.MostFiles)
		}
		from, err := f.Open()
		if err != nil {
			return nil, errArchive
		}
		data, err := io.ReadAll(io.LimitReader(from, left+1))
		from.Close() // only read
		if err != nil {
			return nil, errArchive
		}
		if left -= int64(len(data)); left < 0 {
			return nil, fmt.Errorf("more than %d MiB", shelf.MostBytes>>20)
		}
		files[rel] = data
	}
	if files["game.yaml"] == nil {
		return nil, errArchive
	}
	return files, nil
}

// zip sends the deck as one file.
func (rooms *Rooms) zip(w http.ResponseWriter, r *http.Request) {
	p := rooms.pack(w, r)
	if p == nil {
		return
	}
	files, _ := p.Now()
	w.Header().Set("Content-Type", "application/zip")
	w.Header().Set("Content-Disposition", `attachment; filename="`+p.ID+`.zip"`)
	z := zip.NewWriter(w)
	for _, name := range slices.Sorted(maps.Keys(files)) {
		to, err := z.CreateHeader(&zip.FileHeader{Name: p.ID + "/" + name, Method: zip.Deflate})
		if err != nil {
			return
		}
		if _, err := to.Write(files[name]); err != nil {
			return // whoever takes it sees that it ends too early
		}
	}
	_ = z.Close()
}
