// Package handout makes what is put into hands beside a game: question cards,
// answer slips, worksheets, the teacher's key, result sheets, certificates.
//
// In go questions in one language, or a finished match; out come press.Handouts,
// which kit sets, imposes and writes like the files of a kit. What a page looks
// like is data in layout/templates. It must not know flags, files or how a
// question is found.
package handout
