package tournament

import (
	"cmp"
	"time"

	"noughts/game"
	"noughts/game/match"
)

// A Round is the pairings that are played at the same time, those of the best players first.
type Round []Pairing

// Nobody is the opponent in a bye.
const Nobody = -1

// A Pairing is two players who meet, or one with a bye.
type Pairing struct {
	X, O int // indexes in Players, for the game that counts; O is Nobody in a bye
	// Match is the game's id. It is chosen with the pairing, so that posting the pairing twice
	// finds the same game. "" if there is no game to play.
	Match match.ID
	// Replay is the id of the second game of an elimination, with sides swapped, if the first is
	// drawn. If the second is drawn too, the player with O wins, who had X first.
	Replay match.ID
	Drawn  bool // the first game was drawn and the second one counts
	// Outcome is the result of a pairing.
	Outcome PairingResult
}

// A PairingResult is what came of a pairing.
type PairingResult uint8

// A pairing is Open until its game ends, or a player is absent.
const (
	Open PairingResult = iota
	XWon
	OWon
	Drawn
	XAbsent // O has won without a game
	OAbsent
	BothAbsent
	Bye
)

// absent returns the outcome of a pairing where x, o or both are absent, Open if neither is.
func absent(x, o bool) PairingResult {
	switch {
	case x && o:
		return BothAbsent
	case x:
		return XAbsent
	case o:
		return OAbsent
	}
	return Open
}

// OutcomeOf returns the outcome of a pairing's game, Open while it is not over. In an aborted game
// the player to move was absent; in a game without a move both were.
func OutcomeOf(m match.Match) PairingResult {
	switch r := m.Result; {
	case m.Status != match.Over:
		return Open
	case r.Reason == match.Aborted:
		first := len(m.Moves)%2 == 0
		return absent(first, !first)
	case !r.Decided():
		return BothAbsent
	case r.Winner == game.X:
		return XWon
	case r.Winner == game.O:
		return OWon
	}
	return Drawn
}

// isPlayed reports whether a game was finished.
func (o PairingResult) isPlayed() bool { return o == XWon || o == OWon || o == Drawn }

// Game returns the id of the game that counts, "" if there is none.
func (p Pairing) Game() match.ID {
	if p.Drawn {
		return p.Replay
	}
	return p.Match
}

// Side returns a player's side in the pairing's game, Empty for others.
func (p Pairing) Side(player int) game.Mark {
	switch player {
	case p.X:
		return game.X
	case p.O:
		return game.O
	}
	return game.Empty
}

// Match returns the match of a pairing as it begins, always the same but for the time. Players have
// longer for their first move; not making it counts as absent: see OutcomeOf.
func (t Tournament) Match(p Pairing, now time.Time) (match.Match, error) {
	if p.O == Nobody {
		return match.Match{}, ErrNoPairing
	}
	x, o := t.Players[p.X].ID, t.Players[p.O].ID
	opts := t.Options.Match
	opts.FirstClock = cmp.Or(t.Options.Show, DefaultShow)
	m, err := match.New(p.Game(), x, match.Person(x), match.Person(o), opts, game.X, now)
	if err != nil {
		return match.Match{}, err
	}
	return m.Accept(o, game.X, now)
}

// Open returns the pairings whose games are not over. The caller posts those that were not posted.
func (t Tournament) Open() []Pairing {
	var open []Pairing
	if len(t.Rounds) > 0 && t.Status != Over {
		for _, p := range t.Rounds[len(t.Rounds)-1] {
			if p.Outcome == Open {
				open = append(open, p)
			}
		}
	}
	return open
}

// openOf returns a player's open pairing, or nil.
func (t Tournament) openOf(player int) *Pairing {
	if len(t.Rounds) == 0 {
		return nil
	}
	last := t.Rounds[len(t.Rounds)-1]
	for i, p := range last {
		if p.Outcome == Open && (p.X == player || p.O == player) {
			return &last[i]
		}
	}
	return nil
}

// Report records the outcome of a game, also during a pause. Reporting the same outcome again
// changes nothing. Errors: ErrNoPairing for an unknown game or an invalid outcome, ErrReported if
// another outcome was recorded, ErrOver.
func (t Tournament) Report(id match.ID, o PairingResult, now time.Time) (Tournament, error) {
	round, i, ok := t.find(id)
	if !ok || o == Open || o >= Bye {
		return t, ErrNoPairing
	}
	p := t.Rounds[round][i]
	known := p.Outcome
	if p.Drawn && id == p.Match {
		known = Drawn
	}
	switch {
	case o == known:
		return t, nil
	case known != Open:
		return t, ErrReported
	case id != p.Game():
		return t, ErrNoPairing // the replay cannot be over before the first game is drawn
	case t.Status == Over:
		return t, ErrOver
	}
	t = t.changed(now)
	if o == Drawn && id != p.Replay && p.Replay != "" {
		p.X, p.O, p.Drawn = p.O, p.X, true
	} else {
		p.Outcome = o
	}
	t.Rounds[round][i] = p
	return t, nil
}

// find returns the index of the round, and in it the index of the pairing, of a game.
func (t Tournament) find(id match.ID) (round, pairing int, ok bool) {
	for r := len(t.Rounds) - 1; r >= 0 && id != ""; r-- {
		for i, p := range t.Rounds[r] {
			if p.Match == id || p.Replay == id {
				return r, i, true
			}
		}
	}
	return 0, 0, false
}

// Next pairs the next round, or ends the tournament if there is none. Call it if Ready; a second call returns
// ErrRoundOpen. pick is as for Start. Errors: ErrNotStarted, ErrPaused, ErrOver, ErrRoundOpen.
func (t Tournament) Next(pick func(n int) int, now time.Time) (Tournament, error) {
	switch {
	case t.Status == Registration:
		return t, ErrNotStarted
	case t.Status == Paused:
		return t, ErrPaused
	case t.Status == Over:
		return t, ErrOver
	case !t.Ready():
		return t, ErrRoundOpen
	}
	t = t.changed(now)
	t.pair(pick)
	return t, nil
}

// Ready reports whether the round is over, so that Next must be called.
func (t Tournament) Ready() bool { return t.Status == Playing && len(t.Open()) == 0 }
