// Package reviews makes the reviews of games in the background. It reviews one game at a time, the shortest first as far
// as members' turns allow, and only while no member waits for the computer's move. Reviews are stored with
// the version of the engine. Messages that wait for a review show its progress.
package reviews

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"
	"slices"
	"sync"
	"time"

	"github.com/bwmarrin/discordgo"

	"noughts/bot/backoff"
	"noughts/bot/rest"
	"noughts/bot/store"
	"noughts/commands/plan"
	"noughts/game"
	"noughts/game/ai"
	"noughts/game/ai/review"
	"noughts/game/rules"
)

const (
	// maxRuns is how many games may wait for reviews, including the one in progress. All of them together take some
	// minutes to review. maxPasted is how many of them may be pasted games. The others were played with the bot.
	maxRuns   = 100
	maxPasted = 60
	// maxWaiting is how many games of one member may wait, not counting the one in progress.
	maxWaiting = 2
	// maxPassed is how many reviews that were asked for later may be made before a waiting one.
	maxPassed = 3
	// maxFollowed is how many messages may wait for reviews at the same time. If there are that many, Follow does
	// nothing. maxFollowedOfMember is how many of them one member may have asked for; the oldest is then given up.
	maxFollowed         = 1000
	maxFollowedOfMember = 5
	saveLimit           = 10 * time.Second
)

// Discord edits messages. *rest.Client implements it.
type Discord interface {
	EditAnswer(ctx context.Context, m rest.Message, d *discordgo.InteractionResponseData) error
}

// Matches tells a Reviewer when it may use the CPU for a background search, and draws files. *matches.Manager implements it.
type Matches interface {
	Idle(ctx context.Context) (release func(), err error)
	Draw(ctx context.Context, c plan.Content) (plan.Content, error)
}

// An Analyze function makes a review, as review.Analyze does.
type Analyze func(ctx context.Context, g ai.History, o review.Options) (review.Review, error)

// Deps are the dependencies of a Reviewer.
type Deps struct {
	Store   store.Store
	Discord Discord
	Matches Matches
	Analyze Analyze // default: review.Analyze
	Log     *slog.Logger
}

// A Reviewer makes reviews. Make it with New, and end it with Close.
type Reviewer struct {
	deps Deps

	mu       sync.Mutex
	runs     map[string]*run // waiting and running reviews, by the key of the game
	line     []*run          // waiting reviews, in order of their requests
	making   bool            // a review is in progress
	last     string          // the member whose review was begun last
	followed []*follower     // the messages that wait for a review, in order of their requests

	ctx  context.Context
	stop context.CancelFunc
	work sync.WaitGroup
}

// New returns a Reviewer that has no reviews to make yet.
func New(d Deps) *Reviewer {
	if d.Analyze == nil {
		d.Analyze = func(ctx context.Context, g ai.History, o review.Options) (review.Review, error) {
			return review.Analyze(ctx, g.Start.Variant(), g, o)
		}
	}
	o := &Reviewer{deps: d, runs: map[string]*run{}}
	o.ctx, o.stop = context.WithCancel(context.Background())
	return o
}

// Close cancels all reviews, and waits until they have ended or ctx ends. Nothing is lost: the next
// request for a review starts it again.
func (o *Reviewer) Close(ctx context.Context) error {
	o.stop()
	return backoff.Await(ctx, o.work.Wait)
}

type run struct {
	by     string        // the member who asked for it first
	passed int           // how many reviews that were asked for later have begun before it
	known  plan.Reviewed // guarded by Reviewer.mu
	turn   chan struct{} // closed when the review may start
	over   chan struct{} // closed when the review has ended
}

func gameOf(g ai.History) store.ReviewedGame {
	return store.ReviewedGame{Variant: g.Start.Variant(), Begins: g.Start.ToMove(), Moves: g.Moves}
}

// Find returns the game with a key, and its stored review if the current version of the engine made it. Errors:
// plan.ErrNoGame, and those of the store.
func (o *Reviewer) Find(ctx context.Context, key string) (plan.Reviewed, error) {
	if !store.IsGameKey(key) {
		return plan.Reviewed{}, plan.ErrNoGame
	}
	kept, err := o.deps.Store.Review(ctx, key)
	switch {
	case errors.Is(err, store.ErrNotFound):
		return plan.Reviewed{}, plan.ErrNoGame
	case err != nil:
		return plan.Reviewed{}, err
	}
	known := plan.Reviewed{
		Key: key, Game: ai.History{Start: rules.Start(kept.Game.Variant, kept.Game.Begins), Moves: kept.Game.Moves},
	}
	if kept.Version != review.Version {
		return known, nil
	}
	found, err := review.Parse(kept.Text)
	if err != nil {
		o.deps.Log.Warn("stored review is corrupt; reviewing the game again", "game", key, "err", err)
		return known, nil
	}
	known.Review = &found
	return known, nil
}

// Make starts a review of a game, unless the game has a review or one is in progress. It waits for the review for the
// time `wait` and returns it, or else the progress. `by` is the member who asks. Errors: plan.ErrManyReviews,
// plan.ErrOwnReviews, plan.ErrNoGame for a game that cannot be reviewed, and those of the store and of ctx.
//
// A pasted game is stored before its review starts. After a crash, the button of the message that shows the progress
// can then still find the game. If the Reviewer refuses to review a game, it does not store it.
func (o *Reviewer) Make(ctx context.Context, of plan.Reviewed, by string, wait time.Duration) (plan.Reviewed, error) {
	g := gameOf(of.Game)
	if err := g.Check(); err != nil {
		return plan.Reviewed{}, errors.Join(plan.ErrNoGame, err)
	}
	of.Key = g.Key()
	r := o.running(of)
	if r == nil {
		switch found, err := o.Find(ctx, of.Key); {
		case err == nil && found.Review != nil:
			return found, nil
		case err != nil && !errors.Is(err, plan.ErrNoGame) && !errors.Is(err, store.ErrCorrupt):
			return plan.Reviewed{}, err
		}
		var err error
		if r, err = o.begin(ctx, of, by); err != nil {
			return plan.Reviewed{}, err
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

// running returns the run of a game, nil if there is none. A run for a pasted game has an expiry date for its review.
// running removes that date if the new request is for the same game played with the bot.
func (o *Reviewer) running(of plan.Reviewed) *run {
	o.mu.Lock()
	defer o.mu.Unlock()
	r := o.runs[of.Key]
	if r != nil && !of.Pasted {
		r.known.Pasted = false
	}
	return r
}

// begin returns the run of a game, and starts one if there is none. Errors: plan.ErrManyReviews,
// plan.ErrOwnReviews, and those of the store.
func (o *Reviewer) begin(ctx context.Context, of plan.Reviewed, by string) (*run, error) {
	r, isNew, err := o.enter(of, by)
	if err != nil || !isNew {
		return r, err
	}
	if of.Pasted {
		if err := o.deps.Store.SaveReview(ctx, store.Review{Game: gameOf(of.Game), Until: time.Now().Add(store.PastedLife)}); err != nil {
			o.note(r, func(known *plan.Reviewed) { known.Failed = true })
			o.end(r)
			return nil, err
		}
	}
	o.work.Go(func() { o.make(r, of) })
	o.mu.Lock()
	defer o.mu.Unlock()
	o.line = append(o.line, r)
	o.next()
	return r, nil
}

// enter returns the run of a game. If there is none, enter adds one and sets isNew. Errors: plan.ErrManyReviews and
// plan.ErrOwnReviews.
func (o *Reviewer) enter(of plan.Reviewed, by string) (r *run, isNew bool, err error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if r := o.runs[of.Key]; r != nil {
		return r, false, nil
	}
	pasted, own := 0, 0
	for _, r := range o.runs {
		if r.known.Pasted {
			pasted++
		}
		if r.by == by && !r.begun() {
			own++
		}
	}
	switch {
	case own >= maxWaiting:
		return nil, false, plan.ErrOwnReviews
	case len(o.runs) >= maxRuns || of.Pasted && pasted >= maxPasted || o.ctx.Err() != nil:
		return nil, false, plan.ErrManyReviews
	}
	r = &run{by: by, known: of, turn: make(chan struct{}), over: make(chan struct{})}
	o.runs[of.Key] = r
	return r, true, nil
}

func (r *run) begun() bool {
	select {
	case <-r.turn:
		return true
	default:
		return false
	}
}

// next starts a waiting review, unless one is in progress. A review that maxPassed later ones have passed comes first.
// Otherwise members take turns, and the shortest game comes first. Callers hold o.mu.
func (o *Reviewer) next() {
	if o.making || len(o.line) == 0 {
		return
	}
	rank := func(r *run) int {
		switch {
		case r.passed >= maxPassed:
			return -1
		case r.by == o.last:
			return 1000 + len(r.known.Game.Moves)
		}
		return len(r.known.Game.Moves)
	}
	first := 0
	for i, r := range o.line {
		if rank(r) < rank(o.line[first]) {
			first = i
		}
	}
	begun := o.line[first]
	for _, r := range o.line[:first] {
		r.passed++
	}
	o.line = slices.Delete(o.line, first, first+1)
	o.making, o.last = true, begun.by
	close(begun.turn)
}

// end removes a run that has ended. It wakes everybody who waits for the run, and starts the next review.
func (o *Reviewer) end(r *run) {
	o.mu.Lock()
	defer o.mu.Unlock()
	delete(o.runs, r.known.Key)
	if r.begun() {
		o.making = false
		o.next()
	}
	close(r.over)
}

func (o *Reviewer) make(r *run, of plan.Reviewed) {
	found, err := o.analyse(r, of.Game)
	if err == nil {
		err = o.keep(found, o.look(r).Pasted)
	}
	switch {
	case err == nil, errors.Is(err, context.Canceled):
	case found == nil:
		o.deps.Log.Error("cannot review a game", "game", of.Key, "variant", of.Game.Start.Variant().String(),
			"moves", game.Moves(of.Game.Moves).String(), "err", err)
	default: // the review was made, but could not be stored; the messages that wait for it still show it
		o.deps.Log.Warn("cannot save a review", "game", of.Key, "err", err)
	}
	o.note(r, func(known *plan.Reviewed) { known.Review, known.Failed = found, found == nil })
	o.end(r)
}

// analyse waits for the run's turn and makes the review. A panic is returned as an error.
func (o *Reviewer) analyse(r *run, g ai.History) (found *review.Review, err error) {
	select {
	case <-r.turn:
	case <-o.ctx.Done():
		return nil, o.ctx.Err()
	}
	defer func() {
		if p := recover(); p != nil {
			found, err = nil, fmt.Errorf("panic: %v\n%s", p, debug.Stack())
		}
	}()
	made, err := o.deps.Analyze(o.ctx, g, review.Options{
		Slot: o.deps.Matches.Idle, Rests: true,
		Progress: func(done, total int) {
			o.note(r, func(known *plan.Reviewed) { known.Done, known.Total = done, total })
		},
		SoFar: func(found review.Review) { o.note(r, func(known *plan.Reviewed) { known.SoFar = &found }) },
	})
	if err != nil {
		return nil, err
	}
	return &made, nil
}

// keep stores a review. If it cannot know whether the store has saved the review, it tries once more.
func (o *Reviewer) keep(made *review.Review, pasted bool) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(o.ctx), saveLimit)
	defer cancel()
	r := store.Review{Game: gameOf(made.Game), Version: made.Version, Text: made.Text()}
	if pasted {
		r.Until = time.Now().Add(store.PastedLife)
	}
	err := o.deps.Store.SaveReview(ctx, r)
	if err != nil && !store.IsAnswer(err) {
		err = o.deps.Store.SaveReview(ctx, r)
	}
	return err
}

// note changes r.known, the progress and result of a review, while it holds the lock.
func (o *Reviewer) note(r *run, change func(*plan.Reviewed)) {
	o.mu.Lock()
	defer o.mu.Unlock()
	change(&r.known)
}

// look returns a copy of r.known, the progress and result of a review. It takes the lock.
func (o *Reviewer) look(r *run) plan.Reviewed {
	o.mu.Lock()
	defer o.mu.Unlock()
	return r.known
}
