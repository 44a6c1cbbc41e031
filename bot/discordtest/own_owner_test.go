package discordtest_test

import (
	"testing"
)

// Libraries keep users by their ids: an owner of the bot's id would overwrite it.
func TestAnApplicationsOwnerIsNotItsBot(t *testing.T) {
	play(t, func(t *testing.T, sc *scene) {
		var application struct {
			Owner struct{ ID, Username string } `json:"owner"`
		}
		sc.bot.must("GET", "/applications/@me", "", &application)
		if o := application.Owner; o.ID == sc.bot.app.User.ID || o.ID == "" || o.Username == sc.bot.app.User.Name() {
			t.Errorf("the owner is %+v, the bot %s", o, sc.bot.app.User.ID)
		}
	})
}
