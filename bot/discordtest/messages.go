package discordtest

import (
	"cmp"
	"encoding/json"
	"maps"
	"net/http"
	"slices"
	"strings"
	"time"
)

// Message types.
const (
	messageDefault     = 0
	messageReply       = 19
	messageChatInput   = 20
	messageContextMenu = 23
)

// A message is a message with what only the server knows of it. The embedded
// Message is replaced as a whole when it changes, so copies of it stay as they were.
type message struct {
	Message
	app     *Application     // whose it is, nil for a person's
	only    *User            // who alone sees it, nil for everybody
	token   string           // of the interaction that may edit it, "" for the bot token
	hook    *incomingWebhook // which has posted it, nil for others
	channel *Channel

	pinnedAt  time.Time   // when Pinned
	votes     []vote      // in the message's poll; replaced as a whole
	pollEnds  *time.Timer // ends the message's poll: see awaitPollEnd
	reactions []reaction  // replaced as a whole, as the embedded Message is
}

// add enters a new message and notifies. Callers hold s.mu.
func (c *Channel) add(m *message) {
	m.ID, m.ChannelID, m.channel = c.world.snowflake(), c.ID, c
	m.Timestamp = time.Now().UTC().Truncate(time.Microsecond)
	c.messages = append(c.messages, m)
	m.awaitPollEnd()
	c.stopTyping(c.world.users[m.Author.ID])
	c.ping(m)
	c.changed(m.only)
	c.noteSent(m)
}

// newMessage returns a message of an application's, not yet posted.
func newMessage(a *Application) *message {
	m := messageBy(a.User)
	m.app, m.ApplicationID = a, a.ID
	return m
}

// messageBy returns an empty message of a user's.
func messageBy(u *User) *message {
	m := &message{}
	m.Author = u.object()
	m.Embeds, m.Attachments, m.Components = []json.RawMessage{}, []json.RawMessage{}, []Component{}
	m.Mentions, m.MentionRoles = []UserObject{}, []Snowflake{}
	return m
}

// message returns a message of the channel, nil when there is none (any more).
// Callers hold s.mu.
func (c *Channel) message(id Snowflake) *message {
	i, found := slices.BinarySearchFunc(c.messages, id, func(m *message, id Snowflake) int { return compareIDs(m.ID, id) })
	if !found {
		return nil
	}
	return c.messages[i]
}

// compareIDs orders ids by age, the oldest first.
func compareIDs(a, b Snowflake) int {
	return cmp.Or(cmp.Compare(len(a), len(b)), cmp.Compare(a, b))
}

// drop deletes a message and tells nobody. Interactions may still know it, but no
// longer what it held. Callers hold s.mu.
func (m *message) drop() {
	c := m.channel
	if c.message(m.ID) != m {
		return
	}
	c.messages = slices.DeleteFunc(c.messages, func(x *message) bool { return x == m })
	m.forget()
	if m.only == nil {
		c.public--
	}
	if c.lastPublic != nil && *c.lastPublic == m.ID {
		c.lastPublic = c.findLastPublic()
	}
	c.changed(m.only)
}

// remove deletes a message and tells of it. Callers hold s.mu.
func (m *message) remove() {
	m.drop()
	m.channel.world.later(m.tells("MESSAGE_DELETE"))
}

// findLastPublic returns the id of the newest message that all see, nil without
// one.
func (c *Channel) findLastPublic() *Snowflake {
	for _, m := range slices.Backward(c.messages) {
		if m.only == nil {
			id := m.ID
			return &id
		}
	}
	return nil
}

// edit applies a draft to a message, or refuses what would leave it empty and
// what happens in an archived thread. Callers hold s.mu.
func (m *message) edit(d draft) error {
	switch {
	case m.channel.archived():
		return errArchived()
	case m.Poll != nil:
		return refuse(http.StatusBadRequest, codePollEdited, "Cannot edit a poll message")
	}
	changed := m.Message
	d.apply(&changed)
	if changed.empty() {
		return errEmptyMessage()
	}
	m.channel.mention(&changed, m.app.User, d.allowed)
	if changed.Flags&FlagLoading != 0 {
		changed.Flags &^= FlagLoading
	} else {
		now := time.Now().UTC().Truncate(time.Microsecond)
		changed.EditedTimestamp = &now
	}
	m.Message = changed
	m.awaitPollEnd()
	m.channel.changed(m.only)
	return nil
}

// ownMessage returns the message of the path as the bot token sees it:
// ephemeral ones are not there. Callers hold s.mu.
func (r *request) ownMessage() (*message, error) {
	c, err := r.channel()
	if err != nil {
		return nil, err
	}
	m := c.message(r.PathValue("message"))
	if m == nil || m.only != nil {
		return nil, errUnknownMessage()
	}
	return m, nil
}

func getMessage(r *request, m *message) (reply, error) {
	return ok(r.shown(m))
}

func createMessage(r *request, c *Channel, f field) (reply, error) {
	m := newMessage(r.app)
	m.ApplicationID = ""
	d := readDraft(f, draftRules{emojis: r.app.emojis, files: r.files})
	if before := r.app.posted[nonceOf(f)]; before != nil && time.Since(before.Timestamp) < nonceLife && f.get("enforce_nonce").boolean() {
		again := r.shown(before)
		again.Nonce = f.get("nonce").value
		return ok(again)
	}
	hasStickers := !f.get("sticker_ids").blank()
	referenceErr := c.readReference(m, r.app, f.get("message_reference"))
	switch err := f.form.err(); {
	case err != nil:
		return failed(err)
	case referenceErr != nil:
		return failed(referenceErr)
	case hasStickers: // there are none
		return failed(refuse(http.StatusBadRequest, codeInvalidSticker, "Invalid sticker sent"))
	}
	d.apply(&m.Message)
	m.Flags |= d.flags & FlagSuppressNotifications
	if m.empty() && len(m.Snapshots) == 0 {
		return failed(errEmptyMessage())
	}
	if err := c.mayPost(r.app, &m.Message); err != nil {
		return failed(err)
	}
	c.mention(&m.Message, r.app.User, d.allowed)
	m.Nonce = f.get("nonce").value
	c.post(m)
	r.app.notePost(nonceOf(f), m)
	answer := r.shown(m)
	m.Nonce = nil // it is told of with the new message only
	return ok(answer)
}

// nonceLife is how long a nonce that is enforced keeps a second message from being made:
// Discord says "the past few minutes".
const nonceLife = 5 * time.Minute

// nonceOf returns the nonce of a message that is being sent, "" for none.
func nonceOf(f field) string {
	switch nonce := f.get("nonce").value.(type) {
	case string:
		return nonce
	case json.Number:
		return nonce.String()
	}
	return ""
}

// notePost notes the nonce of a message, and forgets those that are old. Callers hold s.mu.
func (a *Application) notePost(nonce string, m *message) {
	if a.posted == nil {
		a.posted = map[string]*message{}
	}
	maps.DeleteFunc(a.posted, func(_ string, m *message) bool { return time.Since(m.Timestamp) >= nonceLife })
	if nonce != "" {
		a.posted[nonce] = m
	}
}

// mayPost says whether a bot may send a message on its own; answers to
// interactions need no permission. Callers hold s.mu.
func (c *Channel) mayPost(a *Application, m *Message) error {
	u := a.User
	switch {
	case c.Guild == nil && !c.reaches(a):
		return errCannotReach()
	case c.Guild == nil:
		return nil
	case !c.canSend(u),
		len(m.Embeds) > 0 && !c.can(u, PermissionEmbedLinks),
		len(m.Attachments) > 0 && !c.can(u, PermissionAttachFiles),
		m.Poll != nil && !c.can(u, PermissionSendPolls):
		return errMissingPermissions()
	case c.thread == nil || !c.thread.locked || c.can(u, PermissionManageThreads):
		return nil
	case c.thread.archived:
		return errArchived()
	}
	return refuse(http.StatusForbidden, codeThreadLocked, "This thread is locked")
}

// post enters a new message; an archived thread wakes. Callers hold s.mu.
func (c *Channel) post(m *message) {
	if c.archived() {
		c.thread.archive(false)
		c.world.later(func() { c.announce("THREAD_UPDATE") })
	}
	c.add(m)
	c.world.later(m.tells("MESSAGE_CREATE"))
	if author := c.world.users[m.Author.ID]; c.thread != nil && author != nil {
		c.world.later(c.join(author)) // who writes in a thread has joined it
	}
}

func editMessage(r *request, m *message, f field) (reply, error) {
	switch {
	case m.isSystem():
		return failed(errSystemMessage())
	case m.app != r.app || m.hook != nil:
		return failed(refuse(http.StatusForbidden, codeNotOwnMessage, "Cannot edit a message authored by another user"))
	}
	if err := m.editFrom(f, r.files, false); err != nil {
		return failed(err)
	}
	return ok(r.shown(m))
}

// editFrom edits a message as a body says. Callers hold s.mu.
func (m *message) editFrom(f field, files []attachment, interaction bool) error {
	d := readDraft(f, draftRules{emojis: m.app.emojis, files: files, old: &m.Message, interaction: interaction})
	if err := f.form.err(); err != nil {
		return err
	}
	if err := m.edit(d); err != nil {
		return err
	}
	m.channel.world.later(m.tells("MESSAGE_UPDATE"))
	return nil
}

func deleteMessage(r *request, m *message) (reply, error) {
	switch {
	case (m.app != r.app || m.hook != nil) && (m.channel.Guild == nil || !m.channel.can(r.app.User, PermissionManageMessages)):
		return failed(errMissingPermissions())
	}
	m.remove()
	return noContent()
}

// displayedText returns the text of all text displays, in order, a line each.
func displayedText(components []Component) string {
	var b strings.Builder
	for _, c := range components {
		if c.Type == TypeTextDisplay {
			b.WriteString(c.Content + "\n")
		}
		b.WriteString(displayedText(c.Components))
	}
	return b.String()
}
