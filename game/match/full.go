package match

import "fmt"

// A Full is the error for a match that cannot begin, or a challenge that cannot be accepted, because as many as may be
// are there.
type Full struct {
	Of   Cap
	Most int
	// Member is whose matches or challenges are counted. Channel and Guild are where those of OfChannel, OfServer and
	// OfMemberInChannel are.
	Member, Channel, Guild string
	Challenged             string // the challenged member, of OfChallenge and OfDeclined
}

// A Cap says what a limit counts.
type Cap uint8

// The limits.
const (
	OfMember          Cap = iota + 1 // open matches of the member
	OfMemberInChannel                // a menu has no more options
	OfChannel
	OfServer
	OfChallenge // open challenges to the same member
	OfDeclined  // challenges to the same member that were declined or withdrawn within 24 hours
	OfInvited   // members whom the member has challenged within the last hour and who have not accepted
	OfWatched   // open matches between computers that the member has started
)

func (e *Full) Error() string {
	return fmt.Sprintf("%d %s, and there may be no more", e.Most, [...]string{
		OfMember: "matches of the member are open", OfMemberInChannel: "matches of the member are open in the channel",
		OfChannel: "matches are open in the channel", OfServer: "matches are open in the server",
		OfChallenge: "challenges to the other member are open", OfDeclined: "challenges to the other member came to nothing",
		OfInvited: "others are invited", OfWatched: "matches are watched by the member",
	}[e.Of])
}
