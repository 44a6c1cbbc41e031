// Package match is two players and one game: who challenged whom, whose turn
// it is, clocks, draw offers, takebacks, resignation and the result. A Match is
// a value; every method that changes something returns a new Match with a
// version one higher, or an error that says why not, and the old one is left as
// it was. It reads no clock and throws no dice: the time and the coin come in
// as arguments.
package match

import (
	"cmp"
	"time"

	"noughts/game"
	"noughts/game/rules"
)

// Status is where a match stands.
type Status uint8

// A match is first a Challenge (unless its opponent is the computer), then
// Playing, then Over.
const (
	Challenge Status = iota
	Playing
	Over
)

// A Match is the whole state of a match; the position is replayed from it.
type Match struct {
	ID      ID        `json:"id,omitempty"`
	Version int       `json:"version,omitempty"` // grows by one with every change, from 1
	Owner   string    `json:"owner,omitempty"`   // the member who started it
	Players [2]Player `json:"players,omitzero"`  // X, O
	Options Options   `json:"options,omitzero"`
	Status  Status    `json:"status,omitempty"`
	Begins  game.Mark `json:"begins,omitempty"` // who makes the first move, or made the first of those given; Empty while a challenge waits
	Moves   Moves     `json:"moves,omitempty"`  // never changed in place
	// Given are the moves of another game that this match starts from; nobody made them in this
	// match: see From. nil for a match from the start. Never changed in place.
	Given Moves `json:"given,omitempty"`
	// Dropped is how many moves were made after Moves that are not kept any more: see DropMoves.
	Dropped int `json:"dropped,omitempty"`
	// Deadline is when a challenge expires, the player to move loses by the clock, the vote
	// of a team closes, or, where no clock runs, the players are warned that nobody touches
	// the match; once they are Warned it is when the match ends for that. A team is Warned
	// when nobody has voted in time. Zero when it is over and nothing follows.
	// Of a match that is over it is until when the one that follows can begin: see GoesOn.
	Deadline time.Time `json:"deadline,omitzero"`
	Warned   bool      `json:"warned,omitempty"` // until the next change
	// DrawOffer and TakebackAsk are the side that waits for the other's answer,
	// Empty when nobody does. A move ends both.
	DrawOffer   game.Mark `json:"draw_offer,omitempty"`
	TakebackAsk game.Mark `json:"takeback_ask,omitempty"`
	// DrawOffered is the number of the move, from 1, before which X and O last offered a
	// draw, 0 for never.
	DrawOffered [2]int    `json:"draw_offered,omitzero"`
	Result      Result    `json:"result,omitzero"`
	Created     time.Time `json:"created,omitzero"`
	Changed     time.Time `json:"changed,omitzero"`
	TurnBegan   time.Time `json:"turn_began,omitzero"`  // later for each turn; zero before the first
	Shared      bool      `json:"shared,omitempty"`     // a player has shown the result to everybody
	TakenBack   bool      `json:"taken_back,omitempty"` // a move was taken back, at any time
	Hinted      [2]bool   `json:"hinted,omitzero"`      // X and O were given a hint, at any time
	Looks       [2]Look   `json:"looks,omitzero"`       // of X and O
	// Before is how the games before this one of a series have ended, of those who play X and
	// O in this one.
	Before HeadToHead `json:"before,omitzero"`
	Hill   Hill       `json:"hill,omitzero"`
	// Continued is set when the match that follows has begun: its ID is ID.Next.
	Continued bool `json:"continued,omitempty"`
	// Since is the version since which the game stands as it does, where only what is around
	// it has changed after that; 0 where nothing has.
	Since int `json:"since,omitempty"`
}

// New returns a match that owner asks for. One seat is owner's; the other is another person's, whom
// that challenges, or nobody's (the zero Player), which challenges everybody, or the computer's,
// against which the match begins at once. Two computers make a match for owner to watch. A team
// plays the computer or, when that has accepted, another team; it needs a clock. The first player
// has X: under FirstO the two change seats, and the options of the match have FirstX. toss is the
// side that a fair coin chose; it counts only under FirstRandom, when play begins. Errors: ErrSelf,
// ErrNotYours when no seat is owner's, ErrOptions, and ErrForgotten against an anonymous player.
func New(id ID, owner string, x, o Player, opts Options, toss game.Mark, now time.Time) (Match, error) {
	m := Match{
		ID: id, Version: 1, Owner: owner, Players: [2]Player{x, o}, Options: opts,
		Created: now, Changed: now,
	}
	switch {
	case !opts.valid() || !m.optionsFit():
		return Match{}, ErrOptions
	case x.IsPerson() && x.ID == o.ID, x.IsTeam() && x.Team == o.Team:
		return Match{}, ErrSelf
	case owner == "" || !m.Hosted() && m.Side(owner) == game.Empty:
		return Match{}, ErrNotYours
	case x.IsAnonymous() || o.IsAnonymous():
		return Match{}, ErrForgotten
	}
	if opts.First == FirstO {
		m.Players, m.Options.First = [2]Player{o, x}, FirstX
	}
	m.Options.Casual = opts.Casual || opts.Coach || m.HasTeam() // whose moves are nobody's alone
	if x.IsComputer() || o.IsComputer() {
		m.begin(toss, now)
	} else {
		m.Deadline = now.Add(cmp.Or(opts.OpenFor, ChallengeLife))
	}
	return m, nil
}

// optionsFit says whether those who play may have the options of the match.
func (m Match) optionsFit() bool {
	return m.teamsMayPlay() && (!m.InSeries() || m.seriesMayPlay()) && (!m.Options.Coach || m.coachMayWatch())
}

// Player returns who plays a side, the zero Player for Empty.
func (m Match) Player(side game.Mark) Player {
	if side == game.Empty {
		return Player{}
	}
	return m.Players[side-game.X]
}

// Side returns the side that a member plays, Empty for a stranger.
func (m Match) Side(member string) game.Mark {
	switch {
	case member == "":
		return game.Empty
	case member == m.Players[0].ID:
		return game.X
	case member == m.Players[1].ID:
		return game.O
	}
	return game.Empty
}

// AgainstComputer says whether a member plays alone against the computer.
func (m Match) AgainstComputer(member string) bool {
	side := m.Side(member)
	return side != game.Empty && m.Player(side.Opponent()).IsComputer()
}

// Watched says whether two computers play, for the owner to watch.
func (m Match) Watched() bool {
	return m.Players[0].IsComputer() && m.Players[1].IsComputer()
}

// Start returns the position before the first move: that after the given moves, if there are some. While
// a challenge waits, X has begun.
func (m Match) Start() game.Position {
	p := rules.Start(m.Options.Variant, max(m.Begins, game.X))
	if len(m.Given) > 0 {
		p, _ = rules.Replay(p, m.Given) // From let every move in, and Validate what is loaded
	}
	return p
}

// Position returns the position after all moves.
func (m Match) Position() game.Position {
	p, _ := rules.Replay(m.Start(), m.Moves) // Play let every move in, and Validate what is loaded
	return p
}

// ToMove returns the player whose turn it is; the zero Player unless Playing.
func (m Match) ToMove() Player { return m.Player(m.toMove()) }

// toMove returns the side whose turn it is, Empty unless Playing. Sides take
// turns in every variant, so that no position is needed for it.
func (m Match) toMove() game.Mark {
	switch {
	case m.Status != Playing:
		return game.Empty
	case (len(m.Given)+len(m.Moves))%2 == 0:
		return m.Begins
	}
	return m.Begins.Opponent()
}

// Last returns the last move, and false before the first.
func (m Match) Last() (game.Square, bool) {
	if len(m.Moves) == 0 {
		return 0, false
	}
	return m.Moves[len(m.Moves)-1], true
}

// changed returns m as its next version. Every change begins with it.
func (m Match) changed(now time.Time) Match {
	m.Version++
	m.Changed, m.Since = now, 0
	m.Warned = false
	if m.Status == Playing && !m.ClockRuns() && !m.VoteRuns() {
		m.windClock(now)
	}
	return m
}

// begin starts the play of a match whose seats are taken. The first player takes X.
func (m *Match) begin(toss game.Mark, now time.Time) {
	m.Status = Playing
	if m.Options.First.side(toss) == game.O {
		m.Players[0], m.Players[1] = m.Players[1], m.Players[0]
	}
	m.Begins = game.X
	m.beginTurn(now)
}

// beginTurn gives the player to move a new turn.
func (m *Match) beginTurn(now time.Time) {
	began := now
	if next := m.TurnBegan.Add(time.Millisecond); began.Before(next) {
		began = next // stores keep milliseconds, and no two turns are taken for one
	}
	m.TurnBegan = began
	m.windClock(now)
}

// end makes r the result; nothing waits for anybody any more but the match that follows.
func (m *Match) end(r Result) { m.endLeft(r, game.Empty) }

// endLeft is end where a side has left the match.
func (m *Match) endLeft(r Result, left game.Mark) {
	m.Status = Over
	m.Result = r
	m.Deadline, m.Warned = time.Time{}, false
	m.DrawOffer, m.TakebackAsk = game.Empty, game.Empty
	m.stay(left)
	m.waitForNext()
}

// inPlay returns why a match cannot be played at now, nil when it can.
func (m Match) inPlay(now time.Time) error {
	switch {
	case m.Status == Challenge:
		return ErrNotStarted
	case m.Status == Over:
		return ErrOver
	case (m.ClockRuns() || m.VoteRuns()) && m.due(now):
		return ErrTimeout
	}
	return nil
}

// seat returns the side of a member in a match in play, or why there is none.
func (m Match) seat(member string, now time.Time) (game.Mark, error) {
	if err := m.inPlay(now); err != nil {
		return game.Empty, err
	}
	side := m.Side(member)
	if side == game.Empty {
		return game.Empty, ErrNotYours
	}
	return side, nil
}
