package interaction

import (
	"strconv"
	"testing"
	"time"
)

// TestInteractionLimit: of too many interactions the oldest are forgotten before
// their time, by id and by token.
func TestInteractionLimit(t *testing.T) {
	t.Parallel()
	now := time.Now()
	l := New(nil, nil)
	l.limit = 3
	for i := range 5 {
		n := strconv.Itoa(i)
		l.add(&Interaction{ID: n, Token: "token " + n, Created: now})
	}
	if len(l.oldest) != 3 || len(l.ByID) != 3 || len(l.ByToken) != 3 || l.ByID["1"] != nil || l.ByToken["token 2"] == nil || l.ByID["4"] == nil {
		t.Errorf("kept by id: %v, by token: %v", l.ByID, l.ByToken)
	}
	l.add(&Interaction{ID: "5", Token: "token 5", Created: now.Add(TokenLife)})
	if len(l.ByID) != 1 || len(l.ByToken) != 1 {
		t.Errorf("kept by id after their time: %v, by token: %v", l.ByID, l.ByToken)
	}
}
