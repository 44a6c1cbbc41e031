package discordtest_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"noughts/bot/discordtest"
	"noughts/bot/discordtest/object"
)

func TestPlainRefusals(t *testing.T) {
	Play(t, func(t *testing.T, sc *Scene) {
		other := sc.Server.NewApplication("other")
		away := sc.Server.NewGuild("Away").NewChannel("far")
		for _, c := range []struct {
			name, method, path, body string
			status                   int
			want                     string
		}{
			{"unknown path", "GET", "/nothing", "", 404, `{"code":0,"message":"404: Not Found"}`},
			{"wrong method", "PUT", "/users/@me", "", 405, `{"code":0,"message":"405: Method Not Allowed"}`},
			{"unknown channel", "GET", "/channels/1", "", 404, `{"code":10003,"message":"Unknown Channel"}`},
			{"channel elsewhere", "GET", "/channels/" + away.ID, "", 403, `{"code":50001,"message":"Missing Access"}`},
			{"unknown message", "DELETE", "/channels/" + sc.Channel.ID + "/messages/1", "", 404, `{"code":10008,"message":"Unknown Message"}`},
			{"unknown application", "GET", "/applications/1/commands", "", 404, `{"code":10002,"message":"Unknown Application"}`},
			{"another application", "GET", "/applications/" + other.ID + "/commands", "", 403, `"code":20012`},
			{"application that is no id", "PUT", "/applications/undefined/commands", "[]", 400, `"application_id":{"_errors":[{"code":"NUMBER_TYPE_COERCE"`},
			{"guild that is no id", "GET", "/guilds/x", "", 400, `{"code":50035,"message":"Invalid Form Body","errors":{"guild_id":{"_errors":[{"code":"NUMBER_TYPE_COERCE","message":"Value \"x\" is not snowflake."}]}}}`},
			{"two that are no ids", "DELETE", "/channels/x/messages/y", "", 400, `"channel_id":{"_errors":[{"code":"NUMBER_TYPE_COERCE","message":"Value \"x\" is not snowflake."}]},"message_id"`},
			{"message of a webhook that is no id", "GET", "/webhooks/1/x/messages/@me", "", 400, `"message_id"`},
			{"no member", "GET", "/guilds/" + sc.Guild.ID + "/members/", "", 404, `404: Not Found`},
			{"commands elsewhere", "PUT", "/applications/" + sc.Bot.App.ID + "/guilds/" + away.Guild.ID + "/commands", "[]", 403, `"code":50001`},
			{"unknown interaction", "POST", "/interactions/1/x/callback", `{"type":5}`, 404, `{"code":10062,"message":"Unknown interaction"}`},
			{"unknown webhook", "POST", "/webhooks/1/x", `{"content":"x"}`, 404, `{"code":10015,"message":"Unknown Webhook"}`},
			{"webhook token", "POST", "/webhooks/" + sc.Bot.App.ID + "/x", `{"content":"x"}`, 401, `{"code":50027,"message":"Invalid Webhook Token"}`},
			{"boolean of the query", "POST", "/interactions/1/x/callback?with_response=maybe", `{"type":5}`, 400, `"with_response":{"_errors"`},
			{"limit of the query", "GET", "/users/@me/guilds?limit=201", "", 400, `"limit":{"_errors":[{"code":"NUMBER_TYPE_MAX"`},
		} {
			if status, body := sc.Bot.Do(c.method, c.path, c.body); status != c.status || !strings.Contains(body, c.want) {
				t.Errorf("%s: %d %s, want %d %s", c.name, status, body, c.status, c.want)
			}
		}
	})
}

func TestAuthorisationAndVersions(t *testing.T) {
	Play(t, func(t *testing.T, sc *Scene) {
		token := sc.Bot.App.Token
		for _, c := range []struct {
			path, authorisation string
			status              int
			want                string
		}{
			{"/api/v7/users/@me", "Bot " + token, 400, `"code":50041`},
			{"/api/v10/users/@me", "Bot " + token, 200, `"username":"noughts"`},
			{"/api/v9/users/@me", "Bot " + token, 200, `"bot":true`},
			{"/api/v9/applications/@me", "Bot " + token, 200, `"verify_key":"` + sc.Bot.App.PublicKey},
			{"/api/v9/guilds/" + sc.Guild.ID, "Bot " + token, 200, `"preferred_locale":"en-US"`},
			{"/api/v9/channels/" + sc.Channel.ID, "Bot " + token, 200, `"name":"games"`},
			{"/api/v9/gateway", "", 200, `"url":`},
			{"/api/v10/users/@me", "", 401, `{"code":0,"message":"401: Unauthorized"}`},
			{"/api/v10/users/@me", token, 401, `401: Unauthorized`},
			{"/api/v10/users/@me", "Bot x" + token, 401, `401: Unauthorized`},
			{"/api/v10/gateway/bot", token, 401, `401: Unauthorized`},
			{"/api/users/@me", "Bot " + token, 400, `"code":50041`},
		} {
			h := http.Header{}
			if c.authorisation != "" {
				h.Set("Authorization", c.authorisation)
			}
			if resp, body := sc.Get(c.path, h); resp.StatusCode != c.status || !strings.Contains(body, c.want) {
				t.Errorf("%s with %q: %d %s", c.path, c.authorisation, resp.StatusCode, body)
			}
		}
	})
}

func TestRouteLimit(t *testing.T) {
	Play(t, func(t *testing.T, sc *Scene) {
		path := "/channels/" + sc.Channel.ID + "/messages"
		for range 5 {
			sc.Bot.Must("POST", path, `{"content":"x"}`, nil)
		}
		status, body := sc.Bot.Do("POST", path, `{"content":"x"}`)
		if status != 429 || !strings.Contains(body, `"global":false`) || !strings.Contains(body, `"retry_after":5`) {
			t.Errorf("the sixth message: %d %s", status, body)
		}
		sc.Bot.Must("POST", "/channels/"+sc.Guild.NewChannel("other").ID+"/messages", `{"content":"x"}`, nil)
		time.Sleep(5 * time.Second) // fake time: the test runs in a synctest bubble
		sc.Bot.Must("POST", path, `{"content":"x"}`, nil)
	})
}

func TestRateLimitHeaders(t *testing.T) {
	Play(t, func(t *testing.T, sc *Scene) {
		resp, _ := sc.Get("/api/v10/users/@me", http.Header{"Authorization": {"Bot " + sc.Bot.App.Token}})
		for name, want := range map[string]string{"Limit": "50", "Remaining": "49", "Reset-After": "1.000"} {
			if got := resp.Header.Get("X-RateLimit-" + name); got != want {
				t.Errorf("X-RateLimit-%s: %q, want %q", name, got, want)
			}
		}
		if resp.Header.Get("X-RateLimit-Bucket") == "" || resp.Header.Get("X-RateLimit-Reset") == "" {
			t.Errorf("headers %v", resp.Header)
		}
	})
}

func TestBodies(t *testing.T) {
	Play(t, func(t *testing.T, sc *Scene) {
		gallery := V2(`{"type":12,"items":[{"media":{"url":"attachment://a.png"}}]}`)
		if status, body := sc.Multipart(gallery, "a.png", 10); status != 200 || !strings.Contains(body, `/a.png"`) {
			t.Errorf("a file: %d %s", status, body)
		}
		if status, body := sc.Multipart(gallery, "b.png", 10); status != 400 {
			t.Errorf("another file than the one shown: %d %s", status, body)
		}
		if status, body := sc.Multipart(`{}`, "a.png", object.MaxAttachment+1); status != 413 || !strings.Contains(body, "40005") {
			t.Errorf("a large file: %d %s", status, body)
		}
		path := "/channels/" + sc.Channel.ID + "/messages"
		if status, body := sc.Bot.Send("POST", path, "text/plain", strings.NewReader("x")); status != 400 || !strings.Contains(body, "50035") {
			t.Errorf("plain text: %d %s", status, body)
		}
	})
}

// aPNG is a picture in the form that the API accepts. It has only the first bytes of a PNG, because
// nothing reads the rest.
const aPNG = `data:image/png;base64,iVBORw0KGgo=`

func TestApplicationEmojis(t *testing.T) {
	Play(t, func(t *testing.T, sc *Scene) {
		path := "/applications/" + sc.Bot.App.ID + "/emojis"
		var made, got object.ApplicationEmoji
		sc.Bot.Must("POST", path, `{"name":"cross","image":"`+aPNG+`"}`, &made)
		if made.Name != "cross" || made.Animated || !made.Available || made.User.ID != sc.Bot.App.User.ID {
			t.Errorf("made %+v", made)
		}
		if kind, data, ok := sc.Bot.App.EmojiImage(made.ID); !ok || kind != "image/png" || string(data) != "\x89PNG\r\n\x1a\n" {
			t.Errorf("its picture: %q, %q, %v", kind, data, ok)
		}
		sc.Bot.Must("POST", path, `{"name":"spin","image":"data:image/gif;base64,R0lGODlh"}`, &got)
		if !got.Animated {
			t.Errorf("a GIF: %+v", got)
		}
		var m discordtest.Message
		in := In(Row(Button(`"custom_id":"/a","emoji":{"id":"` + made.ID + `","name":"whatever"}`)))
		sc.Bot.Must("POST", "/channels/"+sc.Channel.ID+"/messages", in, &m)
		if e := m.Components[0].Components[0].Emoji; e == nil || e.ID != made.ID || e.Name != "cross" {
			t.Errorf("button %+v", m.Components[0].Components[0])
		}
		other := NewBot(t, sc.Server, "other")
		sc.Guild.Install(other.App)
		if status, body := other.Do("POST", "/channels/"+sc.Channel.ID+"/messages", in); status != 400 || !strings.Contains(body, "COMPONENT_INVALID_EMOJI") {
			t.Errorf("another application's: %d %s", status, body)
		}
		var list struct{ Items []object.ApplicationEmoji }
		sc.Bot.Must("GET", path, nil, &list)
		if all := sc.Bot.App.Emojis(); len(list.Items) != 2 || len(all) != 2 || all[0].Name != "cross" {
			t.Errorf("listed %+v, %+v", list, all)
		}
		sc.Bot.Must("DELETE", path+"/"+made.ID, nil, nil)
		if _, _, ok := sc.Bot.App.EmojiImage(made.ID); ok {
			t.Error("the picture of a deleted emoji is still there")
		}
		if status, body := sc.Bot.Do("DELETE", path+"/"+made.ID, nil); status != 404 || HasError(body, "10014") != nil {
			t.Errorf("deleted: %d %s", status, body)
		}
	})
}

func TestEmojiRules(t *testing.T) {
	Play(t, func(t *testing.T, sc *Scene) {
		path := "/applications/" + sc.Bot.App.ID + "/emojis"
		sc.Bot.Must("POST", path, `{"name":"taken","image":"`+aPNG+`"}`, nil)
		for _, c := range []struct{ name, body, want string }{
			{"no name", `{"image":"` + aPNG + `"}`, "name BASE_TYPE_REQUIRED"},
			{"short name", `{"name":"x","image":"` + aPNG + `"}`, "name BASE_TYPE_BAD_LENGTH"},
			{"name with a space", `{"name":"a b","image":"` + aPNG + `"}`, "name STRING_TYPE_REGEX"},
			{"taken name", `{"name":"taken","image":"` + aPNG + `"}`, "name APPLICATION_EMOJI_NAME_ALREADY_TAKEN"},
			{"no image", `{"name":"ab"}`, "image BASE_TYPE_REQUIRED"},
			{"no picture", `{"name":"ab","image":"data:image/png;base64,bm8gcGljdHVyZQ=="}`, "image BASE_TYPE_INVALID_IMAGE"},
			{"no bytes", `{"name":"ab","image":"data:image/png;base64,"}`, "image BASE_TYPE_INVALID_IMAGE"},
			{"no URI", `{"name":"ab","image":"image/png;base64,iVBORw0KGgo="}`, "image BASE_TYPE_INVALID_IMAGE"},
			{"no base64", `{"name":"ab","image":"data:image/png;base64,*"}`, "image BASE_TYPE_INVALID_IMAGE"},
			{"large picture", `{"name":"ab","image":"data:image/png;base64,` + "iVBORw0KGgoA" + strings.Repeat("AAAA", (256<<10)/3) + `"}`, "image BINARY_TYPE_MAX_SIZE"},
		} {
			if status, body := sc.Bot.Do("POST", path, c.body); status != 400 || HasError(body, c.want) != nil {
				t.Errorf("%s: %d %s", c.name, status, body)
			}
		}
		for i := len(sc.Bot.App.Emojis()); i < 2000; i++ {
			sc.Bot.App.AddEmoji(sc.Alice, fmt.Sprint("emoji", i))
		}
		if status, body := sc.Bot.Do("POST", path, `{"name":"more","image":"`+aPNG+`"}`); status != 400 || HasError(body, "30008") != nil {
			t.Errorf("the 2001st: %d %s", status, body)
		}
	})
}

func TestEmojiLimit(t *testing.T) {
	Play(t, func(t *testing.T, sc *Scene) {
		path := "/applications/" + sc.Bot.App.ID + "/emojis"
		create := func(name string) int {
			status, _ := sc.Bot.Do("POST", path, `{"name":"`+name+`","image":"`+aPNG+`"}`)
			return status
		}
		for i, want := range []int{201, 201, 429, 429} {
			if status := create(fmt.Sprint("emoji", i)); status != want {
				t.Errorf("emoji %d: %d, want %d", i, status, want)
			}
		}
		time.Sleep(45 * time.Minute)
		status, body := sc.Bot.Do("POST", path, `{"name":"early","image":"`+aPNG+`"}`)
		if status != 429 || !strings.Contains(body, `"retry_after":900`) {
			t.Errorf("after 45 minutes: %d %s", status, body)
		}
		sc.Bot.Must("GET", path, nil, nil)
		time.Sleep(15 * time.Minute)
		if status := create("late"); status != 201 {
			t.Errorf("after an hour: %d", status)
		}
	}, discordtest.WithEmojiLimit(2))
}

func TestBulkOverwriteKeepsWhatStays(t *testing.T) {
	Play(t, func(t *testing.T, sc *Scene) {
		path := "/applications/" + sc.Bot.App.ID + "/commands"
		var before, after []discordtest.Command
		sc.Bot.Must("PUT", path, `[{"name":"a","description":"x"},{"name":"b","description":"x"},{"name":"a","type":2}]`, &before)
		sc.Bot.Must("PUT", path, `[{"name":"b","description":"y"},{"name":"a","description":"x"}]`, &after)
		if len(before) != 3 || len(after) != 2 {
			t.Fatalf("%d, then %d commands", len(before), len(after))
		}
		if after[0].ID != before[1].ID || after[0].Version == before[1].Version {
			t.Errorf("changed command: %+v, was %+v", after[0], before[1])
		}
		if after[1].ID != before[0].ID || after[1].Version != before[0].Version {
			t.Errorf("unchanged command: %+v, was %+v", after[1], before[0])
		}
		var listed []discordtest.Command
		sc.Bot.Must("GET", path, nil, &listed)
		if len(listed) != 2 || listed[0].Name != "b" {
			t.Errorf("listed %+v", listed)
		}
	})
}

func TestBulkOverwriteIsAllOrNothing(t *testing.T) {
	Play(t, func(t *testing.T, sc *Scene) {
		sc.Bot.Register(GreetCommand)
		for _, body := range []string{`[{"name":"a","description":"x"},{"name":"b"}]`, Times(101, `{"name":"c#","description":"x"}`)} {
			if status, answer := sc.Bot.Do("PUT", "/applications/"+sc.Bot.App.ID+"/commands", body); status != 400 {
				t.Errorf("%d %s", status, answer)
			}
		}
		if left := sc.Bot.App.Commands(""); len(left) != 1 || left[0].Name != "greet" {
			t.Errorf("left: %+v", left)
		}
	})
}

// TestEnforcedNonces checks that a message with enforce_nonce is not posted while the server remembers an earlier
// message with the same nonce.
func TestEnforcedNonces(t *testing.T) {
	Play(t, func(t *testing.T, sc *Scene) {
		path := "/channels/" + sc.Channel.ID + "/messages"
		for _, c := range []struct {
			body string
			want int // the number of messages in the channel afterwards
		}{
			{`{"content":"a","nonce":"n1","enforce_nonce":true}`, 1},
			{`{"content":"b","nonce":"n1","enforce_nonce":true}`, 1},
			{`{"content":"c","nonce":"n1"}`, 2},
			{`{"content":"d","nonce":7,"enforce_nonce":true}`, 3},
			{`{"content":"e","nonce":7,"enforce_nonce":true}`, 3},
			{`{"content":"f","enforce_nonce":true}`, 4},
			{`{"content":"g","enforce_nonce":true}`, 5},
		} {
			time.Sleep(5 * time.Second) // fake time, so that the route's rate limit resets
			var sent, echo struct{ Nonce any }
			if err := json.Unmarshal([]byte(c.body), &sent); err != nil {
				t.Fatal(err)
			}
			sc.Bot.Must("POST", path, c.body, &echo)
			if n := len(sc.Alice.In(sc.Channel).Messages()); n != c.want || echo.Nonce != sent.Nonce {
				t.Errorf("%s: %d messages, want %d; nonce %v", c.body, n, c.want, echo.Nonce)
			}
		}
		time.Sleep(5 * time.Minute)
		sc.Bot.Do("POST", path, `{"content":"h","nonce":"n1","enforce_nonce":true}`)
		if n := len(sc.Alice.In(sc.Channel).Messages()); n != 6 {
			t.Errorf("%d messages when the nonce is forgotten, want 6", n)
		}
	})
}

// watched returns a started server and a function that returns the exchanges so far.
func watched(t *testing.T) (*discordtest.Server, func() []discordtest.Exchange) {
	t.Helper()
	var mu sync.Mutex
	var seen []discordtest.Exchange
	s := discordtest.NewServer(discordtest.WithObserver(func(e discordtest.Exchange) {
		mu.Lock()
		defer mu.Unlock()
		seen = append(seen, e)
	}))
	if err := s.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s, func() []discordtest.Exchange {
		mu.Lock()
		defer mu.Unlock()
		return seen
	}
}

func TestObserverSeesWhatTheAPISawAndAnswered(t *testing.T) {
	t.Parallel()
	s, seen := watched(t)
	channel := s.NewGuild("Guild").NewChannel("games")
	bot := &Bot{T: t, Server: s, App: s.NewApplication("noughts"), HTTP: http.DefaultClient}
	channel.Guild.Install(bot.App)

	status, body := bot.Do("POST", "/channels/"+channel.ID+"/messages?x=1", `{"content":"hello"}`)
	all := seen()
	if len(all) != 1 {
		t.Fatalf("%d exchanges, want 1", len(all))
	}
	e := all[0]
	if e.Method != "POST" || e.Path != "/api/v10/channels/"+channel.ID+"/messages" || e.Query != "x=1" || e.Route != "/channels/{channel}/messages" {
		t.Errorf("%s %s ? %s, route %s", e.Method, e.Path, e.Query, e.Route)
	}
	if string(e.Body) != `{"content":"hello"}` || e.Status != status || string(e.Answer) != body || e.Time.IsZero() {
		t.Errorf("body %s, status %d, answer %s at %v; the client saw %d %s", e.Body, e.Status, e.Answer, e.Time, status, body)
	}
	if got := e.Header.Get("Authorization"); got != "Bot …" {
		t.Errorf("authorisation %q, want its kind only", got)
	}
}

func TestObserverSeesRefusals(t *testing.T) {
	t.Parallel()
	s, seen := watched(t)
	bot := &Bot{T: t, Server: s, App: &discordtest.Application{Token: "wrong"}, HTTP: http.DefaultClient}
	for _, c := range []struct {
		path, route string
		status      int
	}{
		{"/users/@me", "/users/@me", http.StatusUnauthorized}, // refused before the handler reads the body
		{"/nothing/here", "", http.StatusNotFound},
	} {
		status, _ := bot.Do("GET", c.path, `{"a":1}`)
		all := seen()
		e := all[len(all)-1]
		if status != c.status || e.Status != c.status || e.Route != c.route || string(e.Body) != `{"a":1}` {
			t.Errorf("%s: %d, observed %d, route %q, body %s", c.path, status, e.Status, e.Route, e.Body)
		}
	}
}
