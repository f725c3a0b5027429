package press

import (
	"fmt"
	"slices"

	"kitpress/output"
)

// Output returns the format of what is written for each component.
func (r *Request) Output() output.Format {
	formats := output.Formats()
	if i := slices.IndexFunc(formats, func(f output.Format) bool { return f.Name == r.Format }); i >= 0 {
		if r.DPI != 0 {
			return output.PNG(r.DPI)
		}
		return formats[i]
	}
	return formats[0] // a kit
}

// Pictures reports whether pages are written one by one, to be looked at,
// edited or cut, not to be printed in order.
func (r *Request) Pictures() bool { return r.Format == FormatPNG || r.Format == FormatSVG }

// checkFormat refuses what does not go with a format.
func (r *Request) checkFormat() error {
	switch lo, hi := output.DPI(); {
	case r.DPI != 0 && r.Format != FormatPNG:
		return &UsageError{fmt.Sprintf("--dpi is for pictures, and --format %s makes none", r.Format), "add --format png"}
	case r.DPI != 0 && !(r.DPI >= lo && r.DPI <= hi):
		return &UsageError{fmt.Sprintf("--dpi %g: a picture has between %g and %g", r.DPI, lo, hi), "printers ask for 300, screens for 100"}
	case r.Pictures() && slices.Contains(r.Only, PrintPlan):
		return &UsageError{fmt.Sprintf("--only %s: it tells how to print PDF files, and --format %s makes none", PrintPlan, r.Format), "leave one of them out"}
	}
	return nil
}

// Explanations is the folder of a kit with the site of its game, and the name
// --only knows it by.
const Explanations = "explanations"

// ExplanationFolder is where a catalog has its explanations; one without the
// folder explains topics by their summaries.
const ExplanationFolder = "topics/explanations"

// The values of Request.Format.
const (
	FormatKit  = "kit"  // PDF files, and the site of each game in a folder
	FormatPDF  = "pdf"  // PDF files alone
	FormatPNG  = "png"  // a picture of each page
	FormatSVG  = "svg"  // a drawing of each page
	FormatSite = "site" // one site of all games, nothing else
)

// Formats lists what a build can make.
func Formats() []string { return []string{FormatKit, FormatPDF, FormatPNG, FormatSVG, FormatSite} }

// Explains reports whether the catalog explains topics by more than their
// summaries.
func (r *Request) Explains() bool { return exists(r.Catalog, ExplanationFolder) }
