package workload

import (
	"context"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"noughts/bot/discordtest"
)

// reviews lets members request reviews of games that they have just finished, and limits how many members wait for a
// review at the same time. Other members go on playing meanwhile. A nil *reviews requests no reviews.
type reviews struct {
	places  chan struct{} // a semaphore: it holds one value for each review that a member waits for
	asked   atomic.Int64
	made    atomic.Int64
	stop    <-chan struct{}
	waiting sync.WaitGroup

	mu      sync.Mutex
	longest time.Duration // longest wait for a review that was shown
}

// reviewPatience is how long a member waits for a review.
const reviewPatience = 2 * time.Minute

// after is called when a member has finished the game in a message. The member requests a review of it, unless too many
// members already wait for one.
func (r *reviews) after(ctx context.Context, member *discordtest.Client, message discordtest.Snowflake) {
	if r == nil {
		return
	}
	m, _ := member.Message(message)
	for _, button := range discordtest.Buttons(m) {
		if !strings.HasPrefix(button.CustomID, "/review/") {
			continue
		}
		select {
		case r.places <- struct{}{}:
			r.waiting.Go(func() {
				defer func() { <-r.places }()
				r.ask(ctx, member, message, button.CustomID)
			})
		default:
		}
		return
	}
}

// ask requests a review and waits until it is shown.
func (r *reviews) ask(ctx context.Context, member *discordtest.Client, message discordtest.Snowflake, button string) {
	r.asked.Add(1)
	began := time.Now()
	ctx, cancel := context.WithTimeout(ctx, reviewPatience)
	defer cancel()
	answer, err := member.Press(ctx, message, button)
	if err != nil || answer.Message == nil {
		return
	}
	shown := answer.Message.ID
	defer func() { _ = member.Delete(shown) }()
	for {
		changed := member.Changed()
		if m, ok := member.Message(shown); ok && len(m.Attachments) > 0 { // the review's chart
			r.made.Add(1)
			r.mu.Lock()
			defer r.mu.Unlock()
			r.longest = max(r.longest, time.Since(began))
			return
		}
		select {
		case <-changed:
		case <-r.stop:
			return
		case <-ctx.Done():
			return
		}
	}
}
