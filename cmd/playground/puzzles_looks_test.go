package main

import (
	"net/url"
	"regexp"
	"testing"
	"time"

	"noughts/bot"
	"noughts/bot/metrics"
	"noughts/bot/store"
	"noughts/cmd/playground/browsertest"
	"noughts/game"
	"noughts/game/ai/proof"
	"noughts/game/match"
	"noughts/game/puzzle"
)

// TestLooksOfPuzzles takes pictures of puzzles: unsolved, after a wrong square, solved, shared, and
// as the daily post in a server. For the pictures see TestLooks.
func TestLooksOfPuzzles(t *testing.T) {
	t.Parallel()
	browser := browsertest.Start(t)
	kept := &past{Memory: store.NewMemory()}
	b := pastBot{luckyBot{metrics.New(), make(chan func() bot.Gauges, 1)}, kept}
	base := readLine(t, runProgram(t, program{bot: b.run}, "-log", "error"))
	b.awaitTiles(t)
	channel := newThread(t, base, "puzzles")
	as := func(slug string) string { return "?as=" + slug + "&channel=" + channel }
	use := func(slug, line string) { send(t, base+"/use"+as(slug), url.Values{"line": {line}}) }
	press := func(slug, id string) {
		button := eventually(t, base+"/"+as(slug), regexp.MustCompile(`form="press-(\d+)" name="custom_id" value="(`+id+`)"`))
		send(t, base+"/press"+as(slug), url.Values{"message": {button[1]}, "custom_id": {button[2]}})
	}
	try := func(slug string, position game.Position, s game.Square) {
		nested, isNested := position.(game.Nested)
		switch {
		case isNested && nested.Forced() == game.FreeChoice && nested.OnlyBoard() == game.FreeChoice:
			board, _ := nested.Split(s)
			press(slug, "/daily/[0-9]+/[0-9]+/board-"+string(rune('1'+board)))
		}
		press(slug, "/daily/[0-9]+/[0-9]+/"+s.String())
	}
	has := func(p player, text string) {
		p.until(`document.querySelector('#messages').textContent.includes('` + text + `')`)
	}

	use("alice", "/puzzle difficulty:3")
	open(t, browser, base, "Alice", "alice", channel).shoot("puzzle-asked")
	channel = newThread(t, base, "classic-puzzle")
	use("bob", "/puzzle game:classic")
	open(t, browser, base, "Bob", "bob", channel).shoot("puzzle-classic")

	channel = newThread(t, base, "daily")
	use("alice", "/daily")
	alice := open(t, browser, base, "Alice", "alice", channel)
	alice.shoot("daily-asked")
	attempt := puzzle.Attempt{Puzzle: puzzle.Daily(time.Now())}
	for _, s := range attempt.Puzzle.Position.Moves() {
		if s != attempt.Puzzle.Solution {
			try("alice", attempt.Puzzle.Position, s)
			break
		}
	}
	has(alice, "Try again")
	alice.shoot("daily-wrong")
	press("alice", "/daily/[0-9]+/1/again")
	for {
		position, err := attempt.Position()
		if err != nil {
			t.Fatal(err)
		}
		line, err := proof.Solution(t.Context(), attempt)
		if err != nil {
			t.Fatal(err)
		}
		try("alice", position, line[0])
		verdict, err := proof.Try(t.Context(), attempt, line[0]) // do not read the reply from `line`: the bot's may differ
		if err != nil {
			t.Fatal(err)
		}
		if verdict.Answer == proof.Solved {
			break
		}
		attempt = verdict.Attempt
	}
	has(alice, "Solved!")
	alice.shoot("daily-solved")
	press("alice", "/daily/[0-9]+/share")
	carol := open(t, browser, base, "Carol", "carol", channel)
	has(carol, "Solve today")
	carol.shoot("daily-shared")

	use("alice", "/challenge member:@Bob")
	eventually(t, base+"/"+as("bob"), acceptButton)
	guild := kept.begun().Place.Guild
	channel = newThread(t, base, "news")
	if _, err := kept.ChangeServer(t.Context(), guild, func(s *match.Server) { s.DailyChannel = channel }); err != nil {
		t.Fatal(err)
	}
	news := open(t, browser, base, "Carol", "carol", channel)
	has(news, "Puzzle of the day")
	news.shoot("daily-post")
}
