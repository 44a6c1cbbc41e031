package main

import (
	"time"

	"noughts/cmd/arena/stats"
	"noughts/game"
	"noughts/game/ai"
)

// A result is what games have shown, as the first contender sees them.
type result struct {
	stats.Tally
	pairs  [5]int // of games with one opening, by the half points won in them
	costs  [2]cost
	faults [2][]error // the reason that lost a contender a game
}

// count enters the end of a game; turn, 0 or 1, is the first contender's place after the opening.
func (r *result) count(end ending, opening ai.Game, turn int) {
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

// merge adds further games.
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

// pair enters two games with the same opening.
func (r *result) pair(one, other result) {
	r.merge(one)
	r.merge(other)
	r.pairs[int(2*one.Points()+2*other.Points())]++
}

// A cost is what the moves of a player have taken.
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

// mean returns the time that a move took on average.
func (c cost) mean() time.Duration {
	if c.moves == 0 {
		return 0
	}
	return c.total / time.Duration(c.moves)
}

// rate returns the positions visited a second.
func (c cost) rate() float64 {
	if c.total == 0 {
		return 0
	}
	return float64(c.nodes) / c.total.Seconds()
}
