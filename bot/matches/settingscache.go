package matches

import (
	"context"
	"sync"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"

	"noughts/bot/store"
	"noughts/game/match"
)

const (
	// settingsTTL is how long cached settings of a server are trusted, and those of a member if another process may
	// change them. It is also the pause before a failed read is tried again.
	settingsTTL = 5 * time.Second
	// settingsReadLimit is the timeout for reading settings. It is short because every request waits for its settings.
	settingsReadLimit = time.Second
	// maxServers is how many servers are cached: about 400 bytes each, so 4 MB. serverKept is how long an entry stays
	// cached after it was last read. If the store fails after that, the server's settings are unknown.
	maxServers = 10_000
	serverKept = 2 * time.Hour
	// maxMembers is how many members are cached: about 400 bytes each, so 4 MB.
	maxMembers = 10_000
)

// membersTTL returns how long cached settings of a member are trusted: settingsTTL if other
// processes may change them, else 0, which means as long as the entry is cached.
func membersTTL(s store.Store) time.Duration {
	if s.Shared() {
		return settingsTTL
	}
	return 0
}

type settingsCache[T any] struct {
	ttl     time.Duration // 0: an entry is trusted as long as it is cached
	mu      sync.Mutex
	entries *lru.Cache[string, cachedSettings[T]]
	writes  int // number of changes by this process
}

type cachedSettings[T any] struct {
	value  T
	err    error
	readAt time.Time
}

func newSettingsCache[T any](size int, ttl time.Duration) *settingsCache[T] {
	entries, _ := lru.New[string, cachedSettings[T]](size) // fails only for a size below one
	return &settingsCache[T]{ttl: ttl, entries: entries}
}

// get returns the cached entry of an id. `fresh` is false if there is no entry, or if its TTL has passed. `writes` is
// the number of changes so far, which the caller passes on to addRead.
func (c *settingsCache[T]) get(id string) (entry cachedSettings[T], writes int, fresh bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	entry, ok := c.entries.Get(id)
	ttl := c.ttl
	if entry.err != nil {
		ttl = settingsTTL
	}
	return entry, c.writes, ok && (ttl == 0 || time.Since(entry.readAt) < ttl)
}

func (c *settingsCache[T]) dropOlder(before time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	dropOlder(c.entries, before, func(e cachedSettings[T]) time.Time { return e.readAt })
}

// addRead caches settings that were read from the store. It does nothing if this process has changed any settings since
// get returned `writes`, because the read may then be outdated.
func (c *settingsCache[T]) addRead(id string, entry cachedSettings[T], writes int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.writes == writes {
		c.entries.Add(id, entry)
	}
}

func (c *settingsCache[T]) addWritten(id string, value T) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.writes++
	c.entries.Add(id, cachedSettings[T]{value: value, readAt: time.Now()})
}

// read returns the cached settings of an id if they are fresh. Otherwise it reads them from the store within
// settingsReadLimit. If that fails, read returns the stale settings, or the fallback and the error if there are none.
func (c *settingsCache[T]) read(ctx context.Context, id string, fallback T, failed *outage, fromStore func(context.Context) (T, error)) (T, error) {
	entry, writes, fresh := c.get(id)
	if fresh {
		return entry.value, entry.err
	}
	ctx, cancel := context.WithTimeout(ctx, settingsReadLimit)
	defer cancel()
	value, err := fromStore(ctx)
	failed.note(err)
	if err == nil {
		entry.value, entry.err = value, nil
	} else if entry.readAt.IsZero() || entry.err != nil {
		entry.value, entry.err = fallback, err
	}
	entry.readAt = time.Now()
	c.addRead(id, entry, writes)
	return entry.value, entry.err
}

// server returns the settings of a server, and the zero value outside servers. The settings are at most settingsTTL
// old, and include every change by this process. If the store fails, server returns the cached settings, however old.
// Errors: those of the store, if no settings are cached.
func (o *Manager) server(ctx context.Context, guild string) (match.Server, error) {
	if guild == "" {
		return match.Server{}, nil
	}
	return o.serverCache.read(ctx, guild, match.Server{ID: guild}, &o.failedServer, func(ctx context.Context) (match.Server, error) {
		return o.deps.Store.Server(ctx, guild)
	})
}

// member returns the settings of a member, at most membersTTL old if other processes share the store. It treats errors
// as the method server does.
func (o *Manager) member(ctx context.Context, id string) (match.Member, error) {
	return o.memberCache.read(ctx, id, match.Member{ID: id}, &o.failedMember, func(ctx context.Context) (match.Member, error) {
		return o.deps.Store.Member(ctx, id)
	})
}
