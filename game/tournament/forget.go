package tournament

import "noughts/game/match"

// Forget returns the tournament with an anonymous player in the member's place, at the same
// version: nothing about it changes. It is for tournaments that are over, or whose member neither
// plays on nor organizes it.
func (t Tournament) Forget(member string) Tournament {
	if n, ok := t.Number(member); ok {
		version, changed := t.Version, t.Changed
		t = t.changed(changed)
		t.Version = version
		t.Players[n].ID, t.Players[n].Rating = match.Anonymous, 0
	}
	if t.Organiser == member {
		t.Organiser = match.Anonymous
	}
	return t
}
