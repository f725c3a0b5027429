package layout

import (
	"fmt"
	"strconv"
	"time"
)

// A Document is what a writer writes into one file: pages and what is said
// about them.
type Document struct {
	Name      string // file name without directory and extension
	Title     string
	Subject   string
	Author    string
	Rights    string // licence line
	Lang      string // BCP 47
	RTL       bool   // it is bound on the right
	Creator   string // "kitpress 1.0"
	Date      time.Time
	Pages     []Page
	Spare     []Page // not in this file, but in another one of the same book: equal pages are stored in the same way
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
	Cuts  []Outline // where a machine cuts what is printed
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

// PageName returns the name of the file that page i has when every page is a
// file of its own: the name of the document, and a number with as many digits
// as the last page takes when there are several.
func (d *Document) PageName(i int) string {
	if len(d.Pages) == 1 {
		return d.Name
	}
	return fmt.Sprintf("%s-%0*d", d.Name, len(strconv.Itoa(len(d.Pages))), i+1)
}
