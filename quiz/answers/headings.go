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
var headings = sync.OnceValues(func() ([]spreadsheet.Column, source.Problems) { return readHeadings("columns") })

// scores are the columns only lists of names have.
func scores() []spreadsheet.Column {
	all, _ := readHeadings("scores")
	return all
}

// columns are those of a table, with the names teachers and forms give them.
func columns() []spreadsheet.Column {
	all, _ := headings()
	return all
}

// readHeadings reads a part of the embedded file; it has no problems, a test says.
func readHeadings(part string) ([]spreadsheet.Column, source.Problems) {
	var ps source.Problems
	root, _ := source.ReadFile(headingFile, "headings.yaml", &ps)
	m := root.Map()
	if !m.Format(headingsFormat) {
		return nil, ps
	}
	all := spreadsheet.ReadColumns(m.Need(part))
	return all, ps
}
