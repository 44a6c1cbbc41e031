package match_test

import (
	"testing"
	"time"

	"noughts/game"
	"noughts/game/match"
)

func TestAccept(t *testing.T) {
	t.Parallel()
	random := match.Options{Variant: game.Classic(3), First: match.FirstRandom, Clock: time.Minute}
	for name, opponent := range map[string]match.Player{"challenged": match.Person(bob), "open": nobody} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			m := newMatch(t, opponent, random)
			got := must(t)(m.Accept(bob, game.O, at(5)))
			wantNext(t, m, got, at(5))
			if got.Status != match.Playing || got.Player(game.X).ID != bob || got.Begins != game.X {
				t.Errorf("got %+v", got)
			}
			if due := got.Deadline; !due.Equal(at(65)) {
				t.Errorf("the first move is due at %v", due)
			}
		})
	}
}

func TestAcceptByTheOtherSeat(t *testing.T) {
	t.Parallel()
	m, err := match.New("m1", alice, nobody, match.Person(alice), classic3, game.X, t0)
	if err != nil {
		t.Fatal(err)
	}
	m = must(t)(m.Accept(carol, game.X, at(1)))
	if m.Player(game.X).ID != carol || m.Player(game.O).ID != alice {
		t.Errorf("players are %v", m.Players)
	}
}

func TestAcceptRefuses(t *testing.T) {
	t.Parallel()
	var (
		toBob  = newMatch(t, match.Person(bob), classic3)
		open   = newMatch(t, nobody, classic3)
		expiry = toBob.Deadline
	)
	tests := []struct {
		name   string
		m      match.Match
		member string
		now    time.Time
		want   error
	}{
		{"a stranger", toBob, carol, at(1), match.ErrNotForYou},
		{"nobody", open, "", at(1), match.ErrNotForYou},
		{"the challenger", toBob, alice, at(1), match.ErrOwnChallenge},
		{"the challenger of everybody", open, alice, at(1), match.ErrOwnChallenge},
		{"twice", started(t, match.Person(bob), classic3), bob, at(1), match.ErrStarted},
		{"against the computer", newMatch(t, computer, classic3), bob, at(1), match.ErrStarted},
		{"at the last moment", toBob, bob, expiry, match.ErrExpired},
		{"after it expired", toBob.Tick(expiry), bob, expiry, match.ErrExpired},
		{"after it was withdrawn", must(t)(toBob.Withdraw(alice, t0)), bob, at(1), match.ErrNoChallenge},
		{"after it was declined", must(t)(toBob.Decline(bob, t0)), bob, at(1), match.ErrNoChallenge},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got, err := tt.m.Accept(tt.member, game.X, tt.now)
			wantErr(t, tt.m, got, err, tt.want)
		})
	}
}

func TestDeclineAndWithdraw(t *testing.T) {
	t.Parallel()
	var (
		toBob    = newMatch(t, match.Person(bob), classic3)
		open     = newMatch(t, nobody, classic3)
		running  = started(t, match.Person(bob), classic3)
		expiry   = toBob.Deadline
		decline  = match.Match.Decline
		withdraw = match.Match.Withdraw
	)
	tests := []struct {
		name   string
		m      match.Match
		do     func(match.Match, string, time.Time) (match.Match, error)
		member string
		now    time.Time
		reason match.Reason
		want   error
	}{
		{"declined", toBob, decline, bob, at(1), match.Declined, nil},
		{"declined by a stranger", toBob, decline, carol, at(1), 0, match.ErrNotForYou},
		{"declined by the challenger", toBob, decline, alice, at(1), 0, match.ErrOwnChallenge},
		{"an open challenge declined", open, decline, bob, at(1), 0, match.ErrNotForYou},
		{"an open challenge declined by nobody", open, decline, "", at(1), 0, match.ErrNotForYou},
		{"declined after it began", running, decline, bob, at(1), 0, match.ErrStarted},
		{"declined too late", toBob, decline, bob, expiry, 0, match.ErrExpired},
		{"withdrawn", toBob, withdraw, alice, at(1), match.Withdrawn, nil},
		{"an open challenge withdrawn", open, withdraw, alice, at(1), match.Withdrawn, nil},
		{"withdrawn by the challenged", toBob, withdraw, bob, at(1), 0, match.ErrNotYours},
		{"withdrawn after it began", running, withdraw, alice, at(1), 0, match.ErrStarted},
		{"withdrawn too late", toBob, withdraw, alice, expiry, 0, match.ErrExpired},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got, err := tt.do(tt.m, tt.member, tt.now)
			wantErr(t, tt.m, got, err, tt.want)
			if tt.want != nil {
				return
			}
			wantNext(t, tt.m, got, tt.now)
			if got.Status != match.Over || got.Result != (match.Result{Reason: tt.reason}) || got.Result.Decided() {
				t.Errorf("status %d, result %+v", got.Status, got.Result)
			}
		})
	}
}
