// Package matches owns every match. It loads the match, lets a plan decide (plan.On), and saves the decision if the
// match still has the version that was decided on. It also plays the computer's move, and shows the result.
package matches

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"

	"noughts/bot/backoff"
	"noughts/bot/limits"
	"noughts/bot/queue"
	"noughts/bot/shown"
	"noughts/bot/store"
	"noughts/commands/plan"
	"noughts/game"
	"noughts/game/match"
)

const (
	// maxMatches is how many matches are cached: about 3 kB each, so 15 MB. matchTTL is how long idle matches and
	// the settings of members stay cached. It is longer than the lifetime of an interaction token.
	maxMatches = 5_000
	matchTTL   = 30 * time.Minute
	// maxInChannel is how many unfinished matches a member may have in one channel: a select menu has room for no more.
	maxInChannel = 25
	// maxForgotten is how many members with deleted data are remembered. A cached match with one of
	// these members is loaded again before it is used.
	maxForgotten = 1000
)

// A Manager owns all matches. All work on a match is done in jobs under the match's key, one after
// the other, so neither the match's state nor its messages need a lock. The store is the source of
// truth, and the Manager's memory is only a cache.
type Manager struct {
	deps     Deps
	queue    *queue.Queue
	searches searches
	caps     store.Caps
	logLines *logs // see log.go

	matchCache   *lru.Cache[match.ID, *cachedMatch]
	serverCache  *settingsCache[match.Server]
	memberCache  *settingsCache[match.Member]
	presentCache *lru.Cache[membership, time.Time] // see people.go
	mayCache     *lru.Cache[membership, knownPermissions]
	drawnCache   *lru.Cache[string, drawnFile]
	lookUps      *limits.Shares               // of calls to Discord, by the member who is answered
	forgotten    *lru.Cache[string, struct{}] // members whose data was deleted recently

	up                                                 *uptime // see reach.go
	alarm                                              backoff.Alarm
	failedSave, failedList, failedServer, failedMember outage

	untilStop context.Context // for work without a request, and for answers, which are sent after their request has ended
	stop      context.CancelFunc
	thinking  sync.WaitGroup
	closed    atomic.Bool
}

// cachedMatch is the cached state of a match. Only the job that runs under the match's key may use it,
// except for the atomic fields.
type cachedMatch struct {
	id     match.ID
	record match.Record // as last loaded or saved
	loaded bool         // as far as this process knows, the store has the same record
	shown  shown.State  // what Discord shows of the match
	search *search      // the computer's running search, nil for none
	broken bool         // the last job on the match panicked or could not read it

	// unreconciled is set by a save and decided anew by noteAnswer. If it is set at the end of withMatch, a reconcile is
	// scheduled.
	unreconciled bool
	timer        *time.Timer
	timerAt      time.Time

	warnAt time.Time // the earliest time to warn the players that the match will be abandoned

	endPause backoff.Pause // grows with failed attempts to end the match
	endAt    atomic.Int64  // the earliest time of an attempt to end the match, in Unix nanoseconds
	used     atomic.Int64  // when the match was last used, in Unix nanoseconds
	timed    atomic.Bool   // a timer for a reconcile is running
}

// New returns a Manager. Run does the work that no request asks for. Close stops the Manager.
func New(d Deps) *Manager {
	o := &Manager{
		deps: d, queue: d.Queue, searches: searches{slots: d.Workers},
		failedSave:   outage{log: d.Log, what: "cannot read or save matches, so nobody can move and no clock runs out: check the database"},
		serverCache:  newSettingsCache[match.Server](maxServers, settingsTTL),
		memberCache:  newSettingsCache[match.Member](maxMembers, membersTTL(d.Store)),
		logLines:     &logs{lines: map[string][]logLine{}},
		failedServer: outage{log: d.Log, what: "cannot read server settings, so no games can start there: check the database"},
		failedMember: outage{log: d.Log, what: "cannot read members' settings, so Discord's languages are used: check the database"},
		failedList:   outage{log: d.Log, what: "cannot list due matches, so no clock runs out: check the database"},
		caps: store.Caps{
			Member: d.Limits.OpenMember, Channel: d.Limits.OpenChannel, Server: d.Limits.OpenServer, MemberInChannel: maxInChannel,
			Challenges: d.Limits.Challenges, Declined: d.Limits.Declined,
			Invited: d.Limits.Invited, Watched: d.Limits.Watched,
		},
	}
	o.up = newUptime(d.Log, o.alarm.Late)
	o.alarm.Woke = func() { o.up.look() }
	o.matchCache, _ = lru.New[match.ID, *cachedMatch](maxMatches) // fails only for a size below one
	o.presentCache, _ = lru.New[membership, time.Time](maxPresent)
	o.mayCache, _ = lru.New[membership, knownPermissions](maxMay)
	o.drawnCache, _ = lru.New[string, drawnFile](maxDrawn)
	o.lookUps = limits.NewShares(d.Limits.LookUps, d.Limits.Buckets)
	o.forgotten, _ = lru.New[string, struct{}](maxForgotten)
	o.untilStop, o.stop = context.WithCancel(context.Background())
	return o
}

// Key returns the key of a match's jobs.
func Key(id match.ID) string { return "m/" + string(id) }

// withMatch calls `work` with the cached state of a match. If `work` leaves the match unreconciled, withMatch queues
// reconcile, which updates the match and the messages that show it. withMatch must be called in a job under the match's
// key. If `work` panics, reconcile skips the match until a member acts on it.
func (o *Manager) withMatch(id match.ID, work func(l *cachedMatch)) {
	l, ok := o.matchCache.Get(id)
	if !ok {
		l = &cachedMatch{id: id}
	}
	if o.knowsForgotten(l.record.Match) {
		l.loaded = false
	}
	panicked := true
	defer func() {
		if panicked {
			l.broken, l.loaded = true, false
			o.deps.Log.Warn("giving up on a match until a member acts on it", "match", id)
		}
		if s := l.search; s != nil && !(l.loaded && s.isFor(l.record.Match)) {
			s.cancel() // the search is for another position than the stored one
			l.search = nil
		}
		now := time.Now().UnixNano()
		if l.loaded || l.broken || l.endAt.Load() > now {
			l.used.Store(now)
			o.matchCache.Add(id, l)
		} else {
			o.matchCache.Remove(id)
		}
		if l.unreconciled {
			l.unreconciled = false
			o.reconcileSoon(id)
		}
	}()
	l.broken = false
	work(l)
	panicked = false
}

// onMatch calls withMatch for work that no request asks for, within a time limit.
func (o *Manager) onMatch(id match.ID, limit time.Duration, work func(ctx context.Context, l *cachedMatch)) {
	ctx, cancel := context.WithTimeout(o.untilStop, limit)
	defer cancel()
	o.withMatch(id, func(l *cachedMatch) { work(ctx, l) })
}

// knowsForgotten reports whether the data of one of the match's players may have been deleted since
// the match was loaded.
func (o *Manager) knowsForgotten(m match.Match) bool {
	return o.forgotten.Len() > 0 && (o.forgotten.Contains(m.Starter) || o.forgotten.Contains(m.Players[0].ID) || o.forgotten.Contains(m.Players[1].ID))
}

// noteBegun removes the players of a new match from the cache of members with deleted data.
func (o *Manager) noteBegun(m match.Match) {
	if o.knowsForgotten(m) {
		for _, id := range []string{m.Starter, m.Players[0].ID, m.Players[1].ID} {
			o.forgotten.Remove(id)
		}
	}
}

// load loads a match from the store. Errors: plan.ErrNoMatch, plan.ErrDamaged, and those of the store.
func (o *Manager) load(ctx context.Context, l *cachedMatch) error {
	begun, late := time.Now(), ctx.Err() != nil
	record, err := o.deps.Store.Load(ctx, l.id)
	if time.Since(begun) > mostLate {
		o.up.breaks() // a press may have waited for this
	}
	if err != nil {
		if !store.IsAnswer(err) && !late {
			o.noteHealth(&o.failedSave, err)
		}
		return o.handlerError(l, err)
	}
	l.setRecord(record)
	return nil
}

// handlerError converts an error of the store to the error that handlers expect. If the match is gone or damaged,
// handlerError notes that in l.
func (o *Manager) handlerError(l *cachedMatch, err error) error {
	var full *match.Full
	switch {
	case errors.Is(err, store.ErrNotFound):
		l.loaded, l.unreconciled = false, false
		return plan.ErrNoMatch
	case errors.Is(err, store.ErrCorrupt):
		o.deps.Log.Error("stored match is corrupt: restore it from a backup, or delete its row", "match", l.id, "err", err)
		l.loaded, l.unreconciled, l.broken = false, false, true
		return errors.Join(plan.ErrDamaged, err)
	case errors.As(err, &full):
		o.deps.Meter.Limited(limitOf[full.Of])
	}
	return err
}

// limitOf are the limits' names in metrics.
var limitOf = [...]limits.Limit{
	match.OfMember: limits.OpenMember, match.OfMemberInChannel: limits.OpenMember, match.OfChannel: limits.OpenChannel, match.OfServer: limits.OpenServer,
	match.OfChallenge: limits.Challenges, match.OfDeclined: limits.Declined, match.OfInvited: limits.Invited, match.OfWatched: limits.Watched,
}

func (o *Manager) facts() plan.Facts {
	return plan.Facts{Now: time.Now(), Toss: match.Toss(o.deps.Dice.IntN), Pick: o.deps.Dice.IntN}
}

// factsOn returns the facts for a decision on a stored match. If its deadline has passed and the player to move could not
// move before, or if that is not known, the time when they can begins now.
func (o *Manager) factsOn(ctx context.Context, rec match.Record) plan.Facts {
	f := o.facts()
	f.Ticked = rec.Match
	if !rec.Match.IsDue(f.Now) {
		return f
	}
	ctx, cancel := context.WithTimeout(ctx, permissionsLimit)
	defer cancel()
	since, err := o.movableSince(ctx, rec, f.Now)
	if err != nil {
		since = f.Now
	}
	f.Ticked = rec.TickAfter(since, f.Now)
	return f
}

// save saves the next version of a match. `idempotencyKey` is the id of the interaction, or "". Errors:
// store.ErrVersion, *store.Done, *match.Full, and those of load.
func (o *Manager) save(ctx context.Context, l *cachedMatch, next match.Match, idempotencyKey string) error {
	if next.Status == match.Playing && l.record.Match.Status != match.Playing {
		next = o.withLooks(ctx, next)
		o.noteBegun(next)
	}
	change := store.Change{Record: l.record.With(next), Expected: l.record.Match.Version, IdempotencyKey: idempotencyKey, Caps: o.caps}
	if next.IsCounted() && l.record.Match.Status != match.Over {
		var err error
		if change.Relayed, err = o.relayed(ctx, next); err != nil {
			return o.handlerError(l, err)
		}
	}
	if l.record.Tournament != "" {
		change.Caps = store.Caps{} // a tournament starts its own games, so members' caps do not apply
	}
	stored, err := o.deps.Store.Save(ctx, change)
	if store.IsWorthAnother(ctx, err) {
		stored, err = o.deps.Store.Save(ctx, change)
	}
	if full := (*match.Full)(nil); errors.As(err, &full) && o.letGo(ctx, full) {
		if stored, err = o.deps.Store.Save(ctx, change); store.IsWorthAnother(ctx, err) {
			stored, err = o.deps.Store.Save(ctx, change)
		}
	}
	err = o.noteStored(l, stored, err)
	o.wakeFor(change.Record)
	if err == nil && l.record.Tournament != "" && next.Status == match.Over {
		o.deps.TournamentGame(l.record.Tournament)
	}
	return err
}

// saveUnasked saves a change that no member has asked for. If another process has saved first, the match is loaded, and
// reconcile decides again. Errors: those of save.
func (o *Manager) saveUnasked(ctx context.Context, l *cachedMatch, next match.Match) error {
	err := o.save(ctx, l, next, "")
	if errors.Is(err, store.ErrVersion) && o.load(ctx, l) == nil {
		l.unreconciled = true
	}
	return err
}

// noteStored notes the record that the store has after a change, or the error of the change. Errors: those of
// handlerError.
func (o *Manager) noteStored(l *cachedMatch, stored match.Record, err error) error {
	switch {
	case err == nil:
		o.noteHealth(&o.failedSave, nil)
		l.setRecord(stored)
		return nil
	case errors.Is(err, store.ErrVersion):
		l.loaded = false
	case !store.IsAnswer(err): // the change may have been stored
		o.noteHealth(&o.failedSave, err)
		l.loaded = false
		o.reconcileAfter(l, backoff.Shortest)
	}
	return o.handlerError(l, err)
}

// relayLife is how long after its end a game with a level is remembered, to find the level's moves in others: see
// match.Match.Relays. relayPage is how many finished games one query reads.
const (
	relayLife = 24 * time.Hour
	relayPage = 50
)

// relayed returns, for X and O, whether the player relayed a level's moves (match.Match.Relays). It compares the match
// with the other games of each member who did not lose: those that run, and those that ended lately.
func (o *Manager) relayed(ctx context.Context, m match.Match) (is [2]bool, err error) {
	since := m.Changed.Add(-relayLife)
	for i, p := range m.Players {
		side := game.X + game.Mark(i)
		if !p.IsPerson() || m.Result.Winner == side.Opponent() {
			continue
		}
		others, err := o.deps.Store.Unfinished(ctx, match.Scope{Member: p.ID})
		for q := (match.Query{Member: p.ID, Limit: relayPage}); err == nil; {
			var ended []match.Record
			ended, err = o.deps.Store.Finished(ctx, q)
			others = append(others, ended...)
			if len(ended) < relayPage || ended[relayPage-1].Match.Changed.Before(since) {
				break
			}
			q.Before = endOf(ended[relayPage-1])
		}
		if err != nil {
			return is, err
		}
		is[i] = slices.ContainsFunc(others, func(r match.Record) bool {
			return (r.Match.Status != match.Over || !r.Match.Changed.Before(since)) && m.Relays(side, r.Match)
		})
	}
	return is, nil
}

// A Load is the amount of a Manager's work.
type Load struct {
	Matches   int // cached matches, used in the last half hour
	Requests  int // running or queued requests
	Searching int // running searches
	Waiting   int // queued searches for a member's turn
	Workers   int // slots for searches
}

// Load returns the current amount of work.
func (o *Manager) Load() Load {
	running, waiting := o.searches.load()
	return Load{
		Matches: o.matchCache.Len(), Requests: o.queue.Size(),
		Searching: running, Waiting: waiting, Workers: o.searches.slots,
	}
}

// forgetIdle drops idle matches from the cache, and settings of servers and members past their TTL.
func (o *Manager) forgetIdle(now time.Time) {
	o.serverCache.dropOlder(now.Add(-serverKept))
	o.memberCache.dropOlder(now.Add(-matchTTL))
	dropOlder(o.presentCache, now.Add(-presentTTL), func(at time.Time) time.Time { return at })
	dropOlder(o.mayCache, now.Add(-mayTTL), func(k knownPermissions) time.Time { return k.at })
	dropOlder(o.drawnCache, now.Add(-matchTTL), func(f drawnFile) time.Time { return f.at })
	before := now.Add(-matchTTL).UnixNano()
	for _, id := range o.matchCache.Keys() { // the least recently used first
		l, ok := o.matchCache.Peek(id)
		if ok && l.used.Load() >= before {
			return
		}
		o.matchCache.Remove(id)
	}
}

func dropOlder[K comparable, V any](in *lru.Cache[K, V], before time.Time, made func(V) time.Time) {
	for _, key := range in.Keys() {
		if v, ok := in.Peek(key); ok && !made(v).After(before) {
			in.Remove(key)
		}
	}
}

// Close rejects new requests and waits for running ones until ctx ends. It runs pending reconciles
// at once, because the next process does not know which boards are outdated. It abandons all other
// work, which the next process finds in the store.
func (o *Manager) Close(ctx context.Context) error {
	o.closed.Store(true)
	for _, id := range o.matchCache.Keys() {
		if l, ok := o.matchCache.Peek(id); ok && l.timed.Load() {
			o.reconcileSoon(id)
		}
	}
	err := o.queue.Close(ctx)
	o.stop()
	thought := make(chan struct{})
	go func() {
		o.thinking.Wait()
		close(thought)
	}()
	select {
	case <-thought:
	case <-ctx.Done():
		err = errors.Join(err, ctx.Err())
	}
	return err
}

// An outage logs the first of several failures of the store in a row, and the first success after them.
type outage struct {
	log     *slog.Logger
	what    string
	lasting atomic.Bool
}

// note records a failure of the store, or with nil a success. A question that ends with the bot is neither.
func (f *outage) note(err error) {
	switch {
	case errors.Is(err, context.Canceled):
	case err != nil && !f.lasting.Swap(true):
		f.log.Error(f.what, "err", err)
	case err == nil && f.lasting.Load() && f.lasting.Swap(false):
		f.log.Info("database recovered", "before", f.what)
	}
}
