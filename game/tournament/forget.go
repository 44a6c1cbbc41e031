package tournament

import "noughts/game/match"

// Forget returns the tournament with the member replaced by an anonymous player, at the same
// version. The member must neither play on in the tournament nor organize it.
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
