package bot

import (
	"context"
	"errors"
	"log/slog"
	"math/rand/v2"
	"time"

	"noughts/bot/store"
	"noughts/commands"
	"noughts/game/match"
)

const (
	// resumePace is how often the store is asked for computers that should be at work.
	resumePace = 5 * time.Second
	// mostResumed is how many of them are set to work at once.
	mostResumed = 64
	// ownPatience is how long a match waits for its computer before a process that is
	// alone takes that for forgotten; it knows what it works on. Others wait for
	// patience, since a match may be in another's hands.
	ownPatience = 2 * time.Second
	patience    = 10 * time.Second
)

// A resumer takes up the computer's turns that no process works on, because the one
// that did has ended.
type resumer struct {
	store    store.Store
	matches  commands.Matches
	computer *computer
	log      *slog.Logger
	patience time.Duration

	damaged damaged
}

// run takes up turns until ctx ends. Processes that began together do not ask
// together.
func (r *resumer) run(ctx context.Context) {
	if sleep(ctx, rand.N(resumePace)) != nil {
		return
	}
	for {
		r.takeUp(ctx)
		if sleep(ctx, resumePace) != nil {
			return
		}
	}
}

// takeUp sets computers to work. When two processes take up the same turn, the
// match's version lets one of them move.
func (r *resumer) takeUp(ctx context.Context) {
	waiting, err := r.store.Waiting(ctx, time.Now().Add(-r.patience), mostResumed+r.damaged.size())
	if err != nil {
		if ctx.Err() == nil {
			r.log.Error("cannot ask for the computer's turns", "err", err)
		}
		return
	}
	for _, id := range waiting {
		if r.damaged.has(id) || r.computer.worksOn(id) {
			continue
		}
		if err := r.takeUpOne(ctx, id); err != nil {
			r.damaged.note(id, err)
			r.log.Error("the computer's turn could not be taken up", "match", id, "err", err)
		}
	}
}

func (r *resumer) takeUpOne(ctx context.Context, id match.ID) error {
	g, err := r.matches.Find(ctx, id)
	switch {
	case errors.Is(err, commands.ErrNoMatch):
		return nil
	case err != nil:
		return err
	}
	if r.computer.takeUp(g) {
		r.log.Info("the computer's turn was taken up", "match", id, "version", g.Match.Version)
	}
	return nil
}
