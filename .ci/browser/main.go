// Browser opens the pages of kitpress in a headless Chromium: those of
// explanations, those of the referee, where whole games are played, and those of
// the studio, where a kit is made.
//
//	go run ./.ci/browser site SITE URL AXE
//	go run ./.ci/browser referee KITPRESS AXE [SHOTS [GAME]]
//	go run ./.ci/browser studio KITPRESS AXE [SHOTS]
//	go run ./.ci/browser own KITPRESS AXE [SHOTS]
//	go run ./.ci/browser live KITPRESS [SHOTS]
//
// SITE is the folder of a site, URL the address of a server with the same
// pages, AXE the file axe.min.js, KITPRESS the program, SHOTS a folder for
// pictures of pages, GAME all that is tried: a game, referee, attackers, lesson, event, paced or
// homework.
package main

import (
	"fmt"
	"os"
)

func main() {
	args := append(os.Args[1:], "", "") // SHOTS and GAME may be left out
	switch {
	case len(args) == 6 && args[0] == "site":
		os.Exit(site(args[1], args[2], read(args[3])))
	case len(args) >= 5 && args[0] == "referee":
		os.Exit(games(args[1], read(args[2]), args[3], args[4]))
	case len(args) >= 5 && args[0] == "studio":
		os.Exit(studio(args[1], read(args[2]), args[3]))
	case len(args) >= 5 && args[0] == "own":
		os.Exit(ownDeck(args[1], read(args[2]), args[3]))
	case len(args) >= 4 && args[0] == "live":
		os.Exit(live(args[1], args[2]))
	}
	fmt.Fprintln(os.Stderr, "usage: go run ./.ci/browser site SITE URL AXE\n       go run ./.ci/browser referee KITPRESS AXE [SHOTS [GAME]]\n       go run ./.ci/browser studio KITPRESS AXE [SHOTS]\n       go run ./.ci/browser own KITPRESS AXE [SHOTS]\n       go run ./.ci/browser live KITPRESS [SHOTS]")
	os.Exit(2)
}

func read(name string) string {
	data, err := os.ReadFile(name)
	check(err)
	return string(data)
}
