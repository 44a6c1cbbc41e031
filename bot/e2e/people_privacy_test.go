package e2e

import (
	"strings"
	"testing"
	"time"

	"noughts/bot"
	"noughts/bot/discordtest"
)

func TestTheOwnersPagesAreLinked(t *testing.T) {
	const privacy, terms = "https://owner.example/privacy#bot", "https://owner.example/terms"
	cases := map[string][]string{"both": {privacy, terms}, "one": {"", terms}, "none": {"", ""}}
	each(t, cases, func(t *testing.T, pages []string) {
		overBoth(t, func(t *testing.T, w *world) {
			alice := w.player("alice")
			help := alice.Uses("/help")
			alice.Uses("/settings")
			for _, page := range []discordtest.Message{help, alice.PressesID("/settings/tab/data")} {
				var got []string
				for _, c := range parts(page.Components) {
					if c.URL != "" {
						got = append(got, c.URL)
					}
				}
				if strings.Join(got, "") != strings.Join(pages, "") {
					t.Errorf("linked are %q, want %q", got, pages)
				}
			}
		}, func(c *bot.Config, _ *bot.Deps) { c.PrivacyURL, c.TermsURL = pages[0], pages[1] })
	})
}

func TestTheLogNamesNoMembers(t *testing.T) {
	overBoth(t, func(t *testing.T, w *world) {
		alice, bob := w.game("/classic opponent:@bob")
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
