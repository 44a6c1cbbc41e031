package fault_test

import (
	"encoding/json"
	"errors"
	"testing"
	"time"

	"noughts/bot/discordtest"
	"noughts/bot/discordtest/fault"
	"noughts/bot/discordtest/internal/testbot"
)

func TestFaultsThatMakeNoSense(t *testing.T) {
	testbot.Play(t, func(t *testing.T, sc *testbot.Scene) {
		for _, f := range []discordtest.Fault{
			{}, {Kind: "typo"}, {Kind: discordtest.FaultClose}, {Kind: discordtest.FaultClose, Code: 4006}, {Kind: discordtest.FaultClose, Code: 1000},
			{Kind: discordtest.FaultStatus, Code: 404}, {Kind: discordtest.FaultStatus, Route: "POST /nothing"}, {Kind: discordtest.FaultLimit, Route: "PUT /users/@me"},
			{Kind: discordtest.FaultDrop, Route: discordtest.RouteCallback}, {Kind: discordtest.FaultLag, Wait: -1}, {Kind: discordtest.FaultDuplicate, Times: -1},
		} {
			if _, err := sc.Bot.App.Inject(f); !errors.Is(err, discordtest.ErrFault) {
				t.Errorf("%+v: %v", f, err)
			}
		}
		if _, err := sc.Server.NewApplication("offline").Inject(discordtest.Fault{Kind: discordtest.FaultDrop}); !errors.Is(err, discordtest.ErrNotConnected) {
			t.Errorf("without a connection: %v", err)
		}
	})
}

func TestFaultsAreDescribed(t *testing.T) {
	t.Parallel()
	for want, f := range map[string]discordtest.Fault{
		"drop":       {Kind: discordtest.FaultDrop},
		"close 4000": {Kind: discordtest.FaultClose, Code: 4000},
		"route limit, " + discordtest.RouteEditMessage + ", 2s, 3 times": {Kind: discordtest.FaultLimit, Route: discordtest.RouteEditMessage, Wait: 2 * time.Second, Times: 3},
	} {
		if got := f.String(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

func TestDrawnFaults(t *testing.T) {
	t.Parallel()
	all := discordtest.Faults()
	kinds := map[discordtest.FaultKind]bool{}
	for _, f := range all {
		kinds[f.Kind] = true
		if checked, err := f.Complete(); err != nil || checked.Effect() == discordtest.EffectStop {
			t.Errorf("%s: %v", f, err)
		}
	}
	if want := len(fault.Kinds()); len(kinds) != want {
		t.Errorf("%d kinds of faults, want all %d", len(kinds), want)
	}
	first, again := discordtest.DrawFaults(7, 1000, all...), discordtest.DrawFaults(7, 1000, all...)
	counts := map[discordtest.Fault]int{}
	for i, f := range first {
		counts[f]++
		if f != again[i] {
			t.Fatalf("fault %d of the same seed is %s, then %s", i, f, again[i])
		}
	}
	for f, n := range counts {
		if share := 1000 / len(all); n != share && n != share+1 {
			t.Errorf("%s: %d times of 1000", f, n)
		}
	}
	if other := discordtest.DrawFaults(8, 1000, all...); text(t, other) == text(t, first) {
		t.Error("another seed draws the same")
	}
	if none := discordtest.DrawFaults(1, 5); len(none) != 0 {
		t.Errorf("from nothing: %v", none)
	}
}

func text(t *testing.T, v any) string {
	t.Helper()
	raw, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}
