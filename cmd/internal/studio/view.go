package studio

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"context"
	"errors"
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"

	"kitpress/catalog"
	"kitpress/cmd/internal/press"
	"kitpress/layout"
	"kitpress/layout/sheet"
	"kitpress/output"
	"kitpress/output/svg"
)

// A view is the files of a kit as it was chosen, drawn to be looked at.
type view struct {
	files []*file
	all   []string // what --only could name
	game  *catalog.Game
	plans []*press.Estimate // one for each language
	quiz  map[string]*view  // the handouts beside it, by language
}

// A file is one of a kit.
type file struct {
	press.Result
	Name  string // without its extension, as addresses say it
	pages []layout.Page
	small output.Format

	mu    sync.Mutex
	drawn map[drawing][]byte
}

// A drawing is a page, small as PNG or large as packed SVG: a browser takes
// longer to draw a page than we do.
type drawing struct {
	page  int
	small bool
}

// views keeps the last views there were.
type views struct {
	mu   sync.Mutex
	list []*asked
}

type asked struct {
	key string
	get func() (*view, error)
}

// mostViews is how many views are kept: going back and forth is quick.
const mostViews = 2

// view returns the files of a kit as it was chosen. Who no longer waits ends
// the work on it; somebody else who does begins again.
func (s *Studio) view(ctx context.Context, c *choices) (*view, error) {
	for {
		a := s.ask(ctx, c)
		v, err := a.get()
		if !errors.Is(err, context.Canceled) || ctx.Err() != nil {
			return v, err
		}
		s.views.forget(a)
	}
}

func (v *views) forget(a *asked) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.list = slices.DeleteFunc(v.list, func(b *asked) bool { return a == b })
}

// ask returns what is composed, or will be by the first who wants it.
func (s *Studio) ask(ctx context.Context, c *choices) *asked {
	key := c.Game + "?" + c.query()
	if id, ok := strings.CutPrefix(c.Game, ownPrefix); ok { // it changes
		if o, err := s.rooms.Game(id); err == nil {
			key += "#" + strconv.Itoa(o.N)
		}
	}
	s.views.mu.Lock()
	i := slices.IndexFunc(s.views.list, func(a *asked) bool { return a.key == key })
	var a *asked
	if i >= 0 {
		a = s.views.list[i]
		s.views.list = slices.Delete(s.views.list, i, i+1)
	} else {
		chosen := *c
		a = &asked{key, sync.OnceValues(func() (*view, error) { return s.compose(ctx, &chosen) })}
	}
	if s.views.list = append(s.views.list, a); len(s.views.list) > mostViews {
		s.views.list = s.views.list[1:]
	}
	s.views.mu.Unlock()
	return a
}

// compose makes all files of a kit, to be drawn when somebody looks.
func (s *Studio) compose(ctx context.Context, c *choices) (*view, error) {
	locals, jobs, err := s.plan(ctx, c)
	if err != nil {
		return nil, err
	}
	v := &view{game: locals[0].Game}
	for i := range jobs {
		v.all = append(v.all, jobs[i].ID)
	}
	v.all = append(press.Dedupe(v.all), press.Explanations)
	only := c.only(v.all)
	jobs = slices.DeleteFunc(jobs, func(j press.Job) bool { return only != nil && !slices.Contains(only, j.ID) })
	made, err := s.onSheets(ctx, locals, jobs)
	if err != nil {
		return nil, err
	}
	v.files, v.plans = made.files, made.plans
	if c.Quiz {
		v.quiz, err = beside{s}.quizzes(ctx, c)
	}
	return v, err
}

// onSheets does jobs, but for the plan of what is printed.
func (s *Studio) onSheets(ctx context.Context, locals []*press.Localization, jobs []press.Job) (*view, error) {
	v := new(view)
	jobs = slices.DeleteFunc(jobs, func(j press.Job) bool { return j.ID == press.PrintPlan })
	pages := map[string][]layout.Page{}
	var mu sync.Mutex
	results, _, err := press.Run(ctx, jobs, func(made *press.Sheets) (press.File, error) {
		f := made.File(".pdf")
		mu.Lock()
		pages[f.Path] = made.Pages
		mu.Unlock()
		return f, nil
	}, nil)
	if err != nil {
		return nil, err
	}
	v.plans = press.EstimatesOf(locals, results)
	for _, r := range results {
		v.files = append(v.files, &file{Result: r, Name: strings.TrimSuffix(r.File.Path, ".pdf"), pages: pages[r.File.Path], small: s.small, drawn: map[drawing][]byte{}})
	}
	return v, nil
}

// sheetsOf puts whole games on sheets.
func (s *Studio) sheetsOf(locals []*press.Localization) (*view, error) {
	jobs, err := press.Plan(locals)
	if err != nil {
		return nil, err
	}
	return s.onSheets(context.Background(), locals, jobs)
}

// order writes choices as a request. all are the files there are.
func (s *Studio) order(c *choices, all []string) (press.Request, error) {
	req := c.request(all, s.printers())
	id, ok := strings.CutPrefix(c.Game, ownPrefix)
	if !ok {
		return s.shop.For(req), nil
	}
	o, err := s.rooms.Game(id)
	if err != nil {
		return req, err
	}
	req.Catalog, req.Games = o.Files, nil
	return o.Shop.For(req), nil
}

// plan lists the jobs of a kit.
func (s *Studio) plan(ctx context.Context, c *choices) ([]*press.Localization, []press.Job, error) {
	req, err := s.order(c, nil)
	if err != nil {
		return nil, nil, err
	}
	locals, _, err := press.Localise(ctx, req)
	if err != nil {
		return nil, nil, err
	}
	jobs, err := press.Plan(locals)
	return locals, jobs, err
}

// picture returns a page as it looks, nil when there is no such page.
func (f *file) picture(d drawing) ([]byte, error) {
	if d.page < 0 || d.page >= len(f.pages) {
		return nil, nil
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.drawn[d] == nil {
		var b bytes.Buffer
		if err := f.draw(&b, d); err != nil {
			return nil, err
		}
		f.drawn[d] = b.Bytes()
	}
	return f.drawn[d], nil
}

// smallDPI is enough for a page on a shelf, on screens of any density.
const smallDPI = 48

func (f *file) draw(w io.Writer, d drawing) error {
	if d.small {
		return f.small.WritePage(w, &layout.Document{Title: f.Title, Lang: f.In.Lang, Pages: f.pages}, d.page)
	}
	z, _ := gzip.NewWriterLevel(w, gzip.BestSpeed) // no error: the level is one of gzip's
	return errors.Join(svg.Write(z, f.pages[d.page].Scene, svg.Options{Lang: f.In.Lang}), z.Close())
}

// file returns the file of a name, nil for none.
func (v *view) file(name string) *file {
	for _, f := range v.files {
		if f.Name == name {
			return f
		}
	}
	for _, other := range v.quiz {
		if f := other.file(name); f != nil {
			return f
		}
	}
	return nil
}

// piles returns the piles of all languages, with the files in them.
func (v *view) piles() (list []pile) {
	for _, e := range v.plans {
		for _, p := range e.Piles {
			out := pile{Sheets: p.Sheets}
			for _, pf := range p.Files {
				i := slices.IndexFunc(v.files, func(f *file) bool { return f.ID == pf.Component && f.In.Lang == e.Lang })
				out.files = append(out.files, counted{v.files[i], pf.Sheets, pf.Times})
			}
			list = append(list, out)
		}
	}
	return list
}

// stock names the paper a file is printed on, as the words for it are called.
func (f *file) stock(has func(string) bool) string {
	id := "plan.paper." + cmp.Or(f.Stock, "plain")
	switch {
	case strings.HasSuffix(f.ID, press.BacksSuffix):
		return "plan.paper.backs"
	case f.Sides == sheet.Fold && has(id+".fold"):
		return id + ".fold"
	case (f.Sides == sheet.DuplexLong || f.Sides == sheet.DuplexShort) && has(id+".duplex"):
		return id + ".duplex"
	}
	return id
}

// sheet sends a page of a kit as a picture, large or small.
func (s *Studio) sheet(w http.ResponseWriter, r *http.Request) {
	c, l, err := s.chosen(r.PathValue("game"), r.URL.Query(), language(r))
	if err != nil || l.Game == nil {
		http.NotFound(w, r)
		return
	}
	v, err := s.view(r.Context(), &c)
	if err == nil {
		if f := v.file(r.PathValue("file")); f != nil {
			n, _ := strconv.Atoi(r.PathValue("page")) // no page for what is no number
			d := drawing{n - 1, strings.HasPrefix(r.URL.Path, "/small/")}
			data, err := f.picture(d)
			switch {
			case err != nil || data == nil:
			case d.small:
				w.Header().Set("Content-Type", kinds[".png"])
				w.Header().Set("Cache-Control", "private, max-age=600")
				w.Write(data)
				return
			default:
				sendPacked(w, data)
				return
			}
		}
	}
	http.NotFound(w, r)
}
