package flow

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"kitpress/catalog"
	"kitpress/catalog/source"
	"kitpress/i18n"
	"kitpress/layout"
)

// indexField is the field of an item or a card that lists the rules about it:
// whoever has it stands in the index.
const indexField = "rules"

// reading returns what a word is sorted by, without its mark-up. One whose
// signs do not say how they are read stands behind all others.
func (r *reader) reading(m catalog.Msg) string {
	reading, known := r.texts.Reading(m)
	reading = i18n.Plain(reading)
	if !known {
		p := r.problems.Warnf(r.texts.Pos(m), i18n.CodeReading, "how %q is read is not said: it is sorted behind all others (%s)", reading, r.texts.Lang())
		p.Hint = "add its kana to the translation: reading: …"
	}
	return reading
}

// contents lists the chapters with the first and the last of their rules. The
// one that holds the contents is not among them, nor are the credits.
func (r *reader) contents(own *catalog.Section) Block {
	d := &Directory{Columns: 1}
	for i := range r.game.Sections {
		s := &r.game.Sections[i]
		if s == own || !slices.ContainsFunc(s.Blocks, func(b catalog.Block) bool { return b.Kind != catalog.BlockCredits && b.In(r.edition.ID) }) {
			continue
		}
		row := DirectoryRow{Origin: s.Title.Pos, Icon: s.Icon, Text: r.texts.Text(s.Title), Anchors: []string{sectionAnchor(s)}}
		var rules []string
		for j := range s.Blocks {
			if rule := s.Blocks[j].Rule; rule != nil {
				rules = append(rules, rule.ID)
			}
		}
		if n := len(rules); n > 0 {
			row.Note = rules[0]
			if n > 1 {
				row.Note += "–" + rules[n-1]
			}
		}
		d.Rows = append(d.Rows, row)
	}
	return d
}

// index lists the words that name their rules, in the order of the language.
func (r *reader) index() Block {
	d := &Directory{Columns: 2}
	keys := map[string]string{} // what a word is sorted by
	add := func(schema catalog.Schema, records []*catalog.Record) {
		for _, rec := range records {
			title := schema.TitleOf(rec)
			word, rules := r.texts.Text(title), rec.Fields[indexField].List
			if len(rules) == 0 || keys[word] != "" {
				continue
			}
			row := DirectoryRow{Origin: rec.Pos, Text: word, Note: strings.Join(rules, ", ")}
			for _, id := range rules {
				if r.game.Rule(id) == nil {
					r.problems.Errorf(rec.Fields[indexField].Pos, "rule", "there is no rule %q", id)
				}
				row.Anchors = append(row.Anchors, ruleAnchor(id))
			}
			keys[word] = r.reading(title)
			d.Rows = append(d.Rows, row)
		}
	}
	for _, s := range r.game.Sets {
		add(s.Schema, s.Items)
	}
	for _, deck := range r.game.Decks {
		add(deck.Schema, deck.Cards)
	}
	order := i18n.OrderOf(r.texts.Lang())
	slices.SortStableFunc(d.Rows, func(a, b DirectoryRow) int { return order.Compare(keys[a.Text], keys[b.Text]) })
	if len(d.Rows) == 0 {
		return nil
	}
	return d
}

func sectionAnchor(s *catalog.Section) string { return "section-" + s.ID }

func ruleAnchor(id string) string { return "rule-" + id }

// table puts a table of the rules into words. Its first column, which says
// what is compared, is narrower and bold.
func (r *reader) table(b *catalog.Block) Block {
	t := &Table{Origin: b.Pos, Whole: true}
	columns := len(b.Table.Head)
	for _, m := range b.Table.Head {
		t.Head = append(t.Head, r.texts.Text(m))
	}
	for _, row := range b.Table.Rows {
		columns = len(row.Cells)
		out := Row{Origin: row.Pos}
		for i, m := range row.Cells {
			text := r.texts.Text(m)
			if i == 0 {
				text = "**" + text + "**"
			}
			out.Cells = append(out.Cells, text)
		}
		t.Rows = append(t.Rows, out)
	}
	for i := range columns {
		c := Column{Share: 1}
		if i == 0 {
			c.Share = 0.8
			if columns == 3 { // two things that are compared say more
				c.Share = 0.56
			}
		}
		t.Columns = append(t.Columns, c)
	}
	return t
}

// directoryWidths returns the room for the rule numbers and for the pages of a
// Directory: less when it stands in two columns.
func directoryWidths(columns int) (note, page layout.Length) {
	if columns > 1 {
		return layout.MM(16), layout.MM(13)
	}
	return layout.MM(20), layout.MM(12)
}

// addDirectory sets words with the numbers of their rules and of their pages,
// on a line each.
func (b *builder) addDirectory(d *Directory) {
	st := b.style
	width := b.right() - st.Margin.Left
	if d.Columns > 1 {
		width = (width - st.Column.Gutter) / 2
		b.runs++
	}
	noteWidth, pageWidth := directoryWidths(d.Columns)
	words, pad := &st.Texts.Head, st.Table.PadY.Mul(0.45) // chapters stand out
	if d.Columns > 1 {
		words, pad = &st.Texts.Caption, st.Table.PadY.Mul(0.4)
	}
	list := b.id()
	var indent layout.Length
	if d.Columns == 1 && st.Band.Minor != "" {
		indent = words.Lead.Mul(iconIndent)
	}
	for i, row := range d.Rows {
		item := b.id()
		label := layout.Tag{Role: "Lbl", ID: b.id(), Under: item}
		body := layout.Tag{Role: "LBody", ID: b.id(), Under: item}
		text := b.set(row.Text, words, true, width-noteWidth-pageWidth-indent, row.Origin)
		note := b.set(row.Note, &st.Texts.Number, false, noteWidth, row.Origin)
		page := b.set(pagesOf(b, row.Anchors), &st.Texts.Head, false, pageWidth, row.Origin)
		note.Style.Align, page.Style.Align = layout.AlignRight, layout.AlignRight
		note.baseline, page.baseline = text.baseline, text.baseline
		p := piece{
			height: text.Height() + 2*pad, glue: 4 * pad, origin: row.Origin, what: "an entry of a list " + strconv.Quote(i18n.Plain(row.Text)),
			draw: func(p *painter, at layout.Point) {
				if i == 0 {
					p.container(layout.Tag{Role: "L", ID: list})
				}
				p.container(layout.Tag{Role: "LI", ID: item, Under: list})
				at.Y += pad
				if indent > 0 {
					p.iconAt(row, at, words.Lead)
				}
				p.tagged(label, text.lines(0, len(text.Lines), layout.Point{X: at.X + indent, Y: at.Y})...)
				right := layout.Point{X: at.X + width - pageWidth - noteWidth, Y: at.Y}
				p.tagged(body, p.linked(note.lines(0, len(note.Lines), right))...)
				right.X += noteWidth
				p.tagged(body, page.lines(0, len(page.Lines), right)...)
				p.artifact(rowLine(&layout.Stroke{Paint: b.paint(st.Table.Paint), Width: st.Table.Line}, layout.Point{X: at.X, Y: at.Y + text.Height() + pad.Mul(1+2*p.loose)}, width))
			},
		}
		if d.Columns > 1 {
			p.run = b.runs
		}
		if i == 0 {
			p.gap, p.glue = b.above(st.Gap.Block)
		}
		b.add(p)
		b.heading = false
	}
	if d.Columns > 1 {
		b.add(piece{height: belowIndex, what: "the room below an index"})
	}
}

// belowIndex keeps the numbers of the last line from being read with that of the
// page.
const belowIndex = 3500 * layout.Micrometre

// iconIndent is how far the text of a row stands from its icon's left edge, in
// lines.
const iconIndent = 1.5

// iconAt draws the icon of a row, one line high, as minor chapters show theirs.
func (p *painter) iconAt(row DirectoryRow, at layout.Point, lead layout.Length) {
	scene := p.scene(p.b.style.Band.Minor, map[string]any{"title": i18n.Plain(row.Text), "icon": row.Icon})
	if scene == nil || row.Icon == "" {
		return
	}
	box := layout.Extent(layout.Rect{}, scene.Items)
	k := float64(lead) / float64(box.H)
	move := layout.Translate(layout.Point{X: at.X - box.X.Mul(k), Y: at.Y - box.Y.Mul(k)})
	p.artifact(&layout.Group{Transform: layout.Scale(k, k).Then(move), Items: scene.Items})
}

// pagesOf returns the numbers of the pages of anchors, each once, as links.
func pagesOf(b *builder, anchors []string) string {
	var seen, links []string
	for _, a := range anchors {
		if page := b.pageOf(a); !slices.Contains(seen, page) {
			seen, links = append(seen, page), append(links, "[](#"+a+")")
		}
	}
	return strings.Join(links, ", ")
}

// A linkSpan is a link in a text: which of its drawn runes, spaces not
// counted, lead where.
type linkSpan struct {
	from, to int
	target   string // "#anchor" or an address
}

// cutLinks returns a text as it is drawn, still with its marks, and
// where the links in it are. What has no target we know is text.
func (b *builder) cutLinks(text string) (string, []linkSpan) {
	if !strings.Contains(text, "](") {
		return text, nil
	}
	var out strings.Builder
	var spans []linkSpan
	for text != "" {
		before, words, target, after := nextLink(text)
		out.WriteString(before)
		if text = after; target == "" {
			continue
		}
		if words == "" {
			words = b.pageOf(strings.TrimPrefix(target, "#"))
		}
		from := out.Len()
		out.WriteString(words)
		spans = append(spans, linkSpan{from, out.Len(), target})
	}
	countDrawn(out.String(), spans)
	return out.String(), spans
}

// countDrawn turns the ends of links from bytes of a text into drawn runes.
func countDrawn(text string, spans []linkSpan) {
	drawn := make([]int, len(text)+1) // before each byte
	marks := i18n.MarksOf(text)
	n := 0
	for i := 0; i < len(text); {
		drawn[i] = n
		if skip := marks.At(i); skip > 0 {
			drawn[i+skip-1] = n
			i += skip
			continue
		}
		r, size := utf8.DecodeRuneInString(text[i:])
		if !vanishes(r) {
			n++
		}
		i += size
	}
	drawn[len(text)] = n
	for i := range spans {
		spans[i].from, spans[i].to = drawn[spans[i].from], drawn[spans[i].to]
	}
}

// nextLink cuts a text at its first link; without one, all of it is before.
func nextLink(text string) (before, words, target, after string) {
	for at := 0; ; {
		mid := strings.Index(text[at:], "](")
		if mid < 0 {
			return text, "", "", ""
		}
		mid += at
		open, end := strings.LastIndexByte(text[:mid], '['), strings.IndexByte(text[mid:], ')')
		if open < 0 || end < 0 || !isTarget(text[mid+2:mid+end]) {
			at = mid + 2
			continue
		}
		return text[:open], text[open+1 : mid], text[mid+2 : mid+end], text[mid+end+1:]
	}
}

func isTarget(s string) bool {
	return strings.HasPrefix(s, "#") || strings.HasPrefix(s, "https://")
}

// vanishes reports whether line breaking may drop or add a rune: spaces, and
// what only marks where a line may end.
func vanishes(r rune) bool {
	return unicode.IsSpace(r) || r == '\u00AD' || r == '\u200B' || r == '\u2060' || r == '\uFEFF'
}

// pageOf returns the number of the page an anchor was on when the pages were
// last divided; before that, two digits as most have.
func (b *builder) pageOf(anchor string) string {
	b.refers = true
	n, ok := b.pages[anchor]
	switch {
	case ok:
		return strconv.Itoa(n)
	case b.pages != nil:
		b.problems.Errorf(source.Pos{}, "internal", "a text names the page of %q, which is on none", anchor)
	}
	return "00"
}

// A lineLink is the part of a link that is on one line of a block.
type lineLink struct {
	line   int
	x, w   layout.Length // from the start of the line
	target string
}

// placeLinks finds where in a block the drawn runes of its links came to lie.
func placeLinks(block layout.Block, spans []linkSpan) []lineLink {
	var out []lineLink
	n := 0 // drawn runes so far
	for i, line := range block.Lines {
		for _, run := range line.Runs {
			if run.Over {
				continue
			}
			if run.Face == nil { // an icon
				n += len(run.Content)
				continue
			}
			text := block.Text(run)
			carets := text.Carets()
			for at, r := range run.Content {
				if vanishes(r) {
					continue
				}
				for len(spans) > 0 && spans[0].to <= n {
					spans = spans[1:]
				}
				if len(spans) > 0 && spans[0].from <= n {
					a, b := carets[at], carets[at+utf8.RuneLen(r)]
					out = extend(out, lineLink{i, run.X + min(a, b), max(a, b) - min(a, b), spans[0].target}, spans[0].from == n)
				}
				n++
			}
		}
	}
	return out
}

// extend adds one rune to the last link, or begins the next one.
func extend(links []lineLink, l lineLink, opens bool) []lineLink {
	if n := len(links); n > 0 && !opens && links[n-1].line == l.line && links[n-1].target == l.target {
		last := &links[n-1]
		end := max(last.x+last.w, l.x+l.w)
		last.x = min(last.x, l.x)
		last.w = end - last.x
		return links
	}
	return append(links, l)
}
