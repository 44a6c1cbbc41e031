package discordtest_test

import (
	"encoding/json"
	"testing"
	"time"

	"noughts/bot/discordtest"
)

func TestInteractionObserverSeesWhatTheApplicationGets(t *testing.T) {
	play(t, func(t *testing.T, sc *scene) {
		var seen []discordtest.Delivery
		discordtest.WithInteractionObserver(func(d discordtest.Delivery) { seen = append(seen, d) })(sc.server)
		sc.bot.register(`[{"name":"look","description":"x"}]`)
		var got received
		sc.bot.answer = func(it received) any {
			got = it
			return `{"type":4,"data":{"content":"looked"}}`
		}
		if _, err := sc.alice.In(sc.channel).Use(sc.ctx, "/look", nil); err != nil {
			t.Fatal(err)
		}
		if len(seen) != 1 || seen[0].Application != sc.bot.app.ID || !seen[0].Time.Equal(time.Now()) {
			t.Fatalf("observed %+v", seen)
		}
		var observed received
		if err := json.Unmarshal(seen[0].Interaction, &observed); err != nil {
			t.Fatal(err)
		}
		if observed.ID != got.ID || observed.Token != got.Token || observed.Data.Name != "look" {
			t.Errorf("observed %s, the application got %s", seen[0].Interaction, got.raw)
		}
	})
}

func TestLatencyHoldsRequestsUp(t *testing.T) {
	play(t, func(t *testing.T, sc *scene) {
		for _, want := range []time.Duration{2 * time.Second, 0} {
			sc.server.SetLatency(want)
			before := time.Now()
			sc.bot.must("GET", "/users/@me", nil, nil)
			if took := time.Since(before); took != want || sc.server.Latency() != want {
				t.Errorf("took %v, want %v", took, want)
			}
		}
	})
}

func TestUserInstallationCanBeTakenBack(t *testing.T) {
	play(t, func(t *testing.T, sc *scene) {
		sc.bot.register(`[{"name":"look","description":"x","integration_types":[1],"contexts":[0,1,2]}]`)
		alice := sc.alice.In(sc.server.NewGuild("Elsewhere").NewChannel("lounge"))
		alice.Channel().Guild.Add(sc.alice)
		for _, step := range []struct {
			change func(*discordtest.User)
			offers int
		}{{func(*discordtest.User) {}, 0}, {sc.bot.app.InstallFor, 1}, {sc.bot.app.UninstallFor, 0}} {
			step.change(sc.alice)
			if got := alice.Commands(); len(got) != step.offers {
				t.Errorf("%d commands are offered, want %d", len(got), step.offers)
			}
		}
	})
}
