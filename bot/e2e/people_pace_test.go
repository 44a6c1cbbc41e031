package e2e

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"noughts/bot"
	"noughts/bot/discordtest"
	"noughts/bot/limits"
)

// These are types of Discord's interaction callbacks.
const (
	answersMessage  = 4
	answersSilently = 6
)

// limited returns a setting that gives the bot the default limits after the function `change` has changed them.
func limited(change func(*limits.Limits)) setting {
	return func(_ *bot.Config, deps *bot.Deps) {
		deps.Limits = limits.Defaults
		change(&deps.Limits)
	}
}

func hasty(l *limits.Limits) {
	l.Member = limits.Rate{PerSecond: 5, Burst: 10}
	l.Typing = limits.Rate{PerSecond: 5, Burst: 10}
}

const (
	tooFast = "That was too fast,"
	tooMuch = "Too much is going on in this server"
)

// A tally counts the outcomes of many quick requests: `told` counts warnings, `silent` counts requests that the bot
// ignored.
type tally struct {
	handled, told, silent, failed int
}

// floods calls `send` 50 times a second for the duration `lasting`, and counts the outcomes.
func floods(t *testing.T, lasting time.Duration, send func(context.Context) (*discordtest.Answer, error)) (got tally) {
	t.Helper()
	for range int(lasting.Seconds() * 50) {
		switch answer, err := send(t.Context()); {
		case errors.Is(err, discordtest.ErrFailed):
			got.failed++
		case err != nil:
			t.Fatal(err)
		case answer.Type == answersSilently:
			got.silent++
		case answer.Message != nil && strings.HasPrefix(answer.Message.Content, tooFast):
			got.told++
			if !answer.Message.Ephemeral() {
				t.Error("everybody reads who is too fast")
			}
		default:
			got.handled++
		}
		time.Sleep(20 * time.Millisecond)
	}
	return got
}

func TestWhoFloodsByPressesIsToldOnceAWindowAndNothingFails(t *testing.T) {
	overBoth(t, func(t *testing.T, w *world) {
		alice, bob := w.player("alice"), w.player("bob")
		flooded := alice.Uses("/classic")
		button := actions(flooded)["more"].CustomID
		bob.Uses("/ultimate")
		got := floods(t, 12*time.Second, func(ctx context.Context) (*discordtest.Answer, error) {
			return alice.Client().Press(ctx, flooded.ID, button)
		})
		if got.told != 2 || got.failed != 0 || got.handled > 10+12*5 || got.handled < 12*5 {
			t.Errorf("of 600 presses in 12 seconds: %+v; want 2 told, none failed and about 70 handled", got)
		}
		bob.PressesID("/board-5") // bob is not limited
		settles(time.Minute)
		alice.PressesID("/b2") // alice is no longer limited
		if m, ok := live(alice); !ok || !strings.Contains(discordtest.Text(m), "to move") {
			t.Error("after the flood there is no board to play on")
		}
	}, limited(hasty))
}
