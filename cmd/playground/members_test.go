package main

import (
	"html"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"noughts/cmd/playground/browsertest"
)

// TestMembersOfTheFlag checks that the members from -members are in the server and can act on the
// page. The group message has at most ten people.
func TestMembersOfTheFlag(t *testing.T) {
	t.Parallel()
	names := "Dave, Ærin,f,g,h,i,j,k"
	_, base := invited(t, "-members", names)
	eventually(t, base+"/?as=alice&channel=general", regexp.MustCompile("Members — 11"))
	page := "?as=ærin&channel=general"
	send(t, base+"/use"+page, url.Values{"line": {"Here I am"}})
	eventually(t, base+"/?as=bob&channel=general", regexp.MustCompile(`(?s)>Ærin<.*Here I am`))
	group := "Alice, Bob, Carol, Dave, Ærin, f, g, h, i"
	if !strings.Contains(fetch(t.Context(), t, base+"/?as=j&channel=%40noughts"), group) {
		t.Error("the tenth is not in the group")
	}
	if strings.Contains(fetch(t.Context(), t, base+"/?as=k&channel=%40noughts"), group) {
		t.Error("the eleventh is in the group")
	}
}

// TestNamesAsMembersGiveThem challenges members whose names have spaces, emoji, markdown, HTML and signs of commands.
func TestNamesAsMembersGiveThem(t *testing.T) {
	t.Parallel()
	names := []string{"Erin the *Great* 🎉", "<b>Bo</b> & `co`", "member:@Alice x", "مرحبا بك", "#1 / ~~fan~~"}
	base := readLine(t, run(t, "-language", "en-US", "-members", strings.Join(names, ",")))
	visitor{t, base, "?as=alice&channel=general"}.isOffered(offered)
	for _, name := range names {
		send(t, base+"/use?as=alice&channel=general", url.Values{"line": {"/challenge member:@" + name + " size:4"}})
		page := base + "/?" + url.Values{"as": {strings.ToLower(name)}, "channel": {"general"}}.Encode()
		eventually(t, page, regexp.MustCompile(`4×4.* challenges .*`+regexp.QuoteMeta(html.EscapeString("@"+name))))
		if !strings.Contains(fetch(t.Context(), t, page), "You are "+html.EscapeString(name)) {
			t.Errorf("%s has no page", name)
		}
	}
}

// TestWordsAsMembersTypeThem types the beginnings of choices, and checks what an empty channel offers.
func TestWordsAsMembersTypeThem(t *testing.T) {
	t.Parallel()
	base := readLine(t, run(t, "-language", "en-US"))
	visitor{t, base, "?as=alice&channel=general"}.isOffered(offered)
	page := fetch(t.Context(), t, base+"/?as=alice&channel=general")
	for _, chip := range []string{`value="/ultimate"><button type="submit" class="button primary">Play Ultimate<`, `member:@Bob"><button type="submit" class="button primary">Challenge Bob<`, `value="/daily"><button`} {
		if !strings.Contains(page, chip) {
			t.Errorf("the empty channel does not offer %s", chip)
		}
	}
	completion := fetch(t.Context(), t, base+"/complete?as=alice&channel=general&line="+url.QueryEscape("/puzzle mode:my"))
	if !strings.Contains(completion, `"items":[{"label":"my own mistakes"`) {
		t.Errorf("my: %s", completion)
	}
	send(t, base+"/use?as=alice&channel=general", url.Values{"line": {"/puzzle mode:my"}})
	eventually(t, base+"/?as=alice&channel=general", regexp.MustCompile("mistakes"))
	send(t, base+"/use?as=alice&channel=general", url.Values{"line": {"/challenge member:@Bob variant:misère"}})
	eventually(t, base+"/?as=bob&channel=general", regexp.MustCompile(`Misère tic-tac-toe`))
}

// TestBrowserTopBarOfAPhone checks that the top bar fits on a small phone with seven members, in a channel and a thread.
func TestBrowserTopBarOfAPhone(t *testing.T) {
	t.Parallel()
	browser := browsertest.Start(t)
	base := readLine(t, run(t, "-language", "en-US", "-members", "Dave,Erin,Frank,Grace"))
	alice := open(t, browser, base, "Alice", "alice", "general")
	alice.do(chromedp.EmulateViewport(360, 780))
	alice.until(`innerWidth === 360`)
	fits := `(() => {
		const bar = document.querySelector('.topbar');
		const within = [...bar.querySelectorAll('h2, .players, .players a[aria-current], .icon, .button')].every(e => {
			const place = e.getBoundingClientRect();
			return place.width === 0 || place.left >= 0 && place.right <= innerWidth;
		});
		return within && bar.scrollWidth <= innerWidth && document.querySelector('h2 .channel-name').offsetWidth >= 30;
	})()`
	alice.until(fits)
	browsertest.Screenshot(t, alice.tab, "80-phone-top-bar.png")
	alice.do(browsertest.Click(`#thread-maker summary`), chromedp.SendKeys(`#thread-name`, "Our long game of the week"), browsertest.Click(`#thread-maker button[type="submit"]`))
	alice.do(chromedp.WaitVisible(`.topbar form[action^="/archive"]`), browsertest.Scripted)
	alice.until(fits)
	browsertest.Screenshot(t, alice.tab, "81-phone-top-bar-thread.png")
}
