package profile

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"
	"time"

	"noughts/game"
	"noughts/game/match"
)

// A FinishedGame is a game that ended with a win or a draw, with the data that profiles need.
type FinishedGame struct {
	Match     match.ID
	Guild     string // "" outside servers
	Variant   game.Variant
	Players   [2]match.Player // X, O; match.Anonymous for a member whose data was deleted
	Winner    game.Mark       // Empty for a draw
	Begins    game.Mark
	OnBoard   bool // the game ended with a line or a full board
	Casual    bool
	TakenBack bool
	Hinted    [2]bool // whether X and O were helped: see match.Match.TakeHint
	Relayed   [2]bool // whether X and O relayed a level's moves: see match.Match.Relays; GameOf does not set it
	Moves     []game.Square
	Dropped   int // number of moves after Moves that were deleted
	Ended     time.Time
}

// GameOf returns the game of a match, which must have ended with a win or a draw.
func GameOf(r match.Record) FinishedGame {
	m := r.Match
	hinted := m.Hinted
	for i, p := range m.Players {
		hinted[i] = hinted[i] || m.Options.Coach && !p.IsComputer()
	}
	return FinishedGame{
		Match: m.ID, Guild: r.Place.Guild, Variant: m.Options.Variant, Players: m.Players, Winner: m.Result.Winner, Begins: m.Begins,
		OnBoard: m.Result.Reason == match.ByLine || m.Result.Reason == match.ByFullBoard,
		Casual:  m.IsCasual(), TakenBack: m.TakenBack, Hinted: hinted, Moves: m.Moves, Dropped: m.Dropped, Ended: m.Changed,
	}
}

// Members returns the ids of the members who play, X's first.
func (g FinishedGame) Members() []string {
	var members []string
	for _, p := range g.Players {
		if p.IsPerson() {
			members = append(members, p.ID)
		}
	}
	return members
}

// AgainstComputer reports whether one of the players is the computer.
func (g FinishedGame) AgainstComputer() bool {
	return g.Players[0].IsComputer() || g.Players[1].IsComputer()
}

// Pool returns the rating pool of the game, "" for none.
func (g FinishedGame) Pool() Pool { return PoolFor(g.Variant, g.AgainstComputer()) }

// Key returns a text that identifies the moves of a game against the computer. It is the same for
// all such games with the same variant, first player and moves, up to turning or mirroring the
// board. It is "" for games between members, and for games whose moves were deleted.
func (g FinishedGame) Key() string {
	if !g.AgainstComputer() || g.Dropped > 0 {
		return ""
	}
	var least string
	for way := range game.Symmetry(game.Symmetries) {
		var b strings.Builder
		for _, s := range g.Moves {
			b.WriteString(way.Of(s, g.Variant.Size()).String())
		}
		if text := b.String(); way == 0 || text < least {
			least = text
		}
	}
	began := "member"
	if g.Players[max(g.Begins, game.X)-game.X].IsComputer() {
		began = "computer"
	}
	sum := sha256.Sum256([]byte(g.Variant.String() + " " + began + " " + least))
	return hex.EncodeToString(sum[:8])
}

func (g FinishedGame) movesOf(side game.Mark) int {
	made := len(g.Moves) + g.Dropped
	if side == g.Begins {
		made++
	}
	return made / 2
}

func (g FinishedGame) opening(side game.Mark) (game.Square, bool) {
	if side != g.Begins || len(g.Moves) == 0 {
		return 0, false
	}
	return g.Moves[0], true
}
