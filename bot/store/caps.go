package store

import (
	"slices"
	"time"

	"noughts/game/match"
)

// Caps are the largest allowed numbers of open matches, 0 for no limit. Stranded matches do not count. A challenge that waits for an answer counts
// only for its starter (the challenger), so nobody can use up another member's limit.
type Caps struct {
	Member          int
	Channel         int
	Server          int
	MemberInChannel int
	Watched         int // open matches between computers of one starter
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

// Limits returns the limits that the change must respect, without those whose cap is 0.
//
// A new match and an accepted challenge have limits on the number of open matches in each scope (a member, a channel or
// a server) to which they add one. A new challenge also has limits on its starter's challenges. Other changes have no
// limits.
func (c Change) Limits() []match.Full {
	m, place := c.Record.Match, c.Record.Place
	accepts := m.Status == match.Playing && len(m.Moves) == 0
	if m.Status == match.Over || c.Expected > 0 && !accepts || c.Caps == (Caps{}) {
		return nil
	}
	var limits []match.Full
	add := func(l match.Full, places ...string) {
		if l.Most > 0 && !slices.Contains(places, "") {
			limits = append(limits, l)
		}
	}
	for _, member := range members(m) { // a challenge that waits for an answer counts only for its starter
		if counted := c.Expected > 0 && member == m.Starter; !counted && (m.Status == match.Playing || member == m.Starter) {
			add(match.Full{Of: match.OfMember, Most: c.Caps.Member, Member: member})
			add(match.Full{Of: match.OfMemberInChannel, Most: c.Caps.MemberInChannel, Member: member, Channel: place.Channel}, place.Channel)
		}
	}
	if c.Expected > 0 {
		return limits
	}
	if challenged := m.Challenged(); m.Status == match.Challenge && (challenged.IsPerson() || m.HasTeam()) {
		if challenged.IsPerson() {
			add(match.Full{Of: match.OfChallenge, Most: c.Caps.Challenges, Member: m.Starter, Challenged: challenged.ID})
			add(match.Full{Of: match.OfDeclined, Most: c.Caps.Declined, Member: m.Starter, Challenged: challenged.ID})
		}
		add(match.Full{Of: match.OfInvited, Most: c.Caps.Invited, Member: m.Starter})
	}
	if m.Watched() {
		add(match.Full{Of: match.OfWatched, Most: c.Caps.Watched, Member: m.Starter})
	}
	add(match.Full{Of: match.OfChannel, Most: c.Caps.Channel, Channel: place.Channel}, place.Channel)
	add(match.Full{Of: match.OfServer, Most: c.Caps.Server, Guild: place.Guild}, place.Guild)
	return limits
}

// members returns the members whose limits a match counts towards: its starter and its players, without duplicates. The
// starter may not be a player, for example in a match of a team.
func members(m match.Match) []string {
	ids := make([]string, 0, 3)
	for _, id := range [...]string{m.Starter, m.Players[0].ID, m.Players[1].ID} {
		if id != "" && !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
	}
	return ids
}
