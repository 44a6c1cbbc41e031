package discordtest

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// Say writes a message as people do: content, of at most 2000 characters. In an
// archived thread that wakes it. Errors: ErrNotAllowed where the user may not
// write, ErrBadValue for what Discord's client does not send.
func (c *Client) Say(content string) (Message, error) { return c.SayWith(content) }

// SayWith is Say with at most ten files, of 10 MiB each. With some, the content
// may be empty. Who may not attach files here gets ErrNotAllowed.
func (c *Client) SayWith(content string, files ...File) (Message, error) {
	content = strings.TrimSpace(content)
	n := utf8.RuneCountInString(content)
	switch {
	case n == 0 && len(files) == 0, n > 2000:
		return Message{}, fmt.Errorf("%w: a message of %d characters", ErrBadValue, n)
	case len(files) > maxAttachments:
		return Message{}, fmt.Errorf("%w: %d files", ErrBadValue, len(files))
	}
	for _, f := range files {
		if !f.canBeSent() {
			return Message{}, fmt.Errorf("%w: the file %q of %d bytes", ErrBadValue, f.Name, f.size())
		}
	}
	c.world().Lock()
	defer c.world().Unlock()
	if !c.mayWrite() {
		return Message{}, fmt.Errorf("%w: %s cannot write in %q", ErrNotAllowed, c.user.Name, c.channel.Name)
	}
	if len(files) > 0 && c.channel.Guild != nil && !c.channel.can(c.user, PermissionAttachFiles) {
		return Message{}, fmt.Errorf("%w: %s cannot attach files in %q", ErrNotAllowed, c.user.Name, c.channel.Name)
	}
	m := messageBy(c.user)
	m.Content = content
	m.Attachments = c.attach(files)
	c.channel.mention(&m.Message, c.user, defaultMentions(false))
	c.channel.post(m)
	return m.Message, nil
}

// mayWrite says whether the user may write here. Callers hold s.mu.
func (c *Client) mayWrite() bool {
	if c.channel.Guild == nil {
		return c.channel.reads(c.user)
	}
	locked := c.channel.thread != nil && c.channel.thread.locked
	return c.channel.canSend(c.user) && (!locked || c.channel.can(c.user, PermissionManageThreads))
}

// Delete deletes a message as a moderator would, or dismisses an ephemeral one.
// In direct and group messages nobody can delete what others wrote: ErrNotThere.
func (c *Client) Delete(message Snowflake) error {
	c.world().Lock()
	defer c.world().Unlock()
	m, err := c.find(message)
	if err != nil {
		return err
	}
	if m.only == nil && c.channel.Guild == nil && m.Author.ID != c.user.ID {
		return fmt.Errorf("%w: nobody can delete that here", ErrNotThere)
	}
	m.remove()
	return nil
}
