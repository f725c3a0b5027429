package shelf

import (
	"bytes"
	"errors"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
	"sync"

	"kitpress/cmd/internal/kit/tree"
)

// A Pack is open: its files as they are on the disk, and as they are now.
type Pack struct {
	shelf *Shelf
	ID    string

	mu      sync.Mutex
	saved   tree.Files
	now     tree.Files
	drafted tree.Files // what the folder of the draft holds
	undo    []tree.Files
	redo    []tree.Files
	last    string // what was changed last: typing in one place is one step
	n       int    // counts the states there were
}

// mostUndo is how many steps can be taken back.
const mostUndo = 200

// Change replaces files; what is a name of the place that changes, so that
// typing there is taken back at once.
func (p *Pack) Change(what string, edit func(tree.Files) error) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	next := p.now.Clone()
	if err := edit(next); err != nil {
		return err
	}
	if maps.EqualFunc(next, p.now, bytes.Equal) {
		return nil
	}
	if what == "" || what != p.last || len(p.undo) == 0 {
		p.undo = append(p.undo, p.now)
		p.undo = p.undo[max(0, len(p.undo)-mostUndo):]
	}
	p.last, p.redo = what, nil
	return p.set(next)
}

// set takes other files and keeps them as a draft; called under the lock.
func (p *Pack) set(next tree.Files) error {
	p.now, p.n = next, p.n+1
	return p.writeDraft()
}

// Step goes back, or forth again.
func (p *Pack) Step(back bool) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	from, to := &p.undo, &p.redo
	if !back {
		from, to = to, from
	}
	if len(*from) == 0 {
		return nil
	}
	next := (*from)[len(*from)-1]
	*from, *to, p.last = (*from)[:len(*from)-1], append(*to, p.now), ""
	return p.set(next)
}

// writeDraft keeps what is not saved, beside the files it changes.
func (p *Pack) writeDraft() error {
	want, gone := tree.Files{}, []string(nil)
	for name, data := range p.now {
		if old, ok := p.saved[name]; !ok || !bytes.Equal(old, data) {
			want[name] = data
		}
	}
	for name := range p.saved {
		if _, ok := p.now[name]; !ok {
			gone = append(gone, name)
		}
	}
	if slices.Sort(gone); len(gone) > 0 {
		want[goneFile] = []byte(strings.Join(gone, "\n") + "\n")
	}
	root, err := p.shelf.root(true)
	if err != nil {
		return err
	}
	defer root.Close() // each write says what is wrong
	for name, data := range want {
		if old, ok := p.drafted[name]; !ok || !bytes.Equal(old, data) {
			if err := replace(root, path.Join(p.ID, draftFolder, name), data); err != nil {
				return err
			}
		}
	}
	for name := range p.drafted {
		if _, ok := want[name]; !ok {
			if err := root.Remove(path.Join(p.ID, draftFolder, name)); err != nil && !errors.Is(err, fs.ErrNotExist) {
				return err
			}
		}
	}
	p.drafted = want
	if len(want) == 0 {
		return root.RemoveAll(path.Join(p.ID, draftFolder))
	}
	return nil
}

// Now returns the files as they are, to be looked at, and a number that is
// another one after each change.
func (p *Pack) Now() (files tree.Files, n int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.now, p.n
}

// Saved returns the files as they were saved, none when they never were.
func (p *Pack) Saved() tree.Files {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.saved
}

// A Status says what can be done.
type Status struct {
	Where            string // the folder
	Fresh, Changed   bool   // it was never saved; something is not
	CanUndo, CanRedo bool
}

// Status returns what can be done.
func (p *Pack) Status() Status {
	p.mu.Lock()
	defer p.mu.Unlock()
	return Status{path.Join(p.shelf.Dir, p.ID), len(p.saved) == 0, !maps.EqualFunc(p.saved, p.now, bytes.Equal), len(p.undo) > 0, len(p.redo) > 0}
}

// Changed reports whether something is not saved.
func (p *Pack) Changed() bool { return p.Status().Changed }

// Save writes what was changed into the folder. What another program has
// changed meanwhile stays, unless anyway is said.
func (p *Pack) Save(anyway bool) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	root, err := p.shelf.root(true)
	if err != nil {
		return err
	}
	defer root.Close() // each write says what is wrong
	fresh := len(p.saved) == 0
	for _, name := range slices.Sorted(maps.Keys(p.now)) {
		old, had := p.saved[name]
		if had && bytes.Equal(old, p.now[name]) {
			continue
		}
		if there, err := root.ReadFile(path.Join(p.ID, name)); !anyway && (err == nil) != had || !anyway && had && !bytes.Equal(there, old) {
			return ErrElsewhere
		}
	}
	for _, name := range slices.Sorted(maps.Keys(p.now)) {
		if old, had := p.saved[name]; !had || !bytes.Equal(old, p.now[name]) {
			if err := replace(root, path.Join(p.ID, name), p.now[name]); err != nil {
				return err
			}
		}
	}
	for name := range p.saved {
		if _, ok := p.now[name]; !ok {
			if err := root.Remove(path.Join(p.ID, name)); err != nil && !errors.Is(err, fs.ErrNotExist) {
				return err
			}
		}
	}
	if fresh {
		for _, name := range slices.Sorted(maps.Keys(p.shelf.Beside)) {
			if err := replace(root, path.Join(p.ID, name), p.shelf.Beside[name]); err != nil {
				return err
			}
		}
	}
	p.saved, p.last = p.now, ""
	return p.writeDraft()
}

// Look takes over what other programs have changed on the disk, where nothing
// was changed here.
func (p *Pack) Look() error {
	root, err := p.shelf.root(false)
	if err != nil {
		return nil // nothing was saved yet
	}
	defer root.Close() // only read
	there, err := readFolder(root, p.ID, true)
	if err != nil || there[p.shelf.Main] == nil {
		return err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if maps.EqualFunc(there, p.saved, bytes.Equal) {
		return nil
	}
	next := p.now.Clone()
	for name, data := range there {
		old, had := p.saved[name]
		if mine, ok := next[name]; ok == had && bytes.Equal(mine, old) {
			next[name] = data
		}
	}
	for name, old := range p.saved {
		if _, ok := there[name]; !ok && bytes.Equal(next[name], old) {
			delete(next, name)
		}
	}
	if maps.EqualFunc(next, p.now, bytes.Equal) {
		return nil // only what is changed here, too: saving says so
	}
	for name := range next { // what is theirs now counts as saved
		if bytes.Equal(next[name], there[name]) {
			p.saved = p.saved.Clone()
			p.saved[name] = there[name]
		}
	}
	maps.DeleteFunc(p.saved, func(name string, _ []byte) bool { _, ok := next[name]; return !ok })
	p.undo, p.redo, p.last = nil, nil, ""
	return p.set(next)
}

// Discard forgets what was not saved. What never was is gone.
func (p *Pack) Discard() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.saved) > 0 {
		p.undo, p.redo = append(p.undo, p.now), nil
		return p.set(p.saved)
	}
	root, err := p.shelf.root(false)
	if err != nil {
		return err
	}
	defer root.Close() // what cannot be removed is said
	p.shelf.mu.Lock()
	delete(p.shelf.open, p.ID)
	p.shelf.mu.Unlock()
	return root.RemoveAll(p.ID)
}

// SaveAs makes another one of what there is now, under a name that call gives it;
// this one stays as it was saved.
func (p *Pack) SaveAs(name string, call func(files tree.Files, id string) error) (*Pack, error) {
	files, _ := p.Now()
	files = files.Clone()
	other, err := p.shelf.New(name, func(id string) (tree.Files, error) { return files, call(files, id) })
	if err != nil {
		return nil, err
	}
	if err := other.Save(false); err != nil {
		return nil, err
	}
	return other, p.discardIfSaved()
}

func (p *Pack) discardIfSaved() error {
	p.mu.Lock()
	saved := len(p.saved) > 0
	p.mu.Unlock()
	if saved {
		return p.Discard()
	}
	return nil
}
