package flow

import (
	"fmt"
	"strings"
	"testing"

	"kitpress/layout"
)

// An entry has its page; its frames keep off each other and off the notes.
func TestEntryOnItsPage(t *testing.T) {
	style := loadStyle(t, "guide")
	for _, sentences := range []int{1, 4, 8} {
		f := longGuide(4, sentences)
		d := &fakeDrawer{t: t}
		book, ps := f.Pages(style, d)
		noProblems(t, ps)
		if len(book.Pages) != 2+4 {
			t.Fatalf("%d pages with %d sentences", len(book.Pages), sentences)
		}
		for i := range 4 {
			if !strings.Contains(strings.Join(d.drawn, "\n"), fmt.Sprintf("key:K%03d", i)) {
				t.Errorf("entry %d has no head", i)
			}
			left := map[layout.Length]layout.Length{} // where the last line of a column is
			each(book, func(page int, items []layout.Item) {
				for _, it := range items {
					x, ok := it.(*layout.Text)
					if !ok || page != i+3 {
						continue
					}
					if x.At.Y < left[x.At.X] {
						t.Errorf("page %d: %q at %s runs into what is above it", page, x.Content, x.At.Y)
					}
					left[x.At.X] = x.At.Y
				}
			})
		}
	}
}

// A text is in the largest size there is room for, and none is lost when there
// is room in no size.
func TestEntrySizes(t *testing.T) {
	style := loadStyle(t, "guide")
	size := func(f *Flow) (body layout.Length, pages int) {
		book := bookOf(t, f)
		each(book, func(_ int, items []layout.Item) {
			for _, it := range items {
				if x, ok := it.(*layout.Text); ok && strings.HasPrefix(x.Content, "Donau") {
					body = x.Size
				}
			}
		})
		return body, len(book.Pages)
	}
	sizes := style.Entry.Sizes
	if body, _ := size(longGuide(2, 1)); body != sizes[0] {
		t.Errorf("a short entry is set in %s", body)
	}
	if body, pages := size(longGuide(2, 20)); body >= sizes[0] || pages != 4 {
		t.Errorf("an entry that fills its page is set in %s on %d pages", body, pages)
	}
	body, pages := size(longGuide(2, 40))
	if body != sizes[len(sizes)-1] || pages <= 4 {
		t.Errorf("an entry too long for a page is set in %s on %d pages", body, pages)
	}
	_, ps := longGuide(2, 120).Pages(style, &fakeDrawer{t: t})
	if !strings.Contains(fmtProblems(ps), "too high for a page") {
		t.Errorf("a frame longer than a page: %v", ps)
	}
}

// Frames stand in any text.
func TestFrameInText(t *testing.T) {
	style := loadStyle(t, "guide")
	d := &fakeDrawer{t: t}
	f := &Flow{Lang: "en", Blocks: []Block{
		&Paragraph{Text: "Before."},
		&Frame{Look: lookNotice, Title: "How to spot it", Blocks: []Block{&List{Items: []Paragraph{{Text: "One."}, {Text: "Two."}}}}},
		&Paragraph{Text: "After."},
	}}
	book, ps := f.Pages(style, d)
	noProblems(t, ps)
	checkBook(t, book, style)
	if got := spoken(book); got != "Before.HowtospotitOne.Two.After." && squeezed(got) != "Before.HowtospotitOne.Two.After." {
		t.Errorf("read out: %q", got)
	}
	if !strings.Contains(strings.Join(d.drawn, "\n"), "frame-icon map[drop:") {
		t.Errorf("drawn: %q", d.drawn)
	}
	f.Blocks = []Block{&Frame{Look: "none"}, &Frame{Look: lookNote, Blocks: []Block{&Table{}}}}
	if _, ps := f.Pages(style, d); len(ps) != 2 {
		t.Errorf("an unknown look and a table: %v", ps)
	}
}

// Two frames of half the width are equally high, whatever they hold.
func TestFramesBesideEachOther(t *testing.T) {
	frame := func(text string) *Frame {
		return &Frame{Look: lookMistake, Title: "So they say", Half: true, Blocks: []Block{&Paragraph{Text: text}}}
	}
	pair, alone := frame("Short."), frame("Alone.")
	pair.Beside = frame(strings.Repeat("A long answer. ", 30))
	f := &Flow{Lang: "en", Blocks: []Block{pair, alone}}
	style, d := loadStyle(t, "guide"), &fakeDrawer{t: t}
	book, ps := f.Pages(style, d)
	noProblems(t, ps)
	checkBook(t, book, style)
	var sizes []string
	for _, s := range d.drawn {
		if _, vars, ok := strings.Cut(s, "frame-mistake map["); ok {
			sizes = append(sizes, vars)
		}
	}
	if len(sizes) != 3 || sizes[0] != sizes[1] || sizes[0] == sizes[2] {
		t.Errorf("drawn: %q", sizes)
	}
}

// The frames of entries begin at the same heights on all pages, whatever is in
// them; an entry with more text than most is in the smallest type.
func TestEntriesLineUp(t *testing.T) {
	style := loadStyle(t, "guide")
	for n := 1; n < 80; n++ {
		f := longGuide(8, 2)
		last := f.Blocks[len(f.Blocks)-1].(*Entry)
		for i := range last.Frames {
			if last.Frames[i].Look == lookNotice {
				last.Frames[i].Blocks = []Block{&Paragraph{Text: strings.Repeat("A long answer that goes on. ", n)}}
			}
		}
		b := newBuilder(f, style, &fakeDrawer{t: t})
		b.build(f.Blocks)
		noProblems(t, b.problems)
		tops, sizes := map[string]map[layout.Length]bool{}, map[layout.Length]int{}
		for i, e := range b.entries {
			eb := entryBuilder{b, e}
			for _, c := range eb.columns(eb.room(nil), style.Entry.Area)[0] {
				for _, x := range c.boxes {
					if x.frame.Look == lookNotice {
						sizes[x.pieces[0].height]++
					}
					if i == len(b.entries)-1 {
						continue
					}
					if tops[x.frame.Look] == nil {
						tops[x.frame.Look] = map[layout.Length]bool{}
					}
					tops[x.frame.Look][x.top] = true
				}
			}
		}
		for look, at := range tops {
			if len(at) != 1 {
				t.Errorf("frames %q begin at %v with %d sentences", look, at, n)
			}
		}
		if len(sizes) > 1 {
			return // the long one is in smaller type
		}
	}
	t.Error("no entry was set in smaller type")
}
