package match_test

import (
	"testing"
	"time"

	"noughts/game"
	"noughts/game/match"
)

func TestRematch(t *testing.T) {
	t.Parallel()
	a, b := match.Person(alice), match.Person(bob)
	watched, err := match.New("m1", alice, match.Computer("one"), match.Computer("two"), clocked, game.X, t0)
	if err != nil {
		t.Fatal(err)
	}
	var (
		resigned = must(t)(started(t, b, clocked, "a1", "b1").Resign(bob, t0))
		withBot  = must(t)(started(t, computer, clocked, "a1", "b1").Resign(alice, t0))
		stopped  = must(t)(watched.Resign(alice, t0))
		open     = must(t)(newMatch(t, nobody, classic3).Withdraw(alice, t0))
	)
	tests := []struct {
		name       string
		m          match.Match
		member     string
		x, o       match.Player
		status     match.Status
		challenged match.Player
		want       error
	}{
		{"by the challenger", resigned, alice, b, a, match.Challenge, b, nil},
		{"by the challenged", resigned, bob, b, a, match.Challenge, a, nil},
		{"against the computer", withBot, alice, computer, a, match.Playing, computer, nil},
		{"of two computers", stopped, alice, match.Computer("two"), match.Computer("one"), match.Playing, nobody, nil},
		{"of an open challenge", open, alice, nobody, a, match.Challenge, nobody, nil},
		{"by a stranger", resigned, carol, nobody, nobody, 0, nobody, match.ErrNotYours},
		{"of two computers by a stranger", stopped, bob, nobody, nobody, 0, nobody, match.ErrNotYours},
		{"by nobody", withBot, "", nobody, nobody, 0, nobody, match.ErrNotYours},
		{"against one who was forgotten", resigned.Forget(bob), alice, nobody, nobody, 0, nobody, match.ErrForgotten},
		{"of the forgotten by a stranger", resigned.Forget(bob), carol, nobody, nobody, 0, nobody, match.ErrNotYours},
		{"before the end", started(t, b, clocked), alice, nobody, nobody, 0, nobody, match.ErrNotOver},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got, err := tt.m.Rematch("m2", tt.member, game.X, at(1))
			wantErr(t, match.Match{}, got, err, tt.want)
			if tt.want != nil {
				return
			}
			if got.Players != [2]match.Player{tt.x, tt.o} || got.Status != tt.status || got.Challenged() != tt.challenged {
				t.Errorf("got %+v", got)
			}
			if got.ID != "m2" || got.Version != 1 || got.Starter != tt.member || got.Options != tt.m.Options {
				t.Errorf("got %+v", got)
			}
			if err := got.Validate(); err != nil {
				t.Error(err)
			}
		})
	}
}

// TestAcceptRematch checks that the challenged member of a rematch, who has X, keeps that seat after accepting.
func TestAcceptRematch(t *testing.T) {
	t.Parallel()
	m := must(t)(started(t, match.Person(bob), clocked, "a1", "b1").Resign(bob, t0))
	m = must(t)(m.Rematch("m2", alice, game.X, at(1)))
	after, err := m.Accept(alice, game.X, at(2))
	wantErr(t, m, after, err, match.ErrOwnChallenge)
	after, err = m.Accept(carol, game.X, at(2))
	wantErr(t, m, after, err, match.ErrNotForYou)
	got := must(t)(m.Accept(bob, game.X, at(2)))
	wantNext(t, m, got, at(2))
	if got.ToMove().ID != bob || !got.Deadline.Equal(at(2).Add(time.Minute)) {
		t.Errorf("got %+v", got)
	}
}
