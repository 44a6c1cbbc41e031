package main

import (
	"context"
	"fmt"
	"sync"
	"time"

	"noughts/bot/discordtest"
	"noughts/cmd/playground/web"
)

// faults lists the faults that have a button on the page. None of them stops a bot permanently.
var faults = []struct {
	name, label, about string
	fault              discordtest.Fault
}{
	{"cut", "Cut the connection", "The gateway's TCP connection drops; the bot should resume.", discordtest.Fault{Kind: discordtest.FaultDrop}},
	{"reconnect", "Ask to reconnect", "Op 7: the bot should reconnect and resume.", discordtest.Fault{Kind: discordtest.FaultReconnect}},
	{"forget", "Forget the session", "Op 9: the bot must identify again.", discordtest.Fault{Kind: discordtest.FaultInvalid}},
	{"twice", "Duplicate next event", "The next event, such as a press, is delivered twice.", discordtest.Fault{Kind: discordtest.FaultDuplicate}},
	{"lost", "Lose next event", "The next event is lost, unless it is replayed.", discordtest.Fault{Kind: discordtest.FaultLoseEvent}},
	{"limit", "Limit next answer", "The next callback gets a 429 with a retry after two seconds.",
		discordtest.Fault{Kind: discordtest.FaultLimit, Route: discordtest.RouteCallback, Wait: 2 * time.Second}},
	{"fail", "Fail next answer", "The next callback gets a 500 and has no effect.",
		discordtest.Fault{Kind: discordtest.FaultStatus, Route: discordtest.RouteCallback}},
	{"unheard", "Lose next reply", "The next callback takes effect, but its response is lost.",
		discordtest.Fault{Kind: discordtest.FaultLoseAnswer, Route: discordtest.RouteCallback}},
}

type faultInjector struct {
	discord *discordtest.Server
	app     *discordtest.Application

	mu     sync.Mutex
	random []discordtest.Fault // the next random faults
	last   string              // kind of the last injected fault
}

func (i *faultInjector) inject(f discordtest.Fault) error {
	if _, err := i.app.Inject(f); err != nil {
		return err
	}
	i.mu.Lock()
	defer i.mu.Unlock()
	i.last = string(f.Kind)
	return nil
}

func (i *faultInjector) injectRandom(context.Context, string) error {
	i.mu.Lock()
	if len(i.random) == 0 {
		all := discordtest.Faults()
		i.random = discordtest.DrawFaults(1, len(all), all...)
	}
	next := i.random[0]
	i.random = i.random[1:]
	i.mu.Unlock()
	return i.inject(next)
}

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

func (i *faultInjector) switches() []web.Switch {
	all := []web.Switch{{
		Name: "latency", Label: "Request latency", About: "Interactions fail after three seconds.",
		Choices: latencies, Value: i.latency, Do: i.setLatency,
	}}
	for _, f := range faults {
		all = append(all, web.Switch{
			Name: f.name, Label: f.label, About: f.about,
			Do: func(context.Context, string) error { return i.inject(f.fault) },
		})
	}
	return append(all, web.Switch{
		Name: "luck", Label: "Random fault", About: "One of the faults a bot should survive.", Do: i.injectRandom,
	})
}

// status returns the state of the connection, with how many sessions were begun and resumed, and the last fault.
func (i *faultInjector) status() web.Status {
	i.mu.Lock()
	defer i.mu.Unlock()
	connected, words := i.app.Sessions() > 0, "not connected"
	if connected {
		words = "connected"
	}
	words += fmt.Sprintf(" · sessions %d, resumed %d", i.app.Identifies(), i.app.Resumes())
	if i.last != "" {
		words += " · last trouble: " + i.last
	}
	return web.Status{Connected: connected, Words: words}
}
