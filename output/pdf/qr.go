package pdf

import (
	"strconv"

	"kitpress/layout"
)

// appendModules appends the dark modules of a code as rectangles.
func appendModules(b []byte, code *layout.Code) []byte {
	for _, r := range code.Rects() {
		for _, v := range [4]int{r.X, r.Y, r.W, r.H} {
			b = append(strconv.AppendInt(b, int64(v), 10), ' ')
		}
		b = append(b, "re\n"...)
	}
	return b
}
