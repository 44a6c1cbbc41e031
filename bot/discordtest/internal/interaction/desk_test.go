package interaction

import (
	"strconv"
	"testing"
	"time"
)

// TestInteractionLimit checks that the oldest interactions beyond the limit are removed from both maps although their
// tokens are still valid, and that interactions with expired tokens are removed.
func TestInteractionLimit(t *testing.T) {
	t.Parallel()
	now := time.Now()
	l := New(nil, nil)
	l.limit = 3
	for i := range 5 {
		n := strconv.Itoa(i)
		l.add(&Interaction{ID: n, Token: "token " + n, created: now})
	}
	if len(l.oldest) != 3 || len(l.byID) != 3 || len(l.byToken) != 3 || l.byID["1"] != nil || l.byToken["token 2"] == nil || l.byID["4"] == nil {
		t.Errorf("kept by id: %v, by token: %v", l.byID, l.byToken)
	}
	l.add(&Interaction{ID: "5", Token: "token 5", created: now.Add(tokenLife)})
	if len(l.byID) != 1 || len(l.byToken) != 1 {
		t.Errorf("kept by id after their time: %v, by token: %v", l.byID, l.byToken)
	}
}
