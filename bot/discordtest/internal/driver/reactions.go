package driver

import (
	"fmt"
	"slices"

	"noughts/bot/discordtest/internal/form"
	"noughts/bot/discordtest/internal/world"
	"noughts/bot/discordtest/object"
)

// React adds the user's reaction to a message.
func (c *Client) React(id object.Snowflake, emoji string) error {
	return c.reacting(id, emoji, func(m *world.Message, e object.Emoji) error {
		if err := m.MayReact(c.user, e); err != nil {
			return fmt.Errorf("%w: %w", ErrNotAllowed, err)
		}
		m.React(c.user, e)
		return nil
	})
}

// Unreact removes the user's own reaction, if there is one.
func (c *Client) Unreact(id object.Snowflake, emoji string) error {
	return c.reacting(id, emoji, func(m *world.Message, e object.Emoji) error {
		if m.Channel.Archived() {
			return fmt.Errorf("%w: %w", ErrNotAllowed, form.ErrArchived())
		}
		m.Unreact(c.user, e)
		return nil
	})
}

// reacting checks that the user can react to a message with an emoji, and then calls `do`.
func (c *Client) reacting(id object.Snowflake, emoji string, do func(*world.Message, object.Emoji) error) error {
	c.world().Lock()
	defer c.world().Unlock()
	m, err := c.find(id)
	if err != nil {
		return err
	}
	if m.Only != nil {
		return fmt.Errorf("%w: nobody can react to what only they see", ErrNotThere)
	}
	e, known := m.Reactable(c.user, emoji)
	if !known {
		return fmt.Errorf("%w: %q is no emoji that can be used there", ErrBadValue, emoji)
	}
	return do(m, e)
}

// Vote votes for answers of a poll, by their ids. The new votes replace the user's earlier votes.
func (c *Client) Vote(message object.Snowflake, answers ...int) error {
	c.world().Lock()
	defer c.world().Unlock()
	m, err := c.find(message)
	switch {
	case err != nil:
		return err
	case m.Poll == nil:
		return fmt.Errorf("%w: no poll", ErrNotThere)
	case m.PollEnded():
		return fmt.Errorf("%w: the poll has ended", ErrNotAllowed)
	case len(answers) > 1 && !m.Poll.AllowMultiselect:
		return fmt.Errorf("%w: %d answers, and one counts", ErrBadValue, len(answers))
	}
	for _, a := range answers {
		if !slices.ContainsFunc(m.Poll.Answers, func(x object.PollAnswer) bool { return x.ID == a }) {
			return fmt.Errorf("%w: no answer %d", ErrNotThere, a)
		}
	}
	m.Vote(c.user, answers)
	return nil
}
