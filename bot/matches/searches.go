package matches

import (
	"cmp"
	"context"
	"slices"
	"sync"
)

// memberSearches is how many searches of one member may run at a time.
const memberSearches = 2

// A searcher identifies who a search is for.
type searcher struct {
	member string
	server string // "" outside servers: begin sets the member instead
	// background says that no member waits for the search at their turn: it is for a review, or for a game to
	// watch.
	background bool
}

// searcher returns the caller of a request.
func (t *task) searcher() searcher {
	return searcher{member: t.Request.User, server: t.Request.Place.Guild}
}

// searches decides which search of the computer runs when.
//
// The rules:
//   - There are slots for as many searches.
//   - Those that wait are in a line. When one begins, the others of its server go to the end of the line, and those of its
//     member behind them: so servers take turns, and the members of a server.
//   - A member has memberSearches at a time. All but the first take no slot from other members: they begin only while a slot
//     is free, and count for nothing when another member's first search wants to begin.
//   - Background searches take no slot away. One begins only while no other search could, and one slot is left free (with
//     one slot, when none is used). A search for a turn begins whatever background searches run.
type searches struct {
	slots int

	mu      sync.Mutex
	line    []*waiter
	running []searcher
}

// A waiter is a search in the line.
type waiter struct {
	searcher
	begins chan struct{} // closed when it does
}

// begin waits until a search may begin, and returns the function that ends it. Errors: ctx's.
func (s *searches) begin(ctx context.Context, of searcher) (end func(), err error) {
	of.server = cmp.Or(of.server, of.member)
	w := &waiter{of, make(chan struct{})}
	s.mu.Lock()
	s.line = append(s.line, w)
	s.next()
	s.mu.Unlock()
	end = sync.OnceFunc(func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.running = slices.Delete(s.running, slices.Index(s.running, of), slices.Index(s.running, of)+1)
		s.next()
	})
	select {
	case <-w.begins:
		return end, nil
	case <-ctx.Done():
	}
	s.mu.Lock()
	at := slices.Index(s.line, w)
	if at >= 0 {
		s.line = slices.Delete(s.line, at, at+1)
		s.next() // background searches gave way to it
	}
	s.mu.Unlock()
	if at < 0 { // it began meanwhile
		end()
	}
	return nil, ctx.Err()
}

// next begins the searches that may begin. Callers hold s.mu.
func (s *searches) next() {
	for _, background := range []bool{false, true} {
		for {
			at := slices.IndexFunc(s.line, func(w *waiter) bool { return w.background == background && s.may(w.searcher) })
			if at < 0 {
				break
			}
			w := s.line[at]
			s.line = slices.Delete(s.line, at, at+1)
			slices.SortStableFunc(s.line, func(a, b *waiter) int { return a.behind(w) - b.behind(w) })
			s.running = append(s.running, w.searcher)
			close(w.begins)
		}
	}
}

// behind returns how far a search goes back in the line when another begins.
func (w *waiter) behind(begun *waiter) int {
	switch {
	case w.server != begun.server:
		return 0
	case w.member != begun.member:
		return 1
	}
	return 2
}

// may reports whether a search may begin. Callers hold s.mu.
func (s *searches) may(w searcher) bool {
	turns, background, own := 0, 0, 0
	members := map[string]bool{}
	for _, r := range s.running {
		if r.background {
			background++
		} else {
			turns++
			members[r.member] = true
		}
		if r.member == w.member && (w.background || !r.background) { // a member's turn does not wait for the games that they watch
			own++
		}
	}
	switch {
	case own >= memberSearches:
		return false
	case w.background:
		return turns+background < s.slots && background < max(1, s.slots-1)
	case own > 0:
		return turns < s.slots
	}
	return len(members) < s.slots
}

// load returns the number of running searches, and of waiting ones that are for turns.
func (s *searches) load() (running, waiting int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, w := range s.line {
		if !w.background {
			waiting++
		}
	}
	return len(s.running), waiting
}

// Idle waits until a background search may begin, and returns the function that ends it.
// Errors: ctx's.
func (o *Owner) Idle(ctx context.Context) (release func(), err error) {
	return o.searches.begin(ctx, searcher{background: true})
}
