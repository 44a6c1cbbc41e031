package e2e

import (
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"noughts/bot/discordtest"
	"noughts/bot/store"
	"noughts/bot/store/storetest"
	"noughts/game/match"
)

// pings returns the messages in the channel that ping a player about a turn. Boards are not among them.
func (w *world) pings() []discordtest.Message {
	var found []discordtest.Message
	for _, m := range w.player("carol").Client().Messages() {
		if _, ok := actions(m)["off"]; ok {
			found = append(found, m)
		}
	}
	return found
}

// boards returns the messages that a member sees in the channel, without pings.
func boards(p *discordtest.Player) []discordtest.Message {
	return slices.DeleteFunc(p.Client().Messages(), func(m discordtest.Message) bool {
		_, ok := actions(m)["off"]
		return ok
	})
}

// wantPing checks that the channel has exactly one ping and that the ping contains `text`, or no ping if `text` is "".
func (w *world) wantPing(text string) {
	w.t.Helper()
	all := w.pings()
	switch {
	case text == "" && len(all) > 0:
		w.t.Errorf("a ping is left:\n%s", discordtest.Text(all[0]))
	case text != "" && (len(all) != 1 || !strings.Contains(discordtest.Text(all[0]), text)):
		w.t.Errorf("%d pings, want one that says %q: %v", len(all), text, texts(all))
	}
}

func texts(messages []discordtest.Message) (all []string) {
	for _, m := range messages {
		all = append(all, discordtest.Text(m))
	}
	return all
}

// mentioned checks that a member has been mentioned `want` more times than `*before`. It then sets `*before` to the
// current number of mentions.
func (w *world) mentioned(p *discordtest.Player, before *int, want int) {
	w.t.Helper()
	now := p.Client().Pings()
	if now-*before != want {
		w.t.Errorf("mentioned %d times, want %d", now-*before, want)
	}
	*before = now
}

func TestAPlayerIsToldOnceThatItIsTheirTurn(t *testing.T) {
	overBoth(t, func(t *testing.T, w *world) {
		alice, bob := w.player("alice"), w.player("bob")
		var toAlice, toBob int
		alice.Uses("/classic opponent:@bob")
		w.mentioned(bob, &toBob, 1) // bob is challenged
		bob.PressesID("/accept")
		settles(4 * time.Second)
		w.wantPing("") // no ping in the first seconds, in which alice may see by herself that bob has accepted
		settles(2 * time.Second)
		w.mentioned(alice, &toAlice, 1)
		w.wantPing("You go first")
		settles(time.Hour)
		w.mentioned(alice, &toAlice, 0)

		alice.PressesID("/b2")
		settles(59 * time.Second)
		w.wantPing("") // alice's turn is over
		settles(2 * time.Second)
		w.wantPing("it's your turn against")
		w.mentioned(bob, &toBob, 1)
		alice.Presses("⋯ More")
		alice.PressesID("/takeback") // a takeback starts no new turn
		settles(24 * time.Hour)
		w.wantPing("it's your turn against")
		w.mentioned(bob, &toBob, 0)

		bob.PressesID("/a1")
		settles(30 * time.Second)
		alice.PressesID("/a2") // a quick move, so there is no ping
		settles(30 * time.Second)
		bob.PressesID("/b1")
		settles(2 * time.Minute)
		w.wantPing("it's your turn against")
		w.mentioned(alice, &toAlice, 1)
		w.mentioned(bob, &toBob, 0)
		alice.PressesID("/c2")
		settles(time.Second)
		w.wantPing("") // the game is over
		settles(time.Hour)
		w.mentioned(alice, &toAlice, 0)
		w.mentioned(bob, &toBob, 0)
	})
}

func TestTheChallengerIsToldWhenTheOtherBegins(t *testing.T) {
	overBoth(t, func(t *testing.T, w *world) {
		alice, bob := w.player("alice"), w.player("bob")
		var toAlice, toBob int
		alice.Uses("/classic opponent:@bob first:them")
		w.mentioned(bob, &toBob, 1)
		bob.PressesID("/accept")
		settles(6 * time.Second)
		w.wantPing("and goes first")
		w.mentioned(alice, &toAlice, 1)
		settles(2 * time.Minute)
		w.wantPing("it's your turn against") // this ping replaces the first one
		w.mentioned(alice, &toAlice, 0)
		w.mentioned(bob, &toBob, 1)
	})
}

func TestNobodyIsToldWhoPlaysAtOnce(t *testing.T) {
	overBoth(t, func(t *testing.T, w *world) {
		alice, _ := w.game("/classic opponent:@bob", "b2")
		var toAlice int
		settles(50 * time.Second)
		w.mentioned(alice, &toAlice, 0)
		alice.Uses("/classic opponent:@carol size:4 first:them")
		carol := w.player("carol")
		carol.PressesID("/accept")
		carol.PressesID("/b2") // before alice can know that carol has accepted
		settles(6 * time.Second)
		w.wantPing("it's your turn against")
		w.mentioned(alice, &toAlice, 1)
	})
}

func TestALongClockReminds(t *testing.T) {
	overBoth(t, func(t *testing.T, w *world) {
		_, bob := w.game("/classic opponent:@bob clock:3600", "b2")
		settles(time.Second)
		toBob := bob.Client().Pings()
		settles(49 * time.Minute)
		w.wantPing("it's your turn against")
		w.mentioned(bob, &toBob, 1)
		settles(90 * time.Second)
		w.wantPing("your time to move against")
		w.mentioned(bob, &toBob, 1)
		settles(5 * time.Minute)
		w.mentioned(bob, &toBob, 0)
		settles(10 * time.Minute)
		w.wantPing("") // the time is over, so the game has ended
	})
}

func TestABoardThatIsShownAnewTellsNobody(t *testing.T) {
	overBoth(t, func(t *testing.T, w *world) {
		alice, bob := w.game("/classic opponent:@bob size:5")
		toBob := bob.Client().Pings()
		for _, mentions := range []int{1, 0} {
			alice.Uses("/move square:a" + strconv.Itoa(2-mentions))
			alice.Uses("/board")
			settles(time.Second)
			w.mentioned(bob, &toBob, 0)
			settles(time.Minute)
			w.mentioned(bob, &toBob, mentions)
			alice.Uses("/board")
			w.mentioned(bob, &toBob, 0)
			if mentions == 1 {
				bob.Presses("Turn pings off")
				bob.PressesID("/b1")
			}
		}
	})
}

func TestNobodyIsToldAgainstTheComputer(t *testing.T) {
	overBoth(t, func(t *testing.T, w *world) {
		alice := w.player("alice")
		alice.Uses("/classic level:random clock:86400")
		settles(23 * time.Hour)
		w.wantPing("")
	})
}

func TestPingsAreSwitchedOff(t *testing.T) {
	overBoth(t, func(t *testing.T, w *world) {
		alice, bob := w.game("/classic opponent:@bob size:5", "c3")
		settles(2 * time.Minute)
		w.wantPing("it's your turn against")
		said := bob.Presses("Turn pings off")
		if !said.Ephemeral() || !strings.Contains(discordtest.Text(said), "won't be pinged") {
			t.Errorf("the switch says\n%s", discordtest.Text(said))
		}
		bob.PressesID("/a1")
		toBob, toAlice := bob.Client().Pings(), alice.Client().Pings()
		settles(2 * time.Minute)
		w.mentioned(alice, &toAlice, 1) // alice still wants pings
		alice.PressesID("/a2")
		settles(time.Hour)
		w.mentioned(bob, &toBob, 0)
		w.wantPing("")
		if list := bob.Uses("/games mine:True"); !strings.Contains(discordtest.Text(list), "aren't pinged") {
			t.Errorf("the list says\n%s", discordtest.Text(list))
		}
		bob.Presses("Turn pings on")
		turns(bob, alice, "b1 b2")
		settles(2 * time.Minute)
		w.wantPing("it's your turn against")
		w.mentioned(bob, &toBob, 1)
	})
}

func TestNothingIsToldWhereTheBotMayNotPost(t *testing.T) {
	t.Parallel()
	posts := func(w *world) int { return len(w.requested("POST", "/channels/")) }
	t.Run("refused", func(t *testing.T) {
		overBoth(t, func(t *testing.T, w *world) {
			w.channel.Overwrite(w.app.User, 0, discordtest.PermissionSendMessages)
			alice, _ := w.game("/classic opponent:@bob")
			settles(6 * time.Second)
			alice.PressesID("/b2")
			settles(24 * time.Hour)
			if n := posts(w); n != 2 { // one about the acceptance, one about bob's turn
				t.Errorf("%d posts", n)
			}
		})
	})
	t.Run("away", func(t *testing.T) {
		overBoth(t, func(t *testing.T, w *world) {
			w.app.InstallFor(w.users["alice"])
			w.app.InstallFor(w.users["bob"])
			w.channel = w.discord.GroupMessage(w.users["alice"], w.users["bob"], w.users["carol"])
			alice, bob := w.played()
			settles(24 * time.Hour)
			if n := posts(w); n != 0 {
				t.Errorf("%d posts", n)
			}
			toAlice := alice.Client().Pings()
			bob.Uses("/move square:a1") // the board itself mentions alice
			w.mentioned(alice, &toAlice, 1)
		})
	})
}

func TestATurnIsToldAcrossRestarts(t *testing.T) {
	acrossRestarts(t, func(t *testing.T, w *world, _ store.Store, again func()) {
		_, bob := w.played()
		toBob := bob.Client().Pings()
		w.away(5*time.Minute, again)
		settles(10 * time.Second)
		w.wantPing("it's your turn against")
		w.mentioned(bob, &toBob, 1)
		w.away(5*time.Minute, again)
		settles(2 * time.Minute)
		w.wantPing("it's your turn against")
		w.mentioned(bob, &toBob, 0)
		bob.PressesID("/a1") // the new process knows the id of the ping
		settles(time.Second)
		w.wantPing("")
	})
}

// A second process runs beside the one that dies, or starts later.
func TestATurnIsToldOnceWhereverAProcessDies(t *testing.T) {
	t.Parallel()
	yourTurn := func(to match.Ping, pending bool) bool {
		return to.Told == match.YourTurn && pending != to.Pending.IsZero()
	}
	for name, dies := range map[string]func(before bool, to match.Ping) bool{
		"before it is noted":   func(before bool, to match.Ping) bool { return before && yourTurn(to, true) },
		"before it is posted":  func(before bool, to match.Ping) bool { return !before && yourTurn(to, true) },
		"after it was posted":  func(before bool, to match.Ping) bool { return before && yourTurn(to, false) },
		"after all was noted":  func(before bool, to match.Ping) bool { return !before && yourTurn(to, false) && to.Message != "" },
		"before it is cleared": func(before bool, to match.Ping) bool { return before && yourTurn(to, false) && to.Message == "" },
	} {
		for _, later := range []bool{false, true} {
			t.Run(name, func(t *testing.T) {
				inBubbleAlone(t, func(t *testing.T, w *world) {
					kept := sharedStore{storetest.Memory(t)}
					first := w.launch("first", storedIn(mortal(kept, func(before bool, _ string, about any) bool {
						to, pings := about.(match.Ping)
						return pings && dies(before, to)
					})))
					first.awaitReady()
					if !later {
						w.launch("second", storedIn(kept)).awaitReady()
					}
					_, bob := w.played()
					toBob := bob.Client().Pings()
					settles(90 * time.Second)
					clearing := name == "before it is cleared"
					if later && !clearing {
						w.launch("second", storedIn(kept)).awaitReady()
						settles(30 * time.Second)
					}
					w.wantPing("it's your turn against")
					w.mentioned(bob, &toBob, 1)
					bob.PressesID("/a1")
					settles(time.Second)
					if later && !first.killed() { // a second process that ran from the start may have handled the ping first
						t.Error("the process lives")
					}
					if later && clearing {
						w.launch("second", storedIn(kept)).awaitReady()
					}
					settles(20 * time.Second)
					w.wantPing("")
				})
			})
		}
	}
}

// The process dies just before or just after it posts the ping, and the player moves before another takes over.
func TestATurnThatEndsWhileNobodyKnowsOfItsPing(t *testing.T) {
	t.Parallel()
	for posted, mentions := range map[bool]int{false: 0, true: 1} {
		t.Run(map[bool]string{false: "before", true: "after"}[posted], func(t *testing.T) {
			inBubbleAlone(t, func(t *testing.T, w *world) {
				kept := sharedStore{storetest.Memory(t)}
				first := w.launch("first", storedIn(mortal(kept, func(before bool, _ string, about any) bool {
					to, pings := about.(match.Ping)
					return pings && to.Told == match.YourTurn && before == posted && posted == to.Pending.IsZero()
				})))
				first.awaitReady()
				alice, bob := w.played()
				toAlice, toBob := alice.Client().Pings(), bob.Client().Pings()
				settles(62 * time.Second)
				if !first.killed() {
					t.Fatal("the process lives")
				}
				w.launch("second", storedIn(kept)).awaitReady()
				bob.PressesID("/a1")
				settles(20 * time.Second)
				w.wantPing("")
				w.mentioned(bob, &toBob, mentions)
				w.mentioned(alice, &toAlice, 0)
			})
		})
	}
}

func TestPingsDelayNobodysPress(t *testing.T) {
	overBoth(t, func(t *testing.T, w *world) {
		alice, bob := w.player("alice"), w.player("bob")
		w.suffers(discordtest.Fault{Kind: discordtest.FaultLimit, Route: "POST /channels/{channel}/messages", Wait: time.Second})
		begins(alice, bob, "/classic opponent:@bob")
		begun := time.Now()
		turns(alice, bob, "b2 a1")
		if took := time.Since(begun); took > 100*time.Millisecond {
			t.Errorf("two moves took %v", took)
		}
		settles(2 * time.Minute)
		w.wantPing("it's your turn against")
	})
}

func TestMovesAreTypedByPlace(t *testing.T) {
	overBoth(t, func(t *testing.T, w *world) {
		alice, bob := w.game("/classic opponent:@bob")
		w.says(alice.Uses("/move square:Center"), "X played b2")
		w.says(bob.Uses("/move square:top left"), "O played a1")
		alice.Uses("/classic size:4 level:random first:me")
		w.says(alice.Uses("/move square:bottom right"), "X played c3") // the other game has no square of that name
		bob.Uses("/move square:MIDDLE LEFT")
		w.privately(alice.Uses("/move square:a3"), "You have several games here. Which one?")
	})
}
