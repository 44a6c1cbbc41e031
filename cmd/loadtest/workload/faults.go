package workload

import (
	"context"
	"math/rand/v2"
	"slices"
	"time"

	"noughts/bot/discordtest"
)

// A Fault is one that was injected, and while it lasted.
type Fault struct {
	Name string
	Span Span
}

const (
	// maxFaults is more than any run injects.
	maxFaults = 100_000
	// faultGap is the longest time between two faults, faultLimit how long one may
	// take to be over: longer than a client needs to notice a silent connection.
	faultGap   = 2 * time.Second
	faultLimit = 30 * time.Second
	// FaultHeartbeat is the gateway's interval of heartbeats when there are faults:
	// clients notice soon that a connection is silent.
	FaultHeartbeat = 5 * time.Second
	// FaultEcho is for how long a fault that is over can still be felt: by a rate
	// limit that it began, or by an answer that it made late.
	FaultEcho = 500 * time.Millisecond
)

// overHTTP are the faults that are possible without a gateway.
var overHTTP = []discordtest.FaultKind{
	discordtest.FaultLoseRequest, discordtest.FaultLoseAnswer, discordtest.FaultLateRequest, discordtest.FaultLateAnswer,
	discordtest.FaultLimit, discordtest.FaultShared, discordtest.FaultGlobal, discordtest.FaultHTMLLimit, discordtest.FaultStatus,
}

// injectFaults injects one fault after another until stop is closed, and returns
// those that it has injected.
func injectFaults(ctx context.Context, app *discordtest.Application, seed uint64, stop <-chan struct{}) []Fault {
	kinds := discordtest.Faults()
	if app.InteractionsURL() != "" {
		kinds = slices.DeleteFunc(kinds, func(f discordtest.Fault) bool { return !slices.Contains(overHTTP, f.Kind) })
	}
	random := rand.New(rand.NewPCG(seed, 1))
	var injected []Fault
	for _, f := range discordtest.DrawFaults(seed, maxFaults, kinds...) {
		gap := time.NewTimer(time.Duration(random.Int64N(int64(faultGap))))
		select {
		case <-gap.C:
		case <-stop:
			gap.Stop()
			return injected
		}
		if app.InteractionsURL() == "" && app.WaitConnected(ctx) != nil {
			return injected
		}
		injection, err := app.Inject(f)
		if err != nil {
			continue
		}
		limited, cancel := context.WithTimeout(ctx, faultLimit)
		outcome, _ := injection.Wait(limited) // a fault that is not over by then has lasted until now
		cancel()
		injected = append(injected, Fault{injection.Fault.String(), Span{outcome.Injected, time.Now().Add(injection.Fault.Wait + FaultEcho)}})
	}
	return injected
}
