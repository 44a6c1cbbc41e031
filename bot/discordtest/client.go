package discordtest

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// A Client is a user's eyes and hands in one channel. Every method does what
// Discord's own clients let a user do and no more. Safe for concurrent use.
type Client struct {
	desk    *desk
	user    *User
	channel *Channel
}

// The reasons for which a client cannot do what it was asked: what a user would
// see in Discord's client, or could not do there at all.
var (
	// ErrNotVisible: the user does not see such a message.
	ErrNotVisible = errors.New("discordtest: no such message for this user")
	// ErrNotThere: no such command, option, button or menu.
	ErrNotThere = errors.New("discordtest: nothing there to use")
	// ErrDisabled: the button or menu is disabled.
	ErrDisabled = errors.New("discordtest: the component is disabled")
	// ErrNotAllowed: the user must be silent, or the thread is archived.
	ErrNotAllowed = errors.New("discordtest: the user may not do that here")
	// ErrOutdated: the command has changed since the client learned of it. It has
	// learned of the new one now: see Client.UseKnown.
	ErrOutdated = errors.New("discordtest: this command is outdated")
	// ErrBadValue: Discord's client would not send such a value.
	ErrBadValue = errors.New("discordtest: a value that the client does not accept")
)

// ErrFailed means that the bot did not answer within three seconds, or that its
// answer was refused: "This interaction failed".
var ErrFailed = errors.New("discordtest: this interaction failed")

// An Answer is how the bot answered an interaction of the user's.
type Answer struct {
	Type    int      // callback type: 4 message, 5 deferred message, 6 deferred update, 7 update, 8 choices, 9 modal
	Message *Message // the message it made or changed as it then was, nil when there is none
	Choices []Choice // type 8
	Modal   *Modal   // type 9

	interaction *interaction // what it answers
}

// newClient returns a user's client looking at a channel.
func newClient(d *desk, u *User, c *Channel) *Client { return &Client{desk: d, user: u, channel: c} }

// In returns the user's client looking at a channel.
func (u *User) In(c *Channel) *Client { return newClient(u.world.hub.desk, u, c) }

// User returns whose client it is, Channel where it looks.
func (c *Client) User() *User { return c.user }

// Channel returns the channel that the client looks at.
func (c *Client) Channel() *Channel { return c.channel }

// server returns the Discord that the client is connected to.
func (c *Client) world() *world { return c.user.world }

// sees says whether the user sees a message. Callers hold s.mu.
func (c *Client) sees(m *message) bool {
	return c.channel.reads(c.user) && (m.only == nil || m.only == c.user)
}

// find returns a message that the user sees. Callers hold s.mu.
func (c *Client) find(id Snowflake) (*message, error) {
	m := c.channel.message(id)
	if m == nil || !c.sees(m) {
		return nil, fmt.Errorf("%w: %s in %q as %s", ErrNotVisible, id, c.channel.Name, c.user.Name)
	}
	return m, nil
}

// Messages returns the messages of the channel as this user sees them, oldest
// first, own ephemeral ones included.
func (c *Client) Messages() []Message {
	c.world().Lock()
	defer c.world().Unlock()
	if !c.channel.reads(c.user) {
		return nil
	}
	out := make([]Message, 0, len(c.channel.messages))
	for _, m := range c.channel.messages {
		if m.only == nil || m.only == c.user {
			out = append(out, m.seenBy(c.user))
		}
	}
	return out
}

// Message returns one message as this user sees it, false when they do not.
func (c *Client) Message(id Snowflake) (Message, bool) {
	c.world().Lock()
	defer c.world().Unlock()
	m, err := c.find(id)
	if err != nil {
		return Message{}, false
	}
	return m.seenBy(c.user), true
}

// Pings returns how often this user has been mentioned with a notification in
// the channel.
func (c *Client) Pings() int {
	c.world().Lock()
	defer c.world().Unlock()
	return c.channel.pings[c.user]
}

// Changed returns a channel that is closed at the next change of what the user
// sees here.
func (c *Client) Changed() <-chan struct{} {
	c.world().Lock()
	defer c.world().Unlock()
	ch := c.channel.watchers[c.user]
	if ch == nil {
		ch = make(chan struct{})
		c.channel.watchers[c.user] = ch
	}
	return ch
}

// Await returns the messages as soon as ok holds for them, or ctx's error.
func (c *Client) Await(ctx context.Context, ok func([]Message) bool) ([]Message, error) {
	for {
		changed := c.Changed() // before looking, so that no change is missed
		if seen := c.Messages(); ok(seen) {
			return seen, nil
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

// send opens an interaction, delivers it, and waits for its initial response.
func (c *Client) send(ctx context.Context, it *interaction) (*Answer, error) {
	d, w := c.desk, c.world()
	it.user, it.channel = c.user, c.channel
	early, ahead := d.gateway.faults.takeKind(it.app.ID, FaultFutureID)
	w.Lock()
	d.open(it)
	if ahead {
		d.moveAhead(it, early.Wait)
	}
	payload := it.payload()
	it.data = nil // the interaction is remembered for as long as its token lives
	w.Unlock()
	d.deliver(it, payload)
	return d.wait(ctx, it)
}

// deliver sends an interaction to its application: to its interactions endpoint
// when it has one, else over the gateway, never both.
func (d *desk) deliver(it *interaction, o interactionObject) {
	d.noteDelivery(it.app, o)
	if address := d.InteractionsURL(it.app); address != "" {
		d.deliverHTTP(it, address, o)
		return
	}
	d.gateway.dispatch(it.app, o.GuildID, "INTERACTION_CREATE", o)
}

// wait returns the initial response, or ErrFailed when its time is over.
func (d *desk) wait(ctx context.Context, it *interaction) (*Answer, error) {
	timer := time.NewTimer(time.Until(it.created.Add(responseTime)))
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

// expire ends an interaction that nobody has answered.
func (d *desk) expire(it *interaction) (*Answer, error) {
	d.world.Lock()
	defer d.world.Unlock()
	if it.acknowledged {
		return it.taken(), nil
	}
	it.expired = true
	if it.refused != nil {
		return nil, fmt.Errorf("%w: the answer was refused: %w", ErrFailed, it.refused)
	}
	return nil, fmt.Errorf("%w: no answer within %v", ErrFailed, responseTime)
}

// taken returns the answer to its one reader and lets go of it: the interaction
// is remembered for as long as its token lives, and a message is large. Callers
// hold s.mu.
func (it *interaction) taken() *Answer {
	a := it.answer
	it.answer = nil
	return a
}
