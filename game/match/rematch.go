package match

import (
	"slices"
	"time"

	"noughts/game"
	"noughts/game/rules"
)

// Rematch returns a new match with the same options and start position. The players swap sides or, with FirstRandom,
// the coin decides. A rematch challenges the other player, or begins at once against the computer. Only a player may
// call Rematch, or the starter of a match between two computers; for a match with a team any member may. `toss` is as for
// New. Errors: ErrNotOver, ErrNotYours, ErrForgotten.
func (m Match) Rematch(id ID, member string, toss game.Mark, now time.Time) (Match, error) {
	if m.Status != Over {
		return Match{}, ErrNotOver
	}
	if m.Watched() && member != m.Starter {
		return Match{}, ErrNotYours
	}
	began, opts := max(m.Begins, game.X), m.Options
	if opts.First != FirstRandom {
		opts.First = FirstX
	}
	next, err := m.like(New(id, member, m.Player(began.Opponent()), m.Player(began), opts, toss, now))
	next.Rematches = m.Rematches + 1
	return next, err
}

// Again returns a new match like a finished one, with every player on the same side (Rematch swaps the sides). It
// repeats a challenge that was not accepted, or a game against the computer. Only the match's starter may call it, or any
// member if a team plays. `toss` is as for New. Errors: ErrNotOver, ErrNotYours, ErrForgotten.
func (m Match) Again(id ID, member string, toss game.Mark, now time.Time) (Match, error) {
	if m.Status != Over {
		return Match{}, ErrNotOver
	}
	if member != m.Starter && !m.HasTeam() {
		return Match{}, ErrNotYours
	}
	return m.like(New(id, member, m.Players[0], m.Players[1], m.Options, toss, now))
}

// Share records that a player shares the result with everybody. A result can be shared once. Share
// does not change Changed, the time of the end. Errors: ErrNotOver, ErrNotYours, ErrShared.
func (m Match) Share(member string) (Match, error) {
	switch {
	case m.Status != Over:
		return m, ErrNotOver
	case m.Side(member) == game.Empty && member != m.Starter:
		return m, ErrNotYours
	case m.Shared:
		return m, ErrShared
	}
	m = m.around()
	m.Shared = true
	return m, nil
}

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
