package main

import (
	"fmt"
	"net/url"
	"testing"

	"noughts/cmd/playground/browsertest"
	"noughts/game"
)

// replayed is the game that TestLooksOfReplays plays to its end and then replays.
var replayed = look{name: "replay", command: "/challenge member:@Bob game:ultimate first:me", variant: game.Ultimate, seed: 3}

// TestLooksOfReplays takes pictures of the replay of a finished game. For the pictures see TestLooks.
func TestLooksOfReplays(t *testing.T) {
	t.Parallel()
	browser := browsertest.Start(t)
	base := startLucky(t)
	channel := newThread(t, base, replayed.name)
	as := func(slug string) string { return "?as=" + slug + "&channel=" + channel }
	send(t, base+"/use"+as("alice"), url.Values{"line": {replayed.command}})
	accept := eventually(t, base+"/"+as("bob"), acceptButton)
	send(t, base+"/press"+as("bob"), url.Values{"message": {accept[1]}, "custom_id": {accept[2]}})
	moves := randomMoves(t, replayed)
	for ply, s := range moves {
		send(t, base+"/use"+as([]string{"alice", "bob"}[ply%2]), url.Values{"line": {"/move square:" + s.String()}})
	}
	alice := open(t, browser, base, "Alice", "alice", channel)
	alice.press("⋯ More")
	alice.press("Replay")
	alice.until(`document.body.innerText.includes('Before the first move')`)
	for ply := range 12 {
		alice.press("▶")
		alice.until(fmt.Sprintf(`document.body.innerText.includes('Move %d of %d')`, ply+1, len(moves)))
	}
	alice.shoot("replay-move")
	alice.press("Animation")
	alice.until(`[...document.querySelectorAll('#messages img.picture')].at(-1)?.naturalWidth > 0`)
	alice.shoot("replay-animation")
	alice.press("Text file")
	alice.until(`document.body.innerText.includes('game.txt')`)
	alice.shoot("replay-text")
}
