package uttt

import (
	"sync/atomic"

	"noughts/game/ai/engine"
)

const noMove move = engine.NoMove

type entry = engine.Entry

// A table is a transposition table. If `shared` is set, it is safe for concurrent use: if concurrent writes mix two
// entries in a slot, the slot's check matches no hash, so probe ignores the slot.
type table struct {
	buckets []bucket
	shift   uint
	epoch   uint64
	shared  bool // used by several goroutines
}

// A bucket fills a cache line. Each slot holds an entry, packed into `data`; `check` is the position's hash xor `data`.
type bucket [4]struct{ check, data uint64 }

// newTable returns a table of 1<<bits entries of 16 bytes each, at least four.
func newTable(bits int, shared bool) *table {
	bits = max(bits, 3) - 2
	buckets := make([]bucket, 1<<bits)
	PreferHuge(buckets)
	return &table{buckets: buckets, shift: uint(64 - bits), shared: shared}
}

// clear removes all entries. No search may use the table meanwhile.
func (t *table) clear() {
	clear(t.buckets)
	t.epoch = 0
}

// age begins a new search. From then on `store` replaces the entries of earlier searches first.
func (t *table) age() { t.epoch = (t.epoch + 1) & 0xff }

func (t *table) expect(hash uint64) { prefetch(&t.buckets[hash>>(t.shift&63)]) }

// probe returns the entry for the hash of a position that is `ply` plies below the root, or an empty entry.
func (t *table) probe(hash uint64, ply int) entry {
	b := &t.buckets[hash>>(t.shift&63)]
	for i := range b {
		s := &b[i]
		if data := atomic.LoadUint64(&s.data); atomic.LoadUint64(&s.check)^data == hash && data != 0 {
			return engine.Unpack(data, ply)
		}
	}
	return entry{Move: noMove}
}

// store replaces the least valuable entry of the bucket: shallow and old entries first.
func (t *table) store(hash uint64, ply int, e entry) {
	b := &t.buckets[hash>>(t.shift&63)]
	worst, least := 0, 1<<30
	for i := range b {
		data := atomic.LoadUint64(&b[i].data)
		if data == 0 || atomic.LoadUint64(&b[i].check)^data == hash {
			worst = i
			if e.Move == noMove && data != 0 {
				e.Move = engine.PackedMove(data)
			}
			break
		}
		if worth := engine.PackedDepth(data) - 8*engine.PackedAge(data, t.epoch); worth < least {
			worst, least = i, worth
		}
	}
	data := e.Pack(ply, t.epoch)
	t.put(&b[worst].check, hash^data)
	t.put(&b[worst].data, data)
}

func (t *table) put(word *uint64, v uint64) {
	if t.shared {
		atomic.StoreUint64(word, v)
		return
	}
	*word = v
}
