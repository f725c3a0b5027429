// Package kittest writes packs for the benchmarks of whole builds. It is
// imported by tests only.
//
// In goes the number of cards, out comes a folder with a pack.
package kittest
