package driver

import (
	"encoding/json"
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
func (c *Client) Say(content string) (object.Message, error) { return c.SayWith(content) }

// SayWith is like Say, with files. If there are files, the content may be empty.
func (c *Client) SayWith(content string, files ...object.File) (object.Message, error) {
	content = strings.TrimSpace(content)
	n := utf8.RuneCountInString(content)
	switch {
	case n == 0 && len(files) == 0, n > maxContent:
		return object.Message{}, fmt.Errorf("%w: a message of %d characters", ErrBadValue, n)
	case len(files) > object.MaxAttachments:
		return object.Message{}, fmt.Errorf("%w: %d files", ErrBadValue, len(files))
	}
	for _, f := range files {
		if !f.CanBeSent() {
			return object.Message{}, fmt.Errorf("%w: the file %q of %d bytes", ErrBadValue, f.Name, f.Length())
		}
	}
	c.world().Lock()
	defer c.world().Unlock()
	if !c.mayWrite() {
		return object.Message{}, fmt.Errorf("%w: %s cannot write in %q", ErrNotAllowed, c.user.Name, c.channel.Name)
	}
	if len(files) > 0 && c.channel.Guild != nil && !c.channel.Can(c.user, object.PermissionAttachFiles) {
		return object.Message{}, fmt.Errorf("%w: %s cannot attach files in %q", ErrNotAllowed, c.user.Name, c.channel.Name)
	}
	m := world.MessageBy(c.user)
	m.Content = content
	m.Attachments = c.attach(files)
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

// StartTyping shows that the user types.
func (c *Client) StartTyping() error {
	c.world().Lock()
	defer c.world().Unlock()
	if !c.mayWrite() {
		return fmt.Errorf("%w: %s cannot write in %q", ErrNotAllowed, c.user.Name, c.channel.Name)
	}
	c.channel.StartTyping(c.user)
	return nil
}

// attach stores the files of a message that the user writes, and returns them as attachments.
func (c *Client) attach(files []object.File) []json.RawMessage {
	all := make([]object.Attachment, len(files))
	for i, f := range files {
		all[i] = c.upload(f)
		all[i].Ephemeral = false // only files of interactions are ephemeral
	}
	return object.AttachmentJSON(all)
}

// upload stores a file that the user sends. The attachment is ephemeral, like all attachments of interactions.
func (c *Client) upload(f object.File) object.Attachment {
	w := c.world()
	a := w.NewAttachment(f.Name, f.Content, f.Length())
	a.Ephemeral = true
	c.channel.Place(&a)
	return a
}
