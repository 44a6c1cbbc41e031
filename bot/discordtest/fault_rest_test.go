package discordtest_test

import (
	"encoding/json"
	"errors"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"noughts/bot/discordtest"
)

// tell makes the bot post a message.
func tell(sc *Scene, text string) (Answer, string, error) {
	header := http.Header{
		"Authorization": {"Bot " + sc.Bot.App.Token}, "Content-Type": {"application/json"}, "User-Agent": {Agent},
	}
	address := sc.Server.URL() + "/api/v10/channels/" + sc.Channel.ID + "/messages"
	return exchange(sc.Bot.HTTP, "POST", address, header, strings.NewReader(`{"content":"`+text+`"}`))
}

// respond answers an interaction with Pad. It sends no token: the interaction in the path identifies the application.
func respond(sc *Scene, it Received, query string) (Answer, string, error) {
	header := http.Header{"Content-Type": {"application/json"}, "User-Agent": {Agent}}
	path := "/api/v10/interactions/" + it.ID + "/" + it.Token + "/callback" + query
	return exchange(sc.Bot.HTTP, "POST", sc.Server.URL()+path, header, strings.NewReader(Pad))
}

const routeMessages = "POST /channels/{channel}/messages"

func TestFailuresOfREST(t *testing.T) {
	tests := []struct {
		fault   discordtest.Fault
		status  int
		want    string // a part of the body
		headers map[string]string
	}{
		{discordtest.Fault{Kind: discordtest.FaultStatus}, 500, `{"code":0,"message":"500: Internal Server Error"}`, nil},
		{discordtest.Fault{Kind: discordtest.FaultStatus, Code: 502}, 502, `<html>`, map[string]string{"Via": "", "Server": "cloudflare"}},
		{discordtest.Fault{Kind: discordtest.FaultStatus, Code: 503}, 503, `upstream connect error`, map[string]string{"Content-Type": "text/plain"}},
		{discordtest.Fault{Kind: discordtest.FaultLimit, Wait: 1500 * time.Millisecond}, 429, `{"global":false,"message":"You are being rate limited.","retry_after":1.5}`,
			map[string]string{"X-RateLimit-Scope": "user", "X-RateLimit-Limit": "5", "X-RateLimit-Remaining": "0", "X-RateLimit-Reset-After": "1.500", "Retry-After": "2", "X-RateLimit-Global": ""}},
		{discordtest.Fault{Kind: discordtest.FaultShared}, 429, `"message":"The resource is being rate limited."`, map[string]string{"X-RateLimit-Scope": "shared"}},
		{discordtest.Fault{Kind: discordtest.FaultGlobal}, 429, `"global":true`,
			map[string]string{"X-RateLimit-Scope": "global", "X-RateLimit-Global": "true", "X-RateLimit-Reset-After": "", "X-RateLimit-Bucket": ""}},
		{discordtest.Fault{Kind: discordtest.FaultHTMLLimit}, 429, `<html>`, map[string]string{"Via": "", "X-RateLimit-Scope": "", "Retry-After": "1"}},
	}
	for _, test := range tests {
		test.fault.Route, test.fault.Times = routeMessages, 2
		t.Run(test.fault.String(), func(t *testing.T) {
			Play(t, func(t *testing.T, sc *Scene) {
				in := Inject(t, sc.Bot.App, test.fault)
				sc.Bot.Must("GET", "/users/@me", nil, nil) // the fault is for another route
				for range 2 {
					resp, body, err := tell(sc, "x")
					if err != nil || resp.StatusCode != test.status || !strings.Contains(body, test.want) {
						t.Fatalf("%v %s, %v", resp, body, err)
					}
					for name, want := range test.headers {
						if got := resp.Header.Get(name); got != want {
							t.Errorf("%s: %q, want %q", name, got, want)
						}
					}
				}
				WantOver(t, in, 2, 0, 0)
				if resp, body, err := tell(sc, "x"); err != nil || resp.StatusCode != 200 {
					t.Errorf("the third: %v %s, %v", resp, body, err)
				}
				if n := len(sc.Alice.In(sc.Channel).Messages()); n != 1 {
					t.Errorf("%d messages were sent", n)
				}
			})
		})
	}
}

func TestLateAndLostRequests(t *testing.T) {
	tests := []struct {
		fault        discordtest.Fault
		lost         bool          // whether the client gets no answer
		effect, took time.Duration // effect: when the message appears, -1 for never; took: when the client gets the answer or error
	}{
		{discordtest.Fault{Kind: discordtest.FaultLoseRequest}, true, -1, 0},
		{discordtest.Fault{Kind: discordtest.FaultLoseAnswer}, true, 0, 0},
		{discordtest.Fault{Kind: discordtest.FaultLateRequest}, false, time.Second, time.Second},
		{discordtest.Fault{Kind: discordtest.FaultLateAnswer, Wait: 2 * time.Second}, false, 0, 2 * time.Second},
		{discordtest.Fault{Kind: discordtest.FaultSlowBody, Wait: 5 * time.Second}, false, 500 * time.Millisecond, 500 * time.Millisecond}, // the body comes in one piece, so the server pauses once
	}
	for _, test := range tests {
		t.Run(test.fault.String(), func(t *testing.T) {
			Play(t, func(t *testing.T, sc *Scene) {
				test.fault.Route = routeMessages
				in := Inject(t, sc.Bot.App, test.fault)
				alice := sc.Alice.In(sc.Channel)
				began := time.Now()
				effect := make(chan time.Duration, 1)
				changed := alice.Changed()
				go func() {
					select {
					case <-changed:
						effect <- time.Since(began)
					case <-time.After(time.Minute):
						effect <- -1
					}
				}()
				_, _, err := tell(sc, "x")
				if took := time.Since(began); (err != nil) != test.lost || took != test.took {
					t.Errorf("after %v: %v", took, err)
				}
				if came := <-effect; came != test.effect {
					t.Errorf("the message came after %v, want %v", came, test.effect)
				}
				WantOver(t, in, 1, 0, 0)
			})
		})
	}
}

func TestLostCallbacks(t *testing.T) {
	tests := map[discordtest.FaultKind]error{discordtest.FaultLoseRequest: discordtest.ErrFailed, discordtest.FaultLoseAnswer: nil}
	for kind, want := range tests {
		t.Run(string(kind), func(t *testing.T) {
			Play(t, func(t *testing.T, sc *Scene) {
				var lost []error
				sc.Bot.Register(AskCommands)
				sc.Bot.Answer = func(it Received) any {
					_, _, err := respond(sc, it, "")
					lost = append(lost, err)
					return nil
				}
				in := Inject(t, sc.Bot.App, discordtest.Fault{Kind: kind, Route: discordtest.RouteCallback})
				_, err := sc.Alice.In(sc.Channel).Use(sc.Ctx, "ask", nil)
				if synctest.Wait(); !errors.Is(err, want) || len(lost) != 1 || lost[0] == nil {
					t.Errorf("the member got %v, the bot %v", err, lost)
				}
				WantOver(t, in, 1, 0, 0)
			})
		})
	}
}

func TestFaultsOfOthersDoNotStrike(t *testing.T) {
	Play(t, func(t *testing.T, sc *Scene) {
		other := sc.Server.NewApplication("other")
		in := Inject(t, other, discordtest.Fault{Kind: discordtest.FaultStatus})
		sc.Bot.Must("GET", "/users/@me", nil, nil)
		sc.Get("/api/v10/gateway", http.Header{})
		if o := in.Outcome(); o.Struck != 0 {
			t.Errorf("%+v", o)
		}
	})
}

// A callback that meets the BareAnswer fault takes effect, but its answer does not contain the message.
func TestBareAnswers(t *testing.T) {
	for _, fault := range []discordtest.Fault{{Kind: discordtest.FaultBareAnswer}, {Kind: discordtest.FaultBareAnswer, Code: 200}} {
		t.Run(fault.String(), func(t *testing.T) {
			Play(t, func(t *testing.T, sc *Scene) {
				sc.Bot.Register(AskCommands)
				var got []string
				sc.Bot.Answer = func(it Received) any {
					for range 2 {
						resp, body, err := respond(sc, it, "?with_response=true")
						if err != nil {
							t.Error(err)
						}
						got = append(got, resp.Status+body)
					}
					return nil
				}
				fault.Route, fault.Times = discordtest.RouteCallback, 2
				in := Inject(t, sc.Bot.App, fault)
				sc.OK(sc.Alice.In(sc.Channel).Use(sc.Ctx, "ask", nil))
				synctest.Wait()
				want := "204 No Content"
				if fault.Code == 200 {
					want = `200 OK{"interaction":{"id":`
				}
				if len(got) != 2 || !strings.HasPrefix(got[0], want) || strings.Contains(got[0], "message") || !strings.Contains(got[1], "40060") { // the fault does not shorten a refusal
					t.Errorf("answered %q, want %q and 40060", got, want)
				}
				WantOver(t, in, 2, 0, 0)
			})
		})
	}
}

func TestIDsFromTheFuture(t *testing.T) {
	Play(t, func(t *testing.T, sc *Scene) {
		sc.Bot.Register(AskCommands)
		var ids []uint64
		sc.Bot.Answer = func(it Received) any {
			id, err := strconv.ParseUint(it.ID, 10, 64)
			if err != nil {
				t.Error(err)
			}
			ids = append(ids, id>>22)
			return json.RawMessage(Pad)
		}
		in := Inject(t, sc.Bot.App, discordtest.Fault{Kind: discordtest.FaultFutureID, Wait: 4 * time.Second})
		for range 2 {
			sc.OK(sc.Alice.In(sc.Channel).Use(sc.Ctx, "ask", nil))
		}
		synctest.Wait()
		if len(ids) != 2 || ids[0]-ids[1] > 4000 || ids[0]-ids[1] < 3000 {
			t.Errorf("ids were made at %v", ids)
		}
		WantOver(t, in, 1, 0, 0)
	})
}
