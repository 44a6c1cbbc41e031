package match_test

import (
	"testing"
	"time"

	"noughts/game"
	"noughts/game/match"
)

// TestStrandedMatch strands a match with a clock: the clock stands still, boards stay valid, and the match ends without a
// result a week later. Before that, a move or Resume starts the clock anew.
func TestStrandedMatch(t *testing.T) {
	t.Parallel()
	m := inPlay(t)
	stranded := m.Strand(t0)
	if err := stranded.Validate(); err != nil || stranded.ClockRuns() || !stranded.Shows(m.Version) || stranded.Status != match.Playing {
		t.Fatalf("%v: %+v", err, stranded)
	}
	moved, err := stranded.Play(stranded.ToMove().ID, stranded.Position().Moves()[0], t0.Add(time.Hour))
	if err != nil || !moved.Stranded.IsZero() || !moved.ClockRuns() {
		t.Errorf("after a move: %v, %+v", err, moved)
	}
	if again := stranded.Resume(t0.Add(time.Hour)); !again.ClockRuns() || !again.Deadline.Equal(t0.Add(time.Hour+clocked.Clock)) {
		t.Errorf("after Resume: %+v", again)
	}
	looks, at := 0, t0
	for stranded.Status == match.Playing {
		due := stranded.Deadline
		if !due.After(at) || due.After(t0.Add(match.StrandedLife)) {
			t.Fatalf("after %v it is due at %v", at, due)
		}
		at, looks = due, looks+1
		stranded = stranded.Strand(at)
	}
	if end := (match.Result{Reason: match.Stranded}); stranded.Result != end || !at.Equal(t0.Add(match.StrandedLife)) || looks > 50 {
		t.Errorf("it ended at %v after %d looks: %+v", at, looks, stranded.Result)
	}
	if err := stranded.Validate(); err != nil {
		t.Error(err)
	}
}

// inPlay returns a match with a clock, in which one move was made.
func inPlay(t *testing.T) match.Match {
	t.Helper()
	m, err := match.New("m", alice, match.Person(alice), match.Person(bob), clocked, game.X, t0)
	if err == nil {
		m, err = m.Accept(bob, game.X, t0)
	}
	if err == nil {
		m, err = m.Play(alice, game.At(0, 0), t0)
	}
	if err != nil {
		t.Fatal(err)
	}
	return m
}
