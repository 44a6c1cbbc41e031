package rest_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"noughts/bot/discordtest/internal/testbot"
	"noughts/bot/discordtest/object"
)

func TestPlainRefusals(t *testing.T) {
	testbot.Play(t, func(t *testing.T, sc *testbot.Scene) {
		other := sc.Server.NewApplication("other")
		away := sc.Server.NewGuild("Away").NewChannel("far")
		for _, c := range []struct {
			name, method, path, body string
			status                   int
			want                     string
		}{
			{"unknown path", "GET", "/nothing", "", 404, `{"code":0,"message":"404: Not Found"}`},
			{"wrong method", "PUT", "/users/@me", "", 405, `{"code":0,"message":"405: Method Not Allowed"}`},
			{"wrong method of the gateway", "POST", "/gateway", "", 405, `{"code":0,"message":"405: Method Not Allowed"}`},
			{"unknown channel", "GET", "/channels/1", "", 404, `{"code":10003,"message":"Unknown Channel"}`},
			{"channel elsewhere", "GET", "/channels/" + away.ID, "", 403, `{"code":50001,"message":"Missing Access"}`},
			{"unknown guild", "GET", "/guilds/1", "", 404, `{"code":10004,"message":"Unknown Guild"}`},
			{"unknown message", "GET", "/channels/" + sc.Channel.ID + "/messages/1", "", 404, `{"code":10008,"message":"Unknown Message"}`},
			{"unknown application", "GET", "/applications/1/commands", "", 404, `{"code":10002,"message":"Unknown Application"}`},
			{"another application", "GET", "/applications/" + other.ID + "/commands", "", 403, `"code":20012`},
			{"application that is no id", "PUT", "/applications/undefined/commands", "[]", 400, `"application_id":{"_errors":[{"code":"NUMBER_TYPE_COERCE"`},
			{"guild that is no id", "GET", "/guilds/x", "", 400, `{"code":50035,"message":"Invalid Form Body","errors":{"guild_id":{"_errors":[{"code":"NUMBER_TYPE_COERCE","message":"Value \"x\" is not snowflake."}]}}}`},
			{"two that are no ids", "GET", "/channels/x/messages/y", "", 400, `"channel_id":{"_errors":[{"code":"NUMBER_TYPE_COERCE","message":"Value \"x\" is not snowflake."}]},"message_id"`},
			{"user that is no id", "GET", "/users/-1", "", 400, `"user_id"`},
			{"message of a webhook that is no id", "GET", "/webhooks/1/x/messages/@me", "", 400, `"message_id"`},
			{"interaction that is no id", "POST", "/interactions/x/y/callback", `{"type":5}`, 400, `"interaction_id"`},
			{"no member", "GET", "/guilds/" + sc.Guild.ID + "/members/", "", 404, `404: Not Found`},
			{"commands elsewhere", "PUT", "/applications/" + sc.Bot.App.ID + "/guilds/" + away.Guild.ID + "/commands", "[]", 403, `"code":50001`},
			{"unknown interaction", "POST", "/interactions/1/x/callback", `{"type":5}`, 404, `{"code":10062,"message":"Unknown interaction"}`},
			{"unknown webhook", "POST", "/webhooks/1/x", `{"content":"x"}`, 404, `{"code":10015,"message":"Unknown Webhook"}`},
			{"webhook token", "POST", "/webhooks/" + sc.Bot.App.ID + "/x", `{"content":"x"}`, 401, `{"code":50027,"message":"Invalid Webhook Token"}`},
			{"boolean of the query", "POST", "/interactions/1/x/callback?with_response=maybe", `{"type":5}`, 400, `"with_response":{"_errors"`},
			{"limit of the query", "GET", "/channels/" + sc.Channel.ID + "/messages?limit=101", "", 400, `"limit":{"_errors":[{"code":"NUMBER_TYPE_MAX"`},
		} {
			if status, body := sc.Bot.Do(c.method, c.path, c.body); status != c.status || !strings.Contains(body, c.want) {
				t.Errorf("%s: %d %s, want %d %s", c.name, status, body, c.status, c.want)
			}
		}
	})
}

func TestAuthorisationAndVersions(t *testing.T) {
	testbot.Play(t, func(t *testing.T, sc *testbot.Scene) {
		token := sc.Bot.App.Token
		for _, c := range []struct {
			path, authorisation string
			status              int
			want                string
		}{
			{"/api/v7/users/@me", "Bot " + token, 400, `"code":50041`},
			{"/api/v5/users/@me", "Bot " + token, 400, `"code":50041`},
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
			{"/api/v8/users/@me", "Bot " + token, 400, `"code":50041`},
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

func TestUserAgent(t *testing.T) {
	testbot.Play(t, func(t *testing.T, sc *testbot.Scene) {
		for agent, want := range map[string]int{
			testbot.Agent: 200, "DiscordBot (x, 1) more": 200, "DiscordBot": 200, "node": 200, "curl/8.5.0": 200, "python-requests/2.31": 200,
			"DiscordBot (https://github.com/Rapptz/discord.py 2.3.2) Python/3.12 aiohttp/3.9": 200, "Go-http-client/1.1": 200,
			"": 403, " ": 403, "Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0": 403, "Opera/9.80 (X11; Linux)": 403,
		} {
			resp, body := sc.Get("/api/v10/gateway", http.Header{"User-Agent": {agent}})
			if resp.StatusCode != want || want == 403 && testbot.HasError(body, "40333") != nil {
				t.Errorf("%q: %d %s", agent, resp.StatusCode, body)
			}
		}
	})
}

func TestRouteLimit(t *testing.T) {
	testbot.Play(t, func(t *testing.T, sc *testbot.Scene) {
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
	testbot.Play(t, func(t *testing.T, sc *testbot.Scene) {
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
	testbot.Play(t, func(t *testing.T, sc *testbot.Scene) {
		gallery := testbot.V2(`{"type":12,"items":[{"media":{"url":"attachment://a.png"}}]}`)
		if status, body := sc.Multipart(gallery, "a.png", 10); status != 200 || !strings.Contains(body, `/a.png?ex=`) {
			t.Errorf("a file: %d %s", status, body)
		}
		if status, body := sc.Multipart(gallery, "b.png", 10); status != 400 {
			t.Errorf("another file than the one shown: %d %s", status, body)
		}
		if status, body := sc.Multipart(`{}`, "a.png", object.MaxAttachment+1); status != 413 || !strings.Contains(body, "40005") {
			t.Errorf("a large file: %d %s", status, body)
		}
		if status, body := sc.Post("text/plain", "x"); status != 400 || !strings.Contains(body, "50035") {
			t.Errorf("plain text: %d %s", status, body)
		}
	})
}
