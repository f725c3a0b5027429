package pdf

import (
	"fmt"
	"strconv"
	"strings"

	"kitpress/layout"
)

// A finisher writes the final file.
type finisher struct {
	writer   *Writer
	doc      *layout.Document
	plan     *plan
	drawings []*drawing // of pages
	forms    []*drawing
	fonts    []*fontFile
	rasters  []*raster

	file     file
	pages    []ref
	anchors  map[string]target
	linkRefs [][]ref // by page
	fontRefs map[*font]ref
	formRefs map[*form]ref
	picRefs  map[*picture]ref
}

// finish returns the file.
func (d *finisher) finish() (*file, error) {
	d.file.version = '7'
	catalog, info, tree := d.file.reserve(), d.file.add(infoDict(d.doc, d.plan.pressed())), d.file.reserve()
	for range d.drawings {
		d.pages = append(d.pages, d.file.reserve())
	}
	d.placePages()
	d.findAnchors()
	d.addFonts()
	d.addPictures()
	d.addForms()
	if err := d.addPages(tree); err != nil {
		return nil, err
	}
	entries := fmt.Sprintf("/Type/Catalog/Pages %v/ViewerPreferences%s", tree, viewerPreferences(d.doc))
	if d.doc.Lang != "" {
		entries += "/Lang" + textString(d.doc.Lang)
	}
	if labels := pageLabels(d.doc.Pages); labels != "" {
		entries += "/PageLabels" + labels
	}
	outline, err := d.outline()
	if err != nil {
		return nil, err
	}
	if outline != 0 {
		entries += fmt.Sprintf("/Outlines %v/PageMode/UseOutlines", outline)
	}
	universal := false
	if d.doc.Tagged {
		s, err := d.mergeStructure()
		if err != nil {
			return nil, err
		}
		universal = accessible(d.doc, s)
		entries += fmt.Sprintf("/MarkInfo<</Marked true>>/StructTreeRoot %v", d.structTree(s))
	}
	if d.plan.profile != nil {
		entries += d.outputIntent()
		d.file.version = '6' // what the standard builds on
	}
	if d.plan.plain {
		d.file.version = '4'
	}
	metadata := d.file.addStream("/Type/Metadata/Subtype/XML", xmp(d.doc, universal, d.plan.pressed()), true)
	d.file.set(catalog, fmt.Sprintf("<<%s/Metadata %v>>", entries, metadata))
	if !d.plan.plain {
		d.file.pack()
	}
	d.file.compress(d.writer)
	d.file.catalog, d.file.info = catalog, info
	return &d.file, nil
}

// placePages adds the links and anchors of pages of another document to those
// of the pages they are drawn on.
func (d *finisher) placePages() {
	for _, drawing := range d.drawings {
		for _, p := range drawing.inner {
			from := d.forms[p.number-1]
			for _, l := range from.links {
				drawing.links = append(drawing.links, placedLink{Link: l.Link, rect: p.at.Bounds(l.rect)})
			}
			for _, a := range from.anchors {
				drawing.anchors = append(drawing.anchors, placedAnchor{a.name, p.at.Apply(a.at)})
			}
		}
	}
}

// findAnchors notes where anchors are; of several with one name the first
// counts, as copies of a card may carry one each.
func (d *finisher) findAnchors() {
	d.anchors = map[string]target{}
	d.linkRefs = make([][]ref, len(d.drawings))
	for page, drawing := range d.drawings {
		for _, a := range drawing.anchors {
			if _, ok := d.anchors[a.name]; !ok {
				d.anchors[a.name] = target{page, a.at}
			}
		}
	}
}

// linkKey returns the number under which the structure finds a link: pages
// come first.
func (d *finisher) linkKey(page, link int) int {
	key := len(d.drawings) + link
	for _, drawing := range d.drawings[:page] {
		key += len(drawing.links)
	}
	return key
}

func (d *finisher) addFonts() {
	d.fontRefs = map[*font]ref{}
	for i, f := range d.plan.fonts {
		e := d.fonts[i]
		program := d.file.addStream(fmt.Sprintf("/Length1 %d%s", e.length, deflated), e.program, true)
		descriptor := d.file.add(fmt.Sprintf("<<%s/FontFile2 %v>>", e.descriptor, program))
		unicode := d.file.addStream("", e.toUnicode, false)
		d.fontRefs[f] = d.file.add(fmt.Sprintf("<</Type/Font/Subtype/Type0/BaseFont/%s/Encoding/Identity-H/ToUnicode %v"+
			"/DescendantFonts[<</Type/Font/Subtype/CIDFontType2/BaseFont/%[1]s/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>"+
			"/CIDToGIDMap/Identity/FontDescriptor %[3]v%[4]s>>]>>", e.base, unicode, descriptor, e.widths))
	}
}

func (d *finisher) addForms() {
	d.formRefs = map[*form]ref{}
	for _, f := range d.plan.forms {
		d.formRefs[f] = d.file.reserve()
	}
	for i, f := range d.plan.forms {
		drawing := d.forms[i]
		d.file.setStream(d.formRefs[f], fmt.Sprintf("/Type/XObject/Subtype/Form%s/Resources%s%s", f.place(), d.resources(drawing), deflated), drawing.content, true)
	}
}

// place returns the box of a form, and its matrix if its coordinates are those
// of a page.
func (f *form) place() string {
	box := f.symbol.Box
	if f.page {
		return fmt.Sprintf("/BBox[0 0 %s %s]/Matrix[%s 0 0 %[3]s 0 %d]", points(int64(box.W)), points(int64(box.H)),
			appendNumber(nil, 1/unitScale, 9), -units(int64(box.H), pageUnit))
	}
	// What a symbol draws lies in its box; strokes and roundings get some air.
	box = box.Inset(-max(box.W, box.H) / 8)
	var b []byte
	for _, v := range [4]layout.Length{box.X, -box.Bottom(), box.Right(), -box.Y} {
		b = append(appendExact(b, int64(v), unitAt(f.scale)), ' ')
	}
	return fmt.Sprintf("/BBox[%s]", b[:len(b)-1])
}

// resources returns the dictionary of what a content stream uses.
func (d *finisher) resources(of *drawing) string {
	b := []byte("<<")
	if d.plan.profile != nil {
		b = append(b, pressStates...)
	}
	if len(of.fonts) > 0 {
		b = append(b, "/Font<<"...)
		for i, f := range of.fonts {
			b = fmt.Appendf(b, "/F%d %v", i+1, d.fontRefs[f])
		}
		b = append(b, ">>"...)
	}
	if len(of.forms)+len(of.pictures) > 0 {
		b = append(b, "/XObject<<"...)
		for i, f := range of.forms {
			b = fmt.Appendf(b, "/X%d %v", i+1, d.formRefs[f])
		}
		for i, p := range of.pictures {
			b = fmt.Appendf(b, "/I%d %v", i+1, d.picRefs[p])
		}
		b = append(b, ">>"...)
	}
	return string(append(b, ">>"...))
}

// addPages writes the pages, their contents and links.
func (d *finisher) addPages(tree ref) error {
	var kids []string
	for i, drawing := range d.drawings {
		content := d.file.addStream(deflated, drawing.content, true)
		annotations, err := d.annotations(i)
		if err != nil {
			return err
		}
		body := fmt.Sprintf("<</Type/Page/Parent %v%s/Resources%v/Contents %v%s", tree, boxes(&d.doc.Pages[i]), d.resources(drawing), content, annotations)
		if d.doc.Tagged {
			body += "/Tabs/S/StructParents " + strconv.Itoa(i)
		}
		d.file.set(d.pages[i], body+">>")
		kids = append(kids, d.pages[i].String())
	}
	d.file.set(tree, fmt.Sprintf("<</Type/Pages/Count %d/Kids[%s]>>", len(kids), strings.Join(kids, " ")))
	return nil
}

// boxes returns the page boxes: the sheet, what is left after cutting, and
// how far art runs out.
func boxes(p *layout.Page) string {
	media := layout.Rect{W: p.Scene.Size.W, H: p.Scene.Size.H}
	trim := p.Trim
	if trim == (layout.Rect{}) {
		trim = media
	}
	bleed := trim.Inset(-p.Bleed)
	if !media.Contains(bleed) {
		x, y := max(bleed.X, 0), max(bleed.Y, 0)
		bleed = layout.Rect{X: x, Y: y, W: min(bleed.Right(), media.W) - x, H: min(bleed.Bottom(), media.H) - y}
	}
	box := func(key string, r layout.Rect) string {
		return fmt.Sprintf("/%s[%s %s %s %s]", key, points(int64(r.X)), points(int64(media.H-r.Bottom())), points(int64(r.Right())), points(int64(media.H-r.Y)))
	}
	return box("MediaBox", media) + box("CropBox", media) + box("BleedBox", bleed) + box("TrimBox", trim)
}
