package catalog

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"kitpress/catalog/source"
)

// formatVersion is the version of every file of a pack.
const formatVersion = 1

// gameFile is the file that makes a folder a game.
const gameFile = "game.yaml"

// Games returns the ids of the games in fsys in alphabetical order. fsys is a
// catalog (games/<id>/game.yaml, topics/*.yaml) or the folder of one game
// (game.yaml, topics/*.yaml).
func Games(fsys fs.FS) ([]string, error) {
	if exists(fsys, gameFile) {
		return onlyGame(fsys)
	}
	entries, err := fs.ReadDir(fsys, "games")
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	var ids []string
	for _, e := range entries {
		dir := path.Join("games", e.Name())
		if exists(fsys, path.Join(dir, gameFile)) {
			ids = append(ids, e.Name())
		} else if isLink(e) && !exists(fsys, dir) {
			return nil, fmt.Errorf("%s is a link that leads out of the folder of the catalog, or nowhere: put the game itself there", dir)
		}
	}
	if len(ids) == 0 {
		return nil, errors.New("no game found: want game.yaml or games/<id>/game.yaml")
	}
	slices.Sort(ids)
	return ids, nil
}

// onlyGame returns the id of the game whose folder fsys is.
func onlyGame(fsys fs.FS) ([]string, error) {
	var ps source.Problems
	v, ok := source.ReadFile(fsys, gameFile, &ps)
	if !ok {
		return nil, ps.Err()
	}
	id := v.Map().Need("id").Text()
	if err := ps.Err(); err != nil {
		return nil, err
	}
	return []string{id}, nil
}

func exists(fsys fs.FS, name string) bool {
	_, err := fs.Stat(fsys, name)
	return err == nil
}

// A loader reads one game. Readers report what they find and go on; only a
// file that could not be read at all makes the game broken, since then every
// reference into it would be reported as well.
type loader struct {
	fsys   fs.FS
	dir    string // of the game in fsys
	ps     source.Problems
	g      *Game
	broken bool

	explain      bool                 // read the explanations of the topics
	explainIn    func(*Game) []string // in which of its languages; nil: in all
	ask          bool                 // read the questions about the topics
	languagesBad bool                 // the list of languages has problems
	untaught     bool                 // do not read the topics

	decks   map[string]source.Pos // ids of decks seen
	cards   map[string]source.Pos // ids of cards seen
	topics  map[string]*Topic     // all there are, not only those in use
	codes   map[string]source.Pos // of the topics
	old     []redirect            // codes of topics that are gone
	pending []reference           // to what is read later
	related []reference           // from topics to topics
	counts  []countedParam        // params that count what is read later
	instead []source.Value        // what components are printed instead of
	hints   int                   // suggestions made

	lines map[string][]string // of files problems were found in
}

// A LoadOption makes Load read more than a sheet of cards needs.
type LoadOption func(*loader)

// WithExplanations reads the explanations of the topics, in the languages of
// the game, and takes the topics they lead to into the game.
func WithExplanations() LoadOption { return func(l *loader) { l.explain = true } }

// WithExplanationsIn does the same in some of the languages of the game only,
// beside the one they are translated from: there are hundreds of files.
func WithExplanationsIn(langs func(*Game) []string) LoadOption {
	return func(l *loader) { l.explain, l.explainIn = true, langs }
}

// WithQuestions reads the questions about the topics of the game, in its
// languages.
func WithQuestions() LoadOption { return func(l *loader) { l.ask = true } }

// WithoutTopics leaves the topics out and does not follow the names of any:
// for whoever asks what is in the box only.
func WithoutTopics() LoadOption { return func(l *loader) { l.untaught = true } }

// Load reads the game called id and checks all its references. With the id ""
// it takes the only game of fsys. The problems are sorted and hold their
// source lines; when they have no errors, the game is complete.
func Load(fsys fs.FS, id string, opts ...LoadOption) (*Game, source.Problems) {
	l := newLoader(fsys)
	for _, o := range opts {
		o(l)
	}
	if l.find(id) {
		l.load()
	}
	l.ps.FillExcerpts(fsys)
	return l.g, l.ps.Sorted()
}

func newLoader(fsys fs.FS) *loader {
	return &loader{
		fsys: fsys, decks: map[string]source.Pos{}, cards: map[string]source.Pos{}, topics: map[string]*Topic{},
		codes: map[string]source.Pos{},
		g:     &Game{Topics: map[string]*Topic{}, Redirects: map[string]string{}, Params: Params{}, index: newIndex()},
	}
}

// find sets the folder of the game.
func (l *loader) find(id string) bool {
	l.g.Pos.File = gameFile
	if exists(l.fsys, gameFile) {
		l.dir = "."
		return true
	}
	if id == "" {
		ids, err := Games(l.fsys)
		if err == nil && len(ids) > 1 {
			err = errors.New("several games found, none was chosen: " + strings.Join(ids, ", "))
		}
		if err != nil {
			l.ps.Errorf(l.g.Pos, source.CodeFileMissing, "%v", err)
			return false
		}
		id = ids[0]
	}
	if !idForm().MatchString(id) {
		l.ps.Errorf(l.g.Pos, CodeBadID, "%q is no game id", clip(id)).Hint = hintID
		return false
	}
	l.dir = path.Join("games", id)
	l.g.Pos.File = path.Join(l.dir, gameFile)
	if !exists(l.fsys, l.g.Pos.File) {
		ids, _ := Games(l.fsys)
		l.ps.Errorf(l.g.Pos, source.CodeFileMissing, "there is no game %q", id).Hint = source.DidYouMean(id, ids)
		return false
	}
	return true
}

// load reads the files in the order in which they refer to each other.
func (l *loader) load() {
	if !l.untaught {
		l.readTopics() // first: items of the sets in game.yaml name topics too
		l.readRedirects()
	}
	if !l.readGame() {
		return
	}
	for _, name := range deckFiles {
		l.readDecks(name)
	}
	l.count()
	l.readRules()
	l.readScore()
	l.readFolder()
	if l.explain && !l.broken {
		l.readExplanations()
	}
	if l.ask && !l.broken {
		l.untranslated(l.readQuestions())
	}
	l.redirect()
	if !l.broken {
		l.check()
	}
}

// open reads a file of the game and its format. A file that is not there is
// no problem unless it is needed.
func (l *loader) open(name string, needed bool) (*source.Map, bool) {
	file := path.Join(l.dir, name)
	if !needed && !exists(l.fsys, file) {
		if _, err := fs.Stat(l.fsys, file); errors.Is(err, fs.ErrNotExist) {
			return nil, false
		}
	}
	return l.openFile(file)
}

func (l *loader) openFile(file string) (*source.Map, bool) {
	v, ok := source.ReadFile(l.fsys, file, &l.ps)
	if !ok {
		l.broken = true
		return nil, false
	}
	m := v.Map()
	if m == nil || !m.Format(formatVersion) {
		l.broken = true
		return nil, false
	}
	return m, true
}
