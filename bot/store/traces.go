package store

import (
	"cmp"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"slices"
	"strings"
	"time"

	"noughts/game/match"
	"noughts/game/puzzle"
)

// TraceLife is how long the traces of daily limits are kept. No daily limit looks back further. RemainsLife is how long
// Remains are kept.
const (
	TraceLife   = 24 * time.Hour
	RemainsLife = 366 * 24 * time.Hour
)

// A Trace is what a limit needs to know of a member after their data was deleted, so that deleting data resets no limit.
// Its Key is a keyed hash: a store can find the traces of a member whose id it is given, but cannot list the members.
type Trace struct {
	Key     string
	At      time.Time // when the counted event happened, or when its day began
	N       int
	Until   time.Time // when the trace is removed
	Remains string    // the JSON text of Remains, "" in all other traces
}

// The kinds of traces.
const (
	traceRated     = "rated"     // rated games of two members in a day
	traceDeclined  = "declined"  // challenges from one member to another that were declined or withdrawn
	traceInvited   = "invited"   // members and teams that a member has challenged and who have not accepted
	traceDaily     = "daily"     // tries at the puzzle of the day
	traceForgotten = "forgotten" // the deletion of a member's data
	traceRemains   = "remains"
)

// Remains are what limits that last for a year or longer need of a member whose data was deleted.
type Remains struct {
	Vacations []match.Vacation `json:"vacations,omitempty"`
	Puzzles   []string         `json:"puzzles,omitempty"` // see puzzle.Progress.Seen
	Games     []string         `json:"games,omitempty"`   // the keys of rated games against the computer: see profile.FinishedGame.Key
}

// A TraceSecret is the secret of the keyed hashes in traces. The store keeps it, so that all
// processes use the same one.
type TraceSecret []byte

func (s TraceSecret) key(kind string, members ...string) string {
	h := hmac.New(sha256.New, s)
	_, _ = h.Write([]byte(kind + "/" + strings.Join(members, "/")))
	return hex.EncodeToString(h.Sum(nil)[:keyLength])
}

// RatedKey returns the key for rated games of two members.
func (s TraceSecret) RatedKey(a, b string) string { return s.key(traceRated, min(a, b), max(a, b)) }

// Daily returns the key for a member's tries at the puzzle of the day.
func (s TraceSecret) Daily(member string) string { return s.key(traceDaily, member) }

// Forgotten returns the key for a deletion of a member's data.
func (s TraceSecret) Forgotten(member string) string { return s.key(traceForgotten, member) }

// Remains returns the key for what remains of a member.
func (s TraceSecret) Remains(member string) string { return s.key(traceRemains, member) }

// TowardsLimit returns the key of the traces that count towards a limit in addition to matches, and the time since which
// they count. The key is "" if no traces do.
func (s TraceSecret) TowardsLimit(l match.Full, now time.Time) (key string, since time.Time) {
	// A match counts if it is newer than `now` minus InvitedLife or DeclinedLife. A trace counts also from `since`
	// itself.
	const later = time.Millisecond
	switch l.Of {
	case match.OfInvited:
		return s.key(traceInvited, l.Member), now.Add(later - InvitedLife)
	case match.OfDeclined:
		return s.key(traceDeclined, l.Member, l.Challenged), now.Add(later - DeclinedLife)
	}
	return "", time.Time{}
}

// Of returns the traces to keep when a member's data is deleted now. `matches` are the member's open matches and those
// that ended within the last day. `solved` and `settings` are the member's progress with puzzles and settings, and
// `games` the keys of their rated games against the computer.
func (s TraceSecret) Of(member string, matches []match.Record, solved puzzle.Progress, settings match.Member, games []string, now time.Time) []Trace {
	var all []Trace
	settings.ComeBack(now)
	left, err := json.Marshal(Remains{settings.Vacations, solved.Seen, games})
	if err == nil && string(left) != "{}" {
		all = append(all, Trace{Key: s.Remains(member), At: now, N: 1, Until: now.Add(RemainsLife), Remains: string(left)})
	}
	add := func(key string, at time.Time, n int) {
		i := slices.IndexFunc(all, func(t Trace) bool { return t.Key == key && t.At.Equal(at) })
		if i < 0 {
			i, all = len(all), append(all, Trace{Key: key, At: at, Until: at.Add(TraceLife)})
		}
		all[i].N += n
	}
	invited := map[string]time.Time{} // when each member was first challenged
	for _, r := range matches {
		m := r.Match
		x, o := m.Players[0], m.Players[1]
		switch {
		case m.Starter == member && m.HasTeam() && isUnaccepted(m):
			invited[string(m.ID)] = m.Created
		case !isNamed(x) || !isNamed(o):
		case m.Status == match.Over && r.Effects[0].After != 0:
			add(s.RatedKey(x.ID, o.ID), m.Changed, 1)
		case isUnaccepted(m):
			if m.Status == match.Over && m.Result.Reason != match.Expired && m.Changed.After(now.Add(-DeclinedLife)) {
				add(s.key(traceDeclined, m.Starter, m.Challenged().ID), m.Changed, 1)
			}
			if first, ok := invited[m.Challenged().ID]; m.Starter == member && (!ok || m.Created.Before(first)) {
				invited[m.Challenged().ID] = m.Created
			}
		}
	}
	for _, at := range invited {
		if at.After(now.Add(-InvitedLife)) {
			add(s.key(traceInvited, member), at, 1)
		}
	}
	if day, tries := solved.Daily.Used(); day == puzzle.DayAt(now) && tries > 0 {
		add(s.Daily(member), day.Start(), tries)
	}
	slices.SortFunc(all, func(a, b Trace) int { return cmp.Or(cmp.Compare(a.Key, b.Key), a.At.Compare(b.At)) })
	return all
}

func isNamed(p match.Player) bool { return p.IsPerson() && !p.IsAnonymous() }

// isUnaccepted reports whether a match is a challenge to a member or a team that waits for an answer, or has ended
// without being accepted.
func isUnaccepted(m match.Match) bool {
	switch m.Result.Reason {
	case match.Declined, match.Withdrawn, match.Expired:
	default:
		if m.Status != match.Challenge {
			return false
		}
	}
	return isNamed(m.Challenged()) || m.HasTeam()
}

// Unsolved returns the progress of a member for whom none is stored: empty, but with the tries that the trace `daily`
// counts, and with the puzzles that the member had before their data was deleted.
func Unsolved(member string, daily Trace, left Remains) puzzle.Progress {
	r := puzzle.Progress{Member: member, Seen: left.Puzzles}
	if daily.N > 0 {
		r.Daily = puzzle.DailyProgress{UsedDay: puzzle.DayAt(daily.At), UsedTries: daily.N}
	}
	return r
}
