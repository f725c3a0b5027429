package site

// A Site is everything there is to write.
type Site struct {
	Languages  []Language // the first is that of the pages for all languages
	Games      []Game
	Topics     []Topic
	Redirects  map[string]string // old code -> the code it became
	LicenceURL string            // of the explanations; "" for none
	Root       string            // path the site is served at, "/kit", for 404.html; "" for the top
	Search     bool              // somebody answers C?code=…: a server, not a folder
}

// A Language is one language of the site and the site's own words in it.
type Language struct {
	Tag   string // BCP 47, "de-CH"
	Name  string // in the language itself
	Words Words
	Dir   string // "rtl" when it runs from the right, else ""
}

// Words are what the site says itself.
type Words struct {
	Title       string // of the whole site
	Skip        string
	Language    string
	Others      string // other languages
	Start       string
	Here        string // you are here
	Games       string
	Codes       string
	CodesAbout  string
	Code, Topic string // heads of the columns
	Cards       string // on the cards
	Related     string
	References  string
	Tags        string
	Licence     string // "Explanations: CC BY-SA 4.0"; "" for none
	Draft       string // that not all is translated; "" when it is
	Search      string
	Open        string
	NotFound    string // nothing has the words that were typed
	Missing     string
	MissingHelp string
	Quiz        string // heading of the questions
	Right       string // an answer is
	NotRight    string
	Back        string // to the table the reader came from
	Kinds       map[Kind]string
	Count       func(topics int) string
}

// A Kind is what sort of topic it is; it gives a page its colour.
type Kind string

// The kinds of topics.
const (
	Threat  Kind = "threat"
	Defence Kind = "defence"
	Term    Kind = "term"
)

// Kinds lists the kinds of topics.
func Kinds() []Kind { return []Kind{Threat, Defence, Term} }

// A Game is one game whose cards lead to topics.
type Game struct {
	ID     string // [a-z0-9-]+
	Accent Colour
	Texts  map[string]GameText // by language
}

// A GameText is a game in one language.
type GameText struct {
	Name, Tagline string
	Decks         []Deck
}

// A Deck is a group of cards, or of words, that lead to topics.
type Deck struct {
	Name    string
	Entries []Entry
}

// An Entry is one card in the list of its game.
type Entry struct {
	Title string
	Code  string // of its topic
	Icon  *Icon
}

// A Topic is one subject.
type Topic struct {
	Code    string // "7F3K-R"
	Kind    Kind
	Icon    *Icon
	Mark    *Icon                // the same for small sizes; nil for none
	Related []string             // codes
	Texts   map[string]TopicText // by language; a language it lacks is not linked
}

// A TopicText is a topic in one language.
type TopicText struct {
	Title, Summary string
	Sections       []Section
	Cards          []Card
	References     []Reference
	Tags           []string
	Age            string // "Age 14 and up"; "" to say nothing
	Face           *Face  // of the first card; nil for none
	Quiz           []Question
}

// A Face is the picture of a card, a file of its own.
type Face struct {
	Name          string // [a-z0-9-_]+
	SVG           []byte
	Width, Height int    // in any unit
	Alt           string // what it shows
}

// A Question is asked on a page, which answers by itself.
type Question struct {
	Ask     string
	Options []Option
}

// An Option is one of the answers to choose from.
type Option struct {
	Text  string
	Right bool
	Says  string // why it is right, or is not; may be empty
}

// A Section is one part of an explanation.
type Section struct {
	ID      string // of its heading: "protect"
	Heading string
	Icon    *Icon // before the heading; nil for none
	Form    Form
	Parts   []Part
}

// A Form says how the parts of a section are set.
type Form string

// The forms of a section.
const (
	Prose  Form = "prose"  // paragraphs
	Scene  Form = "scene"  // an example: paragraphs on a ground of their own
	Points Form = "points" // a list
	Checks Form = "checks" // a list of things to do
	Steps  Form = "steps"  // a numbered list
	Pairs  Form = "pairs"  // each part has a label: what many think, what is true
)

// A Part is a paragraph or a point.
type Part struct {
	Label string // in a section of pairs
	Spans []Span
}

// A Span is a stretch of text.
type Span struct {
	Text   string
	Code   string // of the topic it leads to, "" for none
	Strong bool
	Italic bool
	Small  bool // in small capitals
	Raised bool
	Over   string // how it is read, "" when that is not said
}

// A Card is a card that leads to a topic, as the topic's page shows it.
type Card struct {
	Game  string // id
	Label string // what sort of card
	Title string
	Icon  *Icon
	Text  []Span
	Facts []Fact
}

// A Fact is something else the card says: "Countermeasures: Access, Behaviour".
type Fact struct{ Name, Value string }

// A Reference is a public page about a topic.
type Reference struct {
	URL  string
	Lang string // of that page
}

// An Icon is a picture made of filled shapes.
type Icon struct {
	Box    string // the view box, "0 0 256 256"
	Shapes []Shape
}

// A Shape is the path of one shape in SVG's words. Soft shapes lie behind and
// are paler.
type Shape struct {
	Path string
	Soft bool
}

// A Sink takes the files of a site; names are relative and slash separated.
type Sink func(name string, content []byte) error
