package match

// A Player is the occupant of a seat. The zero Player is an empty seat, as in an open challenge.
type Player struct {
	ID    string `json:"id,omitempty"`    // the member's id, "" for others
	Level string `json:"level,omitempty"` // the computer's level, "" for others
	Team  string `json:"team,omitempty"`  // the channel whose members play as a team, "" for others: see Team
}

// Person returns the player with a member's id.
func Person(id string) Player { return Player{ID: id} }

// Computer returns the computer playing at a level.
func Computer(level string) Player { return Player{Level: level} }

// IsComputer says whether the player is the computer.
func (p Player) IsComputer() bool { return p.Level != "" }

// IsPerson says whether the player is a member.
func (p Player) IsPerson() bool { return p.ID != "" }
