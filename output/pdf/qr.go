package pdf

import (
	"strconv"

	"kitpress/layout"
)

// appendModules appends the dark modules of a code.
func appendModules(b []byte, rects []layout.Modules) []byte {
	for _, r := range rects {
		for _, v := range [4]int{r.X, r.Y, r.W, r.H} {
			b = append(strconv.AppendInt(b, int64(v), 10), ' ')
		}
		b = append(b, "re\n"...)
	}
	return b
}
