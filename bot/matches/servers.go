package matches

import (
	"context"
	"errors"
	"sync"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"

	"noughts/commands/plan"
	"noughts/game/match"
)

const (
	// serverLife is how long what was chosen for a server is taken to be as it was read:
	// another process may have changed it. serverLimit is how long reading it may take:
	// presses on boards wait for it.
	serverLife  = 5 * time.Second
	serverLimit = 500 * time.Millisecond
	// maxServers is how many servers are remembered.
	maxServers = 10_000
)

// servers remembers what was chosen for servers, for requests to be decided on.
type servers struct {
	mu     sync.Mutex
	known  *lru.Cache[string, knownServer]
	writes int // how often this process has changed any
}

// A knownServer is what was last read of a server, or why it could not be.
type knownServer struct {
	server match.Server
	err    error
	at     time.Time
}

func newServers() *servers {
	known, _ := lru.New[string, knownServer](maxServers) // fails only for a size below one
	return &servers{known: known}
}

// get returns what is known of a server, and false if that is nothing or too old.
func (s *servers) get(guild string) (k knownServer, writes int, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	k, ok = s.known.Get(guild)
	return k, s.writes, ok && time.Since(k.at) < serverLife
}

// noteRead notes what was read, unless something was changed since.
func (s *servers) noteRead(guild string, k knownServer, writes int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.writes == writes {
		s.known.Add(guild, k)
	}
}

// noteWritten notes what was changed.
func (s *servers) noteWritten(server match.Server) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.writes++
	s.known.Add(server.ID, knownServer{server: server, at: time.Now()})
}

// server returns what was chosen for a server, the zero value for outside servers. It is as
// of a few seconds ago at most, but for changes of this process, which it knows at once. When
// the store fails, it is what was read before. Errors: those of the store, if nothing was.
func (o *Owner) server(ctx context.Context, guild string) (match.Server, error) {
	if guild == "" {
		return match.Server{}, nil
	}
	k, writes, ok := o.servers.get(guild)
	if ok {
		return k.server, k.err
	}
	ctx, cancel := context.WithTimeout(ctx, serverLimit)
	defer cancel()
	read, err := o.Store.Server(ctx, guild)
	o.failedServer.note(err)
	if err == nil {
		k.server, k.err = read, nil
	} else if k.at.IsZero() || k.err != nil {
		k.server, k.err = match.Server{ID: guild}, err
	}
	k.at = time.Now()
	o.servers.noteRead(guild, k, writes)
	return k.server, k.err
}

// completeRequest reads what was chosen for the server in which the request was made.
func (t *task) completeRequest() {
	r := t.Request
	r.Server, r.Unread = t.server(t.To.Context(), r.Place.Guild)
	if r.Server.Locale != "" {
		r.Place.Locale = r.Server.Locale
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
		return nil, t.leaveOpen(now, nil, maxLeaving)
	}
	return nil, errors.New("nobody knows this plan")
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
	s, err := t.Store.ChangeServer(ctx, id, p.Change)
	if err != nil {
		return nil, err
	}
	t.servers.noteWritten(s)
	t.Request.Server = s
	if p.Log != nil {
		t.tellOwners(s, "l"+t.Request.ID, p.Log(t.Request.Texts.In(t.Request.Place.Locale)))
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
		t.Log.Info("Discord does not say what the bot may do", "guild", r.Place.Guild, "err", err)
		return nil
	}
	may := make(map[string]plan.Permissions, len(bits))
	for channel, all := range bits {
		may[channel] = plan.Permissions(all)
	}
	return may
}
