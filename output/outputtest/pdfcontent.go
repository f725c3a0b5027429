package outputtest

import (
	"errors"
	"fmt"
	"strings"

	"kitpress/layout"
)

// An interpreter follows a content stream.
type interpreter struct {
	pdf      *PDF
	page     *PDFPage
	state    graphics
	saved    []graphics
	path     [][][2]float64
	clip     bool
	inText   bool
	line     [2]float64
	mark     Mark
	marks    []openMark
	textMark int // marks open when the text object began
	depth    int // of forms
}

// An openMark is marked content that has not ended: what is outside it, and
// how many q were open when it began.
type openMark struct {
	outside Mark
	saved   int
}

// A graphics is the part of the graphics state that matters here.
type graphics struct {
	ctm   layout.Matrix
	fill  *[3]uint8
	inks  []float64 // of the fill, when it is one of inks
	over  bool      // fills leave other inks
	clips [][][][2]float64
	font  map[uint16]string
	size  float64
}

// arity is the number of operands of the operators a file may use.
var arity = map[Op]int{
	"q": 0, "Q": 0, "cm": 6, "w": 1, "J": 1, "j": 1, "d": 2, "g": 1, "G": 1, "rg": 3, "RG": 3,
	"m": 2, "l": 2, "c": 6, "v": 4, "y": 4, "h": 0, "re": 4, "f": 0, "S": 0, "B": 0, "n": 0, "W": 0,
	"BT": 0, "ET": 0, "Tf": 2, "Tc": 1, "Td": 2, "Tj": 1, "TJ": 1, "Ts": 1, "Do": 1, "BMC": 1, "BDC": 2, "EMC": 0,
	"k": 4, "K": 4, "gs": 1,
}

func (in *interpreter) run(content []byte, resources Dict) error {
	if in.depth++; in.depth > 50 {
		return errors.New("forms nest without an end")
	}
	defer func() { in.depth-- }()
	saved, marks := len(in.saved), len(in.marks)
	l := &lexer{data: content}
	var args []any
	for {
		v, err := l.value()
		if err == errEnd {
			break
		}
		if err != nil {
			return err
		}
		op, ok := v.(Op)
		if !ok {
			args = append(args, v)
			continue
		}
		if n, known := arity[op]; !known || n != len(args) {
			return fmt.Errorf("operator %s with %v", op, args)
		}
		if err := in.do(op, args, resources); err != nil {
			return fmt.Errorf("%s %v: %w", op, args, err)
		}
		args = args[:0]
	}
	if len(in.saved) != saved || len(in.marks) != marks || in.inText || len(args) > 0 || len(in.path) > 0 {
		return fmt.Errorf("content ends with %d open q, %d open marks, text open %t, operands %v", len(in.saved)-saved, len(in.marks)-marks, in.inText, args)
	}
	return nil
}

func (in *interpreter) do(op Op, args []any, resources Dict) error {
	n := floats(args)
	switch op {
	case "q", "Q", "cm", "Do":
		if in.inText {
			return errors.New("inside a text object")
		}
		return in.place(op, n, args, resources)
	case "g", "rg", "k":
		in.state.fill, in.state.inks = colour(n), nil
		if op == "k" {
			in.state.inks = n
		}
		in.page.Colours = append(in.page.Colours, n)
	case "G", "RG", "K":
		in.page.Colours = append(in.page.Colours, n)
	case "gs":
		state, ok := in.pdf.Dict(in.pdf.Dict(resources["ExtGState"])[args[0].(Name)])["op"].(bool)
		if !ok {
			return errors.New("no such state")
		}
		in.state.over = state
	case "m", "l", "c", "v", "y", "h", "re", "W", "f", "S", "B", "n":
		if in.inText {
			return errors.New("inside a text object")
		}
		return in.draw(op, n)
	case "BT", "ET":
		if in.inText == (op == "BT") || op == "ET" && len(in.marks) != in.textMark {
			return errors.New("badly nested")
		}
		in.inText, in.line, in.textMark = op == "BT", [2]float64{}, len(in.marks)
	case "Tf":
		font, ok := in.pdf.Dict(resources["Font"])[args[0].(Name)]
		if !ok {
			return errors.New("no such font")
		}
		in.state.font, in.state.size = in.pdf.codes(in.pdf.Dict(font)), n[0]
	case "Td":
		in.line[0], in.line[1] = in.line[0]+n[0], in.line[1]+n[1]
	case "Tj":
		return in.show(args[0].(string))
	case "TJ":
		var all strings.Builder
		list, _ := args[0].([]any)
		for _, part := range list {
			if s, ok := part.(string); ok {
				all.WriteString(s)
			}
		}
		return in.show(all.String())
	case "BMC", "BDC", "EMC":
		return in.markContent(op, args)
	}
	return nil
}

// floats returns the numbers among some values.
func floats(values []any) (n []float64) {
	for _, v := range values {
		if f, ok := v.(float64); ok {
			n = append(n, f)
		}
	}
	return n
}

func (in *interpreter) markContent(op Op, args []any) error {
	if op == "EMC" {
		last := len(in.marks) - 1
		if last < 0 || in.marks[last].saved != len(in.saved) {
			return errors.New("nothing to end, or crossed with q and Q")
		}
		in.mark, in.marks = in.marks[last].outside, in.marks[:last]
		return nil
	}
	if len(in.marks) > 0 {
		return errors.New("marked content inside marked content")
	}
	in.marks = append(in.marks, openMark{in.mark, len(in.saved)})
	in.mark = Mark{Tag: args[0].(Name), MCID: -1}
	if op == "BDC" {
		id, _ := args[1].(Dict)["MCID"].(float64)
		in.mark.MCID = int(id)
	}
	return nil
}

func (in *interpreter) place(op Op, n []float64, args []any, resources Dict) error {
	switch op {
	case "q":
		in.saved = append(in.saved, in.state)
	case "Q":
		if last := len(in.marks) - 1; len(in.saved) == 0 || last >= 0 && in.marks[last].saved == len(in.saved) {
			return errors.New("nothing saved, or crossed with marked content")
		}
		in.state, in.saved = in.saved[len(in.saved)-1], in.saved[:len(in.saved)-1]
	case "cm":
		in.state.ctm = layout.Matrix{A: n[0], B: n[1], C: n[2], D: n[3], E: n[4], F: n[5]}.Then(in.state.ctm)
	case "Do":
		r := in.pdf.Dict(resources["XObject"])[args[0].(Name)]
		x := in.pdf.Dict(r)
		switch x["Subtype"] {
		case Name("Image"):
			in.page.Pictures++
			return nil
		case Name("Form"):
			before := in.state
			if m := floats(in.pdf.Array(x["Matrix"])); len(m) == 6 {
				in.state.ctm = layout.Matrix{A: m[0], B: m[1], C: m[2], D: m[3], E: m[4], F: m[5]}.Then(in.state.ctm)
			}
			err := in.run(in.pdf.Stream(r), in.pdf.Dict(x["Resources"]))
			in.state = before
			return err
		}
		return errors.New("no such object")
	}
	return nil
}

func (in *interpreter) draw(op Op, n []float64) error {
	at := func(i int) [2]float64 {
		m := in.state.ctm
		return [2]float64{m.A*n[i] + m.C*n[i+1] + m.E, m.B*n[i] + m.D*n[i+1] + m.F}
	}
	last := len(in.path) - 1
	switch op {
	case "m":
		in.path = append(in.path, [][2]float64{at(0)})
		return nil
	case "re":
		x, y, w, h := n[0], n[1], n[2], n[3]
		n = []float64{x, y, x + w, y, x + w, y + h, x, y + h}
		in.path = append(in.path, [][2]float64{at(0), at(2), at(4), at(6)})
		return nil
	case "W":
		in.clip = true
		return nil
	case "f", "S", "B", "n":
		return in.paint(op)
	}
	if last < 0 {
		return errors.New("path without a start")
	}
	pen := in.path[last][len(in.path[last])-1]
	switch op {
	case "l":
		in.path[last] = append(in.path[last], at(0))
	case "c":
		in.path[last] = append(in.path[last], flatten(pen, at(0), at(2), at(4))...)
	case "v":
		in.path[last] = append(in.path[last], flatten(pen, pen, at(0), at(2))...)
	case "y":
		in.path[last] = append(in.path[last], flatten(pen, at(0), at(2), at(2))...)
	}
	return nil
}

func (in *interpreter) paint(op Op) error {
	if in.clip {
		in.state.clips = append(in.state.clips[:len(in.state.clips):len(in.state.clips)], in.path)
	}
	if op != "n" {
		s := PDFShape{Shape{Polygons: in.path, Clips: in.state.clips}, in.mark}
		if op != "S" {
			s.Fill = in.state.fill
			if s.Fill == nil {
				return errors.New("fill without a colour")
			}
		}
		in.page.Shapes = append(in.page.Shapes, s)
	}
	in.path, in.clip = nil, false
	return nil
}

func (in *interpreter) show(raw string) error {
	if !in.inText || in.state.font == nil || in.state.fill == nil {
		return errors.New("text without a text object, a font or a colour")
	}
	var b strings.Builder
	for i := 0; i+1 < len(raw); i += 2 {
		s, ok := in.state.font[uint16(raw[i])<<8|uint16(raw[i+1])]
		if !ok {
			return fmt.Errorf("code %x has no character", raw[i:i+2])
		}
		b.WriteString(s)
	}
	m := in.state.ctm
	at := layout.Matrix{A: m.A, B: m.B, C: m.C, D: m.D, E: m.A*in.line[0] + m.C*in.line[1] + m.E, F: m.B*in.line[0] + m.D*in.line[1] + m.F}.Apply(layout.Point{})
	scale := layout.Length(in.state.size * hypot(m.C, m.D))
	in.page.Texts = append(in.page.Texts, PDFText{Text: b.String(), At: at, Size: scale, Fill: *in.state.fill, Inks: in.state.inks, Overprint: in.state.over, Mark: in.mark})
	return nil
}
