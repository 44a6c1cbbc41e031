package match

// A Record is a match as it is kept: with where it is played and the message
// that shows it.
type Record struct {
	Match   Match  `json:"match"`
	Place   Place  `json:"place,omitzero"`
	Message string `json:"message,omitempty"` // id of the live message, "" when it is not known
	Ping    Ping   `json:"ping,omitzero"`     // what players were told beside it
	Votes   Votes  `json:"votes,omitzero"`    // of members, on what Match.Poll names
	Mirror  Mirror `json:"mirror,omitzero"`   // a second message that shows it
	// Tournament is the id of the tournament that the match is of, "" for none.
	Tournament ID         `json:"tournament,omitempty"`
	Score      HeadToHead `json:"score,omitzero"` // of the two players on the day of its end: the store counts it
	// Effects are what its end has done for X and for O: the store sets them when it saves
	// the end, and nobody afterwards.
	Effects [2]Effect `json:"effects,omitzero"`
	// HillRecord is set where Hill.Won was the longest row of games so far in the server when
	// the match ended: the store sees it. It is LeastRecord at least.
	HillRecord bool `json:"hill_record,omitempty"`
}

// With returns the record with another match. Votes on what that is not about are dropped.
func (r Record) With(m Match) Record {
	if m.Poll() != r.Match.Poll() {
		r.Votes.Now = nil
	}
	r.Match = m
	return r
}

// FirstGames is how many matches of a variant a member plays that count before they are taken to know it.
const FirstGames = 3

// A Place is where a match is played.
type Place struct {
	Guild   string `json:"server,omitempty"` // "" outside servers
	Channel string `json:"channel,omitempty"`
	Locale  string `json:"locale,omitempty"` // the server's language, or its owner's outside servers
	Style   string `json:"style,omitempty"`  // how the board is drawn, a render.Style; "" for the default
	// Explains is set where a player has played fewer than FirstGames of the variant. Then the board says of each
	// move why it sends the opponent where it does, and offers help against the computer.
	Explains bool `json:"explains,omitempty"`
	// Away is set where the bot can edit a message for as long as the token of an
	// interaction lasts and no longer: in groups, in direct messages of two members, and in
	// servers that have not installed it.
	Away bool `json:"away,omitempty"`
	// Quiet is set where the computer's levels are to say nothing, and nobody is mentioned about turns.
	Quiet bool `json:"quiet,omitempty"`
	// Thread says whether the match has a thread of its own, which Channel is then. A rematch in
	// the same thread has it, too. Parent is the channel above Channel if that is a thread, of
	// the match's own or not.
	Thread Thread `json:"thread,omitempty"`
	Parent string `json:"parent,omitempty"`
}
