package match_test

import (
	"errors"
	"testing"
	"time"

	"noughts/game"
	"noughts/game/match"
)

func offerDraw(m match.Match, member string, now time.Time) (match.Match, error) {
	return m.OfferDraw(member, now)
}

func takeDraw(m match.Match, member string, now time.Time) (match.Match, error) {
	return m.AnswerDraw(member, true, now)
}

func refuseDraw(m match.Match, member string, now time.Time) (match.Match, error) {
	return m.AnswerDraw(member, false, now)
}

func TestDraw(t *testing.T) {
	t.Parallel()
	var (
		m         = started(t, match.Person(bob), clocked, "a1", "b1", "c2")
		offered   = must(t)(m.OfferDraw(alice, t0))
		withBot   = started(t, computer, classic3, "a1", "b1", "c2")
		botAsked  = must(t)(withBot.OfferDraw(alice, t0))
		over      = must(t)(offered.AnswerDraw(bob, true, t0))
		agreement = match.Result{Reason: match.ByAgreement}
		none      = match.Result{}
	)
	tests := []struct {
		name   string
		m      match.Match
		do     func(match.Match, string, time.Time) (match.Match, error)
		member string
		offer  game.Mark
		result match.Result
		want   error
	}{
		{"offered out of turn", m, offerDraw, alice, game.X, none, nil},
		{"offered in turn", m, offerDraw, bob, game.O, none, nil},
		{"offered to the computer", withBot, offerDraw, alice, game.X, none, nil},
		{"offered twice", offered, offerDraw, alice, game.X, none, match.ErrAsked},
		{"offered by a stranger", m, offerDraw, carol, game.Empty, none, match.ErrNotYours},
		{"offered in a challenge", newMatch(t, match.Person(bob), classic3), offerDraw, alice, game.Empty, none, match.ErrNotStarted},
		{"offered after the end", over, offerDraw, alice, game.Empty, agreement, match.ErrOver},
		{"an offer meets an offer", offered, offerDraw, bob, game.Empty, agreement, nil},
		{"taken", offered, takeDraw, bob, game.Empty, agreement, nil},
		{"taken by the computer", botAsked, takeDraw, "", game.Empty, agreement, nil},
		{"taken by oneself", offered, takeDraw, alice, game.X, none, match.ErrOwnChallenge},
		{"taken from the computer by oneself", botAsked, takeDraw, alice, game.X, none, match.ErrOwnChallenge},
		{"taken by a stranger", offered, takeDraw, carol, game.X, none, match.ErrNotYours},
		{"taken by a computer that does not play", offered, takeDraw, "", game.X, none, match.ErrNotYours},
		{"taken, but not offered", m, takeDraw, bob, game.Empty, none, match.ErrNothingAsked},
		{"taken by a stranger, but not offered", m, takeDraw, carol, game.Empty, none, match.ErrNotYours},
		{"refused", offered, refuseDraw, bob, game.Empty, none, nil},
		{"refused by the computer", botAsked, refuseDraw, "", game.Empty, none, nil},
		{"refused, but not offered", m, refuseDraw, bob, game.Empty, none, match.ErrNothingAsked},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got, err := tt.do(tt.m, tt.member, at(1))
			wantErr(t, tt.m, got, err, tt.want)
			if got.DrawOffer != tt.offer || got.Result != tt.result {
				t.Errorf("offered by %q, result %+v", got.DrawOffer, got.Result)
			}
			if tt.want == nil {
				wantNext(t, tt.m, got, at(1))
			}
			if tt.want == nil && got.Status == match.Playing && !got.Deadline.Equal(tt.m.Deadline) {
				t.Error("an offer or a refusal must not touch the clock")
			}
		})
	}
}

func TestAMoveEndsWhatWasAsked(t *testing.T) {
	t.Parallel()
	m := started(t, match.Person(bob), classic3, "a1", "b1", "c2")
	m = must(t)(m.OfferDraw(alice, t0))
	m = must(t)(m.AskTakeback(alice, t0))
	m = must(t)(m.Play(bob, squares(t, "b2")[0], t0))
	if m.DrawOffer != game.Empty || m.TakebackAsk != game.Empty {
		t.Errorf("a draw is offered by %q, a takeback asked by %q", m.DrawOffer, m.TakebackAsk)
	}
}

// TestWhenADrawIsOffered checks when a player can offer a draw: not in the first moves, and not again soon after an
// offer. The opponent can still offer a draw in that time.
func TestWhenADrawIsOffered(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		variant game.Variant
		moves   []string // the fewest moves after which a draw can be offered
	}{
		{game.Classic(3), []string{"a1", "b1", "c2"}},
		{game.Ultimate, []string{"e5", "d4", "a1", "b1", "d1", "b2", "e4", "d3", "a8"}},
	} {
		opts := match.Options{Variant: tt.variant}
		early := started(t, match.Person(bob), opts, tt.moves[:len(tt.moves)-1]...)
		_, err := early.OfferDraw(alice, t0)
		wantErr(t, early, early, err, match.ErrTooSoon)
		m := started(t, match.Person(bob), opts, tt.moves...)
		if number := len(tt.moves) + 1; m.DrawFrom(game.X) != number {
			t.Errorf("%s: from move %d, want %d", tt.variant, m.DrawFrom(game.X), number)
		}
		must(t)(m.OfferDraw(alice, t0))
	}
	m := started(t, match.Person(bob), match.Options{Variant: game.Classic(4)}, "a1", "b1", "c1")
	m = must(t)(must(t)(m.OfferDraw(alice, t0)).AnswerDraw(bob, false, t0))
	if !m.DrawDeclined(game.X) || m.DrawDeclined(game.O) || m.DrawFrom(game.X) != 10 || m.DrawFrom(game.O) != 4 {
		t.Errorf("declined: %+v", m)
	}
	for i, s := range squares(t, "d1", "a2", "b2", "c2", "d2", "a3") {
		if _, err := m.OfferDraw(alice, t0); !errors.Is(err, match.ErrTooSoon) {
			t.Errorf("%d moves after the offer: %v", i, err)
		}
		m = must(t)(move(m, s, t0))
		if m.DrawDeclined(game.X) {
			t.Errorf("the answer is still there after %s", s)
		}
	}
	m = must(t)(m.OfferDraw(alice, t0))
	if m.DrawDeclined(game.X) {
		t.Error("an offer that waits counts as declined")
	}
	// After takebacks the next offer cannot come before the first move that allows an offer.
	if back := (match.Match{Options: match.Options{Variant: game.Ultimate}, Begins: game.X, DrawOffered: [2]int{2}}); back.DrawFrom(game.X) != 10 {
		t.Errorf("after takebacks: from move %d", back.DrawFrom(game.X))
	}
	// After a takeback undid a draw offer, DrawDeclined must not report that offer as declined.
	m = must(t)(m.AskTakeback(alice, t0))
	m = must(t)(m.AnswerTakeback(bob, true, t0))
	m = must(t)(move(m, squares(t, "a3")[0], t0))
	if m.DrawDeclined(game.X) || m.Validate() != nil {
		t.Errorf("after a takeback: %+v, %v", m, m.Validate())
	}
}
