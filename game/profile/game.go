package profile

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"
	"time"

	"noughts/game"
	"noughts/game/ai"
	"noughts/game/match"
	"noughts/game/rules"
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
	Relayed   [2]bool // whether X and O relayed a level's moves: see match.Match.Relays
	Level     int     // the rating of the computer's level in points; 0 if none played or it was never measured
	Moves     []game.Square
	Dropped   int // number of moves after Moves that were deleted
	Ended     time.Time
}

// GameOf returns the game of a match, which must be counted (match.Match.IsCounted). `relayed` says for X
// and O whether the player relayed a level's moves.
func GameOf(r match.Record, relayed [2]bool) FinishedGame {
	m := r.Match
	g := FinishedGame{
		Match: m.ID, Guild: r.Place.Guild, Variant: m.Options.Variant, Players: m.Players, Winner: m.Result.Winner, Begins: m.Begins,
		OnBoard: m.Result.Reason == match.ByLine || m.Result.Reason == match.ByFullBoard,
		Casual:  m.IsCasual(), TakenBack: m.TakenBack, Hinted: m.Hinted, Relayed: relayed, Moves: m.Moves, Dropped: m.Dropped, Ended: m.Changed,
	}
	for i, p := range m.Players {
		if p.IsComputer() {
			rating, _ := ai.RatingOf(g.Variant, p.Level)
			g.Level = rating.Value
		} else if m.Options.Coach {
			g.Hinted[i] = true
		}
	}
	return g
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

// isSaved reports whether a member had help against the computer, by a hint or by a move taken back, and did not lose.
func (g FinishedGame) isSaved() bool {
	lost := g.Winner != game.Empty && g.Players[g.Winner-game.X].IsComputer()
	return g.AgainstComputer() && !lost && (g.Hinted[0] || g.Hinted[1] || g.TakenBack)
}

// isComeback reports whether the winner made a line although the winner's position was a proven loss earlier in the
// game. It returns false for all variants but classic 3×3, for which the engine has a table of all positions.
func (g FinishedGame) isComeback() bool {
	if g.Variant != game.Classic(3) || !g.OnBoard || g.Winner == game.Empty {
		return false
	}
	position := rules.Start(g.Variant, g.Begins)
	for _, move := range g.Moves {
		if position.ToMove() != g.Winner && ai.IsWon3(position) {
			return true
		}
		next, err := position.Play(move)
		if err != nil {
			return false
		}
		position = next
	}
	return false
}
