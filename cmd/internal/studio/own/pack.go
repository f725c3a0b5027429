package own

import (
	"bytes"
	"errors"
	"io/fs"
	"maps"
	"os"
	"path"
	"slices"
	"strings"
	"sync"

	"kitpress/catalog/form"
	"kitpress/cmd/internal/kit/schemas"
	"kitpress/cmd/internal/kit/tree"
)

// A Pack is a deck that is open: its files as they are on the disk, and as they
// are now.
type Pack struct {
	decks *Decks
	ID    string

	mu      sync.Mutex
	saved   tree.Files
	now     tree.Files
	drafted tree.Files // what the folder of the draft holds
	undo    []tree.Files
	redo    []tree.Files
	last    string // what was changed last: typing in one place is one step
	n       int    // counts the states there were
	state   *state // of now, nil when it has to be read
	good    *state // the last one whose cards could be drawn
	checks  checks
}

// mostUndo is how many steps can be taken back.
const mostUndo = 200

// ErrElsewhere says that a file was changed by another program meanwhile.
var ErrElsewhere = errors.New("another program has changed a file of this deck")

// change replaces files; what is a name of the place that changes, so that
// typing there is taken back at once.
func (p *Pack) change(what string, edit func(tree.Files) error) error {
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
	p.now, p.n, p.state = next, p.n+1, nil
	return p.writeDraft()
}

// step goes back, or forth again.
func (p *Pack) step(back bool) error {
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
	root, err := p.decks.root(true)
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

// Changed reports whether something is not saved.
func (p *Pack) Changed() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return !maps.EqualFunc(p.saved, p.now, bytes.Equal)
}

// save writes what was changed into the folder. What another program has
// changed meanwhile stays, unless anyway is said.
func (p *Pack) save(anyway bool) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	root, err := p.decks.root(true)
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
		if err := writeSchemas(root, p.ID); err != nil {
			return err
		}
	}
	p.saved, p.last = p.now, ""
	return p.writeDraft()
}

// writeSchemas puts the schemas into the folder of a new game, for editors.
func writeSchemas(root *os.Root, id string) error {
	for name, data := range schemas.Files() {
		if err := replace(root, path.Join(id, name), data); err != nil {
			return err
		}
	}
	return nil
}

// look takes over what other programs have changed on the disk, where nothing
// was changed here.
func (p *Pack) look() error {
	root, err := p.decks.root(false)
	if err != nil {
		return nil // nothing was saved yet
	}
	defer root.Close() // only read
	there, err := readFolder(root, p.ID, true)
	if err != nil || there["game.yaml"] == nil {
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

// discard forgets what was not saved. A deck that never was is gone.
func (p *Pack) discard() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.saved) > 0 {
		p.undo, p.redo = append(p.undo, p.now), nil
		return p.set(p.saved)
	}
	root, err := p.decks.root(false)
	if err != nil {
		return err
	}
	defer root.Close() // what cannot be removed is said
	p.decks.mu.Lock()
	delete(p.decks.open, p.ID)
	p.decks.mu.Unlock()
	return root.RemoveAll(p.ID)
}

// saveAs makes another deck of what there is now; this one stays as it was
// saved.
func (p *Pack) saveAs(name string) (*Pack, error) {
	p.mu.Lock()
	files := p.now.Clone()
	p.mu.Unlock()
	other, err := p.decks.New(name, func(id string) (tree.Files, error) {
		for key, text := range map[string]string{"id": id, "name": name} {
			data, err := setKey(files["game.yaml"], "game.yaml", text, key)
			if err != nil {
				return nil, err
			}
			files["game.yaml"] = data
		}
		return files, nil
	})
	if err != nil {
		return nil, err
	}
	if err := other.save(false); err != nil {
		return nil, err
	}
	return other, p.discardIfSaved()
}

func (p *Pack) discardIfSaved() error {
	p.mu.Lock()
	saved := len(p.saved) > 0
	p.mu.Unlock()
	if saved {
		return p.discard()
	}
	return nil
}

// put gives a file to the deck, and returns where it lies: a picture into art,
// a font into fonts.
func (p *Pack) put(name string, data []byte) (string, error) {
	place := placeOf(name)
	if place == "" {
		return "", errors.New("this is no picture (PNG, JPEG, WebP, SVG) and no font (TTF)")
	}
	return place, p.change("", func(f tree.Files) error {
		f[place] = data
		return nil
	})
}

// tidyName makes a name of a file of what somebody called it.
func tidyName(name string) string {
	ext := path.Ext(name)
	stem := form.IDFrom(strings.TrimSuffix(name, ext))
	if stem == "" {
		stem = "cards"
	}
	return stem + strings.ToLower(ext)
}
