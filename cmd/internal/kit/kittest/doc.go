// Package kittest writes packs for the benchmarks of whole builds, and says what
// lies in folders of kits. It is imported by tests only.
//
// In goes the number of cards, out comes a folder with a pack.
package kittest
