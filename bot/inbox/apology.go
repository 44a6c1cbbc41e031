package inbox

import (
	"context"

	"github.com/bwmarrin/discordgo"

	"noughts/bot/limits"
	"noughts/bot/matches"
	"noughts/bot/queue"
	"noughts/commands/plan"
	"noughts/commands/texts"
)

// refuseTooFast answers an interaction of a member above the rate limit.
//
// A member gets at most one private warning in ten seconds. Other interactions get an answer that nobody sees, if there
// is such an answer:
//
//   - For a press, it is a deferral of an update that never comes. Without any answer Discord would show "This
//     interaction failed" below the board.
//   - For an autocompletion, it is an empty list.
//   - For a command there is no such answer: a deferral would show "is thinking…" to the whole channel for fifteen
//     minutes. So commands and forms get no answer, and Discord tells the member that the bot did not respond.
//
// Errors: errSilent and errFull. After an error there is no answer, and the caller must call i.done.
func (i *interaction) refuseTooFast(how limits.Treatment, l limits.Limit) error {
	i.in.deps.Meter.Limited(l)
	switch kind := i.request.Kind; {
	case how == limits.Tell && l == limits.Server:
		return i.apologize(outcomeLimited, l, texts.RefuseTooMuch)
	case how == limits.Tell:
		return i.apologize(outcomeLimited, l, texts.RefuseTooFast)
	case kind == plan.Press:
		return i.answerShortly(outcomeSilent, l, func() *discordgo.InteractionResponse {
			return &discordgo.InteractionResponse{Type: discordgo.InteractionResponseDeferredMessageUpdate}
		})
	case kind == plan.Completion:
		return i.answerShortly(outcomeSilent, l, func() *discordgo.InteractionResponse {
			return plan.Content{}.Response(plan.Choices)
		})
	}
	i.report(outcomeSilent, l, matches.Report{})
	return errSilent
}

// apologize starts a goroutine that sends a short answer and then calls i.done. The answer does not wait for other
// requests about the match. Errors: errFull if too many such answers are pending.
func (i *interaction) apologize(o Outcome, met limits.Limit, key texts.Key) error {
	return i.answerShortly(o, met, func() *discordgo.InteractionResponse {
		a := i.say(context.Background(), key)
		return a.Content.Response(a.As)
	})
}

func (i *interaction) say(ctx context.Context, key texts.Key) plan.Answer {
	deps := &i.in.deps
	return deps.Commands.Say(i.request, deps.Matches.Language(ctx, i.request.User), key)
}

func (i *interaction) answerShortly(o Outcome, met limits.Limit, answer func() *discordgo.InteractionResponse) error {
	select {
	case i.in.apologies <- struct{}{}:
	default:
		i.report(outcomeDropped, met, matches.Report{})
		return errFull
	}
	go func() {
		defer func() { <-i.in.apologies }()
		defer i.done()
		ctx, cancel := context.WithDeadline(context.Background(), i.arrived.Add(answerLimit))
		defer cancel()
		err := matches.ErrPanic
		queue.Guard(i.in.deps.Log, func() { _, _, err = i.sendFirst(ctx, i.inline, answer()) })
		i.report(o, met, matches.Report{Sent: matches.Sent{Err: err}})
	}()
	return nil
}
