package commands

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"noughts/commands/texts"
	"noughts/game/match"
)

// TestSentences: errors of the rooms below have their sentence however deep they
// are wrapped, and an unknown one only the general sentence.
func TestSentences(t *testing.T) {
	t.Parallel()
	for _, s := range sentences {
		refusal := refusalOf(fmt.Errorf("while doing this: %w", s.err))
		if refusal.key != s.key || !errors.Is(refusal, s.err) {
			t.Errorf("%v: %v", s.err, refusal)
		}
	}
	unknown := errors.New("secret")
	refusal := refusalOf(unknown)
	if refusal.Code() != string(texts.RefuseUnknown) || !errors.Is(refusal, unknown) || refusal.Error() != "refuse.unknown: secret" {
		t.Errorf("%v", refusal)
	}
	if own := refuse(texts.RefuseSelf); refusalOf(fmt.Errorf("deep: %w", own)) != own || own.Error() != "refuse.self" {
		t.Error("a refusal is not itself")
	}
}

func TestOnlyTheMembersDoingIsARefusal(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		err  error
		want bool
	}{
		{match.ErrNotYourTurn, true},
		{fmt.Errorf("moving: %w", match.ErrOver), true},
		{ErrNoMatch, true},
		{refuse(texts.RefuseTooMany, "N", 25), true},
		{&FullError{Of: ErrServerFull, Most: 5000}, true},
		{fmt.Errorf("loading: %w", ErrDamaged), false},
		{errors.New("the disk is full"), false},
		{context.DeadlineExceeded, false},
	} {
		if got := IsRefusal(c.err); got != c.want {
			t.Errorf("IsRefusal(%v) is %v", c.err, got)
		}
	}
}
