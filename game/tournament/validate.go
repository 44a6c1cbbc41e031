package tournament

import (
	"fmt"

	"noughts/game/match"
)

// Validate returns an error that wraps ErrInvalid if the tournament is in a state that no sequence
// of changes can reach. Call Validate for tournaments from outside, such as stored tournaments: the
// other methods rely on a valid tournament.
func (t Tournament) Validate() error {
	for _, check := range []func() error{t.checkHead, t.checkPlayers, t.checkRounds} {
		if err := check(); err != nil {
			return fmt.Errorf("tournament %.20q: %w", string(t.ID), err)
		}
	}
	return nil
}

func invalid(format string, args ...any) error {
	return fmt.Errorf("%w: "+format, append([]any{ErrInvalid}, args...)...)
}

func (t Tournament) checkHead() error {
	_, optionsErr := New(t.ID, t.Organiser, t.Options, t.Created)
	switch {
	case !t.ID.Valid():
		return invalid("its id has a wrong form")
	case t.Version < 1:
		return invalid("its version is %d", t.Version)
	case optionsErr != nil || t.Options.Match.First != match.FirstX:
		return invalid("its options are %+v", t.Options)
	case t.Status > Over || t.Stopped && t.Status != Over:
		return invalid("its status is %d, stopped %t", t.Status, t.Stopped)
	case t.Deadline.IsZero() != (t.Status == Playing || t.Status == Over):
		return invalid("its deadline is %v", t.Deadline)
	}
	return nil
}

func (t Tournament) checkPlayers() error {
	seen := map[string]bool{}
	for _, p := range t.Players {
		if p.ID == "" || seen[p.ID] && p.ID != match.Anonymous {
			return invalid("player %q is in it twice, or nobody", p.ID)
		}
		seen[p.ID] = true
	}
	started := t.System != ByNumber
	switch {
	case started && t.System != t.chosenSystem():
		return invalid("its system is %d", t.System)
	case started == (t.Status == Registration) && !(t.Status == Over && t.Stopped):
		return invalid("its status is %d with system %d", t.Status, t.System)
	case len(t.Players) > MaxPlayers || started && len(t.Players) < MinPlayers:
		return invalid("it has %d players", len(t.Players))
	}
	return nil
}

// checkRounds checks that no player is paired twice in a round, that only the last round has open
// pairings, and that ids of games are valid and unique.
func (t Tournament) checkRounds() error {
	if most := t.RoundsInAll(); len(t.Rounds) > most || most > 0 && len(t.Rounds) == 0 {
		return invalid("it has %d rounds of %d", len(t.Rounds), most)
	}
	games := map[match.ID]bool{}
	for i, r := range t.Rounds {
		paired := map[int]bool{}
		for _, p := range r {
			if err := t.checkPairing(p); err != nil {
				return err
			}
			if paired[p.X] || paired[p.O] {
				return invalid("a player is paired twice in round %d", i+1)
			}
			paired[p.X], paired[p.O] = true, p.O != Nobody
			if p.Outcome == Open && i < len(t.Rounds)-1 {
				return invalid("a game of round %d is open", i+1)
			}
			for _, id := range []match.ID{p.Match, p.Replay} {
				if id != "" && (games[id] || !id.Valid()) {
					return invalid("game %.20q is in it twice, or no id", string(id))
				}
				games[id] = true
			}
		}
	}
	return nil
}

func (t Tournament) checkPairing(p Pairing) error {
	n := len(t.Players)
	switch {
	case p.X < 0 || p.X >= n || p.O < Nobody || p.O >= n || p.X == p.O:
		return invalid("players %d and %d meet", p.X, p.O)
	case p.Outcome > Bye || (p.Outcome == Bye) != (p.O == Nobody):
		return invalid("the outcome of %d and %d is %d", p.X, p.O, p.Outcome)
	case p.Match == "" && (p.Outcome == Open || p.Outcome.isPlayed() || p.Drawn):
		return invalid("players %d and %d have no game", p.X, p.O)
	case (p.Replay != "") != (t.System == Elimination && p.Match != "") || p.Drawn && p.Replay == "":
		return invalid("players %d and %d have a wrong second game", p.X, p.O)
	}
	return nil
}
