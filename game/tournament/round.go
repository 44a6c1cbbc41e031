package tournament

import (
	"cmp"
	"time"

	"noughts/game"
	"noughts/game/match"
)

// A Round is the pairings that are played at the same time, the best players' first.
type Round []Pairing

// Nobody is the O of a bye.
const Nobody = -1

// A Pairing is two players who meet, or one who has a bye.
type Pairing struct {
	X, O int // indexes in Players, of the game that counts; O is Nobody in a bye
	// Match is the game's id, chosen with the pairing, so that whoever posts the pairing again
	// finds what was posted before. It is "" without a game to play.
	Match match.ID
	// Replay is the id of the second game that an elimination plays, with sides changed,
	// when the first is drawn. If that is drawn too, O has won, who had X before.
	Replay  match.ID
	Drawn   bool // the first game was drawn, and the second counts
	Outcome PairingResult
}

// A PairingResult is what came of a pairing.
type PairingResult uint8

// A pairing is Open until its game is over, or somebody has not played it.
const (
	Open PairingResult = iota
	XWon
	OWon
	Drawn
	XAbsent // and O has won without a game
	OAbsent
	BothAbsent
	Bye
)

// absent returns the outcome of a pairing where x, o or both are absent, Open if none.
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

// OutcomeOf returns the outcome of the game of a pairing, Open while it is not over. In an aborted
// game the player to move has not shown up; in a game without a move neither has.
func OutcomeOf(m match.Match) PairingResult {
	switch r := m.Result; {
	case m.Status != match.Over:
		return Open
	case r.Reason == match.Aborted:
		first := len(m.Moves)%2 == 0
		return absent(first, !first)
	case !r.Counts():
		return BothAbsent
	case r.Winner == game.X:
		return XWon
	case r.Winner == game.O:
		return OWon
	}
	return Drawn
}

// played says whether a game was finished.
func (o PairingResult) played() bool { return o == XWon || o == OWon || o == Drawn }

// Game returns the id of the game that counts, "" if none is played.
func (p Pairing) Game() match.ID {
	if p.Drawn {
		return p.Replay
	}
	return p.Match
}

// Side returns the side that a player has in a pairing's game, Empty when not in it.
func (p Pairing) Side(player int) game.Mark {
	switch player {
	case p.X:
		return game.X
	case p.O:
		return game.O
	}
	return game.Empty
}

// Match returns the match of a pairing as it begins. The same pairing makes the same
// match, but for the time. Each player has longer for the first move, so that who does not
// make it has not shown up: see OutcomeOf.
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

// Open returns the pairings whose games are not over: they must be posted if they are not, and
// their results are still missing.
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

// openOf returns a player's open pairing, nil if there is none.
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

// Report notes the outcome of a game, in a pause too. The same report may come again.
// Errors: ErrNoPairing for a game of no pairing and an outcome that is none, ErrReported
// when the game has ended otherwise, ErrOver.
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
		return t, ErrNoPairing // a second game before the first is drawn
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

// find returns the round and the place in it of the pairing of a game.
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

// Next pairs the next round, or ends the tournament when there is none. It is for
// whoever sees that Ready: a second call finds the round open. pick is used as by Start.
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

// Ready reports whether the round is over, so that Next must be called.
func (t Tournament) Ready() bool { return t.Status == Playing && len(t.Open()) == 0 }
