package commands

import (
	"fmt"
	"testing"
	"time"

	"noughts/commands/card"
	"noughts/commands/texts"
	"noughts/game"
	"noughts/game/match"
	"noughts/game/profile"
	"noughts/game/puzzle"
	"noughts/render"
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
		w.atPuzzle(ann, p, puzzle.Want{Streak: n%2 == 0})
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
		w.solving.table.Entries = append(w.solving.table.Entries, puzzle.Entry{Member: fmt.Sprint(1e17 + i), Tries: "ybg", Over: true, Took: 36e12})
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
	w.atPuzzle(ann, puzzle.All()[0], puzzle.Want{})
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
			w.atPuzzle(ann, p, puzzle.Want{})
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
	w.atPuzzle(ann, puzzle.Practice()[0], puzzle.Want{})
	for failed, said := range []string{"The rated puzzle you left for it counts as failed", "doesn't count for streaks"} {
		says(t, accepted(t, w.as(ann).types("daily", "date", puzzle.FirstDay().AddDate(0, 0, failed).Format(time.DateOnly))), said)
		if rec := w.solving.records[ann]; rec.Failed != 1 || rec.Rating.Value >= profile.NewRating().Value {
			t.Errorf("after day %d: %+v", failed, rec)
		}
	}
}
