package studio

import (
	"cmp"
	"context"
	"crypto/rand"
	"io/fs"
	"net/http"
	"path"
	"path/filepath"
	"slices"

	"kitpress/catalog"
	"kitpress/cmd/internal/event"
	"kitpress/cmd/internal/kit"
	"kitpress/cmd/internal/press"
	"kitpress/cmd/internal/studio/events"
	"kitpress/i18n"
)

// hall is where events are printed and opened.
type hall struct{ *Studio }

// host is the studio as the rooms for events see it.
func (s hall) host() events.Host {
	return events.Host{
		Host:  s.Studio.host(),
		Games: s.titlesToPlay,
		Make:  s.makeEvent,
		Hold:  s.hold,
		Address: func() string {
			if s.o.Address == nil {
				return "http://" + s.o.Hosts[0]
			}
			return s.o.Address()
		},
		Secret: rand.Text,
	}
}

// titlesToPlay returns the games tables can play.
func (s hall) titlesToPlay(r *http.Request) (list []events.Game) {
	titles, err := s.titles(language(r))
	if err != nil {
		return nil
	}
	for _, t := range titles {
		list = append(list, events.Game{ID: t.Game.ID, Name: i18n.Plain(t.Texts.Text(t.Game.Name)), Langs: t.Game.Languages})
	}
	return list
}

// makeEvent begins to make all of an event and returns where it is to be seen.
func (s hall) makeEvent(name, back string, how events.How, e *event.Event, files fs.FS) string {
	c := choices{Game: name, Langs: []string{e.Lang}, Ink: how.Ink, Paper: how.Paper}
	if !slices.Contains(inks, c.Ink) {
		c.Ink = inks[0]
	}
	if !slices.Contains(papers, c.Paper) {
		c.Paper = papers[0]
	}
	m := s.makes.begin(s.o.Dir, c)
	m.name, m.back, m.event, m.beside = name, back, e, files
	s.start(m, s.buildEvent)
	return "/make/" + m.id
}

// buildEvent makes an event as kitpress event build does.
func (s hall) buildEvent(ctx context.Context, m *making) {
	parts, problems := m.event.Parts(ctx, catalog.Embedded(), m.beside)
	if err := problems.Err(); err != nil {
		m.end(err)
		return
	}
	for i, part := range parts {
		req := part.Of(s.shop.For(press.Request{Ink: m.c.Ink, Paper: m.c.Paper}))
		req.Out = filepath.Join(m.dir, part.Folder)
		req.Progress = func(p press.Progress) { // each folder is as long as the others
			m.progress(press.Progress{Done: i*p.Total + p.Done, Total: len(parts) * p.Total, File: path.Join(part.Folder, p.File)})
		}
		report, err := kit.Build(ctx, req, part.Plan, nil)
		if err != nil {
			m.end(err)
			return
		}
		made := madePart{Runs: part.Runs}
		for _, k := range report.Kits {
			made.Title = k.Name + " · " + s.wordsIn(k.Langs[0]).NameOf(k.Langs[0])
			for _, f := range k.Files {
				f.Path = path.Join(part.Folder, k.Dir, f.Path)
				made.Files = append(made.Files, f)
			}
		}
		m.mu.Lock()
		m.parts = append(m.parts, made)
		m.mu.Unlock()
	}
	m.end(nil)
}

// hold opens all tables of an event at the desk. From then on the studio does not
// end by itself.
func (s hall) hold(file string, e *event.Event) (desk string, here bool, err error) {
	if s.o.Hold == nil {
		return "", false, http.ErrNotSupported
	}
	opened, err := s.o.Hold(file, e.Address)
	if err != nil {
		return "", false, err
	}
	s.presence.hold()
	return opened.Desk, cmp.Or(opened.Base, e.Address) == e.Address, nil
}
