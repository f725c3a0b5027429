package studio

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"net/http"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"kitpress/catalog"
	"kitpress/catalog/source"
	"kitpress/cmd/internal/kit"
	"kitpress/cmd/internal/press"
	"kitpress/layout"
	"kitpress/output/svg"
)

// A Live is a game that somebody is writing: its cards are shown as they were
// saved last.
type Live struct {
	kit.PreviewRequest
	Changes iter.Seq[struct{}]                    // yields when a file was saved
	Locate  func(source.Problems) source.Problems // as seen from where kitpress was called
}

// A watched game is what its page shows.
type watched struct {
	*Live
	onSheets func([]*press.Localization) (*view, error)
	shop     *press.Shop
	fonts    string // of the game, as the shop has them

	mu   sync.Mutex
	now  *moment
	next chan struct{} // closed when there is another moment
}

// A moment is a game as it was saved. What cannot be drawn any more looks as it
// did before.
type moment struct {
	N      int
	Faces  []*face // those with errors first, then what changed last
	Said   source.Problems
	sheets func() (*view, error)
}

// A face is one side of a card.
type face struct {
	Key  string // deck/card, side and language as they are needed to tell it from others
	Said source.Problems
	At   int  // the moment since which it looks so
	Ill  bool // there is an error in it
	Old  bool // it is the last one that could be drawn
	W, H int  // mm
	in   *press.Localization
	card *catalog.Record
	deck *catalog.Deck

	scene *layout.Scene
	file  func() ([]byte, error)
	sum   func() [sha256.Size]byte
}

// look reads and draws the game.
func (w *watched) look() {
	last, _ := w.moment()
	m := &moment{N: last.N + 1, sheets: last.sheets}
	problems, err := w.draw(m, last)
	if problems.FillExcerpts(w.Catalog); err != nil {
		m.Said = problemsOf(err)
	}
	m.Said = append(m.Said, w.Locate(press.DedupeProblems(problems))...)
	slices.SortStableFunc(m.Faces, func(a, b *face) int {
		if a.Ill != b.Ill {
			return map[bool]int{true: -1, false: 1}[a.Ill]
		}
		return cmp.Compare(b.At, a.At)
	})
	w.mu.Lock()
	defer w.mu.Unlock()
	w.now = m
	close(w.next)
	w.next = make(chan struct{})
}

// moment returns what is shown now, and what tells that there is something else.
func (w *watched) moment() (*moment, <-chan struct{}) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.now, w.next
}

// draw composes all faces and returns the problems that are of no face.
func (w *watched) draw(m, last *moment) (source.Problems, error) {
	if now := w.ownFonts(); w.shop == nil || now != w.fonts {
		shop, err := press.OpenShop(w.Catalog)
		if err != nil {
			return w.keep(m, last, err)
		}
		w.shop, w.fonts = shop, now
	}
	locals, problems, err := press.Localise(context.Background(), w.shop.For(w.Request))
	if err != nil {
		return w.keep(m, last, err)
	}
	list, err := kit.Choose(locals[0].Game, w.Cards)
	if err != nil {
		return w.keep(m, last, err)
	}
	for _, l := range locals {
		letters := l.Letters()
		problems = append(problems, letters...)
		found := make([][]*face, len(list))
		_ = press.Together(context.Background(), len(list), func(i int) error { // it ends early for no error
			found[i] = w.faces(l, list[i], len(locals) > 1, letters, m, last)
			return nil
		})
		m.Faces = append(m.Faces, slices.Concat(found...)...)
	}
	m.sheets = sync.OnceValues(func() (*view, error) { return w.onSheets(locals) })
	return w.share(m, problems), nil
}

// keep shows what there was, with what is wrong now.
func (w *watched) keep(m, last *moment, err error) (source.Problems, error) {
	for _, f := range last.Faces {
		old := *f
		old.Said, old.Ill, old.Old = nil, false, true
		m.Faces = append(m.Faces, &old)
	}
	var data *source.DataError
	if !errors.As(err, &data) {
		return nil, err
	}
	return w.share(m, data.Problems), nil
}

// faces composes the sides of a card.
func (w *watched) faces(l *press.Localization, c kit.Chosen, several bool, letters source.Problems, m, last *moment) (list []*face) {
	scenes, problems := l.Faces(c.Deck, c.Card.ID, w.Backs)
	problems.FillExcerpts(w.Catalog)
	ill := problems.HasErrors()
	problems = slices.DeleteFunc(press.DedupeProblems(problems), func(p source.Problem) bool { // said of all cards at once
		return slices.ContainsFunc(letters, func(q source.Problem) bool { return p.Pos == q.Pos })
	})
	for i, scene := range scenes {
		f := &face{Key: c.Deck.ID + "/" + c.Card.ID, At: m.N, scene: scene, card: c.Card, deck: c.Deck, in: l}
		if i > 0 {
			f.Key += "/back"
		}
		if several {
			f.Key += "/" + l.Lang
		}
		f.file = sync.OnceValues(f.svg)
		f.sum = sync.OnceValue(func() [sha256.Size]byte { data, _ := f.file(); return sha256.Sum256(data) })
		if k := slices.IndexFunc(last.Faces, func(g *face) bool { return g.Key == f.Key }); k >= 0 {
			was := last.Faces[k]
			switch {
			case scene == nil || ill && was.scene != nil:
				f.At, f.scene, f.file, f.sum, f.Old = was.At, was.scene, was.file, was.sum, true
			case was.scene != nil && (reflect.DeepEqual(scene, was.scene) || f.sum() == was.sum()):
				f.At, f.file, f.sum = was.At, was.file, was.sum
			}
		}
		if f.scene != nil {
			f.W, f.H = int(f.scene.Size.W.MM()), int(f.scene.Size.H.MM())
		}
		list = append(list, f)
	}
	for _, p := range w.Locate(problems) {
		list[0].say(p)
	}
	return list
}

// svg draws a face; one that could never be drawn is nothing.
func (f *face) svg() ([]byte, error) {
	if f.scene == nil {
		return nil, nil
	}
	var b bytes.Buffer
	err := svg.Write(&b, f.scene, svg.Options{Lang: f.in.Lang})
	return b.Bytes(), err
}

// share says problems beside the cards they are in, and returns the others.
func (w *watched) share(m *moment, problems source.Problems) (others source.Problems) {
	problems.FillExcerpts(w.Catalog)
	for _, p := range press.DedupeProblems(problems) {
		var of *face
		for _, f := range m.Faces {
			if f.holds(p.Pos) && (of == nil || f.card.Pos.Line > of.card.Pos.Line) {
				of = f
			}
		}
		if of != nil && slices.ContainsFunc(m.Faces, func(f *face) bool {
			return f.deck != of.deck && f.deck.Pos.File == p.Pos.File && f.deck.Pos.Line > of.card.Pos.Line && f.deck.Pos.Line <= p.Pos.Line
		}) {
			of = nil // another deck begins in between
		}
		if of == nil {
			others = append(others, p)
			continue
		}
		of.say(w.Locate(source.Problems{p})[0])
	}
	return others
}

// holds reports whether a place may be in a card: behind its beginning, in a
// table in its row.
func (f *face) holds(p source.Pos) bool {
	at := f.card.Pos
	if p.Cell != "" {
		sheet, _, _ := strings.Cut(p.Cell, "!")
		return at.File == p.File && at.Line == p.Line && (!strings.Contains(p.Cell, "!") || strings.HasPrefix(at.Cell, sheet+"!"))
	}
	return at.File == p.File && at.Line <= p.Line
}

func (f *face) say(p source.Problem) {
	f.Said, f.Ill = append(f.Said, p), f.Ill || p.Severity == source.Error
}

// Problem writes a problem as the terminal does, without the caret, and where it
// is in no file without the word error.
func (f frame) Problem(p source.Problem) string {
	say := func(text string) string { return f.studio.say(f.Lang, text) }
	text := say(p.Message)
	if p.Pos.IsValid() {
		text = p.Pos.String() + ": " + say(p.Severity.String()+":") + " " + text
	}
	if p.Excerpt != "" {
		text += "\n    " + strings.TrimSpace(p.Excerpt)
	}
	if p.Hint != "" {
		text += "\n" + say("hint:") + " " + say(p.Hint)
	}
	return text
}

// ownFonts tells two states of the fonts and sheets of a game apart.
func (w *watched) ownFonts() string {
	var all strings.Builder
	for _, pattern := range []string{"fonts/*", "games/*/fonts/*", "sheets.yaml"} {
		names, _ := fs.Glob(w.Catalog, pattern) // no error: it is a pattern
		for _, name := range names {
			if info, err := fs.Stat(w.Catalog, name); err == nil {
				fmt.Fprintln(&all, name, info.Size(), info.ModTime().UnixNano())
			}
		}
	}
	return all.String()
}

// livePage shows the faces; the page renews itself by it.
func (s *Studio) livePage(w http.ResponseWriter, r *http.Request) {
	m, _ := s.live.moment()
	s.show(w, r, http.StatusOK, "live", frame{Title: strings.Join(s.live.Games, ", "), Data: m})
}

// liveSheets shows the sheets, as part of a page.
func (s *Studio) liveSheets(w http.ResponseWriter, r *http.Request) {
	m, _ := s.live.moment()
	v, err := m.sheets()
	if err != nil {
		s.fault(w, r, http.StatusConflict, "studio.failed", err)
		return
	}
	type shown struct {
		Name, Lang string
		Pages      []picture
	}
	var list []shown
	for _, f := range v.files {
		it := shown{Name: f.Title, Lang: f.In.Lang}
		for i := range f.pages {
			size := f.pages[i].Scene.Size
			it.Pages = append(it.Pages, picture{fmt.Sprintf("/live/sheet/%d/%s/%d", m.N, f.Name, i+1), int(size.W.MM()), int(size.H.MM())})
		}
		list = append(list, it)
	}
	s.show(w, r, http.StatusOK, "livesheets", frame{Data: list})
}

// liveSheet sends a page of a sheet.
func (s *Studio) liveSheet(w http.ResponseWriter, r *http.Request) {
	m, _ := s.live.moment()
	if v, err := m.sheets(); err == nil {
		if f := v.file(r.PathValue("file")); f != nil {
			n, _ := strconv.Atoi(r.PathValue("page")) // no page for what is no number
			if data, err := f.picture(drawing{page: n - 1}); err == nil && data != nil {
				sendPacked(w, data)
				return
			}
		}
	}
	http.NotFound(w, r)
}

// liveFace sends the picture of a face.
func (s *Studio) liveFace(w http.ResponseWriter, r *http.Request) {
	m, _ := s.live.moment()
	for _, f := range m.Faces {
		if f.Key != r.PathValue("key") {
			continue
		}
		if data, err := f.file(); err == nil && data != nil {
			w.Header().Set("Content-Type", kinds[".svg"])
			if strconv.Itoa(f.At) == r.PathValue("at") {
				w.Header().Set("Cache-Control", "private, max-age=600")
			}
			w.Write(data)
			return
		}
	}
	http.NotFound(w, r)
}

// liveEvents tells a page that there is something else to see.
func (s *Studio) liveEvents(w http.ResponseWriter, r *http.Request) {
	out := http.NewResponseController(w)
	_ = out.SetReadDeadline(time.Time{}) // it is open as long as the page
	w.Header().Set("Content-Type", "text/event-stream")
	beat := time.NewTicker(15 * time.Second)
	defer beat.Stop()
	for {
		m, next := s.live.moment()
		_ = out.SetWriteDeadline(time.Now().Add(time.Minute)) // a page that is gone is noticed below
		if _, err := fmt.Fprintf(w, "data: %d\n\n", m.N); err != nil || out.Flush() != nil {
			return
		}
		select {
		case <-r.Context().Done():
			return
		case <-s.presence.done:
			return
		case <-next:
		case <-beat.C:
		}
	}
}
