package matches

import (
	"cmp"
	"context"
	"errors"
	"sync"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"

	"noughts/commands/plan"
	"noughts/game/match"
)

const (
	// settingLife is how long what was chosen for a server, or by a member, is taken to be as it was
	// read: another process may have changed it. settingLimit is how long reading it may take:
	// presses on boards wait for it.
	settingLife  = 5 * time.Second
	settingLimit = 500 * time.Millisecond
	// maxServers is how many servers are cached: about 400 bytes each, so 4 MB. serverLife is the
	// TTL: after that long without a read, an outage of the store finds the server unknown.
	maxServers = 10_000
	serverLife = 2 * time.Hour
)

// chosen remembers what was chosen for servers, or by members, by their ids: for requests to be
// decided on.
type chosen[T any] struct {
	life   time.Duration // how long it is good; 0 for as long as it is remembered
	mu     sync.Mutex
	known  *lru.Cache[string, known[T]]
	writes int // how often this process has changed any
}

// known is what was last read of one, or why it could not be.
type known[T any] struct {
	value T
	err   error
	at    time.Time
}

// newChosen returns a memory of nothing, for so many.
func newChosen[T any](most int, life time.Duration) *chosen[T] {
	all, _ := lru.New[string, known[T]](most) // fails only for a size below one
	return &chosen[T]{life: life, known: all}
}

// get returns what is known of one, and false if that is nothing or too old. A failed read is
// repeated after settingLife.
func (c *chosen[T]) get(id string) (k known[T], writes int, ok bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	k, ok = c.known.Get(id)
	life := c.life
	if k.err != nil {
		life = settingLife
	}
	return k, c.writes, ok && (life == 0 || time.Since(k.at) < life)
}

// forgetIdle drops what was read or changed before a time.
func (c *chosen[T]) forgetIdle(before time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	forgetOlder(c.known, before, func(k known[T]) time.Time { return k.at })
}

// noteRead notes what was read, unless something was changed since.
func (c *chosen[T]) noteRead(id string, k known[T], writes int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.writes == writes {
		c.known.Add(id, k)
	}
}

// noteWritten notes what was changed.
func (c *chosen[T]) noteWritten(id string, value T) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.writes++
	c.known.Add(id, known[T]{value: value, at: time.Now()})
}

// read returns what is remembered of one, or else reads it, within settingLimit. When that fails
// it is what was read before; without that it is otherwise, and why.
func (c *chosen[T]) read(ctx context.Context, id string, otherwise T, failed *outage, read func(context.Context) (T, error)) (T, error) {
	k, writes, ok := c.get(id)
	if ok {
		return k.value, k.err
	}
	ctx, cancel := context.WithTimeout(ctx, settingLimit)
	defer cancel()
	value, err := read(ctx)
	failed.note(err)
	if err == nil {
		k.value, k.err = value, nil
	} else if k.at.IsZero() || k.err != nil {
		k.value, k.err = otherwise, err
	}
	k.at = time.Now()
	c.noteRead(id, k, writes)
	return k.value, k.err
}

// server returns what was chosen for a server, the zero value for outside servers. It is as
// of a few seconds ago at most, but for changes of this process, which it knows at once. When
// the store fails, it is what was read before. Errors: those of the store, if nothing was.
func (o *Owner) server(ctx context.Context, guild string) (match.Server, error) {
	if guild == "" {
		return match.Server{}, nil
	}
	return o.servers.read(ctx, guild, match.Server{ID: guild}, &o.failedServer, func(ctx context.Context) (match.Server, error) {
		return o.Store.Server(ctx, guild)
	})
}

// completeRequest reads what was chosen for the server in which the request was made, and in
// which language the caller reads, unless that is a press on a board: see speak.
func (t *task) completeRequest() {
	r := t.Request
	r.Server, r.Unread = t.server(t.To.Context(), r.Place.Guild)
	if r.Server.Locale != "" {
		r.Place.Locale = r.Server.Locale
	}
	if !r.OnBoard() {
		t.speak()
	}
}

// settings does what a plan needs that is about the server of the request or the caller's own
// data.
func (t *task) settings(ctx context.Context, p plan.Plan) (plan.Plan, error) {
	switch now := p.(type) {
	case plan.Server:
		return t.changeServer(ctx, now)
	case plan.BotMay:
		return now.Then(t.botMay(ctx))
	case plan.Export:
		return t.export(ctx, now)
	case plan.Forget:
		if err := t.mayForget(ctx); err != nil {
			return nil, err
		}
		return nil, t.leaveAll(now)
	}
	return nil, errors.New("unknown plan")
}

// changeServer reads what is kept of the server of the request, or changes it.
func (t *task) changeServer(ctx context.Context, p plan.Server) (plan.Plan, error) {
	id := t.Request.Place.Guild
	if p.Change == nil {
		s, err := t.Store.Server(ctx, id)
		if err != nil {
			return nil, err
		}
		return p.Then(s)
	}
	r := t.Request
	var before match.Server
	s, err := t.Store.ChangeServer(ctx, id, func(s *match.Server) {
		before = *s
		p.Change(s)
		s.DiscordLocale = r.DiscordLocale
	})
	if err != nil {
		return nil, err
	}
	t.servers.noteWritten(id, s)
	r.Server, r.Place.Locale = s, cmp.Or(s.Language(), r.Place.Locale)
	if p.Log != nil {
		said := p.Log(r.Texts.In(r.Place.Locale), before, s)
		t.tellOwners(s, "l"+r.ID, said)
		if before.LogChannel != s.LogChannel { // both logs are told that the log moves
			t.tellOwners(before, "k"+r.ID, said)
		}
	}
	return p.Then(s)
}

// permissionsLimit is how long Discord may take to say what the bot may do: the page that
// waits for it does without.
const permissionsLimit = time.Second

// botMay asks what the bot may do in the channels of the request's server.
func (t *task) botMay(ctx context.Context) map[string]plan.Permissions {
	ctx, cancel := context.WithTimeout(ctx, permissionsLimit)
	defer cancel()
	r := t.Request
	bits, err := t.Discord.Permissions(ctx, r.Place.Guild, r.App)
	if err != nil {
		t.Log.Info("cannot look up the bot's permissions", "guild", r.Place.Guild, "err", err)
		return nil
	}
	may := make(map[string]plan.Permissions, len(bits))
	for channel, all := range bits {
		may[channel] = plan.Permissions(all)
	}
	return may
}
