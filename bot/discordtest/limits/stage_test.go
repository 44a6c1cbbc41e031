package limits_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/gorilla/websocket"

	"noughts/bot/discordtest"
)

// A stage is a Discord in memory, inside a synctest bubble. It has a guild with a bot that owns it, a channel, a role
// and a member. Requests that meet a rate limit wait and are sent again; in the bubble this takes no time.
type stage struct {
	t       *testing.T
	server  *discordtest.Server
	app     *discordtest.Application
	guild   *discordtest.Guild
	channel *discordtest.Channel
	role    *discordtest.Role
	user    *discordtest.User
	client  *http.Client
	token   string // the token that requests use

	happening chan interaction // interactions that the bot receives; nil before connect
	acting    sync.WaitGroup   // actions of the member that are in progress
}

// An interaction has the values that the bot needs to answer an interaction.
type interaction struct{ ID, Token string }

// newStage returns a new stage. Call it inside a bubble.
func newStage(t *testing.T, opts ...discordtest.Option) *stage {
	t.Helper()
	s := discordtest.NewServer(append([]discordtest.Option{discordtest.WithHeartbeatInterval(1000 * time.Hour)}, opts...)...)
	s.StartInMemory()
	t.Cleanup(s.Close)
	wire := &http.Transport{DialContext: s.DialContext}
	t.Cleanup(wire.CloseIdleConnections)
	st := &stage{t: t, server: s, app: s.NewApplication("bot"), guild: s.NewGuild("Guild"), user: s.NewUser("alice"), client: &http.Client{Transport: wire}}
	st.token = st.app.Token
	t.Cleanup(st.acting.Wait)
	st.channel = st.guild.NewChannel("games")
	st.guild.Add(st.user)
	st.guild.Install(st.app)
	st.guild.SetOwner(st.app.User)
	st.role = st.guild.NewRole("players", 0)
	st.app.AllowIntents(discordtest.IntentGuildMembers) // lists of members require this intent
	return st
}

// An answer is the response to a request.
type answer struct {
	status int
	body   []byte
}

// notHere reports whether discordtest does not have the requested operation.
func (a answer) notHere() bool { return strings.Contains(string(a.body), "discordtest does not have") }

func (a answer) String() string { return fmt.Sprintf("%d %s", a.status, a.body) }

// into decodes the body of a successful answer into `v`. It fails the test if the answer is a refusal.
func (a answer) into(t *testing.T, v any) {
	t.Helper()
	if a.status >= 300 {
		t.Fatal(a)
	}
	if err := json.Unmarshal(a.body, v); err != nil {
		t.Fatal(err)
	}
}

// id returns the id of the object that a request has created.
func (a answer) id(t *testing.T) string {
	t.Helper()
	var o struct{ ID string }
	a.into(t, &o)
	return o.ID
}

// send sends a JSON request to the API. After a rate limit it waits and sends the request again.
func (st *stage) send(method, path, body string) answer {
	st.t.Helper()
	return st.sendAs("application/json", method, path, body)
}

// sendWith is like send, with files named 0.png, 1.png and so on.
func (st *stage) sendWith(files int, method, path, body string) answer {
	st.t.Helper()
	if files == 0 {
		return st.send(method, path, body)
	}
	var form bytes.Buffer
	w := multipart.NewWriter(&form)
	if err := w.WriteField("payload_json", body); err != nil {
		st.t.Fatal(err)
	}
	for i := range files {
		part, err := w.CreateFormFile(fmt.Sprintf("files[%d]", i), fmt.Sprintf("%d.png", i))
		if err != nil {
			st.t.Fatal(err)
		}
		if _, err := part.Write([]byte("a picture")); err != nil {
			st.t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		st.t.Fatal(err)
	}
	return st.sendAs(w.FormDataContentType(), method, path, form.String())
}

func (st *stage) sendAs(kind, method, path, body string) answer {
	st.t.Helper()
	return st.exchange(kind, method, "/api/v10"+path, body)
}

// sendTo is like send, with a path that includes the API's version.
func (st *stage) sendTo(method, path, body string) answer {
	st.t.Helper()
	return st.exchange("application/json", method, path, body)
}

func (st *stage) exchange(kind, method, path, body string) answer {
	st.t.Helper()
	for {
		r, err := http.NewRequestWithContext(context.Background(), method, st.server.URL()+path, strings.NewReader(body))
		if err != nil {
			st.t.Fatal(err)
		}
		r.Header.Set("Authorization", "Bot "+st.token)
		r.Header.Set("User-Agent", "DiscordBot (https://example.com, 1)")
		if body != "" {
			r.Header.Set("Content-Type", kind)
		}
		resp, err := st.client.Do(r)
		if err != nil {
			st.t.Fatal(err)
		}
		raw, err := io.ReadAll(resp.Body)
		_ = resp.Body.Close()
		if err != nil {
			st.t.Fatal(err)
		}
		if resp.StatusCode != http.StatusTooManyRequests {
			return answer{resp.StatusCode, raw}
		}
		var limited struct {
			After float64 `json:"retry_after"`
		}
		if err := json.Unmarshal(raw, &limited); err != nil {
			st.t.Fatal(err)
		}
		time.Sleep(time.Duration(limited.After*float64(time.Second)) + time.Millisecond) // on the bubble's clock
	}
}

// message sends a message as the bot and returns the id of the message.
func (st *stage) message(body string) string {
	st.t.Helper()
	return st.send("POST", "/channels/"+st.channel.ID+"/messages", body).id(st.t)
}

// connect connects the bot to the gateway, if it is not connected yet.
func (st *stage) connect() {
	st.t.Helper()
	if st.happening != nil {
		return
	}
	st.happening = make(chan interaction)
	d := websocket.Dialer{NetDialContext: st.server.DialContext}
	ws, _, err := d.Dial("ws"+strings.TrimPrefix(st.server.URL(), "http")+"/gateway/?v=10&encoding=json", nil)
	if err != nil {
		st.t.Fatal(err)
	}
	st.t.Cleanup(func() { _ = ws.Close() })
	identify := fmt.Sprintf(`{"op":2,"d":{"token":%q,"intents":0,"properties":{"os":"x","browser":"x","device":"x"}}}`, st.app.Token)
	if err := ws.WriteMessage(websocket.TextMessage, []byte(identify)); err != nil {
		st.t.Fatal(err)
	}
	go func() {
		for {
			var event struct {
				T string
				D interaction
			}
			if ws.ReadJSON(&event) != nil {
				return
			}
			if event.T == "INTERACTION_CREATE" {
				st.happening <- event.D
			}
		}
	}()
	if err := st.app.WaitConnected(st.t.Context()); err != nil {
		st.t.Fatal(err)
	}
}

// interaction has the member do something by calling `act`, and returns the interaction that the bot receives.
func (st *stage) interaction(act func(context.Context, *discordtest.Client)) interaction {
	st.t.Helper()
	st.connect()
	st.acting.Go(func() { act(context.Background(), st.user.In(st.channel)) })
	return <-st.happening
}

// callback has the member do something by calling `act`, and returns the path of the request that answers the
// interaction.
func (st *stage) callback(act func(context.Context, *discordtest.Client)) string {
	st.t.Helper()
	it := st.interaction(act)
	return "/interactions/" + it.ID + "/" + it.Token + "/callback"
}
