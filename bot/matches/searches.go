package matches

import (
	"cmp"
	"context"
	"slices"
	"sync"
	"time"

	"noughts/commands/plan"
)

const memberSearches = 2

// A searcher names the member and the server that a search runs for.
type searcher struct {
	member string
	server string // "" outside servers; begin then uses the member's id
	// drawing says that a picture is drawn or data is exported rather than a move searched.
	drawing bool
	// background says that no member waits for the result at their turn: the search is for a
	// review, or for a game between computers.
	background bool
}

// searcher returns the member and the server for a search that this request asked for.
func (t *task) searcher() searcher {
	return searcher{member: t.Request.User, server: t.Request.Place.Guild}
}

// searches schedules the computer's searches.
//
// The rules:
//   - The field `slots` is the number of search slots. Searches without a slot wait in a line.
//   - When a search begins, the waiting searches of the same server move to the end of the line, and
//     those of the same member behind them. So servers take turns, and so do the members of a server.
//   - A member may have two searches running (memberSearches). Only the first one counts as taking a slot: a second
//     search begins only while a slot is free, and another member's first search begins regardless of second ones.
//   - A background search begins only while a slot is free and no search for a turn can begin. One slot
//     is kept free of background searches, unless there is only one slot. A search for a turn begins
//     however many background searches run. A background search that has waited for patience begins beside any others.
//   - Drawings are searches too, one for each member at a time.
type searches struct {
	slots int

	mu      sync.Mutex
	line    []*waiter
	running []searcher
}

// patience is how long a background search waits, even if members' turns take all slots.
const patience = 10 * time.Second

type waiter struct {
	searcher
	since  time.Time
	begins chan struct{} // closed when the search begins
}

// begin waits until a search may begin. It returns the function that ends the search. Errors: plan.ErrManyDrawings if
// the member has too many drawings, and those of ctx.
func (s *searches) begin(ctx context.Context, of searcher) (end func(), err error) {
	of.server = cmp.Or(of.server, of.member)
	w := &waiter{of, time.Now(), make(chan struct{})}
	s.mu.Lock()
	if of.drawing && !of.background && s.drawings(of.member) >= maxDrawings {
		s.mu.Unlock()
		return nil, plan.ErrManyDrawings
	}
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
		s.next() // other searches may have waited behind this one
	}
	s.mu.Unlock()
	if at < 0 { // the search began before it could be removed
		end()
	}
	return nil, ctx.Err()
}

// next begins the searches that may begin. Callers hold s.mu.
func (s *searches) next() {
	for _, background := range []bool{false, true} {
		for {
			at := slices.IndexFunc(s.line, func(w *waiter) bool { return w.background == background && s.may(w) })
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

// behind returns where a waiting search goes in the line when the search `begun` begins: 0 if the search keeps its
// place, 1 if it moves behind all searches that keep theirs, and 2 if it moves to the very end.
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
func (s *searches) may(w *waiter) bool {
	turns, background, own := 0, 0, 0
	members := map[string]bool{}
	for _, r := range s.running {
		if r.background {
			background++
		} else {
			turns++
			members[r.member] = true
		}
		if r.drawing && w.drawing && r.member == w.member {
			return false
		}
		if r.member == w.member && (w.background || !r.background) { // searches for games that the member only watches do not delay a search for the member's own turn
			own++
		}
	}
	switch {
	case own >= memberSearches:
		return false
	case w.background && time.Since(w.since) >= patience:
		return background == 0
	case w.background:
		return turns+background < s.slots && background < max(1, s.slots-1)
	case own > 0:
		return turns < s.slots
	}
	return len(members) < s.slots
}

// load returns the number of running searches, and the number of waiting searches for a turn.
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

// Idle waits until a background search may begin. It returns the function that ends the search. Errors: those of ctx.
func (o *Manager) Idle(ctx context.Context) (release func(), err error) {
	return o.searches.begin(ctx, searcher{background: true})
}
