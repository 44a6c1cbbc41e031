package match_test

import (
	"errors"
	"testing"
	"time"

	"noughts/game"
	"noughts/game/match"
)

func TestTakebackAgainstTheComputer(t *testing.T) {
	t.Parallel()
	computerBegins := match.Options{Variant: game.Classic(3), First: match.FirstO}
	tests := []struct {
		name  string
		opts  match.Options
		moves []string
		left  int
		want  error
	}{
		{"nothing to take back", classic3, nil, 0, match.ErrNoMove},
		{"while the computer thinks", classic3, []string{"a1"}, 0, nil},
		{"with the computer's answer", classic3, []string{"a1", "b1"}, 0, nil},
		{"later, while it thinks", clocked, []string{"a1", "b1", "c1"}, 2, nil},
		{"later, with its answer", clocked, []string{"a1", "b1", "a2", "c1"}, 2, nil},
		{"only the computer moved", computerBegins, []string{"a1"}, 1, match.ErrNoMove},
		{"the computer began", computerBegins, []string{"a1", "b1"}, 1, nil},
		{"the computer began and answered", computerBegins, []string{"a1", "b1", "c1"}, 1, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			m := started(t, computer, tt.opts, tt.moves...)
			got, err := m.AskTakeback(alice, at(30))
			wantErr(t, m, got, err, tt.want)
			if len(got.Moves) != tt.left || got.ToMove().ID != alice {
				t.Errorf("%d moves are left, %v is to move", len(got.Moves), got.ToMove())
			}
			if tt.want != nil {
				return
			}
			wantNext(t, m, got, at(30))
			if m.TakenBack || !got.TakenBack {
				t.Errorf("taken back: %t, %t", m.TakenBack, got.TakenBack)
			}
			if due := got.Deadline; got.ClockRuns() && !due.Equal(at(90)) {
				t.Errorf("the clock did not start again: due at %v", due)
			}
		})
	}
}

func TestTakebackByAgreement(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name   string
		member string
		moves  []string
		left   int
	}{
		{"before the answer", alice, []string{"a1", "b1", "c1"}, 2},
		{"after the answer", alice, []string{"a1", "b1", "c1", "a2"}, 2},
		{"O, before the answer", bob, []string{"a1", "b1", "c1", "a2"}, 3},
		{"O, after the answer", bob, []string{"a1", "b1", "c1", "a2", "b2"}, 3},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			m := started(t, match.Person(bob), clocked, tt.moves...)
			m = must(t)(m.OfferDraw(tt.member, at(1)))
			asked := must(t)(m.AskTakeback(tt.member, at(2)))
			wantNext(t, m, asked, at(2))
			side := m.Side(tt.member)
			if asked.TakebackAsk != side || len(asked.Moves) != len(m.Moves) || !asked.Deadline.Equal(m.Deadline) {
				t.Errorf("after asking: %+v", asked)
			}
			answerer := m.Player(side.Opponent()).ID
			granted := must(t)(asked.AnswerTakeback(answerer, true, at(3)))
			wantNext(t, asked, granted, at(3))
			if len(granted.Moves) != tt.left || granted.ToMove().ID != tt.member || !granted.Deadline.Equal(at(63)) {
				t.Errorf("after it was granted: %+v", granted)
			}
			if granted.TakebackAsk != game.Empty || granted.DrawOffer != game.Empty {
				t.Error("something is still asked")
			}
			refused := must(t)(asked.AnswerTakeback(answerer, false, at(3)))
			wantNext(t, asked, refused, at(3))
			if len(refused.Moves) != len(m.Moves) || refused.TakebackAsk != game.Empty || refused.DrawOffer != side {
				t.Errorf("after it was refused: %+v", refused)
			}
		})
	}
}

func TestTakebackRefuses(t *testing.T) {
	t.Parallel()
	var (
		m     = started(t, match.Person(bob), classic3, "a1", "b1")
		asked = must(t)(m.AskTakeback(alice, t0))
		ask   = match.Match.AskTakeback
		grant = func(m match.Match, member string, now time.Time) (match.Match, error) {
			return m.AnswerTakeback(member, true, now)
		}
	)
	tests := []struct {
		name   string
		m      match.Match
		do     func(match.Match, string, time.Time) (match.Match, error)
		member string
		want   error
	}{
		{"asked before one's first move", started(t, match.Person(bob), classic3, "a1"), ask, bob, match.ErrNoMove},
		{"asked twice", asked, ask, alice, match.ErrAsked},
		{"asked instead of answering", asked, ask, bob, match.ErrAnswerFirst},
		{"asked by a stranger", m, ask, carol, match.ErrNotYours},
		{"asked in a challenge", newMatch(t, nobody, classic3), ask, alice, match.ErrNotStarted},
		{"asked after the end", must(t)(m.Resign(bob, t0)), ask, bob, match.ErrOver},
		{"granted by oneself", asked, grant, alice, match.ErrOwnChallenge},
		{"granted by a stranger", asked, grant, carol, match.ErrNotYours},
		{"granted, but not asked", m, grant, bob, match.ErrNothingAsked},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got, err := tt.do(tt.m, tt.member, at(1))
			wantErr(t, tt.m, got, err, tt.want)
		})
	}
}

func TestNobodyTakesBackForTwoComputers(t *testing.T) {
	t.Parallel()
	m, err := match.New("m1", alice, computer, computer, classic3, game.X, t0)
	if err != nil {
		t.Fatal(err)
	}
	m = must(t)(m.PlayComputer(0, t0))
	if _, err := m.AskTakeback(alice, t0); !errors.Is(err, match.ErrNotYours) {
		t.Errorf("got error %v", err)
	}
}
