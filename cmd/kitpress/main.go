// Command kitpress prints whole games: cards, boards, tokens, dice and
// rulebooks in several languages, from one folder of data per game.
package main

import (
	"os"

	"kitpress/cmd/internal/cli"
)

func main() {
	os.Exit(cli.Main(os.Args[1:]))
}
