package layout

// QuietZone is the number of modules that must stay empty around a code.
const QuietZone = 4

// A Code is the pattern of a QR code, quiet zone not included.
type Code struct {
	Payload string
	Level   string // error correction: "M" or "Q"
	Size    int    // modules per side
}

// Dark reports whether the module in column x and row y is dark; modules
// outside the code are not.
func (c *Code) Dark(x, y int) bool { return false }

// A Modules is a rectangle of modules.
type Modules struct{ X, Y, W, H int }

// Rects returns the dark modules as few rectangles that do not overlap, top
// to bottom, left to right.
func (c *Code) Rects() []Modules { return nil }

// Outline returns the dark modules as one shape: at is the top left corner of
// the code, module the side of a module.
func (c *Code) Outline(at Point, module Length) Outline { return Outline{} }

// Codes makes QR codes and keeps them. The zero value is ready; it is safe for
// concurrent use.
type Codes struct{}

// Encode returns the code for payload: printable ASCII of at most 300 bytes,
// level M, or Q where the code does not grow.
func (q *Codes) Encode(payload string) (*Code, error) { return &Code{}, nil }

// Warm encodes payloads ahead of time on the given number of goroutines.
// Payloads that cannot be encoded are left for Encode to report.
func (q *Codes) Warm(payloads []string, workers int) {}
