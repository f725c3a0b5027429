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

// For returns the rules of a game by its id in the catalog.
func For(game string) (referee.Rules, bool) {
	switch game {
	case "attacker-placement":
		return placement.Rules(), true
	case "cyber-siege":
		return siege.Rules(), true
	case "online":
		return online.Rules(), true
	case "cyber-survival":
		return survival.Rules(), true
	}
	return nil, false
}

// Games returns the ids of the games that have rules.
func Games() []string {
	return []string{"attacker-placement", "cyber-siege", "cyber-survival", "online"}
}

// Simulation returns what there is to simulate in a game by its id in the
// catalog.
func Simulation(game string) (simulate.Game, bool) {
	switch game {
	case "attacker-placement":
		return placement.Simulation(), true
	case "cyber-siege":
		return siege.Simulation(), true
	case "cyber-survival":
		return survival.Simulation(), true
	case "online":
		return online.Simulation(), true
	}
	return nil, false
}
