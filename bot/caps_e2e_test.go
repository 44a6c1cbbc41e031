package bot_test

import (
	"testing"

	"noughts/bot/discordtest"
	"noughts/bot/limits"
)

// few are limits on open matches that a test meets soon.
func few(l *limits.Limits) { l.OpenMember, l.OpenChannel, l.OpenServer = 2, 3, 4 }

func TestNobodyHasMoreGamesOpenThanMayBe(t *testing.T) {
	t.Parallel()
	overBoth(t, func(t *testing.T, w *world) {
		alice, bob, carol := w.player("alice"), w.player("bob"), w.player("carol")
		alice.Uses("/classic")
		alice.Uses("/challenge member:@bob")
		alice.Uses("/classic")
		alice.SeesPrivately("You have 2 unfinished games, in all channels together")
		bob.Uses("/classic") // the challenge is not Bob's until he accepts it
		carol.Uses("/classic")
		carol.SeesPrivately("This channel has 3 unfinished games")

		next := w.guild.NewChannel("next")
		there := func(name string) *discordtest.Player { return discordtest.Play(t, w.users[name].In(next)) }
		there("carol").Uses("/classic")
		there("carol").Uses("/classic")
		there("carol").SeesPrivately("This server has 4 unfinished games")

		alice.PressesID("/withdraw")
		alice.Uses("/classic")
		if m, ok := live(alice); !ok || m.Ephemeral() {
			t.Error("with a place free again, no game began")
		}
	}, limited(few))
}
