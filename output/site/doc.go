// Package site writes a static site of explanations: one page for each topic
// and language, a page for each code, lists by game and by code.
//
// In goes a Site, plain data in finished words: languages, games with the
// cards that lead to topics, topics with their texts. Out come files, one call
// of a Sink each, in a fixed order: HTML pages, one style sheet, and what
// common web servers read to find a code whatever its case. Every link is
// relative and leads to a file, so the pages work from any folder, on any
// host, and from a disk without one; only 404.html, which a server shows at
// any depth, has links from the root.
//
// Nothing comes from another host. There is one script, on the lists of codes of
// a site without a server: it finds topics by words, in files beside it; without
// it the list is still there. Questions are answered by
// what a style sheet can tell, whether an option is chosen; texts are
// escaped, and what is no code, language, game id or web address is an error.
// The package must not know catalogs, locale files, servers or the clock.
package site
