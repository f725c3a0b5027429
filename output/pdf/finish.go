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
	catalog, info, tree := d.file.reserve(), d.file.add(infoDict(d.doc)), d.file.reserve()
	for range d.drawings {
		d.pages = append(d.pages, d.file.reserve())
	}
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
	metadata := d.file.addStream("/Type/Metadata/Subtype/XML", xmp(d.doc, universal), true)
	d.file.set(catalog, fmt.Sprintf("<<%s/Metadata %v>>", entries, metadata))
	d.file.pack()
	d.file.compress(d.writer)
	d.file.catalog, d.file.info = catalog, info
	return &d.file, nil
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
		program := d.file.addStream("/Length1 "+strconv.Itoa(len(e.program)), e.program, false)
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
		// What a symbol draws lies in its box; strokes and roundings get some air.
		box := f.symbol.Box.Inset(-max(f.symbol.Box.W, f.symbol.Box.H) / 8)
		var b []byte
		for _, v := range [4]layout.Length{box.X, -box.Bottom(), box.Right(), -box.Y} {
			b = append(appendExact(b, int64(v), unitAt(f.scale)), ' ')
		}
		d.file.setStream(d.formRefs[f], fmt.Sprintf("/Type/XObject/Subtype/Form/BBox[%s]/Resources%s%s",
			strings.TrimSpace(string(b)), d.resources(drawing.fonts, drawing.forms, drawing.pictures), deflated), drawing.content, true)
	}
}

// resources returns the dictionary of what a content stream uses.
func (d *finisher) resources(fonts []*font, forms []*form, pictures []*picture) string {
	var b strings.Builder
	b.WriteString("<<")
	if len(fonts) > 0 {
		b.WriteString("/Font<<")
		for _, f := range fonts {
			fmt.Fprintf(&b, "/%s %v", f.name, d.fontRefs[f])
		}
		b.WriteString(">>")
	}
	if len(forms)+len(pictures) > 0 {
		b.WriteString("/XObject<<")
		for _, f := range forms {
			fmt.Fprintf(&b, "/%s %v", f.name, d.formRefs[f])
		}
		for _, p := range pictures {
			fmt.Fprintf(&b, "/%s %v", p.name, d.picRefs[p])
		}
		b.WriteString(">>")
	}
	return b.String() + ">>"
}

// addPages writes the pages, their contents and links. All pages share one
// set of resources: it is written once.
func (d *finisher) addPages(tree ref) error {
	shared := d.file.add(d.resources(d.plan.fonts, d.plan.forms, d.plan.pictures))
	var kids []string
	for i := range d.drawings {
		content := d.file.addStream(deflated, d.drawings[i].content, true)
		annotations, err := d.annotations(i)
		if err != nil {
			return err
		}
		body := fmt.Sprintf("<</Type/Page/Parent %v%s/Resources %v/Contents %v%s", tree, boxes(&d.doc.Pages[i]), shared, content, annotations)
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
