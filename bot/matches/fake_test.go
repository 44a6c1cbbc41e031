package matches

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"noughts/bot/limits"
	"noughts/bot/queue"
	"noughts/bot/store"
	"noughts/bot/store/storetest"
	"noughts/commands/plan"
	"noughts/game"
	"noughts/game/ai"
	"noughts/game/match"
)

// A fixture is a Manager with a store and a Discord whose replies a test can change. It must be made
// in a synctest bubble.
type fixture struct {
	*Manager
	t       *testing.T
	store   *fakeStore
	discord *fakeDiscord
	log     *logged
	link    atomic.Pointer[link]
}

// A link is the connection to Discord, as the fixture's manager sees it. The zero link is always there.
type link struct {
	gone  bool
	back  time.Time // the time from which members have reached this process
	heard time.Time // when Discord last gave a sign of life, zero for now
}

// withFixture runs a test with a running manager. `play` chooses the computer's moves; if it is nil, the computer plays
// the first legal move at once.
func withFixture(t *testing.T, play playerFunc, test func(t *testing.T, f *fixture)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		f := newFixture(t, play)
		defer f.start()()
		test(t, f)
	})
}

// withStore is like withFixture, but its manager uses the store that `wrap` makes from the fixture's own store.
func withStore[S store.Store](t *testing.T, wrap func(*fakeStore) S, test func(t *testing.T, f *fixture, s S)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		f := newFixture(t, nil)
		s := wrap(f.store)
		f.deps.Store = s // nothing that reads the store runs yet
		defer f.start()()
		test(t, f, s)
	})
}

func newFixture(t *testing.T, play playerFunc) *fixture {
	t.Helper()
	return newFixtureOn(t, play, &fakeStore{Store: storetest.Memory(t)}, &fakeDiscord{texts: map[string]string{}, posted: 100})
}

func newFixtureOn(t *testing.T, play playerFunc, s *fakeStore, d *fakeDiscord) *fixture {
	t.Helper()
	dice, err := NewDice(rand.NewChaCha8([32]byte{1}))
	if err != nil {
		t.Fatal(err)
	}
	f := &fixture{t: t, store: s, discord: d, log: &logged{}}
	f.link.Store(&link{})
	if play == nil {
		play = first(0)
	}
	f.Manager = New(Deps{
		Store: s, Queue: queue.New(limits.Defaults.Jobs, limits.Defaults.JobsOfMatch, slog.New(slog.NewTextHandler(f.log, nil))),
		Views: views{}, Discord: d, Dice: dice, Limits: limits.Defaults, Meter: unmetered{},
		NewPlayer: func(game.Variant, string, uint64) (ai.Player, error) { return play, nil }, Workers: 1,
		Log: slog.New(slog.NewTextHandler(f.log, nil)), ServerChanged: func() {},
		Connected: func(string) (time.Time, time.Time, bool) {
			l := f.link.Load()
			return l.back, cmp.Or(l.heard, time.Now()), !l.gone
		},
	})
	return f
}

// busy takes all search slots for other members until the returned function is called.
func (f *fixture) busy() (free func()) {
	var ends []func()
	for i := range f.searches.slots {
		end, err := f.searches.begin(f.t.Context(), searcher{member: fmt.Sprint("busy ", i)})
		if err != nil {
			f.t.Fatal(err)
		}
		ends = append(ends, end)
	}
	return func() {
		for _, end := range ends {
			end()
		}
	}
}

// start runs the manager in the background. The function `stop` ends and closes the manager, and waits until all timers have
// expired.
func (f *fixture) start() (stop func()) {
	ctx, cancel := context.WithCancel(context.Background())
	var running sync.WaitGroup
	running.Go(func() { f.Run(ctx) })
	return func() {
		cancel()
		running.Wait()
		if err := f.Close(context.Background()); err != nil {
			f.t.Error(err)
		}
		time.Sleep(time.Hour) // until all timers have expired
	}
}

var here = match.Place{Guild: "500", Channel: channel}

// put stores a match as another process would: a match of members 7 and 8, or of member 7 and the
// computer, which has the move.
func (f *fixture) put(id match.ID, opponent match.Player) {
	f.t.Helper()
	f.putAt(f.match(id, opponent, match.Options{Variant: game.Classic(3), First: match.FirstO}), here, "")
}

// match returns a match of member 7 that has begun.
func (f *fixture) match(id match.ID, opponent match.Player, o match.Options) match.Match {
	f.t.Helper()
	m, err := match.New(id, "7", match.Person("7"), opponent, o, game.X, time.Now())
	if err == nil && opponent.IsPerson() {
		m, err = m.Accept(opponent.ID, game.X, time.Now())
	}
	if err != nil {
		f.t.Fatal(err)
	}
	return m
}

// putGame stores a match of members 7 and 8 on 4×4, shown in message 900.
func (f *fixture) putGame(id match.ID, clock time.Duration) match.Match {
	f.t.Helper()
	m := f.match(id, match.Person("8"), match.Options{Variant: classic4, Clock: clock})
	f.putAt(m, here, "900")
	return m
}

// putAt stores a match in a place, with `message` as the message that shows it, or none if that is "". It stores that
// the turn was already mentioned, so no mention is due.
func (f *fixture) putAt(m match.Match, place match.Place, message string) {
	f.t.Helper()
	var told match.Ping
	if m.Players[0].IsPerson() && m.Players[1].IsPerson() {
		told = match.Ping{Turn: m.TurnBegan, Told: match.TimeShort}
	}
	r := match.Record{Match: m, Place: place, Message: message, Ping: told}
	if _, err := f.store.Store.Save(f.t.Context(), store.Change{Record: r}); err != nil {
		f.t.Fatal(err)
	}
	f.wakeFor(r)
	f.discord.texts[message] = liveText(m.ID, m.Version)
}

func liveText(id match.ID, version int) string {
	return "live " + string(id) + " " + strconv.Itoa(version)
}

// stored returns the stored state of a match.
func (f *fixture) stored(id match.ID) match.Match { return f.record(id).Match }

func (f *fixture) record(id match.ID) match.Record {
	f.t.Helper()
	r, err := f.store.Store.Load(f.t.Context(), id)
	if err != nil {
		f.t.Fatal(err)
	}
	return r
}

// act makes member 7 press a message of a match, with `decide` as the handler, and returns the report.
func (f *fixture) act(id match.ID, message string, decide plan.Decide) Report {
	f.t.Helper()
	return f.do(id, message, func(*plan.Request) (plan.Plan, error) { return plan.On{Match: id, Decide: decide}, nil })
}

// press makes member 7 press the board in a message, drawn at a version, and returns the report.
func (f *fixture) press(id match.ID, message string, version int) Report {
	f.t.Helper()
	return f.do(id, message, move(id, version))
}

// command makes member 7 use a command, and returns the report.
func (f *fixture) command(handle plan.Handler) Report {
	f.t.Helper()
	return f.do("", "", handle)
}

func (f *fixture) do(id match.ID, message string, handle plan.Handler) Report {
	f.t.Helper()
	reports := make(chan Report, 1)
	f.submit(id, message, handle, func(r Report) { reports <- r })
	return <-reports
}

// submit submits a press on a message of a match, or a command if `message` is "".
func (f *fixture) submit(id match.ID, message string, handle plan.Handler, done func(Report)) {
	f.t.Helper()
	r := f.discord.request(message)
	key := "i/" + r.ID
	if message != "" {
		key, r.Kind, r.Match = Key(id), plan.Press, id
	}
	ctx, cancel := context.WithTimeout(context.Background(), 15*time.Second)
	to := &fakeResponder{f.discord, ctx, r, func(r Report) { cancel(); done(r) }}
	if !(&Executor{Manager: f.Manager}).Submit(key, r, handle, to) {
		f.t.Error("there is no room")
	}
}

// bump is a decision that only raises the version, and shows the match in the pressed message.
func bump(_ *plan.Request, r match.Record, _ plan.Facts) (plan.Decision, error) {
	next := r.Match
	next.Version++
	return plan.Decision{Next: &next, Answer: plan.Answer{As: plan.InPlace, View: &plan.View{}}}, nil
}

// look returns a handler that passes the record to `at`, changes nothing, and shows the match in the pressed message.
func look(at func(match.Record)) plan.Decide {
	return func(_ *plan.Request, r match.Record, _ plan.Facts) (plan.Decision, error) {
		at(r)
		return plan.Decision{Answer: plan.Answer{As: plan.InPlace, View: &plan.View{}}}, nil
	}
}

// logged keeps the log's lines, so that a test can count them.
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

// A playerFunc is an ai.Player made of a function.
type playerFunc func(ctx context.Context, g ai.History) (ai.Choice, error)

func (play playerFunc) Choose(ctx context.Context, g ai.History) (ai.Choice, error) {
	return play(ctx, g)
}

// first returns a player that chooses the first legal move after the time `takes`.
func first(takes time.Duration) playerFunc {
	return func(ctx context.Context, g ai.History) (ai.Choice, error) {
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

// A fakeStore is a memory store whose results a test can change: see change.
type fakeStore struct {
	store.Store

	mu sync.Mutex
	hooks
	fails int // number of saves and pings that will fail, below 0 for all
	err   error
	saves int // number of saves so far
}

// hooks replace or precede calls to a fakeStore. A nil hook changes nothing.
type hooks struct {
	shared     bool
	load       func(match.ID) error
	save       func(do func() (match.Record, error)) (match.Record, error)
	setMessage func(ctx context.Context) error
	server     func(ctx context.Context) error
	member     func(ctx context.Context) error // called before a member is read
}

// change replaces the hooks of the store.
func (s *fakeStore) change(to hooks) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.hooks = to
}

func (s *fakeStore) now() hooks {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.hooks
}

// failSaves makes the next n saves fail with err, or all if n is below 0.
func (s *fakeStore) failSaves(n int, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.fails, s.err = n, err
}

// saved returns how many saves were attempted.
func (s *fakeStore) saved() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.saves
}

func (s *fakeStore) Ping(context.Context) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.fails == 0 {
		return nil
	}
	s.fails--
	return s.err
}

func (s *fakeStore) Shared() bool { return s.now().shared }

func (s *fakeStore) Server(ctx context.Context, id string) (match.Server, error) {
	if server := s.now().server; server != nil {
		if err := server(ctx); err != nil {
			return match.Server{}, err
		}
	}
	return s.Store.Server(ctx, id)
}

func (s *fakeStore) Member(ctx context.Context, id string) (match.Member, error) {
	if member := s.now().member; member != nil {
		if err := member(ctx); err != nil {
			return match.Member{}, err
		}
	}
	return s.Store.Member(ctx, id)
}

func (s *fakeStore) Save(ctx context.Context, c store.Change) (match.Record, error) {
	s.mu.Lock()
	fails, err, save := s.fails, s.err, s.save
	s.saves++
	if fails != 0 {
		s.fails--
	}
	s.mu.Unlock()
	do := func() (match.Record, error) { return s.Store.Save(ctx, c) }
	switch {
	case fails != 0:
		return match.Record{}, err
	case save != nil:
		return save(do)
	}
	return do()
}

func (s *fakeStore) SetMessage(ctx context.Context, id match.ID, from, to string) (string, error) {
	if set := s.now().setMessage; set != nil {
		if err := set(ctx); err != nil {
			return "", err
		}
	}
	return s.Store.SetMessage(ctx, id, from, to)
}

func (s *fakeStore) Load(ctx context.Context, id match.ID) (match.Record, error) {
	if load := s.now().load; load != nil {
		if err := load(id); err != nil {
			return match.Record{}, err
		}
	}
	return s.Store.Load(ctx, id)
}
