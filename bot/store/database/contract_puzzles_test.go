package database_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"noughts/bot/store"
	"noughts/game"
	"noughts/game/match"
	"noughts/game/profile"
	"noughts/game/puzzle"
)

// today is the day of the daily puzzle in these tests. It is far in the future, so that no store deletes its results as
// too old.
var today = puzzle.DayAt(time.Date(2999, 1, 9, 0, 0, 0, 0, time.UTC)) // a Wednesday

func mustSaveSolving(t *testing.T, s store.Store, c store.PuzzleChange) store.PuzzleSaved {
	t.Helper()
	saved, err := s.SaveSolving(t.Context(), c)
	if err != nil {
		t.Fatalf("SaveSolving of %s at %d: %v", c.Record.Member, c.Record.Revision, err)
	}
	stored, err := s.Solving(t.Context(), c.Record.Member)
	if diff := cmp.Diff(saved.Record, stored); err != nil || diff != "" {
		t.Errorf("stored is another record than the one that was returned (-saved +stored):\n%s%v", diff, err)
	}
	return saved
}

func solver(t *testing.T, s store.Store, member string) puzzle.Progress {
	t.Helper()
	r, err := s.Solving(t.Context(), member)
	must(t, err)
	return r
}

// solved stores a member's tries at the puzzle of a day, and enters the result in a server's table. Each letter of
// `tries` is one try, which takes one second.
func solved(t *testing.T, s store.Store, member, guild string, day puzzle.Day, tries puzzle.Marks) store.PuzzleSaved {
	t.Helper()
	now := day.Start().Add(time.Hour)
	r := solver(t, s, member).BeginDaily(day, "p", now)
	if r.Daily.Over() {
		tries = ""
	}
	for i, mark := range tries {
		now := now.Add(time.Duration(i+1) * time.Second)
		if puzzle.Marks(mark) == puzzle.Found {
			r = r.RightDaily(game.Moves{1}, true, now)
		} else {
			r = r.WrongDaily(game.Moves{2, 3}, puzzle.Marks(mark) == puzzle.Miss, now)
		}
	}
	return mustSaveSolving(t, s, store.PuzzleChange{Record: r, Guild: guild})
}

func puzzlers(t *testing.T, s store.Store) {
	if r := solver(t, s, alice); !cmp.Equal(r, puzzle.Progress{Member: alice}) {
		t.Errorf("of one who has done nothing there is %+v", r)
	}
	first := solver(t, s, alice).Begin("a1", puzzle.Wish{Difficulty: 3, Variant: "ultimate", Theme: "only"}, puzzle.LeastFitting)
	saved := mustSaveSolving(t, s, store.PuzzleChange{Record: first}).Record
	if saved.Revision != 1 || saved.Now.Number != 1 || saved.Now.Want != first.Now.Want {
		t.Errorf("saved is %+v", saved)
	}
	_, err := s.SaveSolving(t.Context(), store.PuzzleChange{Record: first})
	wantError(t, "a first record for the second time", err, store.ErrVersion)
	_, err = s.SaveSolving(t.Context(), store.PuzzleChange{Record: puzzle.Progress{Member: bob, Revision: 1}})
	wantError(t, "a record that is not there", err, store.ErrVersion)
	wrong := saved
	wrong.Now.State = "somehow"
	_, err = s.SaveSolving(t.Context(), store.PuzzleChange{Record: wrong})
	wantError(t, "a record that cannot be", err, puzzle.ErrInvalid)
	if !store.IsAnswer(err) {
		t.Error("the store has not answered")
	}

	at := epoch.Add(time.Minute)
	start := profile.Rating{Value: 1500_00, Deviation: 200_00, Volatility: 60_000}
	right := saved.Right(game.Moves{40, 41, 42}, true)
	change := store.PuzzleChange{Record: right, Rate: &store.PuzzleRate{Start: start, Solved: true, At: at}}
	rated := mustSaveSolving(t, s, change).Record
	want, its := right.Rate(start, true, at)
	want.Revision = 2
	if diff := cmp.Diff(want, rated); diff != "" {
		t.Errorf("rated is another record (-want +got):\n%s", diff)
	}
	if rated.Now.Change.After <= rated.Now.Change.Before || its.Value >= start.Value {
		t.Errorf("she has solved it: %+v, the puzzle has %d", rated.Now.Change, its.Value)
	}
	_, err = s.SaveSolving(t.Context(), change)
	wantError(t, "the same result again", err, store.ErrVersion)
	ratings, err := s.PuzzleRatings(t.Context(), []string{"a1", "b2"})
	if diff := cmp.Diff(map[string]profile.Rating{"a1": its}, ratings); err != nil || diff != "" {
		t.Errorf("ratings of puzzles (-want +got):\n%s%v", diff, err)
	}
	if none, err := s.PuzzleRatings(t.Context(), nil); err != nil || len(none) != 0 {
		t.Errorf("of no puzzles: %v, %v", none, err)
	}
	// Bob's result is rated against the puzzle's rating after alice's result.
	other := mustSaveSolving(t, s, store.PuzzleChange{Record: solver(t, s, bob).Begin("a1", puzzle.Wish{}, puzzle.LeastFitting)}).Record.Wrong(game.Moves{1, 2}, true)
	failed := mustSaveSolving(t, s, store.PuzzleChange{Record: other, Rate: &store.PuzzleRate{Start: start, At: at}}).Record
	if failed.Now.Change.Puzzle != its.Points() || failed.Failed != 1 || failed.Rating.Value >= profile.NewRating().Value {
		t.Errorf("he met %+v", failed)
	}
}

// puzzleRacers checks that a member's result counts once if twenty processes save it at the same time. It also checks
// that the results of twenty members at once all change the puzzle's rating.
func puzzleRacers(t *testing.T, s store.Store) {
	const racers = 20
	start := profile.NewRating()
	open := mustSaveSolving(t, s, store.PuzzleChange{Record: solver(t, s, alice).Begin("a", puzzle.Wish{}, puzzle.LeastFitting)}).Record
	rate := &store.PuzzleRate{Start: start, Solved: true, At: epoch}
	won := winners(racers, func(int) bool {
		_, err := s.SaveSolving(t.Context(), store.PuzzleChange{Record: open.Right(game.Moves{1}, true), Rate: rate})
		if err != nil && !errors.Is(err, store.ErrVersion) {
			t.Error(err)
		}
		return err == nil
	})
	if r := solver(t, s, alice); won != 1 || r.Solved != 1 {
		t.Errorf("%d results were saved, %d counted", won, r.Solved)
	}
	winners(racers, func(worker int) bool {
		member := fmt.Sprint(1000 + worker)
		saved, err := s.SaveSolving(t.Context(), store.PuzzleChange{Record: puzzle.Progress{Member: member}.Begin("b", puzzle.Wish{}, puzzle.LeastFitting)})
		if err == nil {
			_, err = s.SaveSolving(t.Context(), store.PuzzleChange{Record: saved.Record.Right(game.Moves{1}, true), Rate: rate})
		}
		if err != nil {
			t.Error(err)
		}
		return true
	})
	// Each of the twenty results must have changed the puzzle's rating once. Their order does not matter, because all
	// members begin with the same rating.
	want := start
	for range racers {
		_, want = puzzle.Progress{}.Rate(want, true, epoch)
	}
	if got, err := s.PuzzleRatings(t.Context(), []string{"b"}); err != nil || got["b"] != want {
		t.Errorf("the puzzle has %+v, %v, want %+v", got["b"], err, want)
	}
}

func dailies(t *testing.T, s store.Store) {
	const dave = "400"
	monday, sunday := today.Week()
	solved(t, s, alice, "7", today-1, "bg")
	solved(t, s, alice, "7", today, "yyg")
	solved(t, s, bob, "7", today, "g")
	solved(t, s, carol, "7", today, "bbb")
	solved(t, s, dave, "7", today, "b")
	solved(t, s, bob, "8", today, "g") // bob's result of the same day also enters the table of a second server
	wantTable := func(guild string, day puzzle.Day, limit, players, found int, want ...string) {
		t.Helper()
		got, err := s.DailyTable(t.Context(), guild, day, limit)
		var names []string
		for _, e := range got.Entries {
			names = append(names, fmt.Sprintf("%s %s %v %v", e.Member, string(e.Tries), e.Over, e.Took))
		}
		if diff := cmp.Diff(want, names); err != nil || diff != "" || got.Players != players || got.Solved != found {
			t.Errorf("%s on %s: %d players, %d solved, %v\n%s", guild, day, got.Players, got.Solved, err, diff)
		}
	}
	wantTable("7", today, 10, 4, 2, bob+" g true 1s", alice+" yyg true 3s", carol+" bbb true 3s", dave+" b false 0s")
	wantTable("7", today, 1, 4, 2, bob+" g true 1s")
	wantTable("7", today-1, 10, 1, 1, alice+" bg true 2s")
	wantTable("8", today, 10, 1, 1, bob+" g true 1s")
	wantTable("9", today, 10, 0, 0)
	wantChampions := func(from, to puzzle.Day, limit int, want ...puzzle.Champion) {
		t.Helper()
		got, err := s.DailyChampions(t.Context(), "7", from, to, limit)
		if diff := cmp.Diff(want, append([]puzzle.Champion(nil), got...)); err != nil || diff != "" {
			t.Errorf("champions of %s to %s (-want +got):\n%s%v", from, to, diff, err)
		}
	}
	hers, his := puzzle.Champion{Member: alice, Points: 3, Took: 5 * time.Second, Days: 2, Tries: 5, Streak: 2}, puzzle.Champion{Member: bob, Points: 3, Took: time.Second, Days: 1, Tries: 1, Streak: 1}
	wantChampions(monday, sunday, 10, his, hers)
	wantChampions(monday, sunday, 1, his)
	wantChampions(today-1, today-1, 10, puzzle.Champion{Member: alice, Points: 2, Took: 2 * time.Second, Days: 1, Tries: 2, Streak: 1})
	wantChampions(sunday+1, sunday+7, 10)
	wantMembers := func(since puzzle.Day, limit int, want ...string) {
		t.Helper()
		got, err := s.DailyMembers(t.Context(), "7", since, limit)
		if diff := cmp.Diff(want, append([]string(nil), got...)); err != nil || diff != "" {
			t.Errorf("members since %s (-want +got):\n%s%v", since, diff, err)
		}
	}
	solved(t, s, dave, "7", today+1, "g")
	wantMembers(today-1, 10, dave, alice, bob, carol)
	wantMembers(today-1, 2, dave, alice)
	wantMembers(today+1, 10, dave)

	mustChangeMember(t, s, bob, func(m *match.Member) { m.Unlisted = true })
	wantTable("7", today, 10, 4, 2, alice+" yyg true 3s", carol+" bbb true 3s", dave+" b false 0s")
	wantChampions(monday, sunday, 10, puzzle.Champion{Member: dave, Points: 3, Took: time.Second, Days: 1, Tries: 1, Streak: 1}, hers)
	solved(t, s, bob, "7", today+1, "g")
	wantTable("7", today+1, 10, 2, 2, dave+" g true 1s")
	mustChangeMember(t, s, bob, func(m *match.Member) { m.Unlisted = false })
	wantTable("7", today+1, 10, 2, 2, bob+" g true 1s", dave+" g true 1s")
	must(t, s.NoteLeft(t.Context(), "7", []string{alice, dave}))
	wantTable("7", today, 10, 2, 1, bob+" g true 1s", carol+" bbb true 3s")
	wantTable("8", today, 10, 1, 1, bob+" g true 1s")
	wantMembers(today-1, 10, bob, carol)
}

// fortyDays has members solve the puzzles from 20 January to the end of February in two processes, and reads what the
// server's post and its leaderboard say. Then members become unlisted, leave and delete their data.
func fortyDays(t *testing.T, one, two store.Store) {
	from := puzzle.DayAt(time.Date(2999, time.January, 20, 0, 0, 0, 0, time.UTC))
	february, end := from+12, from+39
	wantStreak := func(on puzzle.Day, want int, wantFrozen bool) {
		t.Helper()
		days, err := two.DailyDays(t.Context(), "7")
		if streak, frozen := puzzle.ServerStreak(days, on); err != nil || streak != want || frozen != wantFrozen {
			t.Errorf("on day %d the streak is %d, %t, %v, want %d", on-from, streak, frozen, err, want)
		}
	}
	after := map[puzzle.Day]int{0: 1, 8: 9, 9: 9, 10: 10, 20: 20, 21: 20, 22: 21, 23: 0, 24: 1, 39: 16} // days 9 and 21 are free
	for i := range puzzle.Day(40) {
		if i != 9 && i != 21 && i != 23 {
			solved(t, one, alice, "7", from+i, "g")
		}
		if i%2 == 0 {
			solved(t, two, bob, "7", from+i, "yg")
		}
		solved(t, two, carol, "7", from+i, "bbb")
		if want, ok := after[i]; ok {
			wantStreak(from+i+1, want, i == 9 || i == 21)
		}
	}
	table, err := one.DailyTable(t.Context(), "7", end, 10)
	if err != nil || table.Players != 2 || table.Tried != 2 || table.Solved != 1 {
		t.Errorf("the last day has %+v, %v", table, err)
	}
	wantLeaders := func(from puzzle.Day, want ...puzzle.Champion) {
		t.Helper()
		got, err := one.DailyChampions(t.Context(), "7", from, end+5, 100)
		slices.SortFunc(got, puzzle.CompareSolved)
		if diff := cmp.Diff(want, append([]puzzle.Champion(nil), got...)); err != nil || diff != "" {
			t.Errorf("leaders since %s (-want +got):\n%s%v", from, diff, err)
		}
	}
	his := puzzle.Champion{Member: bob, Points: 28, Took: 28 * time.Second, Days: 14, Tries: 28, Streak: 2}
	wantLeaders(february, puzzle.Champion{Member: alice, Points: 78, Took: 26 * time.Second, Days: 26, Tries: 26, Streak: 21}, his)
	ever := puzzle.Champion{Member: alice, Points: 111, Took: 37 * time.Second, Days: 37, Tries: 37, Streak: 21}
	wantLeaders(0, ever, puzzle.Champion{Member: bob, Points: 40, Took: 40 * time.Second, Days: 20, Tries: 40, Streak: 2})
	if text := wantExport(t, one, alice); strings.Count(text, `"streak":`) != 37 || !strings.Contains(text, `"streak": 21`) {
		t.Errorf("her file is\n%s", text)
	}

	mustChangeMember(t, two, alice, func(m *match.Member) { m.Unlisted = true })
	wantLeaders(february, his)
	mustChangeMember(t, two, alice, func(m *match.Member) { m.Unlisted = false })
	must(t, two.NoteLeft(t.Context(), "7", []string{bob}))
	wantLeaders(0, ever)
	mustForget(t, one, alice)
	wantLeaders(0)
	if text := wantExport(t, one, alice); strings.Contains(text, "streak") {
		t.Errorf("of one who was forgotten there is\n%s", text)
	}
	wantStreak(end+1, 16, false) // the server's days name nobody
	if _, err := two.ForgetGuild(t.Context(), "7", 10); err != nil {
		t.Error(err)
	}
	wantStreak(end+1, 0, false)
}

func daysInRow(t *testing.T, s store.Store) {
	for i := range puzzle.Day(puzzle.RowOfDays + 2) {
		earned := solved(t, s, alice, "", today+i, "g").Earned
		var want []profile.Achievement
		if i == puzzle.RowOfDays-1 {
			want = append(want, profile.PuzzleDays)
		}
		if diff := cmp.Diff(want, earned); diff != "" {
			t.Errorf("day %d earns (-want +got):\n%s", i+1, diff)
		}
	}
	p, err := s.Profile(t.Context(), alice, alice)
	at := (today + puzzle.RowOfDays - 1).Start().Add(time.Hour + time.Second)
	if diff := cmp.Diff([]profile.Earned{{Achievement: profile.PuzzleDays, At: at}}, p.Earned); err != nil || diff != "" {
		t.Errorf("her profile has (-want +got):\n%s%v", diff, err)
	}
}

func puzzlersForgotten(t *testing.T, s store.Store) {
	open := mustSaveSolving(t, s, store.PuzzleChange{Record: solver(t, s, alice).Begin("a1", puzzle.Wish{}, puzzle.LeastFitting)}).Record
	mustSaveSolving(t, s, store.PuzzleChange{Record: open.Right(game.Moves{40}, true), Rate: &store.PuzzleRate{Start: profile.NewRating(), Solved: true, At: epoch}})
	for _, guild := range []string{"8", "7"} {
		solved(t, s, alice, guild, today, "byg")
	}
	solved(t, s, bob, "7", today, "g")
	text := wantExport(t, s, alice)
	for _, part := range []string{`"puzzle": "a1"`, `"e5"`, `"seen"`, `"day": "` + today.String() + `"`, `"tries": "byg"`, `"took_ms": 3000`, `"servers": [`, `"7"`, `"8"`} {
		if !strings.Contains(text, part) {
			t.Errorf("no %s in\n%s", part, text)
		}
	}
	stale := solver(t, s, alice)
	for range 2 {
		mustForget(t, s, alice)
		if r := solver(t, s, alice); !cmp.Equal(r, puzzle.Progress{Member: alice, Seen: []string{"a1"}}) { // see puzzleTraces
			t.Errorf("of one who was forgotten there is %+v", r)
		}
		if text := wantExport(t, s, alice); strings.Contains(text, "puzzle") {
			t.Errorf("of one who was forgotten there is\n%s", text)
		}
	}
	_, err := s.SaveSolving(t.Context(), store.PuzzleChange{Record: stale})
	wantError(t, "a record that was forgotten", err, store.ErrVersion)
	if table, err := s.DailyTable(t.Context(), "7", today, 10); err != nil || table.Players != 1 || len(table.Entries) != 1 || table.Entries[0].Member != bob {
		t.Errorf("the table is %+v, %v", table, err)
	}
}

func dailyPosts(t *testing.T, s store.Store) {
	choose := func(guild, channel string, hour int) {
		t.Helper()
		mustChangeServer(t, s, guild, func(s *match.Server) { s.DailyChannel, s.DailyHour = channel, hour })
	}
	choose("71", "1", 0)
	choose("72", "2", 9)
	choose("73", "3", 23)
	choose("74", "", 0)
	at := func(hour int) time.Time { return today.Start().Add(time.Duration(hour) * time.Hour) }
	wantDue := func(now time.Time, after string, limit int, want ...string) {
		t.Helper()
		due, err := s.DueDailies(t.Context(), now, after, limit)
		if diff := cmp.Diff(want, append([]string(nil), due...)); err != nil || diff != "" {
			t.Errorf("due at %s (-want +got):\n%s%v", now, diff, err)
		}
	}
	wantDue(at(0).Add(-time.Second), "", 10, "71", "72", "73") // the posts of the day before are still due
	wantDue(at(0), "", 10, "71")
	wantDue(at(9), "", 10, "71", "72")
	wantDue(at(9), "", 1, "71")
	wantDue(at(9), "71", 10, "72")

	const racers = 20
	claimed := winners(racers, func(int) bool {
		ok, err := s.ClaimDaily(t.Context(), "71", at(9))
		if err != nil {
			t.Error(err)
		}
		return ok
	})
	if claimed != 1 {
		t.Errorf("%d processes post the puzzle", claimed)
	}
	wantDue(at(9), "", 10, "72")
	wantDue(at(9).Add(store.ClaimLife), "", 10, "71", "72") // the claim has expired
	for guild, now := range map[string]time.Time{"73": at(9), "74": at(9), "75": at(9)} {
		if ok, err := s.ClaimDaily(t.Context(), guild, now); ok || err != nil {
			t.Errorf("what is not due is claimed: %s, %v", guild, err)
		}
	}
	note := func(guild string, day puzzle.Day) {
		t.Helper()
		must(t, s.NoteDaily(t.Context(), guild, day))
	}
	note("71", today)
	note("71", today-1) // a call that comes late, for an earlier day, changes nothing
	wantDue(at(23), "", 10, "72", "73")
	choose("71", "5", 12) // a new channel and hour do not make the post due again that day
	wantDue(at(23), "", 10, "72", "73")
	wantDue(at(24), "", 10)
	wantDue(at(24+12), "", 10, "71", "72")
	choose("72", "", 9)
	wantDue(at(24+12), "", 10, "71")
}
