package kit

import (
	"fmt"
	"slices"

	"kitpress/output"
)

// files returns the format of what is written for each component.
func (r *Request) files() output.Format {
	formats := output.Formats()
	if i := slices.IndexFunc(formats, func(f output.Format) bool { return f.Name == r.Format }); i >= 0 {
		if r.DPI != 0 {
			return output.PNG(r.DPI)
		}
		return formats[i]
	}
	return formats[0] // a kit
}

// pictures reports whether pages are written one by one, to be looked at,
// edited or cut, not to be printed in order.
func (r *Request) pictures() bool { return r.Format == FormatPNG || r.Format == FormatSVG }

// checkFormat refuses what does not go with a format.
func (r *Request) checkFormat() error {
	switch lo, hi := output.DPI(); {
	case r.DPI != 0 && r.Format != FormatPNG:
		return &UsageError{fmt.Sprintf("--dpi is for pictures, and --format %s makes none", r.Format), "add --format png"}
	case r.DPI != 0 && !(r.DPI >= lo && r.DPI <= hi):
		return &UsageError{fmt.Sprintf("--dpi %g: a picture has between %g and %g", r.DPI, lo, hi), "printers ask for 300, screens for 100"}
	case r.pictures() && slices.Contains(r.Only, printPlan):
		return &UsageError{fmt.Sprintf("--only %s: it tells how to print PDF files, and --format %s makes none", printPlan, r.Format), "leave one of them out"}
	}
	return nil
}
