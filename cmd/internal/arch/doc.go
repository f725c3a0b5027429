// Package arch holds the tests that keep the house in order: which package
// may import which, who owns a third-party package, what never appears in
// code, how long a file may be, and that README names only paths that exist.
//
// It has no code of its own. A rule that nobody checks is a wish; these are
// checked by `go test ./...`.
package arch
