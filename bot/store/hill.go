package store

import "noughts/game/match"

// MayBeRecord reports whether the winning streak in a "winner stays on" match (match.Hill) may be
// the server's record. The match must have just ended in a server, and the player who stays on must
// have won at least three games in a row (match.LeastRecord).
func MayBeRecord(r match.Record) bool {
	return r.Match.EndsNow() && r.Match.Hill.Won >= match.LeastRecord && r.Place.Guild != ""
}

// seeHillRecord sets HillRecord of a match that has just ended: whether Hill.Won is longer than all
// other winning streaks in its server.
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
