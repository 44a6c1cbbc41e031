package e2e

import (
	"context"
	"strings"
	"sync"
	"testing"
	"time"

	"noughts/bot"
	"noughts/bot/discordtest"
)

// A scene is a channel that only one part of a test uses. The players alice, bob and carol are in it.
type scene struct {
	*world
	alice, bob, carol *discordtest.Player
}

func (w *world) scene(t *testing.T, name string) scene {
	t.Helper()
	channel := w.guild.NewChannel(name)
	enter := func(name string) *discordtest.Player { return w.at(name, channel) }
	return scene{w, enter("alice"), enter("bob"), enter("carol")}
}

// challenged starts a match between alice and bob. Alice moves first.
func (s scene) challenged(command string) {
	s.alice.Uses(command + " opponent:@bob")
	s.bob.PressesID("/accept")
}

func TestRefusalsAreAnsweredPrivately(t *testing.T) {
	newWorlds(t, refusesPrivately, func(_ *bot.Config, d *bot.Deps) {
		d.Limits.Challenges = 1e6 // alice challenges bob in every scene
	})
}

func refusesPrivately(t *testing.T, w *world) {
	t.Helper()
	left := w.discord.NewUser("dora")
	w.guild.Add(left)
	refusals := map[string]struct {
		play func(s scene) discordtest.Message
		want string
	}{
		"a stranger presses": {func(s scene) discordtest.Message {
			s.alice.Uses("/classic")
			return s.carol.PressesID("/b2")
		}, "You aren't playing in this game"},
		"a challenge to another bot": {func(s scene) discordtest.Message {
			return s.alice.Uses("/challenge member:@otherbot")
		}, "is a bot and doesn't play"},
		"a challenge to somebody who has left": {func(s scene) discordtest.Message {
			return s.alice.Uses("/challenge member:<@" + left.ID + ">")
		}, "isn't in this server"},
		"an unknown level": {func(s scene) discordtest.Message {
			return s.alice.Uses("/classic level:godlike")
		}, "There's no level"},
	}
	other := w.discord.NewApplication("otherbot")
	w.guild.Install(other)
	w.guild.Remove(left)
	for name, refusal := range refusals {
		t.Run(name, func(t *testing.T) {
			answer := refusal.play(w.scene(t, strings.ReplaceAll(name, " ", "-")))
			if text := discordtest.Text(answer); !answer.Ephemeral() || !strings.Contains(text, refusal.want) {
				t.Errorf("answered (privately: %v) %q, want %q", answer.Ephemeral(), text, refusal.want)
			}
		})
	}
}

func together(t *testing.T, acts ...func(context.Context) (*discordtest.Answer, error)) []*discordtest.Message {
	t.Helper()
	answers := make([]*discordtest.Message, len(acts))
	var wg sync.WaitGroup
	for i, act := range acts {
		wg.Go(func() {
			answer, err := act(t.Context())
			if err != nil {
				t.Errorf("act %d: %v", i, err)
				return
			}
			answers[i] = answer.Message
		})
	}
	wg.Wait()
	if t.Failed() {
		t.FailNow()
	}
	return answers
}

// oneAccepted checks that exactly one answer is public. All others must be private and contain one of the reasons.
func oneAccepted(t *testing.T, answers []*discordtest.Message, reasons ...string) {
	t.Helper()
	accepted := 0
	for _, a := range answers {
		if !a.Ephemeral() {
			accepted++
			continue
		}
		if text := discordtest.Text(*a); !containsAny(text, reasons) {
			t.Errorf("refused with %q, want one of %q", text, reasons)
		}
	}
	if accepted != 1 {
		t.Errorf("%d were carried out, want one", accepted)
	}
}

func containsAny(text string, wanted []string) bool {
	for _, w := range wanted {
		if strings.Contains(text, w) {
			return true
		}
	}
	return false
}

// slowAnswers delays all of the bot's requests to Discord by 50 ms, so that concurrent actions overlap.
func (w *world) slowAnswers() { w.discord.SetLatency(50 * time.Millisecond) }

func TestPressesAtOnceAndOneIsCarriedOut(t *testing.T) {
	overBoth(t, func(t *testing.T, w *world) {
		w.slowAnswers()
		s := w.scene(t, "at-once")
		s.challenged("/classic size:5")
		message, _ := live(s.alice)
		pad := actions(message)
		press := func(action string) func(context.Context) (*discordtest.Answer, error) {
			return func(ctx context.Context) (*discordtest.Answer, error) {
				return s.alice.Client().Press(ctx, message.ID, pad[action].CustomID)
			}
		}
		answers := together(t, press("a1"), press("a1"), press("c3"), press("e5"))
		oneAccepted(t, answers, "The board has changed")
	})
}

func TestAChallengeIsAcceptedOnce(t *testing.T) {
	overBoth(t, func(t *testing.T, w *world) {
		w.slowAnswers()
		s := w.scene(t, "open")
		message := s.alice.Uses("/challenge")
		accept := actions(message)["accept"].CustomID
		by := func(p *discordtest.Player) func(context.Context) (*discordtest.Answer, error) {
			return func(ctx context.Context) (*discordtest.Answer, error) {
				return p.Client().Press(ctx, message.ID, accept)
			}
		}
		oneAccepted(t, together(t, by(s.bob), by(s.carol)), "This challenge has already been accepted")
	})
}

func TestAPressAfterTheEndIsRefused(t *testing.T) {
	overBoth(t, func(t *testing.T, w *world) {
		w.slowAnswers()
		s := w.scene(t, "ended")
		s.challenged("/classic")
		message, _ := live(s.alice)
		square := actions(message)["b2"].CustomID
		answers := together(t,
			func(ctx context.Context) (*discordtest.Answer, error) { return s.bob.Client().Type(ctx, "/resign") },
			func(ctx context.Context) (*discordtest.Answer, error) {
				time.Sleep(10 * time.Millisecond)
				return s.alice.Client().Press(ctx, message.ID, square)
			})
		if text := discordtest.Text(*answers[1]); !answers[1].Ephemeral() || !strings.Contains(text, "This game is over") {
			t.Errorf("the press was answered with %q", text)
		}
	})
}
