package discordtest_test

import (
	"io"
	"mime/multipart"
	"net/http"
	"strings"
	"testing"
	"time"

	"noughts/bot/discordtest/object"
)

func TestPlainRefusals(t *testing.T) {
	play(t, func(t *testing.T, sc *scene) {
		other := sc.server.NewApplication("other")
		away := sc.server.NewGuild("Away").NewChannel("far")
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
			{"unknown message", "GET", "/channels/" + sc.channel.ID + "/messages/1", "", 404, `{"code":10008,"message":"Unknown Message"}`},
			{"unknown application", "GET", "/applications/1/commands", "", 404, `{"code":10002,"message":"Unknown Application"}`},
			{"another application", "GET", "/applications/" + other.ID + "/commands", "", 403, `"code":20012`},
			{"application that is no id", "PUT", "/applications/undefined/commands", "[]", 400, `"application_id":{"_errors":[{"code":"NUMBER_TYPE_COERCE"`},
			{"guild that is no id", "GET", "/guilds/x", "", 400, `{"code":50035,"message":"Invalid Form Body","errors":{"guild_id":{"_errors":[{"code":"NUMBER_TYPE_COERCE","message":"Value \"x\" is not snowflake."}]}}}`},
			{"two that are no ids", "GET", "/channels/x/messages/y", "", 400, `"channel_id":{"_errors":[{"code":"NUMBER_TYPE_COERCE","message":"Value \"x\" is not snowflake."}]},"message_id"`},
			{"user that is no id", "GET", "/users/-1", "", 400, `"user_id"`},
			{"message of a webhook that is no id", "GET", "/webhooks/1/x/messages/@me", "", 400, `"message_id"`},
			{"interaction that is no id", "POST", "/interactions/x/y/callback", `{"type":5}`, 400, `"interaction_id"`},
			{"no member", "GET", "/guilds/" + sc.guild.ID + "/members/", "", 404, `404: Not Found`},
			{"commands elsewhere", "PUT", "/applications/" + sc.bot.app.ID + "/guilds/" + away.Guild.ID + "/commands", "[]", 403, `"code":50001`},
			{"unknown interaction", "POST", "/interactions/1/x/callback", `{"type":5}`, 404, `{"code":10062,"message":"Unknown interaction"}`},
			{"unknown webhook", "POST", "/webhooks/1/x", `{"content":"x"}`, 404, `{"code":10015,"message":"Unknown Webhook"}`},
			{"webhook token", "POST", "/webhooks/" + sc.bot.app.ID + "/x", `{"content":"x"}`, 401, `{"code":50027,"message":"Invalid Webhook Token"}`},
			{"boolean of the query", "POST", "/interactions/1/x/callback?with_response=maybe", `{"type":5}`, 400, `"with_response":{"_errors"`},
			{"limit of the query", "GET", "/channels/" + sc.channel.ID + "/messages?limit=101", "", 400, `"limit":{"_errors":[{"code":"NUMBER_TYPE_MAX"`},
		} {
			if status, body := sc.bot.do(c.method, c.path, c.body); status != c.status || !strings.Contains(body, c.want) {
				t.Errorf("%s: %d %s, want %d %s", c.name, status, body, c.status, c.want)
			}
		}
	})
}

// get makes a GET request with headers and returns status and body.
func (sc *scene) get(path string, header http.Header) (*http.Response, string) {
	sc.t.Helper()
	r, err := http.NewRequest("GET", sc.server.URL()+path, nil)
	if err != nil {
		sc.t.Fatal(err)
	}
	r.Header = header.Clone()
	if r.Header["User-Agent"] == nil {
		r.Header.Set("User-Agent", testAgent)
	}
	resp, err := sc.bot.http.Do(r)
	if err != nil {
		sc.t.Fatal(err)
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		sc.t.Fatal(err)
	}
	return resp, string(body)
}

func TestAuthorisationAndVersions(t *testing.T) {
	play(t, func(t *testing.T, sc *scene) {
		token := sc.bot.app.Token
		for _, c := range []struct {
			path, authorisation string
			status              int
			want                string
		}{
			{"/api/v7/users/@me", "Bot " + token, 400, `"code":50041`},
			{"/api/v5/users/@me", "Bot " + token, 400, `"code":50041`},
			{"/api/v10/users/@me", "Bot " + token, 200, `"username":"noughts"`},
			{"/api/v9/users/@me", "Bot " + token, 200, `"bot":true`},
			{"/api/v9/applications/@me", "Bot " + token, 200, `"verify_key":"` + sc.bot.app.PublicKey},
			{"/api/v9/oauth2/applications/@me", "Bot " + token, 200, `"approximate_guild_count":1`},
			{"/api/v9/guilds/" + sc.guild.ID, "Bot " + token, 200, `"preferred_locale":"en-US"`},
			{"/api/v9/channels/" + sc.channel.ID, "Bot " + token, 200, `"name":"games"`},
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
			if resp, body := sc.get(c.path, h); resp.StatusCode != c.status || !strings.Contains(body, c.want) {
				t.Errorf("%s with %q: %d %s", c.path, c.authorisation, resp.StatusCode, body)
			}
		}
	})
}

func TestUserAgent(t *testing.T) {
	play(t, func(t *testing.T, sc *scene) {
		for agent, want := range map[string]int{
			testAgent: 200, "DiscordBot (x, 1) more": 200, "DiscordBot": 200, "node": 200, "curl/8.5.0": 200, "python-requests/2.31": 200,
			"DiscordBot (https://github.com/Rapptz/discord.py 2.3.2) Python/3.12 aiohttp/3.9": 200, "Go-http-client/1.1": 200,
			"": 403, " ": 403, "Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0": 403, "Opera/9.80 (X11; Linux)": 403,
		} {
			resp, body := sc.get("/api/v10/gateway", http.Header{"User-Agent": {agent}})
			if resp.StatusCode != want || want == 403 && hasError(body, "40333") != nil {
				t.Errorf("%q: %d %s", agent, resp.StatusCode, body)
			}
		}
	})
}

func TestRouteLimit(t *testing.T) {
	play(t, func(t *testing.T, sc *scene) {
		path := "/channels/" + sc.channel.ID + "/messages"
		for range 5 {
			sc.bot.must("POST", path, `{"content":"x"}`, nil)
		}
		status, body := sc.bot.do("POST", path, `{"content":"x"}`)
		if status != 429 || !strings.Contains(body, `"global":false`) || !strings.Contains(body, `"retry_after":5`) {
			t.Errorf("the sixth message: %d %s", status, body)
		}
		sc.bot.must("POST", "/channels/"+sc.guild.NewChannel("other").ID+"/messages", `{"content":"x"}`, nil)
		time.Sleep(5 * time.Second) // of the bubble
		sc.bot.must("POST", path, `{"content":"x"}`, nil)
	})
}

func TestRateLimitHeaders(t *testing.T) {
	play(t, func(t *testing.T, sc *scene) {
		resp, _ := sc.get("/api/v10/users/@me", http.Header{"Authorization": {"Bot " + sc.bot.app.Token}})
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

// multipart posts a message with a file.
func (sc *scene) multipart(payload, file string, size int) (int, string) {
	sc.t.Helper()
	var b strings.Builder
	w := multipart.NewWriter(&b)
	if err := w.WriteField("payload_json", payload); err != nil {
		sc.t.Fatal(err)
	}
	part, err := w.CreateFormFile("files[0]", file)
	if err != nil {
		sc.t.Fatal(err)
	}
	if _, err := part.Write(make([]byte, size)); err != nil {
		sc.t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		sc.t.Fatal(err)
	}
	return sc.post(w.FormDataContentType(), b.String())
}

// post posts a body of any content type as a message.
func (sc *scene) post(contentType, body string) (int, string) {
	sc.t.Helper()
	r, err := http.NewRequest("POST", sc.server.URL()+"/api/v10/channels/"+sc.channel.ID+"/messages", strings.NewReader(body))
	if err != nil {
		sc.t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bot "+sc.bot.app.Token)
	r.Header.Set("Content-Type", contentType)
	r.Header.Set("User-Agent", testAgent)
	resp, err := sc.bot.http.Do(r)
	if err != nil {
		sc.t.Fatal(err)
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	if err != nil {
		sc.t.Fatal(err)
	}
	return resp.StatusCode, string(text)
}

func TestBodies(t *testing.T) {
	play(t, func(t *testing.T, sc *scene) {
		gallery := v2(`{"type":12,"items":[{"media":{"url":"attachment://a.png"}}]}`)
		if status, body := sc.multipart(gallery, "a.png", 10); status != 200 || !strings.Contains(body, `/a.png"`) {
			t.Errorf("a file: %d %s", status, body)
		}
		if status, body := sc.multipart(gallery, "b.png", 10); status != 400 {
			t.Errorf("another file than the one shown: %d %s", status, body)
		}
		if status, body := sc.multipart(`{}`, "a.png", object.MaxAttachment+1); status != 413 || !strings.Contains(body, "40005") {
			t.Errorf("a large file: %d %s", status, body)
		}
		if status, body := sc.post("text/plain", "x"); status != 400 || !strings.Contains(body, "50035") {
			t.Errorf("plain text: %d %s", status, body)
		}
	})
}
