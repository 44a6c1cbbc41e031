package web

import "sync"

// seenPings remembers how many pings of each channel its members have seen.
type seenPings struct {
	mu     sync.Mutex
	counts map[[2]string]int
}

func (s *seenPings) count(m Member, c Channel) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.counts[[2]string{m.User.ID, c.ID}]
}

// see notes that the member has seen all there are.
func (s *seenPings) see(m Member, c Channel, pings int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.counts == nil {
		s.counts = map[[2]string]int{}
	}
	s.counts[[2]string{m.User.ID, c.ID}] = pings
}
