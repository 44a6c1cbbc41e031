package store

import "noughts/game/match"

// MayBeRecord reports whether the winning streak in a "winner stays on" match (match.Hill) may be
// the server's record. The match must have just ended in a server, and the player who stays on must
// have won at least three games in a row (match.LeastRecord).
func MayBeRecord(r match.Record) bool {
	return r.Match.EndsNow() && r.Match.Hill.Won >= match.LeastRecord && r.Place.Guild != ""
}
