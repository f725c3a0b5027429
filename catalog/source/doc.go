// Package source reads the YAML files people write and remembers where
// everything stood.
//
// In goes the text of a file: a game pack, a translation, a template, a sheet
// specification, a theme. Out come values that know their file, line and
// column, and Problems: findings with a position, the source line and a hint.
// It is the only package that imports a YAML library.
//
// Files that are part of the program come with an outline, which says where
// their values stand (Outlined): they are not parsed at every start.
//
// It is the bottom of steps 2 (Load) and 3 (Check). It must not know what a
// game, a card or a language is: it knows files, mappings, lists and scalars.
//
// The YAML it accepts is a strict subset: one document, UTF-8, no anchors,
// aliases, tags or merge keys, no double keys, at most 32 levels deep and 64
// MiB long, most of it text. Packs come from strangers, so every limit is checked before the
// YAML library could spend memory on what the limit forbids.
package source
