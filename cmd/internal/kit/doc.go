// Package kit builds a kit: it takes a press.Request, runs the eight steps and
// leaves a folder of PDF files with a manifest, or leaves everything as it
// was.
//
// In go a press.Request and a catalog (an fs.FS), out come files and a Report, or
// source.Problems that say what is wrong with the data. It is the only place
// that knows all the steps; each step itself lives in a package below. It
// must not know commands, flags, terminals or HTTP: package cli turns what
// people type into a Request and a Report into words.
package kit
