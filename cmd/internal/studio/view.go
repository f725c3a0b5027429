package studio

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"context"
	"slices"
	"strings"
	"sync"

	"kitpress/catalog"
	"kitpress/cmd/internal/press"
	"kitpress/layout"
	"kitpress/layout/sheet"
	"kitpress/output/svg"
)

// A view is the files of a kit as it was chosen, drawn to be looked at.
type view struct {
	files []*file
	all   []string // what --only could name
	game  *catalog.Game
	plans []*press.Estimate // one for each language
}

// A file is one of a kit.
type file struct {
	press.Result
	Name  string // without its extension, as addresses say it
	pages []layout.Page

	mu    sync.Mutex
	drawn map[int][]byte // packed SVG by page
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
const mostViews = 6

// view returns the files of a kit as it was chosen.
func (s *Studio) view(c *choices) (*view, error) {
	key := c.Game + "?" + c.query()
	s.views.mu.Lock()
	i := slices.IndexFunc(s.views.list, func(a *asked) bool { return a.key == key })
	var a *asked
	if i >= 0 {
		a = s.views.list[i]
		s.views.list = slices.Delete(s.views.list, i, i+1)
	} else {
		chosen := *c
		a = &asked{key, sync.OnceValues(func() (*view, error) { return s.compose(context.Background(), &chosen) })}
	}
	if s.views.list = append(s.views.list, a); len(s.views.list) > mostViews {
		s.views.list = s.views.list[1:]
	}
	s.views.mu.Unlock()
	return a.get()
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
	jobs = slices.DeleteFunc(jobs, func(j press.Job) bool { return j.ID == press.PrintPlan || only != nil && !slices.Contains(only, j.ID) })
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
		v.files = append(v.files, &file{Result: r, Name: strings.TrimSuffix(r.File.Path, ".pdf"), pages: pages[r.File.Path], drawn: map[int][]byte{}})
	}
	return v, nil
}

// plan lists the jobs of a kit.
func (s *Studio) plan(ctx context.Context, c *choices) ([]*press.Localization, []press.Job, error) {
	locals, _, err := s.shop.Localise(ctx, c.request(nil, s.printers()))
	if err != nil {
		return nil, nil, err
	}
	jobs, err := press.Plan(locals)
	return locals, jobs, err
}

// picture returns a page as a packed SVG file, nil when there is no such page.
func (f *file) picture(page int) ([]byte, error) {
	if page < 0 || page >= len(f.pages) {
		return nil, nil
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.drawn[page] == nil {
		var b bytes.Buffer
		z, _ := gzip.NewWriterLevel(&b, gzip.BestSpeed) // no error: the level is one of gzip's
		if err := svg.Write(z, f.pages[page].Scene, svg.Options{Lang: f.In.Lang}); err != nil {
			return nil, err
		}
		if err := z.Close(); err != nil {
			return nil, err
		}
		f.drawn[page] = b.Bytes()
	}
	return f.drawn[page], nil
}

// file returns the file of a name, nil for none.
func (v *view) file(name string) *file {
	for _, f := range v.files {
		if f.Name == name {
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
