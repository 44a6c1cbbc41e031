package nrow

import "sync/atomic"

// A bound says whether a stored value is exact, a lower bound or an upper bound.
type bound uint8

// The kinds of bounds.
const (
	exact bound = iota
	atLeast
	atMost
)

const noMove = 127

type entry struct {
	value value // a win or a loss is counted in plies from the root of the search
	depth int   // plies searched below the position
	bound bound
	move  uint8 // the best move, or noMove
}

// cuts reports whether the entry, if deep enough, makes a search with the window unnecessary.
func (e entry) cuts(asked window) bool {
	switch e.bound {
	case atLeast:
		return e.value >= asked.high
	case atMost:
		return e.value <= asked.low
	default:
		return true
	}
}

// A table is a transposition table. It is safe for concurrent use: if concurrent writes mix two
// entries in a slot, the slot's check matches no hash, so probe ignores the slot.
type table struct {
	slots []slot
	mask  uint64
	epoch uint64
}

// A slot holds an entry, packed into `data`. `check` is the position's hash xor `data`.
type slot struct{ check, data atomic.Uint64 }

// newTable returns a table of 1<<bits entries, 16 bytes each.
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

// The fields of slot.data, from the lowest bit: 16 bits value, 8 depth, 8 bound, 8 move, 8 epoch, and
// one bit that marks a slot as used.
const used = 1 << 48

func (e entry) pack(ply int, epoch uint64) uint64 {
	return uint64(uint16(e.value.FromHere(ply))) | uint64(uint8(e.depth))<<16 |
		uint64(e.bound)<<24 | uint64(e.move)<<32 | epoch<<40 | used
}

func unpack(data uint64, ply int) entry {
	return entry{
		value: value(int16(data)).FromRoot(ply),
		depth: int(uint8(data >> 16)),
		bound: bound(data >> 24),
		move:  uint8(data >> 32),
	}
}

// probe returns the entry for the hash of a position `ply` plies below the root, and false if there is none.
func (t *table) probe(hash uint64, ply int) (entry, bool) {
	i := hash & t.mask
	for j := range uint64(2) {
		s := &t.slots[i+j]
		if data := s.data.Load(); s.check.Load()^data == hash && data&used != 0 {
			return unpack(data, ply), true
		}
	}
	return entry{move: noMove}, false
}

// store stores an entry for the hash of a position that is `ply` plies below the root. Each hash has two slots; the
// first slot prefers deeper searches.
func (t *table) store(hash uint64, ply int, e entry) {
	i := hash & t.mask
	old := t.slots[i].data.Load()
	deeper := uint64(uint8(e.depth)) >= old>>16&0xff
	if !deeper && old>>40&0xff == t.epoch && t.slots[i].check.Load()^old != hash {
		i++
	}
	data := e.pack(ply, t.epoch)
	t.slots[i].data.Store(data)
	t.slots[i].check.Store(hash ^ data)
}
