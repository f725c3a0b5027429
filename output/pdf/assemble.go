package pdf

import (
	"bytes"
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"time"

	"github.com/go-pdf/fpdf"

	"kitpress/layout"
)

// A skeleton is what fpdf made of a document: content streams by page and
// the objects of pictures.
type skeleton struct {
	contents [][]byte
	pictures [][]part // by picture: the image, then what it refers to
}

// A part is an object of fpdf's file.
type part struct {
	number int
	dict   string
	stream []byte
}

// batch is the number of pages fpdf gets at a time: it holds three copies of
// all it is given.
const batch = 256

// assemble hands pages and pictures to fpdf and reads its files back.
func assemble(d *layout.Document, pages []*drawing, pictures []*picture) (*skeleton, error) {
	whole := &skeleton{}
	for from := 0; from < len(pages); from += batch {
		part, err := assembleBatch(d.Pages[from:], pages[from:min(from+batch, len(pages))], pictures)
		if err != nil {
			return nil, err
		}
		whole.contents = append(whole.contents, part.contents...)
		if pictures != nil {
			whole.pictures, pictures = part.pictures, nil
		}
	}
	return whole, nil
}

// assembleBatch hands some pages and pictures to fpdf.
func assembleBatch(sizes []layout.Page, pages []*drawing, pictures []*picture) (*skeleton, error) {
	f := fpdf.New("P", "pt", "A4", "")
	f.SetCompression(false) // contents are deflated already
	f.SetCatalogSort(true)
	f.SetAutoPageBreak(false, 0)
	f.SetCreationDate(time.Unix(0, 0).UTC()) // never the clock, though the date is not kept
	f.SetModificationDate(time.Unix(0, 0).UTC())
	for i, page := range pages {
		size := sizes[i].Scene.Size
		f.AddPageFormat("P", fpdf.SizeType{Wd: size.W.Pt(), Ht: size.H.Pt()})
		f.RawWriteStr(contentMark)
		f.RawWriteBuf(bytes.NewReader(page.content))
	}
	if len(pictures) > 0 {
		contactSheet(f, pictures)
	}
	var file bytes.Buffer
	if err := f.Output(&file); err != nil {
		return nil, fmt.Errorf("assembling pages: %w", err)
	}
	s, err := readSkeleton(file.Bytes(), len(pages), len(pictures))
	if err != nil {
		return nil, err
	}
	for i, content := range s.contents {
		if !bytes.Equal(content, pages[i].content) {
			return nil, errSkeleton
		}
		s.contents[i] = pages[i].content // lets go of fpdf's file
	}
	return s, nil
}

// contentMark is where the content of a page begins: fpdf begins every page
// with settings of its own, which a deflated content cannot follow.
const contentMark = "%content"

// contactSheet draws all pictures on a last page that is not kept: the order
// of their names in its content is the only way to learn which of fpdf's
// objects is which picture.
func contactSheet(f *fpdf.Fpdf, pictures []*picture) {
	f.AddPage()
	for _, p := range pictures {
		options := fpdf.ImageOptions{ImageType: "PNG"}
		f.RegisterImageOptionsReader(p.name, options, bytes.NewReader(p.png))
		f.ImageOptions(p.name, 0, 0, 10, 10, false, options, 0, "")
	}
}

// The few patterns that are needed to read a file fpdf wrote.
var (
	kidsPattern     = regexp.MustCompile(`/Kids \[([0-9 R]*)\]`)
	kidPattern      = regexp.MustCompile(`(\d+) 0 R`)
	contentsPattern = regexp.MustCompile(`/Contents (\d+) 0 R`)
	lengthPattern   = regexp.MustCompile(`/Length (\d+)`)
	drawnPattern    = regexp.MustCompile(`/(I[0-9a-f]+) Do`)
)

var errSkeleton = errors.New("fpdf wrote a file of another form than expected")

// readSkeleton reads a file fpdf wrote: classic cross reference table,
// generation 0, direct lengths.
func readSkeleton(file []byte, pages, pictures int) (*skeleton, error) {
	offsets, err := readOffsets(file)
	if err != nil {
		return nil, err
	}
	tree, err := readPart(file, offsets, 1)
	if err != nil {
		return nil, err
	}
	kids := kidPattern.FindAllStringSubmatch(firstGroup(kidsPattern, tree.dict), -1)
	s := &skeleton{}
	for i, kid := range kids {
		page, err := readPart(file, offsets, atoi(kid[1]))
		if err != nil {
			return nil, err
		}
		content, err := readPart(file, offsets, atoi(firstGroup(contentsPattern, page.dict)))
		if err != nil {
			return nil, err
		}
		if i < pages {
			_, content.stream, _ = bytes.Cut(content.stream, []byte(contentMark+"\n"))
			content.stream = bytes.TrimSuffix(content.stream, []byte("\n"))
		}
		s.contents = append(s.contents, content.stream)
	}
	if pictures > 0 && len(s.contents) > pages {
		sheet := s.contents[pages]
		s.contents = s.contents[:pages]
		if s.pictures, err = readPictures(file, offsets, sheet); err != nil {
			return nil, err
		}
	}
	if len(s.contents) != pages || len(s.pictures) != pictures {
		return nil, errSkeleton
	}
	return s, nil
}

// readPictures reads the images drawn by a content stream, in its order.
func readPictures(file []byte, offsets []int, sheet []byte) ([][]part, error) {
	resources, err := readPart(file, offsets, 2)
	if err != nil {
		return nil, err
	}
	var pictures [][]part
	for _, m := range drawnPattern.FindAllSubmatch(sheet, -1) {
		at := regexp.MustCompile(`/` + string(m[1]) + ` (\d+) 0 R`)
		image, err := readPart(file, offsets, atoi(firstGroup(at, resources.dict)))
		if err != nil {
			return nil, err
		}
		parts := []part{image}
		for _, ref := range kidPattern.FindAllStringSubmatch(image.dict, -1) {
			p, err := readPart(file, offsets, atoi(ref[1]))
			if err != nil {
				return nil, err
			}
			parts = append(parts, p)
		}
		pictures = append(pictures, parts)
	}
	return pictures, nil
}

// readOffsets returns the places of objects by number.
func readOffsets(file []byte) ([]int, error) {
	at := bytes.LastIndex(file, []byte("startxref\n"))
	if at < 0 {
		return nil, errSkeleton
	}
	start, _, _ := bytes.Cut(file[at+len("startxref\n"):], []byte("\n"))
	lines := bytes.Split(file[min(atoi(string(start)), len(file)):], []byte("\n"))
	if len(lines) < 3 || string(lines[0]) != "xref" {
		return nil, errSkeleton
	}
	var offsets []int
	for _, line := range lines[2:] {
		if len(line) < 18 || line[10] != ' ' {
			break
		}
		offsets = append(offsets, atoi(string(line[:10])))
	}
	return offsets, nil
}

// readPart reads one object.
func readPart(file []byte, offsets []int, number int) (part, error) {
	if number <= 0 || number >= len(offsets) || offsets[number] >= len(file) {
		return part{}, errSkeleton
	}
	head := strconv.Itoa(number) + " 0 obj\n"
	object, ok := bytes.CutPrefix(file[offsets[number]:], []byte(head))
	if !ok {
		return part{}, errSkeleton
	}
	end := bytes.Index(object, []byte("\nendobj"))
	stream := bytes.Index(object, []byte("\nstream\n"))
	if stream < 0 || end >= 0 && end < stream {
		if end < 0 {
			return part{}, errSkeleton
		}
		return part{number: number, dict: string(object[:end])}, nil
	}
	dict, data := string(object[:stream]), object[stream+len("\nstream\n"):]
	n := atoi(firstGroup(lengthPattern, dict))
	if n > len(data) {
		return part{}, errSkeleton
	}
	return part{number: number, dict: dict, stream: data[:n]}, nil
}

// firstGroup returns what the parentheses of pattern match, "" for nothing.
func firstGroup(pattern *regexp.Regexp, s string) string {
	if m := pattern.FindStringSubmatch(s); m != nil {
		return m[1]
	}
	return ""
}

// atoi returns the number s, -1 when it is none.
func atoi(s string) int {
	n, err := strconv.Atoi(s)
	if err != nil {
		return -1
	}
	return n
}
