package rest_test

import (
	"testing"

	"noughts/bot/discordtest/internal/testbot"
)

// An application's owner must have another id than its bot. Libraries cache users by id, so an
// owner with the bot's id would overwrite the bot's user.
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
