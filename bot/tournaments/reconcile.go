package tournaments

import (
	"context"
	"errors"
	"fmt"
	"time"

	"noughts/bot/backoff"
	"noughts/bot/rest"
	"noughts/bot/store"
	"noughts/commands/plan"
	"noughts/game/match"
	"noughts/game/tournament"
)

const (
	// reconcileLimit is how long one Reconcile may take. callLimit is the timeout of one call to Discord.
	reconcileLimit = 10 * time.Second
	callLimit      = 1500 * time.Millisecond
	// editPace is the least time between two edits of the message of a running tournament. Results that
	// arrive together are then shown by one edit.
	editPace = 3 * time.Second
	// postedAtOnce is the largest number of games that have begun while their boards are not posted yet. The other games
	// begin later: Discord limits the messages in a channel, and a game's clock starts when the game begins.
	postedAtOnce = 3
	// joinAgain is how long members can still register if registration was to end while they could not.
	joinAgain    = 5 * time.Minute
	longestPause = 5 * time.Minute
)

// errLater is returned by a step of Reconcile that could not finish. The step has scheduled another Reconcile.
var errLater = errors.New("later")

// Reconcile records results, pairs the next round, begins games, and posts and edits the tournament's messages. It may
// be called at any time and any number of times. Each step is stored before the next one, so that after a crash the
// next call continues there. A message that may have been posted before the crash is posted again under the same nonce.
func (o *Manager) Reconcile(id match.ID) {
	ctx, cancel := context.WithTimeout(context.Background(), reconcileLimit)
	defer cancel()
	rec, err := o.deps.Store.Tournament(ctx, id)
	switch {
	case errors.Is(err, store.ErrNotFound):
		o.drop(id)
		return
	case err != nil:
		o.deps.Log.Warn("cannot load a tournament", "tournament", id, "err", err)
		o.alarm.Set(time.Now().Add(pace)) // the tournament stays due
		return
	}
	if _, reached := o.deps.Reach(rec.Place.Guild); !reached {
		o.alarm.Set(time.Now().Add(pace))
		return
	}
	w := o.watch(id)
	r := &run{manager: o, ctx: ctx, watch: w, rec: rec}
	if err = r.all(); errors.Is(err, store.ErrVersion) {
		w.again = true // another process has saved a newer version, and may have shown it before this process edited the message
		o.lookAfterIn(id, w, backoff.Shortest)
	} else if err != nil && !errors.Is(err, errLater) {
		o.deps.Log.Warn("cannot advance a tournament", "tournament", id, "err", err)
		o.alarm.Set(time.Now().Add(pace))
	}
	if r.rec.Closed {
		o.drop(id)
	}
}

// A run is one call of Reconcile. A step returns an error if the remaining steps must wait.
type run struct {
	manager *Manager
	ctx     context.Context
	watch   *watch
	rec     tournament.Record
}

func (r *run) all() error {
	if err := r.point(); err != nil {
		return err
	}
	switch err := r.advance(); {
	case err != nil:
		return err
	case r.rec.Closed:
		return r.repeat()
	case r.rec.Tournament.Status == tournament.Registration && r.rec.Announce && r.rec.Message == "":
		return r.postMessage()
	case r.rec.Tournament.Status == tournament.Registration && !r.watch.again:
		return nil // during registration, answers to presses redraw the message
	case r.rec.Tournament.Status == tournament.Registration:
		return r.show()
	}
	for _, step := range []func() error{r.giveUp, r.openThread, r.announce, r.begin, r.show, r.postResult} {
		if err := step(); err != nil {
			return err
		}
	}
	return nil
}

// point edits earlier messages of the tournament into links to the newest one.
func (r *run) point() error {
	for len(r.rec.Older) > 0 {
		err := r.edit(r.rec.Older[0], r.manager.deps.Views.TournamentMoved(r.rec))
		if err != nil && r.retryLater(err) {
			return errLater
		}
		if r.rec.Older = r.rec.Older[1:]; len(r.rec.Older) == 0 {
			r.rec.Older = nil
		}
		if err := r.save(); err != nil {
			return err
		}
	}
	return nil
}

// repeat creates the next tournament if this one is repeated and the next one is due. The next tournament's id is
// derived from this one's, so the store accepts it only once. If another tournament is open in the channel, repeat does
// nothing.
func (r *run) repeat() error {
	now := time.Now()
	if due, ok := r.rec.Due(); !ok || now.Before(due) {
		return nil
	}
	t, err := r.rec.Tournament.Again(now)
	if err != nil {
		return err
	}
	_, err = r.manager.save(r.ctx, tournament.Record{Tournament: t, Place: r.rec.Place, Announce: true}, "")
	switch {
	case errors.Is(err, plan.ErrTournamentOpen):
		return nil
	case err != nil && !errors.Is(err, store.ErrExists):
		return err
	}
	r.manager.LookAfter(t.ID)
	r.rec.Continued = true
	return r.save()
}

func (r *run) save() error {
	saved, err := r.manager.save(r.ctx, r.rec, "")
	if err == nil {
		r.rec = saved
	}
	return err
}

// advance makes and saves the changes that no member asks for: it records the results of finished games, starts a
// tournament whose registration is over, and pairs the next round when all games of the round are over.
func (r *run) advance() error {
	now := time.Now()
	if wait := r.staysOpen(now); wait > 0 {
		r.manager.lookAfterIn(r.rec.Tournament.ID, r.watch, wait)
		return nil
	}
	t, err := r.manager.recordResults(r.ctx, r.rec.Tournament.Tick(now), now)
	if err != nil {
		return err
	}
	if t.Status == tournament.Registration && !t.Deadline.After(now) {
		server, err := r.manager.deps.Store.Server(r.ctx, r.rec.Place.Guild)
		if err != nil {
			return err
		}
		t.Options.Match.Casual = t.Options.Match.Casual || server.Casual
		t = t.StartDue(r.manager.deps.Dice.IntN, now)
	}
	if t.Ready() {
		if t, err = t.Next(r.manager.deps.Dice.IntN, now); err != nil {
			return err
		}
	}
	if t.Version == r.rec.Tournament.Version {
		return nil
	}
	r.rec.Tournament = t
	return r.save()
}

// staysOpen returns how long registration must go on because it was to end while members could not register.
func (r *run) staysOpen(now time.Time) time.Duration {
	t := r.rec.Tournament
	since, _ := r.manager.deps.Reach(r.rec.Place.Guild)
	if t.Status != tournament.Registration || t.Deadline.After(now) || t.Deadline.After(since) {
		return 0
	}
	return since.Add(joinAgain).Sub(now)
}

// recordResults adds the results of finished games to a copy of the tournament and returns the copy.
func (o *Manager) recordResults(ctx context.Context, t tournament.Tournament, now time.Time) (tournament.Tournament, error) {
	for _, p := range t.Open() {
		m, err := o.deps.Store.Load(ctx, p.Game())
		switch {
		case errors.Is(err, store.ErrNotFound):
			continue // the game has not begun yet
		case err != nil:
			return t, fmt.Errorf("game %s: %w", p.Game(), err)
		}
		if outcome := t.OutcomeOf(m.Match); outcome != tournament.Open {
			if t, err = t.Report(p.Game(), outcome, now); err != nil {
				return t, fmt.Errorf("the result %d of game %s: %w", outcome, p.Game(), err)
			}
		}
	}
	return t, nil
}

// giveUp resigns the unfinished games of players who have withdrawn. It looks at all rounds: a withdrawal can complete
// its round, and then the next round has already been paired.
func (r *run) giveUp() error {
	t := r.rec.Tournament
	for _, round := range t.Rounds {
		for _, p := range round {
			who := p.X
			switch p.Outcome {
			case tournament.OAbsent:
				who = p.O
			case tournament.XAbsent:
			default:
				continue
			}
			if p.Game() == "" || !t.Players[who].Withdrawn {
				continue
			}
			if m, err := r.manager.deps.Store.Load(r.ctx, p.Game()); err == nil && m.Match.Status != match.Over {
				r.manager.deps.Matches.GiveUp(p.Game(), t.Players[who].ID)
				r.manager.lookAfterIn(t.ID, r.watch, pace) // until it is done
			}
		}
	}
	return nil
}

// openThread opens a thread at the tournament's message, for the games. If Discord refuses the thread, the games are
// posted in the tournament's channel.
func (r *run) openThread() error {
	if r.rec.Games != "" || r.rec.Tournament.Status == tournament.Over {
		return nil
	}
	if r.rec.Message == "" {
		if err := r.postMessage(); err != nil {
			return err
		}
	}
	id := r.rec.Message
	err := r.call(func(ctx context.Context) error {
		return r.manager.deps.Discord.StartThread(ctx, r.rec.Place.Channel, id, r.manager.deps.Views.TournamentThread(r.rec))
	})
	if err != nil {
		if r.retryLater(err) {
			return errLater
		}
		r.manager.deps.Log.Info("cannot open a tournament's thread", "tournament", r.rec.Tournament.ID, "err", err)
		id = r.rec.Place.Channel
	}
	r.rec.Games = id
	return r.save()
}

func (r *run) postMessage() error {
	id, err := r.post(r.rec.Place.Channel, fmt.Sprintf("m%d", r.rec.Tournament.Version), r.manager.deps.Views.Tournament(r.rec))
	if err != nil {
		return err
	}
	r.rec.Message, r.rec.Shown = id, r.rec.Tournament.Version
	r.watch.edited = time.Now()
	return r.save()
}

func (r *run) announce() error {
	rounds := len(r.rec.Tournament.Rounds)
	if r.rec.Announced == rounds || r.rec.Tournament.Status == tournament.Over {
		return nil
	}
	if len(r.rec.Tournament.Open()) > 0 { // if no game of the round is open, all paired players have withdrawn
		if _, err := r.post(r.rec.Games, fmt.Sprintf("r%d", rounds), r.manager.deps.Views.Round(r.rec)); err != nil {
			return err
		}
	}
	r.rec.Announced = rounds
	return r.save()
}

// begin begins the games of the round, a few at a time.
func (r *run) begin() error {
	t, place := r.rec.Tournament, r.rec.Place
	if place.Channel = r.rec.Games; place.Channel != r.rec.Place.Channel {
		place.Parent = r.rec.Place.Channel
	}
	posting := 0
	for _, p := range t.Open() {
		if posting == postedAtOnce {
			return nil // LookAfter is called when one of these boards is posted
		}
		m, err := r.manager.deps.Store.Load(r.ctx, p.Game())
		switch {
		case errors.Is(err, store.ErrNotFound):
			m = match.Record{Place: place, Tournament: t.ID}
			if m.Match, err = t.Match(p, time.Now()); err != nil {
				return err
			}
		case err != nil:
			return err
		case m.Message != "" || m.Match.Status == match.Over:
			continue
		}
		posting++
		r.manager.deps.Matches.Begin(m)
		r.manager.lookAfterIn(t.ID, r.watch, pace) // until it is posted
	}
	return nil
}

func (r *run) show() error {
	t := r.rec.Tournament
	switch wait := time.Until(r.watch.edited.Add(editPace)); {
	case r.rec.Shown == t.Version && !r.watch.again:
		return nil
	case r.rec.Message == "" && t.System == tournament.ByNumber:
		r.rec.Shown = t.Version // a tournament without a message was called off before anybody joined, so there is nothing to edit
		return r.save()
	case r.rec.Message == "":
		return r.postMessage()
	case wait > 0 && t.Status != tournament.Over:
		r.manager.lookAfterIn(t.ID, r.watch, wait)
		return nil
	}
	r.watch.edited = time.Now()
	switch err := r.edit(r.rec.Message, r.manager.deps.Views.Tournament(r.rec)); {
	case err == nil:
		r.watch.again = false
		r.rec.Shown = t.Version
	case r.retryLater(err):
		return errLater
	default: // the message is gone, or the bot lacks the permission
		r.manager.deps.Log.Info("cannot edit a tournament's message", "tournament", t.ID, "err", err)
		r.rec.Message, r.watch.again = "", false
		if t.System == tournament.ByNumber {
			r.rec.Shown = t.Version
		}
	}
	return r.save()
}

// postResult posts the result of the tournament, once. If Discord refuses the picture, the result is posted without it.
func (r *run) postResult() error {
	t := r.rec.Tournament
	if t.Status != tournament.Over || r.rec.Shown != t.Version {
		return nil
	}
	if t.System != tournament.ByNumber {
		views := r.manager.deps.Views
		if _, err := r.post(r.rec.Place.Channel, "end", views.TournamentResult(r.rec, true), views.TournamentResult(r.rec, false)); err != nil {
			return err
		}
	}
	r.rec.Closed = true
	return r.save()
}

// post posts the first of the given contents that Discord accepts. The nonce is the tournament's id and `name`, so that
// a retry does not post twice. If Discord refuses all contents in the thread, the games move to the tournament's
// channel. If Discord refuses all of them in the channel, the tournament ends.
func (r *run) post(channel, name string, contents ...plan.Content) (id string, err error) {
	t := r.rec.Tournament
	for _, content := range contents {
		err = r.call(func(ctx context.Context) (err error) {
			id, err = r.manager.deps.Discord.Post(ctx, channel, string(t.ID)+"-"+name, content.Response(plan.Anew).Data)
			return err
		})
		switch {
		case err == nil:
			return id, nil
		case r.retryLater(err):
			return "", errLater
		}
	}
	if channel != r.rec.Place.Channel {
		r.rec.Games = r.rec.Place.Channel
	} else {
		if t.Status != tournament.Over {
			r.rec.Tournament, _ = t.End(t.Organiser, time.Now()) // the organiser may always end it, so this cannot fail
		}
		r.rec.Tournament.Options.Repeat = tournament.Once
		r.rec.Closed = true
	}
	r.manager.deps.Log.Info("cannot post a tournament's message; using its channel instead of its thread, or ending it", "tournament", t.ID, "ended", r.rec.Closed, "err", err)
	if saveErr := r.save(); saveErr != nil {
		return "", saveErr
	}
	r.manager.lookAfterIn(t.ID, r.watch, backoff.Shortest)
	return "", errLater
}

// call makes a call to Discord. After a failed call it makes none until the retry time, and returns errLater.
func (r *run) call(do func(ctx context.Context) error) error {
	if wait := time.Until(r.watch.retryAt); wait > 0 {
		r.manager.lookAfterIn(r.rec.Tournament.ID, r.watch, wait)
		return errLater
	}
	ctx, cancel := context.WithTimeout(r.ctx, callLimit)
	defer cancel()
	err := do(ctx)
	if err == nil {
		r.watch.failures = 0
	}
	return err
}

func (r *run) edit(message string, content plan.Content) error {
	return r.call(func(ctx context.Context) error {
		m := rest.Message{Channel: r.rec.Place.Channel, ID: message}
		_, err := r.manager.deps.Discord.Edit(ctx, m, content.Components)
		return err
	})
}

// retryLater reports whether a failed call can be retried, and schedules the retry. After a rate limit it waits as long
// as Discord asks. After other failures it waits longer each time.
func (r *run) retryLater(err error) bool {
	if errors.Is(err, errLater) {
		return true
	}
	wait, again := rest.MayRetry(err)
	if !again {
		return false
	}
	if _, limited := rest.RateLimited(err); !limited {
		wait = min(backoff.Longest<<r.watch.failures, longestPause)
		r.watch.failures = min(r.watch.failures+1, 10)
	}
	r.watch.retryAt = time.Now().Add(wait)
	r.manager.lookAfterIn(r.rec.Tournament.ID, r.watch, wait)
	return true
}
