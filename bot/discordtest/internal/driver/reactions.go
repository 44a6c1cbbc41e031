package driver

import (
	"fmt"
	"slices"

	"noughts/bot/discordtest/internal/form"
	"noughts/bot/discordtest/internal/world"
	"noughts/bot/discordtest/object"
)

// React adds the user's reaction to a message: with an emoji such as "👍", or
// with a custom one that somebody has reacted with before, as "name:id". Having
// reacted so already is not an error. Errors: ErrBadValue for what is no emoji,
// ErrNotAllowed where the user may not, ErrNotVisible, ErrNotThere for an
// ephemeral message.
func (c *Client) React(id object.Snowflake, emoji string) error {
	return c.reacting(id, emoji, func(m *world.Message, e object.Emoji) error {
		if err := m.MayReact(c.user, e); err != nil {
			return fmt.Errorf("%w: %w", ErrNotAllowed, err)
		}
		m.React(c.user, e)
		return nil
	})
}

// Unreact takes the user's own reaction away; not having reacted so is not an
// error. Errors as those of React.
func (c *Client) Unreact(id object.Snowflake, emoji string) error {
	return c.reacting(id, emoji, func(m *world.Message, e object.Emoji) error {
		if m.Channel.Archived() {
			return fmt.Errorf("%w: %w", ErrNotAllowed, form.ErrArchived())
		}
		m.Unreact(c.user, e)
		return nil
	})
}

// reacting does something about an emoji at a message that the user sees.
func (c *Client) reacting(id object.Snowflake, emoji string, do func(*world.Message, object.Emoji) error) error {
	c.world().Lock()
	defer c.world().Unlock()
	m, err := c.Find(id)
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

// Vote votes for answers of a poll, by their ids, in place of what the user has
// voted for before; without answers it takes the vote back. Errors: ErrNotThere
// without such a poll or answer, ErrBadValue for several answers where one
// counts, ErrNotAllowed when the poll has ended, ErrNotVisible.
func (c *Client) Vote(message object.Snowflake, answers ...int) error {
	c.world().Lock()
	defer c.world().Unlock()
	m, err := c.Find(message)
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
