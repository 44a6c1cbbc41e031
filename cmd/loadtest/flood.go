package main

import (
	"context"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"time"
)

// A flood is one member who presses far more often than anybody plays. It comes
// and goes, so that the others can be measured with it and without it at nearly
// the same time. A nil flood never is.
type flood struct {
	rate   float64 // presses a second
	start  time.Time
	table  *table
	random *rand.Rand // of its moments

	sent, answered atomic.Int64
	pressing       sync.WaitGroup
}

// floodSlice is how long each flood lasts, and each calm between two.
const floodSlice = 2 * time.Second

// on says whether the flood is on at a time.
func (f *flood) on(at time.Time) bool {
	return f != nil && at.Sub(f.start)/floodSlice%2 == 1
}

// rage presses until the pace is stopped, and waits for the last answers.
func (f *flood) rage(ctx context.Context) {
	p := &pace{start: f.start, rate: f.rate, random: f.random, stop: f.table.hall.pace.stop}
	defer f.pressing.Wait()
	f.begin(ctx)
	for {
		due, ok := p.next()
		if !ok {
			return
		}
		if f.on(due) {
			f.pressing.Go(func() { f.press(ctx) })
		}
	}
}

// begin begins the game whose board is then pressed.
func (f *flood) begin(ctx context.Context) {
	for f.table.message == "" {
		a, ok := f.table.choose(ctx)
		if !ok {
			return
		}
		f.table.carryOut(ctx, a, time.Now())
	}
}

// press presses the first button of the board as it is now, whether that makes
// sense or not.
func (f *flood) press(ctx context.Context) {
	client := f.table.seats[0]
	m, _ := client.Message(f.table.message)
	s, ok := see(m)
	if !ok || len(s.controls) == 0 {
		return
	}
	f.sent.Add(1)
	answer, err := client.Press(ctx, m.ID, s.controls[0].CustomID)
	if err != nil { // the bot may fall silent: that is for the flood's own account
		return
	}
	f.answered.Add(1)
	if answer.Message != nil && answer.Message.Ephemeral() {
		_ = client.Delete(answer.Message.ID) // dismissed
	}
}
