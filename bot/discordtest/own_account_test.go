package discordtest_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"noughts/bot/discordtest"
)

func TestOwnAccount(t *testing.T) {
	play(t, func(t *testing.T, sc *scene) {
		ear, hears := sc.listener(0)
		b := &fakeBot{t: t, server: sc.server, app: ear, http: sc.bot.http}
		var self discordtest.UserObject
		b.must("PATCH", "/users/@me", `{"username":"Referee","avatar":"`+aPNG+`"}`, &self)
		hears("USER_UPDATE", `"username":"Referee"`, `"id":"`+ear.User.ID)
		b.must("GET", "/users/@me", nil, &self)
		if self.Username != "Referee" || self.Avatar == nil || len(*self.Avatar) != 32 {
			t.Errorf("self %+v", self)
		}
		b.must("PATCH", "/users/@me", `{"avatar":null}`, &self)
		var application struct {
			Description string
			Tags        []string
		}
		b.must("PATCH", "/applications/@me", `{"description":"Judges","tags":["games"]}`, nil)
		b.must("PATCH", "/applications/@me", `{}`, &application)
		b.must("PATCH", "/applications/"+ear.ID, `{"tags":["games"]}`, nil)
		b.must("GET", "/applications/"+ear.ID, nil, &application)
		if application.Description != "Judges" || len(application.Tags) != 1 {
			t.Errorf("application %+v", application)
		}
		sc.refused([]refusedRequest{
			{"another's", "GET", "/applications/" + ear.ID, "", 403, "20012"}, {"change of another's", "PATCH", "/applications/" + ear.ID, `{}`, 403, "20012"},
			{"name", "PATCH", "/users/@me", `{"username":"x"}`, 400, "username BASE_TYPE_BAD_LENGTH"},
			{"picture", "PATCH", "/users/@me", `{"avatar":"x"}`, 400, "avatar BASE_TYPE_INVALID_IMAGE"},
			{"description", "PATCH", "/applications/@me", `{"description":"` + x(401) + `"}`, 400, "description BASE_TYPE_MAX_LENGTH"},
			{"tags", "PATCH", "/applications/@me", `{"tags":["1","2","3","4","5","6"]}`, 400, "tags BASE_TYPE_MAX_LENGTH"},
		})
	})
}

// TestOwnEndpoint: an endpoint that does not check signatures is refused.
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
	b := newVisitor(t, s)
	status, body := b.do("PATCH", "/applications/@me", `{"interactions_endpoint_url":"`+careless.URL+`"}`)
	if status != 400 || hasError(body, "interactions_endpoint_url APPLICATION_INTERACTIONS_ENDPOINT_URL_INVALID") != nil || b.app.InteractionsURL() != "" {
		t.Errorf("%d %s", status, body)
	}
	if status, body := b.do("PATCH", "/applications/@me", `{"interactions_endpoint_url":""}`); status != 200 || !strings.Contains(body, `"interactions_endpoint_url":null`) {
		t.Errorf("%d %s", status, body)
	}
}
