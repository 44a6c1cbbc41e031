// Package tournaments owns the tournaments: it carries out what handlers decide about them,
// and sees that rounds are paired, games begun, results noted and the table shown.
//
// Everything about a tournament happens in the job that has its key, in the queue of package
// matches. Manager.Reconcile finds the pending work by comparing states.
package tournaments

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"sync"
	"time"

	"github.com/bwmarrin/discordgo"

	"noughts/bot/matches"
	"noughts/bot/rest"
	"noughts/bot/store"
	"noughts/commands/plan"
	"noughts/game/match"
	"noughts/game/tournament"
)

const (
	// pace is how often the store is asked for tournaments that need something: lost work of a
	// process is found by then.
	pace = 5 * time.Second
	// page is how many are asked for at once.
	page = 200
	// maxRaces is how often a decision is made again because another process has saved first.
	maxRaces = 10
)

// Store keeps tournaments and the matches of them: store.Store.
type Store interface {
	store.Tournaments
	Load(ctx context.Context, id match.ID) (match.Record, error)
	Server(ctx context.Context, id string) (match.Server, error)
}

// Matches own the matches: *matches.Owner.
type Matches interface {
	// Begin has a match begun and its board posted; it may be called again. GiveUp has one
	// given up for a member. Both return false when there is no room for that now.
	Begin(r match.Record) bool
	GiveUp(id match.ID, member string) bool
	// LookAfter has Reconcile called in the job that has the tournament's key.
	LookAfter(tournament match.ID)
}

// Views are what members see: *commands.Commands.
type Views interface {
	// Tournament returns the message that shows a tournament, Round the one that says who meets whom
	// in the newest round, TournamentResult the one with the result, which may have a picture.
	Tournament(rec tournament.Record) plan.Content
	Round(rec tournament.Record) plan.Content
	TournamentResult(rec tournament.Record, picture bool) plan.Content
	TournamentThread(rec tournament.Record) string
}

// Discord is what is asked of Discord: a *rest.Client.
type Discord interface {
	Edit(ctx context.Context, m rest.Message, components []discordgo.MessageComponent) (rest.Message, error)
	Post(ctx context.Context, channel, nonce string, d *discordgo.InteractionResponseData) (id string, err error)
	StartThread(ctx context.Context, channel, message, name string) error
}

// Deps are what a Manager needs.
type Deps struct {
	Store   Store
	Matches Matches
	Views   Views
	Discord Discord
	Dice    *rand.Rand // safe for concurrent use
	Log     *slog.Logger
	// Reach says since when members of a guild reach this process without a break, and false
	// when they do not, or reach another process.
	Reach func(guild string) (since time.Time, ok bool)
}

// A Manager owns every tournament. Make it with New.
type Manager struct {
	deps Deps

	mu      sync.Mutex
	watched map[match.ID]*watch
}

var _ matches.Tournaments = (*Manager)(nil)

// A watch is what is remembered of a tournament that is played. It belongs to the job under
// its key, and may be lost at any time.
type watch struct {
	edited   time.Time // when its message was edited last
	again    bool      // the message must be edited although it may show the newest
	failures int       // of calls to Discord, in a row
	retryAt  time.Time // no call before
	timer    *time.Timer
	timerAt  time.Time
}

// New returns an owner. Run lets it look after what no member asks for.
func New(d Deps) *Manager {
	return &Manager{deps: d, watched: map[match.ID]*watch{}}
}

// New stores a new tournament: see matches.Tournaments.
func (o *Manager) New(ctx context.Context, r *plan.Request, p plan.NewTournament, facts plan.Facts) (tournament.Record, error) {
	t, err := p.Begin(facts)
	if err != nil {
		return tournament.Record{}, err
	}
	place := r.Place
	place.Style, place.Quiet = p.Style, r.Server.Quiet
	return o.save(ctx, tournament.Record{Tournament: t, Place: place}, r.ID)
}

// Decide has a handler decide on a tournament: see matches.Tournaments.
func (o *Manager) Decide(ctx context.Context, r *plan.Request, p plan.OnTournament, facts func(match.Place) plan.Facts) (plan.TournamentDecision, tournament.Record, error) {
	for range maxRaces {
		rec, err := o.Load(ctx, p.Tournament)
		if err != nil {
			return plan.TournamentDecision{}, rec, err
		}
		d, err := p.Decide(rec, facts(rec.Place))
		if err == nil && d.Next != nil && len(rec.Tournament.Open()) > 0 {
			// A change comes after the results of all games that are over: a player may have won and withdraw.
			if rec.Tournament, err = o.note(ctx, rec.Tournament, time.Now()); err == nil {
				d, err = p.Decide(rec, facts(rec.Place))
			}
		}
		if err != nil {
			return d, rec, err
		}
		if pressed := r.Message; pressed.ID != "" && !pressed.Private && r.Place.Channel == rec.Place.Channel && newer(pressed.ID, rec.Message) {
			rec.Message = pressed.ID
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

// Forget removes a member from a tournament: see matches.Tournaments.
func (o *Manager) Forget(ctx context.Context, id match.ID, member string) error {
	for range maxRaces {
		rec, err := o.deps.Store.Tournament(ctx, id)
		if errors.Is(err, store.ErrNotFound) || errors.Is(err, store.ErrCorrupt) {
			return nil // the store drops what it cannot read
		}
		now := time.Now()
		if err == nil {
			rec.Tournament, err = o.note(ctx, rec.Tournament, now)
		}
		if err != nil {
			return err
		}
		o.watch(id).again = true // in the registration no version is shown but by answers to presses
		if _, err = o.save(ctx, rec.Forget(member, now), ""); !errors.Is(err, store.ErrVersion) {
			return err
		}
	}
	return fmt.Errorf("forgetting a member in tournament %s: %w", id, store.ErrVersion)
}

// Load returns a tournament: see matches.Tournaments.
func (o *Manager) Load(ctx context.Context, id match.ID) (tournament.Record, error) {
	rec, err := o.deps.Store.Tournament(ctx, id)
	if errors.Is(err, store.ErrNotFound) {
		err = plan.ErrNoTournament
	}
	return rec, err
}

// NoteMessage notes which message shows a tournament: see matches.Tournaments. If that fails
// the next press on the message says so.
func (o *Manager) NoteMessage(ctx context.Context, id match.ID, message string) {
	for range maxRaces {
		rec, err := o.Load(ctx, id)
		if err != nil || !newer(message, rec.Message) {
			return
		}
		rec.Message = message
		if _, err = o.save(ctx, rec, ""); !errors.Is(err, store.ErrVersion) {
			return
		}
	}
}

// NoteOnItsWay notes that an answer may yet change the message: see matches.Tournaments. An edit
// that overtook it would be undone by it, so the next one comes later, and certainly.
func (o *Manager) NoteOnItsWay(id match.ID) {
	w := o.watch(id)
	w.edited, w.again = time.Now(), true
}

// newer reports whether a message was made after another, or there is no other: ids grow.
func newer(a, b string) bool {
	return len(a) > len(b) || len(a) == len(b) && a > b
}

// save stores a record. When nobody knows whether it was stored, it is stored once more: its
// key or its revision keeps that from being done twice. Errors: the store's, those that
// members are told in plan's words.
func (o *Manager) save(ctx context.Context, rec tournament.Record, key string) (tournament.Record, error) {
	saved, err := o.deps.Store.SaveTournament(ctx, rec, key)
	if err != nil && !store.Answered(err) && ctx.Err() == nil {
		saved, err = o.deps.Store.SaveTournament(ctx, rec, key)
	}
	switch {
	case errors.Is(err, store.ErrTournamentOpen):
		err = plan.ErrTournamentOpen
	case errors.Is(err, store.ErrNotFound):
		err = plan.ErrNoTournament
	}
	return saved, err
}

// Run looks after tournaments that no member presses anything of, until ctx ends.
func (o *Manager) Run(ctx context.Context) {
	context.AfterFunc(ctx, o.forget)
	ticks := time.NewTicker(pace)
	defer ticks.Stop()
	for {
		select {
		case now := <-ticks.C:
			o.lookAfterDue(ctx, now)
		case <-ctx.Done():
			return
		}
	}
}

// lookAfterDue looks after all tournaments that are due and whose members reach this process.
func (o *Manager) lookAfterDue(ctx context.Context, now time.Time) {
	var after store.Entry
	for ctx.Err() == nil {
		due, err := o.deps.Store.DueTournaments(ctx, now, after, page)
		if err != nil {
			o.deps.Log.Warn("cannot list tournaments", "err", err)
			return
		}
		for _, e := range due {
			if _, reached := o.deps.Reach(e.Guild); reached {
				o.deps.Matches.LookAfter(e.ID)
			}
		}
		if len(due) < page {
			return
		}
		after = due[len(due)-1]
	}
}

// watch returns what is remembered of a tournament.
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

// drop forgets a tournament.
func (o *Manager) drop(id match.ID) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if w, ok := o.watched[id]; ok && w.timer != nil {
		w.timer.Stop()
	}
	delete(o.watched, id)
}

// forget stops all timers: the next process looks at everything.
func (o *Manager) forget() {
	o.mu.Lock()
	defer o.mu.Unlock()
	for _, w := range o.watched {
		if w.timer != nil {
			w.timer.Stop()
		}
	}
}

// lookAfterIn has a tournament looked after in a while, unless that happens sooner.
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
	w.timer = time.AfterFunc(wait, func() { o.deps.Matches.LookAfter(id) })
}
