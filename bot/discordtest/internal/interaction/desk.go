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

// interactionLimit is the maximum number of kept interactions. It is enough for a thousand per second during the
// fifteen minutes for which they are kept.
const interactionLimit = 1_000_000

// A Desk delivers interactions to applications and returns their answers. It keeps the interactions of the last
// fifteen minutes.
type Desk struct {
	// Set before the first interaction.
	Log       *slog.Logger
	Observers []func(object.Delivery)                         // called with each interaction before it is sent
	Callback  func(*http.Request) (status int, answer []byte) // serves a callback as the REST API does

	world   *world.World
	gateway *gateway.Gateway
	outbox  outbox

	// Guarded by the world's lock.
	byID    map[object.Snowflake]*Interaction
	byToken map[string]*Interaction
	oldest  []*Interaction // all kept interactions, in the order of their opening
	limit   int            // the most interactions kept

	responseTime time.Duration
}

// New returns a desk without interactions. It logs only if Log is set. An endpoint may answer an interaction in its
// HTTP response; the desk accepts such an inline answer only if Callback is set.
func New(w *world.World, g *gateway.Gateway) *Desk {
	return &Desk{
		Log: slog.New(slog.DiscardHandler), world: w, gateway: g,
		byID: map[object.Snowflake]*Interaction{}, byToken: map[string]*Interaction{}, limit: interactionLimit,
		responseTime: ResponseTime,
	}
}

// SetResponseTime sets the timeout of the initial response for interactions opened from now on.
func (d *Desk) SetResponseTime(t time.Duration) {
	d.world.Lock()
	defer d.world.Unlock()
	d.responseTime = t
}

// Close cancels requests to interactions endpoints and waits for their goroutines.
func (d *Desk) Close() { d.outbox.close() }

// Listen returns an in-memory listener. Requests to an interactions endpoint on that host ("bot.test", any port) arrive
// at the listener without a network, so it works for bots in synctest bubbles. A second listener for the same host
// replaces the first. No further request uses a connection to the first.
func (d *Desk) Listen(host string) net.Listener { return d.outbox.listen(host) }

// Open registers a new interaction and sets its id and token. Callers hold the world's lock.
func (d *Desk) Open(it *Interaction) {
	it.ID, it.Token = d.world.Snowflake(), world.RandomText(86)
	it.created, it.done = time.Now(), make(chan struct{})
	it.deadline = it.created.Add(d.responseTime)
	d.add(it)
}

// add registers an interaction. It removes interactions whose tokens have expired, and the oldest
// ones beyond the limit.
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

// moveAhead gives an interaction an id with a timestamp in the future, for the fault FutureID. Callers hold the world's
// lock.
func (d *Desk) moveAhead(it *Interaction, by time.Duration) {
	n, _ := strconv.ParseUint(it.ID, 10, 64) // cannot fail: ids are decimal numbers
	delete(d.byID, it.ID)
	it.ID = strconv.FormatUint(n+uint64(by.Milliseconds())<<22, 10)
	d.byID[it.ID] = it
}

// ByID returns the kept interaction with an id, or nil. Callers hold the world's lock.
func (d *Desk) ByID(id object.Snowflake) *Interaction { return d.byID[id] }

// Len returns the number of kept interactions. Callers hold the world's lock.
func (d *Desk) Len() int { return len(d.oldest) }
