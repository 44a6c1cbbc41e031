package e2e

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"noughts/bot"
	"noughts/bot/discordtest"
	"noughts/bot/store"
	"noughts/bot/store/storetest"
	"noughts/game/match"
)

// A strandedGame is a rated game between alice and bob with a clock of a minute, in which bob is to move.
type strandedGame struct {
	*world
	in *discordtest.Channel // where it is played
	id match.ID
}

func (w *world) plays(in *discordtest.Channel) *strandedGame {
	w.t.Helper()
	alice, bob := w.at("alice", in), w.at("bob", in)
	begins(alice, bob, "/classic opponent:@bob clock:60", "a1 b2 a2")
	board, _ := live(alice)
	return &strandedGame{w, in, matchOf(board)}
}

func (g *strandedGame) stored(kept store.Store) match.Match {
	g.t.Helper()
	rec, err := kept.Load(g.t.Context(), g.id)
	if err != nil {
		g.t.Fatal(err)
	}
	return rec.Match
}

// hinders are ways to keep bob, who is to move, from moving where a game is played.
var hinders = map[string]func(g *strandedGame){
	"channel deleted": func(g *strandedGame) { g.in.Delete() },
	"channel hidden from the player": func(g *strandedGame) {
		g.in.Overwrite(g.users["bob"], 0, discordtest.PermissionViewChannel)
	},
	"channel hidden from everybody": func(g *strandedGame) {
		g.in.Overwrite(g.guild.Everyone(), 0, discordtest.PermissionViewChannel)
	},
	"bot removed":      func(g *strandedGame) { g.guild.Remove(g.app.User) },
	"player removed":   func(g *strandedGame) { g.guild.Remove(g.users["bob"]) },
	"player timed out": func(g *strandedGame) { g.guild.TimeOut(g.users["bob"], time.Hour) },
}

// inThread are such ways in a thread.
var inThread = map[string]func(g *strandedGame){
	"thread deleted":          func(g *strandedGame) { g.in.Delete() },
	"thread locked":           func(g *strandedGame) { g.in.SetLocked(true) },
	"thread archived, locked": func(g *strandedGame) { g.in.SetArchived(true); g.in.SetLocked(true) },
	"channel above deleted":   func(g *strandedGame) { g.in.Parent().Delete() },
	"channel above hidden": func(g *strandedGame) {
		hinders["channel hidden from the player"](&strandedGame{g.world, g.in.Parent(), g.id})
	},
	"taken out of a private one": func(g *strandedGame) { g.in.Remove(g.users["bob"]) },
}

func TestNobodyLosesWhoCouldNotMove(t *testing.T) {
	t.Parallel()
	try := func(name string, hinder func(*strandedGame), in func(w *world) *discordtest.Channel) {
		t.Run(name, func(t *testing.T) {
			overBothOnStore(t, func(t *testing.T, w *world, kept store.Store) {
				g := w.plays(in(w))
				hinder(g)
				settles(10 * time.Minute)
				if m := g.stored(kept); m.Status != match.Playing || m.Stranded.IsZero() {
					t.Fatalf("after ten minutes the game has status %d, stranded %v: %+v", m.Status, m.Stranded, m.Result)
				}
			})
		})
	}
	for name, hinder := range hinders {
		try(name, hinder, func(w *world) *discordtest.Channel { return w.guild.NewChannel("arena") })
	}
	for name, hinder := range inThread {
		try(name, hinder, func(w *world) *discordtest.Channel {
			thread := w.channel.NewPrivateThread("ours", w.users["alice"])
			thread.Add(w.users["bob"], w.app.User)
			return thread
		})
	}
}

// What keeps others from moving does not keep bob.
func TestWhoCouldMoveLosesOnTime(t *testing.T) {
	each(t, map[string]func(g *strandedGame){
		"nothing":               func(*strandedGame) {},
		"thread archived":       func(g *strandedGame) { g.in.SetArchived(true) },
		"the opponent has left": func(g *strandedGame) { g.guild.Remove(g.users["alice"]) },
		"hidden from the owner": func(g *strandedGame) {
			g.guild.SetOwner(g.users["bob"])
			inThread["channel above hidden"](g)
		},
		"an administrator timed out": func(g *strandedGame) {
			g.guild.Grant(g.users["bob"], discordtest.PermissionAdministrator)
			g.guild.TimeOut(g.users["bob"], time.Hour)
		},
		"locked for who manages threads": func(g *strandedGame) {
			g.guild.Grant(g.users["bob"], discordtest.PermissionManageThreads)
			g.in.SetLocked(true)
			g.in.Remove(g.users["bob"])
		},
	}, func(t *testing.T, change func(g *strandedGame)) {
		acrossRestarts(t, func(t *testing.T, w *world, kept store.Store, _ func()) {
			thread := w.channel.NewPrivateThread("ours", w.users["alice"])
			thread.Add(w.users["bob"], w.app.User)
			g := w.plays(thread)
			change(g)
			settles(2 * time.Minute)
			if m := g.stored(kept); m.Result.Reason != match.ByTimeout {
				t.Errorf("the game has status %d, stranded %v: %+v", m.Status, m.Stranded, m.Result)
			}
		})
	})
}

func TestNoKindOfClockEndsAStrandedGame(t *testing.T) {
	t.Parallel()
	for command, life := range map[string]time.Duration{
		"/classic opponent:@bob clock:60": time.Minute, "/classic opponent:@bob": match.IdleLife,
		"/team level:random": 24 * time.Hour,
	} {
		t.Run(command, func(t *testing.T) {
			acrossRestarts(t, func(t *testing.T, w *world, kept store.Store, again func()) {
				arena := w.guild.NewChannel("arena")
				alice := w.at("alice", arena)
				g := &strandedGame{w, arena, matchOf(alice.Uses(command))}
				if strings.Contains(command, "@bob") {
					w.at("bob", arena).PressesID("/accept")
					alice.PressesID("/a1")
				}
				arena.Delete()
				w.away(life, again)
				settles(2 * time.Minute)
				if m := g.stored(kept); m.Status != match.Playing || m.Stranded.IsZero() {
					t.Fatalf("it has status %d, stranded %v: %+v", m.Status, m.Stranded, m.Result)
				}
				w.away(match.StrandedLife-time.Hour, again)
				settles(time.Minute)
				if m := g.stored(kept); m.Status != match.Playing {
					t.Errorf("before the week is over the game has ended: %+v", m.Result)
				}
				w.away(time.Hour, again)
				settles(time.Minute)
				if m := g.stored(kept); m.Result.Reason != match.Stranded {
					t.Errorf("it has status %d: %+v", m.Status, m.Result)
				}
			})
		})
	}
}

func TestTheClockOfAPlayerWhoCanMoveAgain(t *testing.T) {
	overBothOnStore(t, func(t *testing.T, w *world, kept store.Store) {
		there, gone := w.plays(w.guild.NewChannel("arena")), w.plays(w.guild.NewChannel("court"))
		w.guild.TimeOut(w.users["bob"], 5*time.Minute)
		settles(5*time.Minute + time.Second)
		w.at("bob", there.in).PressesID("/b1")
		if m := there.stored(kept); m.Status != match.Playing || !m.Stranded.IsZero() || !m.ClockRuns() {
			t.Errorf("after the move the game has status %d, stranded %v: %+v", m.Status, m.Stranded, m.Result)
		}
		settles(10 * time.Minute)
		for name, g := range map[string]*strandedGame{"moved": there, "did not move": gone} {
			if m := g.stored(kept); m.Result.Reason != match.ByTimeout {
				t.Errorf("where the player %s, the clock has not ended the game: status %d", name, m.Status)
			}
		}
	})
}

func TestAStrandedGameGoesOnElsewhere(t *testing.T) {
	t.Parallel()
	ways := map[string]func(bob *discordtest.Player) discordtest.Message{
		"/board": func(bob *discordtest.Player) discordtest.Message { return bob.Uses("/board") },
		"/games": func(bob *discordtest.Player) discordtest.Message {
			bob.Uses("/games mine:True")
			return bob.Presses("Bring it here")
		},
		"/move": func(bob *discordtest.Player) discordtest.Message {
			bob.Uses("/move square:b1")
			return bob.Presses("Bring it here")
		},
	}
	for way, bring := range ways {
		for name, hinder := range map[string]func(*strandedGame){
			"deleted": hinders["channel deleted"], "hidden": hinders["channel hidden from the player"], "locked": inThread["thread locked"],
		} {
			t.Run(way+", "+name, func(t *testing.T) {
				overBothOnStore(t, func(t *testing.T, w *world, kept store.Store) {
					place := w.guild.NewChannel("arena")
					if name == "locked" {
						place = place.NewThread("ours", w.users["alice"])
					}
					g := w.plays(place)
					hinder(g)
					alice, bob := w.player("alice"), w.player("bob")
					pings := alice.Client().Pings()
					board := bring(bob)
					w.says(board, "@alice, your game goes on here: @bob")
					if n := alice.Client().Pings() - pings; n != 1 {
						t.Errorf("alice was told %d times", n)
					}
					settles(10 * time.Second) // the old message cannot be changed any more
					if m := g.stored(kept); !m.Stranded.IsZero() {
						t.Error("the game is stranded in its new place")
					}
					bob.PressesIDOn(board.ID, "/b1")
					alice.PressesIDOn(board.ID, "/a3")
					settles(time.Second)
					if m := g.stored(kept); m.Result.Reason != match.ByLine || !m.Stranded.IsZero() {
						t.Errorf("the game has status %d: %+v", m.Status, m.Result)
					}
				})
			})
		}
	}
}

func TestAStrandedGameStaysWhereTheOpponentIsNot(t *testing.T) {
	overBothOnStore(t, func(t *testing.T, w *world, kept store.Store) {
		g, other := w.plays(w.guild.NewChannel("arena")), w.plays(w.guild.NewChannel("court"))
		hidden := w.guild.NewChannel("hidden")
		hidden.Overwrite(w.users["alice"], 0, discordtest.PermissionViewChannel)
		bob := w.at("bob", hidden)
		w.says(bob.Uses("/board"), "You have no game in this channel")
		g.in.Delete()
		w.says(bob.Uses("/board"), "@alice can't play here")
		resigns(bob)
		if m := g.stored(kept); m.Result.Reason != match.ByResignation {
			t.Errorf("the game has status %d: %+v", m.Status, m.Result)
		}
		if m := other.stored(kept); m.Status != match.Playing || !m.Stranded.IsZero() {
			t.Errorf("the other game has status %d", m.Status)
		}
	})
}

func TestStrandedGamesFillNoLimit(t *testing.T) {
	overBoth(t, func(t *testing.T, w *world) {
		arena := w.guild.NewChannel("arena")
		there, alice := w.at("alice", arena), w.player("alice")
		there.Uses("/classic level:random first:me")
		there.Uses("/challenge member:@bob open_for:86400")
		w.says(alice.Uses("/classic level:random first:me"), "the most you can have")
		arena.Delete()
		w.says(alice.Uses("/challenge member:@bob"), "@alice challenges 🔵 @bob")
		w.says(alice.Uses("/classic level:random first:me"), "Tic-tac-toe")
		w.says(alice.Uses("/classic level:random first:me"), "the most you can have")
	}, func(_ *bot.Config, d *bot.Deps) {
		d.Limits.OpenMember, d.Limits.Challenges = 2, 1
		var saved sync.Map // by interaction: each save is lost at first, and made again
		d.Store = hookedStore{storetest.Memory(t), func(_ context.Context, _ string, about any, call func() error) error {
			if c, ok := about.(store.Change); ok && c.IdempotencyKey != "" {
				if _, again := saved.LoadOrStore(c.IdempotencyKey, 0); !again {
					return errors.New("the connection is lost")
				}
			}
			return call()
		}}
	})
}

func TestAGameAloneGoesOnElsewhere(t *testing.T) {
	t.Parallel()
	for _, command := range []string{"/classic level:random first:me", "/classic level:random first:me clock:60", "/ultimate level:random", "/watch size:4"} {
		for _, where := range []string{"channel", "direct message"} {
			t.Run(command+", "+where, func(t *testing.T) {
				overBothOnStore(t, func(t *testing.T, w *world, kept store.Store) {
					arena, to := w.guild.NewChannel("arena"), w.channel
					if where != "channel" {
						to = w.discord.DirectMessage(w.users["alice"], w.app.User)
					}
					id := matchOf(w.at("alice", arena).Uses(command))
					settles(3 * time.Second)
					arena.Delete()
					settles(30 * time.Minute)
					alice := w.at("alice", to)
					if board := alice.Uses("/board"); matchOf(board) != id {
						t.Fatalf("/board shows\n%s", discordtest.Text(board))
					}
					moves := len((&strandedGame{w, nil, id}).stored(kept).Moves)
					if command != "/watch size:4" {
						alice.Uses("/move square:b2")
					}
					settles(10 * time.Second)
					if now := len((&strandedGame{w, nil, id}).stored(kept).Moves); now < moves+1 {
						t.Errorf("after %d moves it has %d", moves, now)
					}
				})
			})
		}
	}
}
