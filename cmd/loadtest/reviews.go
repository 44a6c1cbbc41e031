package main

import (
	"context"
	"strings"
	"sync"
	"time"

	"noughts/bot/discordtest"
)

// reviews lets members request reviews of games that they have just finished, and limits how many members wait for a
// review at the same time. Other members go on playing meanwhile. A nil *reviews requests no reviews.
type reviews struct {
	atOnce  int
	waiting *sync.WaitGroup

	mu          sync.Mutex
	asked, made int           // requested, and shown
	ended       int           // shown or given up
	longest     time.Duration // longest wait for one that was shown
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
		r.mu.Lock()
		defer r.mu.Unlock()
		if r.asked-r.ended < r.atOnce {
			r.asked++
			r.waiting.Go(func() { r.ask(ctx, member, message, button.CustomID) })
		}
		return
	}
}

// ask requests a review and waits until it is shown or ctx ends.
func (r *reviews) ask(ctx context.Context, member *discordtest.Client, message discordtest.Snowflake, button string) {
	began := time.Now()
	ctx, cancel := context.WithTimeout(ctx, reviewPatience)
	defer cancel()
	shown := false
	answer, err := member.Press(ctx, message, button)
	if err == nil && answer.Message != nil {
		_, err = member.Await(ctx, func([]discordtest.Message) bool {
			m, _ := member.Message(answer.Message.ID)
			return len(m.Attachments) > 0 // the review's chart
		})
		shown = err == nil
		_ = member.Delete(answer.Message.ID)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.ended++
	if shown {
		r.made++
		r.longest = max(r.longest, time.Since(began))
	}
}
