package match

// A Player sits at one side of a match. The zero Player is an empty seat, which
// an open challenge has.
type Player struct {
	ID    string `json:"id,omitempty"`    // the member's id, "" for the computer
	Level string `json:"level,omitempty"` // the computer's level, "" for a person
	Team  string `json:"team,omitempty"`  // the channel whose members play together, "" for all others: see Team
}

// Person returns the player with a member's id.
func Person(id string) Player { return Player{ID: id} }

// Computer returns the computer playing at a level.
func Computer(level string) Player { return Player{Level: level} }

// IsComputer says whether the computer plays.
func (p Player) IsComputer() bool { return p.Level != "" }

// IsPerson says whether a member plays.
func (p Player) IsPerson() bool { return p.ID != "" }
