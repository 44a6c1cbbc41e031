package e2e

import (
	"regexp"
	"strings"
	"testing"
	"time"

	"noughts/bot/discordtest"
	"noughts/bot/store"
	"noughts/game/match"
)

func (w *world) beats(winner, loser string) discordtest.Message {
	w.t.Helper()
	first, second := w.player(winner), w.player(loser)
	begins(first, second, "/classic opponent:@"+loser)
	return w.winsQuickly(first, second)
}

func (w *world) privately(m discordtest.Message, want string) {
	w.t.Helper()
	if w.says(m, want); !m.Ephemeral() {
		w.t.Errorf("everybody sees\n%s", discordtest.Text(m))
	}
}

// doesNotSay checks that a message does not contain a text. In the text, @alice stands for a mention.
func (w *world) doesNotSay(m discordtest.Message, unwanted string) {
	w.t.Helper()
	for name, user := range w.users {
		unwanted = strings.ReplaceAll(unwanted, "@"+name, "<@"+user.ID+">")
	}
	if text := discordtest.Text(m); strings.Contains(text, unwanted) {
		w.t.Errorf("it says %q:\n%s", unwanted, text)
	}
}

func TestMembersAreKnownByTheirGames(t *testing.T) {
	onStores(t, func(t *testing.T, w *world, kept store.Store) {
		w.joins("dave")
		w.joins("erin")
		alice, bob, carol := w.player("alice"), w.player("bob"), w.player("carol")
		w.privately(alice.Uses("/profile"), "You haven't finished a game yet.")
		w.privately(bob.Uses("/profile member:@alice"), "@alice hasn't finished a game yet.")
		w.privately(bob.Uses("/leaderboard"), "Nobody is on this board yet.")
		w.privately(bob.Uses("/history"), "You haven't finished a game yet.")

		for range 3 {
			w.beats("alice", "bob")
		}
		w.beats("dave", "bob")
		w.beats("erin", "carol")
		w.beats("carol", "alice")
		w.againstTheComputer(w.direct("alice"))
		for range 8 {
			w.againstTheComputer(alice)
		}
		w.seeProfiles(alice, bob)
		w.seeLeaders(bob, carol, kept)
		w.storesMessages(kept, "alice")
		w.seeHistory(alice, bob)
	})
}

func (w *world) againstTheComputer(p *discordtest.Player) {
	w.t.Helper()
	p.Uses("/classic size:1 level:random first:me")
	p.PressesID("/a1")
}

// seeProfiles checks alice's profile as alice and as bob see it, privately and after alice has shared it.
func (w *world) seeProfiles(alice, bob *discordtest.Player) {
	w.t.Helper()
	toBob := bob.Client().Pings()
	own := alice.Uses("/profile")
	for _, want := range []string{
		"Profile of @alice", "**Tic-tac-toe 3×3: placement game 4 of 5**", "3\u00a0wins, 0\u00a0draws, 1\u00a0loss", "best streak 3 wins",
	} {
		w.says(own, want)
	}
	if !own.Ephemeral() {
		w.t.Error("everybody sees a profile that was not shared")
	}
	rest := alice.PressesOn(own.ID, "⋯ More")
	for _, want := range []string{
		"Tic-tac-toe 3×3 against members: 3\u00a0wins, 0\u00a0draws, 1\u00a0loss", "Tic-tac-toe 1×1 against 🐌 Snail: 9\u00a0wins", "top left (a1): 3\u00a0wins, 0\u00a0draws, 0\u00a0losses", "🏅", "First win against a member",
	} {
		w.privately(rest, want)
		w.doesNotSay(own, want)
	}
	w.doesNotSay(rest, "Against you")
	w.hasNoPicture(own)
	w.mentioned(bob, &toBob, 0)

	seen := bob.Uses("/profile member:@alice")
	w.privately(bob.PressesOn(seen.ID, "⋯ More"), "**Against you:** 3\u00a0wins, 0\u00a0draws, 0\u00a0losses")
	seen = bob.UsesOn("Show tic-tac-toe profile", w.users["alice"])
	w.privately(bob.PressesOn(seen.ID, "⋯ More"), "**Against you:** 3\u00a0wins, 0\u00a0draws, 0\u00a0losses")
	shared := alice.PressesOn(own.ID, "Share")
	if w.says(shared, "Profile of @alice"); shared.Ephemeral() {
		w.t.Error("nobody else sees a profile that was shared")
	}
	rest = bob.PressesOn(shared.ID, "⋯ More")
	achieved := bob.PressesOn(rest.ID, "Achievements")
	w.privately(achieved, "🏅 **First win against a member**, <t:")
	w.says(achieved, "**Giant killer**: In a rated game")
	w.privately(bob.PressesOn(rest.ID, "Games"), "Finished games of @alice here")
	w.privately(bob.Uses("/profile member:@Noughts"), "is a bot and has no results of its own")
}

// seeLeaders checks the leaderboards after dave has left the server and erin has chosen not to be listed.
// It also checks how often Discord is asked whether somebody is a member.
func (w *world) seeLeaders(bob, carol *discordtest.Player, kept store.Store) {
	w.t.Helper()
	if _, _, err := kept.ChangeMember(w.t.Context(), w.users["erin"].ID, func(m *match.Member) { m.Unlisted = true }); err != nil {
		w.t.Fatal(err)
	}
	before := len(w.requested("GET", "/members/")) // who accepts a challenge asks for the challenger
	asked := func() int { return len(w.requested("GET", "/members/")) - before }
	all := bob.Uses("/leaderboard scope:everywhere game:classic3")
	w.privately(all, "All servers, all time")
	for _, name := range []string{"alice", "bob", "carol", "dave"} {
		w.says(all, "@"+name)
	}
	w.says(all, "Placement game 4 of 5. After the last")
	w.guild.Remove(w.users["dave"])
	if n := asked(); n > 0 {
		w.t.Errorf("Discord was asked for %d members of no server", n)
	}
	toCarol := carol.Client().Pings()
	board := w.picks(bob, all, "/scope", "here")
	w.says(board, "This server, all time")
	w.says(board, "Placement game 4 of 5. After the last")
	for _, name := range []string{"dave", "erin"} {
		w.doesNotSay(board, "@"+name)
	}
	if n := asked(); n != 3 { // bob reads the leaderboard himself, so the bot does not ask about him
		w.t.Errorf("Discord was asked for %d members", n)
	}
	month := carol.Uses("/leaderboard period:month")
	w.privately(month, "This server, last 30 days")
	w.doesNotSay(month, "@dave")
	if n := asked(); n != 4 { // the bot now asks about bob, because carol is the reader; it knows the others already
		w.t.Errorf("Discord was asked for %d members", n)
	}
	w.says(w.picks(bob, board, "/game", "ultimate"), "Nobody is on this board yet.")
	w.privately(bob.Presses("Leaderboard"), "Leaderboard: Tic-tac-toe 3×3") // the button Leaderboard is below alice's profile
	shown := carol.PressesOn(month.ID, "Share")
	if w.says(shown, "@alice"); shown.Ephemeral() {
		w.t.Error("nobody else sees the board that is shown to everybody")
	}
	w.mentioned(carol, &toCarol, 0)
}

// picks chooses a value in the menu of a message whose custom id ends with the text `menu`. It returns the message
// after that, and fails the test if there is no such menu.
func (w *world) picks(p *discordtest.Player, m discordtest.Message, menu, value string) discordtest.Message {
	w.t.Helper()
	for _, c := range parts(p.Message(m.ID).Components) {
		if strings.HasSuffix(c.CustomID, menu) {
			return w.selects(p, m, c.CustomID, value)
		}
	}
	w.t.Fatalf("no menu %s in\n%s", menu, discordtest.Text(m))
	return m
}

// seeHistory checks the pages of alice's finished games. Alice sees all of them, bob only those in the server. In a
// synctest bubble all games end at the same time, so seeHistory also tests that such games are ordered by id.
func (w *world) seeHistory(alice, bob *discordtest.Player) {
	w.t.Helper()
	first := alice.Uses("/history")
	w.privately(first, "Your finished games")
	older := alice.Presses("Older")
	if older.ID != first.ID {
		w.t.Error("the second page is another message")
	}
	alice.CannotPress("Older")
	if back := alice.Presses("Newer"); discordtest.Text(back) != discordtest.Text(first) {
		w.t.Errorf("back again:\n%s\nwant\n%s", discordtest.Text(back), discordtest.Text(first))
	}
	w.lists([]discordtest.Message{first, older}, 13, map[string]int{
		"**Won** against 🐌 Snail\n": 9, "**Won** against @bob · placement": 3, "**Lost** against @carol · placement": 1,
		"/channels/@me/": 1, "? (": 0,
	})
	first = bob.Uses("/history member:@alice")
	w.privately(first, "Finished games of @alice here")
	w.lists([]discordtest.Message{first, bob.Presses("Older")}, 12, map[string]int{"**Won** against @bob · placement": 3, "/channels/@me/": 0})
}

// lists checks the pages of a history: the number of different games that they link to, and how often they contain each
// text. The keys of `wanted` are texts, the values are counts.
func (w *world) lists(pages []discordtest.Message, games int, wanted map[string]int) {
	w.t.Helper()
	var text string
	for _, page := range pages {
		text += discordtest.Text(page) + "\n"
	}
	boards := map[string]bool{}
	for _, link := range regexp.MustCompile(`\(https://\S+\)`).FindAllString(text, -1) {
		boards[link] = true
	}
	if len(boards) != games {
		w.t.Errorf("%d different games are listed, want %d", len(boards), games)
	}
	for want, times := range wanted {
		said := want
		for name, user := range w.users {
			said = strings.ReplaceAll(said, "@"+name, "<@"+user.ID+">")
		}
		if n := strings.Count(text, said); n != times {
			w.t.Errorf("%d times %q, want %d:\n%s", n, want, times, text)
		}
	}
}

func TestPagesOutliveTheBot(t *testing.T) {
	acrossRestarts(t, func(t *testing.T, w *world, _ store.Store, again func()) {
		alice, bob := w.player("alice"), w.player("bob")
		w.beats("alice", "bob")
		for range 11 {
			w.againstTheComputer(alice)
		}
		w.says(alice.Uses("/history"), "Your finished games")
		board, own := bob.Uses("/leaderboard scope:everywhere"), alice.Uses("/profile")
		w.away(time.Minute, again)
		w.lists([]discordtest.Message{alice.Presses("Older")}, 2, nil)
		w.says(w.picks(bob, board, "/scope", "here-month"), "Placement game 1 of 5. After the last")
		w.says(bob.PressesOn(bob.PressesOn(alice.PressesOn(own.ID, "Share").ID, "⋯ More").ID, "Achievements"), "First win")
	})
}

// playsASeason has a manager of the server choose seasons of one month and a channel for posts. Then alice
// wins two rated games against bob, and bob wins one.
func (w *world) playsASeason(news *discordtest.Channel) {
	w.t.Helper()
	owner, alice, bob := w.manages("carol"), w.player("alice"), w.player("bob")
	page := owner.Uses("/config")
	w.selects(owner, page, "/config/daily", news.ID)
	w.selects(owner, page, "/config/season", "1")
	for range 2 {
		begins(alice, bob, "/classic opponent:@bob")
		w.winsQuickly(alice, bob)
		settles(time.Minute)
	}
	begins(bob, alice, "/classic opponent:@alice")
	w.winsQuickly(bob, alice)
	settles(time.Minute)
}

func TestASeason(t *testing.T) {
	overBoth(t, func(t *testing.T, w *world) {
		bob := w.player("bob")
		w.says(bob.Uses("/leaderboard period:season"), "This server has no seasons.")
		w.playsASeason(w.guild.NewChannel("news"))
		board := bob.Uses("/leaderboard period:season")
		w.says(board, "This server, this season")
		w.says(board, "**1.** @alice **2** · 3 games\n**2.** @bob **1** · 3 games")
		w.says(board, "A win in a rated game between members is a point")
		w.says(bob.PressesOn(board.ID, "Share"), "**1.** @alice **2** · 3 games")
		page := bob.Uses("/settings")
		w.pressesIn(bob, page, "Listed: on")
		w.says(bob.Uses("/leaderboard period:season"), "**1.** @alice **2** · 3 games\nA win in")
	})
}

func TestTheSeasonEnds(t *testing.T) {
	acrossRestarts(t, func(t *testing.T, w *world, _ store.Store, again func()) {
		news := w.guild.NewChannel("news")
		w.playsASeason(news)
		w.away(31*24*time.Hour-10*time.Minute, again) // the clock of a synctest bubble starts on the first day of a month
		reader := w.at("carol", news)
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
