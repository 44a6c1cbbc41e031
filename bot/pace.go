package bot

import (
	"context"
	"errors"
	"time"

	"github.com/bwmarrin/discordgo"

	"noughts/bot/limits"
	"noughts/commands"
)

// errSilent is returned for an interaction whose member is too fast and knows.
var errSilent = errors.New("the member is too fast and has been told")

// pace decides whether an interaction's member, or server, is too fast.
func (d *dispatcher) pace(h heading, now time.Time) (limits.Verdict, limits.Limit) {
	switch {
	case d.gate == nil:
		return limits.Pass, limits.None
	case h.Type == discordgo.InteractionApplicationCommandAutocomplete:
		return d.gate.Type(h.member(), now)
	}
	return d.gate.Press(h.member(), h.GuildID, now)
}

// charge has a member whose interaction was refused slow down sooner.
func (d *dispatcher) charge(p *pending, reply commands.Reply) {
	if d.gate != nil && commands.IsRefusal(reply.Err) {
		d.gate.Refused(headingOf(p.i).member(), p.arrived)
	}
}

// slow answers an interaction of a member who is too fast, and then calls done.
//
// The first one in a window is told so, privately. After that there is silence,
// which for a press is Discord's own silent answer: a deferred update that
// nothing follows. Without one the member would read "This interaction failed"
// below a board that is well, and the answer costs a call without a body. Who
// types gets no choices, for the same reason. A command has no silent answer: a
// deferred one says "is thinking…" to the whole channel for a quarter of an hour.
// So it gets none, and whoever sends commands faster than Discord's own apps can
// reads there that the bot did not respond.
//
// Errors: errSilent, and errFull when too many are being answered; then there
// will be no answer, and done is not called.
func (d *dispatcher) slow(h heading, v limits.Verdict, l limits.Limit, arrived time.Time, by carrier, done func()) error {
	d.meter.Limited(l)
	r, outcome := d.tooFast(h.Locale, l), outcomeLimited
	if v == limits.Silent {
		r, outcome = silence(h.Type), outcomeSilent
	}
	if r == nil {
		d.report(report{heading: h, outcome: outcome, limit: l, took: time.Since(arrived)})
		return errSilent
	}
	return d.apologise(h, arrived, done, func(ctx context.Context) {
		_, err := by.carry(ctx, h.bare(), r)
		d.report(report{heading: h, outcome: outcome, limit: l, took: time.Since(arrived), err: err})
	})
}

// noChoices answers an autocompletion with nothing.
var noChoices = &discordgo.InteractionResponse{Type: discordgo.InteractionApplicationCommandAutocompleteResult}

// silence returns the answer that shows nothing, nil where there is none.
func silence(t discordgo.InteractionType) *discordgo.InteractionResponse {
	switch t {
	case discordgo.InteractionMessageComponent:
		return &discordgo.InteractionResponse{Type: discordgo.InteractionResponseDeferredMessageUpdate}
	case discordgo.InteractionApplicationCommandAutocomplete:
		return noChoices
	}
	return nil
}

// apologise runs one of the few short answers that need no place in a lane, and
// then calls done. Errors: errFull when there are too many even of them.
func (d *dispatcher) apologise(h heading, arrived time.Time, done func(), answer func(context.Context)) error {
	select {
	case d.apologies <- struct{}{}:
	default:
		d.report(report{heading: h, outcome: outcomeDropped, took: time.Since(arrived)})
		return errFull
	}
	go func() {
		defer func() { <-d.apologies }()
		defer done()
		ctx, cancel := context.WithDeadline(context.Background(), arrived.Add(answerLimit))
		defer cancel()
		answer(ctx)
	}()
	return nil
}
