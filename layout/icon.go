package layout

// An Icon is a drawing read from SVG: shapes in the units of its view box,
// one unit being 1 mm here, so that any scale keeps its detail.
type Icon struct {
	Name   string
	Box    Rect        // the view box
	Shapes []IconShape // bottom first
}

// An IconShape is one filled shape of an Icon. Soft shapes are the 20 % layer
// of a duotone icon.
type IconShape struct {
	Outline Outline
	Soft    bool
}

// A Drawing is a picture in colours read from SVG, in the units of its view
// box as an Icon is.
type Drawing struct {
	Name   string
	Box    Rect // the view box; what leaves it is not seen
	Shapes []DrawingShape
}

// A DrawingShape is one shape of a Drawing, filled, with a line or both.
type DrawingShape struct {
	Outline Outline
	Fill    *Paint     // nil for none
	Stroke  *Stroke    // nil for none
	Clips   []*Outline // all of which it is cut to
	Classes []string   // what the file calls it, for those who give it another colour
}
