package main_test

import (
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"noughts/bot/discordtest"
	"noughts/bot/store/database"
	"noughts/game/match"
)

// TestGamesOutliveTheProcess starts a game, backs up the database while the bot runs, and kills the bot. The game must
// be in the restarted bot, in the database and in the backup.
func TestGamesOutliveTheProcess(t *testing.T) {
	t.Parallel()
	d, app := newDiscord(t)
	guild, alice, bob := d.NewGuild("House"), d.NewUser("alice"), d.NewUser("bob")
	channel := guild.NewChannel("games")
	guild.Add(alice)
	guild.Add(bob)
	guild.Install(app)
	file := filepath.Join(t.TempDir(), "games kept.db")
	env := []string{"DISCORD_TOKEN=" + app.Token, "DISCORD_API_URL=" + d.URL(), "OPS_ADDR=off", "DATABASE_URL=sqlite:" + file}

	p := start(t, env)
	p.awaits("msg=ready")
	discordtest.Play(t, alice.In(channel)).Uses("/ultimate opponent:@bob first:me")
	discordtest.Play(t, bob.In(channel)).Presses("Accept")
	copied := filepath.Join(t.TempDir(), "copy.db")
	if status, output := start(t, env, "backup", copied).ends(10 * time.Second); status != 0 || !strings.Contains(output, copied) {
		t.Fatalf("backup: status %d, %s", status, output)
	}
	if err := p.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = p.Wait()

	p = start(t, env)
	p.awaits("msg=ready")
	story := discordtest.Play(t, alice.In(channel))
	story.Uses("/board")
	story.Sees("to move")
	if err := p.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if status, output := p.ends(10 * time.Second); status != 0 {
		t.Errorf("status %d, output:\n%s", status, output)
	}
	checkGame(t, file, alice.ID)
	checkGame(t, copied, alice.ID)
}

// checkGame checks that a database file holds exactly one unfinished game of a member.
func checkGame(t *testing.T, file, member string) {
	t.Helper()
	db, err := database.Open(t.Context(), "sqlite:"+file, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = db.Close() }()
	games, err := db.Unfinished(t.Context(), match.Scope{Member: member})
	if err != nil || len(games) != 1 || !games[0].Match.ToMove().IsPerson() {
		t.Errorf("%s holds %+v, %v; want one game in which a member is to move", filepath.Base(file), games, err)
	}
}
