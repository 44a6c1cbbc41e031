package match

import (
	"time"

	"noughts/game"
)

// mirrorPatience is how long the process that began a match has to post its second message. After
// that any process may post it.
const mirrorPatience = 10 * time.Second

// A Mirror is the message that shows a match to the second of two teams. The zero Mirror is none.
type Mirror struct {
	Channel string `json:"channel,omitempty"` // the second team's channel; it never changes
	// Message is the message's id: "" before it was posted, NoMirror if it could not be. It changes
	// without a new version of the match.
	Message string `json:"message,omitempty"`
}

// NoMirror is the Message of a mirror that could not be posted.
const NoMirror = "0"

// Posted says whether the message exists.
func (m Mirror) Posted() bool { return m.Message != "" && m.Message != NoMirror }

// mirrorDue returns when a missing second message must be posted, and false if never.
func (r Record) mirrorDue() (time.Time, bool) {
	missing := r.Mirror.Channel != "" && r.Mirror.Message == "" && r.Match.Status != Over
	return r.Match.Created.Add(mirrorPatience), missing
}

// TeamIn returns the side of the team that sees the match in a channel, or Empty. The mirror's
// channel belongs to the team that was challenged; the match's channel or thread to the other team.
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

// RivalOf returns the channel of the opposing team, or "" if there is none.
func (r Record) RivalOf(channel string) string {
	return r.Match.Player(r.TeamIn(channel).Opponent()).Team
}
