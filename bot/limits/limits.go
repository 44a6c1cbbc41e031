// Package limits holds every limit that protects the bot and its members from excessive requests,
// as data, and the rates of members and servers.
package limits

import "time"

// A Rate is how often something may happen: PerSecond in the long run, Burst at
// once after a pause.
type Rate struct {
	PerSecond float64
	Burst     int
}

// Limits are all of them. A field that is zero forbids everything, so take
// Defaults and change what is to differ.
type Limits struct {
	// Member is how often one member may press buttons, choose from menus and use
	// commands. People press a few times a second at most. The burst allows a program to
	// play some games as fast as it can, but not to go on like that.
	Member Rate
	// RefusedCost is for how many of them one counts that is refused, as a move out of turn
	// is. Those who play are seldom refused; those who flood, nearly always. At 0, as at
	// 1, it counts like any other.
	RefusedCost int
	// Typing is how often one member may be offered squares while typing a
	// command. Discord asks at every pause between keys.
	Typing Rate
	// Server is how often all members of one server together may do what Member
	// counts. It is more than the members of any server do, and keeps a raid in one
	// server from slowing down the others.
	Server Rate
	// Window is how long a member who was told to slow down is not told again.
	Window time.Duration
	// Buckets is how many members, and how many servers, are kept count of at a
	// time. Those who have been idle longest are forgotten first, and all whose bucket is full
	// again: an entry takes 290 bytes.
	Buckets int

	// OpenMember, OpenChannel and OpenServer are how many unfinished matches a
	// member, a channel and a server may have. Challenges count.
	OpenMember, OpenChannel, OpenServer int
	// Challenges is how many challenges of a member to another may wait, and Declined how
	// many the other may decline, or the member withdraw, within a day before there are
	// no more.
	Challenges, Declined int
	// Invited is how many different members a member may challenge within an hour. A
	// challenge that was accepted does not count.
	Invited int
	// DeletePause is the time between two deletions of all of a member's data.
	DeletePause time.Duration

	// Jobs is how many interactions of the process may be in work or wait for it,
	// and JobsOfMatch how many of one match.
	Jobs, JobsOfMatch int
	// Apologies is how many interactions without room, or of members who are too fast, are being
	// answered at a time. Further ones are dropped.
	Apologies int
	// Remembered is how many interactions are known to have come before.
	Remembered int
}

// Defaults are the limits that the bot keeps.
var Defaults = Limits{
	Member:      Rate{PerSecond: 10, Burst: 300},
	RefusedCost: 3,
	Typing:      Rate{PerSecond: 8, Burst: 40},
	Server:      Rate{PerSecond: 1000, Burst: 2000},
	Window:      10 * time.Second,
	Buckets:     20_000,

	OpenMember:  50,
	OpenChannel: 200,
	OpenServer:  5000,
	Challenges:  1,
	Declined:    3,
	Invited:     10,
	DeletePause: time.Hour,

	Jobs:        512,
	JobsOfMatch: 32,
	Apologies:   32,
	Remembered:  4096,
}

// A Limit names a limit that was met, for counts.
type Limit string

// The limits: those that MemberRates keep, those on unfinished matches, and the
// room for interactions in work.
const (
	None        Limit = ""
	Member      Limit = "member"
	Typing      Limit = "typing"
	Server      Limit = "server"
	OpenMember  Limit = "open_member"
	OpenChannel Limit = "open_channel"
	OpenServer  Limit = "open_server"
	Challenges  Limit = "challenges"
	Declined    Limit = "declined"
	Invited     Limit = "invited"
	Deletions   Limit = "deletions"
	Queue       Limit = "queue"
)

// All are the limits but None.
var All = []Limit{Member, Typing, Server, OpenMember, OpenChannel, OpenServer, Challenges, Declined, Invited, Deletions, Queue}
