// Package svg reads pictures as people have them: SVG files of Inkscape,
// Illustrator, Figma, potrace, icon sets.
//
// In goes a file; out come the shapes it shows, in the units of its view box,
// with plain colours and lines. Styles, classes, transforms, <use>, clip paths,
// gradients and see-through shapes are worked out here: a gradient becomes bands
// of colour, a see-through shape the parts of what lies below it in other
// colours. What such shapes do not show (gradients and groups to see through,
// masks, colours that mix) is painted in as many pixels as are asked for. What
// cannot be drawn (filters, patterns, text, pictures, scripts) is an error that
// names it, never left out. The package must not know how shapes are printed.
package svg
