package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"runtime"
	"sync"
	"time"

	"noughts/game"
	"noughts/game/ai"
	"noughts/game/ai/review"
	"noughts/game/rules"
)

// errFaults is returned if deeper searches contradict reviews.
var errFaults = errors.New("wrong reviews found")

// runReview reviews games between levels and compares the reviews with independent, deeper searches.
func runReview(ctx context.Context, args []string, out io.Writer) error {
	flags := flag.NewFlagSet("review", flag.ContinueOnError)
	v := variantFlag(flags)
	var c comparison
	var games, parallel int
	numberFlag(flags, &games, "games", 200, 1, mostGames, "number of `games` to review")
	numberFlag(flags, &c.nodes, "nodes", 0, 0, mostNodes, "`positions` to search per position of the game; 0 means as the bot does")
	numberFlag(flags, &c.deeper, "deeper", 16, 1, 1_000_000, "compare with searches this many `times` larger")
	numberFlag(flags, &parallel, "parallel", min(runtime.GOMAXPROCS(0), mostParallel), 1, mostParallel, "number of `games` to review in parallel")
	seed := flags.Uint64("seed", 1, "random seed `number` of the games")
	if err := parse(flags, args, out); err != nil {
		return err
	}
	if c.nodes == 0 {
		c.nodes = review.DefaultNodes(*v)
	}
	work := make(chan int)
	var all sync.WaitGroup
	for range parallel {
		all.Go(func() {
			for i := range work {
				c.add(compareGame(ctx, *v, *seed+uint64(i), c.nodes, c.nodes*c.deeper))
			}
		})
	}
	for i := range games {
		work <- i
	}
	close(work)
	all.Wait()
	if c.err != nil {
		return c.err
	}
	if err := c.write(out); err != nil {
		return err
	}
	if len(c.faults) > 0 {
		return errFaults
	}
	return nil
}

// A comparison adds up the differences between the reviews of many games and deeper searches.
type comparison struct {
	nodes, deeper int64
	mu            sync.Mutex
	found
	games   int
	longest time.Duration
	err     error
}

// found holds the counts for one game, or their sums over all games.
type found struct {
	moves   int
	marked  [review.Blunder + 1]int
	costed  [review.Blunder + 1]int // moves that a deeper search checked, by mark
	cost    [review.Blunder + 1]int // total cost of the moves in costed, in points, according to the deeper searches
	turned  int                     // games with a turning point
	agreed  int                     // games whose turning point was the costliest checked move, or almost (see near)
	facts   int                     // positions that the review calls proven
	checked int                     // positions, among those in facts, whose result a deeper search proves
	took    time.Duration           // time of the review
	asked   int                     // mistakes that members can practise, because one other move is clearly best
	stayed  int                     // mistakes, among those in asked, with the same best move in a deeper search
	faults  []string
}

func (c *comparison) add(f found, err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if err != nil {
		c.err = err
		return
	}
	c.games++
	c.moves += f.moves
	for m := range f.marked {
		c.marked[m] += f.marked[m]
		c.costed[m] += f.costed[m]
		c.cost[m] += f.cost[m]
	}
	c.turned += f.turned
	c.agreed += f.agreed
	c.facts += f.facts
	c.checked += f.checked
	c.asked += f.asked
	c.stayed += f.stayed
	c.took += f.took
	c.longest = max(c.longest, f.took)
	c.faults = append(c.faults, f.faults...)
}

func (c *comparison) write(out io.Writer) error {
	text := fmt.Sprintf("%d games, %d moves, reviewed in %v each, %v at most\n", c.games, c.moves,
		(c.took / time.Duration(max(c.games, 1))).Round(time.Millisecond), c.longest.Round(time.Millisecond))
	for m, n := range c.marked {
		text += fmt.Sprintf("%-9s %5d", review.Mark(m), n)
		if costed := c.costed[m]; costed > 0 {
			text += fmt.Sprintf(", of which %d were searched deeper: they cost %d points on average", costed, c.cost[m]/costed)
		}
		text += "\n"
	}
	text += fmt.Sprintf("turning points: %d, of which %d lost most for the deeper searches too, or within %d points of it\n", c.turned, c.agreed, near)
	text += fmt.Sprintf("proven: %d positions, of which the deeper searches prove %d\n", c.facts, c.checked)
	text += fmt.Sprintf("for practice: %d positions, of which the deeper searches find the same best move in %d\n", c.asked, c.stayed)
	text += fmt.Sprintf("faults: %d\n", len(c.faults))
	for _, fault := range c.faults {
		text += fault + "\n"
	}
	_, err := io.WriteString(out, text)
	return err
}

// near is the largest difference in points between two moves that count as equally costly.
const near = 5

// compareGame plays a game between two levels and compares its review with deeper searches.
func compareGame(ctx context.Context, v game.Variant, seed uint64, nodes, deep int64) (f found, err error) {
	g, err := levelsGame(ctx, v, seed)
	if err != nil {
		return f, err
	}
	began := time.Now()
	r, err := review.Analyze(ctx, v, g, review.Options{Nodes: nodes})
	if err != nil {
		return f, err
	}
	f.took = time.Since(began)
	j := judge{review: r, searcher: ai.NewSearcher(v, 1, seed), nodes: deep}
	j.look(ctx, &f)
	for i, fault := range f.faults {
		f.faults[i] = fmt.Sprintf("seed %d: %s", seed, fault)
	}
	return f, ctx.Err()
}

// levelsGame plays a game between two randomly chosen levels of a variant. It leaves out the slow levels.
func levelsGame(ctx context.Context, v game.Variant, seed uint64) (ai.History, error) {
	rng := rand.New(rand.NewPCG(seed, 0))
	var quick []string
	for _, level := range ai.Levels(v) {
		if s, _ := ai.StrengthOf(v, level); s.Nodes < 50_000 || v.Size() <= 3 {
			quick = append(quick, level)
		}
	}
	var players [2]ai.Player
	for i := range players {
		var err error
		if players[i], err = ai.New(v, quick[rng.IntN(len(quick))], rng.Uint64()); err != nil {
			return ai.History{}, err
		}
	}
	p := rules.Start(v, game.X)
	g := ai.History{Start: p}
	for !p.Outcome().Over {
		choice, err := players[len(g.Moves)%2].Choose(ctx, g)
		if err == nil {
			p, err = p.Play(choice.Move)
		}
		if err != nil {
			return g, err
		}
		g.Moves = append(g.Moves, choice.Move)
	}
	return g, nil
}

// A judge compares a review with deeper searches. It resets the searcher before each search.
type judge struct {
	review   review.Review
	searcher *ai.Searcher
	nodes    int64
}

// search returns the best move in a position and its value. If the game is over, it returns only the value of the
// result.
func (j *judge) search(ctx context.Context, p game.Position) ai.Choice {
	j.searcher.Reset()
	choice, err := j.searcher.Search(ctx, ai.History{Start: p}, ai.Limits{Nodes: j.nodes}, nil)
	if errors.Is(err, ai.ErrGameOver) {
		switch o := p.Outcome(); o.Winner {
		case game.Empty:
			choice.Score.Expected = 0.5
		case p.ToMove():
			choice.Score.Expected = 1
		}
	}
	return choice
}

// cost returns how many points a move lost, according to deeper searches. It compares the move with the best move of
// the deeper search and with the best move of the review, and returns the larger loss.
func (j *judge) cost(ctx context.Context, ply int) int {
	m, p := j.review.Moves[ply], j.review.Position(ply)
	worth := func(s game.Square) int {
		next, _ := p.Play(s) // search the position after the move, as reviews do
		return 100 - points(j.search(ctx, next).Score)
	}
	played := worth(m.Square)
	best := j.search(ctx, p)
	cost := points(best.Score) - played
	if best.Move == m.Square {
		cost = 0
	}
	if m.Best != m.Square {
		cost = max(cost, worth(m.Best)-played)
	}
	return cost
}

// look checks a review with deeper searches: its mistakes, its blunders, its turning point and its proven positions.
func (j *judge) look(ctx context.Context, f *found) {
	f.moves = len(j.review.Moves)
	most, turning := 0, 0
	for i, m := range j.review.Moves {
		f.marked[m.Mark]++
		j.checkFact(ctx, i, f)
		if m.Mark < review.Mistake && i+1 != j.review.Turning {
			continue
		}
		if m.Mark >= review.Mistake {
			j.checkPractice(ctx, i, f)
		}
		cost := j.cost(ctx, i)
		f.cost[m.Mark] += cost
		f.costed[m.Mark]++
		if m.Mark == review.Blunder && cost <= 0 {
			f.faults = append(f.faults, fmt.Sprintf("ply %d: %s, worth %s and not %s as %s, seems to be a %s, and is best", i+1, m.Square, m.Value, m.BestValue, m.Best, m.Mark))
		}
		most = max(most, cost)
		if i+1 == j.review.Turning {
			turning = cost
		}
	}
	if fell := steepest(j.review); fell != j.review.Turning {
		f.faults = append(f.faults, fmt.Sprintf("the turning point is ply %d, but the value fell most at ply %d", j.review.Turning, fell))
	}
	if j.review.Turning > 0 {
		f.turned++
		if turning >= most-near {
			f.agreed++
		}
	}
}

// checkPractice checks a mistake that members can practise because one other move is clearly best: does the deeper
// search find the same best move? It skips other mistakes.
func (j *judge) checkPractice(ctx context.Context, ply int, f *found) {
	p := j.review.Position(ply)
	j.searcher.Reset()
	moves, err := j.searcher.Evaluate(ctx, ai.History{Start: p}, ai.Limits{Nodes: review.PracticeNodes(p.Variant())})
	if err != nil {
		return // ctx ended: no other error can happen, because the game is not over
	}
	if made := j.review.Moves[ply]; made.ClearlyBest(moves) {
		f.asked++
		if j.search(ctx, p).Move == made.Best {
			f.stayed++
		}
	}
}

// checkFact checks the position after the first `ply` moves, if the review calls its result proven. It reports a fault
// if the deeper search proves another result.
func (j *judge) checkFact(ctx context.Context, ply int, f *found) {
	fact, ok := j.review.Fact(ply)
	if !ok {
		return
	}
	f.facts++
	proven := j.search(ctx, j.review.Position(ply)).Score
	if proven.Proof == (ai.Score{}).Proof {
		return
	}
	f.checked++
	if said := j.review.Score(ply); said.Proof != proven.Proof {
		f.faults = append(f.faults, fmt.Sprintf("after %d plies: %+v is said to be proven, and %s is", ply, fact, proven))
	}
}

// steepest returns the ply, counted from 1, whose move lost the most value for the side that moved.
// It returns 0 if no move lost more than 4 points.
func steepest(r review.Review) (ply int) {
	most := 4
	for i := range r.Moves {
		fell := int(math.Round(100 * (r.XValue(i) - r.XValue(i+1))))
		if r.Side(i) == game.O {
			fell = -fell
		}
		if fell > most {
			ply, most = i+1, fell
		}
	}
	return ply
}

func points(s ai.Score) int { return int(math.Round(100 * s.Expected)) }
