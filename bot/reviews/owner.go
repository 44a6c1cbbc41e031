// Package reviews makes the reviews of games, in the background: each game once, whoever asks, one after
// the other, and only while no member waits for the computer. What was found is kept with the engine's
// version. Messages that wait for a review are brought up to date as it goes on.
package reviews

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"
	"sync"
	"time"

	"github.com/bwmarrin/discordgo"

	"noughts/bot/matches"
	"noughts/bot/rest"
	"noughts/bot/store"
	"noughts/commands/plan"
	"noughts/game/ai"
	"noughts/game/ai/review"
	"noughts/game/rules"
)

const (
	// maxRuns is how many games may wait for their reviews, the one that is being made among them: some
	// minutes' worth.
	maxRuns = 100
	// maxFollowed is how many messages may wait for reviews. Who presses after that is told when asking again.
	maxFollowed = 1000
	// saveLimit is how long the store may take to keep a review.
	saveLimit = 10 * time.Second
)

// Store keeps the reviews: store.Store.
type Store interface {
	Review(ctx context.Context, key string) (store.Review, error)
	SaveReview(ctx context.Context, r store.Review) error
	ShareReview(ctx context.Context, key, channel string, now time.Time) (first bool, err error)
}

// Discord changes messages: a *rest.Client.
type Discord interface {
	EditAnswer(ctx context.Context, m rest.Message, d *discordgo.InteractionResponseData) error
}

// Matches say when a search may begin for which nobody waits at their turn: a *matches.Owner.
type Matches interface {
	Idle(ctx context.Context) (release func(), err error)
}

// Analyse makes a review: review.Analyse.
type Analyse func(ctx context.Context, g ai.Game, o review.Options) (review.Review, error)

// Deps are what an Owner needs.
type Deps struct {
	Store   Store
	Discord Discord
	Matches Matches
	Analyse Analyse // nil for review.Analyse
	Log     *slog.Logger
}

// An Owner has games reviewed. Make it with New, end it with Close.
type Owner struct {
	Deps
	turn chan struct{} // holds a value while a review is being made

	mu       sync.Mutex
	runs     map[string]*run // by the key of the game
	followed int             // messages that wait

	ctx  context.Context
	stop context.CancelFunc
	work sync.WaitGroup
}

var _ matches.Reviews = (*Owner)(nil)

// New returns an owner with nothing to do.
func New(d Deps) *Owner {
	if d.Analyse == nil {
		d.Analyse = func(ctx context.Context, g ai.Game, o review.Options) (review.Review, error) {
			return review.Analyse(ctx, g.Start.Variant(), g, o)
		}
	}
	o := &Owner{Deps: d, turn: make(chan struct{}, 1), runs: map[string]*run{}}
	o.ctx, o.stop = context.WithCancel(context.Background())
	return o
}

// Close ends all reviews that are being made, and waits for that, or for ctx. Nothing is lost: who asks
// again has the review made.
func (o *Owner) Close(ctx context.Context) error {
	o.stop()
	idle := make(chan struct{})
	go func() {
		o.work.Wait()
		close(idle)
	}()
	select {
	case <-idle:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// A run is a review that is being made.
type run struct {
	known plan.Reviewed // guarded by Owner.mu
	over  chan struct{} // closed at the end
}

// gameOf returns a game as it is kept.
func gameOf(g ai.Game) store.Game {
	return store.Game{Variant: g.Start.Variant(), Begins: g.Start.ToMove(), Moves: g.Moves}
}

// Find returns what is known of a game: see matches.Reviews.
func (o *Owner) Find(ctx context.Context, key string) (plan.Reviewed, error) {
	if !store.IsGameKey(key) {
		return plan.Reviewed{}, plan.ErrNoGame
	}
	kept, err := o.Store.Review(ctx, key)
	switch {
	case errors.Is(err, store.ErrNotFound):
		return plan.Reviewed{}, plan.ErrNoGame
	case err != nil:
		return plan.Reviewed{}, err
	}
	known := plan.Reviewed{
		Key: key, Game: ai.Game{Start: rules.Start(kept.Game.Variant, kept.Game.Begins), Moves: kept.Game.Moves},
	}
	if kept.Version != review.Version {
		return known, nil
	}
	found, err := review.Parse(kept.Text)
	if err != nil {
		o.Log.Warn("a stored review cannot be read, and is made anew", "game", key, "err", err)
		return known, nil
	}
	known.Review = &found
	return known, nil
}

// Make has a game reviewed: see matches.Reviews. The game is kept before that, so that what was asked
// about can be asked about again after a crash.
func (o *Owner) Make(ctx context.Context, of plan.Reviewed, wait time.Duration) (plan.Reviewed, error) {
	g := gameOf(of.Game)
	if err := g.Check(); err != nil {
		return plan.Reviewed{}, errors.Join(plan.ErrNoGame, err)
	}
	of.Key = g.Key()
	r := o.running(of.Key)
	if r == nil {
		switch found, err := o.Find(ctx, of.Key); {
		case err == nil && found.Review != nil:
			return found, nil
		case err != nil && !errors.Is(err, plan.ErrNoGame) && !errors.Is(err, store.ErrCorrupt):
			return plan.Reviewed{}, err
		}
		if err := o.Store.SaveReview(ctx, store.Review{Game: g}); err != nil {
			return plan.Reviewed{}, err
		}
		if r = o.begin(of); r == nil {
			return plan.Reviewed{}, plan.ErrManyReviews
		}
	}
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-r.over:
	case <-timer.C:
	case <-ctx.Done():
		return plan.Reviewed{}, ctx.Err()
	}
	return o.look(r), nil
}

// Share notes that a review is shown: see matches.Reviews.
func (o *Owner) Share(ctx context.Context, key, channel string) (bool, error) {
	return o.Store.ShareReview(ctx, key, channel, time.Now())
}

// running returns the run of a game, nil if there is none.
func (o *Owner) running(key string) *run {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.runs[key]
}

// begin has the review of a game made, unless it is being made, and returns the run: nil while too many
// wait.
func (o *Owner) begin(of plan.Reviewed) *run {
	o.mu.Lock()
	defer o.mu.Unlock()
	if r := o.runs[of.Key]; r != nil {
		return r
	}
	if len(o.runs) >= maxRuns || o.ctx.Err() != nil {
		return nil
	}
	r := &run{known: of, over: make(chan struct{})}
	o.runs[of.Key] = r
	o.work.Go(func() { o.make(r, of) })
	return r
}

// make makes a review when those before it are made, and ends its run.
func (o *Owner) make(r *run, of plan.Reviewed) {
	found, err := o.analyse(r, of.Game)
	if err == nil {
		err = o.keep(found)
	}
	switch {
	case err == nil, errors.Is(err, context.Canceled):
	case found == nil:
		o.Log.Error("a game cannot be reviewed", "game", of.Key, "variant", of.Game.Start.Variant().String(),
			"moves", store.WriteMoves(of.Game.Moves), "err", err)
	default: // whoever waits gets it all the same
		o.Log.Warn("a review cannot be kept", "game", of.Key, "err", err)
	}
	o.note(r, func(known *plan.Reviewed) { known.Review, known.Failed = found, found == nil })
	o.mu.Lock()
	defer o.mu.Unlock()
	delete(o.runs, of.Key)
	close(r.over)
}

// analyse makes a review. A panic is an error.
func (o *Owner) analyse(r *run, g ai.Game) (found *review.Review, err error) {
	select {
	case o.turn <- struct{}{}:
	case <-o.ctx.Done():
		return nil, o.ctx.Err()
	}
	defer func() {
		<-o.turn
		if p := recover(); p != nil {
			found, err = nil, fmt.Errorf("panic: %v\n%s", p, debug.Stack())
		}
	}()
	made, err := o.Analyse(o.ctx, g, review.Options{
		Slot: o.Matches.Idle,
		Progress: func(done, total int) {
			o.note(r, func(known *plan.Reviewed) { known.Done, known.Total = done, total })
		},
	})
	if err != nil {
		return nil, err
	}
	return &made, nil
}

// keep stores a review, a second time if nobody knows what became of the first.
func (o *Owner) keep(made *review.Review) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(o.ctx), saveLimit)
	defer cancel()
	r := store.Review{Game: gameOf(made.Game), Version: made.Version, Text: made.Text()}
	err := o.Store.SaveReview(ctx, r)
	if err != nil && !store.Answered(err) {
		err = o.Store.SaveReview(ctx, r)
	}
	return err
}

// note changes what is known of a run.
func (o *Owner) note(r *run, change func(*plan.Reviewed)) {
	o.mu.Lock()
	defer o.mu.Unlock()
	change(&r.known)
}

// look returns what is known of a run.
func (o *Owner) look(r *run) plan.Reviewed {
	o.mu.Lock()
	defer o.mu.Unlock()
	return r.known
}
