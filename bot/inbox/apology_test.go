package inbox

import (
	"fmt"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"noughts/bot/limits"
	"noughts/commands/plan"
	"noughts/commands/texts"
)

// limited sets the rate limit of members to a burst of two and then one interaction a second.
func limited(d *Deps) {
	l := limits.Defaults
	l.Member = limits.Rate{PerSecond: 1, Burst: 2}
	l.Typing = l.Member
	d.Rates = limits.NewMemberRates(l)
}

func TestWhoIsTooFastIsToldOnceAndThenSilently(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		payload func(id string) string
		want    []string
		silent  int
	}{
		"presses":  {func(id string) string { return pressing(id, "/x") }, []string{"callback 7 done", "callback 7 done", "callback 4 too fast*", "callback 6", "callback 6"}, 2},
		"commands": {commanding, []string{"callback 7 done", "callback 7 done", "callback 4 too fast*"}, 2},
		"typing":   {completing, []string{"callback 7 done", "callback 7 done", "callback 8", "callback 8", "callback 8"}, 3},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				w := newWorld(limited)
				for n := range 5 {
					w.receive(c.payload(fmt.Sprint(1 + n)))
					synctest.Wait()
				}
				w.endsAfter(t, c.want...)
				if o := w.counts.outcomes; o[outcomeSilent] != c.silent || o[outcomeLimited] != 3-c.silent {
					t.Errorf("outcomes %v\n%s", o, &w.log)
				}
			})
		})
	}
}

func TestAServerThatIsTooFastIsToldSo(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(func(d *Deps) {
			l := limits.Defaults
			l.Server = limits.Rate{PerSecond: 1, Burst: 1}
			d.Rates = limits.NewMemberRates(l)
		})
		w.receive(commanding("1"))
		w.receive(commanding("2"))
		w.end(t)
		got := w.discord.called()
		slices.Sort(got)
		if !slices.Equal(got, []string{"callback 4 too much*", "callback 7 done"}) || w.counts.limits[limits.Server] != 1 {
			t.Errorf("called %q, limits %v", got, w.counts.limits)
		}
	})
}

func TestWhoPressesInVainIsTooFastSooner(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(func(d *Deps) {
			l := limits.Defaults
			l.Member = limits.Rate{PerSecond: 0.01, Burst: 10}
			d.Rates = limits.NewMemberRates(l)
		})
		w.commands.handle = func(*plan.Request) (plan.Plan, error) { return nil, plan.Refuse(texts.RefuseOver) }
		for n := range 10 {
			w.receive(commanding(fmt.Sprint(1 + n)))
			time.Sleep(time.Millisecond)
		}
		w.end(t)
		if o := w.counts.outcomes; o[outcomeRefused] != 4 || o[outcomeLimited] != 1 || o[outcomeSilent] != 5 {
			t.Errorf("outcomes %v", o)
		}
	})
}

// Apologies are in the language that the member has chosen, which the inbox gets from Matches.Language.
func TestApologiesSpeakTheMembersLanguage(t *testing.T) {
	t.Parallel()
	inWorld(t, func(t *testing.T, w *world) {
		w.executor.language, w.executor.full = "de", true
		w.receive(commanding("1"))
		synctest.Wait()
		w.executor.full, w.executor.silent = false, true
		w.receive(commanding("2"))
		w.endsAfter(t, "callback 4 busyde*", "callback 4 brokende*")
	})
}
