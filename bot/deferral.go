package bot

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/bwmarrin/discordgo"

	"noughts/commands"
)

const (
	// deferAfter is when Discord, which gives three seconds, is asked for more time.
	// answerLimit is how long a handler may work without more, and carryLimit when
	// the first answer must have reached Discord.
	deferAfter  = 1800 * time.Millisecond
	answerLimit = 2500 * time.Millisecond
	carryLimit  = 2800 * time.Millisecond
	// workLimit is how long a handler may then work on the interaction, finishLimit
	// how long the real answer may take to reach Discord after it.
	workLimit   = 15 * time.Second
	finishLimit = 10 * time.Second
)

var (
	// errAnswered is returned for a second answer to an interaction.
	errAnswered = errors.New("the interaction is answered already")
	// errNotLate is returned for an answer that cannot come after a request for
	// more time, such as a form.
	errNotLate = errors.New("an answer of this type cannot come late")
)

// A pending is one interaction on its way to its answer. It carries the
// answer as its transport does; when that takes long, it asks Discord for more
// time first and brings the answer by the interaction's token. What an
// interaction waits for, a lane, a search or a database, makes no difference.
type pending struct {
	i       *discordgo.Interaction
	arrived time.Time
	by      carrier
	rest    *restClient
	log     *slog.Logger
	broken  func(*discordgo.Interaction) commands.Reply // for an answer that cannot be given

	ctx    context.Context // of the handler
	cancel context.CancelFunc
	timer  *time.Timer // asks for more time

	turn // held while something is sent

	// Guarded by the turn.
	progress progress
	held     sent        // the request for more time
	end      *time.Timer // ends the work when there is no more time
}

type progress uint8

// How far a pending is.
const (
	unanswered progress = iota
	deferred            // Discord waits
	answered
)

// newPending begins to watch the time. The caller calls close.
func newPending(i *discordgo.Interaction, arrived time.Time, by carrier, d *dispatcher) *pending {
	p := &pending{i: i, arrived: arrived, by: by, rest: d.rest, log: d.log, broken: d.handler.Broken, turn: newTurn()}
	limit := workLimit
	if !p.canWait() {
		limit = answerLimit
	}
	p.ctx, p.cancel = context.WithDeadline(context.Background(), arrived.Add(limit))
	if p.canWait() {
		p.timer = time.AfterFunc(time.Until(arrived.Add(deferAfter)), p.hold)
	}
	return p
}

// canWait says whether Discord gives more time: not for the choices of an
// autocompletion.
func (p *pending) canWait() bool {
	return p.i.Type != discordgo.InteractionApplicationCommandAutocomplete
}

// updates says whether the interaction came from a message, which then stays as
// it is while Discord waits; otherwise a new message says "is thinking…".
func (p *pending) updates() bool { return p.i.Message != nil }

// hold asks Discord for more time, unless the answer is on its way. Without
// more time the handler's ends soon.
func (p *pending) hold() {
	ctx, cancel := context.WithDeadline(context.Background(), p.arrived.Add(answerLimit))
	defer cancel()
	if p.take(ctx) != nil {
		return
	}
	defer p.release()
	if p.progress != unanswered {
		return
	}
	kind := discordgo.InteractionResponseDeferredChannelMessageWithSource
	if p.updates() {
		kind = discordgo.InteractionResponseDeferredMessageUpdate
	}
	held, err := p.by.carry(ctx, p.i, &discordgo.InteractionResponse{Type: kind})
	if err != nil {
		p.log.Warn("could not ask for more time", "id", p.i.ID, "err", err)
		p.end = time.AfterFunc(time.Until(p.arrived.Add(answerLimit)), p.cancel)
		return
	}
	p.log.Info("asked for more time", "id", p.i.ID)
	p.progress, p.held = deferred, held
}

// carry carries the interaction's one answer. Errors: as a carrier's, and
// errAnswered and errNotLate.
func (p *pending) carry(ctx context.Context, _ *discordgo.Interaction, r *discordgo.InteractionResponse) (sent, error) {
	if err := p.take(ctx); err != nil {
		return sent{}, err
	}
	defer p.release()
	before := p.progress
	p.progress = answered
	switch before {
	case unanswered:
		ctx, cancel := context.WithDeadline(ctx, p.arrived.Add(carryLimit))
		defer cancel()
		return p.by.carry(ctx, p.i, r)
	case deferred:
		return p.finish(ctx, r)
	}
	return sent{}, errAnswered
}

// close ends the watch and the handler's context.
func (p *pending) close() {
	if p.timer != nil {
		p.timer.Stop()
	}
	p.cancel()
	_ = p.take(context.Background()) // whoever has the turn gives it back by answerLimit
	defer p.release()
	p.progress = answered
	if p.end != nil {
		p.end.Stop()
	}
}

// finish brings the answer for which Discord waits.
func (p *pending) finish(ctx context.Context, r *discordgo.InteractionResponse) (sent, error) {
	if !p.held.confirmed {
		if err := p.rest.awaitOriginal(ctx, p.i); err != nil {
			return sent{}, err
		}
	}
	switch private := r.Data != nil && r.Data.Flags&discordgo.MessageFlagsEphemeral != 0; r.Type {
	case discordgo.InteractionResponseUpdateMessage:
		return p.fill(ctx, r)
	case discordgo.InteractionResponseChannelMessageWithSource:
		switch {
		case p.updates():
			return p.follow(ctx, r)
		case private: // the message that thinks is for everybody, and stays so
			if err := p.rest.deleteOriginal(ctx, p.i); err != nil {
				return sent{}, err
			}
			return p.follow(ctx, r)
		}
		return p.fill(ctx, r)
	}
	s, err := p.follow(ctx, p.broken(p.i).Response)
	return s, errors.Join(errNotLate, err)
}

// fill puts the answer into the message that waits for it.
func (p *pending) fill(ctx context.Context, r *discordgo.InteractionResponse) (sent, error) {
	id, err := p.rest.editOriginal(ctx, p.i, r.Data)
	return sent{message: id, confirmed: true}, err
}

// follow sends the answer as another message.
func (p *pending) follow(ctx context.Context, r *discordgo.InteractionResponse) (sent, error) {
	id, err := p.rest.followUp(ctx, p.i, r.Data)
	return sent{message: id, followUp: true, confirmed: true}, err
}
