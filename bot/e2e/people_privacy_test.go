package e2e

import (
	"slices"
	"strings"
	"testing"
	"time"

	"noughts/bot"
	"noughts/bot/discordtest"
)

// TestTheOwnersPagesAreLinked checks that /help and /settings link to the pages of PRIVACY_URL and
// TERMS_URL if the owner has set these.
func TestTheOwnersPagesAreLinked(t *testing.T) {
	t.Parallel()
	const privacy, terms = "https://owner.example/privacy#bot", "https://owner.example/terms"
	for name, want := range map[string][2]string{"both": {privacy, terms}, "one": {"", terms}, "none": {}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			overBoth(t, func(t *testing.T, w *world) {
				alice := w.player("alice")
				for _, command := range []string{"/help", "/settings"} {
					var got [2]string
					page := alice.Uses(command)
					if command == "/settings" {
						page = alice.PressesID("/settings/tab/data")
					}
					for _, link := range links(page) {
						switch link.Label {
						case "Privacy":
							got[0] = link.URL
						case "Terms":
							got[1] = link.URL
						default:
							t.Errorf("%s links to %s", command, link.URL)
						}
					}
					if got != want {
						t.Errorf("%s links to %q, want %q", command, got, want)
					}
				}
			}, func(c *bot.Config, _ *bot.Deps) { c.PrivacyURL, c.TermsURL = want[0], want[1] })
		})
	}
}

// links returns the buttons of a message that open a URL.
func links(m discordtest.Message) []discordtest.Component {
	return slices.DeleteFunc(parts(m.Components), func(c discordtest.Component) bool { return c.URL == "" })
}

// TestTheLogNamesNoMembers has members play, change settings, download their data and delete it. The bot's
// log must not contain any member's id.
func TestTheLogNamesNoMembers(t *testing.T) {
	t.Parallel()
	overBoth(t, func(t *testing.T, w *world) {
		alice, bob := w.player("alice"), w.player("bob")
		alice.Uses("/classic opponent:@bob")
		bob.PressesID("/accept")
		w.winsQuickly(alice, bob)
		alice.Uses("/profile member:@bob")
		page := alice.Uses("/settings")
		w.selects(alice, page, "/settings/blocked", w.users["carol"].ID)
		w.pressesIn(alice, page, "Download")
		w.pressesIn(alice, page, "Delete…")
		alice.PressesOn(page.ID, "Delete everything")
		settles(time.Second)
		logged := w.logs.String()
		if !strings.Contains(logged, "path=/settings/delete/everything") {
			t.Error("the log says nothing of what was pressed")
		}
		for name, user := range w.users {
			if strings.Contains(logged, user.ID) {
				t.Errorf("the log has the id of %s", name)
			}
		}
	})
}
