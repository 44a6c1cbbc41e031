package match

// A Record is a match as it is kept: with where it is played and the message
// that shows it.
type Record struct {
	Match   Match
	Place   Place
	Message string // id of the live message, "" when it is not known
	Ping    Ping   // what players were told beside it
	Score   Score  // of the two players on the day of its end: the store counts it
}

// With returns the record with another match.
func (r Record) With(m Match) Record {
	r.Match = m
	return r
}

// A Place is where a match is played.
type Place struct {
	Guild   string // "" outside servers
	Channel string
	Locale  string // the server's language, or its owner's outside servers
	Style   string // how the board is drawn, a render.Style; "" for the default
	// Explains is set where a player has not played such a game before: then the board
	// says of each move why it sends the opponent where it does.
	Explains bool
	// Away is set where the bot can edit a message for as long as the token of an
	// interaction lasts and no longer: in groups, in direct messages of two members, and in
	// servers that have not installed it.
	Away bool
}
