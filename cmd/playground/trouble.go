package main

import (
	"context"
	"fmt"
	"sync"
	"time"

	"noughts/bot/discordtest"
	"noughts/cmd/playground/web"
)

// troubles are the faults that the page has a button for. None ends a bot for
// good.
var troubles = []struct {
	name, label, about string
	fault              discordtest.Fault
}{
	{"cut", "Cut the connection", "The gateway's TCP connection breaks; a bot resumes.", discordtest.Fault{Kind: discordtest.FaultDrop}},
	{"reconnect", "Ask to reconnect", "Op 7: a bot connects again and resumes.", discordtest.Fault{Kind: discordtest.FaultReconnect}},
	{"forget", "Forget the session", "Op 9: a bot must identify anew.", discordtest.Fault{Kind: discordtest.FaultInvalid}},
	{"twice", "Next event twice", "The next event, such as a press, comes twice.", discordtest.Fault{Kind: discordtest.FaultDuplicate}},
	{"lost", "Lose next event", "The next event never comes, unless it is replayed.", discordtest.Fault{Kind: discordtest.FaultLoseEvent}},
	{"limit", "Limit next answer", "The next callback gets a 429 and may be sent again after two seconds.",
		discordtest.Fault{Kind: discordtest.FaultLimit, Route: discordtest.RouteCallback, Wait: 2 * time.Second}},
	{"fail", "Fail next answer", "The next callback gets a 500, and nothing happens.",
		discordtest.Fault{Kind: discordtest.FaultStatus, Route: discordtest.RouteCallback}},
	{"unheard", "Lose next reply", "The next callback takes effect, but its bot never hears so.",
		discordtest.Fault{Kind: discordtest.FaultLoseAnswer, Route: discordtest.RouteCallback}},
}

// A saboteur makes trouble for an application.
type saboteur struct {
	discord *discordtest.Server
	app     *discordtest.Application

	mu   sync.Mutex
	luck []discordtest.Fault // what comes next at random
	last string              // the last trouble
}

// luckSeed makes the random trouble of every run the same.
const luckSeed = 1

func newSaboteur(discord *discordtest.Server, app *discordtest.Application) *saboteur {
	return &saboteur{discord: discord, app: app}
}

// strike injects a fault.
func (s *saboteur) strike(f discordtest.Fault) error {
	if _, err := s.app.Inject(f); err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.last = string(f.Kind)
	return nil
}

// strikeByLuck injects one fault of those that a bot should survive.
func (s *saboteur) strikeByLuck(context.Context, string) error {
	s.mu.Lock()
	if len(s.luck) == 0 {
		all := discordtest.Faults()
		s.luck = discordtest.DrawFaults(luckSeed, len(all), all...)
	}
	next := s.luck[0]
	s.luck = s.luck[1:]
	s.mu.Unlock()
	return s.strike(next)
}

// latencies are the choices of how late requests take effect.
var latencies = []string{"no delay", "300ms", "1s", "2.5s", "4s"}

func (s *saboteur) setLatency(_ context.Context, choice string) error {
	if choice == latencies[0] {
		s.discord.SetLatency(0)
		return nil
	}
	d, err := time.ParseDuration(choice)
	if err != nil {
		return fmt.Errorf("reading the delay: %w", err)
	}
	s.discord.SetLatency(d)
	return nil
}

func (s *saboteur) latency() string {
	if d := s.discord.Latency(); d > 0 {
		return d.String()
	}
	return latencies[0]
}

// switches returns what the page offers.
func (s *saboteur) switches() []web.Switch {
	all := []web.Switch{{
		Name: "latency", Label: "Requests take effect after", About: "After three seconds, an interaction has failed.",
		Choices: latencies, Value: s.latency, Do: s.setLatency,
	}}
	for _, t := range troubles {
		all = append(all, web.Switch{
			Name: t.name, Label: t.label, About: t.about,
			Do: func(context.Context, string) error { return s.strike(t.fault) },
		})
	}
	return append(all, web.Switch{
		Name: "luck", Label: "Something at random", About: "One of the faults that a bot should survive.", Do: s.strikeByLuck,
	})
}

// status says how the bot is connected.
func (s *saboteur) status() (connected bool, words string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	connected, words = s.app.Connected(), "not connected"
	if connected {
		words = "connected"
	}
	words += fmt.Sprintf(" · sessions %d, resumed %d", s.app.Identifies(), s.app.Resumes())
	if s.last != "" {
		words += " · last trouble: " + s.last
	}
	return connected, words
}
