package web_test

import (
	"context"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"noughts/cmd/playground/browsertest"
)

// sizes are the windows in which the page has to look right.
var sizes = []struct {
	name          string
	width, height int64
}{{"desktop", 1280, 1900}, {"phone", 390, 2300}}

func TestLooks(t *testing.T) {
	t.Parallel()
	tab := browsertest.Start(t, time.Minute)
	client := newFake(gallery()...)
	client.answer.Modal = aForm()
	server := httptest.NewServer(testServer(client).Handler())
	t.Cleanup(server.Close)
	t.Cleanup(server.CloseClientConnections)
	for _, size := range sizes {
		browsertest.Do(t, tab,
			chromedp.EmulateViewport(size.width, size.height),
			chromedp.Navigate(server.URL+"/?as=alice"),
			chromedp.WaitVisible("#m-104"),
		)
		for _, look := range []string{"dark", "light"} {
			browsertest.Value(t, tab, chromedp.Poll[bool](`(document.documentElement.dataset.theme = "`+look+`") && true`))
			browsertest.Do(t, tab, settled)
			browsertest.Screenshot(t, tab, "gallery-"+size.name+"-"+look+".png")
		}
	}
	phone := func(picture string, steps ...chromedp.Action[chromedp.Void]) {
		browsertest.Do(t, tab, chromedp.EmulateViewport(390, 844), chromedp.Navigate(server.URL+"/?as=alice"), chromedp.WaitVisible("#m-104"))
		browsertest.Do(t, tab, steps...)
		browsertest.Screenshot(t, tab, picture)
	}
	phone("phone-suggestions.png", chromedp.SendKeys("#line", "/"), chromedp.WaitVisible(".suggestion"))
	phone("phone-channels.png", chromedp.Click(`[data-drawer="sidebar"]`), chromedp.WaitVisible("#sidebar"), settled)
	phone("phone-members.png", chromedp.Click(`[data-drawer="members"]`), chromedp.WaitVisible("#members"), settled)
	phone("phone-form.png", chromedp.Click(`button[value="p1"]`), chromedp.WaitVisible("dialog"))
	phone("phone-menu.png", chromedp.Click(`summary[data-at="c.0.3.0"]`), chromedp.WaitVisible(".option"))
}

// settled waits for the animations to end.
var settled = chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
	_, err := chromedp.Poll[bool](`document.getAnimations().every(a => a.playState !== 'running' || a.effect.getTiming().iterations === Infinity)`)(ctx, t)
	return err
})
