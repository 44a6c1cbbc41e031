package matches

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"noughts/bot/store"
	"noughts/commands/plan"
	"noughts/game"
	"noughts/game/match"
)

func TestTwentyChangesAtOnceAreAllMade(t *testing.T) {
	t.Parallel()
	withFixture(t, nil, func(t *testing.T, f *fixture) {
		f.store.change(hooks{shared: true})
		f.put("a", match.Person("8"))
		other := newFixtureOn(t, nil, f.store, f.discord)
		var done sync.WaitGroup
		for n := range 20 {
			done.Add(1)
			[]*fixture{f, other}[n%2].submit("a", "1", func(*plan.Request) (plan.Plan, error) {
				return plan.On{Match: "a", Decide: bump}, nil
			}, func(r Report) {
				if r.Refusal != nil {
					t.Error(r.Refusal)
				}
				done.Done()
			})
		}
		done.Wait()
		if got := f.stored("a").Version; got != 22 {
			t.Errorf("version %d, want 22", got)
		}
		if err := other.Close(t.Context()); err != nil {
			t.Error(err)
		}
	})
}

func TestADecisionIsMadeAgainOnWhatAnotherHasSaved(t *testing.T) {
	t.Parallel()
	withFixture(t, nil, func(t *testing.T, f *fixture) {
		f.store.change(hooks{shared: true})
		f.put("a", match.Person("8"))
		f.act("a", "1", bump)
		elsewhere := f.stored("a")
		elsewhere.Version++
		if _, err := f.store.Save(t.Context(), store.Change{Record: f.record("a").With(elsewhere), Expected: elsewhere.Version - 1}); err != nil {
			t.Fatal(err)
		}
		var seen []int
		f.act("a", "1", func(_ *plan.Request, r match.Record, f plan.Facts) (plan.Decision, error) {
			seen = append(seen, r.Match.Version)
			return bump(nil, r, f)
		})
		if fmt.Sprint(seen) != "[3 4]" || f.stored("a").Version != 5 {
			t.Errorf("decided on versions %d; version %d is stored", seen, f.stored("a").Version)
		}
		refusal := errors.New("no")
		seen = nil
		did := f.act("a", "1", func(_ *plan.Request, r match.Record, _ plan.Facts) (plan.Decision, error) {
			seen = append(seen, r.Match.Version)
			return plan.Decision{}, refusal
		})
		if !errors.Is(did.Refusal, refusal) || f.stored("a").Version != 5 || fmt.Sprint(seen) != "[5]" {
			t.Errorf("%v, decided on versions %d; version %d is stored", did.Refusal, seen, f.stored("a").Version)
		}
	})
}

func TestWhatIsNotStoredIsNotShown(t *testing.T) {
	t.Parallel()
	withFixture(t, nil, func(t *testing.T, f *fixture) {
		f.put("a", match.Person("8"))
		f.act("a", "1", bump)
		for _, err := range []error{errors.New("disk full"), store.ErrVersion} {
			f.store.failSaves(-1, err)
			if did := f.act("a", "1", bump); !errors.Is(did.Refusal, err) {
				t.Errorf("refused with %v, want %v", did.Refusal, err)
			}
			f.store.failSaves(0, nil)
			if shown := f.discord.shown("1"); shown != "live a 3" {
				t.Errorf("after %v the message shows %q", err, shown)
			}
		}
		f.act("a", "1", look(func(r match.Record) {
			if r.Match.Version != 3 {
				t.Errorf("version %d is remembered", r.Match.Version)
			}
		}))
	})
}

func TestADeliveryThatWasCarriedOutBeforeShowsWhatItDid(t *testing.T) {
	t.Parallel()
	withFixture(t, nil, func(t *testing.T, f *fixture) {
		f.store.change(hooks{shared: true})
		f.put("a", match.Person("8"))
		f.act("a", "1", bump)
		did := f.do("a", "1", func(r *plan.Request) (plan.Plan, error) {
			next := f.record("a")
			next.Match.Version++ // by another process, which has died before it could answer
			if _, err := f.store.Save(t.Context(), store.Change{Record: next, Expected: next.Match.Version - 1, IdempotencyKey: r.ID}); err != nil {
				t.Fatal(err)
			}
			return plan.On{Match: "a", Decide: func(*plan.Request, match.Record, plan.Facts) (plan.Decision, error) {
				return plan.Decision{}, match.ErrNotYourTurn
			}}, nil
		})
		if shown := f.discord.shown("1"); did.Refusal != nil || did.Version != 4 || shown != "live a 4" {
			t.Errorf("refused with %v, version %d; the message shows %q", did.Refusal, did.Version, shown)
		}
	})
}

func TestUnknownMatchesLeaveNothing(t *testing.T) {
	t.Parallel()
	withFixture(t, nil, func(t *testing.T, f *fixture) {
		if did := f.act("nobody", "1", bump); !errors.Is(did.Refusal, plan.ErrNoMatch) {
			t.Errorf("refused with %v", did.Refusal)
		}
		if n := f.Load().Matches; n != 0 {
			t.Errorf("%d matches are remembered", n)
		}
	})
}

func TestIdleMatchesAreForgottenAndFoundAgain(t *testing.T) {
	t.Parallel()
	withFixture(t, nil, func(t *testing.T, f *fixture) {
		for _, id := range []match.ID{"a", "b"} {
			f.put(id, match.Person("8"))
			f.act(id, "1", bump)
			time.Sleep(matchTTL / 2)
		}
		synctest.Wait()
		if n := f.Load().Matches; n != 2 {
			t.Errorf("%d matches are remembered before the idle time is over", n)
		}
		time.Sleep(matchTTL/2 - time.Minute)
		if n := f.Load().Matches; n != 1 {
			t.Errorf("%d matches are remembered when it is over for the first", n)
		}
		time.Sleep(matchTTL)
		if n := f.Load().Matches; n != 0 {
			t.Errorf("%d matches are remembered in the end", n)
		}
		if did := f.act("a", "1", bump); did.Version != 4 {
			t.Errorf("after that version %d is shown, %v", did.Version, did.Refusal)
		}
	})
}

func TestDamagedMatchesHoldUpNoOthers(t *testing.T) {
	t.Parallel()
	withFixture(t, nil, func(t *testing.T, f *fixture) {
		memory := f.store.Store
		f.store.change(hooks{load: func(id match.ID) error {
			if strings.HasPrefix(string(id), "bad") {
				return fmt.Errorf("match %s: %w", id, store.ErrCorrupt)
			}
			return nil
		}})
		const damaged = page + 10
		for n := range damaged + 3*page {
			id := match.ID(fmt.Sprint("good", n))
			if n < damaged {
				id = match.ID(fmt.Sprint("bad", n))
			}
			m, err := match.New(id, "7", match.Person("7"), match.Person("8"), match.Options{Variant: game.Classic(3)}, game.X, time.Now())
			if err == nil {
				_, err = memory.Save(t.Context(), store.Change{Record: match.Record{Match: m}})
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		time.Sleep(match.ChallengeLife + time.Minute)
		synctest.Wait()
		due, err := memory.Due(t.Context(), time.Now(), match.Cursor{}, 10*page)
		if err != nil || len(due) != damaged {
			t.Errorf("%d matches are still due, %v; want those that are damaged", len(due), err)
		}
		if n := f.log.count("stored match is corrupt"); n != damaged {
			t.Errorf("%d lines for %d damaged matches", n, damaged)
		}
		if did := f.act("bad1", "1", bump); !errors.Is(did.Refusal, plan.ErrDamaged) {
			t.Errorf("a member is refused with %v", did.Refusal)
		}
	})
}
