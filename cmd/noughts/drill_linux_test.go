package main_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"noughts/bot/discordtest"
)

// TestDrill is what an owner must be able to rely on: a backup under load, a full disk, a kill, a restore as root, and a
// start as the bot's user. The ratings are then those of the backup. Only root can fill a disk and restore for others.
func TestDrill(t *testing.T) {
	t.Parallel()
	needsNoCgo(t)
	d, app := newDiscord(t)
	guild, x, o := d.NewGuild("House"), d.NewUser("x"), d.NewUser("o")
	guild.Add(x, o)
	guild.Install(app)
	channel := guild.NewChannel("games")
	players := []*discordtest.Player{discordtest.Play(t, x.In(channel)), discordtest.Play(t, o.In(channel))}
	play := func() {
		players[0].Uses("/classic opponent:@o first:me")
		players[1].Presses("Accept")
		for i, square := range []string{"a1", "b1", "c1", "b2", "a2", "c2", "b3", "a3", "c3"} {
			players[i%2].Uses("/move square:" + square)
		}
	}
	c := newContainer(t, "DISCORD_TOKEN="+app.Token, "DISCORD_API_URL="+d.URL(), "OPS_ADDR="+freeAddress(t), "TILES=off")
	data := filepath.Join(c.root, "data")
	file, copied := filepath.Join(data, "noughts.db"), filepath.Join(c.root, "backup", "copy.db")
	mounted := isRoot() && syscall.Mount("drill", data, "tmpfs", 0, "size=8m,mode=700,uid=65532,gid=65532") == nil
	if mounted {
		t.Cleanup(func() { _ = syscall.Unmount(data, syscall.MNT_DETACH) })
	}
	if err := errors.Join(os.Mkdir(filepath.Dir(copied), 0o777), os.Chmod(filepath.Dir(copied), 0o777)); err != nil {
		t.Fatal(err)
	}

	p := c.start()
	p.awaits("msg=ready")
	play()
	making := c.start("backup", strings.TrimPrefix(copied, map[bool]string{true: c.root}[isRoot()]))
	play()
	if status, output := making.ends(10 * time.Second); status != 0 {
		t.Fatalf("the backup: status %d, %s", status, output)
	}
	if mounted {
		p = fillsUp(t, c, p, filepath.Join(data, "filling"), players[0])
	} else {
		t.Log("nothing can be mounted here, so no disk fills up")
	}
	play()
	_ = p.Process.Kill()
	_ = p.Wait()

	run := func(database string, args ...string) string { // as root
		t.Helper()
		status, output := start(t, []string{"DATABASE_URL=sqlite:" + database}, args...).ends(10 * time.Second)
		if status != 0 {
			t.Fatalf("%q: status %d, %s", args, status, output)
		}
		return output
	}
	counted := run(copied, "ratings", "verify")
	if !strings.HasPrefix(counted, "recomputed ") || strings.HasPrefix(counted, "recomputed 0 ") || !strings.Contains(counted, ": 0 numbers differ") {
		t.Fatal(counted)
	}
	if isRoot() { // a restore by the bot's user over a file of root's
		status, output := 0, ""
		err := os.Chown(file, 0, 0)
		if err == nil {
			status, output = c.start("restore", "/backup/copy.db").ends(10 * time.Second)
			err = os.Chown(file, nobody, nobody)
		}
		if err != nil || status != 1 || !strings.Contains(output, "the bot could not read the restored file") {
			t.Errorf("%v, status %d, %s", err, status, output)
		}
	}
	if said := run(file, "restore", copied); !strings.HasPrefix(said, file+" is restored from ") {
		t.Error(said)
	}
	owners := func(what string) {
		t.Helper()
		files, _ := filepath.Glob(file + "*")
		for _, name := range files {
			info, err := os.Stat(name)
			if err != nil {
				t.Fatal(err)
			}
			if owner := info.Sys().(*syscall.Stat_t).Uid; isRoot() && owner != nobody || info.Mode().Perm() != 0o600 {
				t.Errorf("%s %s is %d's, with mode %v", what, name, owner, info.Mode())
			}
		}
	}
	owners("restored:")
	app.ForgetSessions(true)
	p = c.start()
	p.awaits("msg=ready")
	players[0].Uses("/profile")
	p.stops(os.Interrupt)
	if again := run(file, "ratings", "verify"); again != counted {
		t.Errorf("the backup has %s, and the restored database %s", counted, again)
	}
	owners("verified:")
	if left, _ := os.ReadDir(filepath.Dir(copied)); len(left) != 1 {
		t.Errorf("beside the backup there are %v", left)
	}
}

// fillsUp fills the disk of a bot. The bot must say so, also when it is started again, and start when there is room.
func fillsUp(t *testing.T, c *container, p *process, filling string, player *discordtest.Player) *process {
	t.Helper()
	fill := func() {
		file, err := os.OpenFile(filling, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
		for err == nil {
			_, err = file.Write(make([]byte, 4096))
		}
		if _ = file.Close(); !errors.Is(err, syscall.ENOSPC) {
			t.Fatal(err)
		}
	}
	empty := func() {
		if err := os.Remove(filling); err != nil {
			t.Fatal(err)
		}
	}
	healthcheck := func(want int, reason string) {
		t.Helper()
		if status, output := c.start("healthcheck").ends(10 * time.Second); status != want || !strings.Contains(output, reason) {
			t.Errorf("healthcheck: status %d, %s; want %d and %q", status, output, want, reason)
		}
	}
	fill()
	for range 40 { // the first ones may find room in the database's log
		_, _ = player.Client().Type(t.Context(), "/classic")
	}
	healthcheck(1, "not ready: the database does not take changes: the disk of the database is full")
	empty()
	healthcheck(0, "ok")
	p.stops(os.Interrupt)
	fill()
	p = c.start()
	p.awaits(`msg="cannot open the database yet; trying again"`)
	p.awaits("the disk of the database is full")
	healthcheck(1, "not ready: the database is not open yet")
	empty()
	p.awaits("msg=ready")
	return p
}
