package layout

import "time"

// A Document is what a writer writes into one file: pages and what is said
// about them.
type Document struct {
	Name      string // file name without directory and extension
	Title     string
	Subject   string
	Author    string
	Rights    string // licence line
	Lang      string // BCP 47
	Creator   string // "kitpress 1.0"
	Date      time.Time
	Pages     []Page
	Bookmarks []Bookmark
	Tagged    bool   // pages carry Tags that form a reading order
	Duplex    Duplex // how the file wants to be printed
}

// A Page is one side of a sheet as it leaves the printer, or one page of a
// reader's document. The page's media box is Scene.Size, whatever is drawn
// beyond it is lost.
type Page struct {
	Scene *Scene
	Trim  Rect   // what remains after cutting; the whole page when zero
	Bleed Length // beyond Trim
	Label string // page number as printed, "2" or "iv"; empty for sheets
	Role  PageRole
}

// A PageRole tells fronts from backs.
type PageRole string

// The roles of a page.
const (
	RoleFront PageRole = "front"
	RoleBack  PageRole = "back"
)

// A Duplex is a printer setting a file asks for.
type Duplex string

// The duplex settings.
const (
	Simplex   Duplex = "simplex"
	FlipLong  Duplex = "flip-long-edge"
	FlipShort Duplex = "flip-short-edge"
)

// A Bookmark is an entry of the outline a PDF viewer shows.
type Bookmark struct {
	Title string
	Level int // 0 is the top
	Page  int // index into Pages
	Y     Length
}
