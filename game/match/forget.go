package match

// Anonymous is the id of the player in whose name a match is kept when a member
// has asked to be forgotten. It is no member's id: Discord's are large numbers.
const Anonymous = "0"

// IsAnonymous says whether the player has asked to be forgotten.
func (p Player) IsAnonymous() bool { return p.ID == Anonymous }

// Forget returns the match with an anonymous player in the member's place, at
// the same version: nothing about the game changes. It is for matches that are
// over, as nobody can play on in the anonymous player's name.
func (m Match) Forget(member string) Match {
	if member == "" {
		return m
	}
	for i, p := range m.Players {
		if p.ID == member {
			m.Players[i] = Person(Anonymous)
		}
	}
	if m.Owner == member {
		m.Owner = Anonymous
	}
	return m
}
