package signed

import (
	"cmp"
	"slices"
	"sync"
	"time"
)

// bodies are those that are being read, of at most so many bytes together. When
// they are more, those are dropped that have used most memory for the longest
// time: Discord's are small, and arrive at once.
type bodies struct {
	most int // bytes

	mu      sync.Mutex
	reading []*body // oldest first
	size    int     // of all
}

// A body is one that is being read.
type body struct {
	size  int // bytes, as announced
	begun time.Time
	end   func() // ends the reading
}

// begin makes room for a body of at most b.most bytes. end is called when others
// need the room before done is.
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

// cost is how much room a body has taken for how long.
func (x *body) cost(now time.Time) float64 {
	return float64(x.size) * (now.Sub(x.begun) + time.Millisecond).Seconds()
}

// done notes that a body is read, or will not be.
func (b *bodies) done(x *body) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.remove(x)
}

// dropped says whether a body that is not done has been dropped for others.
func (b *bodies) dropped(x *body) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return !slices.Contains(b.reading, x)
}

// remove removes a body unless it was dropped. Callers hold b.mu.
func (b *bodies) remove(x *body) {
	if i := slices.Index(b.reading, x); i >= 0 {
		b.reading = slices.Delete(b.reading, i, i+1)
		b.size -= x.size
	}
}
