package main

import (
	"archive/tar"
	"archive/zip"
	"compress/gzip"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
)

// packed is a file of an archive.
type packed struct {
	name string
	data []byte
	run  bool // may be started
}

// archive packs the program for a system: a ZIP where people open it by a
// double click, a tar.gz on Linux.
func (m *made) archive(t target) {
	data, err := os.ReadFile(m.program(t))
	check(err)
	top := "kitpress-" + m.version + "-" + t.name()
	files := []packed{
		{name: "START-HERE.txt", data: []byte(start(t))},
		{name: "LICENSE.txt", data: text("LICENSE")},
		{name: "CREDITS.txt", data: text("CREDITS.md")},
		{name: "LICENCES-OF-PARTS.txt", data: licences(t)},
	}
	switch t.os {
	case "windows":
		files = append(files, packed{name: "kitpress.exe", data: data, run: true})
	case "darwin":
		files = append(files,
			packed{name: "Kitpress.app/Contents/Info.plist", data: []byte(fmt.Sprintf(bundle, m.version))},
			packed{name: "Kitpress.app/Contents/MacOS/kitpress", data: data, run: true})
	default:
		files = append(files, packed{name: "kitpress", data: data, run: true})
	}
	for i := range files {
		files[i].name = top + "/" + files[i].name
	}
	if t.os == "linux" {
		m.tar(top+".tar.gz", files)
	} else {
		m.zip(top+".zip", files)
	}
}

// bundle makes a Mac open the studio by a double click; kitpress knows the
// identifier (terminal.DoubleClicked). It has no window of its own, so it does
// not wait in the Dock.
const bundle = `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
	<key>CFBundleIdentifier</key><string>kitpress.studio</string>
	<key>CFBundleName</key><string>Kitpress</string>
	<key>CFBundleExecutable</key><string>kitpress</string>
	<key>CFBundlePackageType</key><string>APPL</string>
	<key>CFBundleShortVersionString</key><string>%s</string>
	<key>LSUIElement</key><true/>
</dict>
</plist>
`

// start says in five languages what to do first.
func start(t target) string {
	file := map[string]string{"windows": "kitpress.exe", "darwin": "Kitpress.app", "linux": "kitpress"}[t.os]
	command := map[string]string{"windows": "kitpress", "darwin": "Kitpress.app/Contents/MacOS/kitpress", "linux": "./kitpress"}[t.os] + " --help"
	lines := []string{
		"Double-click %s: the studio opens in your browser. On a terminal: " + command,
		"Doppelklick auf %s öffnet das Studio im Browser. Im Terminal: " + command,
		"Doppio clic su %s: lo studio si apre nel browser. Nel terminale: " + command,
		"Double-cliquez sur %s : le studio s’ouvre dans le navigateur. Dans un terminal : " + command,
		"%s をダブルクリックすると、ブラウザーでスタジオが開きます。ターミナルでは " + command,
	}
	if t.os == "darwin" { // nobody has signed the program
		lines = append(lines, "", "The first time: right-click %s, then Open. / Beim ersten Mal: Rechtsklick, dann Öffnen. / La prima volta: clic destro, poi Apri. / La première fois : clic droit, puis Ouvrir. / 初回は右クリックして「開く」を選びます。")
	}
	return strings.ReplaceAll(strings.Join(lines, "\r\n")+"\r\n", "%s", file)
}

// folder lists all files below a folder, in the order of their names.
func folder(dir, as string) (files []packed) {
	check(fs.WalkDir(os.DirFS(dir), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(name)))
		files = append(files, packed{name: path.Join(as, name), data: data})
		return err
	}))
	return files
}

func text(name string) []byte {
	data, err := os.ReadFile(name)
	check(err)
	return data
}

func (m *made) zip(name string, files []packed) {
	out, err := os.Create(filepath.Join(m.folder, name))
	check(err)
	w := zip.NewWriter(out)
	for _, f := range files {
		h := &zip.FileHeader{Name: f.name, Method: zip.Deflate, Modified: m.day}
		h.SetMode(mode(f))
		to, err := w.CreateHeader(h)
		check(err)
		_, err = to.Write(f.data)
		check(err)
	}
	check(w.Close())
	check(out.Close())
}

func (m *made) tar(name string, files []packed) {
	out, err := os.Create(filepath.Join(m.folder, name))
	check(err)
	squeezed, err := gzip.NewWriterLevel(out, gzip.BestCompression)
	check(err)
	w := tar.NewWriter(squeezed)
	for _, f := range files {
		check(w.WriteHeader(&tar.Header{Name: f.name, Size: int64(len(f.data)), Mode: int64(mode(f)), ModTime: m.day, Format: tar.FormatPAX}))
		_, err := w.Write(f.data)
		check(err)
	}
	for _, c := range []io.Closer{w, squeezed, out} {
		check(c.Close())
	}
}

func mode(f packed) fs.FileMode {
	if f.run {
		return 0o755
	}
	return 0o644
}
