package review

import (
	"cmp"
	"math"

	"noughts/game"
	"noughts/game/ai"
	"noughts/game/ai/engine"
	"noughts/game/rules"
)

// judge makes a review from a game with legal moves and the value of each position, including the last position.
func judge(version string, g ai.History, values []value) Review {
	n := len(g.Moves)
	r := Review{Version: version, Game: g, Moves: make([]Move, n), values: values}
	p, turningCost := g.Start, doubtfulFrom-1
	for i, s := range g.Moves {
		m := Move{
			Square: s, Value: before(values[i+1].score), Best: values[i].line[0], BestValue: values[i].score,
			Line: values[i].line, Reply: values[i+1].line, Forced: len(p.Moves()) == 1,
		}
		if m.Best == s {
			m.BestValue = m.Value
		}
		m.Mark = m.mark()
		r.Moves[i] = m
		if cost := m.Cost(); cost > turningCost {
			r.Turning, turningCost = i+1, cost
		}
		p, _ = rules.Replay(p, []game.Square{s})
	}
	for i := range r.Accuracy {
		r.Accuracy[i] = r.accuracy(game.X + game.Mark(i))
	}
	return r
}

// mark returns the mark for a move's cost. A move that keeps a proven result costs nothing, however slow it is.
func (m Move) mark() Grade {
	switch cost := m.Cost(); {
	case m.Best == m.Square:
		return Best
	case cost >= blunderFrom && points(m.BestValue) >= blunderAbove:
		return Blunder
	case cost >= mistakeFrom:
		return Mistake
	case cost >= doubtfulFrom:
		return Doubtful
	}
	return Good
}

// accuracy returns the accuracy of a side's play, from 0 to 100. It is the mean over its moves of
//
//	103.1668 · exp(−0.04354 · points lost) − 3.1669
//
// limited to the range from 0 to 100, the formula of Lichess for one move
// (https://lichess.org/page/accuracy). Moves without a choice do not count: the only legal move, and
// moves in a position where every move loses. The accuracy is 100 if no move counts.
func (r Review) accuracy(side game.Mark) float64 {
	sum, count := 0.0, 0
	for i, m := range r.Moves {
		if r.Side(i) != side || m.Forced || r.Score(i).Proof == ai.Loss {
			continue
		}
		lost := float64(m.Cost())
		sum += min(max(103.1668*math.Exp(-0.04354*lost)-3.1669, 0), 100)
		count++
	}
	if count == 0 {
		return 100
	}
	return math.Round(10*sum/float64(count)) / 10
}

// limits are the minimal costs, in points, for each mark.
var limits = [...]int{Doubtful: doubtfulFrom, Mistake: mistakeFrom, Blunder: blunderFrom}

// From returns the minimal cost of a move with the mark, as a difference of expected results, such
// as 0.20 for Blunder. It is 0 for Best and Good.
func (m Grade) From() float64 {
	if int(m) >= len(limits) {
		return 0
	}
	return float64(limits[m]) / 100
}

// clearlyBest is the minimal lead of a clearly best move: its expected result minus that of the second-best move.
const clearlyBest = 0.2

// PracticeNodes returns the number of nodes for the search that ClearlyBest needs, in a position of a variant.
func PracticeNodes(v game.Variant) int64 { return 4 * DefaultNodes(v) }

// ClearlyBest reports whether the best move of a review is so much better than every other move that members can be
// asked to find it. `found` has all legal moves with their values, best first, from a search of PracticeNodes.
func (m Move) ClearlyBest(found []ai.Choice) bool {
	return len(found) > 1 && found[0].Move == m.Best && found[0].Score.Expected-found[1].Score.Expected >= clearlyBest
}

func points(s ai.Score) int { return int(math.Round(100 * s.Expected)) }

func judged(points int) ai.Score { return ai.Score{Expected: float64(points) / 100} }

func rounded(s ai.Score) ai.Score {
	if s.Proof != engine.Unproven {
		return engine.Proven(s.Proof, s.Plies)
	}
	return judged(points(s))
}

// before returns the score of a move for its side. s is the score of the position after it, for the other side.
func before(s ai.Score) ai.Score { return rounded(s.Before()) }

// compare compares scores for the side to move and returns a negative number if a is worse than b. A quicker win and a
// later loss are better. A proven draw is better than an unproven score of 50 points.
func compare(a, b ai.Score) int {
	if a.Proof == b.Proof {
		switch a.Proof {
		case ai.Win:
			return cmp.Compare(b.Plies, a.Plies)
		case ai.Loss:
			return cmp.Compare(a.Plies, b.Plies)
		}
	}
	return cmp.Or(cmp.Compare(class(a), class(b)), cmp.Compare(points(a), points(b)), cmp.Compare(a.Proof, b.Proof))
}

func class(s ai.Score) int {
	return [...]int{engine.Unproven: 1, ai.Win: 2, ai.Loss: 0, ai.Draw: 1}[s.Proof]
}
