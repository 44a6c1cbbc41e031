package tournament

import (
	"slices"
	"time"

	"noughts/game"
	"noughts/game/match"
)

// A Round is the list of pairings that are played at the same time, those of the best players first.
type Round []Pairing

// Nobody is the opponent in a bye.
const Nobody = -1

// A Pairing is two players who meet, or one player with a bye.
type Pairing struct {
	X, O int // indexes in Tournament.Players; swapped after a drawn first game, for the Replay. O is Nobody in a bye
	// Match is the id of the first game. It is chosen with the pairing, so that posting the pairing
	// twice finds the same game. It is "" if there is no game to play.
	Match match.ID
	// Replay is the id of the second game in an elimination, with sides swapped. It is played if the first game is
	// drawn. If the Replay is drawn too, the player who has O in it wins, because that player had X in the first game.
	Replay match.ID
	Drawn  bool // the first game was drawn, so the Replay counts
	// Outcome is the result of a pairing.
	Outcome PairingResult
}

// A PairingResult is the result of a pairing.
type PairingResult uint8

// The results. A pairing is Open until its game ends, or a player is absent.
const (
	Open PairingResult = iota
	XWon
	OWon
	Drawn
	XAbsent // O wins without a game
	OAbsent
	BothAbsent
	Bye
)

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

// OutcomeOf returns the result of a pairing's game, or Open while the game is not over. In an aborted game the player
// to move counts as absent. In a game that ended without a win or a draw for another reason, both count as absent. So they do
// in an elimination if nobody made a move: nobody goes on, and nobody wins, because somebody else did not come.
func (t Tournament) OutcomeOf(m match.Match) PairingResult {
	switch r := m.Result; {
	case m.Status != match.Over:
		return Open
	case r.Reason == match.Aborted && (t.System != Elimination || len(m.Moves) > 0):
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

// HasWinner reports whether the tournament is over and somebody has won it.
func (t Tournament) HasWinner() bool {
	if t.Status != Over || t.Stopped {
		return false
	}
	won := func(p Pairing) bool { return t.winner(p) != Nobody }
	return t.System != Elimination || slices.ContainsFunc(t.Rounds[len(t.Rounds)-1], won)
}

func (o PairingResult) isPlayed() bool { return o == XWon || o == OWon || o == Drawn }

// Game returns the id of the game that counts, "" if there is none.
func (p Pairing) Game() match.ID {
	if p.Drawn {
		return p.Replay
	}
	return p.Match
}

// Match returns the match of a pairing at its start. Each call returns the same match, except for the times. Players
// have longer for their first move; a player who does not make that move is absent: see OutcomeOf.
func (t Tournament) Match(p Pairing, now time.Time) (match.Match, error) {
	if p.O == Nobody {
		return match.Match{}, ErrNoPairing
	}
	x, o := t.Players[p.X].ID, t.Players[p.O].ID
	opts := t.Options.Match
	opts.FirstClock = FirstClock
	m, err := match.New(p.Game(), x, match.Person(x), match.Person(o), opts, game.X, now)
	if err != nil {
		return match.Match{}, err
	}
	return m.Accept(o, game.X, now)
}

// Open returns the pairings of the last round without a result. The caller posts those games that were not posted.
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

// Report records the result of a game, also during a pause. Reporting the same result again changes nothing. Errors:
// ErrNoPairing for an unknown game or an invalid result, ErrReported if another result was recorded, ErrOver.
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
		return t, ErrNoPairing // the replay cannot end before the first game is drawn
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

// Next pairs the next round, or ends the tournament if there is none. Call Next when Ready returns
// true. A second call fails with ErrRoundOpen, because the new round is open. `pick` is as for Start.
// Errors: ErrNotStarted, ErrPaused, ErrOver, ErrRoundOpen.
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

// Ready reports whether all games of the round are over, so that Next must be called.
func (t Tournament) Ready() bool { return t.Status == Playing && len(t.Open()) == 0 }
