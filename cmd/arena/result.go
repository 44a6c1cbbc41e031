package main

import (
	"time"

	"noughts/cmd/arena/stats"
	"noughts/game"
	"noughts/game/ai"
)

// A result sums up games from the first contender's view.
type result struct {
	stats.Tally
	pairs  [5]int // number of pairs of games with the same opening in which the first contender won 0, 1, 2, 3 or 4 half points
	costs  [2]cost
	faults [2][]error // faults that lost games, by contender
}

// count adds a finished game. `turn` is 0 if the first contender moved first after the opening, else 1.
func (r *result) count(end ending, opening ai.History, turn int) {
	mover := opening.Start.ToMove()
	if len(opening.Moves)%2 != turn {
		mover = mover.Opponent()
	}
	loser := 0
	switch end.Winner {
	case game.Empty:
		r.Draws++
	case mover:
		r.Wins++
		loser = 1
	default:
		r.Losses++
	}
	if end.fault != nil {
		r.faults[loser] = append(r.faults[loser], end.fault)
	}
}

// merge adds the games of another result.
func (r *result) merge(s result) {
	r.Tally = r.Plus(s.Tally)
	for i, count := range s.pairs {
		r.pairs[i] += count
	}
	for i := range r.costs {
		r.costs[i].merge(s.costs[i])
		r.faults[i] = append(r.faults[i], s.faults[i]...)
	}
}

// pair adds two games with the same opening.
func (r *result) pair(one, other result) {
	r.merge(one)
	r.merge(other)
	r.pairs[int(2*one.Points()+2*other.Points())]++
}

// A cost sums up the time and the searched positions of a player's moves.
type cost struct {
	moves int
	nodes int64
	total time.Duration
	worst time.Duration
}

func (c *cost) add(nodes int64, took time.Duration) {
	c.moves++
	c.nodes += nodes
	c.total += took
	c.worst = max(c.worst, took)
}

func (c *cost) merge(other cost) {
	c.moves += other.moves
	c.nodes += other.nodes
	c.total += other.total
	c.worst = max(c.worst, other.worst)
}

// mean returns the average time of a move.
func (c cost) mean() time.Duration {
	if c.moves == 0 {
		return 0
	}
	return c.total / time.Duration(c.moves)
}

// rate returns the positions searched per second.
func (c cost) rate() float64 {
	if c.total == 0 {
		return 0
	}
	return float64(c.nodes) / c.total.Seconds()
}
