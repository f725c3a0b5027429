// Command outline makes the outline of the YAML files in the program, so that
// they are not parsed at every start; `go generate ./...` runs it.
//
//	outline outline.bin games topics redirects.yaml
//
// What is wrong with the files is said with its place. With - in place of the
// outline that is all it does.
package main

import (
	"errors"
	"log"
	"os"

	"kitpress/catalog/source"
)

func main() {
	data, err := source.Outline(os.DirFS("."), os.Args[2:]...)
	if err == nil && os.Args[1] != "-" {
		err = os.WriteFile(os.Args[1], data, 0o644)
	}
	if data := new(source.DataError); errors.As(err, &data) {
		err = nil
		for _, p := range data.Problems.Sorted() {
			err = errors.Join(err, p)
		}
	}
	if err != nil {
		log.SetFlags(0)
		log.Fatal(err)
	}
}
