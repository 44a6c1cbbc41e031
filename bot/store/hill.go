package store

import "noughts/game/match"

// MayBeRecord reports whether a match has just ended a winning streak on a hill that may be the server's
// record.
func MayBeRecord(r match.Record) bool {
	return r.Match.EndsNow() && r.Match.Hill.Won >= match.LeastRecord && r.Place.Guild != ""
}

// seeHillRecord sets HillRecord of a match that ends: whether Hill.Won is the longest winning streak in
// its server.
func (s *Memory) seeHillRecord(after *match.Record) {
	if !MayBeRecord(*after) {
		return
	}
	after.HillRecord = true
	for _, r := range s.records {
		if r.Place.Guild == after.Place.Guild && r.Match.Hill.Won >= after.Match.Hill.Won {
			after.HillRecord = false
		}
	}
}
