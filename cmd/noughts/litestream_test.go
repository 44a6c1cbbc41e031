//go:build unix

package main_test

import (
	"database/sql"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"noughts/bot/discordtest"
	"noughts/bot/store/database"
)

// TestLitestreamKeepsWhatIsOlderThanTheLag kills the bot and Litestream, which replicates the bot's database, at the
// same time. A database restored from the replica may lack only the newest changes: those within the lag that
// deploy/BACKUPS.md states.
func TestLitestreamKeepsWhatIsOlderThanTheLag(t *testing.T) {
	t.Parallel()
	litestream := os.Getenv("NOUGHTS_LITESTREAM")
	if litestream == "" {
		t.Skip("NOUGHTS_LITESTREAM is not set to the program of Litestream")
	}
	const lag = 10 * time.Second
	if page, err := os.ReadFile("../../deploy/BACKUPS.md"); err != nil || !strings.Contains(string(page), "older than ten seconds") {
		t.Fatalf("deploy/BACKUPS.md states another lag: %v", err)
	}
	configuration, err := filepath.Abs("../../deploy/litestream.yml")
	if err != nil {
		t.Fatal(err)
	}
	d, app := newDiscord(t)
	guild := d.NewGuild("House")
	guild.Install(app)
	var pairs [][]*discordtest.Player // many pairs play, because the bot limits the rate of each member's actions
	for i := range 12 {
		channel := guild.NewChannel(fmt.Sprint("games-", i))
		x, o := d.NewUser(fmt.Sprint("x", i)), d.NewUser(fmt.Sprint("o", i))
		guild.Add(x, o)
		pairs = append(pairs, []*discordtest.Player{discordtest.Play(t, x.In(channel)), discordtest.Play(t, o.In(channel))})
	}
	folder := t.TempDir()
	file, restored := filepath.Join(folder, "noughts.db"), filepath.Join(folder, "restored.db")
	env := []string{"NOUGHTS_DATABASE=" + file, "NOUGHTS_REPLICA=" + filepath.Join(folder, "replica")}
	starts := func() *process {
		p := start(t, []string{"DISCORD_TOKEN=" + app.Token, "DISCORD_API_URL=" + d.URL(), "OPS_ADDR=off", "DATABASE_URL=sqlite:" + file, "TILES=off"})
		p.awaits("msg=ready")
		return p
	}
	replicates := func() *process {
		c := exec.Command(litestream, "replicate", "-config", configuration)
		c.Env = env
		return launch(t, c)
	}
	bot := starts()
	replicating := replicates()

	live, err := sql.Open("sqlite", "file:"+file+"?mode=ro&_busy_timeout=5000")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = live.Close() })
	// An acknowledged records the state of the database after a member has seen the bot's answer to a move. Its field
	// sum is the sum of the versions of all matches at that time. Each change of a match adds one to the match's
	// version, so this sum counts changes.
	type acknowledged struct {
		at  time.Time
		sum int
	}
	var acks []acknowledged
	begun := time.Now()
	for game := 0; time.Since(begun) < lag*3/2; game++ {
		players := pairs[game%len(pairs)]
		players[0].Uses(fmt.Sprintf("/classic opponent:@o%d first:me", game%len(pairs)))
		players[1].Presses("Accept")
		for i, square := range []string{"a1", "b1", "c1", "b2", "a2", "c2", "b3", "a3", "c3"} {
			players[i%2].Uses("/move square:" + square)
			acks = append(acks, acknowledged{time.Now(), versions(t, live)})
		}
	}
	killed := time.Now()
	if err := errors.Join(bot.Process.Kill(), replicating.Process.Kill()); err != nil {
		t.Fatal(err)
	}
	_, _ = bot.Wait(), replicating.Wait()

	restores := func(to string) {
		restore := exec.CommandContext(t.Context(), litestream, "restore", "-config", configuration, "-o", to, file)
		restore.Env = env
		if output, err := restore.CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, output)
		}
	}
	restores(restored)
	own := restored + ".own" // as the bot's own backups are
	for _, args := range [][]string{{restored, "backup", own}, {file, "restore", own}} {
		if status, output := start(t, []string{"DATABASE_URL=sqlite:" + args[0]}, args[1:]...).ends(time.Minute); status != 0 {
			t.Fatalf("%q: status %d: %s", args, status, output)
		}
	}
	// deploy/BACKUPS.md goes on: the replica begins anew, and Litestream may be there before the bot.
	if err := os.RemoveAll(filepath.Join(folder, "replica")); err != nil {
		t.Fatal(err)
	}
	replicating = replicates()
	replicating.awaits(`msg="snapshot complete"`)
	starts().stops(os.Interrupt)
	_ = replicating.Process.Kill()
	_ = replicating.Wait()
	restores(restored + ".again")
	want := 0
	for _, a := range acks {
		if a.at.Before(killed.Add(-lag)) {
			want = a.sum
		}
	}
	db, err := database.Open(t.Context(), "sqlite:"+file, nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	pool, err := sql.Open("sqlite", file)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = pool.Close() }()
	got, last := versions(t, pool), acks[len(acks)-1].sum
	if want == 0 || got < want {
		t.Errorf("the sum of versions is %d; %d were acknowledged %v before the kill, %d in all\n%s", got, want, lag, last, replicating.output)
	}
	t.Logf("%d changes were acknowledged, %d of them %v before the kill, and %d are restored", last, want, lag, got)
}

// versions returns the sum of the versions of all matches in a database.
func versions(t *testing.T, db *sql.DB) (sum int) {
	t.Helper()
	if err := db.QueryRowContext(t.Context(), `SELECT coalesce(sum(version), 0) FROM matches`).Scan(&sum); err != nil {
		t.Fatal(err)
	}
	return sum
}
