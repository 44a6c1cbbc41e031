package e2e

import (
	"fmt"
	"strings"
	"testing"
	"testing/synctest"

	"noughts/bot"
	"noughts/bot/discordtest"
	"noughts/game/match"
)

// Newly registered commands, commands found registered, and those of one server: texts link to all from the start.
func TestCommandsCanBeClicked(t *testing.T) {
	inBubbleAlone(t, func(t *testing.T, w *world) {
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
			w.says(w.player("alice").Uses("/resign"), "</classic:")
			w.halt()
		}
	})
}

func TestTheRulesAreALesson(t *testing.T) {
	inBubble(t, func(t *testing.T, w *world) {
		alice := w.direct("alice")
		lesson := alice.Uses("/rules game:ultimate")
		w.privately(lesson, "Page 1 of 5")
		alice.Presses("Next")
		w.privately(alice.Presses("9"), "must play in the bottom right board")
		w.halt() // the next process has nothing in memory
		w.start()
		w.awaitReady()
		synctest.Wait()
		alice.Presses("Try another square")
		w.privately(alice.Presses("1"), "must play in the top left board")
		for _, button := range strings.Fields("Next Next Next Back Next") {
			alice.Presses(button)
		}
		w.privately(alice.Message(lesson.ID), "Page 5 of 5")
		w.says(alice.Presses("Play now"), "Ultimate tic-tac-toe")
	})
}

func TestAFirstGameExplainsItself(t *testing.T) {
	overBoth(t, func(t *testing.T, w *world) {
		alice, bob, carol := w.player("alice"), w.player("bob"), w.player("carol")
		const explained = "to move in the bottom right board (c3 is the bottom right square)"
		begin := func(other *discordtest.Player, name string) discordtest.Message {
			begins(alice, other, "/ultimate opponent:@"+name)
			return alice.Uses("/move square:c3")
		}
		for range match.FirstGames {
			w.says(begin(bob, "bob"), explained)
			w.says(bob.Uses("/move square:i9"), "i9 is the bottom right square")
			w.says(alice.Uses("/board"), "i9 is the bottom right square")
			resigns(alice)
		}
		if text := discordtest.Text(begin(bob, "bob")); strings.Contains(text, "square)") || !strings.Contains(text, "to move in the bottom right board") {
			t.Errorf("both have played, and it is explained again:\n%s", text)
		}
		bob.Uses("/resign")
		w.says(begin(carol, "carol"), explained)
	})
}
