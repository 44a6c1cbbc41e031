package e2e

import (
	"strings"
	"testing"
	"time"

	"noughts/bot/discordtest"
	"noughts/bot/store"
)

// playsASeason has a manager of the server choose seasons of one month and a channel for posts. Then alice
// wins two rated games against bob, and bob wins one.
func (w *world) playsASeason(news *discordtest.Channel) {
	w.t.Helper()
	owner, alice, bob := w.manages("carol"), w.player("alice"), w.player("bob")
	page := owner.Uses("/config")
	w.selects(owner, page, "/config/daily", news.ID)
	w.selects(owner, page, "/config/season", "1")
	for range 2 {
		alice.Uses("/classic opponent:@bob")
		bob.PressesID("/accept")
		w.winsQuickly(alice, bob)
		settles(time.Minute)
	}
	bob.Uses("/classic opponent:@alice")
	alice.PressesID("/accept")
	w.winsQuickly(bob, alice)
	settles(time.Minute)
}

// TestASeason checks the leaderboard of a season. It counts wins, leaves out members who do not want to be
// listed, and does not exist in servers without seasons.
func TestASeason(t *testing.T) {
	t.Parallel()
	overBoth(t, func(t *testing.T, w *world) {
		bob := w.player("bob")
		w.says(bob.Uses("/leaderboard period:season"), "This server has no seasons.")
		w.playsASeason(w.guild.NewChannel("news"))
		board := bob.Uses("/leaderboard period:season")
		w.says(board, "This server, this season")
		w.says(board, "**1.** @alice **2** · 3 games\n**2.** @bob **1** · 3 games")
		w.says(board, "A win in a rated game between members is a point")
		w.says(bob.PressesOn(board.ID, "Show everyone"), "**1.** @alice **2** · 3 games")
		page := bob.Uses("/settings")
		w.pressesIn(bob, page, "Listed: on")
		w.says(bob.Uses("/leaderboard period:season"), "**1.** @alice **2** · 3 games\nA win in")
	})
}

// TestTheSeasonEnds checks that the winners of a season are posted once, with the first daily puzzle after the season,
// although the bot was not running when the season ended. The leaderboard then lists them as past winners.
func TestTheSeasonEnds(t *testing.T) {
	t.Parallel()
	acrossRestarts(t, func(t *testing.T, w *world, _ store.Store, again func()) {
		news := w.guild.NewChannel("news")
		w.playsASeason(news)
		w.away(31*24*time.Hour-10*time.Minute, again) // the clock of a synctest bubble starts on the first day of a month
		reader := discordtest.Play(t, w.users["carol"].In(news))
		settles(24 * time.Hour)
		post := reader.Sees("The season is over")
		w.says(post, "Tic-tac-toe 3×3: 🥇 @alice **2** 🥈 @bob **1**")
		if len(post.Attachments) != 1 || !strings.Contains(string(post.Attachments[0]), "trophy.png") {
			t.Errorf("the files of the post are %s", post.Attachments)
		}
		board := w.player("bob").Uses("/leaderboard period:season")
		w.says(board, "Nobody is on this board yet.")
		w.says(board, "🏆 Season until")
		w.says(board, "@alice with 2")
		settles(24 * time.Hour)
		seasons := 0
		for _, m := range reader.Client().Messages() {
			if strings.Contains(discordtest.Text(m), "The season is over") {
				seasons++
			}
		}
		if seasons != 1 {
			t.Errorf("the season has ended %d times", seasons)
		}
	})
}
