package rest_test

import (
	"testing"

	"noughts/bot/discordtest/internal/testbot"
)

// Libraries keep users by their ids: an owner of the bot's id would overwrite it.
func TestAnApplicationsOwnerIsNotItsBot(t *testing.T) {
	testbot.Play(t, func(t *testing.T, sc *testbot.Scene) {
		var application struct {
			Owner struct{ ID, Username string } `json:"owner"`
		}
		sc.Bot.Must("GET", "/applications/@me", "", &application)
		if o := application.Owner; o.ID == sc.Bot.App.User.ID || o.ID == "" || o.Username == sc.Bot.App.User.Name() {
			t.Errorf("the owner is %+v, the bot %s", o, sc.Bot.App.User.ID)
		}
	})
}
