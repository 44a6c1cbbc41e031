package matches

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"log/slog"
	"maps"
	"math/rand/v2"
	"net/http"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bwmarrin/discordgo"

	"noughts/bot/limits"
	"noughts/bot/rest"
	"noughts/bot/store"
	"noughts/commands/plan"
	"noughts/game"
	"noughts/game/ai"
	"noughts/game/match"
)

var (
	seeds     = flag.Int("model.seeds", 300, "how many seeds the model test tries")
	firstSeed = flag.Uint64("model.first", 1, "the first seed that the model test tries")
)

// TestModel has two owners on one store serve members, with a store and a Discord
// that fail, lose, delay and deliver twice, and owners that crash at any call. What
// must hold then: versions that an owner shows never fall, an interaction counts
// once, and in the end the newest match is shown in one message, and the computer
// has moved where it is to move.
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

// A model is members, owners, a store and a Discord.
type model struct {
	t     *testing.T
	store *store.Memory
	log   *slog.Logger

	mu       sync.Mutex
	rng      *rand.Rand
	calm     bool // nothing fails any more
	owners   [2]*process
	ids      int
	messages []*message // of the channel, oldest first
	answers  map[string]*message
	effects  map[string]int // saves by key
	pings    map[string]*message
	told     map[string]int // mentions by what they say
	story    []string
	away     bool // members have brought the bot along
}

// A process is an owner, until it crashes.
type process struct {
	*model
	number  int
	owner   *Owner
	crashed bool
	stop    context.CancelFunc
	shown   map[match.ID]int // the version that was sent last
}

// A message is one of the channel's.
type message struct {
	id      string
	content string
	private bool
	away    bool // the bot can edit it by a token alone
}

const channel = "600"

func newModel(t *testing.T, seed uint64) *model {
	m := &model{
		t: t, store: store.NewMemory(), rng: rand.New(rand.NewPCG(seed, 9)), log: slog.New(slog.DiscardHandler),
		answers: map[string]*message{}, effects: map[string]int{}, pings: map[string]*message{}, told: map[string]int{}, ids: 1000,
	}
	if testing.Verbose() {
		m.log = slog.New(slog.NewTextHandler(os.Stderr, nil))
	}
	m.away = m.rng.IntN(4) == 0
	for n := range m.owners {
		m.start(n)
	}
	return m
}

// start starts a process in the place of one that has crashed.
func (m *model) start(n int) {
	p := &process{model: m, number: n, shown: map[match.ID]int{}}
	dice, err := NewDice(rand.NewChaCha8([32]byte{byte(n), byte(m.ids), byte(m.ids >> 8)}))
	if err != nil {
		m.t.Fatal(err)
	}
	p.owner = New(Deps{
		Store: p, Views: brittle{process: p}, Discord: p, NewPlayer: func(game.Variant, string, uint64) (ai.Player, error) { return p, nil },
		Workers: 2, Dice: dice, Limits: limits.Defaults, Meter: unmetered{}, Log: m.log,
		Reach: func(string) (time.Time, bool) { return time.Time{}, true },
	})
	ctx, stop := context.WithCancel(context.Background())
	p.stop = stop
	go p.owner.Run(ctx)
	m.owners[n] = p
}

func (m *model) tell(format string, args ...any) {
	m.story = append(m.story, time.Now().Format("05.000 ")+fmt.Sprintf(format, args...))
}

// chance is true once in n times, while things fail.
func (m *model) chance(n int) bool { return !m.calm && m.rng.IntN(n) == 0 }

var errNetwork = errors.New("the connection was cut")

// crash ends a process at a call, now and then: nothing that it does has an effect
// any more. Callers hold m.mu.
func (p *process) crash(at string) bool {
	if !p.crashed && p.chance(150) {
		p.tell("process %d crashes at %s", p.number, at)
		p.die()
	}
	return p.crashed
}

func (p *process) die() {
	p.crashed = true
	p.stop()
	go func() {
		p.owner.stop()
		time.Sleep(time.Second)
		p.mu.Lock()
		defer p.mu.Unlock()
		if p.owners[p.number] == p {
			p.start(p.number)
		}
	}()
}

// delay lets a call take some time.
func (p *process) delay() {
	p.mu.Lock()
	wait := time.Duration(p.rng.IntN(20)) * time.Millisecond
	if p.chance(20) {
		wait = time.Duration(p.rng.IntN(2000)) * time.Millisecond
	}
	p.mu.Unlock()
	time.Sleep(wait)
}

// The store of a process.

func (p *process) Shared() bool { return true }

// call makes a call of the store: it may fail before it is carried out and after.
func call[T any](p *process, name string, do func() (T, error)) (T, error) {
	p.delay()
	p.mu.Lock()
	defer p.mu.Unlock()
	var none T
	if p.crash("before "+name) || p.chance(40) {
		return none, errNetwork
	}
	result, err := do()
	if p.crash("after "+name) || p.chance(40) {
		return none, errNetwork
	}
	return result, err
}

func (p *process) Load(ctx context.Context, id match.ID) (match.Record, error) {
	return call(p, "load", func() (match.Record, error) { return p.store.Load(ctx, id) })
}

func (p *process) Save(ctx context.Context, c store.Change) (match.Record, error) {
	return call(p, "save", func() (match.Record, error) {
		r, err := p.store.Save(context.WithoutCancel(ctx), c)
		if err == nil && c.Key != "" {
			p.effects[c.Key]++
		}
		p.tell("process %d saves %s at %d for %q: %v", p.number, c.Record.Match.ID, c.Record.Match.Version, c.Key, err)
		return r, err
	})
}

func (p *process) CarriedOut(ctx context.Context, key string) (match.ID, error) {
	return call(p, "carried out", func() (match.ID, error) { return p.store.CarriedOut(ctx, key) })
}

func (p *process) SetMessage(ctx context.Context, id match.ID, from, to string) (string, error) {
	return call(p, "set message", func() (string, error) {
		noted, err := p.store.SetMessage(context.WithoutCancel(ctx), id, from, to)
		p.tell("process %d notes message %s in the place of %q for %s: %s", p.number, to, from, id, noted)
		return noted, err
	})
}

func (p *process) SetPing(ctx context.Context, r match.Record, to match.Ping) error {
	_, err := call(p, "set ping", func() (match.Ping, error) {
		err := p.store.SetPing(context.WithoutCancel(ctx), r, to)
		p.tell("process %d notes that %s is told %d of turn %s, pending %t, message %q: %v", p.number, r.Match.ID,
			to.Told, to.Turn.Format("05.000"), !to.Pending.IsZero(), to.Message, err)
		return to, err
	})
	return err
}

func (p *process) Member(ctx context.Context, id string) (match.Member, error) {
	return call(p, "member", func() (match.Member, error) { return p.store.Member(ctx, id) })
}

func (p *process) ChangeMember(ctx context.Context, id string, change func(*match.Member)) (match.Member, error) {
	return p.store.ChangeMember(ctx, id, change)
}

func (p *process) Unfinished(ctx context.Context, of store.Scope) ([]match.Record, error) {
	return call(p, "unfinished", func() ([]match.Record, error) { return p.store.Unfinished(ctx, of) })
}

func (p *process) HasPlayed(ctx context.Context, member string, v game.Variant) (bool, error) {
	return p.store.HasPlayed(ctx, member, v)
}

func (p *process) Due(ctx context.Context, now time.Time, after store.Entry, limit int) ([]store.Entry, error) {
	return call(p, "due", func() ([]store.Entry, error) { return p.store.Due(ctx, now, after, limit) })
}

func (p *process) Waiting(ctx context.Context, before time.Time, after store.Entry, limit int) ([]store.Entry, error) {
	return call(p, "waiting", func() ([]store.Entry, error) { return p.store.Waiting(ctx, before, after, limit) })
}

// The Discord of a process.

// deliver carries something out at Discord, or not, at once or later, and says
// whether a reply came.
func (p *process) deliver(name string, do func()) (replied bool) {
	p.delay()
	p.mu.Lock()
	defer p.mu.Unlock()
	switch {
	case p.crash("before " + name):
		return false
	case p.chance(25): // never arrives
		p.tell("process %d: %s is lost", p.number, name)
		return false
	case p.chance(50): // arrives late
		go func() {
			time.Sleep(time.Duration(500+p.number*100) * time.Millisecond)
			p.mu.Lock()
			defer p.mu.Unlock()
			p.tell("process %d: %s arrives late", p.number, name)
			do()
		}()
		return false
	}
	p.tell("process %d: %s", p.number, name)
	do()
	return !p.crash("after "+name) && !p.chance(25)
}

// sends checks that an owner shows nothing older than before.
func (p *process) sends(content string) {
	id, version, live := parse(content)
	if !live {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if version < p.shown[id] {
		p.fail("process %d shows %s at %d after %d", p.number, id, version, p.shown[id])
	}
	p.shown[id] = version
}

func (p *process) find(id string) *message {
	for _, m := range p.messages {
		if m.id == id {
			return m
		}
	}
	return nil
}

func (p *process) Edit(_ context.Context, at rest.Message, components []discordgo.MessageComponent) (rest.Message, error) {
	text := textOf(components)
	p.sends(text)
	p.mu.Lock()
	known := p.find(at.ID)
	p.mu.Unlock()
	if known != nil && known.away && !at.HasToken(time.Now()) {
		return at, &rest.Error{Status: http.StatusForbidden, Code: 50001}
	}
	if known == nil {
		return at, &rest.Error{Status: http.StatusNotFound, Code: rest.CodeUnknownMessage}
	}
	if !p.deliver("edit of "+at.ID+" to "+text, func() { known.content = text }) {
		return at, errNetwork
	}
	return at, nil
}

func textOf(components []discordgo.MessageComponent) string {
	if len(components) == 1 {
		if text, ok := components[0].(discordgo.TextDisplay); ok {
			return text.Content
		}
	}
	return ""
}

func content(format string, args ...any) plan.Content {
	return plan.Content{Components: []discordgo.MessageComponent{discordgo.TextDisplay{Content: fmt.Sprintf(format, args...)}}}
}

func (p *process) Original(_ context.Context, _, token string) (id string, private bool, err error) {
	p.delay()
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.crash("before original") || p.chance(25) {
		return "", false, errNetwork
	}
	if m := p.answers[token]; m != nil {
		return m.id, m.private, nil
	}
	return "", false, &rest.Error{Status: http.StatusNotFound, Code: 10015}
}

// Post posts a ping once for each name, and says of a second one which message it is.
func (p *process) Post(_ context.Context, _, name string, data *discordgo.InteractionResponseData) (id string, err error) {
	replied := p.deliver("post of "+name, func() {
		one := p.pings[name]
		if one == nil {
			p.ids++
			one = &message{id: strconv.Itoa(p.ids), content: textOf(data.Components), private: true, away: p.away}
			p.pings[name] = one
			p.messages = append(p.messages, one)
			if len(data.AllowedMentions.Users) > 0 {
				p.told[one.content]++
			}
		}
		id = one.id
	})
	if !replied {
		return "", errNetwork
	}
	return id, nil
}

// Delete deletes a message.
func (p *process) Delete(_ context.Context, _, id string) error {
	gone := false
	replied := p.deliver("deletion of "+id, func() {
		before := len(p.messages)
		p.messages = slices.DeleteFunc(p.messages, func(one *message) bool { return one.id == id })
		gone = len(p.messages) == before
	})
	switch {
	case !replied:
		return errNetwork
	case gone:
		return &rest.Error{Status: http.StatusNotFound, Code: rest.CodeUnknownMessage}
	}
	return nil
}

// Choose is the computer: the first legal move, after some time.
func (p *process) Choose(ctx context.Context, g ai.Game) (ai.Choice, error) {
	p.mu.Lock()
	wait := time.Duration(p.rng.IntN(300)) * time.Millisecond
	if p.chance(5) {
		wait = time.Duration(p.rng.IntN(3000)) * time.Millisecond
	}
	p.mu.Unlock()
	select {
	case <-time.After(wait):
	case <-ctx.Done():
		return ai.Choice{}, ctx.Err()
	}
	position := g.Start
	for _, s := range g.Moves {
		position, _ = position.Play(s)
	}
	return ai.Choice{Move: position.Moves()[0]}, nil
}

// A responder answers one delivery of an interaction.
type responder struct {
	*process
	request *plan.Request
	ctx     context.Context
}

func (r *responder) Context() context.Context { return r.ctx }

func (r *responder) Send(_ context.Context, as plan.As, c plan.Content) Sent {
	r.mu.Lock()
	wait := time.Duration(0)
	if r.chance(15) { // Discord was asked for more time, and takes it
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
		if r.answers[r.request.ID] != nil { // another delivery was answered
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
		return Sent{Fate: Lost, Message: at, Err: errNetwork}
	case !taken:
		return Sent{Fate: Lost, Message: at, Err: ErrElsewhere}
	case r.chance(20): // as if answered over HTTP
		return Sent{Fate: Unconfirmed, Message: at}
	case r.chance(20): // without a message id
		return Sent{Fate: Confirmed, Message: at}
	}
	at.ID = id
	return Sent{Fate: Confirmed, Message: at}
}

func (r *responder) Add(context.Context, plan.Content) {}

// brittle are views that panic now and then.
type brittle struct {
	views
	*process
}

func (b brittle) Live(r match.Record, v plan.View, as plan.As) plan.Content {
	b.mu.Lock()
	fails := b.chance(60)
	b.mu.Unlock()
	if fails {
		panic("a view panics")
	}
	return b.views.Live(r, v, as)
}

// views draws boards as texts.
type views struct{}

func (views) Live(r match.Record, _ plan.View, _ plan.As) plan.Content {
	return content("live %s %d", r.Match.ID, r.Match.Version)
}
func (views) Moved(r match.Record) plan.Content {
	return plan.Content{Text: "moved " + string(r.Match.ID)}
}
func (views) Warning(r match.Record) plan.Content { return content("warning %s", r.Match.ID) }
func (views) Ping(r match.Record) plan.Content {
	c := content("ping %s %d %s", r.Match.ID, r.Ping.Told, r.Ping.Turn.Format("05.000"))
	c.Pings = []string{r.Match.ToMove().ID}
	return c
}
func (views) Refuse(_ *plan.Request, err error) plan.Answer {
	return plan.Answer{As: plan.Private, Content: content("%v", err)}
}
func (views) Stale(err error) bool { return errors.Is(err, errStale) }

var errStale = errors.New("stale")

// parse reads what a message shows.
func parse(content string) (id match.ID, version int, live bool) {
	_, err := fmt.Sscanf(content, "live %s %d", &id, &version)
	return id, version, err == nil
}

type unmetered struct{}

func (unmetered) Searched(game.Variant, string, time.Duration) {}
func (unmetered) Limited(limits.Limit)                         {}

// play plays a story of random length, lets everything calm down, and looks at what
// came of it.
func (m *model) play() {
	m.mu.Lock()
	acts := 10 + m.rng.IntN(20)
	m.mu.Unlock()
	for range acts {
		m.act()
		m.mu.Lock()
		wait := time.Duration(m.rng.IntN(1500)) * time.Millisecond
		m.mu.Unlock()
		time.Sleep(wait)
	}
	m.mu.Lock()
	m.calm = true
	m.mu.Unlock()
	time.Sleep(time.Minute)
	m.pressAll()
	time.Sleep(time.Minute)
	m.playOn()
	time.Sleep(time.Minute)
	synctest.Wait()
	m.check()
	m.mu.Lock()
	owners := m.owners
	m.mu.Unlock()
	for _, p := range owners {
		p.stop()
		if err := p.owner.Close(context.Background()); err != nil {
			m.t.Error(err)
		}
	}
	time.Sleep(time.Hour) // for timers and for what waits
}

// act does something that a member does.
func (m *model) act() {
	m.mu.Lock()
	defer m.mu.Unlock()
	var live []*message
	for _, one := range m.messages {
		if _, _, ok := parse(one.content); ok && !one.private {
			live = append(live, one)
		}
	}
	n := m.rng.IntN(10)
	switch {
	case len(live) == 0 || n == 0:
		m.interact(&plan.Request{Kind: plan.Command}, m.begin)
	case n == 1:
		id, _, _ := parse(live[m.rng.IntN(len(live))].content)
		m.interact(&plan.Request{Kind: plan.Command}, again(id))
	case n == 2:
		m.interact(&plan.Request{Kind: plan.Command}, func(*plan.Request) (plan.Plan, error) {
			return plan.Games{Channel: channel, Then: func(games []match.Record) (plan.Plan, error) {
				if len(games) == 0 {
					return nil, errors.New("no game")
				}
				return again(games[0].Match.ID)(nil)
			}}, nil
		})
	default:
		m.press(live[m.rng.IntN(len(live))], 0)
	}
}

// press presses the board that a message shows, or an older version of it.
func (m *model) press(on *message, version int) {
	id, shown, _ := parse(on.content)
	if version == 0 {
		version = shown
	}
	r := &plan.Request{Kind: plan.Press, Message: plan.Message{ID: on.id}, Match: id}
	m.interact(r, move(id, version))
}

// interact delivers an interaction to one of the processes, and now and then again.
func (m *model) interact(r *plan.Request, handle plan.Handler) {
	m.ids++
	r.ID, r.User, r.Place = strconv.Itoa(m.ids), "7", match.Place{Guild: "500", Channel: channel, Away: m.away}
	m.tell("a member does %s on message %q", r.ID, r.Message.ID)
	m.submit(r, handle)
	if m.chance(10) {
		go func() {
			time.Sleep(400 * time.Millisecond)
			m.mu.Lock()
			defer m.mu.Unlock()
			m.tell("%s is delivered again", r.ID)
			m.submit(r, handle)
		}()
	}
}

func (m *model) submit(r *plan.Request, handle plan.Handler) {
	p := m.owners[m.rng.IntN(len(m.owners))]
	if p.crashed {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), 15*time.Second)
	key := "i/" + r.ID
	if id := r.Match; id != "" {
		key = Key(id)
	}
	to := &responder{process: p, request: r, ctx: ctx}
	p.owner.Submit(key, Job{Request: r, Handle: handle, To: to, Done: func(Report) { cancel() }})
}

// The handlers.

func (m *model) begin(r *plan.Request) (plan.Plan, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	opponent := []match.Player{match.Computer("random"), match.Person("8")}[m.rng.IntN(2)]
	watched := m.rng.IntN(6) == 0
	var clock time.Duration
	if opponent.IsPerson() && !watched && m.rng.IntN(3) == 0 {
		clock = time.Minute
	}
	return plan.New{Begin: func(f plan.Facts) (match.Match, error) {
		x := match.Person(r.User)
		if watched {
			x, opponent = match.Computer("random"), match.Computer("random")
		}
		return match.New(f.ID, r.User, x, opponent, match.Options{Variant: game.Classic(4), Clock: clock}, f.Toss, f.Now)
	}}, nil
}

// again shows a match anew.
func again(id match.ID) plan.Handler {
	return func(*plan.Request) (plan.Plan, error) {
		return plan.On{Match: id, Decide: func(match.Record, plan.Facts) (plan.Decision, error) {
			return plan.Decision{Answer: plan.Answer{As: plan.Anew, Board: &plan.View{}}}, nil
		}}, nil
	}
}

// move does whatever a member can do in a match.
func move(id match.ID, version int) plan.Handler {
	return func(*plan.Request) (plan.Plan, error) {
		return plan.On{Match: id, Decide: func(r match.Record, f plan.Facts) (plan.Decision, error) {
			if r.Match.Version != version {
				return plan.Decision{}, errStale
			}
			var next match.Match
			var err error
			switch {
			case r.Match.Status == match.Challenge:
				next, err = r.Match.Accept("8", f.Toss, f.Now)
			case r.Match.ToMove().IsPerson():
				next, err = r.Match.Play(r.Match.ToMove().ID, r.Match.Position().Moves()[0], f.Now)
			default:
				return plan.Decision{}, errors.New("nothing to do")
			}
			return plan.Decision{Next: &next, Answer: plan.Answer{As: plan.InPlace, Board: &plan.View{}}}, err
		}}, nil
	}
}

// pressAll presses every board, the oldest first, at a version that is out of date.
func (m *model) pressAll() {
	m.mu.Lock()
	all := slices.Clone(m.messages)
	m.mu.Unlock()
	for _, one := range all {
		m.mu.Lock()
		if _, _, live := parse(one.content); live {
			m.press(one, 1_000_000)
		}
		m.mu.Unlock()
		time.Sleep(time.Second)
	}
}

// playOn makes a move on the newest board of a match where the store names a message
// that no longer shows it, or asks for the board anew where that board takes no move. Of
// two processes one may have cleared a board that the other has just filled, where
// Discord was late with the edit, and that can happen to both at once.
func (m *model) playOn() {
	m.mu.Lock()
	defer m.mu.Unlock()
	done := map[match.ID]bool{}
	for _, one := range slices.Backward(m.messages) {
		id, version, live := parse(one.content)
		r, err := m.store.Load(context.Background(), id)
		if !live || done[id] || err != nil { // check says what the error is
			continue
		}
		done[id] = true
		named := slices.ContainsFunc(m.messages, func(other *message) bool {
			shown, _, live := parse(other.content)
			return other.id == r.Message && live && shown == id
		})
		switch {
		case named:
		case version == r.Match.Version && (r.Match.Status == match.Challenge || r.Match.ToMove().IsPerson()):
			m.press(one, 0)
		default:
			m.interact(&plan.Request{Kind: plan.Command}, again(id))
		}
	}
}

// check looks at what came of the story.
func (m *model) check() {
	m.mu.Lock()
	defer m.mu.Unlock()
	for key, n := range m.effects {
		if n != 1 {
			m.fail("%s counted %d times", key, n)
		}
	}
	for ping, n := range m.told {
		if n != 1 {
			m.fail("%q was told %d times", ping, n)
		}
	}
	m.checkPings()
	shown := map[match.ID][]*message{}
	for _, one := range m.messages {
		if id, _, live := parse(one.content); live {
			shown[id] = append(shown[id], one)
		}
	}
	for id, messages := range maps.All(shown) {
		r, err := m.store.Load(context.Background(), id)
		if err != nil {
			m.fail("%s: %v", id, err)
			continue
		}
		newest := messages[len(messages)-1]
		if i := slices.IndexFunc(messages, func(one *message) bool { return one.id == r.Message }); m.away && i >= 0 {
			newest = messages[i] // of two processes the slower one may have pointed back to an older one
		}
		if m.away && r.Match.Result.Reason == match.ByTimeout {
			continue // nobody has pressed it since, and the bot may not edit it
		}
		if _, version, _ := parse(newest.content); version != r.Match.Version {
			m.fail("message %s shows %s, which is at %d", newest.id, newest.content, r.Match.Version)
		}
		if len(messages) > 1 && !m.away { // there old ones keep their buttons
			m.fail("%s is shown by %d messages", id, len(messages))
		}
		if r.Message != newest.id {
			m.fail("%s is shown by %s, but the store has %q", id, newest.id, r.Message)
		}
		if r.Match.ToMove().IsComputer() && time.Since(r.Match.Changed) > 20*time.Second {
			m.fail("%s waits for the computer", id)
		}
	}
}

// checkPings checks that each ping that is left belongs to a turn that goes on, and that
// players were told of each such turn.
func (m *model) checkPings() {
	left := map[string]bool{}
	for _, one := range m.messages {
		if strings.HasPrefix(one.content, "ping ") {
			left[one.id] = true
		}
	}
	games, err := m.store.Unfinished(context.Background(), store.Scope{Channel: channel})
	if err != nil {
		m.fail("%v", err)
	}
	for _, r := range games {
		if notice, _ := r.Notice(time.Now()); notice != match.NoNotice || r.PingIsOld() || !r.Ping.Pending.IsZero() {
			m.fail("%s: notice %d is due, and the ping is %+v", r.Match.ID, notice, r.Ping)
		}
		if told := r.Ping.Told != match.NoNotice && !m.away; told && !left[r.Ping.Message] {
			m.fail("%s: the ping %+v is not there", r.Match.ID, r.Ping)
		}
		delete(left, r.Ping.Message)
	}
	if len(left) > 0 {
		m.fail("pings are left: %v", left)
	}
}

func (m *model) fail(format string, args ...any) {
	m.t.Errorf(format, args...)
	if m.t.Failed() {
		m.t.Log(strings.Join(m.story, "\n"))
		m.story = nil
	}
}
