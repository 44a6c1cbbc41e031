// Package match has the rules for one game between two players on Discord: challenge, turns, clocks, draw offers,
// takebacks, resignation and result. A Match is an immutable value. A method that changes something returns a new Match
// whose Version is one higher, or an error that says why the method refuses. The package reads no clock and no random
// source: callers pass the time and the coin toss.
package match

import (
	"cmp"
	"strings"
	"time"

	"noughts/game"
	"noughts/game/rules"
)

// Status is the stage of a match.
type Status uint8

// A match starts as a Challenge (against the computer it starts as Playing), then is Playing, then Over.
const (
	Challenge Status = iota
	Playing
	Over
)

// A Match is the whole state of a match. The position follows from its moves.
type Match struct {
	ID      ID         `json:"id,omitempty"`
	Version int        `json:"version,omitempty"` // grows by one with every change, from 1
	Starter string     `json:"owner,omitempty"`   // the member who started it
	Players [2]Player  `json:"players,omitzero"`  // X and O
	Options Options    `json:"options,omitzero"`
	Status  Status     `json:"status,omitempty"`
	Begins  game.Mark  `json:"begins,omitempty"` // the side that makes the first move; Empty while a challenge waits
	Moves   game.Moves `json:"moves,omitempty"`  // never changed in place
	// Given are the moves from the empty board to the position that this match starts from: see From. It is nil for a
	// match from the empty board, and never changed in place.
	Given game.Moves `json:"given,omitempty"`
	// Dropped is how many moves were deleted, all of them later than Moves: see DropMoves.
	Dropped int `json:"dropped,omitempty"`
	// Deadline is the next time when something happens without a request: a challenge expires, a clock or the vote of a
	// team runs out, or the players of an idle match are warned. If Warned is set, an idle match ends at the deadline.
	// After the end of a match it is the time until which the match waits for a following match (see GoesOn). The zero
	// time means that nothing will happen.
	Deadline time.Time `json:"deadline,omitzero"`
	Warned   bool      `json:"warned,omitempty"` // the players of an idle match were warned, or a team's match awaits the first vote; reset by the next change of the game
	// DrawOffer is the side that has offered a draw, and TakebackAsk is the side that has asked to take back a move,
	// while the opponent has not answered. Empty means none. A move cancels the offer and the request.
	DrawOffer   game.Mark `json:"draw_offer,omitempty"`
	TakebackAsk game.Mark `json:"takeback_ask,omitempty"`
	// DrawOffered has, for X and O, the move before which the side last offered a draw. Moves are numbered from 1; 0
	// means that the side never offered one.
	DrawOffered [2]int          `json:"draw_offered,omitzero"`
	Result      Result          `json:"result,omitzero"`
	Created     time.Time       `json:"created,omitzero"`
	Changed     time.Time       `json:"changed,omitzero"`
	TurnBegan   time.Time       `json:"turn_began,omitzero"`  // different for each turn; zero before the first
	Planned     ConditionalMove `json:"planned,omitzero"`     // reply planned by the side whose turn it is not; only its player may see it
	AsPlanned   int             `json:"as_planned,omitempty"` // the number of the last move that was a planned reply, 0 for none
	Shared      bool            `json:"shared,omitempty"`     // a player has shown the result to everybody
	TakenBack   bool            `json:"taken_back,omitempty"` // a move was taken back, at any time
	Undone      game.Moves      `json:"undone,omitempty"`     // the longest line that was on the board before a takeback
	Hinted      [2]bool         `json:"hinted,omitzero"`      // X and O were helped: see TakeHint
	Looks       [2]Look         `json:"looks,omitzero"`       // display settings of X and O
	// BackAt is when the vacations of X and O end, the zero time for a player who is not on
	// vacation: see WithVacations.
	BackAt [2]time.Time `json:"back_at,omitzero"`
	// Stranded is since when the match cannot go on where it is: see Strand. It is zero if it can.
	Stranded time.Time `json:"stranded,omitzero"`
	// Before is the score of the series before this game, in the order of this game's X and O.
	Before HeadToHead `json:"before,omitzero"`
	Hill   Hill       `json:"hill,omitzero"`
	// Rematches is how many rematches in a row have led to this match.
	Rematches int `json:"rematches,omitempty"`
	// Continued is set when the following match has begun. That match has the id ID.Next().
	Continued bool `json:"continued,omitempty"`
	// Since is the oldest version with the current state of the game. All later versions changed only other things,
	// such as Hill.Queue. It is 0 if the latest version changed the game.
	Since int `json:"since,omitempty"`
}

// New returns a match that `starter` starts. Player `x` gets X, and player `o` gets O. With the option FirstO they swap
// seats, and the option becomes FirstX. `toss` is the result of a fair coin for FirstRandom.
//
// One seat is the starter's. The other seat is for another member, for the computer (play then begins at once), or empty
// for an open challenge (the zero Player). If both seats are computers, the starter watches. A team needs a clock, and
// plays against the computer or against another team, which must accept first.
//
// Errors: ErrSelf, ErrNotYours if no seat is the starter's, ErrOptions, and ErrForgotten against an anonymous player.
func New(id ID, starter string, x, o Player, opts Options, toss game.Mark, now time.Time) (Match, error) {
	m := Match{
		ID: id, Version: 1, Starter: starter, Players: [2]Player{x, o}, Options: opts,
		Created: now, Changed: now,
	}
	switch {
	case !opts.valid(), !m.areTeamsValid(), m.InSeries() && !m.canPlaySeries(), opts.Coach && !m.canHaveCoach():
		return Match{}, ErrOptions
	case x.IsPerson() && x.ID == o.ID, x.IsTeam() && x.Team == o.Team:
		return Match{}, ErrSelf
	case starter == "" || !m.Hosted() && m.Side(starter) == game.Empty:
		return Match{}, ErrNotYours
	case x.IsAnonymous() || o.IsAnonymous():
		return Match{}, ErrForgotten
	}
	if opts.First == FirstO {
		m.Players, m.Options.First = [2]Player{o, x}, FirstX
	}
	m.Options.Casual = opts.Casual || opts.Coach || m.HasTeam() // a team's moves are not the moves of one member
	if x.IsComputer() || o.IsComputer() {
		m.begin(toss, now)
	} else {
		m.Deadline = now.Add(cmp.Or(opts.OpenFor, ChallengeLife))
	}
	return m, nil
}

// Player returns the player of a side, or the zero Player for Empty.
func (m Match) Player(side game.Mark) Player {
	if side == game.Empty {
		return Player{}
	}
	return m.Players[side-game.X]
}

// Side returns the side that a member plays, or Empty for others.
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

// TakesPart reports whether a member plays in the match or has started it.
func (m Match) TakesPart(member string) bool {
	return m.Side(member) != game.Empty || m.Starter == member
}

// AgainstComputer reports whether a member plays alone against the computer.
func (m Match) AgainstComputer(member string) bool {
	side := m.Side(member)
	return side != game.Empty && m.Player(side.Opponent()).IsComputer()
}

// Watched reports whether two computers play while the starter watches.
func (m Match) Watched() bool {
	return m.Players[0].IsComputer() && m.Players[1].IsComputer()
}

// Start returns the position before the first move of the match: the position after the given moves, or the empty board
// if there are none. While a challenge waits, it is X's turn.
func (m Match) Start() game.Position {
	p := rules.Start(m.Options.Variant, max(m.Begins, game.X))
	if len(m.Given) > 0 {
		p, _ = rules.Replay(p, m.Given) // From and Validate checked the moves
	}
	return p
}

// Position returns the position after all moves.
func (m Match) Position() game.Position {
	p, _ := rules.Replay(m.Start(), m.Moves) // Play and Validate checked the moves
	return p
}

// ToMove returns the player whose turn it is; the zero Player unless Playing.
func (m Match) ToMove() Player { return m.Player(m.toMove()) }

// toMove returns the side whose turn it is, Empty unless Playing. Sides alternate in every variant.
func (m Match) toMove() game.Mark {
	if m.Status != Playing {
		return game.Empty
	}
	return m.moverOf(len(m.Given) + len(m.Moves))
}

// moverOf returns the side that makes a move of WholeGame, counted from 0.
func (m Match) moverOf(i int) game.Mark {
	if i%2 == 0 {
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

// changed returns m as its next version, changed at `now`. Every change of the game begins with a call of changed.
func (m Match) changed(now time.Time) Match {
	m.Version++
	m.Changed, m.Since = now, 0
	m.Warned = false
	if m.Status == Playing && !m.ClockRuns() && !m.VoteRuns() && m.Stranded.IsZero() {
		m.windClock(now)
	}
	return m
}

// begin starts play in a match without empty seats. The player who moves first takes X.
func (m *Match) begin(toss game.Mark, now time.Time) {
	m.Status = Playing
	if m.Options.First.side(toss) == game.O {
		m.Players[0], m.Players[1] = m.Players[1], m.Players[0]
	}
	m.Begins = game.X
	m.beginTurn(now)
}

func (m *Match) beginTurn(now time.Time) {
	began := now
	if next := m.TurnBegan.Add(time.Millisecond); began.Before(next) {
		began = next // the store rounds to milliseconds, and TurnBegan must differ between turns
	}
	m.TurnBegan, m.Stranded = began, time.Time{}
	m.windClock(now)
}

func (m Match) ended(r Result, now time.Time) Match {
	m = m.changed(now)
	m.end(r, game.Empty)
	return m
}

// givenUp returns the match ended because the side `loser` gives it up: it loses, unless the match cannot be lost yet.
func (m Match) givenUp(loser game.Mark, reason Reason, now time.Time) Match {
	r := Result{Winner: loser.Opponent(), Reason: reason}
	if !m.canBeLost() {
		r = Result{Reason: Aborted}
	}
	m = m.changed(now)
	m.end(r, loser)
	return m
}

// end ends the match with result r. It cancels the clock, offers, requests and planned replies, and starts the wait for
// a following match if there can be one. `by` is the side that gave the match up, or Empty.
func (m *Match) end(r Result, by game.Mark) {
	m.Status = Over
	m.Result = r
	m.Deadline, m.Warned, m.Stranded = time.Time{}, false, time.Time{}
	m.DrawOffer, m.TakebackAsk, m.Planned = game.Empty, game.Empty, ConditionalMove{}
	m.stayOnHill(by)
	m.waitForNext(m.Changed)
}

// inPlay returns the error if the match cannot be played at the time `now`, or nil if it can.
func (m Match) inPlay(now time.Time) error {
	switch {
	case m.Status == Challenge:
		return ErrNotStarted
	case m.Status == Over:
		return ErrOver
	case (m.ClockRuns() || m.VoteRuns()) && m.IsDue(now):
		return ErrTimeout
	}
	return nil
}

// seat returns the side of a member in a match in play, or an error if the member cannot act.
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

// An ID identifies a match. It has at most 20 characters, all letters or digits.
type ID string

// idAlphabet has no vowels, so that ids contain no words by chance. It also lacks 0, 1, l and o, which people confuse.
const idAlphabet = "23456789bcdfghjkmnpqrstvwxyz"

// idLength gives 57 random bits.
const idLength = 12

// maxIDLength is the longest ID that fits into a custom id of a Discord button.
const maxIDLength = 20

// NewID returns a random ID. pick(n) returns a random number in [0, n), like math/rand/v2's IntN.
func NewID(pick func(n int) int) ID {
	id := make([]byte, idLength)
	for i := range id {
		id[i] = idAlphabet[pick(len(idAlphabet))]
	}
	return ID(id)
}

// Valid reports whether id has the form of an ID.
func (id ID) Valid() bool {
	return strings.Trim(string(id), digits+letters) == "" && 0 < len(id) && len(id) <= maxIDLength
}

// The ASCII characters allowed in ids and names.
const (
	digits  = "0123456789"
	letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
)

// A Player occupies a seat. The zero Player is an empty seat, as in an open challenge.
type Player struct {
	ID    string `json:"id,omitempty"`    // the member's id, or ""
	Level string `json:"level,omitempty"` // the computer's level, or ""
	Team  string `json:"team,omitempty"`  // the id of the channel whose members play as a team, or "": see Team
}

// Person returns the player with a member's id.
func Person(id string) Player { return Player{ID: id} }

// Computer returns the computer playing at a level.
func Computer(level string) Player { return Player{Level: level} }

// IsComputer reports whether the player is the computer.
func (p Player) IsComputer() bool { return p.Level != "" }

// IsPerson reports whether the player is a member.
func (p Player) IsPerson() bool { return p.ID != "" }
