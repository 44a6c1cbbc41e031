package main

import (
	"context"
	"fmt"
	"sync"
	"time"

	"noughts/bot/discordtest"
	"noughts/cmd/playground/web"
)

// faults are those that the page has a button for. None of them stops a bot permanently.
var faults = []struct {
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

// A faultInjector injects faults for an application.
type faultInjector struct {
	discord *discordtest.Server
	app     *discordtest.Application

	mu     sync.Mutex
	random []discordtest.Fault // what comes next at random
	last   string              // the kind of the last fault
}

// randomSeed makes the random faults of every run the same.
const randomSeed = 1

func newFaultInjector(discord *discordtest.Server, app *discordtest.Application) *faultInjector {
	return &faultInjector{discord: discord, app: app}
}

// inject injects a fault.
func (i *faultInjector) inject(f discordtest.Fault) error {
	if _, err := i.app.Inject(f); err != nil {
		return err
	}
	i.mu.Lock()
	defer i.mu.Unlock()
	i.last = string(f.Kind)
	return nil
}

// injectRandom injects one fault of those that a bot should survive.
func (i *faultInjector) injectRandom(context.Context, string) error {
	i.mu.Lock()
	if len(i.random) == 0 {
		all := discordtest.Faults()
		i.random = discordtest.DrawFaults(randomSeed, len(all), all...)
	}
	next := i.random[0]
	i.random = i.random[1:]
	i.mu.Unlock()
	return i.inject(next)
}

// latencies are the choices of how late requests take effect.
var latencies = []string{"no delay", "300ms", "1s", "2.5s", "4s"}

func (i *faultInjector) setLatency(_ context.Context, choice string) error {
	if choice == latencies[0] {
		i.discord.SetLatency(0)
		return nil
	}
	d, err := time.ParseDuration(choice)
	if err != nil {
		return fmt.Errorf("reading the delay: %w", err)
	}
	i.discord.SetLatency(d)
	return nil
}

func (i *faultInjector) latency() string {
	if d := i.discord.Latency(); d > 0 {
		return d.String()
	}
	return latencies[0]
}

// switches returns what the page offers.
func (i *faultInjector) switches() []web.Switch {
	all := []web.Switch{{
		Name: "latency", Label: "Requests take effect after", About: "After three seconds, an interaction has failed.",
		Choices: latencies, Value: i.latency, Do: i.setLatency,
	}}
	for _, f := range faults {
		all = append(all, web.Switch{
			Name: f.name, Label: f.label, About: f.about,
			Do: func(context.Context, string) error { return i.inject(f.fault) },
		})
	}
	return append(all, web.Switch{
		Name: "luck", Label: "Something at random", About: "One of the faults that a bot should survive.", Do: i.injectRandom,
	})
}

// status says how the bot is connected.
func (i *faultInjector) status() (connected bool, words string) {
	i.mu.Lock()
	defer i.mu.Unlock()
	connected, words = i.app.Connected(), "not connected"
	if connected {
		words = "connected"
	}
	words += fmt.Sprintf(" · sessions %d, resumed %d", i.app.Identifies(), i.app.Resumes())
	if i.last != "" {
		words += " · last trouble: " + i.last
	}
	return connected, words
}
