package main

import (
	"testing"

	"github.com/chromedp/chromedp"

	"noughts/cmd/playground/browsertest"
)

// TestBrowserFirstContact follows a member who has never seen the bot: the member asks for help,
// clicks a command, reads the rules, and challenges a friend.
func TestBrowserFirstContact(t *testing.T) {
	t.Parallel()
	browser := browsertest.Start(t)
	base := start(t)
	alice, bob := open(t, browser, base, "Alice", "alice", "general"), open(t, browser, base, "Bob", "bob", "general")
	alice.joins()
	alice.types("/help")
	alice.do(chromedp.WaitVisible(`.container button[data-command="classic"]`))
	browsertest.Screenshot(t, alice.tab, "10-help.png")
	alice.do(browsertest.Click(`.container button[data-command="classic"]`))
	alice.until(`document.getElementById('line').value === '/classic '`)

	alice.types("/rules game:ultimate")
	alice.press("Next")
	alice.do(browsertest.Click(`button[value="/rules/ultimate/2/f6"]`))
	alice.until(`/must play in the bottom right board/.test(` + board + `.innerText)`)
	browsertest.Screenshot(t, alice.tab, "11-rules.png")
	alice.looks("dark")
	alice.do(chromedp.EmulateViewport(390, 844))
	alice.until(`innerWidth === 390`)
	browsertest.Screenshot(t, alice.tab, "12-rules-phone.png")
	alice.do(chromedp.EmulateViewport(1280, 900))

	alice.press("Challenge a friend")
	friends := `.menu:has([value="/play/ultimate/friend"]) `
	alice.do(browsertest.Click(friends + "summary"))
	browsertest.Screenshot(t, alice.tab, "13-friend.png")
	alice.until(`(() => {
		const bob = [...document.querySelectorAll('` + friends + `.option')].find(o => o.innerText.includes('Bob'));
		bob?.click();
		return bob !== undefined;
	})()`)
	bob.press("Accept")
	alice.until(`/Ultimate tic-tac-toe/.test(` + board + `.innerText) && (` + alice.toMove() + ` || ` + bob.toMove() + `)`)
}
