package main

import (
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"noughts/cmd/playground/browsertest"
)

// boardToPlay matches a message with a board whose squares can be pressed, because the game is not over. Its groups are
// the names of X and O, the message's id, and two parts of a square's custom id: the match and the version.
var boardToPlay = regexp.MustCompile(`(?s)@(\w+)</span>\x{2069} against <img[^>]*> \x{2068}<span class="md-mention">@(\w+)</span>.*form="press-(\d+)" name="custom_id" value="(/m/\w+/)(\d+)/[a-i][1-9]" data-at="[^"]*" aria-label="[^"]*">`)

// moveToMake matches the number of the next move in the text of a game's message.
var moveToMake = regexp.MustCompile(`· move (\d+)`)

// TestTournamentLooks takes pictures of a tournament of three members: the registration, the table
// and a game during the tournament, and the end.
func TestTournamentLooks(t *testing.T) {
	t.Parallel()
	browser := browsertest.Start(t)
	base := startLucky(t)
	in := room{t, base, "quiet-corner"}
	page := in.at("", "alice")
	in.use("alice", "/tournament size:3 clock:300")
	join := buttonWith(`/t/\w+/join`)
	cup := room{t, base, eventually(t, page, join)[1]} // a thread has the id of its first message
	in.press("alice", join)
	in.press("bob", join)
	alice := in.open(browser, "alice")
	alice.shoot("tournament-registration")
	in.press("carol", join)
	in.press("alice", buttonWith(`/t/\w+/start`))
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	for pressed := map[string]bool{}; ; {
		select {
		case <-tick.C:
		case <-t.Context().Done():
			t.Fatal(t.Context().Err())
		}
		if strings.Contains(fetch(t.Context(), t, page), "trophy.png") {
			break
		}
		messages := strings.Split(fetch(t.Context(), t, cup.at("", "alice")), `<h5 class="md-h3">`)
		board := boardToPlay.FindStringSubmatch(messages[len(messages)-1])
		if board == nil || pressed[board[4]+board[5]] {
			continue
		}
		pressed[board[4]+board[5]] = true
		squares := []string{"a1", "b1", "a2", "b2", "a3"}
		if board[1] > board[2] { // the player whose name is first in the alphabet wins
			squares = []string{"a1", "b1", "a2", "b2", "c3", "b3"}
		}
		ply := 0 // the first board has no number
		if said := moveToMake.FindStringSubmatch(messages[len(messages)-1]); said != nil {
			move, err := strconv.Atoi(said[1])
			if err != nil {
				t.Fatal(err)
			}
			ply = move - 1
		}
		if ply >= len(squares) {
			t.Fatalf("a game goes on after %d moves:\n%s", ply, messages[len(messages)-1])
		}
		if len(pressed) == 9 {
			eventually(t, page, regexp.MustCompile(`Round 2 of 3`))
			alice.shoot("tournament-running")
			cup.open(browser, "bob").shoot("tournament-game")
		}
		send(t, cup.at("press", strings.ToLower(board[1+ply%2])), url.Values{"message": {board[3]}, "custom_id": {board[4] + board[5] + "/" + squares[ply]}})
	}
	alice.shoot("tournament-over")
}
