package match_test

import (
	"reflect"
	"testing"
	"time"

	"noughts/game"
	"noughts/game/match"
)

func TestTick(t *testing.T) {
	t.Parallel()
	var (
		challenge = newMatch(t, match.Person(bob), classic3)
		life      = int(match.ChallengeLife / time.Second)
		wonByX    = match.Result{Winner: game.X, Reason: match.ByTimeout}
		wonByO    = match.Result{Winner: game.O, Reason: match.ByTimeout}
		aborted   = match.Result{Reason: match.Aborted}
		none      = match.Result{}
	)
	tests := []struct {
		name    string
		m       match.Match
		seconds int
		want    match.Result
	}{
		{"a challenge waits", challenge, life - 1, none},
		{"a challenge expires", challenge, life, match.Result{Reason: match.Expired}},
		{"no clock", started(t, match.Person(bob), classic3, "a1"), 28 * 86400, none},
		{"time is left", started(t, match.Person(bob), clocked, "a1", "b1"), 59, none},
		{"nobody moved", started(t, match.Person(bob), clocked), 60, aborted},
		{"one moved", started(t, match.Person(bob), clocked, "a1"), 60, aborted},
		{"X ran out of time", started(t, match.Person(bob), clocked, "a1", "b1"), 60, wonByO},
		{"O ran out of time", started(t, match.Person(bob), clocked, "a1", "b1", "c1"), 1e6, wonByX},
		{"the computer thinks on", started(t, computer, clocked, "a1", "b1", "c1"), 1e6, none},
		{"the member did not", started(t, computer, clocked, "a1", "b1"), 1e6, wonByO},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got := tt.m.Tick(at(tt.seconds))
			if got.Result != tt.want {
				t.Errorf("result %+v, want %+v", got.Result, tt.want)
			}
			if tt.want != none {
				wantNext(t, tt.m, got, at(tt.seconds))
			} else if !reflect.DeepEqual(got, tt.m) {
				t.Error("nothing was due, but something changed")
			}
			if again := got.Tick(at(tt.seconds)); !reflect.DeepEqual(again, got) {
				t.Error("a second tick changed something")
			}
		})
	}
}

// TestNobodyActsAfterTheDeadline checks that moves, resignations, offers, requests and answers fail with ErrTimeout
// after the clock has run out, even before Tick is called.
func TestNobodyActsAfterTheDeadline(t *testing.T) {
	t.Parallel()
	m := started(t, match.Person(bob), clocked, "a1", "b1", "c1", "a2")
	m = must(t)(m.OfferDraw(alice, at(1)))
	m = must(t)(m.AskTakeback(bob, at(2)))
	for name, do := range map[string]func() (match.Match, error){
		"move":          func() (match.Match, error) { return m.Play(alice, 2, at(60)) },
		"resign":        func() (match.Match, error) { return m.Resign(alice, at(60)) },
		"offer":         func() (match.Match, error) { return m.OfferDraw(bob, at(60)) },
		"take draw":     func() (match.Match, error) { return m.AnswerDraw(bob, true, at(60)) },
		"ask":           func() (match.Match, error) { return m.AskTakeback(alice, at(60)) },
		"grant":         func() (match.Match, error) { return m.AnswerTakeback(alice, true, at(60)) },
		"computer move": func() (match.Match, error) { return m.PlayComputer(2, at(60)) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, err := do()
			wantErr(t, m, got, err, match.ErrTimeout)
		})
	}
}

// TestAbandonedMatch checks that a match without a running clock ends after about a month without changes. From two moves
// on the member who was to move loses it. The players must be warned a day before the end.
func TestAbandonedMatch(t *testing.T) {
	t.Parallel()
	abandoned := match.Result{Reason: match.Abandoned}
	lost := func(winner game.Mark) match.Result { return match.Result{Winner: winner, Reason: match.ByTimeout} }
	for name, c := range map[string]struct {
		m    match.Match
		want match.Result
	}{
		"one move":                  {started(t, match.Person(bob), classic3, "a1"), abandoned},
		"nobody moved":              {started(t, match.Person(bob), classic3), abandoned},
		"X to move":                 {started(t, match.Person(bob), classic3, "a1", "b1"), lost(game.O)},
		"O to move":                 {started(t, match.Person(bob), classic3, "a1", "b1", "c1"), lost(game.X)},
		"against the computer":      {started(t, computer, classic3, "a1", "b1"), lost(game.O)},
		"the computer's turn":       {started(t, computer, clocked, "a1", "b1", "c1"), abandoned},
		"all moves taken back":      {must(t)(started(t, computer, classic3, "a1", "b1").AskTakeback(alice, t0)), lost(game.O)},
		"a draw has been offered":   {must(t)(started(t, match.Person(bob), classic3, "a1", "b1", "c1").OfferDraw(bob, t0)), lost(game.X)},
		"something was asked after": {must(t)(started(t, match.Person(bob), classic3, "a1").AskTakeback(alice, t0)), abandoned},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			m := c.m
			due := m.Deadline
			least := m.Changed.Add(match.IdleLife - match.IdleNotice)
			if due.Before(least) || due.Sub(least) >= 24*time.Hour || due != due.Truncate(24*time.Hour) {
				t.Fatalf("something is due at %v, want the end of the day of %v", due, least)
			}
			if early := m.Tick(due.Add(-1)); !reflect.DeepEqual(early, m) {
				t.Errorf("something happened early: %+v", early)
			}
			warned := m.Tick(due)
			wantNext(t, m, warned, due)
			end := due.Add(match.IdleNotice)
			if at := warned.Deadline; !warned.Warned || warned.Status != match.Playing || !at.Equal(end) || warned.Validate() != nil {
				t.Errorf("got %+v, %v", warned, warned.Validate())
			}
			if early := warned.Tick(end.Add(-1)); !reflect.DeepEqual(early, warned) {
				t.Errorf("it ended early: %+v", early)
			}
			over := warned.Tick(end)
			wantNext(t, warned, over, end)
			if over.Result != c.want || warned.LosesIdle() != c.want.Winner.Opponent() || over.Warned || over.Validate() != nil {
				t.Errorf("got %+v, %v", over, over.Validate())
			}
			again := warned.TickAfter(end, end.Add(time.Hour))
			wantNext(t, warned, again, end.Add(time.Hour))
			if at := again.Deadline; again.Status != match.Playing || !again.Warned || !at.Equal(end.Add(25*time.Hour)) {
				t.Errorf("after an outage of the bot: %+v", again)
			}
		})
	}
}

// TestAbandonedMatchIsTouched checks that a move after the warning gives the match another month.
func TestAbandonedMatchIsTouched(t *testing.T) {
	t.Parallel()
	m := started(t, match.Person(bob), classic3, "a1")
	due := m.Deadline
	now := due.Add(match.IdleNotice + time.Minute) // after the deadline, but before a call of Tick
	m = must(t)(m.Tick(due).Play(bob, 1, now))
	if next := m.Deadline; m.Warned || next.Before(now.Add(match.IdleLife-match.IdleNotice)) || m.Validate() != nil {
		t.Errorf("got %+v, %v", m, m.Validate())
	}
}
