package server

import (
	"fmt"
	"io"
	"strings"

	"kitpress/layout"
)

// Dark on light whatever the terminal's colours are: the darkest and lightest
// of the 256.
const (
	qrInk   = "\x1b[38;5;16;48;5;231m"
	qrReset = "\x1b[0m"
)

// printQR draws a QR code in half blocks, two modules to a character.
func printQR(w io.Writer, payload string) {
	code, err := layout.ScreenCode(payload)
	if err != nil {
		return // the address stands above
	}
	var b strings.Builder
	for y := -layout.QuietZone; y < code.Size+layout.QuietZone; y += 2 {
		b.WriteString("  " + qrInk)
		for x := -layout.QuietZone; x < code.Size+layout.QuietZone; x++ {
			switch upper, lower := code.Dark(x, y), code.Dark(x, y+1); {
			case upper && lower:
				b.WriteRune('█')
			case upper:
				b.WriteRune('▀')
			case lower:
				b.WriteRune('▄')
			default:
				b.WriteByte(' ')
			}
		}
		b.WriteString(qrReset + "\n")
	}
	fmt.Fprint(w, b.String())
}
