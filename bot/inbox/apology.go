package inbox

import (
	"context"

	"github.com/bwmarrin/discordgo"

	"noughts/bot/limits"
	"noughts/bot/matches"
	"noughts/commands/plan"
	"noughts/commands/texts"
)

// refuseTooFast answers an interaction of a member who is too fast.
//
// The first one in a window is told so, privately. The next ones get an answer that
// shows nothing. For a press that is a deferred update which is never made: without any
// answer the member would read "This interaction failed" below the board. For
// completions it is a list without choices. For a command there is no such answer, as a
// deferred one says "is thinking…" to the whole channel for a quarter of an hour. So
// it gets none, and its member reads that the bot did not respond.
//
// Errors: errSilent, errFull; then there will be no answer, and done is not called.
func (i *interaction) refuseTooFast(v limits.Verdict, l limits.Limit) error {
	i.in.deps.Meter.Limited(l)
	switch kind := i.request.Kind; {
	case v == limits.Tell && l == limits.Server:
		return i.apologise(outcomeLimited, l, texts.RefuseTooMuch)
	case v == limits.Tell:
		return i.apologise(outcomeLimited, l, texts.RefuseTooFast)
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

// apologise gives one of the few short answers that need no place in the queue, and
// then calls done. Errors: errFull when there are too many even of them.
func (i *interaction) apologise(o Outcome, met limits.Limit, key texts.Key) error {
	return i.answerShortly(o, met, func() *discordgo.InteractionResponse {
		a := i.say(context.Background(), key)
		return a.Content.Response(a.As)
	})
}

// say returns a sentence in the language of the member.
func (i *interaction) say(ctx context.Context, key texts.Key) plan.Answer {
	deps := &i.in.deps
	return deps.Commands.Say(i.request, deps.Matches.Language(ctx, i.request.User), key)
}

// answerShortly gives a short answer and reports it, as apologise does.
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
		i.in.guard(func() { _, _, err = i.sendFirst(ctx, i.inline, answer()) })
		i.report(o, met, matches.Report{Sent: matches.Sent{Err: err}})
	}()
	return nil
}
