package match

import "time"

const (
	// TurnPatience is how long it may be a player's turn before the player is told so.
	TurnPatience = time.Minute
	// acceptPatience is how long the owner is given to see that the challenge is accepted:
	// who plays meanwhile need not be told.
	acceptPatience = 5 * time.Second
	// longClock is the shortest clock with a warning: its player is told when a sixth of the time
	// is left.
	longClock = time.Hour

	reminderShare = 6
	// pingPatience is how long a process has for posting a ping before another one, or the
	// next, does it in its place.
	pingPatience = 10 * time.Second
)

// A Notice is something that a player is told beside the board.
type Notice uint8

// The notices of a turn, in order of time. Each is given once at most.
const (
	NoNotice  Notice = iota
	Accepted         // the owner: the challenge is accepted, for acceptPatience
	YourTurn         // the player to move, for TurnPatience
	TimeShort        // the player to move: a long clock is about to run out
	NextUp           // the member who is next to play the winner
)

// A Ping is what players have been told beside the board, in at most one message. The
// zero Ping is nothing. It changes without a new version of the match.
type Ping struct {
	Turn    time.Time `json:"turn,omitzero"`     // Match.Turn of the turn that it belongs to
	Told    Notice    `json:"told,omitempty"`    // the last one of that turn that was given, or was not wanted
	Pending time.Time `json:"pending,omitzero"`  // since when it is not known whether Discord has it; zero when it is known
	Message string    `json:"message,omitempty"` // id of the message, or of the one before while this is pending; "" for none
}

// PingIsOld says whether something is left of a ping whose turn is over.
func (r Record) PingIsOld() bool {
	return (r.Ping.Message != "" || !r.Ping.Pending.IsZero()) && !r.pingIsCurrent()
}

func (r Record) pingIsCurrent() bool {
	turn := r.Match.Turn()
	return !turn.IsZero() && r.Ping.Turn.Equal(turn)
}

// Turn returns what tells one turn from others: when it began, and after the end, while the
// winner waits for a member, until when. It is zero where nobody is to do anything.
func (m Match) Turn() time.Time {
	switch {
	case m.Status == Playing:
		return m.TurnBegan
	case m.WaitsForMember():
		return m.Deadline
	}
	return time.Time{}
}

// told returns the last notice of the turn that was given.
func (r Record) told() Notice {
	if r.pingIsCurrent() {
		return r.Ping.Told
	}
	return NoNotice
}

// Notice returns the notice that is due at now and was not given, and its recipient; NoNotice for
// none. Of several it is the last one.
func (r Record) Notice(now time.Time) (notice Notice, member string) {
	for _, n := range r.notices() {
		if !now.Before(n.at) {
			notice, member = n.notice, n.member
		}
	}
	return notice, member
}

// TakeOver returns when whoever knows nothing of a ping that is pending posts it.
func (p Ping) TakeOver() time.Time { return p.Pending.Add(pingPatience) }

// Due returns when something must happen in the match without a member's request: when Match.Due says,
// or for its ping, its thread or its second message. It returns false if never.
func (r Record) Due() (time.Time, bool) {
	due, ok := r.Match.Due()
	add := func(at time.Time) {
		if !ok || at.Before(due) {
			due, ok = at, true
		}
	}
	if at, missing := r.mirrorDue(); missing {
		add(at)
	}
	if at, ok := r.threadDue(); ok {
		add(at)
	}
	switch {
	case !r.Ping.Pending.IsZero():
		add(r.Ping.TakeOver())
	case r.PingIsOld():
		add(r.Match.Changed)
	default:
		for _, n := range r.notices() {
			add(n.at)
		}
	}
	return due, ok
}

// A timedNotice is a notice with its time and the member it is for.
type timedNotice struct {
	notice Notice
	at     time.Time
	member string
}

// notices returns those of the turn that are still to come, in order of time: between two
// persons, as who plays against the computer is never waited for by anybody.
func (r Record) notices() []timedNotice {
	m := r.Match
	switch {
	case m.WaitsForMember():
		return r.nextUp()
	case m.Status != Playing, m.TurnBegan.IsZero(), !m.Players[0].IsPerson(), !m.Players[1].IsPerson():
		return nil
	}
	told := r.told()
	var all []timedNotice
	add := func(notice Notice, at time.Time, member string) {
		if notice > told && (!m.ClockRuns() || at.Before(m.Deadline)) {
			all = append(all, timedNotice{notice, at, member})
		}
	}
	mover, follows := m.ToMove().ID, m.Follows()
	isFirst := r.waitsForOwner()
	patience := TurnPatience
	if isFirst && mover == m.Owner && len(m.Moves) == 1 {
		patience = acceptPatience // the other has played at once
	}
	if isFirst && len(m.Moves) == 0 {
		add(Accepted, m.TurnBegan.Add(acceptPatience), m.Owner)
	}
	if mover != m.Owner || len(m.Moves) > 0 || follows { // else Accepted says so
		add(YourTurn, m.TurnBegan.Add(patience), mover)
	}
	if m.Options.Clock >= longClock {
		add(TimeShort, m.Deadline.Add(-m.Options.Clock/reminderShare), mover)
	}
	return all
}

// waitsForOwner says whether nothing was told in the match yet, and its owner may not know
// that it has begun, as it was a challenge. When a game of a tournament begins both players
// are told, and who begins the next game of others is there.
func (r Record) waitsForOwner() bool {
	return r.Ping.Turn.IsZero() && r.Tournament == "" && !r.Match.Follows()
}

// nextUp returns the notice to the member who is next to play the winner, if it is still to
// come.
func (r Record) nextUp() []timedNotice {
	if r.told() == NextUp {
		return nil
	}
	m := r.Match
	return []timedNotice{{NextUp, m.Deadline.Add(-HillPause), m.Hill.Queue[0]}}
}
