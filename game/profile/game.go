package profile

import (
	"time"

	"noughts/game"
	"noughts/game/match"
)

// A Game is a game that came to a result, as far as profiles want to know it.
type Game struct {
	Match     match.ID
	Guild     string // "" outside servers
	Variant   game.Variant
	Players   [2]match.Player // X, O; match.Anonymous for who was forgotten
	Winner    game.Mark       // Empty for a draw
	Begins    game.Mark
	OnBoard   bool // it ended with a line or a full board
	Casual    bool
	TakenBack bool
	Hinted    [2]bool // X and O were helped: by a hint or by the coach
	Moves     []game.Square
	Dropped   int // moves after those, which are not kept any more
	Ended     time.Time
}

// GameOf returns a match whose result counts.
func GameOf(r match.Record) Game {
	m := r.Match
	hinted := m.Hinted
	for i, p := range m.Players {
		hinted[i] = hinted[i] || m.Options.Coach && !p.IsComputer()
	}
	return Game{
		Match: m.ID, Guild: r.Place.Guild, Variant: m.Options.Variant, Players: m.Players, Winner: m.Result.Winner, Begins: m.Begins,
		OnBoard: m.Result.Reason == match.ByLine || m.Result.Reason == match.ByFullBoard,
		Casual:  m.Options.Casual, TakenBack: m.TakenBack, Hinted: hinted, Moves: m.Moves, Dropped: m.Dropped, Ended: m.Changed,
	}
}

// Members returns the ids of the members who play, in the order of X and O.
func (g Game) Members() []string {
	var members []string
	for _, p := range g.Players {
		if p.IsPerson() {
			members = append(members, p.ID)
		}
	}
	return members
}

// movesOf returns how many moves a side has made.
func (g Game) movesOf(side game.Mark) int {
	made := len(g.Moves) + g.Dropped
	if side == g.Begins {
		made++
	}
	return made / 2
}

// opening returns the first move of a side, and false if it made none or did not begin.
func (g Game) opening(side game.Mark) (game.Square, bool) {
	if side != g.Begins || len(g.Moves) == 0 {
		return 0, false
	}
	return g.Moves[0], true
}
