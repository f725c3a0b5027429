// Package png draws scenes as pictures of pixels and writes them as PNG files.
//
// In goes a layout.Scene and a resolution, out comes an image.RGBA or
// image.Gray of exactly round(mm × dpi / 25.4) pixels on opaque white paper,
// or a PNG file of it that says how large it is (pHYs) and what its colours
// mean (sRGB). It must not know games, cards or files; nothing here depends
// on the clock, on fonts of the system or on how many processors there are.
//
// Shapes are filled by exact area coverage: edges are cut into cells of
// 1/256 pixel, in whole numbers, and a row is swept once from cell to cell.
// Only pixels with an edge in them cost arithmetic, what lies between is
// filled in runs, so that a line around a page costs no more than its length;
// a dense accumulator such as x/image/vector pays for the whole page. A shape
// moved by whole pixels keeps its pixels.
package png
