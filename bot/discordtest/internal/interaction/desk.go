package interaction

import (
	"log/slog"
	"net"
	"net/http"
	"strconv"
	"time"

	"noughts/bot/discordtest/internal/gateway"
	"noughts/bot/discordtest/internal/world"
	"noughts/bot/discordtest/object"
)

// interactionLimit is how many interactions with a valid token are kept: more than arrive in fifteen minutes at
// a thousand a second.
const interactionLimit = 1_000_000

// A Desk delivers interactions to applications and returns their answers. It keeps the interactions of the last
// fifteen minutes.
type Desk struct {
	// Set before the first interaction.
	Log       *slog.Logger
	Observers []func(object.Delivery)                         // are told of each interaction before it leaves
	Callback  func(*http.Request) (status int, answer []byte) // serves a callback as the REST API does

	world   *world.World
	gateway *gateway.Gateway
	outbox  outbox

	// Guarded by the world's lock.
	byID    map[object.Snowflake]*Interaction
	byToken map[string]*Interaction
	oldest  []*Interaction // the kept ones, in the order of their opening
	limit   int            // how many are at most

	responseTime time.Duration
}

// New returns a desk without interactions. It logs only if Log is set, and accepts inline answers of endpoints
// only if Callback is.
func New(w *world.World, g *gateway.Gateway) *Desk {
	return &Desk{
		Log: slog.New(slog.DiscardHandler), world: w, gateway: g,
		byID: map[object.Snowflake]*Interaction{}, byToken: map[string]*Interaction{}, limit: interactionLimit,
		responseTime: ResponseTime,
	}
}

// SetResponseTime sets the time for the initial response to interactions from now on.
func (d *Desk) SetResponseTime(t time.Duration) {
	d.world.Lock()
	defer d.world.Unlock()
	d.responseTime = t
}

// Close cancels requests to interactions endpoints and waits for their goroutines.
func (d *Desk) Close() { d.outbox.close() }

// Listen returns a listener in memory: requests of this Discord to an interactions endpoint on that host
// ("bot.test", any port) arrive there without a network. It serves bots in synctest bubbles. A second listener
// for the host replaces the first, whose connections are not used any more.
func (d *Desk) Listen(host string) net.Listener { return d.outbox.listen(host) }

// Open registers a new interaction and sets its id and token. Callers hold the world's lock.
func (d *Desk) Open(it *Interaction) {
	it.ID, it.Token = d.world.Snowflake(), world.RandomText(86)
	it.created, it.done = time.Now(), make(chan struct{})
	it.deadline = it.created.Add(d.responseTime)
	d.add(it)
}

// add registers an interaction. It forgets interactions that nobody can use any more, and the oldest of too
// many.
func (d *Desk) add(it *Interaction) {
	for len(d.oldest) > 0 && (len(d.oldest) >= d.limit || it.created.Sub(d.oldest[0].created) >= tokenLife) {
		delete(d.byID, d.oldest[0].ID)
		delete(d.byToken, d.oldest[0].Token)
		d.oldest[0] = nil
		d.oldest = d.oldest[1:]
	}
	d.byID[it.ID], d.byToken[it.Token] = it, it
	d.oldest = append(d.oldest, it)
}

// moveAhead gives an interaction an id from the future. Callers hold the world's lock.
func (d *Desk) moveAhead(it *Interaction, by time.Duration) {
	n, _ := strconv.ParseUint(it.ID, 10, 64) // it was made of one
	delete(d.byID, it.ID)
	it.ID = strconv.FormatUint(n+uint64(by.Milliseconds())<<22, 10)
	d.byID[it.ID] = it
}

// ByID returns the interaction with an id, nil if there is none any more. Callers hold the world's lock.
func (d *Desk) ByID(id object.Snowflake) *Interaction { return d.byID[id] }

// Len returns the number of kept interactions. Callers hold the world's lock.
func (d *Desk) Len() int { return len(d.oldest) }
