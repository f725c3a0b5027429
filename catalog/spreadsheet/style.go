package spreadsheet

import (
	"encoding/xml"
	"math"
	"strconv"
	"strings"
	"time"

	"kitpress/catalog/source"
)

// A cellFormat is how numbers in cells of one style are meant.
type cellFormat int

const (
	general cellFormat = iota
	percent
	date
)

// readStyles learns which styles make a number a date or a percentage.
func (w *workbook) readStyles(name string) error {
	custom := map[string]string{}
	inCells := false
	return w.each(name, func(_ *partReader, e xml.StartElement) error {
		switch e.Name.Local {
		case "numFmt":
			custom[attr(e, "numFmtId")] = attr(e, "formatCode")
		case "cellStyleXfs", "dxfs", "cellStyles":
			inCells = false
		case "cellXfs":
			inCells = true
		case "xf":
			if inCells {
				w.formats = append(w.formats, formatOf(attr(e, "numFmtId"), custom))
			}
		}
		return nil
	})
}

// formatOf tells a format by its number, or by the code of one of the
// workbook's own.
func formatOf(id string, custom map[string]string) cellFormat {
	if code, ok := custom[id]; ok {
		return formatOfCode(code)
	}
	n, _ := strconv.Atoi(id)
	switch {
	case n == 9 || n == 10:
		return percent
	case n >= 14 && n <= 22, n >= 27 && n <= 36, n >= 45 && n <= 47, n >= 50 && n <= 58:
		return date
	}
	return general
}

// quoted are the parts of a format that are shown as they are.
var quoted = source.Pattern(`"[^"]*"|\\.|_.|\*.|\[[^\]]*\]`)

func formatOfCode(code string) cellFormat {
	if strings.ContainsAny(strings.ToLower(strings.Join(elapsed().FindAllString(code, -1), "")), "hms") {
		return date
	}
	code = strings.ToLower(quoted().ReplaceAllString(code, ""))
	switch {
	case strings.Contains(code, "general"):
		return general
	case strings.ContainsAny(code, "ymdhs"):
		return date
	case strings.Contains(code, "%"):
		return percent
	}
	return general
}

// elapsed are the formats of time that has passed: [h]:mm.
var elapsed = source.Pattern(`\[[hHmMsS]+\]`)

// dateOf returns the date, the time or both that a number of days stands for.
// Excel counts from 1900 and takes that year for a leap year, so days from
// March on count from one day earlier; old ones for the Mac count from 1904.
func dateOf(v float64, date1904 bool) string {
	if v < 0 || v > 2958466 || math.IsNaN(v) {
		return decimal(strconv.FormatFloat(v, 'g', -1, 64))
	}
	start := time.Date(1899, 12, 30, 0, 0, 0, 0, time.UTC)
	switch {
	case date1904:
		start = time.Date(1904, 1, 1, 0, 0, 0, 0, time.UTC)
	case v < 60:
		start = start.AddDate(0, 0, 1)
	}
	days := math.Floor(v)
	seconds := math.Round((v - days) * 86400)
	t := start.AddDate(0, 0, int(days)).Add(time.Duration(seconds) * time.Second)
	switch {
	case v < 1 && seconds > 0:
		return t.Format("15:04:05")
	case seconds > 0:
		return t.Format("2006-01-02 15:04:05")
	}
	return t.Format("2006-01-02")
}
