package match

import "noughts/game"

// A Look is how a player has chosen to see games, as it was when the match began. The zero
// Look is that of one who has chosen nothing, and of the computer.
type Look struct {
	Marks  string `json:"marks,omitempty"` // the name of the mark that the player plays with; "" for X or O
	Keypad Keypad `json:"keypad,omitempty"`
}

// LookOf returns what a member has chosen.
func (m Member) LookOf() Look { return Look{Marks: m.Marks, Keypad: m.Keypad} }

// WithLooks returns the match with what its players have chosen, at the same version. Of two
// with the same mark O plays with the usual one.
func (m Match) WithLooks(x, o Look) Match {
	if o.Marks == x.Marks {
		o.Marks = ""
	}
	m.Looks = [2]Look{x, o}
	return m
}

// NumericFor says whether a member has the numeric keypad in the match.
func (m Match) NumericFor(member string) bool {
	side := m.Side(member)
	return side != game.Empty && m.Looks[side-game.X].Keypad == NumericKeypad
}

// valid says whether a look has the form of one.
func (l Look) valid() bool {
	return isName(l.Marks) && l.Keypad.valid()
}
