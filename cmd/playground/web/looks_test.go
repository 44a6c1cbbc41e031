package web_test

import (
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
	server := httptest.NewServer(testServer(newFake(gallery()...)).Handler())
	t.Cleanup(server.Close)
	t.Cleanup(server.CloseClientConnections)
	for _, size := range sizes {
		browsertest.Do(t, tab,
			chromedp.EmulateViewport(size.width, size.height),
			chromedp.Navigate(server.URL+"/?as=alice"),
			chromedp.WaitVisible("#m-104"),
		)
		browsertest.Screenshot(t, tab, "gallery-"+size.name+".png")
	}
}
