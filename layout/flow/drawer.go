package flow

import (
	"kitpress/catalog/source"
	"kitpress/layout"
)

// A Drawer draws what is not running text, in one game's theme and one
// language. compose.Composer is one.
type Drawer interface {
	// Draw returns the scene of a template: bands, feet, covers.
	Draw(template string, vars map[string]any) (*layout.Scene, source.Problems)
	// Paint returns the colour of a role, nil when the theme has none.
	Paint(role string) *layout.Paint
	// Line returns the outline shapes in a role get, nil for none: on paper
	// that takes no tints an outline stands in for them.
	Line(role string) *layout.Stroke
	// Typesetter returns what breaks lines.
	Typesetter() *layout.Typesetter
}
