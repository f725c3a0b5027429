package layout

import (
	"errors"
	"fmt"
	"sync"

	"kitpress/catalog/source"
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

	dark []byte // a bit for each module, row by row: large decks hold many codes
}

// Dark reports whether the module in column x and row y is dark; modules
// outside the code are not.
func (c *Code) Dark(x, y int) bool {
	return x >= 0 && y >= 0 && x < c.Size && y < c.Size && c.at(y*c.Size+x)
}

// at returns module i, counted row by row.
func (c *Code) at(i int) bool { return c.dark[i/8]>>(i%8)&1 != 0 }

// newCode returns a code of these rows.
func newCode(payload, level string, size int, row func(y int) strip) *Code {
	c := &Code{Payload: payload, Level: level, Size: size, dark: make([]byte, (size*size+7)/8)}
	for y := range size {
		for s, i, end := row(y), y*size, (y+1)*size; i < end; {
			c.dark[i/8] |= byte(s.low << (i % 8))
			step := min(8-i%8, end-i)
			s, i = s.from(step), i+step
		}
	}
	return c
}

// row returns a row of modules.
func (c *Code) row(y int) (s strip) {
	for i, end := y*c.Size, (y+1)*c.Size; i < end; {
		step := min(8-i%8, end-i)
		part := strip{low: uint64(c.dark[i/8] >> (i % 8) & (1<<step - 1))}.moved(i - y*c.Size)
		s.low, s.high = s.low|part.low, s.high|part.high
		i += step
	}
	return s
}

// A Modules is a rectangle of modules.
type Modules struct{ X, Y, W, H int }

// Rects returns the dark modules as few rectangles that do not overlap, by
// their top left corners from top to bottom and left to right: from every
// module not covered yet the largest rectangle that begins there.
func (c *Code) Rects() []Modules { return c.AppendRects(make([]Modules, 0, c.Size*c.Size/4)) }

// AppendRects appends the rectangles of Rects to out.
func (c *Code) AppendRects(out []Modules) []Modules {
	var room [maxSide + 1]strip // the modules not covered yet, and a light row at the end
	free := room[:c.Size+1]
	for y := range c.Size {
		free[y] = c.row(y)
	}
	for y := range c.Size {
		for free[y] != (strip{}) {
			m := grow(free[y:])
			m.Y = y
			covered := span(m.X, m.W)
			for i := range m.H {
				free[y+i] = free[y+i].without(covered)
			}
			out = append(out, m)
		}
	}
	return out
}

// grow returns the larger of the rectangles that begin at the first dark
// module of the first row: the run of its row grown downwards, or the run of
// its column grown to the right.
func grow(rows []strip) Modules {
	x := rows[0].first()
	wide, tall := Modules{X: x, W: rows[0].from(x).run(), H: 1}, Modules{X: x, H: 1}
	for whole := span(x, wide.W); rows[wide.H].and(whole) == whole; {
		wide.H++
	}
	common := rows[0]
	for one := span(x, 1); rows[tall.H].and(one) == one; tall.H++ {
		common = common.and(rows[tall.H])
	}
	tall.W = common.from(x).run()
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
	mu    sync.Mutex
	made  map[string]*pending
	grids [maxVersion + 1]grid
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
	p.once.Do(func() { p.code, p.err = q.encode(payload) })
	return p.code, p.err
}

// Warm encodes payloads ahead of time, on all processors. Payloads that cannot
// be encoded are left for Encode to report.
func (q *Codes) Warm(payloads []string) {
	source.Each(len(payloads), func(i int) { _, _ = q.Encode(payloads[i]) })
}

func (q *Codes) encode(payload string) (*Code, error) {
	if err := checkPayload(payload); err != nil {
		return nil, fmt.Errorf("QR code: %w", err)
	}
	if code := q.small(payload); code != nil {
		return code, nil
	}
	return large(payload)
}

// small makes a code of version 1 to 9, nil when payload needs a larger one.
func (q *Codes) small(payload string) *Code {
	if len(payload) >= 1<<modeBits[bytewise].count {
		return nil
	}
	return q.draw(payload, segments(payload))
}

// draw makes the smallest code that holds the segments of payload.
func (q *Codes) draw(payload string, segments []segment) *Code {
	w := bitWriter{words: make([]byte, 0, qrWords[maxVersion])}
	for _, s := range segments {
		w.segment(s)
	}
	version := 1
	for version <= maxVersion && w.n > dataWords(levelM, version)*8 {
		version++
	}
	if version > maxVersion {
		return nil
	}
	level, name := levelM, "M"
	if w.n <= dataWords(levelQ, version)*8 {
		level, name = levelQ, "Q"
	}
	g := &q.grids[version]
	g.once.Do(func() { g.prepare(version) })
	rows := g.draw(interleave(w.fill(dataWords(level, version)), level, version), level)
	return newCode(payload, name, g.size, func(y int) strip { return strip{low: rows[y]} })
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
