package nrow

import (
	"sync/atomic"

	"noughts/game/ai/engine"
)

const noMove = engine.NoMove

type entry = engine.Entry

// A table is a transposition table. It is safe for concurrent use: if concurrent writes mix two
// entries in a slot, the slot's check matches no hash, so probe ignores the slot.
type table struct {
	slots []slot
	mask  uint64
	epoch uint64
}

// A slot holds an entry, packed into `data`. `check` is the position's hash xor `data`.
type slot struct{ check, data atomic.Uint64 }

func newTable(bits int) *table {
	return &table{slots: make([]slot, 1<<bits), mask: 1<<bits - 2}
}

// clear removes all entries. No search may use the table meanwhile.
func (t *table) clear() {
	clear(t.slots)
	t.epoch = 0
}

// age begins a new search. From then on `store` replaces the entries of earlier searches first.
func (t *table) age() { t.epoch = (t.epoch + 1) & 0xff }

// probe returns the entry for the hash of a position `ply` plies below the root, and false if there is none.
func (t *table) probe(hash uint64, ply int) (entry, bool) {
	i := hash & t.mask
	for j := range uint64(2) {
		s := &t.slots[i+j]
		if data := s.data.Load(); s.check.Load()^data == hash && data != 0 {
			return engine.Unpack(data, ply), true
		}
	}
	return entry{Move: noMove}, false
}

// store stores an entry for the hash of a position that is `ply` plies below the root. Each hash has two slots; the
// first slot prefers deeper searches.
func (t *table) store(hash uint64, ply int, e entry) {
	i := hash & t.mask
	old := t.slots[i].data.Load()
	if e.Depth < engine.PackedDepth(old) && engine.PackedAge(old, t.epoch) == 0 && t.slots[i].check.Load()^old != hash {
		i++
	}
	data := e.Pack(ply, t.epoch)
	t.slots[i].data.Store(data)
	t.slots[i].check.Store(hash ^ data)
}
