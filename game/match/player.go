package match

import "noughts/game"

// A Player sits at one side of a match. The zero Player is an empty seat, which
// an open challenge has.
type Player struct {
	ID    string // the member's id, "" for the computer
	Level string // the computer's level, "" for a person
}

// Person returns the player with a member's id.
func Person(id string) Player { return Player{ID: id} }

// Computer returns the computer playing at a level.
func Computer(level string) Player { return Player{Level: level} }

// IsComputer says whether the computer plays.
func (p Player) IsComputer() bool { return p.Level != "" }

// IsPerson says whether a member plays.
func (p Player) IsPerson() bool { return p.ID != "" }

// First says who makes the first move.
type First uint8

// Who begins.
const (
	FirstX First = iota
	FirstO
	FirstRandom
)

// side returns who begins, given the side that a fair coin chose.
func (f First) side(toss game.Mark) game.Mark {
	if f == FirstO || f == FirstRandom && toss == game.O {
		return game.O
	}
	return game.X
}

// Toss returns the side that a fair coin chooses. pick returns a random number
// from 0 to below n, as math/rand/v2's IntN does.
func Toss(pick func(n int) int) game.Mark { return game.X + game.Mark(pick(2)) }
