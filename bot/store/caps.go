package store

import (
	"fmt"
	"slices"
	"time"

	"noughts/game/match"
)

// Caps are how many matches may be open, 0 for any number. For a member a
// challenge that waits counts only if the member owns it: no member can fill up the
// share of another.
type Caps struct {
	Member          int
	Channel         int
	Server          int
	MemberInChannel int
	// Challenges is how many challenges of a member to another may wait, in all
	// channels, and Declined how many the other may decline in DeclinedLife. One that is
	// withdrawn has mentioned the other as well, and counts as declined.
	Challenges int
	Declined   int
	// Invited is how many different members a member may invite in InvitedLife: a challenge that was accepted does not
	// count, as it was welcome.
	Invited int
}

// DeclinedLife is how long a declined challenge counts.
const DeclinedLife = 24 * time.Hour

// InvitedLife is how long a challenge counts as an invitation, if nobody accepts it.
const InvitedLife = time.Hour

// A FullError says that a scope has as many open matches as it may have, or that a member
// has challenged another as often as they may.
type FullError struct {
	Scope Scope
	Most  int // how many may be open
	// Challenged, if any, is whom the member of the scope has challenged: what counts is
	// the challenges that wait, or those that were Declined.
	Challenged string
	Declined   bool
	Invited    bool // what counts is the members that the member of the scope has invited
}

func (e *FullError) Error() string {
	if e.Invited {
		return fmt.Sprintf("store: %s has invited %d members, and may invite no more", e.Scope.Member, e.Most)
	}
	if e.Challenged != "" {
		return fmt.Sprintf("store: %s has challenged %s %d times (declined: %t), and may not again", e.Scope.Member, e.Challenged, e.Most, e.Declined)
	}
	return fmt.Sprintf("store: %d matches are open of %+v, and no more may be", e.Most, e.Scope)
}

// Limits returns which scopes have one match more by the change, and how many
// they may have. Those of a match that is stored count only if it is a challenge.
func (c Change) Limits() []FullError {
	m, place := c.Record.Match, c.Record.Place
	accepts := m.Status == match.Playing && len(m.Moves) == 0
	if m.Status == match.Over || c.Expected > 0 && !accepts || c.Caps == (Caps{}) {
		return nil
	}
	var limits []FullError
	add := func(most int, of Scope, ids ...string) {
		if most > 0 && !slices.Contains(ids, "") {
			limits = append(limits, FullError{Scope: of, Most: most})
		}
	}
	for _, member := range members(m) {
		if counted := c.Expected > 0 && member == m.Owner; !counted && countsFor(m, member) {
			add(c.Caps.Member, Scope{Member: member})
			add(c.Caps.MemberInChannel, Scope{Member: member, Channel: place.Channel}, place.Channel)
		}
	}
	if c.Expected == 0 {
		limits = append(limits, c.Caps.challenge(m)...)
		add(c.Caps.Channel, Scope{Channel: place.Channel}, place.Channel)
		add(c.Caps.Server, Scope{Guild: place.Guild}, place.Guild)
	}
	return limits
}

// challenge returns how often its owner may challenge the member whom a match would challenge, if
// it is one.
func (c Caps) challenge(m match.Match) (limits []FullError) {
	challenged := m.Challenged()
	if m.Status != match.Challenge || !challenged.IsPerson() {
		return nil
	}
	for i, most := range [...]int{c.Challenges, c.Declined} {
		if most > 0 {
			limits = append(limits, FullError{Scope: Scope{Member: m.Owner}, Most: most, Challenged: challenged.ID, Declined: i > 0})
		}
	}
	if c.Invited > 0 {
		limits = append(limits, FullError{Scope: Scope{Member: m.Owner}, Most: c.Invited, Invited: true})
	}
	return limits
}

// countsFor says whether an open match is one of those that a member may have so
// many of.
func countsFor(m match.Match, member string) bool {
	return m.Status == match.Playing || m.Owner == member
}

// members returns whose match it is: at most two, as a match between two
// computers has an owner but no members that play.
func members(m match.Match) []string {
	ids := make([]string, 0, 3)
	for _, id := range [...]string{m.Owner, m.Players[0].ID, m.Players[1].ID} {
		if id != "" && !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
	}
	return ids
}

// counts reports whether a match counts towards a cap.
func (e *FullError) counts(r match.Record, now time.Time) bool {
	m := r.Match
	switch {
	case e.Invited:
		return m.Owner == e.Scope.Member && isUnaccepted(m) && m.Created.After(now.Add(-InvitedLife))
	case e.Challenged == "":
		return e.Scope.has(r) && m.Status != match.Over && (e.Scope.Member == "" || countsFor(m, e.Scope.Member))
	case m.Owner != e.Scope.Member || m.Challenged().ID != e.Challenged:
		return false
	case e.Declined:
		gone := m.Result.Reason == match.Declined || m.Result.Reason == match.Withdrawn
		return gone && m.Changed.After(now.Add(-DeclinedLife))
	}
	return m.Status == match.Challenge
}

// checkCaps returns a *FullError for a change that leads to too many open matches.
func (s *Memory) checkCaps(c Change, before match.Match, stored bool) error {
	accepts := stored && before.Status == match.Challenge && before.Version == c.Expected
	if c.Expected > 0 && !accepts {
		return nil
	}
	for _, limit := range c.Limits() {
		open, invited := 0, map[string]bool{}
		for _, r := range s.records {
			if limit.counts(r, c.Record.Match.Created) {
				open++
				invited[r.Match.Challenged().ID] = true
			}
		}
		if limit.Invited {
			open = len(invited)
		}
		if key, since := limit.Traces(s.secret, c.Record.Match.Created); key != "" {
			open += s.traced(key, since)
		}
		if open >= limit.Most {
			return &limit
		}
	}
	return nil
}
