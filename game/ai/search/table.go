package search

import "sync/atomic"

// A Bound says how a remembered value relates to the true one.
type Bound uint8

// The bounds.
const (
	Exact Bound = iota
	AtLeast
	AtMost
)

// NoMove is the Move of an Entry that knows no best move.
const NoMove = 127

// An Entry is what a Table remembers of a position.
type Entry struct {
	Value Value // counted from the root of the search
	Depth int   // plies searched below the position
	Bound Bound
	Move  uint8 // the best move in the engine's own numbering, or NoMove
}

// Cuts says whether the entry, from a search of sufficient depth, settles the
// question that a search asks.
func (e Entry) Cuts(asked Window) bool {
	switch e.Bound {
	case AtLeast:
		return e.Value >= asked.High
	case AtMost:
		return e.Value <= asked.Low
	default:
		return true
	}
}

// A Table remembers positions by their hash. Several goroutines may use it at
// once: a slot torn by two writers is recognised and ignored.
type Table struct {
	slots []slot
	mask  uint64
	epoch uint64
}

// A slot holds an entry as data, and the hash xor data so that a torn slot
// matches no hash.
type slot struct{ check, data atomic.Uint64 }

// NewTable returns a table of 1<<bits entries of 16 bytes each.
func NewTable(bits int) *Table {
	return &Table{slots: make([]slot, 1<<bits), mask: 1<<bits - 2}
}

// Clear forgets all positions. No search may be using the table.
func (t *Table) Clear() {
	clear(t.slots)
	t.epoch = 0
}

// Age lets entries of earlier searches give way to new ones.
func (t *Table) Age() { t.epoch = (t.epoch + 1) & 0xff }

// Data, from the lowest bit: 16 bits value, 8 depth, 8 bound, 8 move, 8 epoch,
// and one that tells a used slot from an empty one.
const used = 1 << 48

func (e Entry) pack(ply int, epoch uint64) uint64 {
	return uint64(uint16(e.Value.fromHere(ply))) | uint64(uint8(e.Depth))<<16 |
		uint64(e.Bound)<<24 | uint64(e.Move)<<32 | epoch<<40 | used
}

func unpack(data uint64, ply int) Entry {
	return Entry{
		Value: Value(int16(data)).fromRoot(ply),
		Depth: int(uint8(data >> 16)),
		Bound: Bound(data >> 24),
		Move:  uint8(data >> 32),
	}
}

// Probe returns what is known of the position with a hash, ply plies below the
// root.
func (t *Table) Probe(hash uint64, ply int) (Entry, bool) {
	i := hash & t.mask
	for j := range uint64(2) {
		s := &t.slots[i+j]
		if data := s.data.Load(); s.check.Load()^data == hash && data&used != 0 {
			return unpack(data, ply), true
		}
	}
	return Entry{Move: NoMove}, false
}

// Store remembers an entry for the position with a hash, ply plies below the
// root. Of the two slots it may go to, the first prefers deeper searches.
func (t *Table) Store(hash uint64, ply int, e Entry) {
	i := hash & t.mask
	old := t.slots[i].data.Load()
	deeper := uint64(uint8(e.Depth)) >= old>>16&0xff
	if !deeper && old>>40&0xff == t.epoch && t.slots[i].check.Load()^old != hash {
		i++
	}
	data := e.pack(ply, t.epoch)
	t.slots[i].data.Store(data)
	t.slots[i].check.Store(hash ^ data)
}
