package match

import "noughts/game"

// A Look has a player's display settings, copied when the match begins. The zero Look has the
// defaults, which the computer also uses.
type Look struct {
	Marks  string `json:"marks,omitempty"` // the name of the mark that the player plays with; "" for X or O
	Keypad Keypad `json:"keypad,omitempty"`
}

// LookOf returns the member's display settings.
func (m Member) LookOf() Look { return Look{Marks: m.Marks, Keypad: m.Keypad} }

// WithLooks returns the match with the looks of its players, at the same version. If both chose the
// same mark, O gets the standard one.
func (m Match) WithLooks(x, o Look) Match {
	if o.Marks == x.Marks {
		o.Marks = ""
	}
	m.Looks = [2]Look{x, o}
	return m
}

// NumericFor says whether a member uses the numeric keypad in the match.
func (m Match) NumericFor(member string) bool {
	side := m.Side(member)
	return side != game.Empty && m.Looks[side-game.X].Keypad == NumericKeypad
}

// valid says whether the look is well-formed.
func (l Look) valid() bool {
	return isName(l.Marks) && l.Keypad.valid()
}
