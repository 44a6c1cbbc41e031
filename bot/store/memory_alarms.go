package store

import (
	"cmp"
	"container/heap"
	"time"

	"noughts/game/match"
)

// Alarms are rows in the order of a time of theirs: a heap in which every row
// knows its place.
type alarms struct {
	rows []*row
	slot int // which of a row's places is meant
	at   func(*row) time.Time
}

// set puts a row in, or where it belongs now, or takes it out.
func (a *alarms) set(r *row, in bool) {
	switch place := r.alarm[a.slot]; {
	case !in:
		a.drop(r)
	case place == 0:
		heap.Push(a, r)
	default:
		heap.Fix(a, int(place-1))
	}
}

// drop takes a row out, if it is in.
func (a *alarms) drop(r *row) {
	if place := r.alarm[a.slot]; place > 0 {
		heap.Remove(a, int(place-1))
	}
}

// until returns the ids of up to limit rows whose time is not after end,
// earliest first.
func (a *alarms) until(end time.Time, limit int) []match.ID {
	var rows []*row
	for len(rows) < limit && len(a.rows) > 0 && !a.at(a.rows[0]).After(end) {
		rows = append(rows, a.rows[0])
		heap.Pop(a)
	}
	ids := make([]match.ID, len(rows))
	for i, r := range rows {
		heap.Push(a, r)
		ids[i] = r.Match.ID
	}
	return ids
}

// Len, Less, Swap, Push and Pop are heap.Interface's.
func (a *alarms) Len() int { return len(a.rows) }

func (a *alarms) Less(i, j int) bool {
	x, y := a.rows[i], a.rows[j]
	return cmp.Or(a.at(x).Compare(a.at(y)), cmp.Compare(x.Match.ID, y.Match.ID)) < 0
}

func (a *alarms) Swap(i, j int) {
	a.rows[i], a.rows[j] = a.rows[j], a.rows[i]
	a.rows[i].alarm[a.slot], a.rows[j].alarm[a.slot] = int32(i+1), int32(j+1)
}

func (a *alarms) Push(x any) {
	r, ok := x.(*row)
	if !ok {
		return
	}
	a.rows = append(a.rows, r)
	r.alarm[a.slot] = int32(len(a.rows))
}

func (a *alarms) Pop() any {
	last := len(a.rows) - 1
	r := a.rows[last]
	a.rows[last] = nil
	a.rows = a.rows[:last]
	r.alarm[a.slot] = 0
	return r
}
