package rest_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"noughts/bot/discordtest"
	"noughts/bot/discordtest/internal/testbot"
)

func TestOwnAccount(t *testing.T) {
	testbot.Play(t, func(t *testing.T, sc *testbot.Scene) {
		ear, hears := sc.Listener(0)
		b := &testbot.Bot{T: t, Server: sc.Server, App: ear, HTTP: sc.Bot.HTTP}
		var self discordtest.UserObject
		b.Must("PATCH", "/users/@me", `{"username":"Referee","avatar":"`+aPNG+`"}`, &self)
		hears("USER_UPDATE", `"username":"Referee"`, `"id":"`+ear.User.ID)
		b.Must("GET", "/users/@me", nil, &self)
		if self.Username != "Referee" || self.Avatar == nil || len(*self.Avatar) != 32 {
			t.Errorf("self %+v", self)
		}
		b.Must("PATCH", "/users/@me", `{"avatar":null}`, &self)
		var application struct {
			Description string
			Tags        []string
		}
		b.Must("PATCH", "/applications/@me", `{"description":"Judges","tags":["games"]}`, nil)
		b.Must("PATCH", "/applications/@me", `{}`, &application)
		b.Must("PATCH", "/applications/"+ear.ID, `{"tags":["games"]}`, nil)
		b.Must("GET", "/applications/"+ear.ID, nil, &application)
		if application.Description != "Judges" || len(application.Tags) != 1 {
			t.Errorf("application %+v", application)
		}
		sc.Refused([]testbot.RefusedRequest{
			{"another's", "GET", "/applications/" + ear.ID, "", 403, "20012"}, {"change of another's", "PATCH", "/applications/" + ear.ID, `{}`, 403, "20012"},
			{"name", "PATCH", "/users/@me", `{"username":"x"}`, 400, "username BASE_TYPE_BAD_LENGTH"},
			{"picture", "PATCH", "/users/@me", `{"avatar":"x"}`, 400, "avatar BASE_TYPE_INVALID_IMAGE"},
			{"description", "PATCH", "/applications/@me", `{"description":"` + testbot.X(401) + `"}`, 400, "description BASE_TYPE_MAX_LENGTH"},
			{"tags", "PATCH", "/applications/@me", `{"tags":["1","2","3","4","5","6"]}`, 400, "tags BASE_TYPE_MAX_LENGTH"},
		})
	})
}

// TestOwnEndpoint checks that a bot cannot set an interactions endpoint that accepts wrong signatures.
func TestOwnEndpoint(t *testing.T) {
	t.Parallel()
	careless := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write([]byte(`{"type":1}`))
	}))
	t.Cleanup(careless.Close)
	s := discordtest.NewServer()
	if err := s.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	b := &testbot.Bot{T: t, Server: s, App: s.NewApplication("visitor"), HTTP: http.DefaultClient}
	status, body := b.Do("PATCH", "/applications/@me", `{"interactions_endpoint_url":"`+careless.URL+`"}`)
	if status != 400 || testbot.HasError(body, "interactions_endpoint_url APPLICATION_INTERACTIONS_ENDPOINT_URL_INVALID") != nil || b.App.InteractionsURL() != "" {
		t.Errorf("%d %s", status, body)
	}
	if status, body := b.Do("PATCH", "/applications/@me", `{"interactions_endpoint_url":""}`); status != 200 || !strings.Contains(body, `"interactions_endpoint_url":null`) {
		t.Errorf("%d %s", status, body)
	}
}
