// Command outline makes the outline of the YAML files in the program, so that
// they are not parsed at every start; `go generate ./...` runs it.
//
//	outline outline.bin games topics redirects.yaml
package main

import (
	"log"
	"os"

	"kitpress/catalog/source"
)

func main() {
	data, err := source.Outline(os.DirFS("."), os.Args[2:]...)
	if err == nil {
		err = os.WriteFile(os.Args[1], data, 0o644)
	}
	if err != nil {
		log.Fatalln("outline:", err)
	}
}
