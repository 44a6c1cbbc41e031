// Package tournament has tournaments: registration, pairings in rounds, results and the table. A
// Tournament is an immutable value. A method that changes something returns a new Tournament whose
// Version is one higher, or an error that says why the method refuses. The package reads no clock
// and no random source: callers pass the time and a source of random numbers.
//
// Methods are idempotent: if a call would change nothing, they return the tournament at the same version without an
// error. If saving fails because another version was stored meanwhile, load that version and call the method again.
package tournament

import (
	"cmp"
	"errors"
	"math/bits"
	"slices"
	"time"

	"noughts/game"
	"noughts/game/match"
)

// Limits.
const (
	MinPlayers    = 2
	MaxPlayers    = 64
	maxRoundRobin = 6
	// FirstClock is the time for each player's first move, if it is longer than the clock.
	FirstClock = 5 * time.Minute
	// IdleLife is how long a tournament that has not started or is paused stays open.
	IdleLife = 7 * 24 * time.Hour
	// MinScheduled is the smallest number of players of a scheduled tournament. With fewer players
	// the tournament is called off.
	MinScheduled = 3
	// AnnouncedBefore is how long before its start a repeated tournament is announced.
	AnnouncedBefore = 24 * time.Hour
	// maxMonthlyDay is the last day of a month that exists in every month.
	maxMonthlyDay = 28
)

// System says how players are paired.
type System uint8

// The systems.
const (
	ByNumber    System = iota // the number of players decides at the start: RoundRobin or Swiss
	RoundRobin                // each player meets all others, by the Berger tables
	Swiss                     // each player meets players with about the same points
	Elimination               // a player who loses is out
)

// Repeat is the interval between a tournament and its repetition.
type Repeat uint8

// The intervals.
const (
	Once Repeat = iota
	Weekly
	Monthly
)

func (r Repeat) after(t time.Time) time.Time {
	if r == Monthly {
		return t.AddDate(0, 1, 0)
	}
	return t.AddDate(0, 0, 7)
}

// FirstStart returns the first start of a repeated tournament at an hour in UTC. It is the first such time that is at
// least 24 hours after `now`. A monthly tournament starts on a day that exists in every month.
func (r Repeat) FirstStart(hour int, now time.Time) time.Time {
	at := now.UTC().Add(AnnouncedBefore)
	start := time.Date(at.Year(), at.Month(), at.Day(), hour, 0, 0, 0, time.UTC)
	for start.Before(at) || r == Monthly && start.Day() > maxMonthlyDay {
		start = start.AddDate(0, 0, 1)
	}
	return start
}

// Options are the settings of a tournament, chosen by the organiser.
type Options struct {
	Match  match.Options // options of every game; First is ignored
	System System        // ByNumber or Elimination
	// Starts is when StartDue starts a scheduled tournament. It is zero if the organiser starts it.
	Starts time.Time `json:",omitzero"`
	Repeat Repeat    `json:",omitempty"` // Once unless Starts is set
}

// Status is the stage of a tournament.
type Status uint8

// The stages. A tournament goes from Registration to Playing to Over. It can be Paused while it is played.
const (
	Registration Status = iota
	Playing
	Paused
	Over
)

// A Player is a participant.
type Player struct {
	ID        string // the member's id
	Rating    int    // decides the first pairings; equal for all players if ratings do not count
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
	Stopped   bool // the tournament was ended early, so nobody has won
	// Players are in the order of registration until the start. After that they are in the order of
	// pairing numbers, the strongest player first. Pairings and rows refer to players by index.
	Players []Player
	Rounds  []Round // only the last round can be unfinished
	// Deadline is the time when StartDue starts a scheduled tournament, or Tick ends a tournament that has not started
	// or is paused. It is zero during play, where the clocks of the games limit the time, and after the end.
	Deadline time.Time
	Created  time.Time
	Changed  time.Time
}

// New returns a tournament open for registration. Error: match.ErrOptions.
func New(id match.ID, organiser string, opts Options, now time.Time) (Tournament, error) {
	opts.Match.First = match.FirstX
	_, err := match.New("1", "1", match.Person("1"), match.Person("2"), opts.Match, game.X, now)
	if err != nil || opts.System != ByNumber && opts.System != Elimination ||
		opts.Repeat > Monthly || opts.Repeat != Once && opts.Starts.IsZero() {
		return Tournament{}, match.ErrOptions
	}
	return Tournament{
		ID: id, Version: 1, Organiser: organiser, Options: opts,
		Deadline: cmp.Or(opts.Starts, now.Add(IdleLife)), Created: now, Changed: now,
	}, nil
}

// Register adds a member. It changes nothing if the member is already registered. `rating` may be
// the same for all members. Errors: ErrStarted, ErrFull, and ErrNotPlayer for "" and an anonymous member.
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

// Withdraw removes a member before the start. After the start the member stays in the table, is not
// paired again, and loses an unfinished game. Errors: ErrNotPlayer, ErrOver.
func (t Tournament) Withdraw(member string, now time.Time) (Tournament, error) {
	n, ok := t.Number(member)
	switch {
	case t.Status == Over:
		return t, ErrOver
	case !ok && t.Status == Registration:
		return t, nil // already withdrawn, or never registered
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
	for _, r := range t.Rounds {
		for i, p := range r {
			if p.Outcome == Open && (p.X == n || p.O == n) {
				r[i].Outcome = absent(p.X == n, p.O == n)
			}
		}
	}
	return t, nil
}

// Start numbers the players by rating, players with equal ratings at random, and pairs the first round. pick(n) returns
// a random number in [0, n), like math/rand/v2's IntN. Errors: ErrNotOrganiser, ErrStarted, ErrTooFew.
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
	t.System = t.chosenSystem()
	t.pair(pick)
	return t, nil
}

func (t Tournament) chosenSystem() System {
	switch {
	case t.Options.System != ByNumber:
		return t.Options.System
	case len(t.Players) <= maxRoundRobin:
		return RoundRobin
	}
	return Swiss
}

// StartDue starts a scheduled tournament at its time, or calls it off if fewer than MinScheduled have registered.
func (t Tournament) StartDue(pick func(n int) int, now time.Time) Tournament {
	if t.Status != Registration || t.Options.Starts.IsZero() || now.Before(t.Options.Starts) {
		return t
	}
	if len(t.Players) >= MinScheduled {
		if started, err := t.Start(t.Organiser, pick, now); err == nil {
			return started
		}
	}
	return t.stopped(now)
}

// TooFew reports whether a scheduled tournament was called off because too few members had registered.
func (t Tournament) TooFew() bool {
	return t.Stopped && t.System == ByNumber && !t.Options.Starts.IsZero() && len(t.Players) < MinScheduled && !t.Changed.Before(t.Options.Starts)
}

// NextStart returns the start of the following tournament. It returns false if the tournament is not repeated.
func (t Tournament) NextStart() (time.Time, bool) {
	if t.Options.Repeat == Once {
		return time.Time{}, false
	}
	return t.Options.Repeat.after(t.Options.Starts), true
}

// DoNotRepeat returns the tournament changed so that no repetition follows it.
func (t Tournament) DoNotRepeat(now time.Time) Tournament {
	if t.Options.Repeat != Once {
		t = t.changed(now)
		t.Options.Repeat = Once
	}
	return t
}

// Again returns the following tournament of a repeated tournament. Its start is after `now`.
func (t Tournament) Again(now time.Time) (Tournament, error) {
	opts := t.Options
	for opts.Starts = opts.Repeat.after(opts.Starts); !opts.Starts.After(now); {
		opts.Starts = opts.Repeat.after(opts.Starts)
	}
	return New(t.ID.Next(), t.Organiser, opts, now)
}

// Pause stops pairing; current games go on and count. Errors: ErrNotOrganiser, ErrNotStarted, ErrOver.
func (t Tournament) Pause(member string, now time.Time) (Tournament, error) {
	return t.switched(member, Paused, now.Add(IdleLife), now)
}

// Resume ends a pause. It returns the same errors as Pause.
func (t Tournament) Resume(member string, now time.Time) (Tournament, error) {
	return t.switched(member, Playing, time.Time{}, now)
}

func (t Tournament) switched(member string, status Status, deadline, now time.Time) (Tournament, error) {
	switch {
	case member != t.Organiser:
		return t, ErrNotOrganiser
	case t.Status == Registration:
		return t, ErrNotStarted
	case t.Status == Over:
		return t, ErrOver
	case t.Status == status:
		return t, nil
	}
	t = t.changed(now)
	t.Status, t.Deadline = status, deadline
	return t, nil
}

// End stops the tournament. Open pairings stay open and do not count. Error: ErrNotOrganiser.
func (t Tournament) End(member string, now time.Time) (Tournament, error) {
	switch {
	case member != t.Organiser:
		return t, ErrNotOrganiser
	case t.Status == Over:
		return t, nil
	}
	return t.stopped(now), nil
}

// Tick ends a tournament whose Deadline has passed, except those that StartDue starts or calls off.
func (t Tournament) Tick(now time.Time) Tournament {
	if t.Deadline.IsZero() || now.Before(t.Deadline) || t.Status == Registration && !t.Options.Starts.IsZero() {
		return t
	}
	return t.stopped(now)
}

// Number returns a member's index in Players. It returns false if the member is not registered.
func (t Tournament) Number(member string) (int, bool) {
	n := slices.IndexFunc(t.Players, func(p Player) bool { return p.ID == member })
	return n, n >= 0 && member != match.Anonymous
}

// RoundsInAll returns the planned number of rounds, 0 before the start. If no game were drawn, log2(n) rounds would
// find a single winner of a Swiss tournament. It has one round more, because many games are drawn.
func (t Tournament) RoundsInAll() int {
	n := len(t.Players)
	log := bits.Len(uint(max(n, 1) - 1)) // the logarithm of n to base 2, rounded up
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

// changed returns t as its next version, as a deep copy. Every change begins with a call of changed.
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

func (t Tournament) stopped(now time.Time) Tournament {
	t = t.changed(now)
	t.Status, t.Stopped, t.Deadline = Over, true, time.Time{}
	return t
}

// Reasons to refuse an action on a tournament.
var (
	ErrNotOrganiser = errors.New("only the organizer may do that")
	ErrNotPlayer    = errors.New("you are not in this tournament")
	ErrStarted      = errors.New("the tournament has already started")
	ErrNotStarted   = errors.New("the tournament has not started yet")
	ErrPaused       = errors.New("the tournament is paused")
	ErrOver         = errors.New("the tournament is over")
	ErrFull         = errors.New("the tournament is full")
	ErrTooFew       = errors.New("too few players")
	ErrRoundOpen    = errors.New("the round still has unfinished games")
	ErrNoPairing    = errors.New("no such game in this tournament")
	ErrReported     = errors.New("the game already has another result")
)

// ErrInvalid is wrapped by the errors of Tournament.Validate and Record.Validate.
var ErrInvalid = errors.New("invalid tournament state")
