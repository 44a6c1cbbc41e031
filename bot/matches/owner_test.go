package matches

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"noughts/bot/limits"
	"noughts/bot/store"
	"noughts/commands/plan"
	"noughts/game"
	"noughts/game/ai"
	"noughts/game/match"
)

// logged is a log that can be read.
type logged struct {
	mu    sync.Mutex
	lines bytes.Buffer
}

func (l *logged) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.lines.Write(p)
}

func (l *logged) count(text string) int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return strings.Count(l.lines.String(), text)
}

// A playerFunc is a computer that a test writes.
type playerFunc func(ctx context.Context, g ai.Game) (ai.Choice, error)

func (f playerFunc) Choose(ctx context.Context, g ai.Game) (ai.Choice, error) { return f(ctx, g) }

// first chooses the first legal move after a while.
func first(takes time.Duration) playerFunc {
	return func(ctx context.Context, g ai.Game) (ai.Choice, error) {
		select {
		case <-time.After(takes):
		case <-ctx.Done():
			return ai.Choice{}, ctx.Err()
		}
		p := g.Start
		for _, s := range g.Moves {
			p, _ = p.Play(s)
		}
		return ai.Choice{Move: p.Moves()[0]}, nil
	}
}

// A house is an owner with all that it needs, in a bubble.
type house struct {
	*Owner
	t     *testing.T
	kept  store.Store
	wall  *wall
	lines *logged
}

// inHouse runs a test with an owner of matches in s whose computer plays so.
func inHouse(t *testing.T, s store.Store, play playerFunc, test func(t *testing.T, h *house)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		h := newHouse(t, s, play)
		ctx, stop := context.WithCancel(t.Context())
		var running sync.WaitGroup
		running.Go(func() { h.Run(ctx) })
		test(t, h)
		stop()
		running.Wait()
		if err := h.Close(context.Background()); err != nil {
			t.Error(err)
		}
		time.Sleep(time.Hour) // for timers
	})
}

func newHouse(t *testing.T, s store.Store, play playerFunc) *house {
	t.Helper()
	dice, err := NewDice(rand.NewChaCha8([32]byte{1}))
	if err != nil {
		t.Fatal(err)
	}
	h := &house{t: t, kept: s, wall: newWall(), lines: &logged{}}
	if play == nil {
		play = first(0)
	}
	h.Owner = New(Deps{
		Store: s, Views: views{}, Discord: h.wall, Dice: dice, Limits: limits.Defaults, Meter: unmetered{},
		NewPlayer: func(game.Variant, string, uint64) (ai.Player, error) { return play, nil }, Workers: 1,
		Log:   slog.New(slog.NewTextHandler(h.lines, nil)),
		Reach: func(string) (time.Time, bool) { return time.Time{}, true },
	})
	return h
}

// begins stores a match that another process has begun: of members 7 and 8, or of
// member 7 with the computer, which is to move.
func (h *house) begins(id match.ID, opponent match.Player) {
	h.t.Helper()
	m, err := match.New(id, "7", match.Person("7"), opponent, match.Options{Variant: game.Classic(3), First: match.FirstO}, game.X, time.Now())
	if err == nil && opponent.IsPerson() {
		m, err = m.Accept(opponent.ID, game.X, time.Now())
	}
	if err == nil {
		_, err = h.kept.Save(h.t.Context(), store.Change{Record: match.Record{Match: m, Place: match.Place{Guild: "500", Channel: channel}}})
	}
	if err != nil {
		h.t.Fatal(err)
	}
}

// stored returns a match as it is stored.
func (h *house) stored(id match.ID) match.Match {
	h.t.Helper()
	r, err := h.kept.Load(h.t.Context(), id)
	if err != nil {
		h.t.Fatal(err)
	}
	return r.Match
}

// acts has member 7 act on a match by pressing a message, and returns what becomes of
// it.
func (h *house) acts(id match.ID, message string, decide plan.Decide) Report {
	h.t.Helper()
	reports := make(chan Report, 1)
	h.submits(id, message, decide, func(r Report) { reports <- r })
	return <-reports
}

func (h *house) submits(id match.ID, message string, decide plan.Decide, done func(Report)) {
	h.t.Helper()
	r := h.wall.request(message)
	r.Match = id
	handle := func(*plan.Request) (plan.Plan, error) { return plan.On{Match: id, Decide: decide}, nil }
	if !h.Submit(Key(id), Job{Request: r, Handle: handle, To: &hand{wall: h.wall, request: r}, Done: done}) {
		h.t.Error("there is no room")
	}
}

// bump is a change that only raises the version, shown in place.
func bump(r match.Record, _ plan.Facts) (plan.Decision, error) {
	next := r.Match
	next.Version++
	return plan.Decision{Next: &next, Answer: plan.Answer{As: plan.InPlace, Board: &plan.View{}}}, nil
}

// look shows the match in place, and looks at it first.
func look(at func(match.Record)) plan.Decide {
	return func(r match.Record, _ plan.Facts) (plan.Decision, error) {
		at(r)
		return plan.Decision{Answer: plan.Answer{As: plan.InPlace, Board: &plan.View{}}}, nil
	}
}

func TestTwentyChangesAtOnceAreAllMade(t *testing.T) {
	t.Parallel()
	kept := shared{store.NewMemory()}
	inHouse(t, kept, nil, func(t *testing.T, h *house) {
		h.begins("a", match.Person("8"))
		other := &house{Owner: newHouse(t, kept, nil).Owner, t: t, kept: kept, wall: h.wall}
		var done sync.WaitGroup
		for n := range 20 {
			done.Add(1)
			[]*house{h, other}[n%2].submits("a", "1", bump, func(r Report) {
				if r.Refusal != nil {
					t.Error(r.Refusal)
				}
				done.Done()
			})
		}
		done.Wait()
		if got := h.stored("a").Version; got != 22 {
			t.Errorf("version %d, want 22", got)
		}
		if err := other.Close(t.Context()); err != nil {
			t.Error(err)
		}
	})
}

// A shared store may be changed by others.
type shared struct{ store.Store }

func (shared) Shared() bool { return true }

func TestADecisionIsMadeAgainOnWhatAnotherHasSaved(t *testing.T) {
	t.Parallel()
	kept := shared{store.NewMemory()}
	inHouse(t, kept, nil, func(t *testing.T, h *house) {
		h.begins("a", match.Person("8"))
		h.acts("a", "1", bump)
		elsewhere := h.stored("a")
		elsewhere.Version++
		if _, err := kept.Save(t.Context(), store.Change{Record: match.Record{Match: elsewhere}, Expected: elsewhere.Version - 1}); err != nil {
			t.Fatal(err)
		}
		var seen []int
		h.acts("a", "1", func(r match.Record, f plan.Facts) (plan.Decision, error) {
			seen = append(seen, r.Match.Version)
			return bump(r, f)
		})
		if fmt.Sprint(seen) != "[3 4]" || h.stored("a").Version != 5 {
			t.Errorf("decided on versions %d; version %d is stored", seen, h.stored("a").Version)
		}
		refusal := errors.New("no")
		seen = nil
		did := h.acts("a", "1", func(r match.Record, _ plan.Facts) (plan.Decision, error) {
			seen = append(seen, r.Match.Version)
			return plan.Decision{}, refusal
		})
		if !errors.Is(did.Refusal, refusal) || h.stored("a").Version != 5 || fmt.Sprint(seen) != "[5]" {
			t.Errorf("%v, decided on versions %d; version %d is stored", did.Refusal, seen, h.stored("a").Version)
		}
	})
}

// A flaky store fails its first saves, or fails them all when n is below 0.
type flaky struct {
	store.Store
	mu  sync.Mutex
	n   int
	err error
}

func (s *flaky) fails(n int, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.n, s.err = n, err
}

func (s *flaky) Save(ctx context.Context, c store.Change) (match.Record, error) {
	s.mu.Lock()
	n := s.n
	if n != 0 {
		s.n--
	}
	s.mu.Unlock()
	if n != 0 {
		return match.Record{}, s.err
	}
	return s.Store.Save(ctx, c)
}

func TestWhatIsNotStoredIsNotShown(t *testing.T) {
	t.Parallel()
	s := &flaky{Store: store.NewMemory()}
	inHouse(t, s, nil, func(t *testing.T, h *house) {
		h.begins("a", match.Person("8"))
		h.acts("a", "1", bump)
		for _, err := range []error{errors.New("disk full"), store.ErrVersion} {
			s.fails(-1, err)
			if did := h.acts("a", "1", bump); !errors.Is(did.Refusal, err) {
				t.Errorf("refused with %v, want %v", did.Refusal, err)
			}
			s.fails(0, nil)
			if shown := h.wall.shown("1"); shown != "live a 3" {
				t.Errorf("after %v the message shows %q", err, shown)
			}
		}
		h.acts("a", "1", look(func(r match.Record) {
			if r.Match.Version != 3 {
				t.Errorf("version %d is remembered", r.Match.Version)
			}
		}))
	})
}

func TestUnknownMatchesLeaveNothing(t *testing.T) {
	t.Parallel()
	inHouse(t, store.NewMemory(), nil, func(t *testing.T, h *house) {
		if did := h.acts("nobody", "1", bump); !errors.Is(did.Refusal, plan.ErrNoMatch) {
			t.Errorf("refused with %v", did.Refusal)
		}
		if n := h.Load().Matches; n != 0 {
			t.Errorf("%d matches are remembered", n)
		}
	})
}

func TestIdleMatchesAreForgottenAndFoundAgain(t *testing.T) {
	t.Parallel()
	inHouse(t, store.NewMemory(), nil, func(t *testing.T, h *house) {
		for _, id := range []match.ID{"a", "b"} {
			h.begins(id, match.Person("8"))
			h.acts(id, "1", bump)
			time.Sleep(idleLife / 2)
		}
		synctest.Wait()
		if n := h.Load().Matches; n != 2 {
			t.Errorf("%d matches are remembered before the idle time is over", n)
		}
		time.Sleep(idleLife/2 - time.Minute)
		if n := h.Load().Matches; n != 1 {
			t.Errorf("%d matches are remembered when it is over for the first", n)
		}
		time.Sleep(idleLife)
		if n := h.Load().Matches; n != 0 {
			t.Errorf("%d matches are remembered in the end", n)
		}
		if did := h.acts("a", "1", bump); did.Version != 4 {
			t.Errorf("after that version %d is shown, %v", did.Version, did.Refusal)
		}
	})
}

// A spoilt store has matches that cannot be read.
type spoilt struct{ store.Store }

func (s spoilt) Load(ctx context.Context, id match.ID) (match.Record, error) {
	if strings.HasPrefix(string(id), "bad") {
		return match.Record{}, fmt.Errorf("match %s: %w", id, store.ErrCorrupt)
	}
	return s.Store.Load(ctx, id)
}

// TestDamagedMatchesHoldUpNoOthers puts more matches that are due than are asked for at
// once behind more that cannot be read.
func TestDamagedMatchesHoldUpNoOthers(t *testing.T) {
	t.Parallel()
	memory := store.NewMemory()
	inHouse(t, spoilt{memory}, nil, func(t *testing.T, h *house) {
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
		due, err := memory.Due(t.Context(), time.Now(), store.Entry{}, 10*page)
		if err != nil || len(due) != damaged {
			t.Errorf("%d matches are still due, %v; want those that are damaged", len(due), err)
		}
		if n := h.lines.count("a stored match is damaged"); n != damaged {
			t.Errorf("%d lines for %d damaged matches", n, damaged)
		}
		if did := h.acts("bad1", "1", bump); !errors.Is(did.Refusal, plan.ErrDamaged) {
			t.Errorf("a member is refused with %v", did.Refusal)
		}
	})
}
