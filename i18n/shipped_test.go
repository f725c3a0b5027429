package i18n

import (
	"os"
	"sync"
	"testing"

	"kitpress/catalog"
	"kitpress/catalog/load"
	"kitpress/catalog/source"
)

// shipped are the games of the embedded catalog and their texts, read once for
// all tests.
var shipped struct {
	sync.Mutex
	games map[string]loadedGame
	texts map[string]loadedTexts
}

type loadedGame struct {
	game     *catalog.Game
	problems source.Problems
}

type loadedTexts struct {
	texts    *Texts
	problems source.Problems
}

// shippedGame returns a game with its explanations.
func shippedGame(t *testing.T, id string) (*catalog.Game, source.Problems) {
	t.Helper()
	shipped.Lock()
	defer shipped.Unlock()
	l, ok := shipped.games[id]
	if !ok {
		l.game, l.problems = load.Game(os.DirFS("../catalog"), id, load.WithExplanations(nil))
		if shipped.games == nil {
			shipped.games, shipped.texts = map[string]loadedGame{}, map[string]loadedTexts{}
		}
		shipped.games[id] = l
	}
	return l.game, l.problems
}

// shippedTexts returns the texts of a shipped game.
func shippedTexts(t *testing.T, g *catalog.Game, lang string) (*Texts, source.Problems) {
	t.Helper()
	shipped.Lock()
	defer shipped.Unlock()
	l, ok := shipped.texts[g.ID+"/"+lang]
	if !ok {
		l.texts, l.problems = Load(os.DirFS("../catalog"), g, lang)
		shipped.texts[g.ID+"/"+lang] = l
	}
	return l.texts, l.problems
}
