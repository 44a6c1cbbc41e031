package bot

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"noughts/bot/store"
	"noughts/commands"
	"noughts/game/match"
)

// A spoilt store has matches that cannot be read.
type spoilt struct {
	store.Store
	prefix string
}

func (s spoilt) Load(ctx context.Context, id match.ID) (store.Record, error) {
	if strings.HasPrefix(string(id), s.prefix) {
		return store.Record{}, fmt.Errorf("match %s: %w", id, store.ErrCorrupt)
	}
	return s.Store.Load(ctx, id)
}

// fill puts challenges into a store.
func fill(t *testing.T, s store.Store, prefix string, n int) {
	t.Helper()
	for i := range n {
		m := aMatch(match.ID(fmt.Sprint(prefix, i)))
		m.Version, m.Status, m.Begins, m.Deadline = 1, match.Challenge, 0, time.Now().Add(match.ChallengeLife)
		m.Players[1] = match.Player{}
		if err := s.Create(t.Context(), store.Record{Match: m, Channel: "7"}, ""); err != nil {
			t.Fatal(err)
		}
	}
}

// TestDamagedMatchesHoldUpNoOthers puts more matches that are due than are asked for
// at once behind more that cannot be read.
func TestDamagedMatchesHoldUpNoOthers(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		memory, log := store.NewMemory(), &logged{}
		fill(t, memory, "bad", mostDue+10)
		time.Sleep(time.Second)
		fill(t, memory, "good", 3*mostDue)
		r := newRegistry(spoilt{memory, "bad"})
		r.log = log.logger()
		c := newClocks(memory, r, func() bool { return true }, quiet)
		time.Sleep(match.ChallengeLife + time.Minute)
		for range 3 {
			c.look(t.Context(), time.Now())
		}
		due, err := memory.Due(t.Context(), time.Now(), 10*mostDue)
		if err != nil || len(due) != mostDue+10 {
			t.Errorf("%d matches are still due, %v; want those that are damaged", len(due), err)
		}
		if seen := strings.Count(log.String(), "a stored match is damaged"); seen != mostDue+10 {
			t.Errorf("%d lines for %d damaged matches", seen, mostDue+10)
		}
	})
}

func TestADamagedMatchIsSaidSo(t *testing.T) {
	t.Parallel()
	r := newRegistry(spoilt{store.NewMemory(), "bad"})
	c := commands.New(commands.Services{Matches: r, Now: time.Now})
	reply := c.Handle(t.Context(), aPress("5", "6", "/m/bad/1/a1"))
	if text := reply.Response.Data.Content; !strings.Contains(text, "damaged") || reply.Err == nil {
		t.Errorf("said %q, %v", text, reply.Err)
	}
}
