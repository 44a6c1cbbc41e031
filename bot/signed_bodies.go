package bot

import (
	"cmp"
	"slices"
	"sync"
	"time"
)

// bodies limits the memory for request bodies that are being read. If there is no room for a new body, those with the
// greatest cost are dropped. The cost of a body is its size multiplied by the time since its reading began. Bodies from
// Discord are small and arrive at once, so their cost is low.
type bodies struct {
	most int // limit of size, in bytes

	mu      sync.Mutex
	reading []*body // bodies being read, oldest first
	size    int     // sum of the sizes of the bodies being read, in bytes
}

type body struct {
	size  int // announced size in bytes
	begun time.Time
	end   func() // aborts the reading
}

// begin reserves room for a body of `size` bytes, which is at most b.most. The caller must call `done` after reading
// the body. If another body needs the room before that, this body is dropped and begin's parameter `end` is called.
func (b *bodies) begin(size int, end func()) *body {
	now := time.Now()
	x := &body{size, now, end}
	b.mu.Lock()
	defer b.mu.Unlock()
	for b.size+size > b.most {
		worst := slices.MaxFunc(b.reading, func(x, y *body) int { return cmp.Compare(x.cost(now), y.cost(now)) })
		worst.end()
		b.remove(worst)
	}
	b.reading = append(b.reading, x)
	b.size += size
	return x
}

func (x *body) cost(now time.Time) float64 {
	return float64(x.size) * (now.Sub(x.begun) + time.Millisecond).Seconds()
}

func (b *bodies) done(x *body) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.remove(x)
}

// dropped reports whether a body was dropped to make room for another one. Call it before `done`.
func (b *bodies) dropped(x *body) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return !slices.Contains(b.reading, x)
}

// remove removes a body, unless it was removed before. Callers hold b.mu.
func (b *bodies) remove(x *body) {
	if i := slices.Index(b.reading, x); i >= 0 {
		b.reading = slices.Delete(b.reading, i, i+1)
		b.size -= x.size
	}
}
