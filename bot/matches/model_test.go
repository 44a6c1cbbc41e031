package matches

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"os"
	"strconv"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"noughts/bot/limits"
	"noughts/bot/queue"
	"noughts/bot/rest"
	"noughts/bot/store"
	"noughts/bot/store/storetest"
	"noughts/commands/plan"
	"noughts/game"
	"noughts/game/ai"
	"noughts/game/match"
	"noughts/game/tournament"
)

var (
	seeds     = flag.Int("model.seeds", 300, "how many seeds the model test tries")
	firstSeed = flag.Uint64("model.first", 1, "the first seed that the model test tries")
)

// TestModel runs two managers on one store. The store and Discord fail, lose or delay calls, Discord
// delivers interactions twice, and managers crash at any call. The invariants: No manager shows a lower
// version than before. Each interaction takes effect at most once. In the end one message shows the
// newest version of each match, and the computer has made its moves.
func TestModel(t *testing.T) {
	t.Parallel()
	for i := range *seeds {
		seed := *firstSeed + uint64(i)
		if !t.Run(strconv.FormatUint(seed, 10), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) { newModel(t, seed).play() })
		}) {
			t.Fatalf("seed %d: run it alone with -run Model -model.first %[1]d -model.seeds 1 -v", seed)
		}
	}
}

// A model is the world of TestModel: members, two managers, a store and a Discord.
type model struct {
	t     *testing.T
	store store.Store
	log   *slog.Logger

	mu       sync.Mutex
	rng      *rand.Rand
	calm     bool // no more failures
	managers [2]*process
	ids      int
	messages []*message // messages in the channel, oldest first
	answers  map[string]*message
	effects  map[string]int // number of saves by idempotency key
	pings    map[string]*message
	told     map[string]int // number of mentions by their text
	story    []string
	away     bool // the bot is in the channel only through a member's own installation of it
}

// A process is a manager in TestModel that may crash, with its connections to the store and to Discord.
type process struct {
	*model
	store.Store
	number  int
	manager *Manager
	crashed bool
	stop    context.CancelFunc
	shown   map[match.ID]int // the version that was last sent, by match
}

// A message is a message in the channel of TestModel.
type message struct {
	id      string
	content string
	private bool
	away    bool // the bot can edit the message only by an interaction's token
}

const channel = "600"

func newModel(t *testing.T, seed uint64) *model {
	m := &model{
		t: t, store: storetest.Memory(t), rng: rand.New(rand.NewPCG(seed, 9)), log: slog.New(slog.DiscardHandler),
		answers: map[string]*message{}, effects: map[string]int{}, pings: map[string]*message{}, told: map[string]int{}, ids: 1000,
	}
	if testing.Verbose() {
		m.log = slog.New(slog.NewTextHandler(os.Stderr, nil))
	}
	m.away = m.rng.IntN(4) == 0
	for n := range m.managers {
		m.start(n)
	}
	return m
}

// start starts process n, at first or in place of one that has crashed.
func (m *model) start(n int) {
	p := &process{model: m, Store: m.store, number: n, shown: map[match.ID]int{}}
	dice, err := NewDice(rand.NewChaCha8([32]byte{byte(n), byte(m.ids), byte(m.ids >> 8)}))
	if err != nil {
		m.t.Fatal(err)
	}
	p.manager = New(Deps{
		Store: p, Queue: queue.New(limits.Defaults.Jobs, limits.Defaults.JobsOfMatch, m.log), Views: brittle{process: p}, Discord: p, NewPlayer: func(game.Variant, string, uint64) (ai.Player, error) { return p, nil },
		Workers: 2, Dice: dice, Limits: limits.Defaults, Meter: unmetered{}, Log: m.log,
		Connected: func(string) (time.Time, time.Time, bool) { return time.Time{}, time.Now(), true },
	})
	ctx, stop := context.WithCancel(context.Background())
	p.stop = stop
	go p.manager.Run(ctx)
	m.managers[n] = p
}

func (m *model) tell(format string, args ...any) {
	m.story = append(m.story, time.Now().Format("05.000 ")+fmt.Sprintf(format, args...))
}

// chance returns true in one of n calls on average, and never while m is calm.
func (m *model) chance(n int) bool { return !m.calm && m.rng.IntN(n) == 0 }

var errNetwork = errors.New("the connection was cut")

// A responder sends the answer to one delivery of an interaction.
type responder struct {
	*process
	request *plan.Request
	ctx     context.Context
	cancel  func()
}

func (r *responder) Begin() bool { return true }

func (r *responder) Finish(Report) { r.cancel() }

func (r *responder) Context() context.Context { return r.ctx }

func (r *responder) Send(_ context.Context, as plan.As, c plan.Content) Sent {
	r.mu.Lock()
	wait := time.Duration(0)
	if r.chance(15) { // the answer is late, as after a deferral
		wait = time.Duration(r.rng.IntN(4000)) * time.Millisecond
	}
	r.mu.Unlock()
	time.Sleep(wait)
	text := textOf(c.Components)
	r.sends(text)
	at := rest.Message{Channel: channel, App: "1", Token: r.request.ID, Until: time.Now().Add(14 * time.Minute)}
	var id string
	taken := true
	replied := r.deliver("answer to "+r.request.ID+": "+text, func() {
		if r.answers[r.request.ID] != nil { // another delivery of the interaction was answered
			taken = false
			return
		}
		m := r.find(r.request.Message.ID)
		if as != plan.InPlace || m == nil {
			r.ids++
			m = &message{id: strconv.Itoa(r.ids), private: as == plan.Private, away: r.request.Place.Away}
			r.messages = append(r.messages, m)
		}
		m.content, id = text, m.id
		r.answers[r.request.ID] = m
	})
	r.mu.Lock()
	defer r.mu.Unlock()
	switch {
	case !replied:
		return Sent{Fate: NoReply, Message: at, Err: errNetwork}
	case !taken:
		return Sent{Fate: NoReply, Message: at, Err: ErrElsewhere}
	case r.chance(20): // as if the answer were an HTTP response, which Discord does not confirm
		return Sent{Fate: Unconfirmed, Message: at}
	case r.chance(20): // a reply without a message id
		return Sent{Fate: Confirmed, Message: at}
	}
	at.ID = id
	return Sent{Fate: Confirmed, Message: at}
}

func (r *responder) Add(context.Context, plan.Content) {}

// brittle is a Views whose method Live panics in one call of sixty.
type brittle struct {
	views
	*process
}

func (b brittle) Ping(r match.Record, refused bool) plan.Content { return b.views.Ping(r, refused) }

func (b brittle) Live(r match.Record, v plan.View, as plan.As) plan.Content {
	b.mu.Lock()
	fails := b.chance(60)
	b.mu.Unlock()
	if fails {
		panic("a view panics")
	}
	return b.views.Live(r, v, as)
}

// views is a Views that draws boards as plain texts.
type views struct{}

func (views) Live(r match.Record, _ plan.View, _ plan.As) plan.Content {
	return content("live %s %d", r.Match.ID, r.Match.Version)
}
func (views) Moved(r match.Record, _ string) plan.Content {
	return content("moved %s to %s", r.Match.ID, r.Message)
}
func (views) Warning(r match.Record) plan.Content { return content("warning %s", r.Match.ID) }
func (views) Ping(r match.Record, _ bool) plan.Content {
	c := content("ping %s %d %s", r.Match.ID, r.Ping.Told, r.Ping.Turn.Format("05.000"))
	c.Pings = []string{r.Match.ToMove().ID}
	return c
}
func (views) Tournament(r tournament.Record) plan.Content {
	return content("tournament %s", r.Tournament.ID)
}
func (views) Refuse(_ *plan.Request, err error) plan.Answer {
	return plan.Answer{As: plan.Private, Content: content("%v", err)}
}
func (views) NoThread(match.Record) plan.Content                { return content("no thread") }
func (views) ThreadName(match.Record, map[string]string) string { return "a thread" }
func (views) Stale(err error) bool                              { return errors.Is(err, errStale) }

var errStale = errors.New("stale")

// parse returns the match and the version that the text of a message shows. `live` is false if the text is no board.
func parse(content string) (id match.ID, version int, live bool) {
	_, err := fmt.Sscanf(content, "live %s %d", &id, &version)
	return id, version, err == nil
}

type unmetered struct{}

func (unmetered) Searched(game.Variant, string, time.Duration) {}
func (unmetered) Limited(limits.Limit)                         {}
