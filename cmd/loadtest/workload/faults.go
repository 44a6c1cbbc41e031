package workload

import (
	"context"
	"math/rand/v2"
	"slices"
	"time"

	"noughts/bot/discordtest"
)

// A Fault is an injected fault and the time that it lasted.
type Fault struct {
	Name string
	Span Span
}

const (
	// maxFaults is more than a run can inject.
	maxFaults = 100_000
	// faultGap is the longest pause between two faults. faultLimit limits the wait for the end of
	// one fault: it is longer than a client needs to notice a silent connection.
	faultGap   = 2 * time.Second
	faultLimit = 30 * time.Second
	// FaultHeartbeat is the gateway's heartbeat interval in runs with faults. It is short, so that
	// clients soon notice a silent connection.
	FaultHeartbeat = 5 * time.Second
	// FaultEcho is how long a fault can still affect interactions after its end: through a rate
	// limit that it caused, or an answer that it delayed.
	FaultEcho = 500 * time.Millisecond
)

// overHTTP lists the faults that are possible without a gateway.
var overHTTP = []discordtest.FaultKind{
	discordtest.FaultLoseRequest, discordtest.FaultLoseAnswer, discordtest.FaultLateRequest, discordtest.FaultLateAnswer,
	discordtest.FaultLimit, discordtest.FaultShared, discordtest.FaultGlobal, discordtest.FaultHTMLLimit, discordtest.FaultStatus,
}

// injectFaults injects one fault after another until stop is closed, and returns the injected faults.
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
		outcome, _ := injection.Wait(limited) // a fault that lasts longer than faultLimit gets a span that ends too early
		cancel()
		injected = append(injected, Fault{injection.Fault.String(), Span{outcome.Injected, time.Now().Add(injection.Fault.Wait + FaultEcho)}})
	}
	return injected
}
