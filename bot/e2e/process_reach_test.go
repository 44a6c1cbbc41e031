package e2e

import (
	"strconv"
	"strings"
	"testing"
	"time"

	"noughts/bot/discordtest"
	"noughts/bot/store"
	"noughts/bot/store/storetest"
	"noughts/game/match"
)

// A clockGame is a game with a clock. Each clockGame is in its own server, and each server belongs to another shard.
type clockGame struct {
	*world
	shard int
	begun match.ID
}

// clockGames returns n games in servers on different shards. In each game both players have made one move,
// and the clock gives a minute for each move.
func (w *world) clockGames(n int) []*clockGame {
	w.t.Helper()
	var all []*clockGame
	for taken := map[int]bool{}; len(all) < n; {
		house, shard := w.newHouse()
		if taken[shard] {
			continue
		}
		taken[shard] = true
		p := &clockGame{world: house, shard: shard}
		alice, bob := p.player("alice"), p.player("bob")
		alice.Uses("/classic opponent:@bob" + strconv.Itoa(shard) + " clock:60")
		bob.PressesID("/accept")
		turns(alice, bob, "b2 a1")
		board, _ := live(alice)
		p.begun = matchOf(board)
		all = append(all, p)
	}
	return all
}

// match returns the stored match of the game.
func (p *clockGame) match(kept store.Store) match.Match {
	p.t.Helper()
	record, err := kept.Load(p.t.Context(), p.begun)
	if err != nil {
		p.t.Fatal(err)
	}
	return record.Match
}

// holdsUp plays a game in each of two servers and keeps the shard of the first server down for ten minutes. Meanwhile
// the clock of the first game must stand still, and the second game must end by timeout. Once the shard is back, the
// clock of the first game must run again.
func (w *world) holdsUp(kept store.Store) {
	w.t.Helper()
	servers := w.clockGames(2)
	down, up := servers[0], servers[1]
	w.app.HoldShard(down.shard, true)
	settles(10 * time.Minute)
	if m := up.match(kept); m.Result.Reason != match.ByTimeout {
		w.t.Errorf("where the shard is up the game has status %d after ten minutes, %+v", m.Status, m.Result)
	}
	if m := down.match(kept); m.Status != match.Playing {
		w.t.Errorf("where the shard is down the game has ended: %+v", m.Result)
	}
	w.app.HoldShard(down.shard, false)
	for begun := time.Now(); w.app.Sessions() < manyShards && time.Since(begun) < 3*time.Minute; {
		settles(time.Second)
	}
	settles(10 * time.Second)
	m := down.match(kept)
	if left := time.Until(m.Deadline); m.Status != match.Playing || left <= 0 {
		w.t.Errorf("after the shard is back the game has status %d and %v left: %+v", m.Status, left, m.Result)
	}
	settles(90 * time.Second)
	if m := down.match(kept); m.Result.Reason != match.ByTimeout {
		w.t.Errorf("the clock of a shard that is back stands still: status %d, %+v", m.Status, m.Result)
	}
}

func TestMembersOfADeadShardDoNotLoseOnTime(t *testing.T) {
	inBubbleAlone(t, func(t *testing.T, w *world) {
		kept := sharedStore{storetest.Memory(w.t)}
		w.launch("only", storedIn(kept)).awaitReady()
		w.holdsUp(kept)
	}, discordtest.WithShards(manyShards), discordtest.WithMaxConcurrency(manyShards))
}

func TestAnotherProcessDoesNotEndTheGamesOfADeadShard(t *testing.T) {
	inBubbleAlone(t, func(t *testing.T, w *world) {
		kept := sharedStore{storetest.Memory(w.t)}
		leases := storetest.NewMemoryLeases()
		settings := []setting{inherited(kept, newSessions()), leasing(leases)}
		first, second := w.launch("first", settings...), w.launch("second", settings...)
		first.awaitReady()
		second.awaitReady()
		settles(10 * time.Second)
		w.holdsUp(kept)
	}, discordtest.WithShards(manyShards), discordtest.WithMaxConcurrency(manyShards))
}

// There are more of them than one query returns.
func TestManyGamesOfADeadShardHoldUpNoOthers(t *testing.T) {
	inBubbleAlone(t, func(t *testing.T, w *world) {
		kept := sharedStore{storetest.Memory(t)}
		w.launch("only", storedIn(kept)).awaitReady()
		servers := w.clockGames(2)
		down, up := servers[0], servers[1]
		waiting := down.match(kept)
		w.app.HoldShard(down.shard, true)
		for i := range 500 {
			m := waiting
			m.ID = match.ID("due" + strconv.Itoa(i))
			m.Deadline = m.Deadline.Add(-30 * time.Second)
			r := match.Record{Match: m, Place: match.Place{Guild: down.guild.ID, Channel: down.channel.ID}}
			if _, err := kept.Save(t.Context(), store.Change{Record: r}); err != nil {
				t.Fatal(err)
			}
		}
		settles(90 * time.Second)
		if m := up.match(kept); m.Result.Reason != match.ByTimeout {
			t.Errorf("the game on the other shard has status %d, %+v", m.Status, m.Result)
		}
		if m := down.match(kept); m.Status != match.Playing {
			t.Errorf("where the shard is down the game has ended: %+v", m.Result)
		}
	}, discordtest.WithShards(manyShards), discordtest.WithMaxConcurrency(manyShards))
}

func TestReadinessSaysWhatIsTrue(t *testing.T) {
	inBubble(t, func(t *testing.T, w *world) {
		wants := func(when string, status int, text string) {
			t.Helper()
			if got, body := w.asks("/readyz"); got != status || !strings.HasPrefix(body, text) {
				t.Errorf("%s: %d %q, want %d %q", when, got, body, status, text)
			}
		}
		wants("while the shard is up", 200, "ok\n")
		w.app.HoldShard(0, true)
		settles(20 * time.Second)
		wants("twenty seconds after it was lost", 503, "no shard is connected to Discord\n")
		w.app.HoldShard(0, false)
		settles(time.Minute)
		wants("when it is back", 200, "ok\n")
	})
}

// Presses may be lost before the bot gives a silent connection up.
func TestASilentConnectionEndsNoGame(t *testing.T) {
	kept := unclosed{storetest.Memory(t)}
	inBubble(t, func(t *testing.T, w *world) {
		w.game("/classic opponent:@bob clock:30 first:me", "b2 a1")
		settles(28 * time.Second)
		w.app.Silence(true)
		for begun := time.Now(); time.Since(begun) < 2*time.Minute; settles(time.Second) {
			m := w.matchIn(kept)
			if m.Status == match.Over {
				t.Fatalf("%v after the last message the game has ended: %+v", time.Since(begun), m.Result)
			}
			if time.Until(m.Deadline) > 20*time.Second { // the clock has started again
				break
			}
		}
		settles(35 * time.Second) // a heartbeat just before the deadline puts the end off
		if m := w.matchIn(kept); m.Result.Reason != match.ByTimeout {
			t.Errorf("the clock of a new connection stands still: status %d, %+v", m.Status, m.Result)
		}
	}, storedIn(kept))
}

// Members can join for five minutes more.
func TestMembersJoinATournamentThatWasToStartInAnOutage(t *testing.T) {
	inBubble(t, func(t *testing.T, w *world) {
		alice, bob, carol := w.organiser("alice"), w.player("bob"), w.player("carol")
		cup := alice.Uses("/tournament size:3 format:elimination repeat:weekly hour:20").ID
		bob.PressesOn(cup, "Join")
		carol.PressesOn(cup, "Join")
		settles(44*time.Hour - time.Minute)
		w.app.HoldShard(0, true)
		settles(10 * time.Minute)
		w.app.HoldShard(0, false)
		for w.app.Sessions() == 0 {
			settles(time.Second)
		}
		settles(time.Second)
		alice.PressesOn(cup, "Join")
		w.says(alice.Message(cup), "3 players")
		settles(5 * time.Minute)
		w.enters()
	})
}
