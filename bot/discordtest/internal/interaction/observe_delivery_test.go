package interaction_test

import (
	"encoding/json"
	"testing"
	"time"

	"noughts/bot/discordtest"
	"noughts/bot/discordtest/internal/testbot"
)

func TestInteractionObserverSeesWhatTheApplicationGets(t *testing.T) {
	testbot.Play(t, func(t *testing.T, sc *testbot.Scene) {
		var seen []discordtest.Delivery
		discordtest.WithInteractionObserver(func(d discordtest.Delivery) { seen = append(seen, d) })(sc.Server)
		sc.Bot.Register(`[{"name":"look","description":"x"}]`)
		var got testbot.Received
		sc.Bot.Answer = func(it testbot.Received) any {
			got = it
			return `{"type":4,"data":{"content":"looked"}}`
		}
		if _, err := sc.Alice.In(sc.Channel).Use(sc.Ctx, "/look", nil); err != nil {
			t.Fatal(err)
		}
		if len(seen) != 1 || seen[0].Application != sc.Bot.App.ID || !seen[0].Time.Equal(time.Now()) {
			t.Fatalf("observed %+v", seen)
		}
		var observed testbot.Received
		if err := json.Unmarshal(seen[0].Interaction, &observed); err != nil {
			t.Fatal(err)
		}
		if observed.ID != got.ID || observed.Token != got.Token || observed.Data.Name != "look" {
			t.Errorf("observed %s, the application got %s", seen[0].Interaction, got.Raw)
		}
	})
}

func TestLatencyHoldsRequestsUp(t *testing.T) {
	testbot.Play(t, func(t *testing.T, sc *testbot.Scene) {
		for _, want := range []time.Duration{2 * time.Second, 0} {
			sc.Server.SetLatency(want)
			before := time.Now()
			sc.Bot.Must("GET", "/users/@me", nil, nil)
			if took := time.Since(before); took != want || sc.Server.Latency() != want {
				t.Errorf("took %v, want %v", took, want)
			}
		}
	})
}

func TestUserInstallationCanBeTakenBack(t *testing.T) {
	testbot.Play(t, func(t *testing.T, sc *testbot.Scene) {
		sc.Bot.Register(`[{"name":"look","description":"x","integration_types":[1],"contexts":[0,1,2]}]`)
		alice := sc.Alice.In(sc.Server.NewGuild("Elsewhere").NewChannel("lounge"))
		alice.Channel().Guild.Add(sc.Alice)
		for _, step := range []struct {
			change func(*discordtest.User)
			offers int
		}{{func(*discordtest.User) {}, 0}, {sc.Bot.App.InstallFor, 1}, {sc.Bot.App.UninstallFor, 0}} {
			step.change(sc.Alice)
			if got := alice.Commands(); len(got) != step.offers {
				t.Errorf("%d commands are offered, want %d", len(got), step.offers)
			}
		}
	})
}
