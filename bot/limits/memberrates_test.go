package limits

import (
	"fmt"
	"strconv"
	"testing"
	"time"
)

// start is the first time that the tests pass to MemberRates, which reads no clock.
var start = time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC)

// pressing lets a member press `perSecond` times a second for a duration, and counts the verdicts.
func pressing(g *MemberRates, member, server string, perSecond int, from time.Time, lasting time.Duration) map[Treatment]int {
	got := map[Treatment]int{}
	step := time.Second / time.Duration(perSecond)
	for at := time.Duration(0); at < lasting; at += step {
		verdict, _ := g.Allow(member, server, false, from.Add(at))
		got[verdict]++
	}
	return got
}

func TestPeopleAreNeverLimited(t *testing.T) {
	t.Parallel()
	g := NewMemberRates(Defaults)
	for _, perSecond := range []int{1, 2, 5, 10} {
		got := pressing(g, fmt.Sprint("member ", perSecond), "server", perSecond, start, 10*time.Minute)
		if got[Tell]+got[Silent] > 0 {
			t.Errorf("at %d presses a second: %v", perSecond, got)
		}
	}
}

func TestAFloodIsToldOnceAWindow(t *testing.T) {
	t.Parallel()
	g := NewMemberRates(Defaults)
	lasting := time.Minute
	got := pressing(g, "flooder", "server", 50, start, lasting)
	most := Defaults.Member.Burst + int(Defaults.Member.PerSecond*lasting.Seconds())
	if got[Pass] > most || got[Pass] < most-1 {
		t.Errorf("%d presses passed, want %d", got[Pass], most)
	}
	if want := int(lasting / Defaults.Window); got[Tell] < want-1 || got[Tell] > want {
		t.Errorf("told %d times in %v, want about %d", got[Tell], lasting, want)
	}
	if got[Silent] == 0 {
		t.Error("nothing was silent")
	}
	if verdict, limit := g.Allow("another", "server", false, start.Add(lasting)); verdict != Pass {
		t.Errorf("the flood met another member: %v by %q", verdict, limit)
	}
	if verdict, _ := g.Allow("flooder", "server", false, start.Add(2*lasting)); verdict != Pass {
		t.Errorf("after a pause: %v", verdict)
	}
}

func TestWhatIsRefusedCountsForMore(t *testing.T) {
	t.Parallel()
	passed := func(refused bool) (n int) {
		g := NewMemberRates(Defaults)
		for range 2 * Defaults.Member.Burst {
			if verdict, _ := g.Allow("member", "server", false, start); verdict != Pass {
				break
			}
			n++
			if refused {
				g.Refused("member", start)
			}
		}
		return n
	}
	if got := passed(false); got != Defaults.Member.Burst {
		t.Errorf("%d moves passed, want %d", got, Defaults.Member.Burst)
	}
	if got, want := passed(true), Defaults.Member.Burst/Defaults.RefusedCost; got != want {
		t.Errorf("%d presses in vain passed, want %d", got, want)
	}
	if want := 81; Defaults.Member.Burst/Defaults.RefusedCost < want {
		t.Errorf("who tries every square of a board once is too fast")
	}
}

func TestAServerHasItsOwnLimit(t *testing.T) {
	t.Parallel()
	l := Defaults
	l.Server = Rate{PerSecond: 10, Burst: 10}
	g := NewMemberRates(l)
	counts := map[Treatment]int{}
	for member := range 20 {
		verdict, limit := g.Allow(strconv.Itoa(member), "raided", false, start)
		counts[verdict]++
		if verdict != Pass && limit != Server {
			t.Errorf("member %d met the limit %q", member, limit)
		}
	}
	if counts[Pass] != 10 || counts[Tell] != 10 {
		t.Errorf("got %v, want 10 passed and each other member told", counts)
	}
	if verdict, limit := g.Allow("0", "raided", false, start); verdict != Tell || limit != Server {
		t.Errorf("who passed before and is told first: %v by %q", verdict, limit)
	}
	if verdict, _ := g.Allow("0", "raided", false, start); verdict != Silent {
		t.Error("told twice in a window")
	}
	for _, elsewhere := range []string{"", "another server"} {
		if verdict, limit := g.Allow("0", elsewhere, false, start); verdict != Pass {
			t.Errorf("in %q: %v by %q", elsewhere, verdict, limit)
		}
	}
}

func TestTypingIsCountedByItselfAndNeverTold(t *testing.T) {
	t.Parallel()
	g := NewMemberRates(Defaults)
	silent := 0
	for range Defaults.Typing.Burst + 10 {
		switch verdict, limit := g.Allow("member", "server", true, start); {
		case verdict == Tell:
			t.Fatal("told while typing")
		case verdict == Silent && limit != Typing:
			t.Fatalf("the limit is %q", limit)
		case verdict == Silent:
			silent++
		}
	}
	if silent != 10 {
		t.Errorf("%d were silent, want 10", silent)
	}
	if verdict, _ := g.Allow("member", "server", false, start); verdict != Pass {
		t.Error("typing cost a move")
	}
}

func TestACrowdLeavesNoMoreThanItMay(t *testing.T) {
	t.Parallel()
	l := Defaults
	l.Buckets = 1000
	g := NewMemberRates(l)
	now := start
	for member := range 100_000 {
		now = now.Add(time.Millisecond)
		id := strconv.Itoa(member)
		g.Allow(id, "server "+id, false, now)
		g.Allow(id, "server", true, now)
		if size := g.Size(); size > 3*l.Buckets {
			t.Fatalf("after %d members there are %d buckets", member+1, size)
		}
	}
	now = now.Add(time.Minute)
	for range l.Buckets/tidied + 1 { // a few presses of one member, a minute later
		g.Allow("one", "server", false, now)
	}
	if size := g.Size(); size != 2 {
		t.Errorf("a minute later there still are %d buckets", size)
	}
}

func TestAFlooderIsNotForgottenInACrowd(t *testing.T) {
	t.Parallel()
	l := Defaults
	l.Buckets = 100
	g := NewMemberRates(l)
	now, passed := start, 0
	for press := range 5000 {
		now = now.Add(20 * time.Millisecond)
		if verdict, _ := g.Allow("flooder", "server", false, now); verdict == Pass {
			passed++
		}
		g.Allow(strconv.Itoa(press), "", false, now)
	}
	most := l.Member.Burst + int(l.Member.PerSecond*now.Sub(start).Seconds())
	if passed > most {
		t.Errorf("%d of the flooder's presses passed, want at most %d", passed, most)
	}
}
