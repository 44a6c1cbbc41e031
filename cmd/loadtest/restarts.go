package main

import (
	"math/rand/v2"
	"slices"
	"time"
)

// A restart ends a bot process and starts it again.
type restart struct {
	after   time.Duration // pause before this restart, from when all bots are up again after the previous restart
	replica int
	gentle  bool // with SIGTERM instead of SIGKILL
}

// planRestarts chooses random times for the restarts, and the replicas to restart. The same seed always gives the same
// plan. The times count only while all bots are up, so no bot is ended while it starts. SIGKILL goes to random
// replicas, SIGTERM to each replica in turn.
func planRestarts(seed uint64, up time.Duration, kills, terminations, replicas int) []restart {
	random := rand.New(rand.NewPCG(seed, 2))
	moments := make([]time.Duration, kills+terminations)
	for i := range moments {
		moments[i] = time.Duration(random.Int64N(int64(up)))
	}
	slices.Sort(moments)
	plan := make([]restart, len(moments))
	for i, kind := range random.Perm(len(plan)) {
		plan[i] = restart{replica: random.IntN(replicas), gentle: kind >= kills}
	}
	var last time.Duration
	next := 0
	for i, at := range moments {
		plan[i].after, last = at-last, at
		if plan[i].gentle {
			plan[i].replica = next % replicas
			next++
		}
	}
	return plan
}
