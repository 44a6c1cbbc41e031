package tournament

import (
	"time"

	"noughts/game/match"
)

// A Record is a tournament as it is stored: with its place and what Discord shows of it. It is
// stored as JSON under the names of its fields, which must never change.
type Record struct {
	Tournament Tournament
	Revision   int         // grows by one with every save, from 1; 0 before the first
	Place      match.Place // where it was announced; its style is the boards' style
	Message    string      // id of the message that shows it, "" if unknown
	Games      string      // the channel of the games, "" before the start
	Announced  int         // how many rounds' pairings were posted
	Shown      int         // the version that the message shows, at least
	Closed     bool        // the tournament is over and the end was announced
	Announce   bool        `json:",omitempty"` // the next one of a repeated tournament, whose message the bot posts by itself
	Continued  bool        `json:",omitempty"` // the next one is stored
}

// Open reports whether the tournament still blocks another one in its channel.
func (r Record) Open() bool { return r.Tournament.Status != Over }

// Due returns from when on the owner must look after the tournament, and false if no longer. While
// it is played that is always: there may be results to report and games to post. After the end it is when the next
// one of a repeated tournament must be announced.
func (r Record) Due() (time.Time, bool) {
	switch {
	case r.Closed:
		next, ok := r.Tournament.NextStart()
		return next.Add(-AnnouncedBefore), ok && !r.Continued
	case r.Tournament.Status == Registration && (!r.Announce || r.Message != ""):
		return r.Tournament.Deadline, true
	}
	return r.Tournament.Created, true
}

// Members returns the players and the organizer, except those whose data was deleted.
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

// Forget returns the record with the member replaced by an anonymous player. A member who still
// plays withdraws, and a tournament that the member organizes ends. Unless the end was announced,
// the message is due to be drawn again without the name.
func (r Record) Forget(member string, now time.Time) Record {
	t := r.Tournament
	if _, plays := t.Number(member); plays && t.Status != Over {
		t, _ = t.Withdraw(member, now) // an error means they do not play, or it is over
	}
	if t.Organiser == member && t.Status != Over {
		t, _ = t.End(member, now) // an error means they are not the organizer
	}
	r.Tournament = t.Forget(member)
	if !r.Closed {
		r.Shown = 0
	}
	return r
}

// Validate returns an error that wraps ErrInvalid if no sequence of changes can have made the record.
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

// Forget returns the tournament with the member replaced by an anonymous player, at the same
// version. The member must neither play on in the tournament nor organize it.
func (t Tournament) Forget(member string) Tournament {
	if n, ok := t.Number(member); ok {
		version, changed := t.Version, t.Changed
		t = t.changed(changed)
		t.Version = version
		t.Players[n].ID, t.Players[n].Rating = match.Anonymous, 0
	}
	if t.Organiser == member {
		t.Organiser, t.Options.Repeat = match.Anonymous, Once
	}
	return t
}
