package e2e

import (
	"context"
	"sync/atomic"
	"testing"
	"time"

	"noughts/bot/discordtest"
	"noughts/bot/store"
	"noughts/bot/store/storetest"
	"noughts/game/match"
)

// An askedStore counts how often it is asked what is due.
type askedStore struct {
	store.Store
	asked atomic.Int64
}

func (s *askedStore) Due(ctx context.Context, now time.Time, after store.Entry, limit int) ([]store.Entry, error) {
	s.asked.Add(1)
	return s.Store.Due(ctx, now, after, limit)
}

func (s *askedStore) Waiting(ctx context.Context, before time.Time, after store.Entry, limit int) ([]store.Entry, error) {
	s.asked.Add(1)
	return s.Store.Waiting(ctx, before, after, limit)
}

func (s *askedStore) DueTournaments(ctx context.Context, now time.Time, after store.Entry, limit int) ([]store.Entry, error) {
	s.asked.Add(1)
	return s.Store.DueTournaments(ctx, now, after, limit)
}

func (s *askedStore) DueDailies(ctx context.Context, now time.Time, after string, limit int) ([]string, error) {
	s.asked.Add(1)
	return s.Store.DueDailies(ctx, now, after, limit)
}

func (s *askedStore) RoleGuilds(ctx context.Context, after string, limit int) ([]string, error) {
	s.asked.Add(1)
	return s.Store.RoleGuilds(ctx, after, limit)
}

// TestNothingPolls has open games between members and against the computer, and lets 49 hours pass. Each owner of the bot
// asks the store once an hour, or when something is due. A clock that is started then runs out on time.
func TestNothingPolls(t *testing.T) {
	t.Parallel()
	for name, open := range map[string]func(t *testing.T) store.Store{
		"memory": func(t *testing.T) store.Store { return storetest.Memory(t) },
		"SQLite": func(t *testing.T) store.Store { return openDatabase(t, sqlite(t)) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			inBubbleAlone(t, func(t *testing.T, w *world) {
				kept := &askedStore{Store: open(t)}
				w.start(storedIn(kept))
				w.awaitReady()
				alice, bob := w.player("alice"), w.player("bob")
				alice.Uses("/classic opponent:@bob first:me")
				bob.PressesID("/accept")
				alice.PressesID("/b2")
				bob.PressesID("/a1")
				alice.Uses("/ultimate")
				begun := kept.asked.Load()
				settles(49 * time.Hour)
				asked := kept.asked.Load() - begun
				t.Logf("asked %d times in 49 hours", asked)
				if asked > 500 {
					t.Errorf("asked %d times in 49 hours", asked)
				}
				lounge := w.guild.NewChannel("lounge")
				there, bobThere := discordtest.Play(t, w.users["alice"].In(lounge)), discordtest.Play(t, w.users["bob"].In(lounge))
				there.Uses("/classic opponent:@bob clock:60 first:me")
				bobThere.PressesID("/accept")
				there.PressesID("/b2")
				bobThere.PressesID("/a1")
				for _, want := range []struct {
					after time.Duration
					match.Status
				}{{59 * time.Second, match.Playing}, {2 * time.Second, match.Over}} {
					settles(want.after)
					if board, _ := live(there); over(board) != (want.Status == match.Over) {
						t.Errorf("%v later the board shows\n%s", want.after, discordtest.Text(board))
					}
				}
				w.halt()
			})
		})
	}
}
