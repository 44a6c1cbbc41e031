// Package tournament is many players and many games: who takes part, who plays whom in
// each round, who won, and the table. A Tournament is a value, as a match.Match is: every
// method that changes something returns a new Tournament with a version one higher, or
// an error that says why not, and the old one is left as it was. It reads no clock and
// throws no dice: the time and the random numbers come in as arguments.
//
// Methods are idempotent: a method with nothing new to note returns the tournament at the same
// version, without an error. If another version was stored meanwhile, load that one and call the
// method again.
package tournament

import (
	"cmp"
	"math/bits"
	"slices"
	"time"

	"noughts/game"
	"noughts/game/match"
)

// Limits.
const (
	MinPlayers = 2
	MaxPlayers = 64
	// maxRoundRobin is the most players for a round robin.
	maxRoundRobin = 6
	// DefaultShow is how long players have to make their first move, if the clock gives less.
	DefaultShow = 5 * time.Minute
	// IdleLife is after how long a tournament ends that has not started or is paused.
	IdleLife = 7 * 24 * time.Hour
)

// System says how players are paired.
type System uint8

// The systems.
const (
	ByNumber    System = iota // not decided before the start: then RoundRobin or Swiss
	RoundRobin                // each plays all others, by the Berger tables
	Swiss                     // each plays somebody with about as many points
	Elimination               // who loses is out
)

// Options are what the organiser chooses.
type Options struct {
	Match  match.Options // of every game; who begins is the pairing's to say
	System System        // ByNumber or Elimination
	Show   time.Duration // how long each has for the first move, if the clock gives less; 0 for DefaultShow
}

// Status is where a tournament stands.
type Status uint8

// A tournament goes from Registration to Playing and to Over; it can be Paused between.
const (
	Registration Status = iota
	Playing
	Paused
	Over
)

// A Player takes part in a tournament.
type Player struct {
	ID        string // the member's
	Rating    int    // orders the first pairings; equal without ratings
	Withdrawn bool
}

// A Tournament is the whole state of a tournament.
type Tournament struct {
	ID        match.ID
	Version   int // grows by one with every change, from 1
	Organiser string
	Options   Options
	System    System // ByNumber until the start
	Status    Status
	Stopped   bool // it is over, but before its time: nobody has won it
	// Players are in the order of registration until the start, then in that of their
	// pairing numbers, the strongest first. Pairings and rows name them by their index.
	Players []Player
	Rounds  []Round // the last one is being played, or all are over
	// Deadline is when Tick ends a tournament that has not started or is paused. It is zero
	// while it is played, when the clocks of its games see to it that it goes on, and after.
	Deadline time.Time
	Created  time.Time
	Changed  time.Time
}

// New returns a tournament that waits for players. Error: match.ErrOptions.
func New(id match.ID, organiser string, opts Options, now time.Time) (Tournament, error) {
	opts.Match.First = match.FirstX
	_, err := match.New("1", "1", match.Person("1"), match.Person("2"), opts.Match, game.X, now)
	if err != nil || opts.Show < 0 || opts.System != ByNumber && opts.System != Elimination {
		return Tournament{}, match.ErrOptions
	}
	return Tournament{
		ID: id, Version: 1, Organiser: organiser, Options: opts,
		Deadline: now.Add(IdleLife), Created: now, Changed: now,
	}, nil
}

// Register lets a member take part; who is registered already is so at the same version.
// rating may be the same for all. Errors: ErrStarted, ErrFull, ErrNotPlayer for no member
// and for an anonymous one.
func (t Tournament) Register(member string, rating int, now time.Time) (Tournament, error) {
	_, registered := t.Number(member)
	switch {
	case t.Status != Registration:
		return t, ErrStarted
	case member == "" || member == match.Anonymous:
		return t, ErrNotPlayer
	case registered:
		return t, nil
	case len(t.Players) == MaxPlayers:
		return t, ErrFull
	}
	t = t.changed(now)
	t.Players = append(t.Players, Player{ID: member, Rating: rating})
	return t, nil
}

// Withdraw takes a member out: before the start as if they had never registered, later
// without any further pairing. A game that they have not finished is their opponent's.
// Errors: ErrNotPlayer, ErrOver.
func (t Tournament) Withdraw(member string, now time.Time) (Tournament, error) {
	n, ok := t.Number(member)
	switch {
	case t.Status == Over:
		return t, ErrOver
	case !ok && t.Status == Registration:
		return t, nil // who presses twice has withdrawn already
	case !ok:
		return t, ErrNotPlayer
	case t.Players[n].Withdrawn:
		return t, nil
	}
	t = t.changed(now)
	if t.Status == Registration {
		t.Players = slices.Delete(t.Players, n, n+1)
		return t, nil
	}
	t.Players[n].Withdrawn = true
	if p := t.openOf(n); p != nil {
		p.Outcome = OAbsent
		if p.X == n {
			p.Outcome = XAbsent
		}
	}
	return t, nil
}

// Start gives the players their numbers, by rating and by lot among equals, and pairs the
// first round. pick returns a random number from 0 to below n, as math/rand/v2's IntN
// does. Errors: ErrNotOrganiser, ErrStarted, ErrTooFew.
func (t Tournament) Start(member string, pick func(n int) int, now time.Time) (Tournament, error) {
	switch {
	case member != t.Organiser:
		return t, ErrNotOrganiser
	case t.Status != Registration:
		return t, ErrStarted
	case len(t.Players) < MinPlayers:
		return t, ErrTooFew
	}
	t = t.changed(now)
	t.Status, t.Deadline = Playing, time.Time{}
	for i := range t.Players {
		j := i + pick(len(t.Players)-i)
		t.Players[i], t.Players[j] = t.Players[j], t.Players[i]
	}
	slices.SortStableFunc(t.Players, func(a, b Player) int { return cmp.Compare(b.Rating, a.Rating) })
	t.System = t.Options.System
	if t.System == ByNumber {
		t.System = Swiss
		if len(t.Players) <= maxRoundRobin {
			t.System = RoundRobin
		}
	}
	t.pair(pick)
	return t, nil
}

// Pause stops the pairing of rounds; games that are being played go on, and their results
// are noted. Errors: ErrNotOrganiser, ErrNotStarted, ErrOver.
func (t Tournament) Pause(member string, now time.Time) (Tournament, error) {
	if err := t.mayPause(member); err != nil || t.Status == Paused {
		return t, err
	}
	t = t.changed(now)
	t.Status = Paused
	t.Deadline = now.Add(IdleLife)
	return t, nil
}

// Resume ends a pause. Errors as for Pause.
func (t Tournament) Resume(member string, now time.Time) (Tournament, error) {
	if err := t.mayPause(member); err != nil || t.Status == Playing {
		return t, err
	}
	t = t.changed(now)
	t.Status, t.Deadline = Playing, time.Time{}
	return t, nil
}

// mayPause returns why a member can neither pause the tournament nor end a pause, nil if they can.
func (t Tournament) mayPause(member string) error {
	switch {
	case member != t.Organiser:
		return ErrNotOrganiser
	case t.Status == Registration:
		return ErrNotStarted
	case t.Status == Over:
		return ErrOver
	}
	return nil
}

// End stops the tournament; open pairings stay open and count for nobody. Error: ErrNotOrganiser.
func (t Tournament) End(member string, now time.Time) (Tournament, error) {
	switch {
	case member != t.Organiser:
		return t, ErrNotOrganiser
	case t.Status == Over:
		return t, nil
	}
	t = t.changed(now)
	t.end(true)
	return t, nil
}

// Tick ends a tournament whose Deadline has come, and returns t itself otherwise.
func (t Tournament) Tick(now time.Time) Tournament {
	if t.Deadline.IsZero() || now.Before(t.Deadline) {
		return t
	}
	t = t.changed(now)
	t.end(true)
	return t
}

// Number returns the index of a member in Players, and false when they are not in it.
func (t Tournament) Number(member string) (int, bool) {
	n := slices.IndexFunc(t.Players, func(p Player) bool { return p.ID == member })
	return n, n >= 0 && member != match.Anonymous
}

// RoundsInAll returns how many rounds the tournament has unless players withdraw, 0 before
// the start. A Swiss has one more than would find a single winner if no game were drawn,
// as many are.
func (t Tournament) RoundsInAll() int {
	n := len(t.Players)
	log := bits.Len(uint(max(n, 1) - 1)) // rounded up
	switch t.System {
	case RoundRobin:
		return n - 1 + n%2
	case Swiss:
		return log + 1
	case Elimination:
		return log
	}
	return 0
}

// changed returns t as its next version, which shares nothing with t. Every change begins
// with it.
func (t Tournament) changed(now time.Time) Tournament {
	t.Version++
	t.Changed = now
	t.Players = slices.Clone(t.Players)
	t.Rounds = slices.Clone(t.Rounds)
	for i, r := range t.Rounds {
		t.Rounds[i] = slices.Clone(r)
	}
	return t
}

// end ends t, which nothing waits for any more.
func (t *Tournament) end(stopped bool) {
	t.Status, t.Stopped = Over, stopped
	t.Deadline = time.Time{}
}
