// Package matches owns every match that is played: it loads the match, has a
// handler decide, saves what was decided under the version it was decided on, lets
// the computer answer, and shows the result.
package matches

import (
	"context"
	"errors"
	"log/slog"
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
	"noughts/game/ai"
	"noughts/game/match"
)

const (
	// maxMatches is how many matches are cached: about 3 kB each, so 15 MB. matchTTL is the
	// TTL of matches and members: longer than a token lives.
	maxMatches = 5_000
	matchTTL   = 30 * time.Minute
	// maxInChannel is how many unfinished matches a member may have in a channel: a menu can offer that many.
	maxInChannel = 25
	// maxForgotten is how many recently forgotten members are remembered. Cached matches with them are read
	// again.
	maxForgotten = 1000
)

// An Owner owns all matches. All work on a match is done in jobs under the match's key, one after the other, so
// neither its state nor its messages need a lock. The store is the source of truth: the Owner's memory is a
// cache.
type Owner struct {
	deps        Deps
	tournaments Tournaments
	reviews     Reviews

	queue    *queue.Queue
	guard    func(func())
	searches searches
	caps     store.Caps
	logLines *logs // see log.go

	matchCache   *lru.Cache[match.ID, *live]
	serverCache  *settingsCache[match.Server]
	memberCache  *settingsCache[match.Member]
	presentCache *lru.Cache[membership, time.Time] // see people.go
	forgotten    *lru.Cache[string, struct{}]      // members whose data was deleted recently

	failedSave, failedList, failedServer, failedMember outage

	ctx      context.Context // of work without a request
	stop     context.CancelFunc
	thinking sync.WaitGroup
	closed   atomic.Bool
}

// live is the cached state of a match. It belongs to the job under its key.
type live struct {
	id     match.ID
	record match.Record // as last loaded or saved
	loaded bool         // record is the stored record, as far as this process knows
	shown  shown.State  // what Discord shows of it
	search *search      // nil for none
	broken bool         // the last job on it panicked or could not read the match

	unreconciled bool // reconcile has something to do
	timer        *time.Timer
	timerAt      time.Time

	warnAt time.Time // the players are not warned before

	endPause backoff.Pause // between attempts to end it
	endAt    atomic.Int64  // nothing is ended before; in Unix nanoseconds, as last used
	used     atomic.Int64
	timed    atomic.Bool // a timer for a reconcile is set
}

// New returns an owner. Run does the work that no request asks for; Close ends it.
func New(d Deps) *Owner {
	o := &Owner{
		deps: d, guard: queue.Guard(d.Log), searches: searches{slots: d.Workers},
		failedSave:   outage{log: d.Log, what: "cannot save matches: check the database"},
		serverCache:  newSettingsCache[match.Server](maxServers, settingsTTL),
		memberCache:  newSettingsCache[match.Member](maxMembers, membersTTL(d.Store)),
		logLines:     &logs{lines: map[string][]logLine{}},
		failedServer: outage{log: d.Log, what: "cannot read server settings, so no games can start there: check the database"},
		failedMember: outage{log: d.Log, what: "cannot read members' settings, so Discord's languages are used: check the database"},
		failedList:   outage{log: d.Log, what: "cannot list due matches, so no clock runs out: check the database"},
		caps: store.Caps{
			Member: d.Limits.OpenMember, Channel: d.Limits.OpenChannel, Server: d.Limits.OpenServer, MemberInChannel: maxInChannel,
			Challenges: d.Limits.Challenges, Declined: d.Limits.Declined,
			Invited: d.Limits.Invited,
		},
	}
	o.queue = queue.New(d.Limits.Jobs, d.Limits.JobsOfMatch, o.guard)
	o.matchCache, _ = lru.New[match.ID, *live](maxMatches) // fails only for a size below one
	o.presentCache, _ = lru.New[membership, time.Time](maxPresent)
	o.forgotten, _ = lru.New[string, struct{}](maxForgotten)
	o.ctx, o.stop = context.WithCancel(context.Background())
	return o
}

// Connect sets the owners of tournaments and reviews, which need this one. It is called before Run and the
// first request.
func (o *Owner) Connect(t Tournaments, r Reviews) { o.tournaments, o.reviews = t, r }

// Key returns the key of a match's jobs.
func Key(id match.ID) string { return "m/" + string(id) }

// withMatch runs work on a match, caches the match, and reconciles it afterwards if needed. It must be called
// in a job under the match's key. If the work panics, the match is left alone until a member acts on it.
func (o *Owner) withMatch(id match.ID, work func(l *live)) {
	l, ok := o.matchCache.Get(id)
	if !ok {
		l = &live{id: id}
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
			s.cancel() // it was started for a position that was not saved
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

// knowsForgotten reports whether a player of a match may have been forgotten since the match was read.
func (o *Owner) knowsForgotten(m match.Match) bool {
	return o.forgotten.Len() > 0 && (o.forgotten.Contains(m.Owner) || o.forgotten.Contains(m.Players[0].ID) || o.forgotten.Contains(m.Players[1].ID))
}

// noteBegun removes the players of a new match from the forgotten members.
func (o *Owner) noteBegun(m match.Match) {
	if o.knowsForgotten(m) {
		for _, id := range []string{m.Owner, m.Players[0].ID, m.Players[1].ID} {
			o.forgotten.Remove(id)
		}
	}
}

// load loads a match from the store. Errors: plan.ErrNoMatch, plan.ErrDamaged, and
// the store's.
func (o *Owner) load(ctx context.Context, l *live) error {
	record, err := o.deps.Store.Load(ctx, l.id)
	if err != nil {
		return o.memberError(l, err)
	}
	l.setRecord(record)
	return nil
}

// memberError returns the store's error in the form that handlers know.
func (o *Owner) memberError(l *live, err error) error {
	var full *store.FullError
	switch {
	case errors.Is(err, store.ErrNotFound):
		l.loaded, l.unreconciled = false, false
		return plan.ErrNoMatch
	case errors.Is(err, store.ErrCorrupt):
		o.deps.Log.Error("stored match is corrupt: restore it from a backup, or delete its row", "match", l.id, "err", err)
		l.loaded, l.unreconciled, l.broken = false, false, true
		return errors.Join(plan.ErrDamaged, err)
	case errors.As(err, &full):
		of, limit := plan.OfChannel, limits.OpenChannel
		switch s := full.Scope; {
		case full.Invited:
			of, limit = plan.OfInvited, limits.Invited
		case full.Declined:
			of, limit = plan.OfDeclined, limits.Declined
		case full.Challenged != "":
			of, limit = plan.OfChallenge, limits.Challenges
		case s.Guild != "":
			of, limit = plan.OfServer, limits.OpenServer
		case s.Member != "" && s.Channel != "":
			of, limit = plan.OfMemberInChannel, limits.OpenMember
		case s.Member != "":
			of, limit = plan.OfMember, limits.OpenMember
		}
		o.deps.Meter.Limited(limit)
		return &plan.Full{Of: of, Most: full.Most, Challenged: full.Challenged, Member: full.Scope.Member}
	}
	return err
}

// facts returns the facts for a decision on a match in a place.
func (o *Owner) facts(at match.Place) plan.Facts {
	f := plan.Facts{Now: time.Now(), Toss: match.Toss(o.deps.Dice.IntN), Pick: o.deps.Dice.IntN}
	var reached bool
	if f.Back, reached = o.deps.Reach(at.Guild); !reached {
		f.Back = f.Now // new members cannot have come earlier
	}
	return f
}

// save saves the next version of a match. key is the idempotency key: the id of the interaction, or "". Errors:
// store.ErrVersion, *store.Done, and as load's and *plan.Full.
func (o *Owner) save(ctx context.Context, l *live, next match.Match, key string) error {
	if next.Status == match.Playing && l.record.Match.Status != match.Playing {
		next = o.withLooks(ctx, next)
		o.noteBegun(next)
	}
	change := store.Change{
		Record:   l.record.With(next),
		Expected: l.record.Match.Version, Key: key, Caps: o.caps,
	}
	if l.record.Tournament != "" {
		change.Caps = store.Caps{} // the tournament starts its games, not a member
	}
	addFacts(&change)
	err := o.store(ctx, l, func() (match.Record, error) { return o.deps.Store.Save(ctx, change) })
	if err == nil && l.record.Tournament != "" && next.Status == match.Over {
		o.LookAfter(l.record.Tournament)
	}
	return err
}

// store has the store change a match, a second time if the result is unknown: the key or the version prevents a
// second effect. Errors: memberError's.
func (o *Owner) store(ctx context.Context, l *live, change func() (match.Record, error)) error {
	stored, err := change()
	if err != nil && !store.Answered(err) && ctx.Err() == nil {
		stored, err = change()
	}
	switch {
	case err == nil:
		o.failedSave.note(nil)
		l.setRecord(stored)
		return nil
	case !store.Answered(err): // it is unknown whether it was stored
		o.failedSave.note(err)
		l.loaded = false
		o.reconcileAfter(l, backoff.Shortest)
	}
	return o.memberError(l, err)
}

// addFacts sets the fields Level and Comeback of a change that ends a match, which the store cannot compute:
// the rating of the computer's level, and whether the winner was certainly lost before.
func addFacts(c *store.Change) {
	m := c.Record.Match
	if !m.HasHeadToHead() {
		return
	}
	for _, p := range m.Players {
		if p.IsComputer() {
			r, _ := ai.RatingOf(m.Options.Variant, p.Level)
			c.Level = r.Value
		}
	}
	c.Comeback = comeback(m)
}

// comeback reports whether the winner's line came after a position that was certainly lost. It knows this for
// 3×3 only, where the values of all positions are in a table.
func comeback(m match.Match) bool {
	v := m.Options.Variant
	if v != game.Classic(3) || m.Result.Reason != match.ByLine {
		return false
	}
	searcher := ai.NewSearcher(v, 1, 0)
	toMove, start := m.Begins, m.Start()
	for n := range m.Moves {
		found, err := searcher.Search(context.Background(), ai.History{Start: start, Moves: m.Moves[:n]}, ai.Limits{}, nil)
		lost := ai.Loss
		if toMove != m.Result.Winner {
			lost = ai.Win
		}
		if err == nil && found.Score.Proof == lost {
			return true
		}
		toMove = toMove.Opponent()
	}
	return false
}

// A Load is the amount of an Owner's work.
type Load struct {
	Matches   int // cached: used in the last half hour
	Requests  int // running or queued
	Searching int // searches that run,
	Waiting   int // queued searches for a member's turn
	Workers   int // and the slots
}

// Load returns the current amount of work.
func (o *Owner) Load() Load {
	running, waiting := o.searches.load()
	return Load{
		Matches: o.matchCache.Len(), Requests: o.queue.Size(),
		Searching: running, Waiting: waiting, Workers: o.searches.slots,
	}
}

// forgetIdle drops idle matches, and settings of servers and members past their TTL.
func (o *Owner) forgetIdle(now time.Time) {
	o.serverCache.dropOlder(now.Add(-serverTTL))
	o.memberCache.dropOlder(now.Add(-matchTTL))
	dropOlder(o.presentCache, now.Add(-presentTTL), func(at time.Time) time.Time { return at })
	before := now.Add(-matchTTL).UnixNano()
	for _, id := range o.matchCache.Keys() { // the least recently used first
		l, ok := o.matchCache.Peek(id)
		if ok && l.used.Load() >= before {
			return
		}
		o.matchCache.Remove(id)
	}
}

// dropOlder drops cache entries made before a time.
func dropOlder[K comparable, V any](in *lru.Cache[K, V], before time.Time, made func(V) time.Time) {
	for _, key := range in.Keys() {
		if v, ok := in.Peek(key); ok && !made(v).After(before) {
			in.Remove(key)
		}
	}
}

// Close rejects new requests and waits for running ones, or for ctx. After that, remaining work is given up:
// the next process finds it in the store. Pending reconciles run now: the next process does not know which
// boards are behind.
func (o *Owner) Close(ctx context.Context) error {
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

// An outage logs the first of several failures in a row, and their end.
type outage struct {
	log     *slog.Logger
	what    string
	lasting atomic.Bool
}

// note records a failure, or with nil a success.
func (f *outage) note(err error) {
	switch {
	case err != nil && !f.lasting.Swap(true):
		f.log.Error(f.what, "err", err)
	case err == nil && f.lasting.Load() && f.lasting.Swap(false):
		f.log.Info("database recovered", "before", f.what)
	}
}
