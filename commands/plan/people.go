package plan

import (
	"time"

	"noughts/game/match"
	"noughts/game/profile"
	"noughts/game/solving"
)

// Profile asks how a member has played, for a reader of it. Then goes on with the answer.
type Profile struct {
	Member, Reader string
	Public         bool // the answer is for everybody in the channel
	Then           func(Known) (Plan, error)
}

// Known is what is known of how a member has played.
type Known struct {
	profile.Profile
	// Matches are those that the profile names, as far as they are kept and those may know of
	// them who see the answer: in the same server, where they can look into the channel.
	Matches map[match.ID]match.Record
	Puzzles solving.Record // how they solve puzzles
	Now     time.Time      // the time of the rating: it becomes less certain while nobody plays
}

// Leaders asks for a page of a table of those who lead, as it looks to a member. Then goes on
// with it. In a server nobody is on it who has left, as far as Discord says so.
type Leaders struct {
	Board profile.Board // its Since follows from Days
	Days  int           // only who has played a rated game within so many days; 0 for all
	From  int           // the first place of the page, counted from 0
	Limit int           // how many places at most
	// Member is who asks.
	Member string
	// Away is set where the bot cannot ask Discord for the members of the server: see match.Place.
	Away bool
	Then func(profile.Page) (Plan, error)
}

// History asks for a member's matches that are over and have a move: those in a server or a
// channel, or all. Then goes on with those that the caller may see, the newest first.
type History struct {
	Member  string
	Guild   string // "" for everywhere
	Channel string // "" for everywhere
	Before  Ended  // only those that ended before; the zero Ended for all
	After   Ended  // only those that ended after, the ones next to it; the zero Ended for all
	Limit   int
	Then    func([]match.Record) (Plan, error)
}

// Ended says which match ended and when: matches that ended at the same time have an order, too.
type Ended struct {
	At time.Time
	ID match.ID
}

func (Profile) plan() {}
func (Leaders) plan() {}
func (History) plan() {}
