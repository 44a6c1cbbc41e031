package review

import (
	"cmp"
	"context"
	"slices"

	"noughts/game"
	"noughts/game/ai"
	"noughts/game/ai/engine"
	"noughts/game/rules"
)

// rounds is the maximum number of rounds in which the method `doubt` runs longer searches.
const rounds = 4

// depths says how many times more nodes searches get: the first, for a move that seems costly, for a likely blunder.
var depths = [...]int64{1, 3, 12}

// mostBlunders is the maximum number of blunders that are searched again in one round, the least costly first.
const mostBlunders = 4

// doubt runs longer searches if a move seems to have cost points, or if the values of two positions contradict each
// other. It searches the played move and the seemingly better move with the same number of nodes.
func (a *analysis) doubt(ctx context.Context) error {
	for i := range rounds {
		var tasks [2][]task
		for n, t := range a.doubts() {
			tasks[n%2] = append(tasks[n%2], t)
		}
		if err := a.run(ctx, tasks, 2*len(a.positions)+(i+1)*len(a.positions)/rounds); err != nil {
			return err
		}
		a.spread()
	}
	return nil
}

func (a *analysis) doubts() (tasks []task) {
	values := a.fold()
	type blunder struct{ ply, cost int }
	var blunders []blunder
	for i, played := range a.game.Moves {
		value, best := before(values[i+1].score), a.best(i)
		if contradicts(a.found[i].score, value) {
			tasks = a.deepen(tasks, i+1, 1)
			continue
		}
		if a.exceeds(i, value) {
			tasks = a.deepen(tasks, i+1, a.found[i].depth)
		}
		if !a.proves(i, slices.MaxFunc([]ai.Score{best.score, value}, compare)) {
			tasks = a.deepen(tasks, i, 1)
		}
		switch cost := points(best.score) - points(value); {
		case best.line[0] == played || cost < doubtfulFrom:
		case cost < blunderFrom || points(best.score) < blunderAbove || best.score.Proof == engine.Unproven && a.better[i].depth < 1:
			tasks = a.compare(tasks, i, 1)
		default:
			blunders = append(blunders, blunder{i, cost})
		}
	}
	slices.SortStableFunc(blunders, func(a, b blunder) int { return cmp.Compare(a.cost, b.cost) })
	for _, d := range blunders[:min(len(blunders), mostBlunders)] {
		tasks = a.compare(tasks, d.ply, 2)
	}
	return tasks
}

// contradicts reports whether the value of the played move is higher than the proven result of the position allows.
func contradicts(best, played ai.Score) bool {
	return best.Proof == ai.Loss && played.Proof != ai.Loss || best.Proof == ai.Draw && points(played) > points(best)
}

// exceeds reports whether the value of the played move is clearly above the value that a longer
// search found for the best move.
func (a *analysis) exceeds(i int, played ai.Score) bool {
	f := a.found[i]
	return f.depth > 0 && played.Proof == engine.Unproven && points(played)-points(f.score) >= doubtfulFrom
}

// deepen appends a longer search of position i. If the move there is forced, it searches the next position with a
// choice instead. It appends nothing if the position was already searched to that depth, or if its value is proven.
func (a *analysis) deepen(tasks []task, i, depth int) []task {
	for a.isForced(i) {
		i++
	}
	f := &a.found[i]
	if f.depth >= depth || f.score.Proof != engine.Unproven {
		return tasks
	}
	f.depth = depth
	return add(tasks, task{a.positions[i], nil, depths[depth] * a.nodes, &f.value})
}

// add appends a search. If a search of the same position is pending, it extends that search instead.
func add(tasks []task, t task) []task {
	for i := range tasks {
		if tasks[i].into == t.into {
			tasks[i].nodes = max(tasks[i].nodes, t.nodes)
			return tasks
		}
	}
	return append(tasks, t)
}

// compare appends longer searches of the played move and of the best move, unless their values are proven.
func (a *analysis) compare(tasks []task, i, depth int) []task {
	tasks = a.deepen(tasks, i+1, depth)
	best, b := a.best(i), &a.better[i]
	if len(b.line) == 0 || b.line[0] != best.line[0] {
		*b = finding{value: best}
	}
	next, _ := rules.Replay(a.positions[i], best.line[:1])
	if b.depth >= depth || b.score.Proof != engine.Unproven || next.Outcome().Over {
		return tasks
	}
	b.depth = depth
	return add(tasks, task{next, []game.Square{best.line[0]}, depths[depth] * a.nodes, &b.value})
}

func (a *analysis) best(i int) value {
	found, better := a.found[i], a.better[i]
	if len(better.line) > 0 && better.line[0] == found.line[0] {
		return better.value
	}
	return found.value
}

// proves reports whether the score s of the best move is also the score of the position. That is so if s is unproven or
// a win. If s is a proven draw or loss, it is so only if all other moves were searched to the end.
func (a *analysis) proves(i int, s ai.Score) bool {
	return s.Proof == engine.Unproven || s.Proof == ai.Win || s.Proof == a.found[i].score.Proof || a.isForced(i)
}

// spread copies a proven result to the next position, if the proven line begins with the played move.
func (a *analysis) spread() {
	for i, played := range a.game.Moves {
		proven, next := a.found[i].value, &a.found[i+1].value
		if proven.score.Proof == engine.Unproven || proven.line[0] != played || len(proven.line) < 2 || len(next.line) == 0 {
			continue
		}
		score := before(proven.score) // but one ply nearer to the end, not farther from it
		score.Plies = max(score.Plies-2, 0)
		if next.score.Proof == engine.Unproven || next.score.Proof == score.Proof && score.Plies < next.score.Plies {
			*next = value{score, proven.line[1:]}
		}
	}
}

// fold returns the value of each position. It is the value of the played move, which follows from the next position, or
// the value of a better move. So no move has a higher value than the position before it.
func (a *analysis) fold() []value {
	n := len(a.game.Moves)
	values := make([]value, n+1)
	values[n] = a.found[n].value
	for i := n - 1; i >= 0; i-- {
		next, best := values[i+1], a.best(i)
		best.score = a.ofPosition(i, best.score)
		v := value{before(next.score), append([]game.Square{a.game.Moves[i]}, next.line...)}
		if best.line[0] != a.game.Moves[i] && compare(best.score, v.score) > 0 {
			v = best
		}
		v.score = a.ofPosition(i, v.score)
		v.line = v.line[:min(len(v.line), longest)]
		values[i] = v
	}
	return values
}

// ofPosition returns the value of a position, given the score of its best move, marked unproven if it is no proof.
func (a *analysis) ofPosition(i int, s ai.Score) ai.Score {
	if a.proves(i, s) {
		return s
	}
	return judged(points(s))
}
