package answers

import (
	"embed"
	"sync"

	"kitpress/catalog/source"
	"kitpress/catalog/spreadsheet"
)

// headingsFormat is the version of headings.yaml this package reads.
const headingsFormat = 1

//go:embed headings.yaml
var headingFile embed.FS

// headings reads the names of columns once, when a table is read.
var headings = sync.OnceValues(readHeadings)

// columns are those of a table, with the names teachers and forms give them.
func columns() []spreadsheet.Column {
	all, _ := headings()
	return all
}

// readHeadings reads the embedded file; it has no problems, a test says.
func readHeadings() ([]spreadsheet.Column, source.Problems) {
	var ps source.Problems
	root, _ := source.ReadFile(headingFile, "headings.yaml", &ps)
	m := root.Map()
	if !m.Format(headingsFormat) {
		return nil, ps
	}
	all := spreadsheet.ReadColumns(m.Need("columns"))
	return all, ps
}
