package matches

import (
	"testing"
	"time"

	"noughts/commands/plan"
	"noughts/game"
	"noughts/game/ai"
	"noughts/game/rules"
)

// thinks makes a member's request ask for an evaluation, and returns the values and the time it took.
func (f *fixture) thinks(p plan.Evaluation) (found []ai.Choice, took time.Duration) {
	f.t.Helper()
	began := time.Now()
	if r := f.command(func(r *plan.Request) (_ plan.Plan, err error) {
		found, err = r.Read.Evaluation(p)
		return plan.Answer{As: plan.Private}, err
	}); r.Refusal != nil {
		f.t.Error(r.Refusal)
	}
	return found, time.Since(began)
}

func squares(names ...string) (all []game.Square) {
	for _, name := range names {
		s, err := game.ParseSquare(name)
		if err != nil {
			panic(err)
		}
		all = append(all, s)
	}
	return all
}

func TestTheEngineIsAskedAboutAPosition(t *testing.T) {
	t.Parallel()
	withFixture(t, first(0), func(t *testing.T, f *fixture) {
		start := rules.Start(game.Classic(3), game.X)
		found, _ := f.thinks(plan.Evaluation{Game: ai.History{Start: start, Moves: squares("a1", "b1", "a2", "b2")}, Nodes: 10_000})
		if len(found) != 5 || found[0].Move.String() != "a3" || found[0].Score.String() != "win 1" {
			t.Errorf("found %v", found)
		}
		if over, _ := f.thinks(plan.Evaluation{Game: ai.History{Start: start, Moves: squares("a1", "b1", "a2", "b2", "a3")}, Nodes: 10_000}); over != nil {
			t.Errorf("of a game that is over %v is thought", over)
		}
	})
}

// An evaluation that gets no search slot returns nil after its time limit.
func TestNobodyWaitsLongForTheEngine(t *testing.T) {
	t.Parallel()
	withFixture(t, first(0), func(t *testing.T, f *fixture) {
		free := f.busy()
		start := ai.History{Start: rules.Start(game.Classic(3), game.X)}
		for limit, want := range map[time.Duration]time.Duration{0: thinkLimit, time.Hour: thinkLimit, 200 * time.Millisecond: 200 * time.Millisecond} {
			if found, took := f.thinks(plan.Evaluation{Game: start, Nodes: 10_000, Limit: limit}); found != nil || took != want {
				t.Errorf("with a limit of %v %d moves were found after %v, want %v", limit, len(found), took, want)
			}
		}
		free()
	})
}
