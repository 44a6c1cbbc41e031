package driver

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"noughts/bot/discordtest/internal/validate"
	"noughts/bot/discordtest/internal/world"
	"noughts/bot/discordtest/object"
)

// maxContent is the length of the longest message that Discord's client sends without Nitro, in characters.
const maxContent = 2000

// Say writes a message. In an archived thread it unarchives the thread.
func (c *Client) Say(content string) (object.Message, error) {
	content = strings.TrimSpace(content)
	if n := utf8.RuneCountInString(content); n == 0 || n > maxContent {
		return object.Message{}, fmt.Errorf("%w: a message of %d characters", ErrBadValue, n)
	}
	c.world().Lock()
	defer c.world().Unlock()
	if !c.mayWrite() {
		return object.Message{}, fmt.Errorf("%w: %s cannot write in %q", ErrNotAllowed, c.user.Name, c.channel.Name)
	}
	m := world.MessageBy(c.user)
	m.Content = content
	c.channel.Mention(&m.Message, c.user, validate.DefaultMentions(false))
	c.channel.Post(m)
	return m.Message, nil
}

// mayWrite reports whether the user may write in the channel.
func (c *Client) mayWrite() bool {
	if c.channel.Guild == nil {
		return c.channel.Reads(c.user)
	}
	locked := c.channel.Thread != nil && c.channel.Thread.Locked
	return c.channel.CanSend(c.user) && (!locked || c.channel.Can(c.user, object.PermissionManageThreads))
}

// Delete deletes a message as a moderator does, or dismisses an ephemeral message that only the user sees.
func (c *Client) Delete(message object.Snowflake) error {
	c.world().Lock()
	defer c.world().Unlock()
	m, err := c.find(message)
	if err != nil {
		return err
	}
	if m.Only == nil && c.channel.Guild == nil && m.Author.ID != c.user.ID {
		return fmt.Errorf("%w: nobody can delete that here", ErrNotThere)
	}
	m.Remove()
	return nil
}

// Invite adds a user to the thread.
func (c *Client) Invite(u *world.User) error {
	c.world().Lock()
	defer c.world().Unlock()
	switch {
	case c.channel.Thread == nil || !c.channel.MayBeInvited(u):
		return fmt.Errorf("%w: %s cannot be added to %q", ErrNotThere, u.Name, c.channel.Name)
	case c.channel.Archived() || !c.channel.MayInvite(c.user):
		return fmt.Errorf("%w: %s cannot add to %q", ErrNotAllowed, c.user.Name, c.channel.Name)
	}
	c.channel.Join(u)
	return nil
}
