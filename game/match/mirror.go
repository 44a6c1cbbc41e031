package match

import (
	"time"

	"noughts/game"
)

// mirrorPatience is how long the process that has begun a match has for posting its second
// message, before another one, or the next, does it.
const mirrorPatience = 10 * time.Second

// A Mirror is where the second of two teams sees the match. The zero Mirror is nowhere.
type Mirror struct {
	Channel string `json:"channel,omitempty"` // of that team; it never changes
	// Message is the id of the message there, "" before it was posted, or NoMirror. It changes
	// without a new version of the match.
	Message string `json:"message,omitempty"`
}

// NoMirror stands for a second message that could not be posted.
const NoMirror = "0"

// Posted says whether there is a message.
func (m Mirror) Posted() bool { return m.Message != "" && m.Message != NoMirror }

// mirrorDue returns when a second message that is still missing must be posted, and false if never.
func (r Record) mirrorDue() (time.Time, bool) {
	missing := r.Mirror.Channel != "" && r.Mirror.Message == "" && r.Match.Status != Over
	return r.Match.Created.Add(mirrorPatience), missing
}

// TeamIn returns the side of the team that sees the match in a channel, Empty for none: the
// rival's where the mirror is, and the other one wherever the match is played, be it that
// team's own channel or a thread.
func (r Record) TeamIn(channel string) game.Mark {
	rival := r.Match.SideOf(r.Mirror.Channel)
	switch {
	case !r.Match.HasTeam():
		return game.Empty
	case channel == r.Mirror.Channel:
		return rival
	case channel != r.Place.Channel:
		return game.Empty
	case r.Match.Players[0].IsTeam() && rival != game.X:
		return game.X
	}
	return game.O
}

// RivalOf returns the channel of the team that plays against the one that sees the match in
// a channel, "" for none.
func (r Record) RivalOf(channel string) string {
	return r.Match.Player(r.TeamIn(channel).Opponent()).Team
}
