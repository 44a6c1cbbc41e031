package main

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"noughts/cmd/playground/browsertest"
)

// A player is a member who plays in their own browser tab.
type player struct {
	t    *testing.T
	tab  context.Context
	name string
}

// open opens a channel in a new browser tab. The tab shows the channel as one member sees it. `slug` is that member's
// name in the URL.
func open(t *testing.T, browser context.Context, base, name, slug, channel string) player {
	t.Helper()
	tab, closeTab := chromedp.NewContext(browser)
	t.Cleanup(closeTab)
	p := player{t, tab, name}
	t.Cleanup(func() {
		if t.Failed() {
			browsertest.Screenshot(t, tab, "failed-"+strings.ReplaceAll(t.Name(), "/", "-")+"-"+name+".png")
		}
	})
	p.do(
		chromedp.EmulateViewport(1280, 900),
		chromedp.Navigate(base+"/?as="+slug+"&channel="+channel),
		browsertest.Scripted,
	)
	return p
}

func (p player) do(steps ...chromedp.Action[chromedp.Void]) {
	p.t.Helper()
	browsertest.Do(p.t, p.tab, steps...)
}

// `until` waits until a JavaScript expression is true on the player's page.
func (p player) until(expression string) {
	p.t.Helper()
	p.do(browsertest.Until(expression))
}

// press presses the enabled button with the given label. If there are several, it presses the newest one.
func (p player) press(label string) {
	p.t.Helper()
	id := fmt.Sprintf(`[...document.querySelectorAll('.button:not(:disabled)[aria-label=%q]')].at(-1)`, label)
	p.until(id + ` !== undefined`)
	value := browsertest.Value(p.t, p.tab, chromedp.Evaluate[string](id+`.value`))
	p.do(browsertest.Click(fmt.Sprintf(`button[value=%q]`, value)))
}

// JavaScript expressions about the page. `board` is the newest board, and `keys` are its enabled buttons that choose a
// square or a local board. `over` is true if the game of that board has ended. `idle` is true if no request is pending.
const (
	board = `[...document.querySelectorAll('.container')].at(-1)`
	keys  = `[...` + board + `.querySelectorAll('.button:not(:disabled)')].filter(b => /^\/m\/\w+\/\w+\/([a-i][1-9]|board-[1-9])$/.test(b.value))`
	over  = `[...` + board + `.querySelectorAll('.button')].some(b => b.ariaLabel === 'Rematch')`
	idle  = `!document.querySelector('[aria-busy="true"]')`
)

func (p player) toMove() string {
	return fmt.Sprintf(`/@%s\u2069 to move/.test(%s.innerText)`, p.name, board)
}

// move waits for the member's turn and presses an enabled button for a square or a local board. `pick` is the button's
// index, which wraps around. move returns false if the game is over.
func (p player) move(pick int) bool {
	p.t.Helper()
	p.until(fmt.Sprintf(`%s && (%s || %s && %s.length > 0)`, idle, over, p.toMove(), keys))
	if browsertest.Value(p.t, p.tab, chromedp.Evaluate[bool](over)) {
		return false
	}
	value := browsertest.Value(p.t, p.tab, chromedp.Evaluate[string](fmt.Sprintf(`(k => k[%d %% k.length].value)(%s)`, pick, keys)))
	p.do(browsertest.Click(fmt.Sprintf(`button[value=%q]`, value)))
	p.until(fmt.Sprintf(`!document.querySelector('button[value="%s"]')`, value))
	return true
}

// TestBrowserChallenge lets Alice challenge Bob from the member menu. Both play the game to its
// end, each in their own tab.
func TestBrowserChallenge(t *testing.T) {
	t.Parallel()
	browser := browsertest.Start(t)
	base := start(t)
	alice := open(t, browser, base, "Alice", "alice", "general")
	bob := open(t, browser, base, "Bob", "bob", "general")

	alice.joins()
	alice.do(browsertest.Click(`li[data-name="Bob"] button`), chromedp.WaitVisible("#member-menu button"))
	browsertest.Screenshot(t, alice.tab, "6-member-menu.png")
	alice.do(browsertest.Click("#member-menu button"))
	bob.until(board + ` !== undefined`)
	browsertest.Screenshot(t, bob.tab, "7-challenged.png")
	bob.press("Accept")

	players := []player{alice, bob}
	bob.until(fmt.Sprintf(`%s || %s`, alice.toMove(), bob.toMove()))
	if browsertest.Value(t, bob.tab, chromedp.Evaluate[bool](bob.toMove())) {
		players = []player{bob, alice}
	}
	players[1].refused()
	for ply := 0; players[ply%2].move(ply * 5); ply++ {
		if ply > 9 {
			t.Fatal("more moves than squares")
		}
	}
	alice.until(over)
	bob.until(over)
	browsertest.Screenshot(t, bob.tab, "9-challenge-over.png")
}

// refused presses a square when it is not the member's turn. It checks that a private answer appears and that the
// member can dismiss it.
func (p player) refused() {
	p.t.Helper()
	p.until(keys + `.length > 0`)
	value := browsertest.Value(p.t, p.tab, chromedp.Evaluate[string](keys+`[0].value`))
	p.do(browsertest.Click(fmt.Sprintf(`button[value=%q]`, value)), chromedp.WaitVisible(".ephemeral"))
	browsertest.Screenshot(p.t, p.tab, "8-refused.png")
	p.do(browsertest.Click(".ephemeral .private button"), chromedp.WaitNotPresent(".ephemeral"))
}
