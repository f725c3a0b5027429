// Package compose draws pieces: it turns a template, a record of the catalog
// and the texts of one language into a layout.Scene.
//
// In go a Library (templates and themes, which are data), a game, its texts
// and an ink mode; out come Scenes for the faces of cards, boards, tokens and
// figures, or Problems that name card, language, slot and amount. It is step 5
// of a build. It must not know any particular game: what a card looks like is
// in layout/templates and layout/themes, or in the same folders of a user's
// own pack.
//
// # Templates
//
// A template is templates/<id>.yaml: format, size (width and height in mm),
// bleed (mm), draw (a list of elements, the first at the bottom) and symbols.
// Places are in mm from the top left corner of the trim, type sizes in pt,
// turns in degrees clockwise. Any number may be an expression, any word a text
// with expressions in braces. Every element may have if. The elements and
// their keys:
//
//	rect: [x, y, w, h]       radius (one, or four clockwise from the top left)
//	circle: [x, y, r]
//	polygon: [[x, y], …]
//	line: [[x, y], …]
//	path: SVG path data      at, scale, rotate
//	   each of these:        fill, stroke with width, dash, round
//	text: words              id, at (start of the first baseline), width, height, size (one, or largest and
//	                         smallest), lead (mm) or leading (times the size), lines, weight, tracking (em),
//	                         align (left, centre, right), valign (top, middle, bottom), upper, hyphens,
//	                         running, rotate, fill (without it the text is only measured),
//	                         else (a list of other attributes, tried in turn until the text fits),
//	                         lang (attributes for single languages)
//	icon: name               at (centre), size, style (fill, bold, duotone), fill, rotate, mirror;
//	                         duotone: soft, ground, body (icon whose outline is the body), rim with edge
//	use: symbol              at (centre), size (width), rotate, with (its arguments)
//	piece: card              at (centre), size (width), side (front, back), rotate, edge, radius
//	qr: address              corner (lower right of its box), centre (across), box, most (sides of the
//	                         smallest and largest box), radius, ground
//	draw: [elements]         at, rotate, scale, clip with radius, let (names for values),
//	                         each (a list) with as and index, merge (equal shapes become one path),
//	                         stack (mm between rounds; each begins at top, below the texts before it)
//
// A symbol has size, args (names of its arguments) and draw. Those in
// templates/symbols.yaml can be used by every template; a pack's own replace
// shipped ones of the same name.
//
// # Expressions
//
// Numbers, 'texts', true, false, none; + - * / %, == != < <= > >=, not, and,
// or, condition ? this : that, thing.part, list[0], item[name]. The functions:
//
//	len(list or text)  min(…)  max(…)  floor(n)  ceil(n)  abs(n)  sin(degrees)  cos(degrees)
//	range(n)  list(…)  set('id')  setname('id')  item('set', 'id')  deck('id')  card('id')
//	word('id', 'name', value, …), one of kitpress's own words
//
// Names are the fields of the card that is drawn, card (id, quantity, its
// fields), deck (id, name, label, count, cards), game (id, name, tagline,
// summary, version, players, minutes, age, edition), params, score (rounds,
// categories, ties, rule), edition, lang, ink, page_width, page_height, and
// below a text with an id lines_<id> and width_<id>. A topic has id, code,
// title, summary and url. What an optional field leaves out is nothing: it is
// false, 0, an empty text, and has no parts.
//
// # Themes
//
// A theme is themes/<id>.yaml: format, id, and colours by role. A colour has
// rgb, with cmyk and grey in percent if they are to differ from what follows
// from it, or is (another role); line and width (mm) outline what it fills;
// low and mono say what becomes of it when ink is saved.
package compose
