package bot

import (
	"errors"

	"noughts/commands"
	"noughts/game/match"
)

// mostDamaged is how many matches a process remembers that cannot be read.
const mostDamaged = 1000

// Damaged are matches in the store that cannot be read, so that they stay first in
// every list of what is to be done. They are left out until the next start. The zero
// damaged are ready; one goroutine uses them.
type damaged struct{ ids map[match.ID]struct{} }

// note notes a match if err says that it is damaged.
func (d *damaged) note(id match.ID, err error) {
	if !errors.Is(err, commands.ErrDamaged) {
		return
	}
	if d.ids == nil || len(d.ids) == mostDamaged {
		d.ids = map[match.ID]struct{}{}
	}
	d.ids[id] = struct{}{}
}

func (d *damaged) has(id match.ID) bool {
	_, ok := d.ids[id]
	return ok
}

func (d *damaged) size() int { return len(d.ids) }
