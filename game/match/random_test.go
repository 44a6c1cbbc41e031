package match_test

import (
	"flag"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"
	"time"

	"noughts/game"
	"noughts/game/match"
	"noughts/game/rules"
)

var seed = flag.Uint64("seed", 20261121, "of the random matches")

// A life is a random match with all its versions so far.
type life struct {
	rng      *rand.Rand
	now      time.Time
	m        match.Match
	versions []version
}

// A version is a returned match and a deep copy of it, to detect later changes in place.
type version struct{ got, copied match.Match }

// TestRandomLives lets random members do random actions at random times. A refused action must
// change nothing, a change must make exactly the next version, the match must stay valid, older
// versions must stay unchanged, and nothing may change after the end.
func TestRandomLives(t *testing.T) {
	t.Parallel()
	t.Logf("seed %d", *seed)
	reasons := map[match.Reason]int{}
	for n := range uint64(1000) {
		l := newLife(t, rand.New(rand.NewPCG(*seed, n)))
		for range 120 {
			l.step(t)
			if t.Failed() {
				t.Fatalf("in life %d", n)
			}
		}
		l.checkOldVersions(t)
		reasons[l.m.Result.Reason]++
	}
	for r := match.Unfinished; r <= match.Abandoned; r++ {
		if reasons[r] == 0 {
			t.Errorf("no random match ended with reason %d, so its rules were not tried: %v", r, reasons)
		}
	}
}

func newLife(t *testing.T, rng *rand.Rand) *life {
	t.Helper()
	players := [...]match.Player{match.Person(bob), match.Person(bob), nobody, computer}
	x, o := match.Person(alice), players[rng.IntN(len(players))]
	switch rng.IntN(8) {
	case 0:
		x, o = o, x
	case 1:
		x, o = computer, match.Computer("local")
	}
	variants := rules.Variants()
	opts := match.Options{
		Variant: variants[rng.IntN(len(variants))],
		First:   match.First(rng.IntN(3)),
		Clock:   time.Duration(rng.IntN(2)) * time.Minute,
	}
	m, err := match.New(match.NewID(rng.IntN), alice, x, o, opts, match.Toss(rng.IntN), t0)
	if err != nil {
		t.Fatal(err)
	}
	l := &life{rng: rng, now: t0}
	l.keep(m)
	return l
}

// keep makes m the newest version.
func (l *life) keep(m match.Match) {
	l.m = m
	copied := m
	copied.Moves = slices.Clone(m.Moves)
	l.versions = append(l.versions, version{m, copied})
}

// step does one random action and checks its result.
func (l *life) step(t *testing.T) {
	t.Helper()
	l.now = l.now.Add(time.Duration(l.rng.ExpFloat64() * float64(4*time.Second)))
	if l.rng.IntN(300) == 0 {
		l.now = l.now.Add(match.ChallengeLife)
	}
	member := [...]string{alice, bob, carol, ""}[l.rng.IntN(4)]
	before := l.m
	after, err := l.act(member)
	switch {
	case err != nil:
		if !reflect.DeepEqual(after, before) {
			t.Errorf("refused (%v), but changed\n%+v\ninto\n%+v", err, before, after)
		}
	case after.Version == before.Version:
		if !reflect.DeepEqual(after, before) {
			t.Errorf("changed without a new version: \n%+v\n%+v", before, after)
		}
	default:
		l.checkChange(t, before, after, member)
		l.keep(after)
	}
}

// act does a random action of a member, the computer or the clock.
func (l *life) act(member string) (match.Match, error) {
	m, yes := l.m, l.rng.IntN(2) == 0
	switch l.rng.IntN(40) {
	case 0:
		return m.Accept(member, match.Toss(l.rng.IntN), l.now)
	case 1:
		return m.Decline(member, l.now)
	case 2:
		return m.Withdraw(member, l.now)
	case 3:
		return m.Resign(member, l.now)
	case 4, 5:
		return m.OfferDraw(member, l.now)
	case 6, 7:
		return m.AnswerDraw(member, yes, l.now)
	case 8, 9, 10:
		return m.AskTakeback(member, l.now)
	case 11, 12, 13:
		return m.AnswerTakeback(member, yes, l.now)
	case 14, 15:
		if l.rng.IntN(4) == 0 {
			l.now = l.now.Add(match.IdleLife)
		}
		return m.Tick(l.now), nil
	case 16:
		if l.rng.IntN(4) == 0 {
			l.now = l.now.Add(match.LeftPatience)
		}
		return m.EndLeft(member, l.now)
	case 17:
		return m.Play(member, game.Square(l.rng.IntN(256)), l.now)
	default:
		return l.move(member)
	}
}

// move plays a legal move for the player whose turn it is, or sometimes for the given member.
func (l *life) move(member string) (match.Match, error) {
	moves := l.m.Position().Moves()
	if len(moves) == 0 {
		return l.m, match.ErrOver
	}
	s := moves[l.rng.IntN(len(moves))]
	if l.rng.IntN(4) == 0 {
		return l.m.Play(member, s, l.now)
	}
	return move(l.m, s, l.now)
}

func (l *life) checkChange(t *testing.T, before, after match.Match, member string) {
	t.Helper()
	if before.Status == match.Over {
		t.Errorf("changed after the end:\n%+v\n%+v", before, after)
	}
	if after.Status < before.Status {
		t.Errorf("went back from status %d to %d", before.Status, after.Status)
	}
	wantNext(t, before, after, l.now)
	fixed := func(m match.Match) []any { return []any{m.ID, m.Starter, m.Options, m.Created} }
	if !reflect.DeepEqual(fixed(before), fixed(after)) {
		t.Errorf("changed what never changes:\n%+v\n%+v", before, after)
	}
	if grown := len(after.Moves) - len(before.Moves); grown > 1 || grown < -2 {
		t.Errorf("%d moves became %d", len(before.Moves), len(after.Moves))
	}
	shared := min(len(before.Moves), len(after.Moves))
	if !slices.Equal(before.Moves[:shared], after.Moves[:shared]) {
		t.Errorf("history changed from %v to %v (by %q)", before.Moves, after.Moves, member)
	}
}

func (l *life) checkOldVersions(t *testing.T) {
	t.Helper()
	for _, v := range l.versions {
		if !reflect.DeepEqual(v.got, v.copied) {
			t.Errorf("version %d was changed in place, from\n%+v\nto\n%+v", v.got.Version, v.copied, v.got)
		}
	}
}
