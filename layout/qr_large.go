package layout

import (
	"fmt"

	qrcode "github.com/skip2/go-qrcode"
)

// ScreenCode returns the code for a payload as Encode does, for a terminal or
// a page on a screen, which show a few codes and each as large as there is
// room: go-qrcode makes it.
func ScreenCode(payload string) (*Code, error) {
	if err := checkPayload(payload); err != nil {
		return nil, fmt.Errorf("QR code: %w", err)
	}
	return large(payload)
}

// large makes a code of any version. The library panics on internal errors
// only; those become errors too.
func large(payload string) (code *Code, err error) {
	defer func() {
		if r := recover(); r != nil {
			code, err = nil, fmt.Errorf("QR code for %q: %v", payload, r)
		}
	}()
	made, err := qrcode.New(payload, qrcode.Medium)
	if err != nil {
		return nil, fmt.Errorf("QR code for %q: %w", payload, err)
	}
	level := "M"
	if strong, err := qrcode.New(payload, qrcode.High); err == nil && strong.VersionNumber <= made.VersionNumber {
		made, level = strong, "Q"
	}
	made.DisableBorder = true
	rows := made.Bitmap() // encodes: ask once
	if len(rows) > maxSide {
		return nil, fmt.Errorf("QR code for %q: %d modules a side, more than %d", payload, len(rows), maxSide)
	}
	return newCode(payload, level, len(rows), func(y int) (s strip) {
		for x, dark := range rows[y] {
			if one := span(x, 1); dark {
				s.low, s.high = s.low|one.low, s.high|one.high
			}
		}
		return s
	}), nil
}
