package asked

import (
	"bytes"
	"embed"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"hash/crc64"
	"html/template"
	"io"
	"io/fs"
	"regexp"
	"strings"

	"kitpress/i18n"
	"kitpress/quiz"
)

//go:embed homework.html
var files embed.FS

// modules are the scripts of the page, in the order they need each other.
var modules = []string{"dom.js", "ask.js", "homework.js"}

// A homework is what the page holds.
type homework struct {
	ID        string            `json:"id"` // of these questions: where a browser keeps what was answered
	Words     map[string]string `json:"words"`
	Frames    Frames            `json:"frames"`
	Questions []*Question       `json:"questions"`
	Keys      []string          `json:"keys"` // a Key each, hidden from a casual look
}

type homeworkPage struct {
	Title, Lang string
	Data        homework
	Style       template.CSS
	Script      template.JS
	Pictures    template.HTML
	words       *i18n.Words
}

func (p homeworkPage) Word(id string) string { return p.words.Word(id) }

// Dir returns which way the page runs.
func (p homeworkPage) Dir() string { return i18n.LocaleOf(p.Lang).Dir() }

// Homework writes a page with questions of one language that needs nothing
// else: no server, no network, no other file. static holds the scripts, the style
// and the pictures of pages.
func Homework(w io.Writer, static fs.FS, title string, items []quiz.Item, words *i18n.Words) error {
	p := homeworkPage{Title: title, Lang: items[0].Lang, words: words, Data: homework{Frames: FramesOf(items[0].Lang), Words: map[string]string{}}}
	for id, word := range words.Below("table.") {
		if strings.HasPrefix(id, "table.quiz.") || strings.HasPrefix(id, "table.homework.") || id == "table.enter" || id == "table.choose.exactly" {
			p.Data.Words[id] = word
		}
	}
	sum := crc64.New(crc64.MakeTable(crc64.ISO))
	for i := range items {
		key, err := json.Marshal(KeyOf(&items[i], words))
		if err != nil {
			return err
		}
		io.WriteString(sum, items[i].ID+"\n"+items[i].Ask+"\n")
		p.Data.Questions = append(p.Data.Questions, Of(&items[i], false, words))
		p.Data.Keys = append(p.Data.Keys, veil(key))
	}
	p.Data.ID = fmt.Sprintf("%016x", sum.Sum64())
	var script bytes.Buffer
	for _, name := range modules {
		data, err := fs.ReadFile(static, name)
		if err != nil {
			return err
		}
		script.Write(alone(data))
	}
	style, err := fs.ReadFile(static, "table.css")
	if err != nil {
		return err
	}
	pictures, err := fs.ReadFile(static, "ui.svg")
	if err != nil {
		return err
	}
	p.Style, p.Script = template.CSS(style), template.JS(script.String())
	p.Pictures = template.HTML(strings.Replace(string(pictures), "<svg", `<svg class="sprite" aria-hidden="true"`, 1))
	t, err := template.ParseFS(files, "homework.html")
	if err != nil {
		return err
	}
	return t.Execute(w, p)
}

// veil hides a text from a casual look at the source of a page; it is no secret.
func veil(text []byte) string {
	out := bytes.Clone(text)
	for i := range out {
		out[i] ^= byte(i*7 + 90)
	}
	return base64.StdEncoding.EncodeToString(out)
}

// alone returns a module as a part of one script: it imports and exports nothing.
func alone(module []byte) []byte {
	module = regexp.MustCompile(`(?m)^import .*\n`).ReplaceAll(module, nil)
	return regexp.MustCompile(`(?m)^export `).ReplaceAll(module, nil)
}
