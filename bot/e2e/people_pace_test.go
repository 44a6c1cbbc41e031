package e2e

import (
	"context"
	"errors"
	"strings"
	"testing"
	"testing/synctest"
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

// hasty sets rate limits so low that tests can exceed them.
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

// TestWhoFloodsByPressesIsToldOnceAWindowAndNothingFails has a member press 50 times a second for twelve
// seconds. About 70 presses are handled, two get a warning, and the bot ignores the others without an
// error. Other members are not affected.
func TestWhoFloodsByPressesIsToldOnceAWindowAndNothingFails(t *testing.T) {
	t.Parallel()
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

// TestWhoPressesInVainIsTooFastSooner checks that a refused press counts three times towards the rate limit.
func TestWhoPressesInVainIsTooFastSooner(t *testing.T) {
	t.Parallel()
	overBoth(t, func(t *testing.T, w *world) {
		board := w.player("alice").Uses("/classic")
		bob := w.player("bob")
		got := floods(t, 200*time.Millisecond, func(ctx context.Context) (*discordtest.Answer, error) {
			return bob.Client().Press(ctx, board.ID, actions(board)["b2"].CustomID)
		})
		if got != (tally{handled: 4, told: 1, silent: 5}) { // each refused press counts three: 4 × 3 > 10
			t.Errorf("of 10 presses on the board of others: %+v", got)
		}
	}, limited(hasty))
}

// TestWhoFloodsByCommandsIsToldOnceAWindow checks that commands over the rate limit do nothing. The member
// gets one warning, and the bot does not answer the next command. A minute later commands work again.
func TestWhoFloodsByCommandsIsToldOnceAWindow(t *testing.T) {
	t.Parallel()
	overBoth(t, func(t *testing.T, w *world) {
		alice := w.player("alice")
		help := func(ctx context.Context) (*discordtest.Answer, error) {
			return alice.Client().Use(ctx, "/help", nil)
		}
		for range 10 {
			if answer, err := help(t.Context()); err != nil || answer.Type != answersMessage {
				t.Fatalf("%+v, %v", answer, err)
			}
		}
		answer, err := help(t.Context())
		if err != nil || !strings.HasPrefix(answer.Message.Content, tooFast) {
			t.Fatalf("the eleventh command at once: %+v, %v", answer, err)
		}
		synctest.Wait()
		before := len(w.requested("POST", "/callback"))
		if _, err := help(t.Context()); !errors.Is(err, discordtest.ErrFailed) {
			t.Errorf("the twelfth: %v", err)
		}
		if after := len(w.requested("POST", "/callback")); after != before {
			t.Error("what is silent was answered")
		}
		settles(time.Minute)
		if answer, err := help(t.Context()); err != nil || strings.HasPrefix(answer.Message.Content, tooFast) {
			t.Errorf("a minute later: %+v, %v", answer, err)
		}
	}, limited(hasty))
}

// TestWhoTypesTooFastIsOfferedNothingAndMayMove checks that autocompletion above its rate limit offers
// nothing, and that the member can still make a move.
func TestWhoTypesTooFastIsOfferedNothingAndMayMove(t *testing.T) {
	t.Parallel()
	overBoth(t, func(t *testing.T, w *world) {
		alice := w.player("alice")
		alice.Uses("/classic")
		offered, nothing := 0, 0
		for range 30 {
			choices, err := alice.Client().Complete(t.Context(), "/move", "square", "", nil)
			switch {
			case err != nil:
				t.Fatal(err)
			case len(choices) > 0:
				offered++
			default:
				nothing++
			}
		}
		if offered != 10 || nothing != 20 {
			t.Errorf("%d times squares were offered and %d times nothing, want 10 and 20", offered, nothing)
		}
		alice.Uses("/move square:b2")
		alice.Sees("to move")
	}, limited(hasty))
}

// TestAServerThatIsTooFastIsToldSo checks that the members of a server above its rate limit are told so,
// and that another server is not affected.
func TestAServerThatIsTooFastIsToldSo(t *testing.T) {
	t.Parallel()
	overBoth(t, func(t *testing.T, w *world) {
		told := map[string]int{}
		for range 6 {
			for _, name := range []string{"alice", "bob", "carol"} {
				answer, err := w.player(name).Client().Use(t.Context(), "/help", nil)
				if err == nil && strings.HasPrefix(answer.Message.Content, tooMuch) {
					told[name]++
				}
			}
		}
		for _, name := range []string{"alice", "bob", "carol"} {
			if told[name] == 0 {
				t.Errorf("%s was never told", name)
			}
		}
		elsewhere := w.discord.NewGuild("elsewhere")
		channel := elsewhere.NewChannel("games")
		elsewhere.Install(w.app)
		elsewhere.Add(w.users["alice"])
		if m := discordtest.Play(t, w.users["alice"].In(channel)).Uses("/help"); strings.HasPrefix(m.Content, tooMuch) {
			t.Error("another server suffers")
		}
	}, limited(func(l *limits.Limits) { l.Server = limits.Rate{PerSecond: 0.1, Burst: 5} }))
}
