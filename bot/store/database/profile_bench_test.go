package database_test

import (
	"flag"
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"

	"noughts/bot/store"
	"noughts/bot/store/database"
	"noughts/game"
	"noughts/game/match"
	"noughts/game/profile"
)

var (
	mostGames   = flag.Int("finished", 1_000_000, "how many finished games the benchmark of profiles keeps")
	mostMembers = flag.Int("members", 100_000, "of how many members they are")
)

// numbers returns the query for the numbers from $1 to below $2, as n.
func numbers(sqlite bool) string {
	if sqlite {
		return `WITH RECURSIVE numbers(n) AS (SELECT $1 UNION ALL SELECT n + 1 FROM numbers WHERE n + 1 < $2) `
	}
	return `WITH numbers AS (SELECT n FROM generate_series($1::bigint, $2::bigint - 1) AS n) `
}

// fillGames fills a database with games of the last two years. Member 1 plays in one of two hundred
// games. All members are in guild 1, and a tenth of them are in guild 2, too.
func fillGames(b *testing.B, db *database.DB, sqlite bool) (end time.Time) {
	b.Helper()
	const step = 20_000
	end = time.UnixMilli(1_800_000_000_000).UTC()
	span := int64(2 * 365 * 24 * time.Hour / time.Millisecond)
	exec := func(text string, args ...any) {
		b.Helper()
		if err := db.Exec(b.Context(), text, args...); err != nil {
			b.Fatalf("%s: %v", text, err)
		}
	}
	games, members := *mostGames, *mostMembers
	ended := fmt.Sprintf(`(%d + n * %d / %d)`, end.UnixMilli()-span, span, games)
	x := fmt.Sprintf(`CAST(CASE WHEN n %% 200 = 0 THEN 1 ELSE (n * 48271) %% %d + 1 END AS TEXT)`, members)
	o := fmt.Sprintf(`CAST((n * 69621 + 12345) %% %d + 2 AS TEXT)`, members)
	pool := `CASE n % 3 WHEN 0 THEN 'classic3' WHEN 1 THEN 'classic' ELSE 'ultimate' END`
	variant := `CASE n % 3 WHEN 0 THEN 'classic 3' WHEN 1 THEN 'classic 5' ELSE 'ultimate' END`
	for from := 0; from < games; from += step {
		exec(numbers(sqlite)+`INSERT INTO matches (id, version, record, owner, x_member, x_level, o_member, o_level, variant, status, winner, reason, given, guild, created,
				channel, parent, thread, message, mirror, ping, votes, host, ended, stranded, moved, hill_won, queued)
			SELECT 'm' || n, 9, '{"match":{"begins":"x","moves":"a1 b1 a2 b2","changed":"2026-01-01T00:00:00Z"}}', `+x+`, `+x+`, '', `+o+`, '', `+variant+`,
				'over', 'x', 'resignation', '', CAST(1 + n % 2 AS TEXT), `+ended+` - 60000,
				CAST(n % 1000 AS TEXT), '', '', '1', '', '', 0, '', `+ended+`, 0, 1, 0, 0 FROM numbers`, from, from+step)
		for side, member := range map[string]string{"x": x, "o": o} {
			exec(numbers(sqlite)+`INSERT INTO results (match_id, side, member, opponent, level, guild, variant, pool, score, verdict, ended,
					value, deviation, volatility, since, opponent_value, opponent_deviation, opponent_volatility, opponent_since,
					new_value, new_deviation, new_volatility, new_since, game_key)
				SELECT 'm' || n, '`+side+`', `+member+`, '5', '', '1', `+variant+`, `+pool+`, 2, 'rated', `+ended+`,
					100000, 9000, 60000, 1, 100000, 9000, 60000, 1, 100000 + n % 50000, 8900, 60000, `+ended+`, '' FROM numbers`, from, from+step)
		}
	}
	for from := 1; from <= members+2; from += step {
		for _, pool := range profile.Pools() {
			exec(numbers(sqlite)+`INSERT INTO ratings (member, pool, value, deviation, volatility, since, wins, draws, losses, streak, longest, peak, best_match, best_member, best_level, best_points, best_at)
				SELECT CAST(n AS TEXT), '`+string(pool)+`', 50000 + (n * 7919) % 100000, 9000, 60000, $3, 5, 1, 4, 1, 3, 1500, 'm1', '2', '', 1400, $3 FROM numbers`, from, from+step, end.UnixMilli())
			for guild, share := range map[string]int{"": 1, "1": 1, "2": 10} {
				exec(numbers(sqlite)+`INSERT INTO standings (member, pool, guild, value, doubt, last, away, unlisted)
					SELECT CAST(n AS TEXT), '`+string(pool)+`', '`+guild+`', 50000 + (n * 7919) % 100000, CASE WHEN n % 3 = 0 THEN 1 ELSE 0 END, $3 - (n * 104729) % $4, 0, 0
					FROM numbers WHERE n % `+strconv.Itoa(share)+` = 0`, from, from+step, end.UnixMilli(), span)
			}
		}
		for _, kind := range []string{"all", "record", "against", "opening"} {
			for i := range 8 {
				exec(numbers(sqlite)+`INSERT INTO tallies (member, kind, variant, key, wins, draws, losses)
					SELECT CAST(n AS TEXT), '`+kind+`', CASE WHEN '`+kind+`' IN ('all', 'against') THEN '' ELSE 'classic 5' END,
						CASE '`+kind+`' WHEN 'all' THEN '`+strconv.Itoa(i)+`' WHEN 'record' THEN 'level`+strconv.Itoa(i)+`' WHEN 'against' THEN CAST(n + `+strconv.Itoa(i+1)+` AS TEXT) ELSE 'a`+strconv.Itoa(i+1)+`' END, 3, 1, 2
					FROM numbers`, from, from+step)
			}
		}
	}
	exec(`INSERT INTO achievements (member, name, match_id, at) VALUES ('1', 'first_win', 'm0', 1), ('1', 'streak_5', 'm0', 2)`)
	exec(`ANALYZE`)
	return end
}

// BenchmarkProfiles measures the pages about members, and the save that ends a game, in a database
// with a million finished games.
func BenchmarkProfiles(b *testing.B) {
	onEach(b, func(b *testing.B, db *database.DB) {
		end := fillGames(b, db, strings.HasSuffix(b.Name(), "sqlite"))
		month := end.Add(-30 * 24 * time.Hour)
		middle := strconv.Itoa(*mostMembers / 2)
		for name, page := range map[string]func() error{
			"profile of who plays much": func() error { _, err := db.Profile(b.Context(), "1", "9"); return err },
			"profile":                   func() error { _, err := db.Profile(b.Context(), middle, "1"); return err },
			"leaders, all":              leadersOf(b, db, profile.Board{Pool: profile.Ultimate}, 0, middle),
			"leaders, all, 30 days":     leadersOf(b, db, profile.Board{Pool: profile.Ultimate, Since: month}, 0, "3"),
			"leaders, server":           leadersOf(b, db, profile.Board{Pool: profile.Ultimate, Guild: "1"}, 0, middle),
			"leaders, server, 30 days":  leadersOf(b, db, profile.Board{Pool: profile.Ultimate, Guild: "1", Since: month}, 0, middle),
			"leaders, own page":         leadersOf(b, db, profile.Board{Pool: profile.Ultimate, Guild: "1"}, *mostMembers/2, middle),
			"leaders, a part's server":  leadersOf(b, db, profile.Board{Pool: profile.Ultimate, Guild: "2"}, 0, middle),
			"history of who plays much": func() error {
				_, err := db.Finished(b.Context(), store.Query{Member: "1", Limit: 11})
				return err
			},
			"history": func() error { _, err := db.Finished(b.Context(), store.Query{Member: middle, Limit: 11}); return err },
		} {
			b.Run(name, func(b *testing.B) {
				var longest time.Duration
				for b.Loop() {
					begun := time.Now()
					if err := page(); err != nil {
						b.Fatal(err)
					}
					longest = max(longest, time.Since(begun))
				}
				b.ReportMetric(float64(longest.Microseconds())/1000, "max-ms")
			})
		}
		for name, casual := range map[string]bool{"the end of a rated game": false, "the end of a casual game": true} {
			b.Run(name, func(b *testing.B) { benchEnds(b, db, casual, end) })
		}
		b.Run("the end of a game that nobody has won", func(b *testing.B) { benchAborts(b, db, end) })
	})
}

func leadersOf(b *testing.B, db *database.DB, board profile.Board, from int, member string) func() error {
	b.Helper()
	return func() error {
		p, err := db.Leaders(b.Context(), board, from, 10, member)
		if err == nil && len(p.Places) == 0 {
			err = fmt.Errorf("nobody leads: %+v", board)
		}
		return err
	}
}

// benchEnds measures the save that ends a game between two members.
func benchEnds(b *testing.B, db *database.DB, casual bool, at time.Time) {
	benchLast(b, db, at, func(m *match.Match) {
		m.Options.Casual = casual
		m.Result = match.Result{Winner: game.X, Reason: match.ByResignation}
	})
}

// benchAborts measures the save that ends a game without a result.
func benchAborts(b *testing.B, db *database.DB, at time.Time) {
	benchLast(b, db, at, func(m *match.Match) { m.Result = match.Result{Reason: match.Abandoned} })
}

func benchLast(b *testing.B, db *database.DB, at time.Time, ends func(*match.Match)) {
	b.Helper()
	for i := 0; b.Loop(); i++ {
		b.StopTimer()
		x, o := strconv.Itoa(1+i*7919%*mostMembers), strconv.Itoa(1+(i*104729+1)%*mostMembers)
		if x == o {
			continue
		}
		m := began(match.ID(fmt.Sprintf("e%d%d", i, time.Now().UnixNano()%1e9)), x, o, at)
		m.Moves = []game.Square{40, 30}
		r := match.Record{Match: m, Place: match.Place{Guild: "1", Channel: "1"}}
		if err := save(b.Context(), db, r, 0, ""); err != nil {
			b.Fatal(err)
		}
		r.Match.Version++
		r.Match.Status, r.Match.Changed, r.Match.Deadline = match.Over, at.Add(time.Second), time.Time{}
		ends(&r.Match)
		b.StartTimer()
		if err := save(b.Context(), db, r, m.Version, ""); err != nil {
			b.Fatal(err)
		}
	}
}
