package e2e

import (
	"strings"
	"testing"
	"time"

	"noughts/bot/discordtest"
	"noughts/bot/store"
	"noughts/game/match"
)

// storesMessages waits until the store has the message id of each of a member's finished games: the bot stores
// an id only after it has answered the member. storesMessages fails the test after a minute.
func (w *world) storesMessages(kept store.Store, member string) {
	w.t.Helper()
	for until := time.Now().Add(time.Minute); time.Now().Before(until); time.Sleep(10 * time.Millisecond) {
		games, err := kept.Finished(w.t.Context(), match.Query{Member: w.users[member].ID, Limit: 1000})
		if err != nil {
			w.t.Fatal(err)
		}
		unknown := 0
		for _, rec := range games {
			if rec.Message == "" {
				unknown++
			}
		}
		if unknown == 0 {
			return
		}
	}
	w.t.Fatal("it is not known which messages show the games of " + member)
}

func TestPrivateChannelsStayPrivate(t *testing.T) {
	onStores(t, func(t *testing.T, w *world, kept store.Store) {
		secret, open := w.guild.NewChannel("staff"), w.guild.NewChannel("lobby")
		secret.Overwrite(w.guild.Everyone(), 0, discordtest.PermissionViewChannel)
		for _, u := range []*discordtest.User{w.users["alice"], w.users["bob"], w.app.User} {
			secret.Overwrite(u, discordtest.PermissionViewChannel, 0)
		}
		in := func(c *discordtest.Channel, name string) *discordtest.Player {
			return w.at(name, c)
		}
		in(secret, "alice").Uses("/classic opponent:@bob")
		in(secret, "bob").PressesID("/accept")
		w.winsQuickly(in(secret, "alice"), in(secret, "bob"))
		w.againstTheComputer(in(open, "alice"))
		w.storesMessages(kept, "alice")

		const hidden, shown = "**Won** against @bob", "**Won** against 🐌 Snail"
		seen := w.player("carol").Uses("/history member:@alice")
		w.privately(seen, shown)
		w.doesNotSay(seen, hidden)
		for _, p := range []*discordtest.Player{w.player("alice"), w.player("bob"), in(secret, "bob")} {
			all := p.Uses("/history member:@alice")
			w.says(all, hidden)
			w.says(all, shown)
		}
		w.users["dave"] = w.discord.NewUser("dave")
		w.guild.Add(w.users["dave"])
		secret.Overwrite(w.users["dave"], discordtest.PermissionViewChannel, 0)
		w.privately(w.player("dave").Uses("/history member:@alice"), hidden)
	})
}

func TestPrivateThreadsStayPrivate(t *testing.T) {
	overBothOnStore(t, func(t *testing.T, w *world, kept store.Store) {
		alice, carol := w.player("alice"), w.player("carol")
		links, boards := map[bool]string{}, map[bool]discordtest.Message{}
		for _, private := range []bool{true, false} {
			open := w.channel.NewThread
			if private {
				open = w.channel.NewPrivateThread
			}
			thread := open("games", w.users["alice"])
			thread.Add(w.users["bob"], w.app.User)
			in := func(name string) *discordtest.Player { return w.at(name, thread) }
			in("alice").Uses("/classic opponent:@bob")
			w.doesNotSay(in("alice").Uses("/games"), "Nobody is playing")
			list := carol.Uses("/games")
			if shown := strings.Contains(discordtest.Text(list), w.users["bob"].ID); shown == private {
				t.Errorf("private %t: /games in the channel above says\n%s", private, discordtest.Text(list))
			}
			in("bob").PressesID("/accept")
			boards[private] = w.winsQuickly(in("alice"), in("bob"))
			links[private] = "https://discord.com/channels/" + w.guild.ID + "/" + thread.ID + "/" + boards[private].ID
		}
		w.storesMessages(kept, "alice")

		if n := strings.Count(discordtest.Text(carol.Uses("/history member:@alice")), "**Won**"); n != 1 {
			t.Errorf("carol sees %d games in the history of alice", n)
		}
		for _, command := range []string{"/replay game:", "/review game:"} {
			w.says(carol.Uses(command+links[true]), "That game was played where not everyone")
			w.doesNotSay(carol.Uses(command+links[false]), "That game was played where not everyone")
		}
		for _, profile := range []discordtest.Message{carol.Uses("/profile member:@alice"), alice.Uses("/profile")} {
			w.doesNotSay(profile, boards[true].ID)
		}
		for private, link := range links {
			shared := alice.PressesOn(alice.Uses("/replay game:"+link).ID, "Share")
			if shared.Ephemeral() != private {
				t.Errorf("private %t: shared with everybody in the channel above: %s", private, discordtest.Text(shared))
			}
		}
	})
}
