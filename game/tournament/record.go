package tournament

import (
	"slices"
	"time"

	"noughts/game/match"
)

// A Record is a tournament as stored: as JSON under the names of its fields, which must never change.
type Record struct {
	Tournament Tournament
	Revision   int         // grows by one with every save, from 1; 0 before the first save
	Place      match.Place // where the tournament was announced; Style is the style of its boards
	Message    string      // id of the tournament's message, "" if unknown
	Older      []string    `json:",omitempty"` // earlier such messages, which must be edited into a link to the newest
	Games      string      // the channel of the games, "" before the start
	Announced  int         // number of rounds whose pairings were posted
	Shown      int         // the latest version that the message is known to show
	Closed     bool        // the tournament is over and the end was announced
	Announce   bool        `json:",omitempty"` // the tournament follows an earlier one, so the bot posts its message without a command
	Continued  bool        `json:",omitempty"` // the following tournament is stored
}

// ShownIn returns the record after a newer message has shown the tournament.
func (r Record) ShownIn(message string) Record {
	if r.Message != "" {
		r.Older = append(slices.Clip(r.Older), r.Message)
	}
	r.Message = message
	return r
}

// Open reports whether the tournament still prevents another tournament in its channel.
func (r Record) Open() bool { return r.Tournament.Status != Over }

// Due returns when the bot must next work on the tournament, and false if there is nothing to do. A started tournament
// is always due until its end is announced: there may be results to report and games to post. After that, a repeated
// tournament is due when the following tournament must be announced.
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

// Members returns the players and the organiser, except those whose data was deleted.
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

// Forget returns the record with the member replaced by an anonymous player. A member who is still
// playing withdraws, and a tournament that the member organises ends. If the end was not announced
// yet, Forget resets Shown, so that the message is drawn again without the member's name.
func (r Record) Forget(member string, now time.Time) Record {
	t := r.Tournament
	if _, plays := t.Number(member); plays && t.Status != Over {
		t, _ = t.Withdraw(member, now) // an error means that the member does not play, or the tournament is over
	}
	if t.Organiser == member && t.Status != Over {
		t, _ = t.End(member, now) // an error means that the member is not the organiser
	}
	r.Tournament = t.Forget(member)
	if !r.Closed {
		r.Shown = 0
	}
	return r
}

// Validate returns an error that wraps ErrInvalid if the record is in a state that no sequence of changes can reach.
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

// Forget replaces a member, who neither plays nor organises any more, by an anonymous player, at the same version.
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
