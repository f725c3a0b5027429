package output_test

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"kitpress/layout"
	"kitpress/output"
	"kitpress/output/outputtest"
)

// readers read back what formats write.
var readers = map[string]func([]byte) ([]outputtest.Page, error){
	"pdf": outputtest.PDFPages,
}

// Every format is listed under a name of its own and can be read back by the
// contract suite.
func TestFormats(t *testing.T) {
	seen := map[string]bool{}
	for _, f := range output.Formats() {
		if seen[f.Name] || seen[f.Ext] || f.Name == "" || !strings.HasPrefix(f.Ext, ".") || f.Write == nil {
			t.Errorf("format %+v is incomplete or there twice", f)
		}
		seen[f.Name], seen[f.Ext] = true, true
		read, ok := readers[f.Name]
		if !ok {
			t.Errorf("format %s has no reader: add one, so that it is tried with the contract suite", f.Name)
			continue
		}
		t.Run(f.Name, func(t *testing.T) {
			outputtest.Run(t, outputtest.Contract{Name: f.Name, Write: f.Write, Read: read})
		})
	}
}

func TestWriteTo(t *testing.T) {
	d := &layout.Document{Name: "game_cards_en_a4", Pages: []layout.Page{{Scene: &layout.Scene{Size: layout.Size{W: 1000, H: 1000}}}}}
	var b bytes.Buffer
	got, err := output.Formats()[0].WriteTo(&b, d)
	if err != nil {
		t.Fatal(err)
	}
	want := output.File{Name: "game_cards_en_a4.pdf", Format: "pdf", Pages: 1, Bytes: int64(b.Len()), SHA256: fmt.Sprintf("%x", sha256.Sum256(b.Bytes()))}
	if got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

type closedWriter struct{}

func (closedWriter) Write([]byte) (int, error) { return 0, io.ErrClosedPipe }

func TestWriteToFails(t *testing.T) {
	d := &layout.Document{Name: "deck", Pages: []layout.Page{{Scene: &layout.Scene{Size: layout.Size{W: 1000, H: 1000}}}}}
	f := output.Formats()[0]
	if _, err := f.WriteTo(closedWriter{}, d); !errors.Is(err, io.ErrClosedPipe) || !strings.Contains(err.Error(), "deck.pdf") {
		t.Errorf("error is %v, want the writer's with the name of the file", err)
	}
	if file, err := f.WriteTo(io.Discard, &layout.Document{Name: "empty"}); err == nil || file != (output.File{}) {
		t.Errorf("empty document: %+v, %v", file, err)
	}
}
