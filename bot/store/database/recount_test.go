package database_test

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"noughts/bot/store"
	"noughts/bot/store/database"
	"noughts/game"
	"noughts/game/match"
)

func wantRecount(t *testing.T, what string, count func(context.Context) (database.Recounted, error), games, differing int) {
	t.Helper()
	r, err := count(t.Context())
	if err != nil || r.Games != games || r.Differing != differing {
		t.Errorf("%s: %d games, %d differences, %v, want %d and %d\n%q", what, r.Games, r.Differing, err, games, differing, r.Differences)
	}
}

var ratedMembers = []string{alice, bob, carol, "400", "500", "600"}

// seconds are possible second moves. All games begin with the move a1. With the first and the last of `seconds`, the
// positions are mirror images, so they count as the same game.
var seconds = []game.Square{game.At(0, 1), game.At(1, 1), game.At(0, 2), game.At(1, 2), game.At(2, 2), game.At(1, 0)}

// playRatedLives plays random games of all kinds to their ends.
func playRatedLives(t *testing.T, s store.Store, seed uint64, games int) {
	t.Helper()
	rng := rand.New(rand.NewPCG(seed, 2))
	levels := []string{"random", "casual", "champion", "unknown"}
	variants := []game.Variant{game.Ultimate, game.Ultimate, game.Classic(3), game.Classic(5), game.InARow(7, 4), game.Classic(2)}
	now := epoch
	for i := range games {
		now = now.Add(time.Duration(rng.IntN(5*60*1000)) * time.Millisecond)
		if rng.IntN(60) == 0 {
			now = now.Add(14 * time.Hour)
		}
		order := rng.Perm(len(ratedMembers))
		e := gameEnd{
			x: match.Person(ratedMembers[order[0]]), o: match.Person(ratedMembers[order[1]]), winner: game.Mark(rng.IntN(3)), at: now,
			guild:   []string{"", "7", "8"}[rng.IntN(3)],
			options: match.Options{Variant: variants[rng.IntN(len(variants))], Casual: rng.IntN(8) == 0}, taken: rng.IntN(8) == 0,
		}
		if rng.IntN(3) == 0 {
			e.o = match.Computer(levels[rng.IntN(len(levels))])
			if rng.IntN(2) == 0 {
				e.x, e.o = e.o, e.x
			}
		}
		if e.x.IsPerson() && rng.IntN(10) == 0 {
			e.hinted[0] = true
		}
		if e.options.Variant != game.Classic(2) {
			e.second = seconds[rng.IntN(len(seconds))]
		}
		e.play(t, s, match.ID("r"+strconv.Itoa(i)))
	}
}

// TestVerifyingChangesNothing verifies the ratings of a database in each state in which a file can be, and compares the
// files before and after. A database that Open would migrate is refused.
func TestVerifyingChangesNothing(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	path := filepath.Join(folder, "noughts.db")
	state := func(from string) (files []string) {
		entries, _ := os.ReadDir(from)
		for _, e := range entries {
			content, _ := os.ReadFile(filepath.Join(from, e.Name()))
			if strings.HasSuffix(e.Name(), "-shm") { // the marks of readers, in memory that SQLite makes anew
				content = nil
			}
			files = append(files, fmt.Sprintf("%s %x", e.Name(), sha256.Sum256(content)))
		}
		return files
	}
	verify := func(what, file string, games int) {
		t.Helper()
		before := state(filepath.Dir(file))
		db, err := database.OpenReading(t.Context(), "sqlite:"+file, nil)
		if err != nil {
			t.Fatal(what, err)
		}
		wantRecount(t, what, db.VerifyRatings, games, 0)
		if err := db.Close(); err != nil {
			t.Error(err)
		}
		if after := state(filepath.Dir(file)); !slices.Equal(before, after) {
			t.Errorf("%s:\n%q\nbefore\n%q", what, after, before)
		}
	}
	db := openFile(t, path)
	playRatedLives(t, db, 20261123, 20)
	verify("while a bot runs", path, 20)
	copied := filepath.Join(t.TempDir(), "copy.db")
	must(t, errors.Join(database.Backup(t.Context(), path, copied), db.Close()))
	verify("a backup", copied, 20)
	verify("after the bot has stopped", path, 20)
	db = openFile(t, path)
	must(t, errors.Join(db.Exec(t.Context(), `UPDATE schema_versions SET version = 0`), db.Close()))
	before := state(folder)
	if _, err := database.OpenReading(t.Context(), "sqlite:"+path, nil); err == nil || !strings.Contains(err.Error(), "run noughts migrate first") {
		t.Errorf("an older database: %v", err)
	}
	if after := state(folder); !slices.Equal(before, after) {
		t.Errorf("%q\nbefore\n%q", after, before)
	}
}

// TestRatingsAreCountedAgain checks that a recount finds no differences, also after members or
// servers were forgotten and moves were deleted, and that it finds and corrects made-up ones.
func TestRatingsAreCountedAgain(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, url string) {
		db := open(t, url)
		wantRecount(t, "nothing yet", db.VerifyRatings, 0, 0)
		const games = 203
		playRatedLives(t, db, 20261123, games-3)
		for i, guild := range []string{"7", "7", ""} { // the others are the first game again
			e := gameEnd{x: match.Person(bob), o: match.Computer("champion"), winner: game.X, guild: guild, second: game.At(2, 2), at: epoch.AddDate(1, 0, i)}
			e.play(t, db, match.ID(fmt.Sprint("again", i)))
		}
		reading, err := database.OpenReading(t.Context(), url, nil)
		must(t, err)
		wantRecount(t, "as it was counted", reading.VerifyRatings, games, 0)
		if verdicts, err := db.Texts(t.Context(), `SELECT DISTINCT verdict FROM results`); err != nil || len(verdicts) != 7 {
			t.Errorf("the games do not try everything: %q, %v", verdicts, err)
		}
		_ = reading.Close()
		must(t, db.NoteLeft(t.Context(), "7", ratedMembers[:2]))
		mustChangeMember(t, db, "300", func(m *match.Member) { m.Unlisted = true })
		wantRecount(t, "with members who left or are not listed", db.VerifyRatings, games, 0)
		forgotten := []string{ratedMembers[0], ratedMembers[5]}
		for _, member := range forgotten {
			mustForget(t, db, member)
		}
		r, err := db.VerifyRatings(t.Context())
		if err != nil || r.Differing > 0 || r.Games >= games || r.Games < games/2 {
			t.Fatalf("without %s: %+v, %v", forgotten, r, err)
		}
		left := r.Games
		// A recount needs the first move of each game only, so the others can be dropped.
		dropped, err := db.DropMoves(t.Context(), "7", time.Now().AddDate(100, 0, 0), games)
		if err != nil || len(dropped) == 0 {
			t.Fatalf("the moves of %d games were dropped, %v", len(dropped), err)
		}
		wantRecount(t, "without moves", db.VerifyRatings, left, 0)
		if changed, err := db.ForgetGuild(t.Context(), "8", games); err != nil || len(changed) == 0 {
			t.Fatalf("%d games were taken out of a server, %v", len(changed), err)
		}
		if _, err := db.ForgetGuild(t.Context(), "8", games); err != nil {
			t.Fatal(err)
		}
		wantRecount(t, "without a server", db.VerifyRatings, left, 0)
		before, err := dump(t.Context(), db)
		if err != nil || len(before) == 0 {
			t.Fatal(err)
		}
		for _, c := range []struct {
			statement string
			differing int
		}{
			{`UPDATE ratings SET value = value + 1 WHERE member = '200' AND pool = 'ultimate'`, 1},
			{`UPDATE tallies SET wins = wins + 1 WHERE member = '200' AND kind = 'all'`, 1},
			{`INSERT INTO tallies (member, kind, variant, key, wins, draws, losses) VALUES ('200', 'against', '', '999', 1, 0, 0)`, 1},
			{`DELETE FROM tallies WHERE member = '300' AND kind = 'all'`, 1},
			{`DELETE FROM ratings WHERE member = '300' AND pool = 'ultimate'`, 1},
			{`UPDATE ranks SET value = 1 WHERE member = '400' AND pool = 'ultimate' AND guild = '7'`, 1},
			{`DELETE FROM ranks WHERE member = '400' AND pool = 'ultimate' AND guild = ''`, 1},
			{`UPDATE ranks SET unlisted = 1 - unlisted WHERE member IN ('300', '400') AND pool = 'ultimate' AND guild = ''`, 2},
			{`UPDATE results SET pool = 'other' WHERE seq IN (SELECT min(seq) FROM results)`, 1},
			{`UPDATE results SET new_value = new_value + 1 WHERE seq IN (SELECT max(seq) FROM results WHERE verdict = 'rated')`, 1},
			{`UPDATE matches SET record = replace(record, '"after":', '"after":1') WHERE id IN (SELECT match_id FROM results WHERE member = '200' AND opponent <> '' AND pool <> '' ORDER BY seq LIMIT 1)`, 2},
			{`UPDATE matches SET record = replace(record, '"streak":', '"streak":1') WHERE id IN (SELECT match_id FROM results WHERE member = '200' AND score = 2 AND opponent <> '' AND verdict = 'rated' ORDER BY seq LIMIT 1)`, 1},
			{`UPDATE results SET game_key = 'other' WHERE seq IN (SELECT max(seq) FROM results WHERE game_key <> '' AND guild = '' AND verdict = 'rated')`, 1},
			{`UPDATE ratings SET value = value + 1 WHERE (member, pool) IN (SELECT member, pool FROM ratings WHERE pool LIKE '%/computer' ORDER BY member, pool LIMIT 1)`, 1},
			{`UPDATE results SET verdict = 'rated' WHERE match_id = 'again2'`, 1},
			{`DELETE FROM results WHERE member = '500' AND opponent = '300' AND seq IN (SELECT max(seq) FROM results WHERE member = '500' AND opponent = '300')`, 1},
		} {
			if err := db.Exec(t.Context(), c.statement); err != nil {
				t.Fatalf("%s: %v", c.statement, err)
			}
			wantRecount(t, c.statement, db.VerifyRatings, left, c.differing)
			wantRecount(t, "mending it", db.RebuildRatings, left, c.differing)
			wantRecount(t, "mended", db.VerifyRatings, left, 0)
			if after, err := dump(t.Context(), db); err != nil || !slices.Equal(before, after) {
				t.Fatalf("%s: mended it is another database: %v", c.statement, err)
			}
		}
		// A game that was never counted is counted late, after all others.
		middle := `SELECT match_id FROM results WHERE member = '200' AND opponent = '300' ORDER BY seq LIMIT 1 OFFSET 2`
		must(t, db.Exec(t.Context(), `DELETE FROM results WHERE match_id IN (`+middle+`)`))
		if r, err := db.VerifyRatings(t.Context()); err != nil || r.Games != left-1 || !slices.ContainsFunc(r.Differences, func(d string) bool { return strings.HasSuffix(d, "was not counted") }) {
			t.Errorf("a game that was not counted: %+v, %v", r, err)
		}
		if r, err := db.RebuildRatings(t.Context()); err != nil || r.Differing == 0 {
			t.Errorf("counting it: %+v, %v", r, err)
		}
		wantRecount(t, "when it was counted late", db.VerifyRatings, left, 0)
		// A damaged game is named and left out.
		newest := `SELECT match_id FROM results ORDER BY seq DESC LIMIT 1`
		damaged, err := db.Texts(t.Context(), newest)
		must(t, errors.Join(err, db.Exec(t.Context(), `UPDATE matches SET record = '{' WHERE id IN (`+newest+`)`)))
		for _, count := range []func(context.Context) (database.Recounted, error){db.VerifyRatings, db.RebuildRatings, db.VerifyRatings} {
			r, err := count(t.Context())
			named := slices.ContainsFunc(r.Differences, func(d string) bool { return strings.Contains(d, damaged[0]) })
			if err != nil || r.Games != left-1 || r.Damaged == 0 || !named {
				t.Errorf("with a damaged game: %+v, %v", r, err)
			}
		}
	})
}

func dump(ctx context.Context, db *database.DB) (all []string, err error) {
	for _, query := range []string{
		`SELECT member || pool || value || ' ' || deviation || ' ' || volatility || ' ' || since || ' ' || wins || ' ' || streak || best_match FROM ratings ORDER BY 1`,
		`SELECT member || kind || variant || key || wins || ' ' || draws || ' ' || losses FROM tallies ORDER BY 1`,
		`SELECT member || pool || guild || ' ' || value || ' ' || last || ' ' || away || unlisted FROM ranks ORDER BY 1`,
		`SELECT match_id || side || member || new_value || verdict || game_key FROM results ORDER BY 1`,
		`SELECT id || record FROM matches ORDER BY 1`,
	} {
		texts, err := db.Texts(ctx, query)
		if err != nil {
			return nil, err
		}
		all = append(all, texts...)
	}
	return all, nil
}
