package kit

import (
	"context"
	"errors"
	"path"
	"runtime"
	"strings"
	"sync"

	"kitpress/catalog"
	"kitpress/catalog/source"
	"kitpress/layout/sheet"
)

// A made is a file without its pages: what the manifest and the print plan
// need to know.
type made struct {
	document
	file File
}

func (m made) backs() bool   { return strings.HasSuffix(m.component, backsSuffix) }
func (m made) booklet() bool { return strings.HasSuffix(m.component, bookletSuffix) }

// sheets returns how many sheets of paper the file takes.
func (m made) sheets() int {
	if m.sides == sheet.DuplexLong || m.sides == sheet.DuplexShort {
		return (m.file.Pages + 1) / 2
	}
	return m.file.Pages
}

// A sink takes a finished document: it writes it, or looks at it.
type sink func(l *Local, d document) (File, error)

// A producer runs steps 5 to 7 for all components in all languages, a few at
// a time, and lets go of the pages of each as soon as they are written: memory
// does not grow with the number of languages.
type producer struct {
	locals []*Local
	to     sink
	report func(Progress)

	mu       sync.Mutex
	made     [][][]made // by local, component and file
	left     []int      // components not yet made, by local
	problems source.Problems
	err      error
	done     int
	total    int
}

// A task is one component in one language; the print plan, which needs the
// others, is run by whoever makes the last of them.
type task struct{ local, component int }

func produce(ctx context.Context, locals []*Local, to sink, report func(Progress)) ([][]made, source.Problems, error) {
	p := &producer{locals: locals, to: to, report: report}
	for _, l := range locals {
		p.problems = append(p.problems, l.letters()...)
	}
	if p.problems.HasErrors() {
		return p.result(ctx)
	}
	var tasks []task
	for i, l := range locals {
		n := len(l.Game.Components)
		p.made = append(p.made, make([][]made, n+1))
		p.left = append(p.left, n)
		for c := range n {
			tasks = append(tasks, task{i, c})
		}
		for _, id := range l.componentIDs() {
			if l.request.wants(id) {
				p.total++
			}
		}
	}
	p.warm()
	queue := make(chan task)
	var workers sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), len(tasks)) {
		workers.Go(func() {
			for t := range queue {
				p.run(ctx, t)
			}
		})
	}
	for _, t := range tasks {
		queue <- t
	}
	close(queue)
	workers.Wait()
	return p.result(ctx)
}

// warm encodes the QR codes first, all workers together: they are the dearest
// part of a deck, and languages share them.
func (p *producer) warm() {
	var payloads []string
	for _, l := range p.locals {
		payloads = append(payloads, l.payloads()...)
	}
	if len(p.locals) > 0 {
		p.locals[0].shared.codes.Warm(dedupe(payloads), runtime.GOMAXPROCS(0))
	}
}

func (p *producer) run(ctx context.Context, t task) {
	l := p.locals[t.local]
	c := &l.Game.Components[t.component]
	if p.goesOn(ctx) && l.needsAny(c) {
		docs, problems := l.make(c)
		p.finish(ctx, t, docs, problems)
	}
	p.mu.Lock()
	p.left[t.local]--
	last := p.left[t.local] == 0
	p.mu.Unlock()
	if last && l.request.wants(printPlan) && p.goesOn(ctx) && !p.failed() {
		docs, problems := l.plan(flatten(p.made[t.local]))
		p.finish(ctx, task{t.local, len(l.Game.Components)}, docs, problems)
	}
	if last {
		l.composer = nil // and with it everything it has drawn
	}
}

// needsAny reports whether any file of the component is needed.
func (l *Local) needsAny(c *catalog.Component) bool {
	for _, suffix := range []string{"", backsSuffix, bookletSuffix} {
		if l.request.needs(c.ID + suffix) {
			return true
		}
	}
	return false
}

// goesOn reports whether there is reason to compose more: a cancelled build or
// a failing disk ends it, problems in the data do not, so that all are shown.
func (p *producer) goesOn(ctx context.Context) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return ctx.Err() == nil && p.err == nil
}

func (p *producer) failed() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.err != nil || p.problems.HasErrors()
}

// finish hands the documents on, unless something is wrong already.
func (p *producer) finish(ctx context.Context, t task, docs []document, problems source.Problems) {
	p.mu.Lock()
	p.problems = append(p.problems, problems...)
	p.mu.Unlock()
	l := p.locals[t.local]
	for _, d := range docs {
		if ctx.Err() != nil || p.failed() {
			return
		}
		m := made{document: d, file: File{Path: d.Name + ".pdf", Component: d.component, Lang: l.Lang, Paper: d.paper, Pages: len(d.Pages)}}
		if l.request.wants(d.component) {
			var err error
			if m.file, err = p.to(l, d); err != nil {
				p.mu.Lock()
				p.err = errors.Join(p.err, err)
				p.mu.Unlock()
				return
			}
		}
		m.Document, m.faces = nil, nil
		p.add(t, m, l.request.wants(d.component))
	}
}

func (p *producer) add(t task, m made, written bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.made[t.local][t.component] = append(p.made[t.local][t.component], m)
	if !written {
		return
	}
	p.done++
	if p.report != nil {
		p.report(Progress{Done: p.done, Total: p.total, File: path.Join(p.locals[t.local].dir, m.file.Path)})
	}
}

// result returns the files per Local, in the order of the catalog whoever was
// faster.
func (p *producer) result(ctx context.Context) ([][]made, source.Problems, error) {
	switch {
	case p.err != nil:
		return nil, nil, p.err
	case ctx.Err() != nil:
		return nil, nil, ctx.Err()
	case p.problems.HasErrors():
		p.problems.FillExcerpts(p.locals[0].request.Catalog)
		return nil, nil, dedupeProblems(p.problems).Err()
	}
	out := make([][]made, len(p.locals))
	for i, l := range p.locals {
		for _, m := range flatten(p.made[i]) {
			if l.request.wants(m.component) {
				out[i] = append(out[i], m)
			}
		}
	}
	return out, dedupeProblems(p.problems), nil
}

func flatten(lists [][]made) []made {
	var out []made
	for _, list := range lists {
		out = append(out, list...)
	}
	return out
}

// dedupeProblems sorts problems and drops those said twice: a card that is
// shown in the rulebook too is wrong only once, and so is a template or theme
// that every card is drawn with.
func dedupeProblems(ps source.Problems) source.Problems {
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
