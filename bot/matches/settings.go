package matches

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"

	"noughts/bot/store"
	"noughts/commands/plan"
	"noughts/game/match"
)

const (
	// settingsTTL is how long cached settings are trusted if another process may change them. It is
	// also the pause before a failed read is tried again.
	settingsTTL = 5 * time.Second
	// settingsReadLimit is the timeout for reading settings. It is short because every request waits for its settings.
	settingsReadLimit = 500 * time.Millisecond
	// maxServers is how many servers are cached: about 400 bytes each, so 4 MB. serverKept is how long an entry stays
	// cached after it was last read. If the store fails after that, the server's settings are unknown.
	maxServers = 10_000
	serverKept = 2 * time.Hour
	// maxMembers is how many members are cached: about 400 bytes each, so 4 MB.
	maxMembers = 10_000
)

// membersTTL returns how long cached settings of a member are trusted: settingsTTL if other
// processes may change them, else 0, which means as long as the entry is cached.
func membersTTL(s Store) time.Duration {
	if s.Shared() {
		return settingsTTL
	}
	return 0
}

// A settingsCache caches settings of servers or of members, by id.
type settingsCache[T any] struct {
	ttl     time.Duration // 0: an entry is trusted as long as it is cached
	mu      sync.Mutex
	entries *lru.Cache[string, cachedSettings[T]]
	writes  int // number of changes by this process
}

// cachedSettings are the settings as last read, or the error of that read.
type cachedSettings[T any] struct {
	value  T
	err    error
	readAt time.Time
}

// newSettingsCache returns an empty cache for up to `size` entries.
func newSettingsCache[T any](size int, ttl time.Duration) *settingsCache[T] {
	entries, _ := lru.New[string, cachedSettings[T]](size) // fails only for a size below one
	return &settingsCache[T]{ttl: ttl, entries: entries}
}

// get returns the entry of an id, and the value of c.writes for addRead. fresh is false if there is
// no entry, or if its TTL has passed.
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

// dropOlder drops the entries that were read or changed before a time.
func (c *settingsCache[T]) dropOlder(before time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	dropOlder(c.entries, before, func(e cachedSettings[T]) time.Time { return e.readAt })
}

// addRead caches settings that were read from the store, unless this process has changed any
// settings since get returned writes.
func (c *settingsCache[T]) addRead(id string, entry cachedSettings[T], writes int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.writes == writes {
		c.entries.Add(id, entry)
	}
}

// addWritten caches settings that this process has changed.
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

// server returns the settings of a server, and the zero value outside servers. The settings are at
// most settingsTTL old, and include every change by this process. If the store fails, server
// returns the settings as last read. Errors: those of the store, if the settings were never read.
func (o *Owner) server(ctx context.Context, guild string) (match.Server, error) {
	if guild == "" {
		return match.Server{}, nil
	}
	return o.serverCache.read(ctx, guild, match.Server{ID: guild}, &o.failedServer, func(ctx context.Context) (match.Server, error) {
		return o.deps.Store.Server(ctx, guild)
	})
}

// member returns the settings of a member, at most membersTTL old if other processes share the store. It treats errors
// as the method server does.
func (o *Owner) member(ctx context.Context, id string) (match.Member, error) {
	return o.memberCache.read(ctx, id, match.Member{ID: id}, &o.failedMember, func(ctx context.Context) (match.Member, error) {
		return o.deps.Store.Member(ctx, id)
	})
}

// Language returns the code of the language that a member has chosen. It returns "" if the member
// has chosen none, or if the store fails. Callers then use the member's locale in Discord.
func (o *Owner) Language(ctx context.Context, member string) string {
	m, _ := o.member(ctx, member)
	return m.Locale
}

// withLooks returns a new match with its players' display settings. If these cannot be read it uses
// the defaults, so that the game can begin.
func (o *Owner) withLooks(ctx context.Context, m match.Match) match.Match {
	var looks [2]match.Look
	for i, player := range m.Players {
		if !player.IsPerson() {
			continue
		}
		member, err := o.member(ctx, player.ID)
		if err != nil {
			o.deps.Log.Warn("cannot read a player's settings for a new game", "match", m.ID, "err", err)
			continue
		}
		looks[i] = member.LookOf()
	}
	return m.WithLooks(looks[0], looks[1])
}

// completeRequest sets the time, the server's settings, and the languages of the caller and of the place in a request.
func (t *task) completeRequest() {
	r, ctx := t.Request, t.To.Context()
	r.Now = time.Now()
	r.Server, r.ServerErr = t.owner.server(ctx, r.Place.Guild)
	r.Place.Locale = cmp.Or(r.Server.Locale, r.Place.Locale)
	caller, _ := t.owner.member(ctx, r.User) // an error is logged by member, and Discord's locale is used
	t.setLanguage(caller.Locale)
}

// setLanguage sets the language of texts that only the caller reads, and outside servers also of
// texts that everybody reads. If code is "" it uses the caller's locale in Discord.
func (t *task) setLanguage(code string) {
	r := t.Request
	code = cmp.Or(code, r.ClientLocale)
	if r.Texts != nil {
		r.Reader = r.Texts.ForLocale(code)
	}
	if r.Place.Guild == "" {
		r.Place.Locale = code
	}
}

// setMember caches settings that this request has changed for its caller. From here on the request
// uses the caller's new language.
func (t *task) setMember(m match.Member) {
	t.owner.memberCache.addWritten(m.ID, m)
	t.setLanguage(m.Locale)
}

// changeMember changes the settings of the caller. p.Then runs after setMember, so its answer is in the new language.
func (t *task) changeMember(ctx context.Context, p plan.ChangeMember) (plan.Plan, error) {
	var before []match.Vacation
	m, err := t.owner.deps.Store.ChangeMember(ctx, t.Request.User, func(m *match.Member) {
		before = m.Vacations
		p.Change(m)
	})
	if err != nil {
		return nil, err
	}
	t.setMember(m)
	if !slices.Equal(before, m.Vacations) {
		t.owner.reconcileMatchesOf(ctx, m.ID)
	}
	return p.Then(m)
}

// reconcileMatchesOf reconciles the unfinished matches of a member whose vacations have changed. If they cannot be
// listed, each match learns of the change at its next reconcile, before its clock can end the game.
func (o *Owner) reconcileMatchesOf(ctx context.Context, member string) {
	open, err := o.deps.Store.Unfinished(ctx, store.Scope{Member: member})
	if err != nil {
		o.deps.Log.Warn("cannot list the matches of a member on vacation, so their boards are late", "err", err)
	}
	for _, rec := range open {
		o.reconcileSoon(rec.Match.ID)
	}
}

// noteVacations copies the vacations in the players' settings to the match and saves it. Tournament
// matches have no vacations.
func (o *Owner) noteVacations(ctx context.Context, l *live) {
	before, now := l.record.Match, time.Now()
	if l.record.Tournament != "" {
		return
	}
	next := before
	// The cache may be stale. If it shows a change, the settings are read again from the store.
	for _, read := range []func(context.Context, string) (match.Member, error){o.member, o.deps.Store.Member} {
		var failed error
		next = before.WithVacations(func(id string) time.Time {
			m, err := read(ctx, id)
			failed = errors.Join(failed, err)
			return m.AwayUntil(now)
		}, now)
		if failed != nil || next.Version == before.Version {
			return
		}
	}
	if err := o.save(ctx, l, next, ""); errors.Is(err, store.ErrVersion) && o.load(ctx, l) == nil {
		l.unreconciled = true // a member saved first
	}
}

// endVacation ends the caller's vacation if the caller has moved in the match. `before` and `after` are the match
// before and after the move.
func (t *task) endVacation(ctx context.Context, before, after match.Match) {
	side := before.Side(t.Request.User)
	if before.AwayUntil(side).IsZero() || after.BackAt == before.BackAt {
		return
	}
	_, err := t.changeMember(ctx, plan.ChangeMember{
		Change: func(m *match.Member) { m.ComeBack(time.Now()) },
		Then:   func(match.Member) (plan.Plan, error) { return nil, nil },
	})
	if err != nil {
		t.owner.deps.Log.Warn("cannot end a member's vacation after their move", "match", before.ID, "err", err)
	}
}

// changeServer changes the settings of the server of the request.
func (t *task) changeServer(ctx context.Context, p plan.ChangeServer) (plan.Plan, error) {
	r := t.Request
	id := r.Place.Guild
	var before match.Server
	s, err := t.owner.deps.Store.ChangeServer(ctx, id, func(s *match.Server) {
		before = *s
		p.Change(s)
		s.DiscordLocale = r.DiscordLocale
	})
	if err != nil {
		return nil, err
	}
	t.owner.serverCache.addWritten(id, s)
	r.Server, r.ServerErr, r.Place.Locale = s, nil, cmp.Or(s.Language(), r.Place.Locale)
	if p.Log != nil {
		said := p.Log(r.Texts.ForLocale(r.Place.Locale), before, s)
		t.owner.TellOwners(s, "l"+r.ID, said)
		if before.LogChannel != s.LogChannel { // post the change of the log channel in both the old and the new one
			t.owner.TellOwners(before, "k"+r.ID, said)
		}
	}
	return p.Then(s)
}
