package studio

import (
	"archive/zip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"net/http"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"kitpress/catalog/source"
	"kitpress/cmd/internal/event"
	"kitpress/cmd/internal/kit"
	"kitpress/cmd/internal/press"
	"kitpress/cmd/internal/studio/own"
)

// mostMakes is how many kits are kept to be taken away.
const mostMakes = 4

// makes are the kits that are made or were.
type makes struct {
	mu   sync.Mutex
	last int
	list []*making
}

// A making is one kit on its way to the printer.
type making struct {
	id     string
	name   string // of the archive
	dir    string
	back   string // the page it was chosen on
	c      choices
	cancel context.CancelFunc
	ended  chan struct{}
	quiz   *own.Order               // handouts instead of a kit
	event  *event.Event             // all of it instead of a kit
	beside fs.FS                    // what lies beside the event file
	piles  func() ([]string, error) // makes a file of each pile, once; nil for handouts

	mu     sync.Mutex
	state  state
	report *kit.Report
	view   *view
	parts  []madePart
}

// A state is how far a kit is.
type state struct {
	Done  int             `json:"done"`
	Total int             `json:"total"`
	File  string          `json:"file"`
	End   string          `json:"end"` // "", "done", "stopped", "failed"
	Fault source.Problems `json:"-"`
}

// A wish is what is sent to have a kit made.
type wish struct {
	Game    string `json:"game"`
	Choices string `json:"choices"` // as an address says them
}

// make begins to make a kit and says where it is to be seen.
func (s *Studio) make(w http.ResponseWriter, r *http.Request) {
	var in wish
	if err := json.NewDecoder(io.LimitReader(r.Body, mostQuery)).Decode(&in); err != nil {
		http.Error(w, "this is no wish", http.StatusBadRequest)
		return
	}
	q, err := url.ParseQuery(in.Choices)
	if err != nil {
		http.Error(w, "these are no choices", http.StatusBadRequest)
		return
	}
	c, l, err := s.chosen(in.Game, q, language(r))
	if err != nil || l.Game == nil {
		http.Error(w, "there is no such game", http.StatusNotFound)
		return
	}
	m := s.makes.begin(s.o.Dir, c)
	s.start(m, s.build)
	w.Header().Set("Content-Type", kinds[".json"])
	fmt.Fprintf(w, `{"url":"/make/%s"}`, m.id)
}

// start begins the work; a kit that is ready at once has no page of its own for
// waiting.
func (s *Studio) start(m *making, build func(context.Context, *making)) {
	ctx, cancel := context.WithCancel(context.Background())
	m.cancel = cancel
	go func() {
		defer close(m.ended)
		defer cancel()
		build(ctx, m)
	}()
	select {
	case <-m.ended:
	case <-time.After(time.Second):
	}
}

// begin notes a kit that is to be made, and forgets old ones.
func (m *makes) begin(dir string, c choices) *making {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.last++
	id := strconv.Itoa(m.last)
	name := strings.ToLower(strings.TrimPrefix(c.Game, ownPrefix) + "-" + strings.Join(c.Langs, "-"))
	if c.Pupils > 0 {
		name += "-" + strconv.Itoa(c.Pupils)
	}
	one := &making{id: id, name: name, dir: filepath.Join(dir, id), back: c.page() + "?" + c.query(), c: c, ended: make(chan struct{})}
	if m.list = append(m.list, one); len(m.list) > mostMakes {
		old := m.list[0]
		m.list = m.list[1:]
		old.cancel()
		go func() {
			<-old.ended
			os.RemoveAll(old.dir) // what stays goes with the folder of the studio
			os.RemoveAll(old.dir + "-piles")
		}()
	}
	return one
}

func (m *makes) find(id string) *making {
	m.mu.Lock()
	defer m.mu.Unlock()
	if i := slices.IndexFunc(m.list, func(k *making) bool { return k.id == id }); i >= 0 {
		return m.list[i]
	}
	return nil
}

// build makes a kit as kitpress build does.
func (s *Studio) build(ctx context.Context, m *making) {
	v, err := s.view(ctx, &m.c)
	if err == nil {
		var req press.Request
		if req, err = s.order(&m.c, v.all); err != nil {
			m.end(err)
			return
		}
		req.Out = m.dir
		req.Progress = m.progress
		var report *kit.Report
		report, err = kit.Build(ctx, req, press.Plan, nil)
		if err == nil && m.c.Quiz {
			err = beside{s}.buildQuizzes(ctx, m)
		}
		m.mu.Lock()
		m.report, m.view = report, v
		m.piles = sync.OnceValues(func() ([]string, error) { return beside{s}.buildPiles(m) })
		m.mu.Unlock()
	}
	m.end(err)
}

// progress notes how far it is.
func (m *making) progress(p press.Progress) {
	m.mu.Lock()
	m.state.Done, m.state.Total, m.state.File = p.Done, p.Total, p.File
	m.mu.Unlock()
}

// end notes how the making of a kit ended.
func (m *making) end(err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	switch {
	case err == nil:
		m.state.End = "done"
	case errors.Is(err, context.Canceled):
		m.state.End = "stopped"
	default:
		m.state.End, m.state.Fault = "failed", problemsOf(err)
	}
}

// A madeData is what the page of a kit that is made shows.
type madeData struct {
	state
	ID, Name string
	Back     string
	Pages    string // the folder with the explanations, "" for none
	Piles    []pile
	Parts    []madePart // of an event, instead of piles
	Sheets   int
	Command  string
}

// A madePart is a folder of what was made.
type madePart struct {
	Title string
	Runs  bool // for those who run the event
	Files []press.File
}

// A pile is what is put into the printer at once.
type pile struct {
	N      int // of the file with all of it, 0 for none
	Stock  string
	Sides  string
	Sheets int
	Items  []pileItem

	files []counted
}

// A counted file has this many sheets and is printed so often.
type counted struct {
	*file
	sheets, times int
}

// A pileItem is one file of a pile.
type pileItem struct {
	item
	Path  string
	Times int
}

// madePage shows how far a kit is, and then its piles.
func (s *Studio) madePage(w http.ResponseWriter, r *http.Request) {
	m := s.makes.find(r.PathValue("id"))
	if m == nil {
		s.fault(w, r, http.StatusNotFound, "studio.gone")
		return
	}
	m.mu.Lock()
	d := madeData{state: m.state, ID: m.id, Name: m.name, Back: m.back}
	if d.Parts = m.parts; d.End == "done" && m.event != nil {
		d.Command = "kitpress event build " + m.name + ".yaml"
	} else if d.End == "done" {
		d.fill(m, s.wordsIn(language(r)).Has, beside{s}.quizCommand)
	}
	m.mu.Unlock()
	s.show(w, r, http.StatusOK, "made", frame{Step: 3, Data: d})
}

// fill shows the piles in the order they are printed.
func (d *madeData) fill(m *making, has func(string) bool, command func(*own.Order) string) {
	kd := kitData{choices: m.c, Query: m.c.query()}
	d.Command = m.c.command(m.view.all)
	if m.quiz != nil {
		d.Command = command(m.quiz)
	}
	for _, p := range m.view.piles() {
		p.Stock, p.Sides = p.files[0].stock(has), "plan."+string(p.files[0].Sides)
		for _, f := range p.files {
			it := pileItem{item: kd.item(f), Path: f.File.Path, Times: f.times}
			if m.quiz != nil { // the sheets of what was made, whatever is chosen now
				for i := range it.Pictures {
					it.Pictures[i].URL = "/make/" + m.id + "/small/" + f.Name + "/" + strconv.Itoa(i+1)
				}
			}
			p.Items = append(p.Items, it)
		}
		if m.piles != nil {
			p.N = len(d.Piles) + 1
		}
		d.Piles, d.Sheets = append(d.Piles, p), d.Sheets+p.Sheets
	}
	for _, lang := range slices.Sorted(maps.Keys(m.view.quiz)) {
		for _, p := range m.view.quiz[lang].piles() {
			p.Stock, p.Sides = p.files[0].stock(has), "plan."+string(p.files[0].Sides)
			for _, f := range p.files {
				p.Items = append(p.Items, pileItem{item: kd.item(f), Path: quizFolder(lang) + "/" + f.File.Path, Times: f.times})
			}
			d.Piles, d.Sheets = append(d.Piles, p), d.Sheets+p.Sheets
		}
	}
	if len(m.report.Kits) > 0 && m.report.Kits[0].Site != nil {
		d.Pages = m.report.Kits[0].Site.Start
	}
}

func (s *Studio) madeState(w http.ResponseWriter, r *http.Request) {
	m := s.makes.find(r.PathValue("id"))
	if m == nil {
		http.NotFound(w, r)
		return
	}
	m.mu.Lock()
	data, _ := json.Marshal(m.state) // words and numbers
	m.mu.Unlock()
	w.Header().Set("Content-Type", kinds[".json"])
	w.Write(data)
}

func (s *Studio) madeStop(w http.ResponseWriter, r *http.Request) {
	m := s.makes.find(r.PathValue("id"))
	if m == nil {
		http.NotFound(w, r)
		return
	}
	m.cancel()
	w.WriteHeader(http.StatusNoContent)
}

// finished returns a kit that is ready, nil for none.
func (s *Studio) finished(r *http.Request) *making {
	m := s.makes.find(r.PathValue("id"))
	if m == nil {
		return nil
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.state.End != "done" {
		return nil
	}
	return m
}

// madeZip sends the folder of a kit as one file.
func (s *Studio) madeZip(w http.ResponseWriter, r *http.Request) {
	m := s.finished(r)
	if m == nil {
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Content-Type", "application/zip")
	w.Header().Set("Content-Disposition", `attachment; filename="`+m.name+`.zip"`)
	_ = http.NewResponseController(w).SetWriteDeadline(time.Now().Add(10 * time.Minute))
	_ = writeZip(w, os.DirFS(m.dir), m.name) // whoever takes it sees when it ends too early
}

// writeZip writes a folder as an archive with one folder in it. The same files
// give the same bytes: no times, no owners.
func writeZip(w io.Writer, dir fs.FS, top string) error {
	z := zip.NewWriter(w)
	err := fs.WalkDir(dir, ".", func(name string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		h := &zip.FileHeader{Name: path.Join(top, name), Method: zip.Deflate}
		if strings.HasSuffix(name, ".pdf") { // packed already
			h.Method = zip.Store
		}
		to, err := z.CreateHeader(h)
		if err != nil {
			return err
		}
		from, err := dir.Open(name)
		if err != nil {
			return err
		}
		defer from.Close() // only read
		_, err = io.Copy(to, from)
		return err
	})
	return errors.Join(err, z.Close())
}

// madeFile sends one file of a kit, to be looked at and printed.
func (s *Studio) madeFile(w http.ResponseWriter, r *http.Request) {
	m := s.finished(r)
	name := r.PathValue("file")
	if m == nil || !fs.ValidPath(name) || kinds[path.Ext(name)] == "" {
		http.NotFound(w, r)
		return
	}
	sendFile(w, r, m.dir, name)
}

// sendFile sends a file of a folder.
func sendFile(w http.ResponseWriter, r *http.Request, dir, name string) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		http.NotFound(w, r)
		return
	}
	defer root.Close() // only read
	data, err := fs.ReadFile(root.FS(), name)
	if err != nil {
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Content-Type", kinds[path.Ext(name)])
	if path.Ext(name) == ".pdf" {
		w.Header().Set("Content-Disposition", `inline; filename="`+path.Base(name)+`"`)
	}
	w.Write(data)
}
