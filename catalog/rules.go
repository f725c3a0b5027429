package catalog

import (
	"slices"

	"kitpress/catalog/source"
)

// A Section is one chapter of the rulebook.
type Section struct {
	ID     string
	Pos    source.Pos
	Title  Msg    // "section.<id>.title"
	Icon   string // icon in the chapter's band
	RunOn  bool   // if the page has room, the chapter goes on where the one before it ends
	Minor  bool   // less looked for than the others: a lesser title, wherever it stands
	Blocks []Block

	IconPos source.Pos
}

// A BlockKind says what a Block is.
type BlockKind string

// The kinds of blocks.
const (
	BlockHeading  BlockKind = "heading"  // Text
	BlockText     BlockKind = "text"     // Text: a paragraph
	BlockRule     BlockKind = "rule"     // Rule
	BlockFigure   BlockKind = "figure"   // Deck, Card: a piece of a figure deck drawn at full width
	BlockGlossary BlockKind = "glossary" // Set: term and explanation of every item, two columns
	BlockTable    BlockKind = "table"    // Table: things side by side
	BlockContents BlockKind = "contents" // the chapters with their rules and pages
	BlockIndex    BlockKind = "index"    // words people look for: what names its rules in a field "rules"
	BlockCredits  BlockKind = "credits"  // the game's credits and rights
	BlockBreak    BlockKind = "break"    // a new page
)

// A Block is one element of a Section.
type Block struct {
	ID       string // unique in its section
	Pos      source.Pos
	Kind     BlockKind
	Text     Msg
	Icon     string // of a paragraph that stands on a ground of its own; may be empty
	Rule     *Rule
	Card     string
	Set      string
	Table    *Table
	Editions []string // empty: in every edition

	IconPos source.Pos
}

// A Table compares things: a row for each point of comparison.
type Table struct {
	Head []Msg // "section.<section>.<id>.head.<n>"; may be empty
	Rows []TableRow
}

// A TableRow has as many cells as the table has columns.
type TableRow struct {
	Cells []Msg // "section.<section>.<id>.<row>.<n>"
	Pos   source.Pos
}

// In reports whether the block is printed in an edition.
func (b *Block) In(edition string) bool {
	return len(b.Editions) == 0 || slices.Contains(b.Editions, edition)
}

// A Rule is one numbered rule (games.md, "<prefix>-R<n>").
type Rule struct {
	ID        string // "R7": printed; Prefix + "-" + ID is the id cited everywhere else
	Pos       source.Pos
	Text      Msg            // "rule.<ID>"; empty ID when ByEdition is used
	ByEdition map[string]Msg // edition id -> "rule.<ID>.<edition>"
	Params    []string       // names of the params its texts use, in the order of first use
	Editions  []string       // that have it; empty: every one
}

// In reports whether an edition has the rule.
func (r *Rule) In(edition string) bool {
	return len(r.Editions) == 0 || slices.Contains(r.Editions, edition)
}
