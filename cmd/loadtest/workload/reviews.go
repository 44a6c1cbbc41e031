package workload

import (
	"context"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"noughts/bot/discordtest"
)

// reviews limits how many members wait for a review at the same time. A member who has just finished a game may request
// a review, and waits for it while other members play. A nil *reviews requests none.
type reviews struct {
	places  chan struct{} // holds a value for each pending review
	asked   atomic.Int64
	made    atomic.Int64
	stop    <-chan struct{}
	waiting sync.WaitGroup

	mu      sync.Mutex
	longest time.Duration // of the reviews that were shown
}

// reviewPatience is how long a member waits for a review.
const reviewPatience = 2 * time.Minute

// after lets a member request a review of the game in a message, unless the limit of pending reviews is reached.
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
