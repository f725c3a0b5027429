package load

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"kitpress/catalog"
	"kitpress/catalog/form"
	"kitpress/catalog/library"
	"kitpress/catalog/source"
)

// gameFile is the file that makes a folder a game.
const gameFile = "game.yaml"

// Games returns the ids of the games in fsys in alphabetical order. fsys is a
// catalog (games/<id>/game.yaml, topics/*.yaml) or the folder of one game
// (game.yaml, topics/*.yaml).
func Games(fsys fs.FS) ([]string, error) {
	if source.Exists(fsys, gameFile) {
		return onlyGame(fsys)
	}
	entries, err := fs.ReadDir(fsys, "games")
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	var ids []string
	for _, e := range entries {
		dir := path.Join("games", e.Name())
		if source.Exists(fsys, path.Join(dir, gameFile)) {
			ids = append(ids, e.Name())
		} else if form.IsLink(e) && !source.Exists(fsys, dir) {
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

// A reading is what the readers of a game share.
type reading struct {
	*form.Pack
	dir     string // of the game in the pack
	g       *catalog.Game
	library *library.Library
	pending []reference // to what is read later
	tables  []string    // files that decks are from, relative to dir

	untaught bool                         // do not read the topics
	explain  bool                         // read the explanations of the topics
	langs    func(*catalog.Game) []string // in which languages; nil: those of the game
}

// An Option makes Load read more or less than a sheet of cards needs.
type Option func(*reading)

// WithExplanations reads the explanations of the topics, and takes the topics
// they lead to into the game. langs says in which languages of the game, beside
// the one they are translated from: there are hundreds of files. Without it, in
// all.
func WithExplanations(langs func(*catalog.Game) []string) Option {
	return func(rd *reading) { rd.explain, rd.langs = true, langs }
}

// WithoutTopics leaves the topics out and does not follow the names of any:
// for whoever asks what is in the box only.
func WithoutTopics() Option { return func(rd *reading) { rd.untaught = true } }

// Game reads the game called id and checks all its references. With the id ""
// it takes the only game of fsys. The problems are sorted and hold their
// source lines; when they have no errors, the game is complete.
func Game(fsys fs.FS, id string, opts ...Option) (*catalog.Game, source.Problems) {
	rd := newReading(fsys)
	for _, o := range opts {
		o(rd)
	}
	if rd.find(id) {
		rd.read()
	}
	rd.FillExcerpts(fsys)
	return rd.g, rd.Sorted()
}

func newReading(fsys fs.FS) *reading {
	pk := form.NewPack(fsys)
	return &reading{Pack: pk, library: library.New(pk), g: catalog.NewGame()}
}

// find sets the folder of the game.
func (rd *reading) find(id string) bool {
	rd.g.Pos.File = gameFile
	if source.Exists(rd.FS, gameFile) {
		rd.dir = "."
		return true
	}
	if id == "" {
		ids, err := Games(rd.FS)
		if err == nil && len(ids) > 1 {
			err = errors.New("several games found, none was chosen: " + strings.Join(ids, ", "))
		}
		if err != nil {
			rd.Errorf(rd.g.Pos, source.CodeFileMissing, "%v", err)
			return false
		}
		id = ids[0]
	}
	if !catalog.IDForm().MatchString(id) {
		rd.Errorf(rd.g.Pos, form.CodeBadID, "%q is no game id", source.Clip(id)).Hint = form.HintID
		return false
	}
	rd.dir = path.Join("games", id)
	rd.g.Pos.File = path.Join(rd.dir, gameFile)
	if !source.Exists(rd.FS, rd.g.Pos.File) {
		ids, _ := Games(rd.FS)
		rd.Errorf(rd.g.Pos, source.CodeFileMissing, "there is no game %q", id).Hint = source.DidYouMean(id, ids)
		return false
	}
	return true
}

// read reads the files in the order in which they refer to each other.
func (rd *reading) read() {
	if !rd.untaught {
		rd.library.Read() // first: items of the sets in game.yaml name topics too
	}
	game := gameReader{reading: rd}
	if !game.readGame() {
		return
	}
	decks := deckReader{rd, map[string]source.Pos{}, map[string]source.Pos{}}
	for _, name := range deckFiles {
		decks.readDecks(name)
	}
	game.count()
	game.checkBehind()
	(&rulesReader{rd}).readRules()
	(&scoreReader{rd}).readScore()
	(&folderReader{rd, game.languagesBad}).readFolder()
	if rd.explain && !rd.Broken {
		langs := rd.g.Languages
		if rd.langs != nil {
			langs = rd.langs(rd.g)
		}
		rd.library.Explain(langs, rd.g.Topics)
	}
	rd.g.Redirects = rd.library.Redirects(rd.g.Topics)
	if !rd.Broken {
		(&checker{rd}).check()
	}
}

// open reads a file of the game and its format. A file that is not there is
// no problem unless it is needed.
func (rd *reading) open(name string, needed bool) (*source.Map, bool) {
	file := path.Join(rd.dir, name)
	if !needed {
		if _, err := fs.Stat(rd.FS, file); errors.Is(err, fs.ErrNotExist) {
			return nil, false
		}
	}
	return rd.Open(file)
}
