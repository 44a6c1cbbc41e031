package store

import (
	"cmp"
	"slices"
	"time"

	"noughts/game/match"
)

// A row is a match that Memory keeps, and where the index has it.
type row struct {
	Record
	shelf [3]int32 // places in the shelves of its channel and of its members
	alarm [2]int32 // places in the queues of what is due and what waits, from 1; 0 for none
}

func (r *row) open() bool { return r.Match.Status != match.Over }

// ended returns when a match that is over ended.
func (r *row) ended() time.Time { return r.Match.Changed }

// An index finds rows without looking at all of them.
type index struct {
	channels, members shelves        // unfinished
	guilds            map[string]int // how many are unfinished
	due, waiting      alarms

	byChannel, byMember map[string]history // over
	over                []overRow          // in the order in which they were seen to be over
}

// An overRow is a row that was over when it was seen.
type overRow struct {
	*row
	seen time.Time
}

func newIndex() index {
	return index{
		channels: shelves{}, members: shelves{}, guilds: map[string]int{},
		due:       alarms{slot: 0, at: func(r *row) time.Time { return r.Match.Deadline }},
		waiting:   alarms{slot: 1, at: func(r *row) time.Time { return r.Match.Changed }},
		byChannel: map[string]history{}, byMember: map[string]history{},
	}
}

// add indexes a row as it is.
func (x *index) add(r *row, now time.Time) {
	x.wind(r)
	ids := members(r.Match)
	if !r.open() {
		x.over = append(x.over, overRow{r, now})
		x.remember(r, ids)
		return
	}
	x.guilds[r.Guild]++
	x.channels.put(r.Channel, r, 0)
	for i, id := range ids {
		x.members.put(id, r, 1+i)
	}
}

// remove forgets a row as it is.
func (x *index) remove(r *row) {
	x.due.drop(r)
	x.waiting.drop(r)
	ids := members(r.Match)
	if !r.open() {
		x.disremember(r, ids)
		return
	}
	if x.guilds[r.Guild]--; x.guilds[r.Guild] == 0 {
		delete(x.guilds, r.Guild)
	}
	x.channels.drop(r.Channel, r, func(*row) int { return 0 })
	for _, id := range ids {
		x.members.drop(id, r, func(r *row) int { return 1 + slices.Index(members(r.Match), id) })
	}
}

// replace gives a row another match.
func (x *index) replace(r *row, m match.Match, now time.Time) {
	if r.open() && m.Status != match.Over && m.Players == r.Match.Players && m.Owner == r.Match.Owner {
		r.Match = m
		x.wind(r)
		return
	}
	x.remove(r)
	r.Match = m
	x.add(r, now)
}

// wind puts the row into the queues of what is due and what waits, or takes it
// out of them.
func (x *index) wind(r *row) {
	_, due := r.Match.Due()
	x.due.set(r, r.open() && due)
	x.waiting.set(r, r.Match.ToMove().IsComputer())
}

func (x *index) open(of Scope) int {
	switch {
	case of.Channel != "":
		return len(x.channels[of.Channel])
	case of.Member == "":
		return x.guilds[of.Guild]
	}
	count := 0
	for _, r := range x.members[of.Member] {
		if r.Match.Status != match.Challenge || r.Match.Owner == of.Member {
			count++
		}
	}
	return count
}

func (x *index) remember(r *row, ids []string) {
	x.byChannel[r.Channel] = x.byChannel[r.Channel].with(r)
	for _, id := range ids {
		x.byMember[id] = x.byMember[id].with(r)
	}
}

func (x *index) disremember(r *row, ids []string) {
	drop(x.byChannel, r.Channel, r)
	for _, id := range ids {
		drop(x.byMember, id, r)
	}
}

func (x *index) finished(q Query) []Record {
	of := x.byChannel[q.Channel]
	if q.Member != "" {
		of = x.byMember[q.Member]
	}
	var found []Record
	for _, r := range slices.Backward(of) {
		switch {
		case len(found) >= q.Limit:
			return found
		case q.matches(r):
			found = append(found, r.clone())
		}
	}
	return found
}

// matches says whether a row of the right member belongs to the answer.
func (q Query) matches(r *row) bool {
	return len(r.Match.Moves) > 0 &&
		(q.Before.IsZero() || r.ended().Before(q.Before)) &&
		(q.Channel == "" || r.Channel == q.Channel)
}

// expired takes the rows out of the list of those that are over that have been
// in it since before a time, and returns those that still are over.
func (x *index) expired(before time.Time) []*row {
	var old []*row
	for len(x.over) > 0 && x.over[0].seen.Before(before) {
		if r := x.over[0].row; !r.open() {
			old = append(old, r)
		}
		x.over[0] = overRow{}
		x.over = x.over[1:]
	}
	return old
}

// anonymize gives the places of a member in the matches that are over to the
// anonymous player.
func (x *index) anonymize(member string) {
	for _, r := range x.byMember[member] {
		r.Match = r.Match.Forget(member)
	}
	delete(x.byMember, member)
}

// A history is rows in the order in which they ended.
type history []*row

func compareEnds(a, b *row) int {
	return cmp.Or(a.ended().Compare(b.ended()), cmp.Compare(a.Match.ID, b.Match.ID))
}

// with returns the history with one row more, mostly at its end.
func (h history) with(r *row) history {
	i, _ := slices.BinarySearchFunc(h, r, compareEnds)
	return slices.Insert(h, i, r)
}

// drop takes a row out of a history.
func drop(of map[string]history, key string, r *row) {
	h := of[key]
	i, found := slices.BinarySearchFunc(h, r, compareEnds)
	switch {
	case !found:
	case len(h) == 1:
		delete(of, key)
	default:
		of[key] = slices.Delete(h, i, i+1)
	}
}

// oldestFirst returns copies of rows, sorted by when they were created.
func oldestFirst(rows []*row) []Record {
	var found []Record
	for _, r := range rows {
		found = append(found, r.clone())
	}
	slices.SortFunc(found, func(a, b Record) int {
		return cmp.Or(a.Match.Created.Compare(b.Match.Created), cmp.Compare(a.Match.ID, b.Match.ID))
	})
	return found
}
