package commands

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"noughts/commands/card"
	"noughts/commands/plan"
	"noughts/commands/texts"
	"noughts/game"
	"noughts/game/match"
	"noughts/game/profile"
	"noughts/game/puzzle"
	"noughts/render"
	"noughts/render/golden"
)

// TestPuzzlesFitMessages draws puzzles of every variant in every style: before the first try, after
// a wrong try and after the end. The check of every answer verifies Discord's limits.
func TestPuzzlesFitMessages(t *testing.T) {
	t.Parallel()
	drawn := map[string]int{}
	for _, p := range puzzle.All() {
		n := drawn[p.Variant().String()]
		if drawn[p.Variant().String()]++; n >= 3*len(render.Styles) {
			continue
		}
		w := newWorld(t)
		who := w.as(ann)
		w.members[ann] = match.Member{ID: ann, Style: string(render.Styles[n%len(render.Styles)])}
		w.atPuzzle(ann, p, puzzle.Wish{Streak: n%2 == 0})
		asked := accepted(t, who.types("puzzle"))
		if !asked.private() {
			t.Errorf("everybody sees\n%s", script(asked))
		}
		for _, s := range p.Position.Moves() {
			if s != p.Solution {
				says(t, accepted(t, who.presses("/puzzle/1/0/"+s.String())), "❗ **"+s.String()+"** loses")
				break
			}
		}
		accepted(t, who.presses("/puzzle/1/1/line-0"))
		accepted(t, who.presses("/puzzle/1/1/again"))
		says(t, accepted(t, who.presses("/puzzle/1/2/"+p.Solution.String())), "✅ **Solved!**")
		if rec := w.solving.records[ann]; rec.Now.Step != 3 || rec.Now.State != puzzle.Solved {
			t.Errorf("%s has come to %+v", p.ID, rec.Now)
		}
	}
	if len(drawn) != len(puzzle.Variants()) {
		t.Errorf("puzzles are of %v", drawn)
	}
}

// TestTheFullestDay draws the largest possible page of a daily puzzle: ten members in the table, and no tries left.
func TestTheFullestDay(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	day := puzzle.DayAt(w.now)
	rec := puzzle.Progress{Member: ann}.BeginDaily(day, puzzle.Daily(w.now).ID, w.now)
	for range puzzle.Tries {
		rec = rec.WrongDaily(game.Moves{puzzle.Daily(w.now).Solution}, true, w.now)
		if rec.Daily.Attempt.IsOpen() {
			rec.Daily.Attempt = rec.Daily.Attempt.Resumed()
		}
	}
	w.solving.records[ann] = rec
	for i := range 10 {
		w.solving.table.Entries = append(w.solving.table.Entries, puzzle.TableRow{Member: fmt.Sprint(1e17 + i), Tries: "ybg", Over: true, Took: 36e12})
	}
	w.solving.table.Players, w.solving.table.Solved = 100, 99
	page := accepted(t, w.as(ann).types("daily"))
	says(t, page, "99 of 100 have solved it")
	says(t, page, "🟥🟥🟥 **Not solved.**")
	shared := accepted(t, w.as(ann).presses(fmt.Sprintf("/daily/%d/share", day)))
	if says(t, shared, "🟥🟥🟥 not solved"); shared.private() {
		t.Errorf("nobody else sees\n%s", script(shared))
	}
}

func TestAnEarlierDay(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.now = puzzle.FirstDay().AddDate(0, 1, 0)
	w.solving.ratings = map[string]profile.Rating{}
	who := w.as(ann)
	for _, date := range []string{"2026-11-22", "2026-12-24", "soon", "23.11.2026"} {
		refused(t, who.types("daily", "date", date), "refuse.no_day")
	}
	says(t, accepted(t, who.types("daily", "date", " 2026-11-24 ")), "An earlier puzzle of the day.")
	known := puzzle.Daily(puzzle.FirstDay().AddDate(0, 0, 1))
	rec := w.solving.records[ann]
	if rec.Now.Puzzle != known.ID || !rec.Now.Unrated || rec.Daily.Day() != 0 {
		t.Errorf("she is at %+v", rec)
	}
	accepted(t, who.types("daily", "date", puzzle.DayAt(w.now).String()))
	if day := w.solving.records[ann].Daily.Day(); day != puzzle.DayAt(w.now) {
		t.Errorf("today's is of %s", day)
	}
}

func TestPuzzleRefusals(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	who := w.as(ann)
	refused(t, who.types("puzzle", "theme", "love"), "refuse.option")
	refused(t, who.types("puzzle", "mode", "fast"), "refuse.option")
	refused(t, who.types("puzzle", "difficulty", 6), "refuse.option")
	refused(t, who.types("puzzle", "game", "chess"), "refuse.option")
	w.atPuzzle(ann, puzzle.All()[0], puzzle.Wish{})
	taken := ""
	for _, path := range []string{"/puzzle/1/0/k9", "/puzzle/one/0/a1", "/puzzle/1/0/board-x", "/puzzle/1/0/line-1000"} {
		if r := who.presses(path); r.Err == nil {
			t.Errorf("%s is answered by\n%s", path, script(r))
		}
	}
	for _, s := range []string{"a1", "b2", "c3", "d4", "e5", "f6", "g7", "h8", "i9"} {
		if square := squares(t, s)[0]; puzzle.All()[0].Position.Check(square) != nil {
			taken = s
		}
	}
	refused(t, who.presses("/puzzle/1/0/"+taken), texts.RefuseOldButton)
	if rec := w.solving.records[ann]; rec.Revision != 0 {
		t.Errorf("refusals have changed %+v", rec)
	}
	refused(t, who.presses("/daily/1/0/a1"), "refuse.day_over")
	refused(t, who.presses("/daily/1/share"), "refuse.day_over")
}

func TestOtherPuzzlesAreGiven(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	who := w.as(ann)
	w.solving.ratings = map[string]profile.Rating{}
	seen := map[string]bool{}
	for i := range 30 {
		accepted(t, who.types("puzzle", "game", "classic"))
		now := w.solving.records[ann].Now
		p, ok := puzzle.ByID(now.Puzzle)
		if !ok || seen[p.ID] || p.Variant().Size() == 9 || now.Number != i+1 {
			t.Fatalf("number %d is %+v", i+1, now)
		}
		seen[p.ID] = true
		says(t, accepted(t, who.presses(fmt.Sprintf("/puzzle/%d/0/%s", i+1, p.Solution))), "Your puzzle rating:")
		// Give the solved puzzle a rating far above the member's.
		w.solving.ratings[p.ID] = profile.Rating{Value: 4000_00, Deviation: 60_00, Volatility: 60_000}
	}
	rec := w.solving.records[ann]
	if rec.Solved != 30 || rec.Rating.Value <= profile.NewRating().Value || len(rec.Seen) != 30 {
		t.Errorf("she has %+v", rec)
	}
}

func TestPuzzlesNameTheirGame(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	seen := map[game.Variant]bool{}
	for _, p := range puzzle.All() {
		if v := p.Variant(); !seen[v] {
			seen[v] = true
			w.atPuzzle(ann, p, puzzle.Wish{})
			says(t, accepted(t, w.as(ann).types("puzzle")), "-# "+card.Variant(texts.Load().ForLocale(texts.Default), v)+"\n")
		}
	}
	if !seen[game.Ultimate] || len(seen) < 3 {
		t.Errorf("there are puzzles of %v", seen)
	}
	rec := puzzle.Progress{Member: ann}.BeginDaily(puzzle.DayAt(w.now), puzzle.Daily(w.now).ID, w.now)
	w.solving.records[ann] = rec
	says(t, accepted(t, w.as(ann).types("daily")), "-# "+card.Variant(texts.Load().ForLocale(texts.Default), puzzle.Daily(w.now).Variant())+"\n")
}

// TestARatedPuzzleIsNotDodged replaces an open rated puzzle by that of an earlier day. The member reads that it counts
// as failed, and it does.
func TestARatedPuzzleIsNotDodged(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.now = puzzle.FirstDay().AddDate(0, 0, 3)
	w.atPuzzle(ann, puzzle.Practice()[0], puzzle.Wish{})
	for failed, said := range []string{"The rated puzzle you left for it counts as failed", "doesn't count for streaks"} {
		says(t, accepted(t, w.as(ann).types("daily", "date", puzzle.FirstDay().AddDate(0, 0, failed).Format(time.DateOnly))), said)
		if rec := w.solving.records[ann]; rec.Failed != 1 || rec.Rating.Value >= profile.NewRating().Value {
			t.Errorf("after day %d: %+v", failed, rec)
		}
	}
}

// TestFailedPuzzlesComeBack fails puzzles in every way. They are asked again after 3, 10 and 30 days, unrated, together
// with own mistakes, until they are solved.
func TestFailedPuzzlesComeBack(t *testing.T) {
	t.Parallel()
	wrong := func(p puzzle.Puzzle) string {
		moves := p.Position.Moves()
		return moves[slices.IndexFunc(moves, func(s game.Square) bool { return s != p.Solution })].String()
	}
	for way, fail := range map[string]func(*testing.T, *world, actor) puzzle.Puzzle{
		"a wrong square": func(t *testing.T, w *world, who actor) puzzle.Puzzle {
			p := puzzle.Practice()[0]
			w.atPuzzle(ann, p, puzzle.Wish{})
			accepted(t, who.presses("/puzzle/1/0/"+wrong(p)))
			return p
		},
		"the solution": func(t *testing.T, w *world, who actor) puzzle.Puzzle {
			w.atPuzzle(ann, puzzle.Practice()[1], puzzle.Wish{})
			accepted(t, who.presses("/puzzle/1/0/solution"))
			return puzzle.Practice()[1]
		},
		"a day": func(t *testing.T, w *world, who actor) puzzle.Puzzle {
			p := puzzle.Daily(w.now)
			accepted(t, who.types("daily"))
			for step := range 2*puzzle.Tries - 1 {
				action := "again"
				if step%2 == 0 {
					action = wrong(p)
				}
				if r := w.solving.records[ann]; len(r.Mistakes) > 0 {
					t.Fatalf("failed before the last try: %+v", r.Mistakes)
				}
				accepted(t, who.presses(fmt.Sprintf("/daily/%d/%d/%s", puzzle.DayAt(w.now), step, action)))
			}
			return p
		},
	} {
		t.Run(way, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			w.now = puzzle.FirstDay()
			who := w.as(ann)
			p := fail(t, w, who)
			before := w.solving.records[ann]
			for _, pause := range []int{3, 10, 30} {
				w.now = w.now.AddDate(0, 0, pause-1)
				refused(t, who.types("puzzle", "mode", "mine"), "refuse.no_mistake")
				w.now = w.now.AddDate(0, 0, 1)
				says(t, accepted(t, who.types("puzzle", "mode", "mine")), "Not rated")
				now := w.solving.records[ann].Now
				if now.Puzzle != p.ID || !now.Unrated {
					t.Fatalf("after %d days she is asked %+v, want %s", pause, now, p.ID)
				}
				square := wrong(p)
				if pause == 30 {
					square = p.Solution.String()
				}
				accepted(t, who.presses(fmt.Sprintf("/puzzle/%d/0/%s", now.Number, square)))
			}
			after := w.solving.records[ann]
			if after.Rating != before.Rating || after.Failed != before.Failed || after.Solved != before.Solved || len(after.Mistakes) > 0 {
				t.Errorf("she has %+v after %+v", after, before)
			}
		})
	}
}

// TestThroughTheOwnMistakes goes from one failed puzzle to the next, and then to any other. A puzzle that is not finished
// comes first.
func TestThroughTheOwnMistakes(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	who, all := w.as(ann), puzzle.Practice()
	w.atPuzzle(ann, all[0], puzzle.Wish{})
	today := puzzle.DayAt(w.now)
	w.solving.records[ann] = w.solving.records[ann].Fail(all[1].ID, today-3).Fail(all[2].ID, today-3)
	says(t, accepted(t, who.types("puzzle", "mode", "mine")), "You're still on this puzzle.")
	accepted(t, who.presses("/puzzle/1/0/"+all[0].Solution.String()))
	page := accepted(t, who.types("puzzle", "mode", "mine"))
	for i, p := range all[1:3] {
		if now := w.solving.records[ann].Now; now.Puzzle != p.ID {
			t.Fatalf("she is asked %+v, want %s", now, p.ID)
		}
		accepted(t, who.on(page, p.Solution.String()))
		page = accepted(t, who.presses(fmt.Sprintf("/puzzle/%d/1/next", i+2)))
	}
	if now := w.solving.records[ann].Now; now.Number != 4 || now.Want != (puzzle.Wish{}) || now.Unrated {
		t.Errorf("then she is asked %+v", now)
	}
}

// TestDailyPostsSayHowTheServerDoes checks the post's sentences about the server: the best, how many tried, the streak.
func TestDailyPostsSayHowTheServerDoes(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	best := puzzle.TableRow{Member: ann, Tries: "yg", Over: true, Took: 70e9}
	missed := puzzle.TableRow{Member: ben, Tries: "bbb", Over: true, Took: 9e9}
	for _, c := range []struct {
		post plan.DailyPost
		says []string
	}{
		{plan.DailyPost{}, nil},
		{plan.DailyPost{Streak: 12, Yesterday: puzzle.Table{Entries: []puzzle.TableRow{best, missed}, Players: 4, Tried: 3, Solved: 1}},
			[]string{"Found by 🥇 <@1001> 🟨🟩 1:10\n3 members tried it.", "🔥 This server's streak: **12** days"}},
		{plan.DailyPost{Streak: 1, Yesterday: puzzle.Table{Entries: []puzzle.TableRow{best}, Players: 3, Tried: 3, Solved: 3}},
			[]string{"Found by 🥇 <@1001> 🟨🟩 1:10 and 2 more\n3 members tried it.", "🔥 This server's streak: **1** day"}},
		{plan.DailyPost{Streak: 3, Frozen: true, Yesterday: puzzle.Table{Entries: []puzzle.TableRow{missed}, Players: 1, Tried: 1}},
			[]string{"1 member tried it.", "🔥 This server's streak: **3** days\n-# ❄️ saved: one missed day a week is free"}},
		{plan.DailyPost{Yesterday: puzzle.Table{Players: 1}}, []string{"Yesterday's answer"}},
	} {
		c.post.Day = puzzle.DayAt(puzzle.FirstDay()) + 1
		shown := answer{Response: w.DailyPost(c.post).Response(plan.Anew)}
		for _, said := range c.says {
			says(t, shown, said)
		}
		text := script(shown)
		for _, word := range []string{"tried", "Found", "streak", "❄️", "answer", ben} {
			if said := strings.Contains(text, word); said != strings.Contains(strings.Join(c.says, " "), word) && word != "answer" {
				t.Errorf("of %+v it says %q: %t\n%s", c.post, word, said, text)
			}
		}
	}
}

// TestDailyLeaderboard shows the leaderboard of the daily puzzle: of this month, page by page, and with the reader's place.
func TestDailyLeaderboard(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	who := w.as(ann)
	says(t, accepted(t, who.types("leaderboard", "game", "daily")), "Solve today's puzzle, and you are: `/daily`.")
	for i := range 12 {
		w.solving.champions = append(w.solving.champions, puzzle.Champion{Member: fmt.Sprint(2000 + i), Days: 20 - i, Tries: 30, Streak: 9})
	}
	w.solving.champions[11].Member = ann
	first := accepted(t, who.types("leaderboard", "game", "daily", "period", "month", "scope", "everywhere"))
	if golden.Check(t, "leaderboard.daily.golden", script(first)); w.solving.asked != "true 0 10" {
		t.Errorf("it asks for %s", w.solving.asked)
	}
	second := accepted(t, who.on(first, "2"))
	says(t, second, "**12.** <@1001> **9** solved · 3.3 tries on average · best streak: 9")
	says(t, second, "You're number **12** of 12, with **9 🧩**.")
	offers(t, second, "game", "scope", "1", "2")
	if shared := accepted(t, who.on(second, "2")); shared.private() || strings.Contains(script(shared), "You're number") {
		t.Errorf("everybody sees\n%s", script(shared))
	}
	says(t, accepted(t, who.on(first, "scope", "here")), "-# This server, all time")
	if w.solving.asked != "false 0 10" {
		t.Errorf("of all time it asks for %s", w.solving.asked)
	}
	says(t, accepted(t, who.on(first, "game", "ultimate")), "This server, last 30 days")
	w.members[ann] = match.Member{Unlisted: true}
	says(t, accepted(t, who.on(first, "2")), "You've chosen to stay off leaderboards")
	w.solving.champions = w.solving.champions[:3]
	says(t, accepted(t, who.on(first, "2")), "**3.** <@2002>") // there is no second page any more
	direct := actor{w: w, id: ann, channel: "700", direct: true, locale: "en-US"}
	refused(t, direct.types("leaderboard", "game", "daily"), "refuse.no_server")
	if text := script(accepted(t, direct.types("leaderboard"))); strings.Contains(text, "daily") {
		t.Errorf("offered outside servers is\n%s", text)
	}
}
