package gateway

import (
	"context"
	"errors"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bwmarrin/discordgo"
)

func TestIdentifiesArePaced(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		gate := newIdentifyGate(discordgo.SessionInformation{MaxConcurrency: 2, Remaining: 100}, nil, nil, quiet)
		begun := time.Now()
		var mu sync.Mutex
		waits := map[time.Duration][]int{}
		var wg sync.WaitGroup
		for shard := range 6 {
			wg.Go(func() {
				leave, err := gate.enter(t.Context(), shard)
				if err != nil {
					t.Error(err)
					return
				}
				defer leave(true)
				mu.Lock()
				defer mu.Unlock()
				waits[time.Since(begun)] = append(waits[time.Since(begun)], shard%2)
			})
		}
		wg.Wait()
		for _, at := range []time.Duration{0, identifyPause, 2 * identifyPause} {
			if slices.Sort(waits[at]); !slices.Equal(waits[at], []int{0, 1}) {
				t.Errorf("after %v: %v identified, want one of each turn", at, waits[at])
			}
		}
	})
}

// Two identifies are never closer than five seconds, even if every second shard takes long to connect
// before it identifies.
func TestADelayedIdentifyDelaysTheNext(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		gate := newIdentifyGate(discordgo.SessionInformation{Remaining: 100}, nil, nil, quiet)
		var mu sync.Mutex
		var sent []time.Time
		var wg sync.WaitGroup
		for shard := range 8 {
			wg.Go(func() {
				leave, err := gate.enter(t.Context(), shard)
				if err != nil {
					t.Error(err)
					return
				}
				defer leave(true)
				time.Sleep(time.Duration(shard%2) * 4 * time.Second)
				mu.Lock()
				defer mu.Unlock()
				sent = append(sent, time.Now())
			})
		}
		wg.Wait()
		for i := 1; i < len(sent); i++ {
			if pause := sent[i].Sub(sent[i-1]); pause < identifyPause {
				t.Errorf("identify %d came %v after the one before", i, pause)
			}
		}
	})
}

func TestAnIdentifyThatWasNotSentTakesNoTurn(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		gate := newIdentifyGate(discordgo.SessionInformation{Remaining: 2}, nil, nil, quiet)
		begun := time.Now()
		for range 3 {
			leave, err := gate.enter(t.Context(), 0)
			must(t, err)
			leave(false)
		}
		if took := time.Since(begun); took > 0 {
			t.Errorf("three shards that could not connect took %v", took)
		}
		leave, err := gate.enter(t.Context(), 0)
		must(t, err)
		for _, leaves := range []bool{false, true} { // the turn is taken, and then in its pause
			if leaves {
				leave(true)
			}
			ctx, cancel := context.WithTimeout(t.Context(), time.Second)
			defer cancel()
			if _, err := gate.enter(ctx, 0); !errors.Is(err, context.DeadlineExceeded) || gate.remaining != 1 {
				t.Errorf("%v, and %d identifies are left", err, gate.remaining)
			}
		}
	})
}

func TestNoIdentifyBeyondTheDaysNumber(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		asked := 0
		limits := func(context.Context) (discordgo.GatewayBotResponse, error) {
			asked++
			answer := discordgo.GatewayBotResponse{SessionStartLimit: discordgo.SessionInformation{ResetAfter: 3_600_000}}
			switch asked {
			case 1:
				return answer, errors.New("of a test")
			case 2:
				return answer, nil
			}
			answer.SessionStartLimit.Remaining = 1000
			return answer, nil
		}
		gate := newIdentifyGate(discordgo.SessionInformation{Remaining: 1}, limits, nil, quiet)
		begun := time.Now()
		for range 2 {
			leave, err := gate.enter(t.Context(), 0)
			must(t, err)
			leave(true)
		}
		if took := time.Since(begun); took < time.Hour || took > time.Hour+2*time.Minute {
			t.Errorf("the second identify came after %v, want an hour", took)
		}
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if _, err := gate.enter(ctx, 0); !errors.Is(err, context.Canceled) {
			t.Errorf("after the end: %v", err)
		}
	})
}

// If another process uses up the identifies, this process notices, because it does not trust
// Discord's last answer for longer than a minute.
func TestOtherProcessesIdentifyToo(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		asked := 0
		limits := func(context.Context) (discordgo.GatewayBotResponse, error) {
			asked++
			return discordgo.GatewayBotResponse{SessionStartLimit: discordgo.SessionInformation{Remaining: asked - 1, ResetAfter: 600_000}}, nil
		}
		gate := newIdentifyGate(discordgo.SessionInformation{Remaining: 900}, limits, nil, quiet)
		time.Sleep(budgetTrust)
		begun := time.Now()
		leave, err := gate.enter(t.Context(), 0)
		must(t, err)
		leave(true)
		if took := time.Since(begun); took != 10*time.Minute {
			t.Errorf("it identified after %v, want the ten minutes until there are some again", took)
		}
	})
}

// The last half of the day's identifies is spread over the rest of the day, if shards identify as
// often as the gate allows.
func TestTheLastHalfOfTheDaysIdentifiesIsMadeToLast(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		left := 550
		reset := time.Now().Add(24 * time.Hour)
		limits := func(context.Context) (discordgo.GatewayBotResponse, error) {
			return discordgo.GatewayBotResponse{SessionStartLimit: discordgo.SessionInformation{
				Total: 1000, Remaining: left, ResetAfter: int(time.Until(reset).Milliseconds()), MaxConcurrency: 1,
			}}, nil
		}
		start, _ := limits(t.Context())
		gate := newIdentifyGate(start.SessionStartLimit, limits, nil, quiet)
		for time.Until(reset) > time.Hour {
			leave, err := gate.enter(t.Context(), 0)
			must(t, err)
			left--
			leave(true)
			if quick := time.Until(reset) > 23*time.Hour; quick && left == 500 && 24*time.Hour-time.Until(reset) > 10*time.Minute {
				t.Errorf("the first fifty took %v", 24*time.Hour-time.Until(reset))
			}
		}
		if left < 5 || left > 20 {
			t.Errorf("%d are left an hour before there are more", left)
		}
	})
}
