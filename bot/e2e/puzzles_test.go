package e2e

import (
	"errors"
	"maps"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"noughts/bot/discordtest"
	"noughts/bot/store"
	"noughts/bot/store/storetest"
	said "noughts/commands/texts"
	"noughts/game"
	"noughts/game/ai/review"
	"noughts/game/match"
	"noughts/game/puzzle"
)

// tries presses a square of a puzzle, in as many steps as the buttons need, and returns the message after the press.
func (w *world) tries(p *discordtest.Player, on discordtest.Message, position game.Position, s game.Square) discordtest.Message {
	w.t.Helper()
	steps := []string{s.String()}
	if _, there := onPuzzle(on)[s.String()]; !there {
		nested, ok := position.(game.Nested)
		if !ok {
			return w.fromMenu(p, on, s)
		}
		board, _ := nested.Split(s)
		steps = []string{"board-" + string(rune('1'+board)), s.String()}
	}
	for i, step := range steps {
		button, there := onPuzzle(on)[step]
		if !there && i > 0 && len(onPuzzle(on)) > 0 {
			return on // the message was outdated: the first press has updated it to the newest step
		}
		if !there {
			w.t.Fatalf("there is no button %s of %v:\n%s", step, slices.Sorted(maps.Keys(onPuzzle(on))), discordtest.Text(on))
		}
		p.PressesIDOn(on.ID, button.CustomID)
		on = p.Message(on.ID)
	}
	return on
}

// onPuzzle returns the enabled buttons and menus of a puzzle by their action.
func onPuzzle(m discordtest.Message) map[string]discordtest.Component {
	found := map[string]discordtest.Component{}
	for _, c := range parts(m.Components) {
		if c.CustomID != "" && !c.Disabled {
			found[action(c)] = c
		}
	}
	return found
}

// answers returns the position of a puzzle after `moves`, and a right square in that position. If `moves` is empty, it
// also returns a wrong square, if there is one.
func answers(t *testing.T, known puzzle.Puzzle, moves game.Moves) (position game.Position, right, wrong game.Square, hasWrong bool) {
	t.Helper()
	a := puzzle.Attempt{Puzzle: known, Moves: moves}
	line, err := review.Solution(t.Context(), a)
	if err != nil {
		t.Fatal(err)
	}
	if position, err = a.Position(); err != nil {
		t.Fatal(err)
	}
	for _, s := range position.Moves() {
		if s != line[0] && len(moves) == 0 { // the right first move is unique; later several may be right
			return position, line[0], s, true
		}
	}
	return position, line[0], 0, false
}

func (w *world) solver(kept store.Store, name string) puzzle.Progress {
	w.t.Helper()
	r, err := kept.Solving(w.t.Context(), w.users[name].ID)
	if err != nil {
		w.t.Fatal(err)
	}
	return r
}

// solves plays a puzzle to its end with right moves only, and returns the last message. The function `of` returns that
// attempt from the member's stored progress.
func (w *world) solves(kept store.Store, p *discordtest.Player, name string, on discordtest.Message, of func(puzzle.Progress) puzzle.MemberAttempt) discordtest.Message {
	w.t.Helper()
	for range review.LongestLine {
		now := of(w.solver(kept, name))
		if !now.IsOpen() {
			return on
		}
		known, _ := puzzle.ByID(now.Puzzle)
		position, right, _, _ := answers(w.t, known, now.Line)
		on = w.tries(p, on, position, right)
	}
	w.t.Fatal("the puzzle has no end")
	return on
}

func atPuzzle(r puzzle.Progress) puzzle.MemberAttempt { return r.Now }
func atDaily(r puzzle.Progress) puzzle.MemberAttempt  { return r.Daily.Attempt }

func TestPuzzlesAreSolved(t *testing.T) {
	onStores(t, func(t *testing.T, w *world, kept store.Store) {
		alice := w.player("alice")
		page := alice.Uses("/puzzle difficulty:1")
		w.privately(page, "🧩 Puzzle ★☆☆☆☆")
		again := alice.Uses("/puzzle theme:only") // alice is still at the first puzzle
		w.says(again, "You're still on this puzzle.")
		begun := w.solver(kept, "alice")
		first, _ := puzzle.ByID(begun.Now.Puzzle)
		if begun.Now.Number != 1 || first.Difficulty() != 1 {
			t.Fatalf("she is at %+v", begun.Now)
		}

		position, right, wrong, _ := answers(t, first, nil)
		page = w.tries(alice, page, position, wrong)
		w.says(page, "❗ **"+wrong.String()+"** l")
		w.says(page, "Your puzzle rating: 1000 → **")
		failed := w.solver(kept, "alice")
		if failed.Failed != 1 || failed.Rating.Value >= 1000_00 || len(failed.Now.Refuted) < 2 {
			t.Errorf("after a wrong square: %+v", failed)
		}
		// The other message still shows the previous step. A press there changes nothing.
		again = w.tries(alice, again, position, right)
		w.says(again, "❗ **"+wrong.String()+"**")
		if now := w.solver(kept, "alice"); now.Revision != failed.Revision {
			t.Errorf("an old button has changed %+v to %+v", failed, now)
		}
		w.says(alice.PressesOn(page.ID, "◀"), "❗")
		w.says(alice.PressesOn(page.ID, "▶"), "❗")
		page = alice.PressesOn(page.ID, "Try again")
		page = w.solves(kept, alice, "alice", page, atPuzzle)
		w.says(page, "✅ **Solved!**")
		w.says(alice.PressesOn(page.ID, "Why?"), "- **"+right.String()+"**: ")
		solved := w.solver(kept, "alice")
		if solved.Rating != failed.Rating || solved.Failed != 1 || solved.Solved != 0 {
			t.Errorf("a puzzle has counted twice: %+v", solved)
		}

		page = alice.PressesOn(page.ID, "Next puzzle")
		w.says(alice.PressesOn(again.ID, "Try again"), "That button belongs to an older puzzle.")
		next := w.solver(kept, "alice")
		if next.Now.Puzzle == first.ID || next.Now.Number != 2 || next.Now.Want.Difficulty != 1 {
			t.Fatalf("the next one is %+v", next.Now)
		}
		page = w.solves(kept, alice, "alice", page, atPuzzle)
		w.says(page, "Your puzzle rating:")
		rated := w.solver(kept, "alice")
		ratings, err := kept.PuzzleRatings(t.Context(), []string{first.ID, next.Now.Puzzle})
		if rated.Solved != 1 || rated.Rating.Value <= failed.Rating.Value || err != nil ||
			ratings[first.ID].Value <= first.Rating()*100 || ratings[next.Now.Puzzle].Value >= next.Now.Change.Puzzle*100+first.Rating()*100 {
			t.Errorf("she has %+v, the puzzles %+v, %v", rated, ratings, err)
		}

		page = alice.PressesOn(page.ID, "Next puzzle")
		page = alice.PressesOn(page.ID, "Give up, show solution")
		w.says(page, "The solution:")
		given := w.solver(kept, "alice")
		if given.Failed != 2 || given.Now.State != puzzle.Shown {
			t.Errorf("given up: %+v", given)
		}
		data, err := kept.Export(t.Context(), w.users["alice"].ID)
		if err != nil || !strings.Contains(string(data), `"seen"`) {
			t.Errorf("%s\n%v", data, err)
		}
		w.says(alice.Uses("/profile"), "1 of 3 solved at the first try")
	})
}

func TestTheFirstPuzzlesAreShort(t *testing.T) {
	overBothOnStore(t, func(t *testing.T, w *world, kept store.Store) {
		alice := w.player("alice")
		page := alice.Uses("/puzzle")
		for number := range 6 {
			known, _ := puzzle.ByID(w.solver(kept, "alice").Now.Puzzle)
			want, said := game.Classic(3), "-# Tic-tac-toe 3×3\n"
			if number >= 4 {
				want, said = game.Ultimate, "-# Ultimate tic-tac-toe\n"
			}
			if known.Variant() != want || number < 2 && known.Plies != 1 || known.Plies > 3 {
				t.Errorf("puzzle %d is %s", number+1, known)
			}
			w.says(page, said)
			page = w.solves(kept, alice, "alice", page, atPuzzle)
			w.says(page, "✅ **Solved!**")
			page = alice.PressesOn(page.ID, "Next puzzle")
		}
	})
}

func TestAStreakEndsWithAMistake(t *testing.T) {
	overBothOnStore(t, func(t *testing.T, w *world, kept store.Store) {
		alice := w.player("alice")
		page := alice.Uses("/puzzle mode:streak")
		w.privately(page, "🧩 Puzzle streak: 0 in a row")
		for _, want := range []string{"That's **1** in a row. Your best is 1.", "That's **2** in a row. Your best is 2."} {
			page = w.solves(kept, alice, "alice", page, atPuzzle)
			w.says(page, want)
			page = alice.PressesOn(page.ID, "Next puzzle")
		}
		now := w.solver(kept, "alice")
		known, _ := puzzle.ByID(now.Now.Puzzle)
		position, _, wrong, _ := answers(t, known, nil)
		page = w.tries(alice, page, position, wrong)
		w.says(page, "Your streak ended after **2** puzzles. Your best is 2.")
		page = alice.PressesOn(page.ID, "New streak")
		w.says(page, "🧩 Puzzle streak: 0 in a row")
		if r := w.solver(kept, "alice"); r.Row != 0 || r.BestRow != 2 || r.Rated() || r.Now.Number != 4 {
			t.Errorf("she has %+v", r)
		}
	})
}

func TestThePuzzleOfTheDay(t *testing.T) {
	overBothOnStore(t, func(t *testing.T, w *world, kept store.Store) {
		alice, bob, carol := w.player("alice"), w.player("bob"), w.player("carol")
		news := w.guild.NewChannel("news")
		chosen := func(s *match.Server) { s.DailyChannel, s.DailyHour, s.Locale = news.ID, 9, language() }
		if _, _, err := kept.ChangeServer(t.Context(), w.guild.ID, chosen); err != nil {
			t.Fatal(err)
		}
		if _, _, err := kept.ChangeMember(t.Context(), w.users["alice"].ID, func(m *match.Member) { m.DailyPings = true }); err != nil {
			t.Fatal(err)
		}
		today := puzzle.Daily(time.Now())
		position, right, wrong, _ := answers(t, today, nil)

		page := alice.Uses("/daily")
		w.privately(page, "🧩 Puzzle of "+inEnglish(puzzle.DayAt(time.Now())))
		w.says(page, "3 tries left")
		time.Sleep(50 * time.Second)
		page = w.tries(alice, page, position, wrong)
		w.says(page, "2 tries left")
		if _, offered := onPuzzle(page)["why-2"]; offered {
			w.says(alice.PressesOn(page.ID, "Why?"), "- **"+wrong.String()+"**: ")
		}
		page = alice.PressesOn(page.ID, "Try again")
		time.Sleep(20 * time.Second)
		page = w.solves(kept, alice, "alice", page, atDaily)
		w.says(page, "✅ **Solved!**")
		w.says(page, "🟩 in **1:10**")
		w.says(page, "🔥 1 day in a row")
		page = alice.PressesOn(page.ID, "Why?")
		w.says(page, "- **"+right.String()+"**: ")
		w.says(page, "**In this server** · 1 of 1 has solved it")
		w.says(alice.Uses("/profile"), "🔥 1 day in a row (best 1)")

		shared := alice.PressesOn(page.ID, "Share")
		w.says(shared, "🔥 1 day in a row")
		if w.says(shared, "🟩 in **1:10**"); shared.Ephemeral() || strings.Contains(discordtest.Text(shared), "**"+right.String()+"**") {
			t.Errorf("shared is\n%s", discordtest.Text(shared))
		}
		w.says(alice.PressesOn(page.ID, "Share"), "You've already shared that.")

		his := bob.PressesOn(shared.ID, "Solve today's puzzle")
		for range puzzle.Tries - 1 {
			his = w.tries(bob, his, position, wrong)
			his = bob.PressesOn(his.ID, "Try again")
		}
		his = w.tries(bob, his, position, wrong)
		w.says(his, "**Not solved.** The answer was **"+right.String()+"**.")
		miss := strings.TrimSuffix(w.solver(kept, "alice").Daily.Tries.String(), "🟩")
		if missed := w.solver(kept, "bob").Daily.Tries.String(); missed != strings.Repeat(miss, puzzle.Tries) || miss == "" {
			t.Errorf("%q and %q are missed", miss, missed)
		}
		w.says(his, "1. @alice "+miss+"🟩 1:10")
		w.says(his, "2. @bob "+strings.Repeat(miss, puzzle.Tries)+" not solved")
		w.says(bob.PressesOn(his.ID, "Solution"), "The solution: ")
		w.says(bob.PressesOn(his.ID, "Why?"), "- **"+right.String()+"**: ")
		w.says(bob.PressesOn(his.ID, "Share"), strings.Repeat(miss, puzzle.Tries)+" not solved")

		hers := carol.Uses("/daily") // carol opens the puzzle but does not try it today
		at := func(day puzzle.Day, hour int) {
			time.Sleep(time.Until(day.Start().Add(time.Duration(hour)*time.Hour + time.Minute)))
		}
		day := puzzle.DayAt(time.Now())
		reader := w.at("carol", news)
		at(day, 9)
		first := w.posted(reader, 1)
		w.says(first, "🧩 Puzzle of the day")
		w.says(first, "The clock starts when you open it")
		for _, said := range []string{"tried it", "Found by", "Yesterday", "🟫"} { // yesterday had no puzzle, so the post mentions none; it also shows no board
			w.doesNotSay(first, said)
		}
		at(day+1, 8)
		refused := w.tries(carol, hers, position, right)
		w.says(refused, "3 tries left") // yesterday's message does not change
		messages := carol.Client().Messages()
		refused = messages[len(messages)-1]
		w.privately(refused, "That puzzle's day is over.")
		w.says(carol.PressesOn(refused.ID, "Solve today's puzzle"), "Puzzle of "+inEnglish(day+1))
		w.posted(reader, 1)
		at(day+1, 9)
		second := w.posted(reader, 2)
		w.says(second, "**Yesterday's answer: "+right.String()+"**\nFound by 🥇 @alice")
		w.says(second, "2 members tried it.")
		w.says(second, "🔥 This server's streak: **1** day")
		w.says(second, "🟫") // the board with the answer
		w.says(second, "-# For @alice")
		if len(second.Mentions) != 1 {
			t.Errorf("%d members are mentioned", len(second.Mentions))
		}
		w.doesNotSay(second, "Champion")
		at(day+2, 9) // a Monday
		w.says(w.posted(reader, 3), "👑 Champion of last week: @alice, with 2 points")
		// Alice missed a day, which does not end her streak.
		page = w.solves(kept, alice, "alice", alice.Uses("/daily"), atDaily)
		w.says(page, "🔥 2 days in a row · ❄️ saved")
		w.says(page, "👑 Champion of last week: @alice, with 2 points")
		w.privately(alice.Uses("/daily date:2000-02-30"), "There's no puzzle for that day.")
	})
}

// posted returns the newest message in a channel.
func (w *world) posted(p *discordtest.Player, want int) discordtest.Message {
	w.t.Helper()
	messages := p.Client().Messages()
	if len(messages) != want {
		w.t.Fatalf("there are %d messages, want %d", len(messages), want)
	}
	return messages[want-1]
}

// TestTheDailyGrowsWithAMember solves the puzzles of nine days. Their stars are those of the weekdays, and until seven are
// solved an Ultimate puzzle explains how Ultimate works, beside the puzzle.
func TestTheDailyGrowsWithAMember(t *testing.T) {
	overBothOnStore(t, func(t *testing.T, w *world, kept store.Store) {
		alice := w.player("alice")
		explained := 0
		for range 9 {
			day := puzzle.DayAt(time.Now())
			monday, _ := day.Week()
			page := alice.Uses("/daily")
			w.says(page, "🧩 Puzzle of "+inEnglish(day)+" "+strings.Repeat("★", puzzle.Weekdays[day-monday]))
			learner := w.solver(kept, "alice").Daily.Days < 7 && puzzle.Daily(time.Now()).Variant() == game.Ultimate
			if has := slices.Contains(allLabels(page), "How Ultimate works"); has != learner {
				t.Errorf("%s: explained %v, want %v:\n%s", day, has, learner, discordtest.Text(page))
			}
			if learner {
				explained++
				w.says(page, "Your square sends your opponent to the matching board.")
				w.privately(alice.PressesOn(page.ID, "How Ultimate works"), "Learn Ultimate")
				w.says(alice.Message(page.ID), "3 tries left")
			}
			page = w.solves(kept, alice, "alice", page, atDaily)
			w.says(page, "✅ **Solved!**")
			w.says(page, "has solved it · fewest tries first")
			time.Sleep(time.Until((day + 1).Start().Add(time.Hour)))
		}
		if explained < 5 {
			t.Errorf("explained on %d days", explained)
		}
	})
}

// TestAServerSolvesTogether has members solve the daily puzzles of forty days, on some of which nobody does. Each post says
// the server's streak. A member becomes unlisted, another leaves, and one deletes their data.
func TestAServerSolvesTogether(t *testing.T) {
	overBothOnStore(t, func(t *testing.T, w *world, kept store.Store) {
		news, first := w.guild.NewChannel("news"), puzzle.DayAt(time.Now())
		if _, _, err := kept.ChangeServer(t.Context(), w.guild.ID, func(s *match.Server) { s.DailyChannel, s.DailyHour, s.Locale = news.ID, 9, language() }); err != nil {
			t.Fatal(err)
		}
		carol, reader := w.player("carol"), w.at("carol", news)
		solves := func(name string, misses int) {
			t.Helper()
			now := time.Now()
			r := w.solver(kept, name).BeginDaily(puzzle.DayAt(now), puzzle.Daily(now).ID, now)
			for range misses {
				r = r.WrongDaily(game.Moves{1, 2}, true, now)
			}
			if r.Daily.Attempt.IsOpen() {
				r = r.RightDaily(game.Moves{1}, true, now)
			}
			if _, err := kept.SaveSolving(t.Context(), store.PuzzleChange{Record: r, Guild: w.guild.ID}); err != nil {
				t.Fatal(err)
			}
		}
		free := map[puzzle.Day]bool{8: true, 20: true, 22: true} // days on which nobody solves the puzzle; the third breaks the streak
		streaks := map[puzzle.Day]string{7: "**8** days", 8: "**8** days", 9: "**9** days", 20: "**19** days", 21: "**20** days", 22: "", 23: "**1** day", 39: "**17** days"}
		for day := range puzzle.Day(40) {
			time.Sleep(time.Until((first + day).Start().Add(12 * time.Hour)))
			switch {
			case free[day]:
				solves("carol", puzzle.Tries)
			case day%2 == 0:
				solves("bob", 1)
			}
			if !free[day] && day < 38 {
				solves("alice", 0)
			} else if !free[day] {
				solves("carol", 2)
			}
			switch day {
			case 11:
				page := carol.Uses("/leaderboard game:daily period:month")
				w.says(page, "**1.** @alice **11** solved · 1.0 tries on average · best streak: 11")
				w.says(page, "**2.** @bob **5** solved · 2.0 tries on average · best streak: 2")
				w.doesNotSay(page, "@carol")
			case 33: // it is the third of February
				page := carol.Uses("/leaderboard game:daily period:month")
				w.says(page, "**1.** @alice **3** solved · 1.0 tries on average · best streak: 11")
				w.says(page, "**2.** @bob **1** solved")
				w.says(carol.ChoosesOn(page.ID, onPuzzle(page)["scope"].CustomID, "here"), "**1.** @alice **31** solved · 1.0 tries on average · best streak: 20")
			case 34:
				w.guild.Remove(w.users["bob"])
			case 35:
				if _, _, err := kept.ChangeMember(t.Context(), w.users["alice"].ID, func(m *match.Member) { m.Unlisted = true }); err != nil {
					t.Fatal(err)
				}
				w.says(carol.Uses("/leaderboard game:daily period:ever"), "Nobody is on this board yet.")
			case 37:
				if _, err := kept.Forget(t.Context(), w.users["alice"].ID); err != nil {
					t.Fatal(err)
				}
			}
			time.Sleep(time.Until((first + day + 1).Start().Add(9*time.Hour + time.Minute)))
			post := w.posted(reader, int(day)+2)
			if streak, ok := streaks[day]; ok && streak != "" {
				w.says(post, "🔥 This server's streak: "+streak)
			} else if ok {
				w.doesNotSay(post, "streak")
			}
			if has := strings.Contains(discordtest.Text(post), "❄️"); has != (day == 8 || day == 20) {
				t.Errorf("after day %d a free day is told: %t", day, has)
			}
			if free[day] {
				w.says(post, "1 member tried it.")
				w.doesNotSay(post, "@carol")
			}
			if day >= 34 && day < 38 {
				w.doesNotSay(post, "@bob")
			}
			if day >= 35 && day < 38 {
				w.doesNotSay(post, "@alice")
			}
		}
		w.says(w.posted(reader, 41), "Found by 🥇 @carol")
		w.says(carol.Uses("/leaderboard game:daily"), "**1.** @carol **2** solved · 3.0 tries on average")
	})
}

// TestAFailedPuzzleComesBack fails a puzzle of the day. Three days later it is asked again, and no more once it is solved.
func TestAFailedPuzzleComesBack(t *testing.T) {
	onStores(t, func(t *testing.T, w *world, kept store.Store) {
		alice := w.player("alice")
		w.privately(alice.Uses("/puzzle mode:mine"), "None of your mistakes is waiting. A puzzle you fail comes back after three days.")
		r := w.solver(kept, "alice")
		missed := puzzle.Daily(time.Now().AddDate(0, 0, -3))
		if _, err := kept.SaveSolving(t.Context(), store.PuzzleChange{Record: r.Fail(missed.ID, puzzle.DayAt(time.Now())-3)}); err != nil {
			t.Fatal(err)
		}
		page := alice.Uses("/puzzle mode:mine")
		w.privately(page, "Not rated")
		if now := w.solver(kept, "alice").Now; now.Puzzle != missed.ID {
			t.Fatalf("she is asked %+v, want %s", now, missed.ID)
		}
		w.says(w.solves(kept, alice, "alice", page, atPuzzle), "✅ **Solved!**")
		w.privately(alice.Uses("/puzzle mode:mine"), "None of your mistakes is waiting.")
	})
}

// Two processes fail to record their posts, as if they had died. A server where the bot is not installed must hold up
// nothing.
func TestThePuzzleOfTheDayIsPostedOnce(t *testing.T) {
	inBubbleAlone(t, func(t *testing.T, w *world) {
		kept := storetest.Memory(t)
		var left atomic.Int32
		left.Store(3)
		interrupted := hookedStore{unclosed{kept}, onErrors(func(method string) error {
			if method == "NoteDaily" && left.Add(-1) >= 0 {
				return errors.New("the process has ended")
			}
			return nil
		})}
		news, closed := w.guild.NewChannel("news"), w.discord.NewGuild("Elsewhere")
		for guild, channel := range map[string]string{w.guild.ID: news.ID, closed.ID: closed.NewChannel("far").ID} {
			if _, _, err := kept.ChangeServer(t.Context(), guild, func(s *match.Server) { s.DailyChannel, s.DailyHour, s.Locale = channel, 9, language() }); err != nil {
				t.Fatal(err)
			}
		}
		time.Sleep(15 * time.Hour) // no process runs at nine
		for _, name := range []string{"one", "two"} {
			w.launch(name, storedIn(interrupted)).awaitReady()
		}
		reader := w.at("carol", news)
		time.Sleep(3 * time.Minute)
		w.posted(reader, 1)
		if left.Load() > 0 {
			t.Errorf("nobody was interrupted: %d", left.Load())
		}
		time.Sleep(9*time.Hour - 3*time.Minute) // at midnight
		w.posted(reader, 1)
		time.Sleep(9*time.Hour + time.Minute)
		w.posted(reader, 2)
	})
}

func inEnglish(day puzzle.Day) string { return said.Load().ForLocale(said.Default).Date(day.Start()) }
