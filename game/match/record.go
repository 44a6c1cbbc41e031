package match

import (
	"cmp"
	"time"

	"noughts/game"
)

// A Record is a match as the store keeps it: with its place, its message and other data around the game.
type Record struct {
	Match   Match  `json:"match"`
	Place   Place  `json:"place,omitzero"`
	Message string `json:"message,omitempty"` // id of the live message, "" if unknown
	Ping    Ping   `json:"ping,omitzero"`     // the notices sent to players
	Votes   Votes  `json:"votes,omitzero"`    // members' votes on Match.Poll
	Mirror  Mirror `json:"mirror,omitzero"`   // the second team's message
	// Tournament is the id of the match's tournament, or "".
	Tournament ID         `json:"tournament,omitempty"`
	HeadToHead HeadToHead `json:"head_to_head,omitzero"` // the players' wins and draws in this variant and channel on the day (UTC) of the match's end; set by the store
	// Effects are the effects of the result on X and O, such as rating changes. The store sets them
	// when it saves the end of the match; they never change afterwards.
	Effects [2]Effect `json:"effects,omitzero"`
	// HillRecord is set if Hill.Won was the server's longest winning streak when the match ended. The store sets it.
	HillRecord bool `json:"hill_record,omitempty"`
}

// With returns the record with its match replaced by m. If the subject of the votes (Match.Poll) has changed, With
// deletes the current votes.
func (r Record) With(m Match) Record {
	if m.Poll() != r.Match.Poll() {
		r.Votes.Now = nil
	}
	r.Match = m
	return r
}

// FirstGames is the number of counted matches of a variant after which a member no longer counts as new to the variant.
const FirstGames = 3

// A Place is where a match is played, with the settings that apply there.
type Place struct {
	Guild   string `json:"server,omitempty"` // "" outside servers
	Channel string `json:"channel,omitempty"`
	// Locale is the server's language. Outside servers it is the language of the member who started the match.
	Locale string `json:"locale,omitempty"`
	Style  string `json:"style,omitempty"` // how the board is drawn, a render.Style; "" for the default
	// Explains is set if a player is new to the variant (see FirstGames). The message then explains
	// where each move sends the opponent, and offers help against the computer.
	Explains bool `json:"explains,omitempty"`
	// Away is set if the bot can edit messages only with an interaction's token, which expires.
	// That is so in groups, in direct messages of two members, and in servers without the bot.
	Away bool `json:"away,omitempty"`
	// Quiet turns off the banter of the computer's levels and the mentions about turns.
	Quiet bool `json:"quiet,omitempty"`
	// Thread is the stage of the thread that the bot opens for the match. Channel becomes the id of that thread, and a
	// rematch in the thread continues to use it. If Channel is a thread, of the bot or of members, Parent is the channel
	// above it. Parent is "" for a private thread in which the match was begun, and if Channel is no thread.
	Thread Thread `json:"thread,omitempty"`
	Parent string `json:"parent,omitempty"`
}

// mirrorPatience is how long the process that began a match between two teams has to post the match
// in the second team's channel. After that any process may post it.
const mirrorPatience = 10 * time.Second

// A Mirror is the message that shows a match between two teams to the second team. The zero Mirror
// means that there is no such message.
type Mirror struct {
	Channel string `json:"channel,omitempty"` // id of the second team's channel; it never changes
	// Message is the id of the message. It is "" before the message was posted, and NoMirror if it
	// could not be posted. It can change without a new version of the match.
	Message string `json:"message,omitempty"`
}

// NoMirror is the Message of a mirror that could not be posted.
const NoMirror = "0"

// TeamIn returns the side of the team that sees the match in a channel, or Empty. Mirror.Channel
// belongs to the challenged team; the channel or thread of the match belongs to the other team.
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

const (
	// ThreadRest is how long a thread stays open after its game, so that the players can talk or
	// begin another game. A thread is not closed while a following match can begin there.
	ThreadRest = time.Hour
	// threadPatience is how long one process has to open a thread. After that another process continues.
	threadPatience = 10 * time.Second
)

// A Thread is the stage of the match's own thread. It can change without a new version of the
// match. It only moves forward.
type Thread uint8

// The stages of a thread. A thread has the id of the message where it was opened, so opening it again has no effect.
const (
	NoThread      Thread = iota // the match is played in the channel where it began
	ThreadWanted                // the thread must be opened once the match is Playing
	ThreadOpening               // the thread exists; the board must be posted in it
	ThreadOpen                  // the board is in the thread
	ThreadClosed                // the match is over and the bot no longer manages the thread
)

// MessageChannel returns the channel of the live message. If a thread was opened from that message, the message is not
// in the thread but in the thread's parent channel.
func (r Record) MessageChannel() string {
	if r.Place.Parent != "" && r.Message == r.Place.Channel {
		return r.Place.Parent
	}
	return r.Place.Channel
}

// Above returns the channel of the match or, for a match in a thread, the thread's parent channel.
func (p Place) Above() string { return cmp.Or(p.Parent, p.Channel) }

// InThread returns the place after the match has moved to a thread.
func (p Place) InThread(thread string) Place {
	p.Parent, p.Channel, p.Thread = p.Channel, thread, ThreadOpening
	return p
}
