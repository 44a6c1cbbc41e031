package discordtest

import (
	"math/rand/v2"
	"time"
)

// Faults returns one of each fault that a bot should survive, with every close
// code that lets it come back. Those of callbacks and of edits strike these
// routes.
func Faults() []Fault {
	all := []Fault{
		{Kind: FaultDrop}, {Kind: FaultSilence}, {Kind: FaultHalfOpen},
		{Kind: FaultReconnect}, {Kind: FaultReconnectBeforeHello}, {Kind: FaultReconnectAfterResume},
		{Kind: FaultInvalidResumable}, {Kind: FaultInvalid}, {Kind: FaultBrokenJSON},
		{Kind: FaultLag, Wait: 700 * time.Millisecond, Times: 3}, {Kind: FaultSlowReads, Wait: 2 * time.Second},
		{Kind: FaultDuplicate}, {Kind: FaultReorder}, {Kind: FaultLoseEvent}, {Kind: FaultUnknownComponent},
		{Kind: FaultFutureID, Wait: 4 * time.Second},
		{Kind: FaultLoseRequest, Route: RouteCallback}, {Kind: FaultLoseAnswer, Route: RouteCallback},
		{Kind: FaultLateRequest, Route: RouteCallback}, {Kind: FaultLateRequest, Route: RouteCallback, Wait: 4 * time.Second},
		{Kind: FaultLateAnswer, Route: RouteCallback}, {Kind: FaultLateAnswer, Route: RouteCallback, Wait: 4 * time.Second},
		{Kind: FaultSlowBody, Route: RouteCallback}, {Kind: FaultBareAnswer, Route: RouteCallback}, {Kind: FaultBareAnswer, Route: RouteCallback, Code: 200},
		{Kind: FaultLimit, Route: RouteCallback}, {Kind: FaultShared}, {Kind: FaultGlobal, Times: 2}, {Kind: FaultHTMLLimit},
		{Kind: FaultStatus, Code: 500}, {Kind: FaultStatus, Code: 502}, {Kind: FaultStatus, Code: 503, Times: 2},
	}
	for _, code := range closeCodes {
		if f := (Fault{Kind: FaultClose, Code: code}); f.Effect() != EffectStop {
			all = append(all, f)
		}
	}
	return all
}

// FatalFaults returns the faults after which a bot must end.
func FatalFaults() []Fault {
	var all []Fault
	for _, code := range closeCodes {
		if f := (Fault{Kind: FaultClose, Code: code}); f.Effect() == EffectStop {
			all = append(all, f)
		}
	}
	return all
}

// DrawFaults returns n of the given faults in an order that only the seed
// decides: each as often as every other, give or take one.
func DrawFaults(seed uint64, n int, from ...Fault) []Fault {
	random := rand.New(rand.NewPCG(seed, 0))
	drawn := make([]Fault, 0, n)
	for len(drawn) < n && len(from) > 0 {
		for _, i := range random.Perm(len(from)) {
			drawn = append(drawn, from[i])
		}
	}
	drawn = drawn[:min(n, len(drawn))]
	random.Shuffle(len(drawn), func(i, j int) { drawn[i], drawn[j] = drawn[j], drawn[i] })
	return drawn
}
