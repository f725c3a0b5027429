// Package icc says which inks of a printing condition look like a colour of a
// screen: it reads the part of an ICC profile that takes for it.
//
// fogra39l.icc is made from FOGRA39L.ti3 of Debian's icc-profiles-free 2.0.1 by
// ArgyllCMS 2.3.1:
//
//	colprof -ql -bm -nc -l300 -L95 -kr -S sRGB.icm -cmt -dpp fogra39l
package icc
