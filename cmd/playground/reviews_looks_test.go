package main

import (
	"fmt"
	"net/url"
	"testing"

	"noughts/cmd/playground/browsertest"
	"noughts/game"
)

// TestLooksOfReviews takes pictures of the pages of a review. For the pictures see TestLooks.
func TestLooksOfReviews(t *testing.T) {
	t.Parallel()
	browser := browsertest.Start(t)
	base := startLucky(t)
	for name, l := range map[string]look{
		"review":        {variant: game.Ultimate, seed: 21},
		"review-solved": {variant: game.InARow(4, 3), seed: 5},
	} {
		t.Run(name, func(t *testing.T) {
			line := "/review game:" + l.variant.String() + ":"
			moves := randomMoves(t, l)
			for _, s := range moves[:min(len(moves), 20)] {
				line += " " + s.String()
			}
			channel := newThread(t, base, name)
			send(t, base+"/use?as=alice&channel="+channel, url.Values{"line": {line}})
			p := open(t, browser, base, "Alice", "alice", channel)
			shows := func(text string) {
				p.until(fmt.Sprintf(`document.querySelector('#messages').textContent.includes(%q)`, text))
			}
			shows("accuracy")
			p.until(`document.querySelector('#messages img.picture')?.naturalWidth > 0`)
			p.shoot(name)
			p.press("Mistakes")
			shows("Better was")
			p.shoot(name + "-move")
			p.press("Why?")
			shows("What speaks")
			p.shoot(name + "-why")
			p.press("Try again here")
			shows("find something better")
			p.shoot(name + "-try")
			p.press("Solution")
			shows("number 1 on the board")
			p.press("Play on from here")
			shows("Choose your opponent.")
			p.shoot(name + "-play")
		})
	}
}
