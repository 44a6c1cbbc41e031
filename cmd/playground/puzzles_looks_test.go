package main

import (
	"testing"
	"time"

	"noughts/cmd/playground/browsertest"
	"noughts/game"
	"noughts/game/ai/review"
	"noughts/game/match"
	"noughts/game/puzzle"
)

// TestLooksOfPuzzles takes pictures of puzzles: unsolved, after a wrong square, solved, shared, and
// as the daily post in a server. For the pictures see TestLooks.
func TestLooksOfPuzzles(t *testing.T) {
	t.Parallel()
	browser := browsertest.Start(t)
	base, kept := startPast(t)
	in := newRoom(t, base, "puzzles")
	in.use("alice", "/puzzle difficulty:3")
	in.open(browser, "alice").shoot("puzzle-asked")
	in = newRoom(t, base, "classic-puzzle")
	in.use("bob", "/puzzle game:classic")
	in.open(browser, "bob").shoot("puzzle-classic")

	in = newRoom(t, base, "daily")
	in.use("alice", "/daily")
	alice := in.open(browser, "alice")
	alice.shoot("daily-asked")
	attempt := puzzle.Attempt{Puzzle: puzzle.Daily(time.Now())}
	for _, s := range attempt.Puzzle.Position.Moves() {
		if s != attempt.Puzzle.Solution {
			in.tries(attempt.Puzzle.Position, s)
			break
		}
	}
	alice.shows("Try again")
	alice.shoot("daily-wrong")
	in.press("alice", buttonWith("/daily/[0-9]+/1/again"))
	in.solves(attempt)
	alice.shows("Solved!")
	alice.shoot("daily-solved")
	in.press("alice", buttonWith("/daily/[0-9]+/share"))
	in.use("alice", "/leaderboard game:daily period:month")
	alice.shows("best streak")
	alice.shoot("daily-leaders")
	carol := in.open(browser, "carol")
	carol.shows("Solve today")
	carol.shoot("daily-shared")

	in.use("alice", "/challenge member:@Bob")
	eventually(t, in.at("", "bob"), buttonOf("Accept"))
	in = newRoom(t, base, "news")
	if _, _, err := kept.ChangeServer(t.Context(), kept.begun().Place.Guild, func(s *match.Server) { s.DailyChannel = in.channel }); err != nil {
		t.Fatal(err)
	}
	news := in.open(browser, "carol")
	news.shows("Puzzle of the day")
	news.shoot("daily-post")
}

// solves solves the daily puzzle as Alice.
func (r room) solves(attempt puzzle.Attempt) {
	r.t.Helper()
	for {
		position, err := attempt.Position()
		if err != nil {
			r.t.Fatal(err)
		}
		line, err := review.Solution(r.t.Context(), attempt)
		if err != nil {
			r.t.Fatal(err)
		}
		r.tries(position, line[0])
		verdict, err := review.Try(r.t.Context(), attempt, line[0]) // do not read the reply from `line`: the bot's may differ
		if err != nil {
			r.t.Fatal(err)
		}
		if verdict.Answer == review.Solved {
			return
		}
		attempt = verdict.Attempt
	}
}

// tries presses a square of the daily puzzle as Alice, after its local board if she may choose it.
func (r room) tries(position game.Position, s game.Square) {
	r.t.Helper()
	nested, isNested := position.(game.Nested)
	if isNested && nested.Forced() == game.FreeChoice && nested.OnlyBoard() == game.FreeChoice {
		board, _ := nested.Split(s)
		r.press("alice", buttonWith("/daily/[0-9]+/[0-9]+/board-"+string(rune('1'+board))))
	}
	r.press("alice", buttonWith("/daily/[0-9]+/[0-9]+/"+s.String()))
}
