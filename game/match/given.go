package match

import (
	"slices"

	"noughts/game"
	"noughts/game/rules"
)

// From makes a match that New has just returned start from a position of an earlier game. `given` are the moves that
// led to that position, X first. The match becomes casual and cannot be in a series; the players keep their seats.
// Errors: ErrOptions if the match or its options do not allow it, ErrOver if the game is over at that position, and the
// errors of game.Position's Play.
func (m Match) From(given []game.Square) (Match, error) {
	if m.Version != 1 || len(m.Moves) > 0 || m.Options.First != FirstX || m.HasTeam() || m.InSeries() {
		return m, ErrOptions
	}
	p, err := rules.Replay(rules.Start(m.Options.Variant, game.X), given)
	switch {
	case err != nil:
		return m, err
	case p.Outcome().Over:
		return m, ErrOver
	}
	m.Options.Casual = true
	m.Given = slices.Clone(given)
	return m, nil
}

// WholeGame returns m.Given followed by the moves of the match.
func (m Match) WholeGame() []game.Square { return slices.Concat(m.Given, m.Moves) }

// like makes a match start from the same position as m, unless err is not nil. New for m's players returned both.
func (m Match) like(made Match, err error) (Match, error) {
	if err != nil || len(m.Given) == 0 {
		return made, err
	}
	return made.From(m.Given)
}

func (m Match) checkGiven() error {
	if len(m.Given) == 0 {
		return nil
	}
	if !m.Options.Casual || m.HasTeam() || m.InSeries() || m.Begins == game.O {
		return invalid("moves were given with the options %+v", m.Options)
	}
	p, err := rules.Replay(rules.Start(m.Options.Variant, game.X), m.Given)
	if err != nil || p.Outcome().Over {
		return invalid("it goes on after the end, or after moves that cannot be: %v", err)
	}
	return nil
}
