package pdf

import (
	"fmt"
	"strconv"
	"strings"

	"kitpress/layout"
)

// producer is what a file says it was made with.
func producer(d *layout.Document) string {
	if d.Creator == "" {
		return "kitpress"
	}
	return d.Creator
}

// infoDict returns the information dictionary.
func infoDict(d *layout.Document, press string) string {
	var b strings.Builder
	entry := func(key, value string) {
		if value != "" {
			b.WriteString("/" + key + textString(value))
		}
	}
	entry("Title", d.Title)
	entry("Subject", d.Subject)
	entry("Author", d.Author)
	entry("Creator", producer(d))
	entry("Producer", producer(d))
	if press != "" {
		b.WriteString("/Trapped/False")
	}
	if press == plainVersion {
		entry("GTS_PDFXVersion", press)
	}
	if press != "" || !d.Date.IsZero() {
		date := d.Date.UTC().Format("D:20060102150405Z")
		entry("CreationDate", date)
		entry("ModDate", date)
	}
	return "<<" + b.String() + ">>"
}

// xmp returns the same as metadata every tool can read. accessible says
// that the file keeps to PDF/UA-1, press to which version of PDF/X, if any.
func xmp(d *layout.Document, accessible bool, press string) []byte {
	var b strings.Builder
	b.WriteString("<?xpacket begin=\"\uFEFF\" id=\"W5M0MpCehiHzreSzNTczkc9d\"?>\n" +
		"<x:xmpmeta xmlns:x=\"adobe:ns:meta/\"><rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\">\n" +
		"<rdf:Description rdf:about=\"\" xmlns:dc=\"http://purl.org/dc/elements/1.1/\" xmlns:xmp=\"http://ns.adobe.com/xap/1.0/\"" +
		" xmlns:pdf=\"http://ns.adobe.com/pdf/1.3/\" xmlns:pdfuaid=\"http://www.aiim.org/pdfua/ns/id/\"" +
		" xmlns:pdfxid=\"http://www.npes.org/pdfx/ns/id/\" xmlns:xmpMM=\"http://ns.adobe.com/xap/1.0/mm/\">\n")
	b.WriteString("<dc:format>application/pdf</dc:format>\n")
	alternative := func(key, value string) {
		if value != "" {
			fmt.Fprintf(&b, "<dc:%s><rdf:Alt><rdf:li xml:lang=\"x-default\">%s</rdf:li></rdf:Alt></dc:%s>\n", key, xml(value), key)
		}
	}
	alternative("title", d.Title)
	alternative("description", d.Subject)
	alternative("rights", d.Rights)
	if d.Author != "" {
		fmt.Fprintf(&b, "<dc:creator><rdf:Seq><rdf:li>%s</rdf:li></rdf:Seq></dc:creator>\n", xml(d.Author))
	}
	if d.Lang != "" {
		fmt.Fprintf(&b, "<dc:language><rdf:Bag><rdf:li>%s</rdf:li></rdf:Bag></dc:language>\n", xml(d.Lang))
	}
	fmt.Fprintf(&b, "<xmp:CreatorTool>%s</xmp:CreatorTool>\n<pdf:Producer>%[1]s</pdf:Producer>\n", xml(producer(d)))
	if press != "" || !d.Date.IsZero() {
		date := d.Date.UTC().Format("2006-01-02T15:04:05Z")
		fmt.Fprintf(&b, "<xmp:CreateDate>%s</xmp:CreateDate>\n<xmp:ModifyDate>%[1]s</xmp:ModifyDate>\n<xmp:MetadataDate>%[1]s</xmp:MetadataDate>\n", date)
	}
	if accessible {
		b.WriteString("<pdfuaid:part>1</pdfuaid:part>\n")
	}
	if press != "" {
		fmt.Fprintf(&b, "<pdf:Trapped>False</pdf:Trapped>\n<pdfxid:GTS_PDFXVersion>%s</pdfxid:GTS_PDFXVersion>\n"+
			"<xmpMM:DocumentID>%s</xmpMM:DocumentID>\n<xmpMM:VersionID>1</xmpMM:VersionID>\n<xmpMM:RenditionClass>default</xmpMM:RenditionClass>\n", press, documentID(d))
	}
	b.WriteString("</rdf:Description></rdf:RDF></x:xmpmeta>\n<?xpacket end=\"r\"?>")
	return []byte(b.String())
}

// xml escapes s and drops what XML cannot hold.
func xml(s string) string {
	s = strings.Map(func(r rune) rune {
		if r < ' ' && r != '\n' && r != '\t' || r == 0xFFFE || r == 0xFFFF {
			return -1
		}
		return r
	}, strings.ToValidUTF8(s, ""))
	return strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;").Replace(s)
}

// viewerPreferences asks the print dialogue for what makes cards fit: no
// scaling, and the right edge to turn the sheet over.
func viewerPreferences(d *layout.Document) string {
	b := "<</PrintScaling/None"
	if d.Title != "" {
		b += "/DisplayDocTitle true"
	}
	if d.RTL {
		b += "/Direction/R2L"
	}
	switch d.Duplex {
	case layout.Simplex:
		b += "/Duplex/Simplex"
	case layout.FlipLong:
		b += "/Duplex/DuplexFlipLongEdge"
	case layout.FlipShort:
		b += "/Duplex/DuplexFlipShortEdge"
	}
	return b + ">>"
}

// pageLabels returns the number tree of page numbers as printed, "" when no
// page has one. Pages that count up share an entry.
func pageLabels(pages []layout.Page) string {
	var b strings.Builder
	labelled, next := false, ""
	for i, page := range pages {
		label := page.Label
		labelled = labelled || label != ""
		if i > 0 && label == next && (label != "" || pages[i-1].Label == "") {
			next = successor(label)
			continue
		}
		next = successor(label)
		fmt.Fprintf(&b, "%d<<", i)
		switch {
		case next != "":
			fmt.Fprintf(&b, "/S/D/St %s", label)
		case label != "":
			b.WriteString("/P" + textString(label))
		}
		b.WriteString(">>")
	}
	if !labelled {
		return ""
	}
	return "<</Nums[" + b.String() + "]>>"
}

// successor returns the number after label, "" when label is no page number.
func successor(label string) string {
	n, err := strconv.Atoi(label)
	if err != nil || n < 1 || strconv.Itoa(n) != label {
		return ""
	}
	return strconv.Itoa(n + 1)
}
