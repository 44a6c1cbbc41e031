package workload

import (
	"context"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"time"

	"noughts/cmd/loadtest/view"
)

// A flood is one member who presses far more often than people play. The flood is switched on and off again and again,
// so that the latency of the other members is measured with and without it at nearly the same time. A nil *flood is
// always off.
type flood struct {
	rate   float64 // presses a second
	start  time.Time
	series *series
	random *rand.Rand // chooses the times of the presses

	sent, answered atomic.Int64
	pressing       sync.WaitGroup
}

// floodSlice is how long the flood is on each time, and how long it is then off.
const floodSlice = 2 * time.Second

// on reports whether the flood is on at the given time.
func (f *flood) on(at time.Time) bool {
	return f != nil && at.Sub(f.start)/floodSlice%2 == 1
}

// run presses until the play is stopped, and then waits for the last answers.
func (f *flood) run(ctx context.Context) {
	moments := &arrivals{start: f.start, rate: f.rate, random: f.random, stop: f.series.workload.stop}
	defer f.pressing.Wait()
	for f.series.message == "" { // before the flood, begin a game, so that there is a board to press on
		a, ok := f.series.nextAction(ctx)
		if !ok {
			return
		}
		f.series.perform(ctx, a, time.Now())
	}
	for {
		due, ok := moments.next()
		if !ok {
			return
		}
		if f.on(due) {
			f.pressing.Go(func() { f.press(ctx) })
		}
	}
}

// press presses the first enabled button of the current board, whatever that button does.
func (f *flood) press(ctx context.Context) {
	client := f.series.players[0]
	m, _ := client.Message(f.series.message)
	v, ok := view.Read(m)
	if !ok || len(v.Controls) == 0 {
		return
	}
	f.sent.Add(1)
	answer, err := client.Press(ctx, m.ID, v.Controls[0].CustomID)
	if err != nil { // no failure: the bot may ignore a member who floods it
		return
	}
	f.answered.Add(1)
	if answer.Message != nil && answer.Message.Ephemeral() {
		_ = client.Delete(answer.Message.ID) // the member dismisses the private answer
	}
}
