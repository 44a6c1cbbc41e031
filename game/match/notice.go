package match

import (
	"time"

	"noughts/game"
)

const (
	// TurnPatience is how long a turn lasts before its player is mentioned.
	TurnPatience = time.Minute
	// acceptPatience is how long the bot waits before it tells the starter that the challenge was
	// accepted. A starter who moves before that gets no notice.
	acceptPatience = 5 * time.Second
	// longClock is the shortest time per move for which the bot warns the player. The warning comes when a sixth of the
	// time (1/reminderShare) is left.
	longClock = time.Hour

	reminderShare = 6
	// pingPatience is how long one process has to post a ping. After that another process posts it.
	pingPatience = 10 * time.Second
)

// A Notice is a message to a player besides the board.
type Notice uint8

// The notices of a turn, in order of time. A turn has each notice at most once.
const (
	NoNotice  Notice = iota
	Accepted         // to the starter: the challenge was accepted
	YourTurn         // to the player to move: after a minute, or at once for players who want the board in words
	TimeShort        // to the player to move: a long clock is running out
	NextUp           // to the first member of Hill.Queue, who is next to play the winner
)

// A Ping records the notices of the current turn, which share one message. The zero Ping means that no notice was sent.
// A Ping can change without a new version of the match.
type Ping struct {
	Turn    time.Time `json:"turn,omitzero"`     // the turn that the ping belongs to, as returned by Match.Turn
	Told    Notice    `json:"told,omitempty"`    // the latest notice of that turn that was sent or suppressed by settings
	Pending time.Time `json:"pending,omitzero"`  // when posting began, if it is unknown whether Discord has the message; else zero
	Message string    `json:"message,omitempty"` // id of the message, or of the previous message while Pending is set; "" for none
}

// PingIsOld reports whether the ping belongs to a turn that is over.
func (r Record) PingIsOld() bool {
	return (r.Ping.Message != "" || !r.Ping.Pending.IsZero()) && !r.pingIsCurrent()
}

func (r Record) pingIsCurrent() bool {
	turn := r.Match.Turn()
	return !turn.IsZero() && r.Ping.Turn.Equal(turn)
}

// Turn returns a time that identifies the current turn: when the turn began or, while the winner
// waits for a member, the deadline. It returns the zero time if nobody has to act.
func (m Match) Turn() time.Time {
	switch {
	case m.Status == Playing:
		return m.TurnBegan
	case m.WaitsForMember():
		return m.Deadline
	}
	return time.Time{}
}

// lastNotice returns the latest notice in r.Ping if the ping belongs to the current turn.
func (r Record) lastNotice() Notice {
	if r.pingIsCurrent() {
		return r.Ping.Told
	}
	return NoNotice
}

// Notice returns the latest notice that is due at `now` and was not sent, and the member who gets it.
// It returns NoNotice if no notice is due.
func (r Record) Notice(now time.Time) (notice Notice, member string) {
	for _, n := range r.notices() {
		if !now.Before(n.at) {
			notice, member = n.notice, n.member
		}
	}
	return notice, member
}

// TakeOver returns when another process may post a pending ping, a message that was sent to Discord
// and may not have arrived.
func (p Ping) TakeOver() time.Time { return p.Pending.Add(pingPatience) }

// Due returns when the record next needs work without a member's request. The work can concern the
// match (see Match.Tick), the end of a vacation, a ping, the thread, or the second team's message.
// Due returns false if no work is planned.
func (r Record) Due() (time.Time, bool) {
	m := r.Match
	due, ok := m.Deadline, !m.Deadline.IsZero()
	add := func(at time.Time) {
		if !ok || at.Before(due) {
			due, ok = at, true
		}
	}
	if r.Mirror.Channel != "" && r.Mirror.Message == "" && m.Status != Over {
		add(m.Created.Add(mirrorPatience))
	}
	switch stage := r.Place.Thread; {
	case stage == ThreadWanted && m.Status != Challenge, stage == ThreadOpening:
		add(m.Changed.Add(threadPatience))
	case stage == ThreadOpen && m.Status == Over && !m.GoesOn():
		add(m.Changed.Add(ThreadRest))
	}
	for _, side := range []game.Mark{game.X, game.O} {
		if back := m.AwayUntil(side); !back.IsZero() {
			add(back)
		}
	}
	switch {
	case !r.Ping.Pending.IsZero():
		add(r.Ping.TakeOver())
	case r.PingIsOld():
		add(m.Changed)
	default:
		for _, n := range r.notices() {
			add(n.at)
		}
	}
	return due, ok
}

type timedNotice struct {
	notice Notice
	at     time.Time
	member string
}

// notices returns the remaining notices of the turn, in order of time. A game against the computer
// has no notices, because no other member waits for the player's move.
func (r Record) notices() []timedNotice {
	m := r.Match
	switch {
	case m.WaitsForMember() && r.lastNotice() == NextUp:
		return nil
	case m.WaitsForMember(): // the first member of the queue is next to play the winner
		return []timedNotice{{NextUp, m.Deadline.Add(-HillPause), m.Hill.Queue[0]}}
	case m.Status != Playing, m.TurnBegan.IsZero(), !m.Stranded.IsZero(), !m.Players[0].IsPerson(), !m.Players[1].IsPerson():
		return nil
	}
	told := r.lastNotice()
	var all []timedNotice
	add := func(notice Notice, at time.Time, member string) {
		if notice > told && (!m.ClockRuns() || at.Before(m.Deadline)) {
			all = append(all, timedNotice{notice, at, member})
		}
	}
	mover, follows := m.ToMove().ID, m.Follows()
	// The starter may not know yet that the challenge was accepted, because no notice was sent so far. Not so in a
	// tournament, where the players get YourTurn, and in the next game of a series or a Hill, which the players began
	// themselves.
	isFirst := r.Ping.Turn.IsZero() && r.Tournament == "" && !follows
	patience := TurnPatience
	if isFirst && mover == m.Starter && len(m.Moves) == 1 {
		patience = acceptPatience // the opponent has accepted and already moved, so the starter hears of it soon
	}
	if m.lookOf(mover).Words != "" {
		patience = 0 // a screen reader does not announce that the board has changed
	}
	if isFirst && len(m.Moves) == 0 {
		add(Accepted, m.TurnBegan.Add(acceptPatience), m.Starter)
	}
	if mover != m.Starter || len(m.Moves) > 0 || follows { // a starter who moves first gets Accepted instead
		add(YourTurn, m.TurnBegan.Add(patience), mover)
	}
	if m.Options.Clock >= longClock {
		add(TimeShort, m.Deadline.Add(-m.Options.Clock/reminderShare), mover)
	}
	return all
}
