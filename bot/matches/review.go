package matches

import (
	"context"
	"time"

	"github.com/bwmarrin/discordgo"

	"noughts/commands/plan"
)

// reviewLimit is how long a request waits for a review before it shows the progress instead.
// Reviews of most games on small boards end within this time.
const reviewLimit = 700 * time.Millisecond

func (t *task) shareReview(ctx context.Context, p plan.ShareReview) error {
	first, err := t.deps.Store.ShareReview(ctx, p.Key, t.Request.Place.Channel, time.Now())
	if err != nil {
		return err
	}
	answer, err := p.Show(first)
	if err == nil {
		t.answer(nil, answer, nil)
	}
	return err
}

// review shows the review of a game. If there is none yet, it starts one and waits for it a short time (reviewLimit).
// If that is too short, it shows the progress.
func (t *task) review(ctx context.Context, asked plan.MakeReview) error {
	known := plan.Reviewed{Game: asked.Game}
	var err error
	if asked.Game.Start == nil {
		if known, err = t.Reviews.Find(ctx, asked.Key); err != nil {
			return err
		}
	}
	least := openingPlies
	if asked.Pasted {
		least = pastedPlies
	}
	if err := t.withhold(ctx, positionsOf(known.Game.Start, known.Game.Moves, pastedPlies), least, ""); err != nil {
		return err
	}
	if known.Review == nil {
		known.Pasted = asked.Pasted
		if known, err = t.Reviews.Make(ctx, known, t.Request.User, reviewLimit); err != nil {
			return err
		}
	}
	known.NoPicture = !t.Request.BotMay.Has(discordgo.PermissionAttachFiles)
	if known.Review != nil && asked.Then != nil {
		t.follow(asked.Then(known))
		return nil
	}
	answer, err := asked.Show(known)
	if err != nil {
		return err
	}
	t.answer(nil, answer, nil)
	if sent := t.report.Sent; known.Review == nil && !known.Failed && sent.Fate != Declined {
		t.Reviews.Follow(known.Key, t.Request.User, sent.Message, func(now plan.Reviewed) (plan.Content, error) {
			now.NoPicture = now.NoPicture || known.NoPicture
			drawn, err := asked.Show(now)
			return drawn.Content, err
		})
	}
	return nil
}
