package workload

import (
	"context"
	"math/rand/v2"
	"slices"
	"time"

	"noughts/bot/discordtest"
)

// A Fault describes a fault that was injected, and the time when it may have affected interactions.
type Fault struct {
	Name string
	Span Span
}

const (
	// maxFaults limits the faults of a run. It is so large that no run reaches it.
	maxFaults = 100_000
	// faultGap is the longest pause between two faults. faultLimit is how long to wait for the end of one fault: longer
	// than a client needs to notice that its connection is silent.
	faultGap   = 2 * time.Second
	faultLimit = 30 * time.Second
	// FaultHeartbeat is the gateway's heartbeat interval in runs with faults. It is short, so that
	// clients soon notice a silent connection.
	FaultHeartbeat = 5 * time.Second
	// FaultEcho is how long a fault can affect interactions after it has ended. For example, it may have caused a rate
	// limit or delayed an answer.
	FaultEcho = 500 * time.Millisecond
)

// overHTTP lists the faults that are possible if interactions come over HTTP and there is no gateway.
var overHTTP = []discordtest.FaultKind{
	discordtest.FaultLoseRequest, discordtest.FaultLoseAnswer, discordtest.FaultLateRequest, discordtest.FaultLateAnswer,
	discordtest.FaultLimit, discordtest.FaultShared, discordtest.FaultGlobal, discordtest.FaultHTMLLimit, discordtest.FaultStatus,
}

// injectFaults injects one fault after another until `stop` is closed. It returns the faults that it has injected.
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
		outcome, _ := injection.Wait(limited) // if faultLimit ends the wait, the span ends too early
		cancel()
		injected = append(injected, Fault{injection.Fault.String(), Span{outcome.Injected, time.Now().Add(injection.Fault.Wait + FaultEcho)}})
	}
	return injected
}
