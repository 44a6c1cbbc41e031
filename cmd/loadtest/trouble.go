package main

import (
	"context"
	"math/rand/v2"
	"slices"
	"time"

	"noughts/bot/discordtest"
)

// A trouble is a fault that was injected, and while it lasted.
type trouble struct {
	Fault string
	Span  span
}

const (
	// mostFaults is more than any run injects.
	mostFaults = 100_000
	// faultGap is the longest time between two faults, faultLimit how long one may
	// take to be over: longer than a client needs to notice a silent connection.
	faultGap   = 2 * time.Second
	faultLimit = 30 * time.Second
	// troubledHeartbeat makes clients notice silence soon.
	troubledHeartbeat = 5 * time.Second
	// aftermath is for how long a fault that is over can still be felt: by a limit
	// that it began, or by an answer that it made late.
	aftermath = 500 * time.Millisecond
)

// overHTTP are the faults that can strike without a gateway.
var overHTTP = []discordtest.FaultKind{
	discordtest.FaultLoseRequest, discordtest.FaultLoseAnswer, discordtest.FaultLateRequest, discordtest.FaultLateAnswer,
	discordtest.FaultLimit, discordtest.FaultShared, discordtest.FaultGlobal, discordtest.FaultHTMLLimit, discordtest.FaultStatus,
}

// makeTrouble injects one fault after another until stop is closed, and returns
// what it has done.
func makeTrouble(ctx context.Context, app *discordtest.Application, seed uint64, stop <-chan struct{}) []trouble {
	kinds := discordtest.Faults()
	if app.InteractionsURL() != "" {
		kinds = slices.DeleteFunc(kinds, func(f discordtest.Fault) bool { return !slices.Contains(overHTTP, f.Kind) })
	}
	random := rand.New(rand.NewPCG(seed, 1))
	var made []trouble
	for _, f := range discordtest.DrawFaults(seed, mostFaults, kinds...) {
		gap := time.NewTimer(time.Duration(random.Int64N(int64(faultGap))))
		select {
		case <-gap.C:
		case <-stop:
			gap.Stop()
			return made
		}
		if app.InteractionsURL() == "" && app.WaitConnected(ctx) != nil {
			return made
		}
		if in, err := app.Inject(f); err == nil {
			made = append(made, outlast(ctx, in))
		}
	}
	return made
}

// outlast waits until a fault is over.
func outlast(ctx context.Context, in *discordtest.Injection) trouble {
	ctx, cancel := context.WithTimeout(ctx, faultLimit)
	defer cancel()
	outcome, _ := in.Wait(ctx) // one that is not over by then has struck for as long
	return trouble{in.Fault.String(), span{outcome.Injected, time.Now().Add(in.Fault.Wait + aftermath)}}
}
