package fault

import (
	"math/rand/v2"
	"time"
)

// All returns the faults that a bot should survive: at least one of each kind, with every close code that allows a
// client to reconnect. Some of the REST faults strike only callbacks, the requests that answer interactions.
func All() []Fault {
	all := []Fault{
		{Kind: Drop}, {Kind: Silence}, {Kind: HalfOpen},
		{Kind: Reconnect}, {Kind: ReconnectBeforeHello}, {Kind: ReconnectAfterResume},
		{Kind: InvalidResumable}, {Kind: Invalid}, {Kind: BrokenJSON},
		{Kind: Lag, Wait: 700 * time.Millisecond, Times: 3}, {Kind: SlowReads, Wait: 2 * time.Second},
		{Kind: Duplicate}, {Kind: Reorder}, {Kind: LoseEvent}, {Kind: UnknownComponent},
		{Kind: FutureID, Wait: 4 * time.Second},
		{Kind: LoseRequest, Route: RouteCallback}, {Kind: LoseAnswer, Route: RouteCallback},
		{Kind: LateRequest, Route: RouteCallback}, {Kind: LateRequest, Route: RouteCallback, Wait: 4 * time.Second},
		{Kind: LateAnswer, Route: RouteCallback}, {Kind: LateAnswer, Route: RouteCallback, Wait: 4 * time.Second},
		{Kind: SlowBody, Route: RouteCallback}, {Kind: BareAnswer, Route: RouteCallback}, {Kind: BareAnswer, Route: RouteCallback, Code: 200},
		{Kind: Limit, Route: RouteCallback}, {Kind: Shared}, {Kind: Global, Times: 2}, {Kind: HTMLLimit},
		{Kind: Status, Code: 500}, {Kind: Status, Code: 502}, {Kind: Status, Code: 503, Times: 2},
	}
	for _, code := range closeCodes {
		if f := (Fault{Kind: Close, Code: code}); f.Effect() != EffectStop {
			all = append(all, f)
		}
	}
	return all
}

// Fatal returns the faults that must end a bot.
func Fatal() []Fault {
	var all []Fault
	for _, code := range closeCodes {
		if f := (Fault{Kind: Close, Code: code}); f.Effect() == EffectStop {
			all = append(all, f)
		}
	}
	return all
}

// Draw returns n of the given faults in a random order that depends only on the seed. All faults
// occur equally often, give or take one.
func Draw(seed uint64, n int, from ...Fault) []Fault {
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
