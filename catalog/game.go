package catalog

import (
	"io/fs"
	"time"

	"kitpress/catalog/source"
)

// IDForm is how ids are written, of all that has one.
var IDForm = source.Pattern(`^[a-z0-9][a-z0-9-]{0,63}$`)

// A Game is one catalog folder read and typed: every card, component and rule
// of a game, with its texts in the source language only. Translations are
// package i18n's.
type Game struct {
	ID         string // [a-z0-9][a-z0-9-]*, the folder's name
	Pos        source.Pos
	Prefix     string    // of rule ids: "CSG" in "CSG-R7"
	Version    string    // of the texts and art, printed on every sheet
	Date       time.Time // of this edition; dates PDF files, never the clock (design.md section 7)
	Source     string    // language the texts below are written in, a BCP 47 tag
	Languages  []string  // languages the game promises, source included
	Theme      string    // id of a theme in layout/themes
	Name       Msg       // "game.name"
	Tagline    Msg       // "game.tagline"
	Summary    Msg       // "game.summary": two or three sentences, what the game is about
	Players    Range
	Age        int // recommended minimum, 0 when not stated
	Minutes    Range
	Params     Params // common to all editions
	Editions   []Edition
	Sets       []*Set
	Decks      []*Deck
	Components []Component
	Sections   []Section // the rulebook
	Score      *Score    // nil when the game has no score sheet
	Credits    []Credit
	Rights     []Msg
	// Topics holds every topic a card or an item names, by id; with explanations
	// also those these link to or are related to, so that no link is dead.
	Topics    map[string]*Topic
	Redirects map[string]string // code of a topic that is gone -> id of the one it leads to now, which is in Topics
	// Translations are those that stand beside their source, in tables of cards:
	// language -> message id -> text.
	Translations map[string]map[string]Translation
	AutoQuotes   bool  // texts have the quotation marks of a keyboard and are printed with those of their language
	Art          fs.FS // the pack's art folder; nil when it has none

	ThemePos source.Pos
	Fonts    map[string]Ref // families of the folder fonts, by which texts are set in them: FontRoles
	index    *index
}

// A Range is an inclusive range of whole numbers; zero when not stated.
type Range struct{ Min, Max int }

// A Param is a named number or word that rule texts, the score sheet and the
// referee share, so that they cannot disagree.
type Param struct {
	Name   string
	Number int
	Word   string // set when the param is a word such as "until4"
	IsWord bool
	Pos    source.Pos
}

// Params are named numbers and words.
type Params map[string]Param

// An Edition is one published wording of the rules (games.md section 1.5).
// It is independent of the language a kit is printed in.
type Edition struct {
	ID         string
	Pos        source.Pos
	Name       Msg      // "edition.<id>.name"
	DefaultFor []string // languages whose kits take this edition; exactly one edition has "*"
	Params     Params   // override the game's
}

// A Set is a vocabulary of the game: countermeasures, resources, characters.
// Cards refer to its items by id.
type Set struct {
	ID     string
	Pos    source.Pos
	Name   Msg // "set.<id>.name"
	Schema Schema
	Items  []*Record

	index map[string]*Record
}

// A Deck is a group of pieces that share a template: cards, boards, tokens,
// dice nets. "Deck" is the word for all of them; what makes a board a board
// is its template and the sheet its component is printed on.
type Deck struct {
	ID       string
	Pos      source.Pos
	Name     Msg    // "deck.<id>.name": plural, "Threats"
	Label    Msg    // "deck.<id>.label": one of them, "Threat"
	Template string // front, id of a template in layout/templates
	Back     string // template of the back, "" when the pieces have none
	Schema   Schema
	Cards    []*Record
	StandIn  StandIn
	Mirror   *bool // whether languages that run from the right have the pieces mirrored; nil: as the template says

	TemplatePos, BackPos source.Pos
}

// A StandIn says what people have at home and may take instead of printing,
// cutting and gluing a deck.
type StandIn struct {
	By     string   // StandInDice, StandInCounters; "" for nothing
	Fields []string // of the deck, for dice: what 1, 2, 3 … mean, in their order
	Pos    source.Pos
}

// What stands in for decks.
const (
	StandInDice     = "dice"     // ordinary ones, with a table of what each number means
	StandInCounters = "counters" // coins, buttons or bricks
)

// StandIns lists what stands in for decks.
func StandIns() []string { return []string{StandInDice, StandInCounters} }

// Count returns how many pieces the deck has, copies included.
func (d *Deck) Count() int {
	n := 0
	for _, c := range d.Cards {
		n += c.Quantity
	}
	return n
}

// A Record is a card or other piece, or an item of a Set: an id and values
// that keep to the schema of what holds it.
type Record struct {
	ID       string
	Pos      source.Pos
	Quantity int // 1 for items of a set
	Fields   map[string]Value
}

// A FieldType says what a field holds.
type FieldType string

// The field types a schema may use.
const (
	TypeText    FieldType = "text"    // translatable text: Value.Text
	TypeWord    FieldType = "word"    // an id that is never translated: Value.Word
	TypeNumber  FieldType = "number"  // whole number: Value.Number
	TypeFlag    FieldType = "flag"    // true or false: Value.Flag
	TypeIcon    FieldType = "icon"    // id of an icon: Value.Word
	TypeTopic   FieldType = "topic"   // id of a topic: Value.Word
	TypeURL     FieldType = "url"     // address of anything, for a QR code: Value.Word
	TypeItem    FieldType = "item"    // id of an item of set Of: Value.Word
	TypeItems   FieldType = "items"   // list of such ids, order and repeats kept: Value.List
	TypeNumbers FieldType = "numbers" // item id of set Of -> number: Value.List and Value.Numbers
	TypeCard    FieldType = "card"    // id of a card of deck Of: Value.Word
	TypeCards   FieldType = "cards"   // list of such ids: Value.List
	TypeTexts   FieldType = "texts"   // list of translatable texts: Value.Texts
	TypeWords   FieldType = "words"   // list of untranslated words: Value.List
)

// A Field is one entry of a schema.
type Field struct {
	Name     string
	Type     FieldType
	Of       string // set or deck for item, items, numbers, card, cards
	Optional bool
	Column   string // what tables of cards call it, "" when as it is called here
	Min, Max int    // of a number, or of the length of a list; both 0 when free
	Pos      source.Pos
}

// A Schema lists the fields of a deck or set in the order they were declared.
type Schema []Field

// Field returns the field called name.
func (s Schema) Field(name string) (Field, bool) {
	for _, f := range s {
		if f.Name == name {
			return f, true
		}
	}
	return Field{}, false
}

// A Value is the content of one field; which member counts follows from Type.
type Value struct {
	Type    FieldType
	Pos     source.Pos
	Text    Msg
	Texts   []Msg
	Word    string
	Number  int
	Flag    bool
	List    []string
	Numbers map[string]int
}

// A Msg is a text in the game's source language with the id its translations
// are filed under, such as "card.phishing.title".
type Msg struct {
	ID   string
	Text string
	Pos  source.Pos
}

// A Component is one thing the kit prints into a file of its own.
type Component struct {
	ID       string // "cards": the manifest's component id
	Pos      source.Pos
	Kind     ComponentKind
	Name     Msg      // "component.<id>.name"
	Decks    []string // for KindPieces, imposed one after the other
	Sheet    string   // id of a spec in layout/sheet/specs, for KindPieces
	Template string   // for KindPage: one template drawn on a page of its own size
	Paper    string   // weight and hint for the print plan, a key of kitpress's own words: "plan.paper.card"
	CutAt    CutAt    // for pieces in tiles
	Help     string   // template of a picture beside the pieces that says how to make them, "" for none
	Facts    []Fact   // for KindGuide: what it says of the cards that lead to a topic
	// InsteadOf is the component, or the deck of one, that this one replaces on
	// the table, "" for none: stickers for blank dice instead of dice to fold. Whoever adds up sheets or
	// pieces leaves it out.
	InsteadOf string
	Read      bool // for KindPage: shown on a screen or printed as anybody likes, no part of the kit's sheets
	// Behind is the page this one is printed on the back of, "" for none: a score
	// sheet behind what a table looks up. Where backs are sheets of their own, so is
	// this one; its own file has more of it.
	Behind   string
	Optional bool // nothing a table needs: in the kit, but no part of its sheets
	Backs    Backs
	Copies   Copies
	Per      Per

	SheetPos, TemplatePos, PaperPos, HelpPos source.Pos
}

// CutAt lists where a piece in tiles is best cut, in mm from its left and its
// upper edge.
type CutAt struct {
	X, Y []float64
	Pos  source.Pos // zero when nothing is said
}

// A Fact is a field of cards, and of items of sets, that a guide prints.
type Fact struct {
	Field string
	Label Msg // "component.<id>.fact.<field>"; empty for a text that speaks for itself
	Pos   source.Pos
}

// Backs says what the backs of a component's pieces are for, so that whoever
// prints single sheets knows whether they may be left out.
type Backs struct {
	Use   BacksUse
	Rules []string // for BacksPlayed: the rules that need them, "R2"
	Pos   source.Pos
}

// A BacksUse is what backs are for.
type BacksUse string

// What backs are for. A component that says nothing needs them: a back left out
// by mistake spoils a game, one printed in vain costs a sheet.
const (
	BacksNeeded   BacksUse = ""
	BacksPlayed   BacksUse = "played"   // rules sort by them, draw by them, or hide what is on the front
	BacksRead     BacksUse = "read"     // they say something that is not on the front
	BacksOptional BacksUse = "optional" // they are decoration
)

// Copies says that players need more than one print of a component.
type Copies struct {
	From, To int    // how many, 0 for once
	Rule     string // that says so
	Pos      source.Pos
}

// A Per says for whom a component is printed when a class plays.
type Per string

// For whom a component is printed.
const (
	PerTable  Per = "table"  // at which a group of a class sits
	PerPlayer Per = "player" // each pupil of a class
	PerClass  Per = "class"  // once, whatever the number of tables
)

// A ComponentKind says how a component is composed.
type ComponentKind string

// The kinds of components.
const (
	KindPieces   ComponentKind = "pieces"   // decks imposed on sheets
	KindRulebook ComponentKind = "rulebook" // the sections of rules.yaml; gives rulebook and rulebook-booklet
	KindGuide    ComponentKind = "guide"    // the explanations of the topics; gives <id> and <id>-booklet
	KindPage     ComponentKind = "page"     // a one-page template: quick reference, score sheet
)

// A Score says how a game is scored; pad, score check and referee share it.
type Score struct {
	Pos        source.Pos
	Rule       string // rule id that says so
	Categories []Category
	Total      []string // categories that are summed, each times its worth
	Goal       Amount   // total that ends or wins the game; not set when there is none
	Ties       []Msg    // tie-breaks in order
	TieBy      []string // categories that break a tie, more is better, in order
	TiesOpen   bool     // what is left is decided by something no sheet shows; else it is shared
	Rounds     int      // lines of the running sheet, 0 for none
}

// A Category is one column of a score sheet.
type Category struct {
	ID         string
	Name       Msg    // "score.<id>"; empty ID when an item or a card gives its name
	Set, Item  string // the item whose name is used
	Deck, Card string // the card whose title is used
	Min, Max   int
	Worth      Amount   // points for each; 1 when nothing is said
	Goal       Amount   // how many are needed; not set when nothing is said
	Out        Amount   // whoever has exactly as many is out; not set when nobody is
	Shared     bool     // all seats together have no more than Max: copies of one card
	Parts      string   // the deck whose cards the number is put together from; "" for none
	PartFields []string // a card counts as many as these lists of it hold together
	Pos        source.Pos
}

// An Amount is a number, or the name of a param that may differ between
// editions.
type Amount struct {
	Number int
	Param  string
	Pos    source.Pos // zero when nothing is said
}

// IsSet reports whether anything is said.
func (a Amount) IsSet() bool { return a.Pos.IsValid() }

// In returns the number with the params of an edition.
func (a Amount) In(params Params) int {
	if a.Param != "" {
		return params[a.Param].Number
	}
	return a.Number
}

// A Credit names who made what.
type Credit struct {
	Role Msg    // "credit.<n>.role"
	Who  string // names, never translated
	Link string
	Pos  source.Pos
}

// A Translation is a text made from a source text that had the hash Of.
type Translation struct {
	Text    string
	Of      string // Hash of the source text it was made from
	Reading string // how it is read, in kana: what it is sorted by; may be empty
	Pos     source.Pos
}

// FontRoles lists the texts a game may have a font of its own for: what stands
// in the heaviest weight, what is a number, and all others.
func FontRoles() []string { return []string{"title", "number", "text"} }
