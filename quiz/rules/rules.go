// Package rules is the list of the games that can be refereed. A game that is
// not here is printed like any other; its rules are then for people to check.
package rules

import (
	"kitpress/quiz/referee"
	"kitpress/quiz/rules/online"
	"kitpress/quiz/rules/placement"
	"kitpress/quiz/rules/siege"
	"kitpress/quiz/rules/survival"
	"kitpress/quiz/simulate"
)

// Games returns the ids in the catalog of the games that have rules.
func Games() []string {
	return []string{"attacker-placement", "cyber-siege", "cyber-survival", "online"}
}

// For returns the rules of a game by its id in the catalog.
func For(game string) (referee.Rules, bool) {
	r, _ := of(game)
	return r, r != nil
}

// Simulation returns what there is to simulate in a game by its id in the
// catalog.
func Simulation(game string) (simulate.Game, bool) {
	r, s := of(game)
	return s, r != nil
}

func of(game string) (referee.Rules, simulate.Game) {
	switch game {
	case "attacker-placement":
		return placement.Rules(), placement.Simulation()
	case "cyber-siege":
		return siege.Rules(), siege.Simulation()
	case "online":
		return online.Rules(), online.Simulation()
	case "cyber-survival":
		return survival.Rules(), survival.Simulation()
	}
	return nil, simulate.Game{}
}
