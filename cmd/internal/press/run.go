package press

import (
	"context"
	"errors"
	"path"
	"sync"

	"kitpress/catalog/source"
	"kitpress/layout"
	"kitpress/layout/sheet"
	"kitpress/output"
)

// A Sheets is a job whose pages are ready to be written.
type Sheets struct {
	Job
	*layout.Document
	pieces int             // 0 when it is no sheet of pieces
	faces  []*layout.Scene // on the sheets, for whoever wants to know where
	from   []int           // of a pile: the first page of each file in it
}

// A File is one printable file of a kit.
type File struct {
	Path      string `json:"path"` // relative to the manifest, slash separated
	Component string `json:"component"`
	Lang      string `json:"lang"`
	Paper     string `json:"paper"`
	Pages     int    `json:"pages"`
	Bytes     int64  `json:"bytes"`
	SHA256    string `json:"sha256"` // hexadecimal

	Parts []File `json:"-"` // what it was written as: itself, or a file for each page
}

// A Result is a job that was done: what the manifest and the print plan need
// to know.
type Result struct {
	Job
	Pieces int
	File   File

	on       *Sheets         // of a file that goes into a pile
	without  map[string]int  // sheets, without the pieces something may stand in for
	pictures []*layout.Scene // of some sheets, for the plan that is yet to be drawn
}

// sheets returns how many sheets of paper the file takes.
func (r *Result) sheets() int {
	if r.Sides == sheet.DuplexLong || r.Sides == sheet.DuplexShort {
		return (r.File.Pages + 1) / 2
	}
	return r.File.Pages
}

// Run does steps 5 to 7 for all jobs, a few at a time: it composes the content
// of a job, once for all that share it, puts it on sheets and gives these to
// each. The pages of a job are let go as soon as each returns, and all that was
// drawn in a language with its last job: memory does not grow with the number of
// languages. Results come back in the order of the jobs, whoever was faster,
// those of jobs to be written only. Problems with errors come back as a
// *source.DataError.
func Run(ctx context.Context, jobs []Job, each func(*Sheets) (File, error), report func(Progress)) ([]Result, source.Problems, error) {
	r := &runner{jobs: jobs, each: each, report: report, results: make([]*Result, len(jobs)), left: map[*Localization]int{}, last: map[*Localization]*batch{}, piles: map[*Localization][]*Result{}}
	r.warm()
	batches := r.batches()
	err := Together(ctx, len(batches), func(i int) error {
		r.run(ctx, batches[i])
		return nil
	})
	if err != nil && r.err == nil {
		return nil, nil, err
	}
	return r.result(ctx)
}

// A batch is the jobs that share a content.
type batch struct {
	in      *Localization
	content *content
	jobs    []int
}

type runner struct {
	jobs   []Job
	each   func(*Sheets) (File, error)
	report func(Progress)

	mu       sync.Mutex
	results  []*Result // by job
	piles    map[*Localization][]*Result
	left     map[*Localization]int    // batches not yet done
	last     map[*Localization]*batch // those that count the results of the others
	problems source.Problems
	err      error
	done     int
	total    int
}

// batches puts the jobs together that share a content.
func (r *runner) batches() []*batch {
	known := map[*content]*batch{}
	var list []*batch
	for i := range r.jobs {
		j := &r.jobs[i]
		if j.Write && !(j.In.Request.Format == FormatPiles && (&Result{Job: *j}).counted()) {
			r.total++
		}
		b := known[j.content]
		if b == nil {
			b = &batch{in: j.In, content: j.content}
			known[j.content] = b
			if j.content.counts {
				r.last[j.In] = b
			} else {
				list = append(list, b)
				r.left[j.In]++
			}
		}
		b.jobs = append(b.jobs, i)
	}
	for l, b := range r.last {
		if r.left[l] == 0 { // nothing but a plan of nothing
			list = append(list, b)
			delete(r.last, l)
			r.left[l]++
		}
	}
	return list
}

// warm encodes the QR codes first, all workers together: they are the dearest
// part of a deck, and languages share them. Handouts show few of them.
func (r *runner) warm() {
	var payloads []string
	seen := map[*Localization]bool{}
	var s *shared
	for i := range r.jobs {
		if j := &r.jobs[i]; j.Of != nil && !seen[j.In] {
			seen[j.In], s = true, j.In.shared
			payloads = append(payloads, j.In.Payloads()...)
		}
	}
	if s != nil {
		s.codes.Warm(Dedupe(payloads))
	}
}

// run does the jobs of a batch, and those that waited for it.
func (r *runner) run(ctx context.Context, b *batch) {
	r.make(ctx, b)
	r.mu.Lock()
	r.left[b.in]--
	done, last := r.left[b.in] == 0, r.last[b.in]
	r.mu.Unlock()
	if !done {
		return
	}
	if !r.failed() {
		r.pile(b.in)
	}
	if last != nil && !r.failed() {
		r.make(ctx, last)
	}
	r.forget(b.in)
	b.in.composer, b.in.fronts, b.in.backs = nil, nil, nil // and with them everything they have drawn
}

// forget lets go of the sheets a plan showed.
func (r *runner) forget(l *Localization) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, done := range r.results {
		if done != nil && done.In == l {
			done.pictures = nil
		}
	}
}

// make composes a content and does the jobs that share it.
func (r *runner) make(ctx context.Context, b *batch) {
	if !r.goesOn(ctx) {
		return
	}
	content := *b.content // its pages are forgotten when the batch is done
	problems := content.compose(&content, r.resultsOf(b))
	r.found(problems)
	if problems.HasErrors() {
		return
	}
	for _, i := range b.jobs {
		if ctx.Err() != nil || r.failed() {
			return
		}
		r.finish(i, &content)
	}
}

// finish puts a content on the sheets of a job and hands them on.
func (r *runner) finish(i int, c *content) {
	j := r.jobs[i]
	doc, err := j.impose(&j, c)
	if err != nil {
		var problems source.Problems
		problems.Errorf(j.pos(), "sheet", "component %q in %s on %s: %v", j.subject(), j.In.Lang, j.Paper, err)
		r.found(problems)
		return
	}
	s := &Sheets{Job: j, Document: doc, pieces: len(c.pieces) - c.helps}
	for _, p := range c.pieces {
		s.faces = append(s.faces, p.Front, p.Back)
	}
	file := s.File(".pdf")
	done := &Result{Job: j, Pieces: s.pieces, File: file, without: j.without(c)}
	if j.In.Request.Format == FormatPiles && done.counted() {
		done.Write, done.on = false, s
	}
	if done.Write && !r.write(s, done) {
		return
	}
	if _, planned := r.last[j.In]; planned && !j.content.counts {
		done.pictures = picturesOf(doc.Pages)
	}
	r.add(i, done)
}

// write hands sheets on and keeps what they were written as.
func (r *runner) write(s *Sheets, done *Result) bool {
	var err error
	if done.File, err = r.each(s); err != nil {
		r.mu.Lock()
		r.err = errors.Join(r.err, err)
		r.mu.Unlock()
	}
	return err == nil
}

// File describes the file the sheets go into.
func (s *Sheets) File(ext string) File {
	return File{Path: s.Job.Name + ext, Component: s.ID, Lang: s.In.Lang, Paper: s.Paper, Pages: len(s.Pages)}
}

// Write writes the sheets as the files of a format, each by put, and describes
// them.
func (s *Sheets) Write(format output.Format, put func(output.File) (bytes int64, sum string, err error)) (File, error) {
	f := s.File(format.Ext)
	for _, file := range append(format.Files(s.Document), s.beside...) {
		part := f
		part.Path, part.Pages = file.Name, file.Pages
		var err error
		if part.Bytes, part.SHA256, err = put(file); err != nil {
			return f, err
		}
		f.Parts = append(f.Parts, part)
	}
	return f, nil
}

// subject returns the id of what a job prints, for its problems.
func (j *Job) subject() string {
	if j.Of != nil && j.backs() {
		return j.Of.ID
	}
	return j.ID
}

func (j *Job) pos() source.Pos {
	if j.Of == nil {
		return source.Pos{}
	}
	return j.Of.Pos
}

func (r *runner) add(i int, done *Result) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.results[i] = done
	r.progress(done)
}

// progress says that a file was written. Whoever calls it holds the lock.
func (r *runner) progress(done *Result) {
	if !done.Write {
		return
	}
	r.done++
	if r.report != nil {
		r.report(Progress{Done: r.done, Total: r.total, File: path.Join(done.In.Dir, done.File.Path)})
	}
}

func (r *runner) found(problems source.Problems) {
	r.mu.Lock()
	r.problems = append(r.problems, problems...)
	r.mu.Unlock()
}

// goesOn reports whether there is reason to compose more: a cancelled build or
// a failing disk ends it, problems in the data do not, so that all are shown.
func (r *runner) goesOn(ctx context.Context) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return ctx.Err() == nil && r.err == nil
}

func (r *runner) failed() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.err != nil || r.problems.HasErrors()
}

// resultsOf returns the results so far in the language of a content that counts
// them.
func (r *runner) resultsOf(b *batch) []Result {
	if !b.content.counts {
		return nil
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	var list []Result
	seen := map[string]bool{} // a job that was tried in several ways counts once
	for _, done := range r.results {
		if done != nil && done.In == b.in && !seen[done.ID] {
			seen[done.ID] = true
			list = append(list, *done)
		}
	}
	return list
}

func (r *runner) result(ctx context.Context) ([]Result, source.Problems, error) {
	switch {
	case r.err != nil:
		return nil, nil, r.err
	case ctx.Err() != nil:
		return nil, nil, ctx.Err()
	case r.problems.HasErrors():
		r.problems.FillExcerpts(r.jobs[0].In.Request.Catalog)
		return nil, nil, DedupeProblems(r.problems).Err()
	}
	var done []Result
	for _, d := range r.results {
		if d == nil {
			continue
		}
		for _, p := range r.piles[d.In] {
			done = append(done, *p)
		}
		delete(r.piles, d.In)
		if d.Write {
			done = append(done, *d)
		}
	}
	return done, DedupeProblems(r.problems), nil
}

// DedupeProblems sorts problems and drops those said twice: a card that is
// shown in the rulebook too is wrong only once, and so is a template or theme
// that every card is drawn with.
func DedupeProblems(ps source.Problems) source.Problems {
	var out source.Problems
	seen := map[source.Problem]bool{}
	for _, p := range ps.Sorted() {
		key := p
		if dir := path.Base(path.Dir(p.Pos.File)); dir == "templates" || dir == "themes" {
			key = source.Problem{Pos: p.Pos, Code: p.Code}
		}
		if !seen[key] {
			seen[key] = true
			out = append(out, p)
		}
	}
	return out
}
