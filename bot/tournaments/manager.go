// Package tournaments owns the tournaments. It carries out the decisions of handlers, pairs the
// rounds, begins the games, records their results, and keeps the posted table up to date.
//
// All work on a tournament is done in jobs under the tournament's key, in the queue of package
// matches. Manager.Reconcile finds the pending work by comparing states.
package tournaments

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"slices"
	"sync"
	"time"

	"github.com/bwmarrin/discordgo"

	"noughts/bot/backoff"
	"noughts/bot/queue"
	"noughts/bot/rest"
	"noughts/bot/store"
	"noughts/commands/plan"
	"noughts/game/match"
	"noughts/game/tournament"
)

const (
	// pace is how often the manager asks a shared store for tournaments with pending work. If a process crashes, another one
	// finds its unfinished work within this time. runningPace is how often it looks after tournaments that run in its own
	// store, where every step schedules the next one.
	pace        = 5 * time.Second
	runningPace = time.Minute
	page        = 200
	// maxRaces is the largest number of attempts to save a decision. An attempt fails if another process saves the
	// tournament first.
	maxRaces = 10
)

// Matches owns the matches. *matches.Manager implements it.
type Matches interface {
	// Begin begins a match and posts its board; it may be called again for the same match. GiveUp
	// resigns a match for a member. Both return false if the queue has no room for the job.
	Begin(r match.Record) bool
	GiveUp(id match.ID, member string) bool
}

// Views draws the messages that members see. *commands.Commands implements it.
type Views interface {
	// Tournament returns the message that shows a tournament. Round returns the message with the
	// pairings of the newest round. TournamentResult returns the message with the result, with a
	// picture or without. TournamentThread returns the name of the thread.
	Tournament(rec tournament.Record) plan.Content
	Round(rec tournament.Record) plan.Content
	TournamentResult(rec tournament.Record, picture bool) plan.Content
	TournamentThread(rec tournament.Record) string
	// TournamentMoved returns the text for an earlier message. It links to the newest one.
	TournamentMoved(rec tournament.Record) plan.Content
}

// Discord is the part of Discord's API that the Manager calls. *rest.Client implements it.
type Discord interface {
	Edit(ctx context.Context, m rest.Message, components []discordgo.MessageComponent) (rest.Message, error)
	Post(ctx context.Context, channel, nonce string, d *discordgo.InteractionResponseData) (id string, err error)
	StartThread(ctx context.Context, channel, message, name string) error
}

// Deps are the dependencies of a Manager.
type Deps struct {
	Store   store.Store
	Queue   *queue.Queue // where all work on tournaments is done
	Matches Matches
	Views   Views
	Discord Discord
	Dice    *rand.Rand // safe for concurrent use
	Log     *slog.Logger
	// Reach reports whether interactions of a guild's members reach this process. `since` is the time
	// from which they have reached it without a gap.
	Reach func(guild string) (since time.Time, ok bool)
}

// A Manager owns every tournament. Make it with New.
type Manager struct {
	deps  Deps
	alarm backoff.Alarm

	mu      sync.Mutex
	watched map[match.ID]*watch
}

// A watch is this process's memory of a running tournament. Only jobs under the tournament's key use it. No harm is
// done if it is lost.
type watch struct {
	edited   time.Time // time of the last edit of the tournament's message
	again    bool      // the message must be edited even if the store says that it shows the newest version
	failures int       // failed calls to Discord, in a row
	retryAt  time.Time // the earliest time of the next call to Discord
	timer    *time.Timer
	timerAt  time.Time
}

// New returns a Manager. Run does the work that no request asks for.
func New(d Deps) *Manager {
	return &Manager{deps: d, watched: map[match.ID]*watch{}}
}

// Key returns the key of a tournament's jobs. Decide, Forget, NoteMessage, NoteOnItsWay and Reconcile must be called in
// such a job.
func Key(id match.ID) string { return "t/" + string(id) }

// LookAfter reconciles a tournament once its pending jobs are done.
func (o *Manager) LookAfter(id match.ID) {
	o.deps.Queue.RunLast(Key(id), func() { o.Reconcile(id) })
}

// New stores a new tournament for a request. Errors: plan.ErrTournamentOpen, *store.Done, and those of the handler and
// the store.
func (o *Manager) New(ctx context.Context, r *plan.Request, p plan.NewTournament, facts plan.Facts) (tournament.Record, error) {
	t, err := p.Begin(facts)
	if err != nil {
		return tournament.Record{}, err
	}
	place := r.Place
	place.Style, place.Quiet = p.Style, r.Server.Quiet
	return o.save(ctx, tournament.Record{Tournament: t, Place: place}, r.ID)
}

// Decide calls a handler to decide on a tournament, and stores the decision. Errors: plan.ErrNoTournament, *store.Done,
// and those of the handler and the store.
func (o *Manager) Decide(ctx context.Context, r *plan.Request, p plan.OnTournament, facts func() plan.Facts) (plan.TournamentDecision, tournament.Record, error) {
	for range maxRaces {
		rec, err := o.Load(ctx, p.Tournament)
		if err != nil {
			return plan.TournamentDecision{}, rec, err
		}
		d, err := p.Decide(rec, facts())
		if err == nil && d.Next != nil && len(rec.Tournament.Open()) > 0 {
			// First record the results of all finished games: a player may have won a game before withdrawing.
			if rec.Tournament, err = o.recordResults(ctx, rec.Tournament, time.Now()); err == nil {
				d, err = p.Decide(rec, facts())
			}
		}
		if err != nil {
			return d, rec, err
		}
		if pressed := r.Message; pressed.ID != "" && !pressed.Private && r.Place.Channel == rec.Place.Channel && newer(pressed.ID, rec.Message) {
			rec = rec.ShownIn(pressed.ID)
		} else if d.Next == nil {
			return d, rec, nil
		}
		key := ""
		if d.Next != nil {
			rec.Tournament, key = *d.Next, r.ID
		}
		if rec, err = o.save(ctx, rec, key); !errors.Is(err, store.ErrVersion) {
			return d, rec, err
		}
	}
	return plan.TournamentDecision{}, tournament.Record{}, fmt.Errorf("deciding on tournament %s: %w", p.Tournament, store.ErrVersion)
}

// Forget removes a member from a tournament: see tournament.Record.Forget. It records the results of finished games
// first. Errors: those of the store.
func (o *Manager) Forget(ctx context.Context, id match.ID, member string) error {
	for range maxRaces {
		rec, err := o.deps.Store.Tournament(ctx, id)
		if errors.Is(err, store.ErrNotFound) || errors.Is(err, store.ErrCorrupt) {
			return nil // the store deletes tournaments that it cannot read
		}
		now := time.Now()
		if err == nil {
			rec.Tournament, err = o.recordResults(ctx, rec.Tournament, now)
		}
		if err != nil {
			return err
		}
		o.watch(id).again = true // makes Reconcile edit the message: during registration Reconcile usually does not, because each answer to a press redraws it
		if _, err = o.save(ctx, rec.Forget(member, now), ""); !errors.Is(err, store.ErrVersion) {
			return err
		}
	}
	return fmt.Errorf("forgetting a member in tournament %s: %w", id, store.ErrVersion)
}

// Load returns the stored tournament. Errors: plan.ErrNoTournament, and those of the store.
func (o *Manager) Load(ctx context.Context, id match.ID) (tournament.Record, error) {
	rec, err := o.deps.Store.Tournament(ctx, id)
	if errors.Is(err, store.ErrNotFound) {
		err = plan.ErrNoTournament
	}
	return rec, err
}

// NoteMessage stores the id of a new message that shows a tournament. A newer one may have been stored before. If
// NoteMessage fails, the next press on the message stores it.
func (o *Manager) NoteMessage(ctx context.Context, id match.ID, message string) {
	for range maxRaces {
		rec, err := o.Load(ctx, id)
		switch {
		case err != nil || message == "" || message == rec.Message:
			return
		case newer(message, rec.Message):
			rec = rec.ShownIn(message)
		default:
			rec.Older = append(slices.Clip(rec.Older), message)
		}
		if _, err = o.save(ctx, rec, ""); err == nil {
			o.LookAfter(id)
		}
		if !errors.Is(err, store.ErrVersion) {
			return
		}
	}
}

// NoteOnItsWay records that Discord has not confirmed an answer that edits the tournament's message. The answer may still arrive late and overwrite a newer edit. So NoteOnItsWay delays the next
// edit, and makes sure that there will be one even if the store says that the message shows the newest version.
func (o *Manager) NoteOnItsWay(id match.ID) {
	w := o.watch(id)
	w.edited, w.again = time.Now(), true
}

// newer reports whether message a was created after message b. It compares the ids, which grow with time. Any message
// is newer than "".
func newer(a, b string) bool {
	return len(a) > len(b) || len(a) == len(b) && a > b
}

// save stores a record. If the store's answer is lost, save tries once more. This is safe: the key or the revision
// keeps the store from applying the change twice. Errors: plan.ErrTournamentOpen, plan.ErrNoTournament, and the other
// errors of the store.
func (o *Manager) save(ctx context.Context, rec tournament.Record, key string) (tournament.Record, error) {
	saved, err := o.deps.Store.SaveTournament(ctx, rec, key)
	if store.IsWorthAnother(ctx, err) {
		saved, err = o.deps.Store.SaveTournament(ctx, rec, key)
	}
	if due, ok := rec.Due(); ok { // even if it is not certain that the record was stored
		if now := time.Now(); !due.After(now) {
			due = now.Add(pace) // a job is about to do this work
		}
		o.alarm.Set(due)
	}
	switch {
	case errors.Is(err, store.ErrTournamentOpen):
		err = plan.ErrTournamentOpen
	case errors.Is(err, store.ErrNotFound):
		err = plan.ErrNoTournament
	}
	return saved, err
}

// Run reconciles due tournaments until ctx ends.
func (o *Manager) Run(ctx context.Context) {
	context.AfterFunc(ctx, o.forget)
	o.alarm.Run(ctx, pace, o.deps.Store.Shared(), func(now time.Time) (next time.Time, again bool) {
		next, again, err := o.lookAfterDue(ctx, now)
		if err != nil && ctx.Err() == nil {
			o.deps.Log.Warn("cannot list tournaments", "err", err)
		}
		return next, again || err != nil
	})
}

// lookAfterDue reconciles all due tournaments whose members reach this process. It returns when the next one is due, and
// true if it must look again soon because members of one do not.
func (o *Manager) lookAfterDue(ctx context.Context, now time.Time) (next time.Time, again bool, err error) {
	list := store.Lister(o.deps.Store.DueTournaments)
	next, err = list.After(ctx, now)
	var after match.Cursor
	for err == nil {
		var due []match.Cursor
		due, err = list(ctx, now, after, page)
		for _, e := range due {
			if _, reached := o.deps.Reach(e.Guild); reached {
				o.LookAfter(e.ID)
			} else {
				again = true
			}
		}
		if len(due) > 0 {
			o.alarm.Set(now.Add(runningPace))
			after = due[len(due)-1]
		}
		if len(due) < page {
			break
		}
	}
	return next, again, err
}

// watch returns this process's watch (its memory) of a tournament, and makes one if there is none.
func (o *Manager) watch(id match.ID) *watch {
	o.mu.Lock()
	defer o.mu.Unlock()
	w, ok := o.watched[id]
	if !ok {
		w = &watch{}
		o.watched[id] = w
	}
	return w
}

func (o *Manager) drop(id match.ID) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if w, ok := o.watched[id]; ok && w.timer != nil {
		w.timer.Stop()
	}
	delete(o.watched, id)
}

// forget stops all timers. The next process reconciles all due tournaments.
func (o *Manager) forget() {
	o.mu.Lock()
	defer o.mu.Unlock()
	for _, w := range o.watched {
		if w.timer != nil {
			w.timer.Stop()
		}
	}
}

// lookAfterIn schedules a reconcile of a tournament, unless an earlier one is scheduled.
func (o *Manager) lookAfterIn(id match.ID, w *watch, wait time.Duration) {
	at := time.Now().Add(wait)
	if w.timer != nil && w.timerAt.After(time.Now()) && !w.timerAt.After(at) {
		return
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	if w.timer != nil {
		w.timer.Stop()
	}
	w.timerAt = at
	w.timer = time.AfterFunc(wait, func() { o.LookAfter(id) })
}
