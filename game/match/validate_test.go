package match_test

import (
	"errors"
	"testing"
	"time"

	"noughts/game"
	"noughts/game/match"
)

func TestValidateRefuses(t *testing.T) {
	t.Parallel()
	var (
		challenge = newMatch(t, match.Person(bob), classic3)
		playing   = started(t, match.Person(bob), clocked, "a1", "b1")
		withBot   = started(t, computer, classic3, "a1", "b1")
		resigned  = must(t)(playing.Resign(alice, t0))
		won       = started(t, match.Person(bob), classic3, "a1", "a2", "b1", "b2", "c1")
		withdrawn = must(t)(challenge.Withdraw(alice, t0))
	)
	tests := []struct {
		name  string
		m     match.Match
		spoil func(*match.Match)
	}{
		{"no id", playing, func(m *match.Match) { m.ID = "" }},
		{"version 0", playing, func(m *match.Match) { m.Version = 0 }},
		{"no variant", playing, func(m *match.Match) { m.Options.Variant = game.Variant{} }},
		{"a person with a level", playing, func(m *match.Match) { m.Players[0].Level = "local" }},
		{"both sides one's own", playing, func(m *match.Match) { m.Players[1].ID = alice }},
		{"a foreign starter", playing, func(m *match.Match) { m.Starter = carol }},
		{"an empty seat", playing, func(m *match.Match) { m.Players[1] = match.Player{} }},
		{"an unknown status", playing, func(m *match.Match) { m.Status = 3 }},
		{"a beginner who is no side", playing, func(m *match.Match) { m.Begins = 3 }},
		{"a challenge that began", challenge, func(m *match.Match) { m.Begins = game.X }},
		{"play that never began", playing, func(m *match.Match) { m.Begins = game.Empty }},
		{"moves in a challenge", challenge, func(m *match.Match) { m.Moves = []game.Square{0} }},
		{"an offer in a challenge", challenge, func(m *match.Match) { m.DrawOffer = game.X }},
		{"an offer by no side", playing, func(m *match.Match) { m.TakebackAsk = 3 }},
		{"a challenge for ever", challenge, func(m *match.Match) { m.Deadline = time.Time{} }},
		{"a stopped clock", playing, func(m *match.Match) { m.Deadline = time.Time{} }},
		{"a match without an end", withBot, func(m *match.Match) { m.Deadline = time.Time{} }},
		{"a warning while a clock runs", playing, func(m *match.Match) { m.Warned = true }},
		{"a warning after the end", resigned, func(m *match.Match) { m.Warned = true }},
		{"abandoned before it began", withdrawn, func(m *match.Match) { m.Result.Reason = match.Abandoned }},
		{"a clock after the end", resigned, func(m *match.Match) { m.Deadline = t0 }},
		{"an illegal move", playing, func(m *match.Match) { m.Moves = []game.Square{0, 0} }},
		{"a square outside the board", playing, func(m *match.Match) { m.Moves = []game.Square{255} }},
		{"moves after the end", won, func(m *match.Match) { m.Moves = append(m.Moves, 20) }},
		{"a line not noticed", won, func(m *match.Match) { m.Status, m.Result = match.Playing, match.Result{} }},
		{"a line for the loser", won, func(m *match.Match) { m.Result.Winner = game.O }},
		{"a line without one", resigned, func(m *match.Match) { m.Result.Reason = match.ByLine }},
		{"a result during play", playing, func(m *match.Match) { m.Result = resigned.Result }},
		{"an end without a result", resigned, func(m *match.Match) { m.Result = match.Result{} }},
		{"an unknown reason", resigned, func(m *match.Match) { m.Result.Reason = match.Abandoned + 1 }},
		{"a resignation without a winner", resigned, func(m *match.Match) { m.Result.Winner = game.Empty }},
		{"a resignation after one move", resigned, func(m *match.Match) { m.Moves = m.Moves[:1] }},
		{"an agreement with a winner", resigned, func(m *match.Match) { m.Result.Reason = match.ByAgreement }},
		{"aborted late", resigned, func(m *match.Match) { m.Result = match.Result{Reason: match.Aborted} }},
		{"withdrawn late", resigned, func(m *match.Match) { m.Result = match.Result{Reason: match.Withdrawn} }},
		{"agreed before it began", withdrawn, func(m *match.Match) { m.Result.Reason = match.ByAgreement }},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if err := tt.m.Validate(); err != nil {
				t.Fatalf("before it was spoilt: %v", err)
			}
			m := tt.m
			tt.spoil(&m)
			if err := m.Validate(); !errors.Is(err, match.ErrInvalid) {
				t.Errorf("got error %v, want %v", err, match.ErrInvalid)
			}
		})
	}
}

// TestPositionStopsBeforeAnIllegalMove checks that Position does not panic for a match with illegal
// moves, which Validate would refuse.
func TestPositionStopsBeforeAnIllegalMove(t *testing.T) {
	t.Parallel()
	m := started(t, match.Person(bob), classic3, "a1", "b1")
	m.Moves = append(m.Moves[:1:1], 0, 255)
	if got := m.Position().String(); got != "x2/3/3 o" {
		t.Errorf("got %s", got)
	}
}
