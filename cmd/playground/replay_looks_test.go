package main

import (
	"fmt"
	"net/url"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"noughts/cmd/playground/browsertest"
	"noughts/game"
)

// replayed is the game that TestLooksOfReplays plays to its end and then replays.
var replayed = look{name: "replay", command: "/challenge member:@Bob game:ultimate first:me", variant: game.Ultimate, seed: 3}

// TestLooksOfReplays takes pictures of the replay of a finished game: in Discord, and on the playground's page /game,
// which replays a game from its exported text. For the pictures see TestLooks.
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

	words := make([]string, len(moves))
	for i, s := range moves {
		words[i] = s.String()
	}
	alice.do(
		chromedp.EmulateViewport(1280, 900), chromedp.Navigate(base+"/game"), chromedp.WaitVisible("#game"),
		chromedp.SendKeys("#game", "ultimate: "+strings.Join(words, " ")), browsertest.Click(`form button`), chromedp.WaitVisible("#board"),
	)
	shows := func(ply int) chromedp.Action[chromedp.Void] {
		return chromedp.WaitVisible(fmt.Sprintf(`#said[data-ply="%d"]`, ply))
	}
	for ply := range 7 {
		alice.do(browsertest.Click("#next"), shows(ply+1))
	}
	for size, width := range map[string]int64{"desktop": 1280, "phone": 390} {
		alice.do(chromedp.EmulateViewport(width, 900))
		alice.until(`[...document.querySelectorAll('img')].every(i => i.complete && i.naturalWidth > 0) && document.documentElement.scrollWidth <= innerWidth`)
		browsertest.Screenshot(t, alice.tab, "replay-page-"+size+".png")
	}
	alice.do(browsertest.Click("#last"), shows(len(moves)))
}
