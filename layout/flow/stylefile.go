package flow

import (
	"io/fs"
	"path"

	"kitpress/catalog/source"
	"kitpress/layout"
)

// styleFormat is the version of style files this package reads.
const styleFormat = 1

// defaultBaseline is where a baseline lies in its line box, from its top.
const defaultBaseline = 0.7

// Bounds of what a style may say, in millimetres and points: enough for a
// poster, and far from where micrometres would overflow.
const (
	maxMM = 1500
	maxPt = 200
)

// LoadStyle reads templates/flows/<name>.yaml below fsys.
func LoadStyle(fsys fs.FS, name string) (*Style, source.Problems) {
	var ps source.Problems
	v, ok := source.ReadFile(fsys, path.Join("templates/flows", name+".yaml"), &ps)
	if !ok {
		return nil, ps
	}
	m := v.Map()
	if !m.Format(styleFormat) {
		return nil, ps
	}
	s := &Style{Name: name}
	s.readPage(m)
	s.readFrames(m.Get("frames").Map())
	if m.Has("entry") {
		s.readEntry(m.Get("entry").Map())
	}
	s.readTexts(m)
	s.readDistances(m)
	m.Done("the style")
	if ps.HasErrors() {
		return nil, ps
	}
	return s, ps
}

func (s *Style) readPage(m *source.Map) {
	page := m.Need("page").Map()
	s.Page = layout.Size{W: needMM(page, "width"), H: needMM(page, "height")}
	s.Bleed = mm(page, "bleed")
	page.Done("page")

	margin := m.Need("margin").Map()
	s.Margin = Margin{needMM(margin, "left"), needMM(margin, "right"), needMM(margin, "top"), needMM(margin, "bottom")}
	margin.Done("margin")
	if a := s.area(false); page != nil && margin != nil && (a.W <= 0 || a.H <= 0) {
		margin.Errorf(source.CodeRange, "the margins leave no room for text on a page of %s x %s mm", s.Page.W, s.Page.H)
	}

	columns := m.Need("columns").Map()
	s.Column = Columns{needMM(columns, "number"), needMM(columns, "text"), needMM(columns, "indent"), needMM(columns, "gutter")}
	columns.Done("columns")

	s.readBand(m.Need("band").Map())
	foot := m.Get("foot").Map()
	s.Foot = Foot{Template: foot.Get("template").Text(), Baseline: mm(foot, "baseline")}
	foot.Done("foot")
	cover := m.Get("cover").Map()
	s.Cover = cover.Need("template").Text()
	cover.Done("cover")
	fill := m.Get("fill").Map()
	s.Fill = Fill{Notes: fill.Get("notes").Text(), Page: fill.Get("page").Text(), Back: fill.Get("back").Text()}
	if s.Fill.Page == "" {
		s.Fill.Page = s.Fill.Notes
	}
	fill.Done("fill")
}

func (s *Style) readBand(m *source.Map) {
	s.Band.Mode = BandMode(m.Need("mode").OneOf("mode", string(BandPage), string(BandInline)))
	if s.Band.Mode == BandPage {
		s.Band.Template = m.Need("template").Text()
		s.Band.Room = mm(m, "room")
		if v := m.Get("minor"); v.Exists() {
			s.Band.Minor = v.Text()
		}
		s.Band.Top, s.Band.Width = needMM(m, "top"), needMM(m, "width")
		s.Band.X, s.Band.Y = needMM(m, "x"), needMM(m, "y")
		s.Band.Sizes = readSizes(m)
		if m.Has("strip") {
			s.Band.Strip = readStrip(m.Get("strip").Map())
		}
	}
	m.Done("band")
}

func readStrip(m *source.Map) Strip {
	defer m.Done("strip")
	return Strip{
		Template: m.Need("template").Text(), Height: needMM(m, "height"), Over: needMM(m, "over"), Under: needMM(m, "under"),
		X: needMM(m, "x"), Y: needMM(m, "y"), Width: needMM(m, "width"), Sizes: readSizes(m),
	}
}

// readSizes reads the sizes a title is tried in.
func readSizes(m *source.Map) []layout.Length {
	var sizes []layout.Length
	for _, v := range m.Need("sizes").List() {
		sizes = append(sizes, layout.Pt(v.Float(1, maxPt)))
	}
	return sizes
}

// readFrames reads the looks of frames, but for the text of their titles, which
// stands with the others.
func (s *Style) readFrames(m *source.Map) {
	s.Frames = map[string]*FrameStyle{}
	for e := range m.All() {
		p := e.Value.Map()
		s.Frames[e.Key] = &FrameStyle{
			Template: p.Get("template").Text(), Paint: p.Need("paint").Text(), X: mm(p, "x"), Pad: mm(p, "pad"), Head: mm(p, "head"),
			Left: mm(p, "left"), Right: mm(p, "right"), Top: mm(p, "top"), Bottom: mm(p, "bottom"), Grows: p.Get("grows").Flag(),
			Size: layout.Pt(p.Get("size").Float(0, maxPt)),
		}
		p.Done("a frame")
	}
}

// readEntry reads how entries are set, but for their texts, which stand with
// the others.
func (s *Style) readEntry(m *source.Map) {
	e := &EntryStyle{
		Template: m.Need("template").Text(), Gap: needMM(m, "gap"), Grow: mm(m, "grow"), Gutter: needMM(m, "gutter"),
		Number: mm(m, "number"), Least: mm(m, "least"),
		Sizes: readSizes(m),
	}
	e.TitleBox, e.LeadBox = readHeadBox(m.Need("title").Map()), readHeadBox(m.Need("lead").Map())
	margin := m.Need("margin").Map()
	e.Area = layout.Rect{X: needMM(margin, "sides"), Y: needMM(margin, "top")}
	e.Area.W, e.Area.H = s.Page.W-2*e.Area.X, s.Page.H-e.Area.Y-needMM(margin, "bottom")
	margin.Done("margin")
	left := m.Need("left").Map()
	e.Left = needMM(left, "width")
	for _, v := range left.Need("frames").List() {
		e.First = append(e.First, v.Text())
	}
	left.Done("left")
	m.Done("entry")
	s.Entry = e
}

func readHeadBox(m *source.Map) HeadBox {
	defer m.Done("room for a text")
	return HeadBox{
		X: needMM(m, "x"), Y: needMM(m, "y"), W: needMM(m, "width"), H: needMM(m, "height"), Sizes: readSizes(m), Bottom: m.Get("bottom").Flag(),
	}
}

func (s *Style) readTexts(m *source.Map) {
	texts := m.Need("texts").Map()
	for _, t := range s.allTexts() {
		*t.style = readText(texts.Need(t.name), true)
	}
	texts.Done("texts")

	s.languages = map[string]override{}
	for e := range m.Get("languages").Map().All() {
		lang := e.Value.Map()
		o := override{map[string]TextStyle{}, layout.Pt(lang.Get("floor").Float(1, maxPt))}
		for _, t := range s.allTexts() {
			if lang.Has(t.name) {
				o.texts[t.name] = readText(lang.Get(t.name), false)
			}
		}
		lang.Done("language " + e.Key)
		s.languages[e.Key] = o
	}
}

// readText reads one kind of text; whole is false for what a language changes.
func readText(v source.Value, whole bool) TextStyle {
	m := v.Map()
	get := m.Get
	t := TextStyle{Baseline: m.Get("baseline").Float(0, 1)}
	if whole {
		get = m.Need
		t.Paint = m.Need("paint").Text()
		t.Tracking = m.Get("tracking").Float(0, 1)
		t.Upper = m.Get("upper").Flag()
		if v := m.Get("figures"); v.Exists() {
			t.Figures = layout.ReadFigures(v)
		}
		t.Hyphenate = m.Get("hyphenate").Flag()
		if t.Baseline == 0 {
			t.Baseline = defaultBaseline
		}
	}
	t.Size, t.Lead = layout.Pt(get("size").Float(1, maxPt)), layout.Pt(get("lead").Float(1, maxPt))
	t.Weight = m.Get("weight").Int(100, 900)
	t.BySense = m.Get("by-sense").Flag()
	m.Done("a text style")
	return t
}

func (s *Style) readDistances(m *source.Map) {
	gaps := m.Need("gaps").Map()
	s.Gap = Gaps{
		Block: needMM(gaps, "block"), Heading: needMM(gaps, "heading"), Under: needMM(gaps, "under"),
		Figure: needMM(gaps, "figure"), Caption: needMM(gaps, "caption"), Term: needMM(gaps, "term"),
		Stretch: gaps.Get("stretch").Float(0, 5),
	}
	if s.Gap.Item = s.Gap.Block; gaps.Has("item") {
		s.Gap.Item = mm(gaps, "item")
	}
	gaps.Done("gaps")

	mark := m.Need("mark").Map()
	s.Mark = Mark{needMM(mark, "x"), needMM(mark, "text"), mm(mark, "size"), mm(mark, "item"), mark.Need("paint").Text()}
	mark.Done("mark")

	table := m.Need("table").Map()
	s.Table = TableStyle{needMM(table, "pad-x"), needMM(table, "pad-y"), mm(table, "line"), table.Need("paint").Text(), table.Get("head-paint").Text()}
	table.Done("table")

	note := m.Get("note").Map()
	s.Note = NoteStyle{note.Get("template").Text(), mm(note, "pad"), mm(note, "right"), mm(note, "gap")}
	note.Done("note")

	figure := m.Get("figure").Map()
	s.Shrink, s.Floor = figure.Need("shrink").Float(0, 1), layout.Pt(figure.Need("floor").Float(1, maxPt))
	figure.Done("figure")

	box := m.Need("box").Map()
	s.Box = Box{box.Need("paint").Text(), needMM(box, "pad"), mm(box, "foot")}
	box.Done("box")
}

func mm(m *source.Map, key string) layout.Length { return layout.MM(m.Get(key).Float(0, maxMM)) }

func needMM(m *source.Map, key string) layout.Length { return layout.MM(m.Need(key).Float(0, maxMM)) }
