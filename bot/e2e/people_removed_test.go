package e2e

import (
	"context"
	"database/sql"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"noughts/bot"
	"noughts/bot/discordtest"
	"noughts/bot/store/database"
	"noughts/game/match"
)

func TestARemovedServerIsForgotten(t *testing.T) {
	each(t, ways(), func(t *testing.T, in way) {
		t.Parallel()
		file := filepath.Join(t.TempDir(), "noughts.db")
		var db *database.DB
		in(t, func(t *testing.T, w *world) {
			other := w.discord.NewGuild("Elsewhere")
			elsewhere := other.NewChannel("games")
			other.Install(w.app)
			alice, bob := w.users["alice"], w.users["bob"]
			other.Add(alice, bob)
			for _, channel := range []*discordtest.Channel{w.channel, elsewhere} {
				a, b := discordtest.Play(t, alice.In(channel)), discordtest.Play(t, bob.In(channel))
				begins(a, b, "/classic opponent:@bob first:me")
				types(a, b, "a1 b1 a2 b2 a3")
			}
			for _, id := range []string{w.guild.ID, other.ID} {
				if _, _, err := db.ChangeServer(t.Context(), id, func(s *match.Server) { s.Quiet = true }); err != nil {
					t.Fatal(err)
				}
			}
			settles(2 * time.Minute) // the bot lists its servers
			w.guild.Remove(w.app.User)
			rows := func(guild string) string {
				t.Helper()
				got, err := queried(t, file, `SELECT 'settings ' || count(*) FROM servers WHERE id = '`+guild+`' UNION ALL
						SELECT 'places ' || count(*) FROM ranks WHERE guild = '`+guild+`' UNION ALL
						SELECT 'matches ' || count(*) FROM matches WHERE guild = '`+guild+`' UNION ALL
						SELECT 'results ' || count(*) FROM results WHERE guild = '`+guild+`'`)
				if err != nil {
					t.Fatal(err)
				}
				return strings.Join(got, " ")
			}
			const all, none = "settings 1 places 2 matches 1 results 2", "settings 0 places 0 matches 0 results 0"
			settles(25 * time.Hour)
			if got := rows(w.guild.ID); got != all {
				t.Errorf("a day later: %s", got)
			}
			settles(24 * time.Hour)
			if got := rows(w.guild.ID); got != none {
				t.Errorf("when the time is over: %s", got)
			}
			if got := rows(other.ID); got != all {
				t.Errorf("where the bot is: %s", got)
			}
			channels, err := queried(t, file, `SELECT channel || message FROM matches WHERE guild = ''`)
			if err != nil || len(channels) != 1 || channels[0] != "" {
				t.Errorf("%q, %v; want one match without channel and message", channels, err)
			}
			a := discordtest.Play(t, alice.In(elsewhere))
			a.Uses("/history")
			a.Sees("placement game 1 of 5")
		}, func(c *bot.Config, deps *bot.Deps) {
			c.KeepRemoved = time.Hour
			var err error
			if db, err = database.Open(context.Background(), "sqlite:"+file, nil); err != nil { // the database is opened inside the synctest bubble
				t.Error(err)
			}
			deps.Store = db
		})
	})
}

func queried(t *testing.T, file, query string) (all []string, err error) {
	t.Helper()
	pool, err := sql.Open("sqlite", "file:"+file+"?mode=ro")
	if err != nil {
		return nil, err
	}
	defer func() { _ = pool.Close() }()
	rows, err := pool.QueryContext(t.Context(), query)
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var text string
		if err := rows.Scan(&text); err != nil {
			return nil, err
		}
		all = append(all, text)
	}
	return all, rows.Err()
}
