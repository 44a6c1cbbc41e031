package commands

import (
	"errors"
	"fmt"
	"testing"

	"noughts/commands/texts"
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
