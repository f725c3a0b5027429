// Package flow turns running text into pages: rulebooks, worksheets and
// whatever else is read from top to bottom.
//
// In go a Flow (headings, paragraphs, rules, lists, tables, figures, a
// glossary, credits: what the text means, in reading order) and a Style, which
// is data; out come pages of scenes, tagged for readers who listen, and
// bookmarks. FromRulebook makes the Flow of a game's rulebook in one language
// and edition, FromTopics that of the guide to the codes on its cards; the Flow
// itself is what an HTML writer reads. It serves step 5
// of a build (Compose).
//
// It must not know any particular game, nor how pieces are drawn: figures,
// bands and feet come from a Drawer as finished scenes. It does not impose:
// a booklet's blank pages and page order are package layout/sheet's.
package flow
