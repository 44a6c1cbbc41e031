package e2e

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"noughts/bot"
	"noughts/bot/limits"
	"noughts/bot/store"
	"noughts/game"
	"noughts/game/ai"
	"noughts/game/match"
	"noughts/game/rules"
)

// A scenario is a named sequence of interactions. Each scenario has its own bot.
type scenario struct {
	name string
	play func(s *stage)
	set  func(*bot.Config, *bot.Deps) // nil for the usual settings
}

// A stage is the world of one scenario: its Discord, bot, store and computer, in a synctest bubble.
type stage struct {
	t          *testing.T
	scenario   scenario
	discord    *goldenDiscord
	transcript *transcript
	kept       *keptStore
	computer   *goldenComputer
	transport  transport

	deliver func(token string, payload []byte) // gives the running bot an interaction
	end     func()                             // stops the bot

	starts byte   // how often the bot was started
	number int    // of the last interaction
	last   []byte // the payload of the last interaction
}

// A transport says how interactions reach the bot: over the gateway or over HTTP.
type transport func(s *stage) delivering

// A delivering is one bot's transport: its settings, and functions to deliver an interaction and to close the
// transport.
type delivering struct {
	set     func(*bot.Config, *bot.Deps)
	deliver func(token string, payload []byte)
	close   func()
}

// perform plays a scenario and returns its transcript.
func perform(t *testing.T, sc scenario, over transport) *transcript {
	t.Helper()
	script := &transcript{known: map[match.ID]string{}, interactions: map[string]string{}}
	synctest.Test(t, func(t *testing.T) {
		d := &goldenDiscord{t: t, transcript: script, pipes: newPipes(), interactions: map[string]*pendingInteraction{}}
		server := &http.Server{Handler: http.HandlerFunc(d.serveGateway)}
		go func() { _ = server.Serve(d.pipes) }()
		s := &stage{
			t: t, scenario: sc, discord: d, transcript: script, transport: over,
			kept: &keptStore{Store: store.NewMemory(), broken: map[match.ID]error{}}, computer: &goldenComputer{score: ai.Score{Expected: 0.5}},
		}
		s.end = s.start(time.Minute)
		sc.play(s)
		s.end()
		d.close()
		_ = server.Close()
	})
	return script
}

// start starts the bot and returns the function that stops it. start returns at a time that is 317 ms after a multiple
// of `round`, so that neither the duration of the start nor the bot's tickers change the transcript.
func (s *stage) start(round time.Duration) (stop func()) {
	d := s.transport(s)
	s.starts++
	cfg := bot.Config{Token: "token", Workers: 2}
	deps := bot.Deps{
		Transport: s.discord, Dial: s.discord.dial, Store: s.kept,
		Rand: rand.NewChaCha8([32]byte{s.starts}), NewPlayer: s.computer.player, Limits: limits.Defaults,
	}
	d.set(&cfg, &deps)
	if s.scenario.set != nil {
		s.scenario.set(&cfg, &deps)
	}
	b, err := bot.New(cfg, deps)
	if err != nil {
		s.t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(s.t.Context())
	done := make(chan error, 1)
	go func() { done <- b.Run(ctx) }()
	<-b.Ready()
	time.Sleep(time.Until(time.Now().Truncate(round).Add(round + 317*time.Millisecond)))
	synctest.Wait()
	s.deliver = d.deliver
	return func() {
		cancel()
		if err := <-done; err != nil {
			s.t.Errorf("Run: %v", err)
		}
		d.close()
		synctest.Wait()
	}
}

// overGateway delivers interactions as gateway events.
func overGateway(s *stage) delivering {
	return delivering{
		set:     func(*bot.Config, *bot.Deps) {},
		deliver: func(_ string, payload []byte) { s.discord.dispatch("INTERACTION_CREATE", payload) },
		close:   func() {},
	}
}

// overHTTP delivers interactions as signed requests. The bot answers in the HTTP response.
func overHTTP(s *stage) delivering {
	public, private, err := ed25519.GenerateKey(rand.NewChaCha8([32]byte{2}))
	if err != nil {
		s.t.Fatal(err)
	}
	endpoint := newPipes()
	client := &http.Transport{DialContext: endpoint.dial}
	return delivering{
		set: func(cfg *bot.Config, deps *bot.Deps) { cfg.PublicKey, deps.HTTPListener = public, endpoint },
		deliver: func(token string, payload []byte) {
			r, err := http.NewRequestWithContext(s.t.Context(), http.MethodPost, "http://noughts.test/interactions", bytes.NewReader(payload))
			if err != nil {
				s.t.Fatal(err)
			}
			stamp := strconv.FormatInt(time.Now().Unix(), 10)
			r.Header.Set("Content-Type", "application/json")
			r.Header.Set("X-Signature-Timestamp", stamp)
			r.Header.Set("X-Signature-Ed25519", hex.EncodeToString(ed25519.Sign(private, append([]byte(stamp), payload...))))
			go s.discord.takeReply(client, r, token)
		},
		close: client.CloseIdleConnections,
	}
}

// takeReply sends a signed request to the bot and applies the answer in the response.
func (d *goldenDiscord) takeReply(client *http.Transport, r *http.Request, token string) {
	reply, err := client.RoundTrip(r)
	if err != nil {
		d.t.Error(err)
		return
	}
	defer func() { _ = reply.Body.Close() }()
	body, err := io.ReadAll(reply.Body)
	if err != nil {
		d.t.Error(err)
	}
	if reply.StatusCode != http.StatusOK {
		return
	}
	d.transcript.add(call{at: time.Now(), line: "reply", body: body, answer: true})
	time.Sleep(latency / 2) // the response is on its way to Discord
	d.mu.Lock()
	defer d.mu.Unlock()
	d.answered(d.interactions[token], body)
}

// errPanic is a value for the map keptStore.broken: the store panics when it loads a match with this error.
var errPanic = errors.New("panic")

// A keptStore is a store that outlives the bot. It can fail or panic on chosen matches, and delay reads.
type keptStore struct {
	store.Store
	broken map[match.ID]error
	reads  time.Duration
}

// Unfinished returns the unfinished matches that `of` selects, after the configured delay.
func (k *keptStore) Unfinished(ctx context.Context, of store.Scope) ([]match.Record, error) {
	if err := k.wait(ctx); err != nil {
		return nil, err
	}
	return k.Store.Unfinished(ctx, of)
}

// Load returns a match after the configured delay. It fails or panics for a match in the map k.broken.
func (k *keptStore) Load(ctx context.Context, id match.ID) (match.Record, error) {
	err := k.broken[id]
	if errors.Is(err, errPanic) {
		panic("there is a fault in the store")
	}
	if err == nil {
		err = k.wait(ctx)
	}
	if err != nil {
		return match.Record{}, err
	}
	return k.Store.Load(ctx, id)
}

// wait waits for the configured delay of reads, or until ctx ends.
func (k *keptStore) wait(ctx context.Context) error {
	select {
	case <-time.After(k.reads):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Close leaves the store open for the next bot.
func (k *keptStore) Close() error { return nil }

// A goldenComputer waits for the duration in its field `thinks` and then plays the first legal move.
type goldenComputer struct {
	thinks time.Duration
	score  ai.Score
}

func (c *goldenComputer) player(game.Variant, string, uint64) (ai.Player, error) { return c, nil }

// Choose returns the first legal move.
func (c *goldenComputer) Choose(ctx context.Context, g ai.History) (ai.Choice, error) {
	p, err := rules.Replay(g.Start, g.Moves)
	if err != nil {
		return ai.Choice{}, err
	}
	select {
	case <-time.After(c.thinks):
		return ai.Choice{Move: p.Moves()[0], Info: ai.Info{Score: c.score}}, nil
	case <-ctx.Done():
		return ai.Choice{}, ctx.Err()
	}
}

// An actor is a member in a place.
type actor struct {
	*stage
	name   string
	at     place
	locale string
}

// as returns a member in the channel "games" of the server.
func (s *stage) as(name string) actor { return actor{s, name, inGames, "en-US"} }

// in returns the actor in another place.
func (a actor) in(at place) actor {
	a.at = at
	return a
}

// speaking returns the actor with another locale.
func (a actor) speaking(locale string) actor {
	a.locale = locale
	return a
}

// uses uses a slash command.
func (a actor) uses(typed string) { a.sends("uses "+typed, 2, nil, commandData(typed, a.at)) }

// usesOn uses a command from the context menu of the member named `target`.
func (a actor) usesOn(name, target string) {
	a.sends("uses "+name+" on "+target, 2, nil, memberCommandData(name, target, a.at))
}

// completes types the last option of a slash command, so that Discord asks the bot for suggestions.
func (a actor) completes(typed string) {
	data := commandData(typed, a.at)
	options := data["options"].([]any)
	options[len(options)-1].(object)["focused"] = true
	a.sends("types "+typed, 4, nil, data)
}

// presses presses the newest enabled button that the member sees and whose custom id ends with the
// text `action`. It fails the test if there is none.
func (a actor) presses(action string) {
	a.t.Helper()
	m, id := a.discord.find(a.name, ids[a.at.channel], action)
	if m == nil {
		a.t.Errorf("%s sees no button %s", a.name, action)
		return
	}
	a.pressesOn(m.id, id)
}

// pressesMore presses the newest More button and then a button on the page that it opens.
func (a actor) pressesMore(action string) {
	a.t.Helper()
	a.presses("more")
	a.presses(action)
}

// pressesBoard sends a press with a custom id on the newest board, even if the board has no such button. It
// fails the test if there is no board.
func (a actor) pressesBoard(id string) {
	a.t.Helper()
	if m, _ := a.discord.find(a.name, ids[a.at.channel], "more"); m != nil {
		a.pressesOn(m.id, id)
		return
	}
	a.t.Errorf("%s sees no board", a.name)
}

// chooses chooses values in the newest menu that the member sees and whose custom id ends with the
// text `action`. It fails the test if there is none.
func (a actor) chooses(action string, values ...string) {
	a.t.Helper()
	m, id := a.discord.find(a.name, ids[a.at.channel], action)
	if m == nil {
		a.t.Errorf("%s sees no menu %s", a.name, action)
		return
	}
	a.pressesOn(m.id, id, values...)
}

// pressesOn sends a press with a custom id on a message, even if the message has no such button. With values it chooses
// from a menu. The id may name a match as the golden files do, such as "/m/m1/3/a1".
func (a actor) pressesOn(message, id string, values ...string) {
	for n := len(a.transcript.ids); n > 0; n-- {
		id = strings.Replace(id, fmt.Sprintf("/m/m%d/", n), "/m/"+string(a.transcript.matchID(n))+"/", 1)
	}
	data := object{"custom_id": id, "component_type": 2, "id": 1}
	title := "presses " + id
	if len(values) > 0 {
		title = fmt.Sprintf("chooses %q from %s", values, id)
		data["component_type"], data["values"] = 3, values
	}
	a.discord.mu.Lock()
	source := a.discord.message(message)
	a.discord.mu.Unlock()
	if source == nil { // a message that is not recorded
		source = &posted{id: message, channel: ids[a.at.channel], flags: 1 << 15}
	}
	a.sends(title+" on "+message, 3, source, data)
}

// sends sends an interaction with the given kind and data. `title` describes the interaction in the transcript.
func (a actor) sends(title string, kind int, source *posted, data any) {
	a.sendsChanged(title, kind, source, data, func(object) {})
}

// sendsChanged is like sends, but the function `change` may first change the interaction in any way.
func (a actor) sendsChanged(title string, kind int, source *posted, data any, change func(object)) {
	a.number++
	id := snowflake(time.Now(), a.number)
	i := newInteraction(a.name, a.at, a.locale, kind, id, a.number)
	i["data"] = data
	if source != nil {
		i["message"] = source.onWire()
	}
	change(i)
	a.transcript.interactions[id] = fmt.Sprintf("i%d", a.number)
	a.discord.expect("token"+strconv.Itoa(a.number), &pendingInteraction{
		number: a.number, who: a.name, channel: ids[a.at.channel], source: source,
	})
	a.last = encoded(i)
	a.gives(fmt.Sprintf("i%d: %s in %s %s", a.number, a.name, a.at.channel, title), a.last)
}

// again delivers the last interaction a second time.
func (s *stage) again() { s.gives(fmt.Sprintf("i%d again", s.number), s.last) }

// gives delivers an interaction and waits a second. All effects in that time belong to one step of the transcript.
func (s *stage) gives(title string, payload []byte) {
	s.transcript.begin(title, interesting(payload))
	s.deliver("token"+strconv.Itoa(s.number), payload)
	s.settles(time.Second)
}

// waits lets time pass, as a step of the transcript.
func (s *stage) waits(d time.Duration) {
	s.transcript.begin(fmt.Sprintf("%v later", d), nil)
	s.settles(d)
}

func (s *stage) settles(d time.Duration) {
	time.Sleep(d)
	synctest.Wait()
	s.transcript.end(s.t, s.kept.Store)
}

// restarts stops the bot, calls the function `meanwhile` and starts another bot on the same store.
func (s *stage) restarts(meanwhile func()) {
	s.transcript.begin("the bot starts again", nil)
	s.end()
	meanwhile()
	s.end = s.start(20 * time.Second)
	s.settles(time.Second)
}

// interesting returns the type and the data of an interaction for the transcript. The step's title does not contain
// them.
func interesting(payload []byte) []byte {
	var i map[string]json.RawMessage
	if json.Unmarshal(payload, &i) != nil {
		return payload
	}
	kept := map[string]json.RawMessage{"type": i["type"], "data": i["data"]}
	return encoded(kept)
}
