package discordtest

import "fmt"

// React adds the user's reaction to a message: with an emoji such as "👍", or
// with a custom one that somebody has reacted with before, as "name:id". Having
// reacted so already is not an error. Errors: ErrBadValue for what is no emoji,
// ErrNotAllowed where the user may not, ErrNotVisible, ErrNotThere for an
// ephemeral message.
func (c *Client) React(id Snowflake, emoji string) error {
	return c.reacting(id, emoji, func(m *message, e Emoji) (func(), error) {
		if err := m.mayReact(c.user, e); err != nil {
			return nil, fmt.Errorf("%w: %w", ErrNotAllowed, err)
		}
		return m.react(c.user, e), nil
	})
}

// Unreact takes the user's own reaction away; not having reacted so is not an
// error. Errors as those of React.
func (c *Client) Unreact(id Snowflake, emoji string) error {
	return c.reacting(id, emoji, func(m *message, e Emoji) (func(), error) {
		if m.channel.archived() {
			return nil, fmt.Errorf("%w: %w", ErrNotAllowed, errArchived())
		}
		return m.unreact(c.user, e), nil
	})
}

// reacting does something about an emoji at a message that the user sees.
func (c *Client) reacting(id Snowflake, emoji string, do func(*message, Emoji) (tell func(), _ error)) error {
	tell := func() {}
	defer func() { tell() }()
	c.world().Lock()
	defer c.world().Unlock()
	m, err := c.find(id)
	if err != nil {
		return err
	}
	if m.only != nil {
		return fmt.Errorf("%w: nobody can react to what only they see", ErrNotThere)
	}
	e, known := m.reactable(c.user, emoji)
	if !known {
		return fmt.Errorf("%w: %q is no emoji that can be used there", ErrBadValue, emoji)
	}
	told, err := do(m, e)
	if err == nil {
		tell = told
	}
	return err
}
