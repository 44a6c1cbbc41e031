package main_test

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"noughts/bot/discordtest"
)

// TestRestore checks the subcommand restore. It must fail while a bot runs, and for damaged or missing files. From an
// automatic backup it must bring back the game, and it must keep a copy of the replaced database.
func TestRestore(t *testing.T) {
	t.Parallel()
	d, app := newDiscord(t)
	guild, alice, bob := d.NewGuild("House"), d.NewUser("alice"), d.NewUser("bob")
	channel := guild.NewChannel("games")
	guild.Add(alice, bob)
	guild.Install(app)
	folder, backups := t.TempDir(), t.TempDir()
	file := filepath.Join(folder, "noughts.db")
	env := []string{"DISCORD_TOKEN=" + app.Token, "DISCORD_API_URL=" + d.URL(), "OPS_ADDR=off", "TILES=off",
		"DATABASE_URL=sqlite:" + file, "BACKUP_DIR=" + backups}

	p := start(t, slices.Clip(env[:5]))
	p.awaits("msg=ready")
	discordtest.Play(t, alice.In(channel)).Uses("/ultimate opponent:@bob first:me")
	discordtest.Play(t, bob.In(channel)).Presses("Accept")
	p.stops(os.Interrupt)
	p = start(t, env)
	p.awaits(`msg="made a backup"`)
	p.awaits("msg=ready")
	found, err := filepath.Glob(filepath.Join(backups, "noughts-*.db"))
	if err != nil || len(found) != 1 {
		t.Fatalf("%v, %v", found, err)
	}
	if status, output := start(t, env, "restore", found[0]).ends(10 * time.Second); status != 1 || !strings.Contains(output, "is using the database file") {
		t.Errorf("beside a bot: status %d, %s", status, output)
	}
	discordtest.Play(t, alice.In(channel)).Uses("/resign") // the game stays unfinished in the backup
	p.stops(os.Interrupt)

	damaged := filepath.Join(folder, "damaged.db")
	content, err := os.ReadFile(found[0])
	if err := errors.Join(err, os.WriteFile(damaged, content, 0o600)); err != nil {
		t.Fatal(err)
	}
	damage(t, damaged)
	for name, want := range map[string]string{damaged: "cannot restore", filepath.Join(folder, "none.db"): "no such file"} {
		if status, output := start(t, env, "restore", name).ends(10 * time.Second); status != 1 || !strings.Contains(output, want) {
			t.Errorf("%s: status %d, %s", name, status, output)
		}
	}
	status, output := start(t, env, "restore", found[0]).ends(10 * time.Second)
	if status != 0 || !strings.Contains(output, "is restored from") {
		t.Fatalf("status %d, %s", status, output)
	}
	app.ForgetSessions(true) // else the bot resumes its session and gets the last events again
	p = start(t, env)
	p.awaits("msg=ready")
	story := discordtest.Play(t, alice.In(channel))
	story.Uses("/board")
	story.Sees("to move")
	p.stops(os.Interrupt)
	if before, err := filepath.Glob(file + ".before-*"); err != nil || len(before) != 1 {
		t.Errorf("%v, %v; want the database that was there before", before, err)
	}
}
