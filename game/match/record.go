package match

// A Record is a match as it is stored: with its place, its message and everything else around the
// game.
type Record struct {
	Match   Match  `json:"match"`
	Place   Place  `json:"place,omitzero"`
	Message string `json:"message,omitempty"` // id of the live message, "" if unknown
	Ping    Ping   `json:"ping,omitzero"`     // the notices sent to players
	Votes   Votes  `json:"votes,omitzero"`    // members' votes on Match.Poll
	Mirror  Mirror `json:"mirror,omitzero"`   // the second team's message
	// Tournament is the id of the match's tournament, or "".
	Tournament ID         `json:"tournament,omitempty"`
	Score      HeadToHead `json:"score,omitzero"` // the players' score against each other on the day it ended; the store counts it
	// Effects are what the result did for X and O. The store sets them when it saves the end; they
	// never change afterwards.
	Effects [2]Effect `json:"effects,omitzero"`
	// HillRecord is set if Hill.Won was the server's longest winning streak when the match ended.
	// The store sets it.
	HillRecord bool `json:"hill_record,omitempty"`
}

// With returns the record with match m. It drops votes on another poll.
func (r Record) With(m Match) Record {
	if m.Poll() != r.Match.Poll() {
		r.Votes.Now = nil
	}
	r.Match = m
	return r
}

// FirstGames is how many counted matches of a variant a member plays before they are taken to know it.
const FirstGames = 3

// A Place is where a match is played, with the settings that apply there.
type Place struct {
	Guild   string `json:"server,omitempty"` // "" outside servers
	Channel string `json:"channel,omitempty"`
	Locale  string `json:"locale,omitempty"` // the server's language; outside servers the owner's
	Style   string `json:"style,omitempty"`  // how the board is drawn, a render.Style; "" for the default
	// Explains is set if a player has played fewer than FirstGames of the variant. The board then explains where each
	// move sends the opponent, and offers help against the computer.
	Explains bool `json:"explains,omitempty"`
	// Away is set where the bot can only edit messages while an interaction's token lives: in
	// groups, in direct messages of two members, and in servers without the bot.
	Away bool `json:"away,omitempty"`
	// Quiet switches off the banter of the computer's levels and mentions about turns.
	Quiet bool `json:"quiet,omitempty"`
	// Thread is the state of the match's own thread. If it has one, Channel is that thread; a
	// rematch in it keeps it. Parent is the channel above if Channel is any thread.
	Thread Thread `json:"thread,omitempty"`
	Parent string `json:"parent,omitempty"`
}
