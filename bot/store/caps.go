package store

import (
	"fmt"
	"slices"
	"time"

	"noughts/game/match"
)

// Caps are the largest allowed numbers of open matches, 0 for no limit. Stranded matches do not count. A challenge that waits for an answer counts
// only for its owner (the challenger), so nobody can use up another member's limit.
type Caps struct {
	Member          int
	Channel         int
	Server          int
	MemberInChannel int
	Watched         int // open matches between computers of one owner
	// Challenges is how many open challenges a member may have to the same other member, in all channels together.
	// Declined is how many challenges from one member to another may be declined within a day (DeclinedLife). A
	// withdrawn challenge counts as declined, because the challenged member was already mentioned.
	Challenges int
	Declined   int
	// Invited is how many different members a member may challenge within an hour (InvitedLife), each challenge to a team
	// counted like one: it is posted where the member is not. An accepted challenge does not count.
	Invited int
}

// DeclinedLife is how long a declined or withdrawn challenge counts towards Caps.Declined.
const DeclinedLife = 24 * time.Hour

// InvitedLife is how long a challenge that was not accepted counts towards Caps.Invited.
const InvitedLife = time.Hour

// A FullError is the error for a change that would exceed one of the Caps.
type FullError struct {
	Scope Scope
	Most  int // the limit
	// Challenged is the id of the challenged member if the change would exceed Caps.Challenges or, with Declined set,
	// Caps.Declined. Otherwise it is empty.
	Challenged string
	Declined   bool
	Invited    bool // the change would exceed Caps.Invited
	Watched    bool // the change would exceed Caps.Watched
}

func (e *FullError) Error() string {
	if e.Invited {
		return fmt.Sprintf("store: %s has invited %d members, and may invite no more", e.Scope.Member, e.Most)
	}
	if e.Watched {
		return fmt.Sprintf("store: %s watches %d matches, and may watch no more", e.Scope.Member, e.Most)
	}
	if e.Challenged != "" {
		return fmt.Sprintf("store: %s has challenged %s %d times (declined: %t), and may not again", e.Scope.Member, e.Challenged, e.Most, e.Declined)
	}
	return fmt.Sprintf("store: %d matches are open of %+v, and no more may be", e.Most, e.Scope)
}

// Limits returns the limits that the change must respect, without those whose cap is 0.
//
// A new match and an accepted challenge have limits on the number of open matches in each scope (a member, a channel or
// a server) to which they add one. A new challenge also has limits on its owner's challenges. Other changes have no
// limits.
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
		if counted := c.Expected > 0 && member == m.Starter; !counted && countsFor(m, member) {
			add(c.Caps.Member, Scope{Member: member})
			add(c.Caps.MemberInChannel, Scope{Member: member, Channel: place.Channel}, place.Channel)
		}
	}
	if c.Expected == 0 {
		limits = append(limits, c.Caps.challenge(m)...)
		if m.Watched() && c.Caps.Watched > 0 {
			limits = append(limits, FullError{Scope: Scope{Member: m.Starter}, Most: c.Caps.Watched, Watched: true})
		}
		add(c.Caps.Channel, Scope{Channel: place.Channel}, place.Channel)
		add(c.Caps.Server, Scope{Guild: place.Guild}, place.Guild)
	}
	return limits
}

// challenge returns the limits on the owner's challenges that a new match must respect. It returns nil if the match is
// not a challenge to a member or a team.
func (c Caps) challenge(m match.Match) (limits []FullError) {
	challenged := m.Challenged()
	if m.Status != match.Challenge || !challenged.IsPerson() && !m.HasTeam() {
		return nil
	}
	for i, most := range [...]int{c.Challenges, c.Declined} {
		if most > 0 && challenged.IsPerson() {
			limits = append(limits, FullError{Scope: Scope{Member: m.Starter}, Most: most, Challenged: challenged.ID, Declined: i > 0})
		}
	}
	if c.Invited > 0 {
		limits = append(limits, FullError{Scope: Scope{Member: m.Starter}, Most: c.Invited, Invited: true})
	}
	return limits
}

// countsFor reports whether an open match of a member counts towards the member's limit. A challenge that waits for an
// answer counts only for its owner.
func countsFor(m match.Match, member string) bool {
	return m.Status == match.Playing || m.Starter == member
}

// members returns the members whose limits a match counts towards: its owner and its players, without duplicates. The
// owner may not be a player, for example in a match of a team.
func members(m match.Match) []string {
	ids := make([]string, 0, 3)
	for _, id := range [...]string{m.Starter, m.Players[0].ID, m.Players[1].ID} {
		if id != "" && !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
	}
	return ids
}
