package tournament

import (
	"time"

	"noughts/game/match"
)

// A Record is a tournament as it is kept: with where it is played and what Discord shows of
// it. It is kept as JSON by the names of its fields and of those in them, which stay for ever.
type Record struct {
	Tournament Tournament
	Revision   int         // grows by one whenever the record is saved, from 1; 0 before that
	Place      match.Place // where it was announced; its style is that of the boards
	Message    string      // id of the message that shows it, "" when it is not known
	Games      string      // the channel of its games, "" before the start
	Announced  int         // of how many rounds the pairings were posted
	Shown      int         // the version that the message shows, or an older one than it shows
	Closed     bool        // it is over, and everybody has been told
}

// Open says whether another tournament in the same channel has to wait.
func (r Record) Open() bool { return r.Tournament.Status != Over }

// Due returns from when on somebody is to look after the tournament, and false if nobody is
// any more. While it is played that is at all times: results may be there that nobody has
// reported, and games that nobody has posted.
func (r Record) Due() (time.Time, bool) {
	switch {
	case r.Closed:
		return time.Time{}, false
	case r.Tournament.Status == Registration:
		return r.Tournament.Deadline, true
	}
	return r.Tournament.Created, true
}

// Members returns whose tournament it is: the players and the organiser, without those who
// were forgotten.
func (r Record) Members() []string {
	var members []string
	for _, p := range r.Tournament.Players {
		if p.ID != match.Anonymous {
			members = append(members, p.ID)
		}
	}
	organiser := r.Tournament.Organiser
	if _, plays := r.Tournament.Number(organiser); !plays && organiser != match.Anonymous {
		members = append(members, organiser)
	}
	return members
}

// Forget returns the record with an anonymous player in the member's place. A member who still plays
// withdraws, and what the member organises ends. The message must be drawn again without the name,
// unless the end was announced.
func (r Record) Forget(member string, now time.Time) Record {
	t := r.Tournament
	if _, plays := t.Number(member); plays && t.Status != Over {
		t, _ = t.Withdraw(member, now) // fails for those who do not play, and after the end
	}
	if t.Organiser == member && t.Status != Over {
		t, _ = t.End(member, now) // fails for others
	}
	r.Tournament = t.Forget(member)
	if !r.Closed {
		r.Shown = 0
	}
	return r
}

// Validate returns an error that wraps ErrInvalid for a record that cannot have come about.
func (r Record) Validate() error {
	t := r.Tournament
	switch {
	case r.Revision < 1:
		return invalid("its revision is %d", r.Revision)
	case r.Announced < 0 || r.Announced > len(t.Rounds):
		return invalid("%d of %d rounds were announced", r.Announced, len(t.Rounds))
	case r.Shown < 0 || r.Shown > t.Version:
		return invalid("version %d of %d is shown", r.Shown, t.Version)
	case r.Closed && r.Open():
		return invalid("it is closed while it goes on")
	}
	return t.Validate()
}
