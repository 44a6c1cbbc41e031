package e2e

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"noughts/bot"
	"noughts/bot/discordtest"
	"noughts/bot/gateway"
	"noughts/bot/store"
	"noughts/bot/store/storetest"
	"noughts/commands"
	"noughts/commands/plan"
	said "noughts/commands/texts"
	"noughts/game/match"
	"noughts/game/rules"
)

var faultSeed = flag.Uint64("faults.seed", 20261121, "of the faults and of the games they strike")

const (
	// resumeTime is the longest allowed time from a fault to the resumed session.
	resumeTime = 5 * time.Second
	// silenceTime is how long the bot may take to notice a silent connection: one and a half
	// heartbeat intervals of 45 seconds.
	silenceTime = 67500 * time.Millisecond
	// acquaintance is how long a new bot gets no faults. In that time it learns from its first interactions how far
	// Discord's clock and its own differ. A bot that does not know this difference cannot recognise stale interactions.
	acquaintance = 10 * time.Second
	// lifeTime is the number of faults between two fatal ones. A fatal fault ends the bot, and
	// another bot starts on the same store.
	lifeTime = 200
)

// TestEveryGameEndsRightWhateverGoesWrong plays games in several channels while a random sequence of faults strikes the
// bot. Every game must end with a correct result and without lost moves, and its board must show the end.
func TestEveryGameEndsRightWhateverGoesWrong(t *testing.T) {
	n := 1000
	if testing.Short() {
		n = 100
	}
	t.Logf("%d faults of -faults.seed=%d", n, *faultSeed)
	kept := &listedStore{Store: unclosed{storetest.Memory(t)}}
	inBubble(t, func(t *testing.T, w *world) {
		storm := &storm{world: w, settings: []setting{storedIn(kept)}}
		faults := discordtest.DrawFaults(*faultSeed, n, discordtest.Faults()...)
		tables := w.tables(kept)
		var done atomic.Bool
		var playing sync.WaitGroup
		for _, table := range tables {
			table.calm = &storm.calm
			playing.Go(func() { table.plays(done.Load) })
		}
		storm.rage(faults)
		done.Store(true)
		playing.Wait()
		settles(2 * time.Minute)
		storm.check()
		checkGames(t, kept, tables)
		if failures(tables) == 0 {
			t.Error("faults that nobody met are no test")
		}
	}, storedIn(kept))
}

// storedIn makes the bot use a store. Run closes that store: a store that must outlive the bot
// needs a Close that does nothing.
func storedIn(s store.Store) setting {
	return func(_ *bot.Config, deps *bot.Deps) { deps.Store = s }
}

func (w *world) tables(kept *listedStore) []*table {
	var all []*table
	for i, begin := range []string{
		"/classic size:3 opponent:@bob", "/classic size:4 level:random", "/ultimate opponent:@bob", "/ultimate level:rules",
	} {
		all = append(all, w.table(i, kept, begin, *faultSeed))
	}
	return all
}

// A storm injects a sequence of faults into a world (an emulated Discord with the bot) and records them.
type storm struct {
	*world
	settings []setting
	injected []*discordtest.Injection
	calm     atomic.Bool // true while the members make no moves
}

func (s *storm) rests() {
	s.calm.Store(true)
	time.Sleep(leastLife)
	s.calm.Store(false)
}

// leastLife is slightly longer than a connection must last for the gateway client to reset its backoff.
const leastLife = 61 * time.Second

// rage injects faults one after another. Before each fault it waits until the bot is connected again, but not until
// every member has seen the effects of the previous fault. After every 200 faults (lifeTime) it injects a fatal one.
func (s *storm) rage(faults []discordtest.Fault) {
	fatal := discordtest.FatalFaults()
	time.Sleep(acquaintance)
	for i, f := range faults {
		s.strikes(f)
		if i%lifeTime == lifeTime-1 {
			s.endsAndBegins(fatal[i/lifeTime%len(fatal)])
		}
	}
}

// strikes injects a fault. If the fault affects the connection or delays events, strikes waits
// until the bot has recovered.
func (s *storm) strikes(f discordtest.Fault) {
	s.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Minute)
	defer cancel()
	if err := s.app.WaitConnected(ctx); err != nil {
		s.t.Fatalf("the bot has not come back before %s", f)
	}
	if f.Effect() != discordtest.EffectNone || f.Kind == discordtest.FaultBrokenJSON {
		s.rests()
	}
	time.Sleep(time.Second)
	synctest.Wait()
	resumes := s.app.Resumes()
	in, err := s.app.Inject(f)
	if err != nil {
		s.t.Fatalf("%s: %v", f, err)
	}
	s.injected = append(s.injected, in)
	lags := f.Kind == discordtest.FaultLag
	if f.Kind == discordtest.FaultBrokenJSON { // the bot treats broken JSON as the end of the connection
		if err := s.app.WaitResumed(ctx, resumes+1); err != nil {
			s.t.Fatalf("the bot has not come back after %s", f)
		}
	}
	if f.Effect() == discordtest.EffectNone && !lags {
		return
	}
	if o, err := in.Wait(ctx); err != nil {
		s.t.Fatalf("fault %d, %s, is not over: %+v", len(s.injected), f, o)
	}
	if lags {
		// The wait ended when the last delayed payload was queued. The sleep gives the delayed payloads time to be sent
		// before the next fault.
		time.Sleep(time.Duration(in.Fault.Times) * in.Fault.Wait)
	}
}

// endsAndBegins injects a fatal fault and starts another bot on the same store.
func (s *storm) endsAndBegins(f discordtest.Fault) {
	s.t.Helper()
	time.Sleep(time.Second)
	synctest.Wait()
	if _, err := s.app.Inject(f); err != nil {
		s.t.Fatal(err)
	}
	err := s.ends()
	var fatal gateway.FatalError
	if !errors.As(err, &fatal) || bot.ExitCode(err) != bot.ExitConfig {
		s.t.Errorf("%s: Run returned %v", f, err)
	}
	time.Sleep(5 * time.Second) // Discord allows one IDENTIFY in five seconds
	s.start(s.settings...)
	s.awaitReady()
	time.Sleep(acquaintance)
}

// check checks the outcome of each fault. A fault that leaves the connection alone must have struck as often as
// planned. After any other fault the bot may send at most one IDENTIFY. At most 1% of the resumable faults may be
// resumed late.
func (s *storm) check() {
	s.t.Helper()
	resumable, late := 0, 0
	for i, in := range s.injected {
		o := in.Outcome()
		if o.Struck != in.Fault.Times && in.Fault.Effect() == discordtest.EffectNone && in.Fault.Kind != discordtest.FaultBrokenJSON {
			s.t.Errorf("fault %d, %s, has struck %d times", i, in.Fault, o.Struck)
		}
		switch in.Fault.Effect() {
		case discordtest.EffectResume:
			resumable++
			if !inTime(in) {
				late++
				s.t.Logf("fault %d, %s: lost after %v, back %v later, with %d resumes and %d identifies",
					i, in.Fault, o.Lost.Sub(o.Injected), o.Back.Sub(o.Lost), o.Resumes, o.Identifies)
			}
			fallthrough
		case discordtest.EffectIdentify:
			if o.Identifies > 1 {
				s.t.Errorf("fault %d, %s: %d identifies", i, in.Fault, o.Identifies)
			}
		}
	}
	s.t.Logf("%d of %d resumable faults were resumed in time", resumable-late, resumable)
	if late*100 > resumable {
		s.t.Errorf("%d of %d resumable faults were not resumed in time", late, resumable)
	}
}

// inTime reports whether the bot resumed its session without an IDENTIFY and soon enough after the fault:
// within resumeTime, or after a fault that silences the connection within resumeTime plus silenceTime.
func inTime(in *discordtest.Injection) bool {
	o, allowed := in.Outcome(), resumeTime
	if k := in.Fault.Kind; k == discordtest.FaultSilence || k == discordtest.FaultHalfOpen {
		allowed += silenceTime
	}
	return o.Identifies == 0 && o.Back.Sub(o.Injected) <= allowed
}

func failures(tables []*table) (n int) {
	for _, table := range tables {
		n += len(table.failed)
	}
	return n
}

// checkGames checks the result, the moves and the newest board of every game in the store.
func checkGames(t *testing.T, kept *listedStore, tables []*table) {
	t.Helper()
	tries, moves := map[match.ID][]try{}, 0
	at := map[string]*table{}
	for _, table := range tables {
		at[table.alice.Channel().ID] = table
		for id, of := range table.tries {
			tries[id] = of
		}
	}
	drawn := commands.New(said.Load(), "", commands.Installed{})
	for _, id := range kept.ids {
		record, err := kept.Load(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		if isWithdrawn(record) {
			continue
		}
		moves += len(record.Match.Moves)
		checkEnd(t, record.Match)
		checkTries(t, record.Match, tries[id])
		checkSeen(t, drawn, record, at[record.Place.Channel])
	}
	t.Logf("%d games with %d moves; %d attempts failed", len(kept.ids), moves, failures(tables))
	if len(kept.ids) < len(tables) {
		t.Errorf("%d games are no test", len(kept.ids))
	}
}

func isWithdrawn(r match.Record) bool {
	reason := r.Match.Result.Reason
	return r.Message == "" && (reason == match.Expired || reason == match.Aborted)
}

func checkEnd(t *testing.T, m match.Match) {
	t.Helper()
	end, err := rules.Replay(m.Start(), m.Moves)
	switch {
	case err != nil:
		t.Errorf("match %s: %v", m.ID, err)
	case m.Status != match.Over:
		t.Errorf("match %s has not ended: %s", m.ID, end)
	case !end.Outcome().Over || m.Result.Winner != end.Outcome().Winner:
		t.Errorf("match %s ended with %+v at %s", m.ID, m.Result, end)
	}
}

// checkTries checks a match against the attempts of its members. Each member's move in the match must have been
// attempted, and each move that a member saw on a board must be in the match, in the same order.
func checkTries(t *testing.T, m match.Match, tries []try) {
	t.Helper()
	var shown []try
	tried := map[try]bool{}
	for _, a := range tries {
		if a.shown {
			shown = append(shown, a)
		}
		a.shown = false
		tried[a] = true
	}
	for ply, s := range m.Moves {
		player := m.Player(sideOf(m, ply))
		if len(shown) > 0 && shown[0] == (try{player.ID, s.String(), true}) {
			shown = shown[1:]
		}
		if !player.IsComputer() && !tried[try{player.ID, s.String(), false}] {
			t.Errorf("match %s: nobody has made move %d, %s", m.ID, ply+1, s)
		}
	}
	for _, lost := range shown {
		t.Errorf("match %s: %s by %s was shown and is lost", m.ID, lost.square, lost.member)
	}
}

// checkSeen checks that the newest public message of a match shows its final state.
func checkSeen(t *testing.T, drawn *commands.Commands, r match.Record, at *table) {
	t.Helper()
	r.Place.Locale = "en-US" // boards are in English; the members' own messages may be in the pseudo-locale
	raw, err := json.Marshal(drawn.Live(r, plan.View{}, plan.InPlace).Components)
	if err != nil {
		t.Fatal(err)
	}
	var want discordtest.Message
	if err := json.Unmarshal(raw, &want.Components); err != nil {
		t.Fatal(err)
	}
	seen := at.alice.Messages()
	for i := len(seen) - 1; i >= 0; i-- {
		if matchOf(seen[i]) != r.Match.ID || seen[i].Ephemeral() {
			continue
		}
		if discordtest.Text(seen[i]) != discordtest.Text(want) {
			t.Errorf("match %s is shown as\n%s\nwant\n%s", r.Match.ID, discordtest.Text(seen[i]), discordtest.Text(want))
		}
		return
	}
	t.Errorf("match %s is nowhere to be seen", r.Match.ID)
}
