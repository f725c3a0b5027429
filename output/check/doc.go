// Package check refuses what no format can write.
//
// In goes a layout.Document or a layout.Scene, out comes an error with all
// that is wrong with it, each problem with the catalog line its item comes
// from. Composers make no such documents; users' packs and mistakes in code
// do. It must not know formats: what only one of them minds is checked there.
package check
