package match

import "time"

// A Scope selects the matches of a member, of a channel or of a guild, or those of a member in a
// channel. An empty field does not restrict the selection.
type Scope struct {
	Member  string
	Channel string
	Guild   string
	Threads bool // also the matches in threads of Channel
}

// A Cursor is the position of a match in a list that is ordered by time and then by ID. The zero Cursor is
// before all others.
type Cursor struct {
	ID    ID
	At    time.Time
	Guild string
}

// A Query selects finished matches: those of a member, in a channel, or both. At least one of the
// two is set. Matches are ordered by end time and then by ID, so paging with Before or After skips
// none of several matches that ended at the same time.
type Query struct {
	Member  string
	Channel string
	Guild   string // only matches in this guild; "" for all
	Before  Cursor // only matches before this entry; the zero Entry for all
	After   Cursor // only the first Limit matches after this entry; the zero Entry for all
	Limit   int    // the largest number of matches, above 0
}
