package interaction

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"noughts/bot/discordtest/fault"
	"noughts/bot/discordtest/internal/world"
	"noughts/bot/discordtest/object"
)

// ErrFailed means that the bot did not answer in time (three seconds by default), or that the server
// refused the bot's answer. Discord shows the user "This interaction failed".
var ErrFailed = errors.New("discordtest: this interaction failed")

// An Answer is a bot's initial response to a user's interaction.
type Answer struct {
	Type    int             // callback type: 4 message, 5 deferred message, 6 deferred update, 7 update, 8 choices, 9 modal
	Message *object.Message // the created or changed message at the time of the response; nil if there is none
	Choices []object.Choice // the choices of an autocompletion, type 8
	Modal   *object.Modal   // the modal that the bot opens, type 9

	Interaction *Interaction // the interaction that the bot has answered
}

// Send opens an interaction, delivers it to its application, and returns the initial response. It
// returns ErrFailed if the response does not come in time, or ctx's error.
func (d *Desk) Send(ctx context.Context, it *Interaction) (*Answer, error) {
	early, ahead := d.gateway.Faults.TakeKind(it.App.ID, fault.FutureID)
	d.world.Lock()
	d.Open(it)
	if ahead {
		d.moveAhead(it, early.Wait)
	}
	o := it.object()
	it.Data = nil // frees memory: the interaction itself is kept while its token is valid
	d.world.Unlock()
	d.deliver(it, o)
	return d.wait(ctx, it)
}

// deliver sends an interaction to the application's HTTP endpoint if it has one, otherwise over the gateway.
func (d *Desk) deliver(it *Interaction, o Object) {
	d.noteDelivery(it.App, o)
	if address := d.InteractionsURL(it.App); address != "" {
		d.deliverHTTP(it, address, o)
		return
	}
	d.gateway.Dispatch(it.App, o.GuildID, "INTERACTION_CREATE", o)
}

// wait returns the initial response, or ErrFailed after the timeout.
func (d *Desk) wait(ctx context.Context, it *Interaction) (*Answer, error) {
	timer := time.NewTimer(time.Until(it.deadline))
	defer timer.Stop()
	select {
	case <-it.done:
		d.world.Lock()
		defer d.world.Unlock()
		return it.taken(), nil
	case <-ctx.Done():
		return nil, ctx.Err()
	case <-timer.C:
		return d.expire(it)
	}
}

// expire marks an interaction as failed, unless it has been answered in the meantime.
func (d *Desk) expire(it *Interaction) (*Answer, error) {
	d.world.Lock()
	defer d.world.Unlock()
	if it.acknowledged {
		return it.taken(), nil
	}
	it.expired = true
	if it.refused != nil {
		return nil, fmt.Errorf("%w: the answer was refused: %w", ErrFailed, it.refused)
	}
	return nil, fmt.Errorf("%w: no answer within %v", ErrFailed, it.deadline.Sub(it.created))
}

// taken returns the answer and clears it.answer to free memory: the answer is read only once, but
// the interaction is kept as long as its token is valid. Callers hold the world's lock.
func (it *Interaction) taken() *Answer {
	a := it.answer
	it.answer = nil
	return a
}

// noteDelivery reports an interaction to the observers.
func (d *Desk) noteDelivery(a *world.Application, o Object) {
	if len(d.Observers) == 0 {
		return
	}
	raw, err := json.Marshal(o)
	if err != nil {
		panic("discordtest: an interaction that is not JSON: " + err.Error()) // a bug in this package
	}
	for _, f := range d.Observers {
		f(object.Delivery{Time: time.Now(), Application: a.ID, Interaction: raw})
	}
}
