package layout

import (
	"errors"
	"fmt"
	"sync"

	qrcode "github.com/skip2/go-qrcode"
)

// QuietZone is the number of modules that must stay empty around a code.
const QuietZone = 4

// maxPayload is the length of the longest text a code may hold, in bytes: a
// longer one makes modules too small for a card.
const maxPayload = 300

// A Code is the pattern of a QR code, quiet zone not included.
type Code struct {
	Payload string
	Level   string // error correction: "M" or "Q"
	Size    int    // modules per side

	dark  []bool // row by row
	rects []Modules
}

// Dark reports whether the module in column x and row y is dark; modules
// outside the code are not.
func (c *Code) Dark(x, y int) bool {
	return x >= 0 && y >= 0 && x < c.Size && y < c.Size && c.dark[y*c.Size+x]
}

// A Modules is a rectangle of modules.
type Modules struct{ X, Y, W, H int }

// Rects returns the dark modules as few rectangles that do not overlap, by
// their top left corners from top to bottom and left to right. The slice is
// shared: it must not be changed.
func (c *Code) Rects() []Modules { return c.rects }

// cover fills c.rects: from every module not covered yet the largest
// rectangle that begins there.
func (c *Code) cover() []Modules {
	var out []Modules
	taken := make([]bool, len(c.dark))
	free := func(x, y int) bool { return c.Dark(x, y) && !taken[y*c.Size+x] }
	for y := range c.Size {
		for x := 0; x < c.Size; x++ {
			if !free(x, y) {
				continue
			}
			m := c.grow(x, y, free)
			for i := range m.H {
				for j := range m.W {
					taken[(m.Y+i)*c.Size+m.X+j] = true
				}
			}
			out = append(out, m)
			x += m.W - 1
		}
	}
	return out
}

// grow returns the larger of the rectangles that begin at a module: the run
// of its row grown downwards, or the run of its column grown to the right.
func (c *Code) grow(x, y int, free func(x, y int) bool) Modules {
	whole := func(x, y, w, h int) bool {
		for i := range h {
			for j := range w {
				if !free(x+j, y+i) {
					return false
				}
			}
		}
		return true
	}
	wide := Modules{x, y, 1, 1}
	for free(x+wide.W, y) {
		wide.W++
	}
	for whole(x, y+wide.H, wide.W, 1) {
		wide.H++
	}
	tall := Modules{x, y, 1, 1}
	for free(x, y+tall.H) {
		tall.H++
	}
	for whole(x+tall.W, y, 1, tall.H) {
		tall.W++
	}
	if tall.W*tall.H > wide.W*wide.H {
		return tall
	}
	return wide
}

// Outline returns the dark modules as one shape: at is the top left corner of
// the code, module the side of a module.
func (c *Code) Outline(at Point, module Length) Outline {
	rects := c.Rects()
	o := Outline{Verbs: make([]Verb, 0, 5*len(rects)), Points: make([]Point, 0, 4*len(rects))}
	for _, r := range rects {
		left, top := at.X+Length(r.X)*module, at.Y+Length(r.Y)*module
		right, bottom := left+Length(r.W)*module, top+Length(r.H)*module
		o.Move(Point{left, top})
		o.Line(Point{right, top})
		o.Line(Point{right, bottom})
		o.Line(Point{left, bottom})
		o.Close()
	}
	return o
}

// Codes makes QR codes and keeps them. The zero value is ready; it is safe for
// concurrent use.
type Codes struct {
	mu   sync.Mutex
	made map[string]*pending
}

// A pending is a code that is made, or being made by somebody.
type pending struct {
	once sync.Once
	code *Code
	err  error
}

// Encode returns the code for payload: printable ASCII of at most 300 bytes,
// level M, or Q where the code does not grow.
func (q *Codes) Encode(payload string) (*Code, error) {
	q.mu.Lock()
	if q.made == nil {
		q.made = make(map[string]*pending)
	}
	p := q.made[payload]
	if p == nil {
		p = new(pending)
		q.made[payload] = p
	}
	q.mu.Unlock()
	p.once.Do(func() { p.code, p.err = encode(payload) })
	return p.code, p.err
}

// Warm encodes payloads ahead of time on the given number of goroutines.
// Payloads that cannot be encoded are left for Encode to report.
func (q *Codes) Warm(payloads []string, workers int) {
	work := make(chan string)
	var wg sync.WaitGroup
	for range max(min(workers, len(payloads)), 1) {
		wg.Go(func() {
			for p := range work {
				_, _ = q.Encode(p)
			}
		})
	}
	for _, p := range payloads {
		work <- p
	}
	close(work)
	wg.Wait()
}

// encode makes one code. The library panics on internal errors only; those
// become errors too.
func encode(payload string) (code *Code, err error) {
	defer func() {
		if r := recover(); r != nil {
			code, err = nil, fmt.Errorf("QR code for %q: %v", payload, r)
		}
	}()
	if err := checkPayload(payload); err != nil {
		return nil, fmt.Errorf("QR code: %w", err)
	}
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
	code = &Code{Payload: payload, Level: level, Size: len(rows), dark: make([]bool, 0, len(rows)*len(rows))}
	for _, row := range rows {
		code.dark = append(code.dark, row...)
	}
	code.rects = code.cover()
	return code, nil
}

// checkPayload refuses what phones read differently: bytes beyond ASCII have
// no agreed meaning in a QR code.
func checkPayload(payload string) error {
	if payload == "" {
		return errors.New("nothing to encode")
	}
	if len(payload) > maxPayload {
		return fmt.Errorf("%d characters: at most %d are allowed", len(payload), maxPayload)
	}
	for _, r := range payload {
		if r < ' ' || r > '~' {
			return fmt.Errorf("%q is not printable ASCII: write it as %%XX in an address", r)
		}
	}
	return nil
}
