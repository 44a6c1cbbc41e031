// Package glance holds what a person sees of a move at a glance: lines of two,
// the opponent's lines of two, where the opponent is sent. It looks one move
// ahead, and judges as a beginner is told to.
package glance

import (
	"noughts/game"
	"noughts/game/classic"
	"noughts/game/ultimate"
)

// A Fact is something that may be noticed of a move.
type Fact struct {
	// Worth is what the fact adds to the result that is expected, from -1 to 1.
	Worth float64
	// Plain says how easily the fact is noticed: who notices a fact of plainness
	// 1 with probability s notices this one with 1-(1-s)^Plain.
	Plain float64
}

// Wins is the worth of a move that wins the game.
const Wins = 1.0

// Facts appends what can be noticed of a legal move. Positions other than those
// of package classic and package ultimate have no facts.
func Facts(facts []Fact, p game.Position, move game.Square) []Fact {
	switch p := p.(type) {
	case classic.Position:
		return classicFacts(facts, p, move)
	case ultimate.Position:
		return ultimateFacts(facts, p, move)
	}
	return facts
}

// Gaps returns the cells of a 3×3 board that would complete a line with those
// of cells, one bit a cell in reading order; those of cells among them.
func Gaps(cells uint16) uint16 { return gaps[cells] }

var gaps = func() (table [512]uint16) {
	for cells := range table {
		for _, row := range [8]uint16{0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124} {
			if gap := row &^ uint16(cells); gap&(gap-1) == 0 {
				table[cells] |= gap
			}
		}
	}
	return table
}()
