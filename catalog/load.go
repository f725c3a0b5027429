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

// A pack is what the readers of a game share. Readers report what they find and
// go on; only a file that could not be read at all makes the game broken, since
// then every reference into it would be reported as well.
type pack struct {
	fsys   fs.FS
	dir    string // of the game in fsys
	ps     source.Problems
	g      *Game
	broken bool

	untaught  bool                 // do not read the topics
	explainIn func(*Game) []string // which languages of the topics are wanted; nil: those of the game

	topics  map[string]*Topic // all there are, not only those in use
	pending []reference       // to what is read later
	related []reference       // from topics to topics
	hints   int               // suggestions made

	lines map[string][]string // of files problems were found in
}

// A loader reads one game.
type loader struct {
	*pack
	explain bool // read the explanations of the topics
	ask     bool // read the questions about the topics
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
	l := &loader{pack: newPack(fsys)}
	for _, o := range opts {
		o(l)
	}
	if l.find(id) {
		l.load()
	}
	l.ps.FillExcerpts(fsys)
	return l.g, l.ps.Sorted()
}

func newPack(fsys fs.FS) *pack {
	return &pack{
		fsys: fsys, topics: map[string]*Topic{}, lines: map[string][]string{},
		g: &Game{Topics: map[string]*Topic{}, Redirects: map[string]string{}, Params: Params{}, index: newIndex()},
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
	topics := newTopicReader(l.pack)
	if !l.untaught {
		topics.readTopics() // first: items of the sets in game.yaml name topics too
		topics.readRedirects()
	}
	game := gameReader{pack: l.pack}
	if !game.readGame() {
		return
	}
	decks := deckReader{l.pack, map[string]source.Pos{}, map[string]source.Pos{}}
	for _, name := range deckFiles {
		decks.readDecks(name)
	}
	game.count()
	(&rulesReader{l.pack}).readRules()
	(&scoreReader{l.pack}).readScore()
	(&folderReader{l.pack, game.languagesBad}).readFolder()
	if l.explain && !l.broken {
		(&explanationReader{l.pack}).readExplanations()
	}
	if l.ask && !l.broken {
		questions := questionReader{l.pack}
		questions.untranslated(questions.readQuestions())
	}
	topics.redirect()
	if !l.broken {
		(&checker{l.pack}).check()
	}
}

// open reads a file of the game and its format. A file that is not there is
// no problem unless it is needed.
func (pk *pack) open(name string, needed bool) (*source.Map, bool) {
	file := path.Join(pk.dir, name)
	if !needed && !exists(pk.fsys, file) {
		if _, err := fs.Stat(pk.fsys, file); errors.Is(err, fs.ErrNotExist) {
			return nil, false
		}
	}
	return pk.openFile(file)
}

func (pk *pack) openFile(file string) (*source.Map, bool) {
	v, ok := source.ReadFile(pk.fsys, file, &pk.ps)
	if !ok {
		pk.broken = true
		return nil, false
	}
	m := v.Map()
	if m == nil || !m.Format(formatVersion) {
		pk.broken = true
		return nil, false
	}
	return m, true
}
