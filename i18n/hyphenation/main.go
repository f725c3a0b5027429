package main

import (
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"log"
	"os"
	"path/filepath"
)

// sources names, for each language of kitpress, the pattern set it uses.
func sources() map[string]string {
	return map[string]string{"de": "de-1996", "en": "en-gb", "fr": "fr", "it": "it"}
}

func main() {
	dir := flag.String("dir", ".", "folder of the pattern files; the .bin files are written there")
	flag.Parse()
	for lang, set := range sources() {
		data, err := compileFiles(*dir, set)
		if err == nil {
			err = os.WriteFile(filepath.Join(*dir, lang+".bin"), data, 0o644)
		}
		if err != nil {
			log.Fatalln("hyphenation:", err)
		}
	}
}

// compileFiles compiles pattern set "it" from dir/hyph-it.pat.txt and, when
// there is one, dir/hyph-it.hyp.txt.
func compileFiles(dir, set string) ([]byte, error) {
	patterns, err := os.ReadFile(filepath.Join(dir, "hyph-"+set+".pat.txt"))
	if err != nil {
		return nil, err
	}
	exceptions, err := os.ReadFile(filepath.Join(dir, "hyph-"+set+".hyp.txt"))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	data, err := Compile(string(patterns), string(exceptions))
	if err != nil {
		return nil, fmt.Errorf("hyph-%s: %w", set, err)
	}
	return data, nil
}
