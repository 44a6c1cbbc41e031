package web_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"noughts/bot/discordtest"
	"noughts/cmd/playground/web"
)

const openPanel = "/?as=alice&panel=wire"

func wired(t *testing.T) (*web.Server, *web.Panel) {
	t.Helper()
	panel := newPanel()
	return web.NewServer(newFakeWorld(newFake()).World, panel, quiet, func() time.Time { return noon }), panel
}

func TestTheWireShowsWhatWasSaid(t *testing.T) {
	t.Parallel()
	s, panel := wired(t)
	lacks(t, getFrom(t, s, "/?as=alice", nil), `id="entries"`)
	panel.Wire.Interaction(discordtest.Delivery{Time: noon, Interaction: json.RawMessage(`{"type":3,"member":{"user":{"username":"Bob"}},"data":{"custom_id":"/m/<1>"}}`)})
	panel.Wire.Exchange(discordtest.Exchange{
		Time: noon, Method: "POST", Path: "/api/v10/interactions/1/" + strings.Repeat("abcd", 20) + "/callback", Query: "with_response=true", Route: "/interactions/{interaction}/{token}/callback",
		Body: []byte(`{"type":7}`), Status: 400, Answer: []byte(`{"code":50035,"message":"Invalid <Form> Body"}`),
	})
	panel.Wire.Exchange(discordtest.Exchange{Time: noon, Method: "GET", Path: "/api/v10/nowhere", Status: 204, Answer: []byte("plain \xff text")})
	page := getFrom(t, s, openPanel, nil)
	holds(t, page, `Bob · presses /m/&lt;1&gt;`, `POST /interactions/…/…/callback`, `400 Bad Request`,
		`<li class="entry refused" data-entry="2"><details open>`, "{\n  &#34;code&#34;: 50035,\n  &#34;message&#34;: &#34;Invalid &lt;Form&gt; Body&#34;\n}",
		`/interactions/1/abcdabcd…/callback?with_response=true`, "plain \uFFFD text", `204 No Content`)
	if strings.Index(page, `data-entry="3"`) > strings.Index(page, `data-entry="1"`) {
		t.Error("the oldest is on top")
	}
}

func TestTheWireIsBounded(t *testing.T) {
	t.Parallel()
	s, panel := wired(t)
	for i := range 100 {
		panel.Wire.Exchange(discordtest.Exchange{Time: noon, Method: "GET", Path: fmt.Sprint("/", i), Answer: make([]byte, 1<<20)})
	}
	page := getFrom(t, s, openPanel, nil)
	if n := strings.Count(page, "data-entry"); n != 60 || len(page) > 60*(70<<10)*4 {
		t.Errorf("%d entries, %d bytes", n, len(page))
	}
	holds(t, page, `data-entry="41"`, `data-entry="100"`)
}

func TestTheWireComesLive(t *testing.T) {
	t.Parallel()
	world, panel := newFakeWorld(newFake()), newPanel()
	next := listen(t, web.NewServer(world.World, panel, quiet, func() time.Time { return noon }), "/events?as=alice&panel=wire")
	if got, want := next("status"), `{"connected":true,"words":"connected"}`; got != want {
		t.Errorf("status %s, want %s", got, want)
	}
	for i := range 3 {
		panel.Wire.Exchange(discordtest.Exchange{Time: noon, Method: "GET", Path: fmt.Sprint("/", i)})
		var html string
		if err := json.Unmarshal([]byte(next("wire")), &html); err != nil {
			t.Fatal(err)
		}
		if strings.Count(html, "data-entry") != 1 || !strings.Contains(html, fmt.Sprintf(`data-entry="%d"`, i+1)) {
			t.Errorf("entry %d: %s", i+1, html)
		}
	}
}

func TestSwitches(t *testing.T) {
	t.Parallel()
	s, _ := wired(t)
	holds(t, getFrom(t, s, openPanel, nil), `name="name" value="cut">`, `<option selected>no</option><option>1s</option>`)
	tests := map[string]struct {
		form   url.Values
		status int
		want   string
	}{
		"refused":       {url.Values{"name": {"cut"}}, http.StatusConflict, "The bot is not connected."},
		"done":          {url.Values{"name": {"late"}, "value": {"1s"}}, http.StatusNoContent, ""},
		"no such value": {url.Values{"name": {"late"}, "value": {"2s"}}, http.StatusNotFound, "That switch doesn't exist."},
		"no such name":  {url.Values{"name": {"x"}}, http.StatusNotFound, "That switch doesn't exist."},
	}
	for name, tt := range tests {
		w := postTo(t, s, "/switch?as=alice", tt.form, nil)
		if w.Code != tt.status || tt.want != "" && problem(t, w) != tt.want {
			t.Errorf("%s: status %d: %s", name, w.Code, w.Body)
		}
	}
}
