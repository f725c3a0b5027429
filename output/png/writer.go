package png

import (
	"fmt"
	"io"
	"sync"

	"kitpress/layout"
	"kitpress/output/check"
)

// A Writer writes the pages of documents, each as a file of its own. It keeps
// the working memory of one for the next. The zero value is ready; it is safe
// for concurrent use.
type Writer struct {
	Options Options
	tools   sync.Pool // of *tool
}

// A tool is what one page at a time is drawn with.
type tool struct {
	Renderer
	Encoder
}

// WritePage writes a page of a document, counted from 0. Nothing is written
// when the document cannot be.
func (pw *Writer) WritePage(w io.Writer, d *layout.Document, page int) error {
	if err := check.Document(d); err != nil {
		return fmt.Errorf("png: %w", err)
	}
	if page < 0 || page >= len(d.Pages) {
		return fmt.Errorf("png: document has no page %d", page+1)
	}
	t, ok := pw.tools.Get().(*tool)
	if !ok {
		t = &tool{}
	}
	defer pw.tools.Put(t)
	img, err := t.Render(d.Pages[page].Scene, pw.Options)
	if err != nil {
		return err
	}
	return t.Encode(w, img, pw.Options.dpi())
}
