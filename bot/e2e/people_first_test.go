package e2e

import (
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"noughts/bot"
	"noughts/bot/discordtest"
	"noughts/game/match"
)

// says checks that a message contains each of the wanted texts, and whether only the member sees the message.
func says(t *testing.T, m discordtest.Message, private bool, wanted ...string) {
	t.Helper()
	text := discordtest.Text(m)
	for _, want := range wanted {
		if !strings.Contains(text, want) || m.Ephemeral() != private {
			t.Errorf("private: %t, want %t and %q:\n%s", m.Ephemeral(), private, want, text)
		}
	}
}

// TestHelpStartsGames checks that the buttons of /help start games against the computer and challenge
// another member, but not the member themselves or another bot.
func TestHelpStartsGames(t *testing.T) {
	t.Parallel()
	overBoth(t, func(t *testing.T, w *world) {
		alice, bob := w.player("alice"), w.player("bob")
		for button, game := range map[string]string{"Play": "Tic-tac-toe 3×3", "Ultimate": "Ultimate tic-tac-toe"} {
			says(t, alice.Uses("/help"), true, "Play on boards from 1×1")
			says(t, alice.Presses(button), false, game, "the computer (beginner)")
			alice.Uses("/resign")
		}
		alice.Uses("/help")
		question := alice.Presses("Challenge a friend")
		says(t, question, true, "Whom would you like to challenge")
		says(t, alice.ChoosesOn(question.ID, "/play/ultimate/friend", w.users["bob"].ID), false, "Ultimate tic-tac-toe", "challenges")
		bob.Presses("Accept")
		if message, ok := live(bob); !ok || !offersMove(message) {
			t.Errorf("the game of friends has not begun:\n%s", discordtest.Text(message))
		}
		says(t, alice.ChoosesOn(question.ID, "/play/classic/friend", w.users["alice"].ID), true, "You can't play against yourself")
		robot := w.discord.NewApplication("robot")
		w.guild.Install(robot)
		says(t, alice.ChoosesOn(question.ID, "/play/classic/friend", robot.User.ID), true, "is a bot and doesn't play")
	})
}

// TestAloneThereIsNobodyToChallenge checks that in a direct message the bot refuses to start a challenge,
// because nobody else could accept it.
func TestAloneThereIsNobodyToChallenge(t *testing.T) {
	t.Parallel()
	inBubble(t, func(t *testing.T, w *world) {
		alice := discordtest.Play(t, w.users["alice"].In(w.discord.DirectMessage(w.users["alice"], w.app.User)))
		alice.Uses("/help")
		says(t, alice.Presses("Challenge a friend"), true, "Nobody else can see this conversation")
		says(t, alice.Presses("Play"), false, "the computer (beginner)")
	})
}

// TestCommandsCanBeClicked checks that the bot's texts link to its commands from the start. The bot either has just
// registered its commands or has found them already registered, globally or in one server.
func TestCommandsCanBeClicked(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		w := inhabited(t, inMemory)
		for _, guild := range []string{"", "", w.guild.ID} { // newly registered; already registered; in one server
			w.start(func(cfg *bot.Config, _ *bot.Deps) { cfg.GuildID = guild })
			w.awaitReady()
			synctest.Wait()
			ids := map[string]bool{}
			for _, c := range w.app.Commands(w.guild.ID) {
				if c.GuildID == guild {
					ids[fmt.Sprintf("</%s:%s>", c.Name, c.ID)] = true
				}
			}
			help := discordtest.Text(w.player("alice").Uses("/help"))
			for _, command := range []string{"classic", "ultimate", "move", "rules"} {
				_, after, _ := strings.Cut(help, "</"+command+":")
				if id, _, _ := strings.Cut(after, ">"); !ids["</"+command+":"+id+">"] {
					t.Errorf("in %q: no id of /%s in\n%s", guild, command, help)
				}
			}
			if refused := discordtest.Text(w.player("alice").Uses("/resign")); !strings.Contains(refused, "</classic:") {
				t.Errorf("a refusal names a command that cannot be clicked: %s", refused)
			}
			w.halt()
		}
	})
}

// TestTheRulesAreALesson goes through the pages of /rules for both games in a server, a direct message and a group.
// Each page asks a question, the pages replace each other in one message, and they still work after a restart.
func TestTheRulesAreALesson(t *testing.T) {
	t.Parallel()
	for where, enter := range map[string]func(w *world) *discordtest.Player{
		"server": func(w *world) *discordtest.Player { return w.player("alice") },
		"direct message": func(w *world) *discordtest.Player {
			return discordtest.Play(w.t, w.users["alice"].In(w.discord.DirectMessage(w.users["alice"], w.app.User)))
		},
		"group": func(w *world) *discordtest.Player {
			w.app.InstallFor(w.users["alice"])
			return discordtest.Play(w.t, w.users["alice"].In(w.discord.GroupMessage(w.users["alice"], w.users["bob"])))
		},
	} {
		t.Run(where, func(t *testing.T) {
			t.Parallel()
			inBubble(t, func(t *testing.T, w *world) {
				alice := enter(w)
				lesson := alice.Uses("/rules game:ultimate")
				says(t, lesson, true, "Page 1 of 5", "three local boards in a row")
				says(t, alice.Presses("Next"), true, "Page 2 of 5", "where does it send")
				says(t, alice.Presses("9"), true, "f6 is the bottom right square", "must play in the bottom right board")
				w.halt() // the next process has nothing in memory
				w.start()
				w.awaitReady()
				synctest.Wait()
				alice.Presses("Try another square")
				says(t, alice.Presses("1"), true, "must play in the top left board")
				says(t, alice.Presses("Next"), true, "Page 3 of 5")
				says(t, alice.Presses("1"), true, "d4 is the top left square", "may play in any open board")
				says(t, alice.Presses("Next"), true, "Page 4 of 5")
				says(t, alice.Presses("1"), true, "you win the game")
				says(t, alice.Presses("Next"), true, "Page 5 of 5", "a draw")
				says(t, alice.Presses("Back"), true, "Page 4 of 5")
				alice.Presses("Next")
				if shown := alice.Message(lesson.ID); !strings.Contains(discordtest.Text(shown), "Page 5 of 5") {
					t.Errorf("the pages do not take each other's place:\n%s", discordtest.Text(shown))
				}
				says(t, alice.Presses("Play now"), false, "Ultimate tic-tac-toe", "the computer (beginner)")

				says(t, alice.Uses("/rules"), true, "Page 1 of 2", "Which square wins?")
				says(t, alice.Presses("a2"), true, "not three in a row yet")
				alice.Presses("Try another square")
				says(t, alice.Presses("c3"), true, "Three in a row: you win!")
				says(t, alice.Presses("Next"), true, "Page 2 of 2")
				says(t, alice.Presses("Play now"), false, "Tic-tac-toe 3×3", "the computer (beginner)")
			})
		})
	}
}

// TestAFirstGameExplainsItself checks that boards of Ultimate explain the rules until both members have
// played their first games (match.FirstGames).
func TestAFirstGameExplainsItself(t *testing.T) {
	t.Parallel()
	overBoth(t, func(t *testing.T, w *world) {
		alice, bob, carol := w.player("alice"), w.player("bob"), w.player("carol")
		const explained = "c3 is the bottom right square, so you play in the bottom right board"
		begin := func(other *discordtest.Player, name string) discordtest.Message {
			alice.Uses("/ultimate opponent:@" + name)
			other.PressesID("/accept")
			return alice.Uses("/move square:c3")
		}
		for range match.FirstGames {
			says(t, begin(bob, "bob"), false, explained)
			says(t, bob.Uses("/move square:i9"), false, "i9 is the bottom right square")
			says(t, alice.Uses("/board"), false, "i9 is the bottom right square")
			alice.Uses("/resign")
			alice.PressesID("/resign-yes")
		}
		if text := discordtest.Text(begin(bob, "bob")); strings.Contains(text, "square, so") || !strings.Contains(text, "to move in the bottom right board") {
			t.Errorf("both have played, and it is explained again:\n%s", text)
		}
		bob.Uses("/resign")
		says(t, begin(carol, "carol"), false, explained)
	})
}

// TestWatchingYourOwn checks that a member can neither stop nor play somebody else's game, but can start a
// game of the same kind by the buttons on the refusal.
func TestWatchingYourOwn(t *testing.T) {
	t.Parallel()
	overBoth(t, func(t *testing.T, w *world) {
		alice, bob := w.player("alice"), w.player("bob")
		watched := []string{"Ultimate tic-tac-toe", "the computer (champion)", "the computer (grandmaster)"}
		says(t, alice.Uses("/watch"), false, watched...)
		says(t, bob.Presses("Stop"), true, "You aren't playing in this game")
		says(t, bob.Presses("Watch your own"), false, watched...)
		says(t, bob.Presses("Stop"), false, "The game was stopped")
		says(t, alice.Presses("Stop"), false, "The game was stopped")

		alice.Uses("/classic size:4 first:me")
		says(t, bob.PressesID("/b2"), true, "You aren't playing in this game")
		says(t, bob.Presses("Play your own"), false, "Tic-tac-toe 4×4", "<@"+w.users["bob"].ID+">", "the computer (beginner)")
		says(t, alice.Uses("/watch size:3"), false, "Tic-tac-toe 3×3", "the computer (perfect)", "the computer (calculator)")
	}, slowly(time.Hour, 1))
}

// TestMoveMeansTheGameThatWaits checks that /move plays in the only game where the square is legal, and
// asks the member to choose if there are several such games.
func TestMoveMeansTheGameThatWaits(t *testing.T) {
	t.Parallel()
	overBoth(t, func(t *testing.T, w *world) {
		alice := w.player("alice")
		alice.Uses("/classic size:5 level:random")
		alice.Uses("/classic size:4 level:random clock:3600")
		alice.Uses("/classic size:3 level:random clock:300")
		if offered := alice.Completes("/move", "square", "e"); len(offered) != 5 {
			t.Errorf("e1 to e5 are free on one board: %q", offered)
		}
		if offered := alice.Completes("/move", "square", ""); len(offered) != 25 {
			t.Errorf("the squares of all boards are those of the largest: %q", offered)
		}
		says(t, alice.Uses("/move square:e5"), false, "Tic-tac-toe 5×5")
		says(t, alice.Uses("/move square:b2"), true, "Which one?")
		alice.Uses("/classic size:9 level:random")
		alice.Uses("/classic size:9 level:random")
		says(t, alice.Uses("/move square:i9"), true, "Which one?")
	})
}
