package review_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"noughts/game"
	"noughts/game/ai"
	"noughts/game/ai/engine"
	"noughts/game/ai/review"
	"noughts/game/rules"
)

// quick are options with few nodes, for tests that must pass with any number of nodes.
var quick = review.Options{Nodes: 2000}

// analyze reviews a game.
func analyze(t testing.TB, g ai.History, o review.Options) review.Review {
	t.Helper()
	r, err := review.Analyze(t.Context(), g.Start.Variant(), g, o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// written returns the game with the given moves.
func written(t testing.TB, v game.Variant, moves string) ai.History {
	t.Helper()
	g := ai.History{Start: rules.Start(v, game.X)}
	for word := range strings.FieldsSeq(moves) {
		s, err := game.ParseSquare(word)
		if err != nil {
			t.Fatal(err)
		}
		g.Moves = append(g.Moves, s)
	}
	return g
}

// TestReviewOfASolvedGame reviews a game where X begins in the centre and O loses by a reply on an edge.
func TestReviewOfASolvedGame(t *testing.T) {
	t.Parallel()
	r := analyze(t, written(t, game.Classic(3), "b2 b1 a1 c3 a3 a2 c1"), review.Options{})
	var got []string
	for i, m := range r.Moves {
		got = append(got, fmt.Sprint(i+1, " ", m.Square, " ", m.Value, " ", m.Best, " ", m.BestValue, " ", m.Mark))
	}
	want := []string{
		"1 b2 draw b2 draw best",
		"2 b1 loss 6 a3 draw blunder",
		"3 a1 win 5 a1 win 5 best",
		"4 c3 loss 4 c3 loss 4 best",
		"5 a3 win 3 a3 win 3 best",
		"6 a2 loss 2 a2 loss 2 best",
		"7 c1 win 1 c1 win 1 best",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if r.Turning != 2 || r.Accuracy[0] != 100 || r.Accuracy[1] > 10 {
		t.Errorf("the game turned with move %d, accuracy %v", r.Turning, r.Accuracy)
	}
	if winner, ok := r.Proven(2); !ok || winner != game.X {
		t.Errorf("after move 2: %v, %v", winner, ok)
	}
	if x := r.XValue(0); x != 0.5 || r.XValue(2) != 1 || r.XValue(7) != 1 {
		t.Errorf("X could expect %v, %v, %v", x, r.XValue(2), r.XValue(7))
	}
}

// check checks invariants that every review must satisfy.
func check(t *testing.T, r review.Review) {
	t.Helper()
	most, turning := 4, 0
	for i, m := range r.Moves {
		p := r.Position(i)
		if m.Value.Expected > m.BestValue.Expected || m.Cost() < 0 {
			t.Errorf("%v: %s is worth %v, and %s %v", p, m.Square, m.Value, m.Best, m.BestValue)
		}
		if (m.Best == m.Square) != (m.Mark == review.Best) || m.Best == m.Square && m.Value != m.BestValue {
			t.Errorf("%v: %s is %v, worth %v, and %s %v", p, m.Square, m.Mark, m.Value, m.Best, m.BestValue)
		}
		if m.Value.Proof != engine.Unproven && m.Value.Proof == m.BestValue.Proof && m.Mark > review.Good {
			t.Errorf("%v: %s keeps %v and is %v", p, m.Square, m.BestValue, m.Mark)
		}
		if m.Line[0] != m.Best || m.Forced != (len(p.Moves()) == 1) {
			t.Errorf("%v: %s: line %v, forced %v", p, m.Best, m.Line, m.Forced)
		}
		if _, err := rules.Replay(p, m.Line); err != nil {
			t.Errorf("%v: line %v: %v", p, m.Line, err)
		}
		if _, err := rules.Replay(r.Position(i+1), m.Reply); err != nil {
			t.Errorf("%v: reply %v: %v", p, m.Reply, err)
		}
		if after := r.XValue(i + 1); r.Side(i) == game.X && m.Value.Expected != after || r.Side(i) == game.O && m.Value.Expected+after != 1 {
			t.Errorf("%v: %s is worth %v, and then X has %v", p, m.Square, m.Value, after)
		}
		if m.Cost() > most {
			most, turning = m.Cost(), i+1
		}
	}
	if r.Turning != turning {
		t.Errorf("%v turned with move %d, want %d", r.Game.Moves, r.Turning, turning)
	}
	checkDecided(t, r)
	for _, accuracy := range r.Accuracy {
		if accuracy < 0 || accuracy > 100 {
			t.Errorf("accuracy %v", r.Accuracy)
		}
	}
	again, err := review.Parse(r.Text())
	if err != nil || !same(r, again) {
		t.Errorf("%s\nis read as\n%s\n%v", r.Text(), again.Text(), err)
	}
}

// checkDecided checks that what is said of the game after DecidedSince agrees with its end and with its turning point.
func checkDecided(t *testing.T, r review.Review) {
	t.Helper()
	n, since := len(r.Moves), r.DecidedSince()
	end, ended := r.Proven(n)
	for ply := since; ply < n; ply++ {
		if f, proven := r.Proven(ply); !proven || f != end || r.XValue(ply) != r.XValue(n) {
			t.Errorf("%v is decided since %d, but %d has %v, %v for X; the end %v", r.Game.Moves, since, ply, f, r.XValue(ply), end)
		}
	}
	if r.Turning > since {
		t.Errorf("%v turned with move %d, though decided since %d", r.Game.Moves, r.Turning, since)
	}
	if f, proven := r.Proven(max(since-1, 0)); proven && ended && since > 0 && f == end {
		t.Errorf("%v is decided since %d, though already before", r.Game.Moves, since)
	}
}

// same reports whether two reviews are equal.
func same(a, b review.Review) bool { return fmt.Sprintf("%+v", a) == fmt.Sprintf("%+v", b) }

// games returns a game of every variant between two weak levels, without the last `cut` moves of each game.
func games(t *testing.T, cut int) (all []ai.History) {
	for i, v := range rules.Variants() {
		g := selfPlay(t, v, "casual", "random", uint64(i))
		g.Moves = g.Moves[:max(len(g.Moves)-cut, 0)]
		all = append(all, g)
	}
	return all
}

func TestReviewsAreConsistent(t *testing.T) {
	t.Parallel()
	for _, cut := range []int{0, 3} {
		for i, g := range games(t, cut) {
			if i%everyGame != 0 {
				continue
			}
			check(t, analyze(t, g, review.Options{Nodes: 300}))
		}
	}
}

// TestReviewsAreDeterministic checks that a review is the same each time, although two searches run at once.
func TestReviewsAreDeterministic(t *testing.T) {
	t.Parallel()
	g := selfPlay(t, game.Ultimate, "casual", "beginner", 3)
	one, two := analyze(t, g, review.Options{Nodes: 2000}), analyze(t, g, review.Options{Nodes: 2000})
	if !same(one, two) {
		t.Errorf("got\n%s\nand\n%s", one.Text(), two.Text())
	}
}

func TestGamesThatCannotBeReviewed(t *testing.T) {
	t.Parallel()
	for name, g := range map[string]ai.History{
		"nothing":            {},
		"another variant":    written(t, game.Classic(4), "a1"),
		"an illegal move":    written(t, game.Ultimate, "e5 a1"),
		"moves after an end": written(t, game.Ultimate, "e5 e5"),
	} {
		if _, err := review.Analyze(t.Context(), game.Ultimate, g, quick); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

var errNoSlot = errors.New("no slot")

// TestSlotsAndProgress checks that each search takes a slot and releases it, that progress grows to
// the total, and that the review ends with the error of Slot.
func TestSlotsAndProgress(t *testing.T) {
	t.Parallel()
	g := selfPlay(t, game.Ultimate, "casual", "beginner", 4)
	for _, most := range []int{1 << 30, 5} {
		var mu sync.Mutex
		taken, given, done := 0, 0, 0
		o := quick
		o.Slot = func(context.Context) (func(), error) {
			mu.Lock()
			defer mu.Unlock()
			if taken == most {
				return nil, errNoSlot
			}
			taken++
			return func() {
				mu.Lock()
				defer mu.Unlock()
				given++
			}, nil
		}
		var total int
		o.Progress = func(now, of int) {
			if now <= done || now > of {
				t.Errorf("%d of %d done after %d", now, of, done)
			}
			done, total = now, of
		}
		var soFar review.Review
		o.SoFar = func(found review.Review) { soFar = found }
		found, err := review.Analyze(t.Context(), game.Ultimate, g, o)
		if len(soFar.Moves) != len(found.Moves) {
			t.Errorf("%d of %d moves before the longer searches", len(soFar.Moves), len(found.Moves))
		}
		if taken != given || taken == most && !errors.Is(err, errNoSlot) || taken < most && (err != nil || done != total) {
			t.Errorf("%d slots taken, %d given back, %d of %d done: %v", taken, given, done, total, err)
		}
		if taken < min(most, len(g.Moves)) {
			t.Errorf("%d slots for %d moves", taken, len(g.Moves))
		}
	}
}

func TestAReviewEndsWithItsContext(t *testing.T) {
	t.Parallel()
	g := selfPlay(t, game.Ultimate, "casual", "beginner", 5)
	ctx, cancel := context.WithCancel(t.Context())
	o := review.Options{Progress: func(int, int) { cancel() }}
	if r, err := review.Analyze(ctx, game.Ultimate, g, o); !errors.Is(err, context.Canceled) || r.Moves != nil {
		t.Errorf("got %v", err)
	}
}
