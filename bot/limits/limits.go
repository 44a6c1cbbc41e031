// Package limits has all limits that protect the bot and its members from excessive requests, as
// data. It also applies the rates of members and servers.
package limits

import "time"

// A Rate is a token bucket: PerSecond tokens in the long run, and up to Burst at once after a pause.
type Rate struct {
	PerSecond float64
	Burst     int
}

// Limits are all limits. Start from Defaults and change single fields, because zero rates and zero
// Jobs forbid everything.
type Limits struct {
	// Member is the rate of one member's presses, menus and commands. People act a few times a
	// second at most. The burst lets a program play some games at full speed, but not for long.
	Member Rate
	// RefusedCost is how many tokens a refused action costs, such as a move out of turn. Players
	// are seldom refused, but members who flood the bot nearly always are. 0 means 1.
	RefusedCost int
	// Typing is the rate of one member's completions while they type a command. Discord requests
	// completions at every pause between keys.
	Typing Rate
	// Server is the rate of all members of one server together, without completions. Normal use
	// stays far below it. The limit keeps a raid in one server from slowing down the others.
	Server Rate
	// LookUps is the rate of calls with the bot's token that look something up to answer one member. All members and
	// servers share Discord's limit of fifty such calls a second.
	LookUps Rate
	// Window is the shortest time between two warnings to a member.
	Window time.Duration
	// Buckets is how many members, and how many servers, have a token bucket at a time. Above that number the longest
	// idle buckets are dropped. Full buckets are always dropped soon. A bucket takes 290 bytes.
	Buckets int

	// OpenMember, OpenChannel and OpenServer are the largest numbers of unfinished matches, challenges
	// included, of a member, a channel and a server.
	OpenMember, OpenChannel, OpenServer int
	// Challenges is how many challenges from one member to another may wait for an answer. Declined is how many
	// challenges from one member to another may be declined or withdrawn in a day before further ones are refused.
	Challenges, Declined int
	// Invited is how many different members a member may challenge within an hour. Accepted challenges do not count.
	Invited int
	// Watched is how many games between computers a member may have running. Each needs an edit for every move.
	Watched int
	// DeletePause is the shortest time between two deletions of a member's data.
	DeletePause time.Duration

	// Jobs is how many interactions the process may handle or queue at once, and JobsOfMatch how many of one match.
	Jobs, JobsOfMatch int
	// Apologies is how many short answers may be in flight at once. Such answers go to members above the rate limit, and
	// to members whose interactions do not fit in the queue. Further short answers are dropped.
	Apologies int
	// Remembered is how many ids of interactions are remembered to recognise duplicates.
	Remembered int
}

// Defaults are the bot's limits.
var Defaults = Limits{
	Member:      Rate{PerSecond: 10, Burst: 300},
	RefusedCost: 3,
	Typing:      Rate{PerSecond: 8, Burst: 40},
	Server:      Rate{PerSecond: 1000, Burst: 2000},
	LookUps:     Rate{PerSecond: 2, Burst: 60},
	Window:      10 * time.Second,
	Buckets:     20_000,

	OpenMember:  50,
	OpenChannel: 200,
	OpenServer:  5000,
	Challenges:  1,
	Declined:    3,
	Invited:     10,
	Watched:     3,
	DeletePause: time.Hour,

	Jobs:        512,
	JobsOfMatch: 32,
	Apologies:   32,
	Remembered:  4096,
}

// A Limit names an exceeded limit, for metrics.
type Limit string

// The limits: the rates, the limits on open matches and challenges, the pause between deletions,
// and the room for interactions in the queue.
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
	Watched     Limit = "watched"
	Deletions   Limit = "deletions"
	Queue       Limit = "queue"
)

// All are all limits except None.
var All = []Limit{Member, Typing, Server, OpenMember, OpenChannel, OpenServer, Challenges, Declined, Invited, Watched, Deletions, Queue}
