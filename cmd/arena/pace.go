package main

import "time"

// A pace says what the moves of a player have cost.
type pace struct {
	moves int
	nodes int64
	total time.Duration
	worst time.Duration
}

func (p *pace) add(nodes int64, took time.Duration) {
	p.moves++
	p.nodes += nodes
	p.total += took
	p.worst = max(p.worst, took)
}

func (p *pace) merge(q pace) {
	p.moves += q.moves
	p.nodes += q.nodes
	p.total += q.total
	p.worst = max(p.worst, q.worst)
}

// mean returns the time that a move took on average.
func (p pace) mean() time.Duration {
	if p.moves == 0 {
		return 0
	}
	return p.total / time.Duration(p.moves)
}

// rate returns the positions visited a second.
func (p pace) rate() float64 {
	if p.total == 0 {
		return 0
	}
	return float64(p.nodes) / p.total.Seconds()
}
