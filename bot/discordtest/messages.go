package discordtest

import (
	"encoding/json"
	"net/http"
	"slices"
	"strconv"
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
	app     *Application // whose it is
	only    *User        // who alone sees it, nil for everybody
	owner   *interaction // whose token may edit it, nil for the bot token
	channel *Channel
}

// post enters a new message and notifies. Callers hold s.mu.
func (c *Channel) post(m *message) {
	m.ID, m.ChannelID, m.channel = c.server.snowflake(), c.ID, c
	m.Timestamp = time.Now().UTC().Truncate(time.Microsecond)
	m.MentionRoles = []Snowflake{}
	c.messages = append(c.messages, m)
	c.ping(m)
	c.changed(m.only)
}

// newMessage returns a message of an application's, not yet posted.
func newMessage(a *Application) *message {
	m := &message{app: a}
	m.Author, m.ApplicationID = a.User.object(), a.ID
	m.Embeds, m.Attachments, m.Components = []json.RawMessage{}, []json.RawMessage{}, []Component{}
	return m
}

// message returns a message of the channel, nil when there is none (any more).
// Callers hold s.mu.
func (c *Channel) message(id Snowflake) *message {
	for i := len(c.messages) - 1; i >= 0; i-- {
		if c.messages[i].ID == id {
			return c.messages[i]
		}
	}
	return nil
}

// remove deletes a message. Callers hold s.mu.
func (c *Channel) remove(m *message) {
	c.messages = slices.DeleteFunc(c.messages, func(x *message) bool { return x == m })
	c.changed(m.only)
}

// lastPublic returns the id of the newest message that all see, nil without one.
func (c *Channel) lastPublic() *Snowflake {
	for _, m := range slices.Backward(c.messages) {
		if m.only == nil {
			id := m.ID
			return &id
		}
	}
	return nil
}

// edit applies a draft to a message, or refuses what would leave it empty.
// Callers hold s.mu.
func (s *Server) edit(m *message, d draft) error {
	changed := m.Message
	d.apply(&changed)
	if changed.empty() {
		return errEmptyMessage()
	}
	s.mention(&changed, d.allowed)
	if changed.Flags&FlagLoading != 0 {
		changed.Flags &^= FlagLoading
	} else {
		now := time.Now().UTC().Truncate(time.Microsecond)
		changed.EditedTimestamp = &now
	}
	m.Message = changed
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

func getMessage(r *request) (reply, error) {
	r.server.mu.Lock()
	defer r.server.mu.Unlock()
	m, err := r.ownMessage()
	if err != nil {
		return failed(err)
	}
	return ok(m.Message)
}

// listMessages answers with the newest messages first, as Discord does.
func listMessages(r *request) (reply, error) {
	q, err := readPage(r)
	if err != nil {
		return failed(err)
	}
	r.server.mu.Lock()
	defer r.server.mu.Unlock()
	c, err := r.channel()
	if err != nil {
		return failed(err)
	}
	out := []Message{}
	for _, m := range slices.Backward(c.messages) {
		if m.only == nil && q.holds(m.ID) {
			out = append(out, m.Message)
		}
	}
	if q.after > 0 && len(out) > q.limit {
		return ok(out[len(out)-q.limit:])
	}
	return ok(out[:min(q.limit, len(out))])
}

// A page is a part of a list of messages.
type page struct {
	limit         int
	before, after uint64
}

func readPage(r *request) (page, error) {
	p := page{limit: 50}
	query := map[string]any{}
	for name, values := range r.URL.Query() {
		query[name] = values[0]
	}
	f := field{form: &form{}, value: query, there: true}
	if limit := f.get("limit"); limit.there {
		p.limit = int(limit.integer(1, 100))
	}
	p.before, _ = strconv.ParseUint(f.get("before").snowflake(), 10, 64)
	p.after, _ = strconv.ParseUint(f.get("after").snowflake(), 10, 64)
	return p, f.form.err()
}

func (p page) holds(id Snowflake) bool {
	n, _ := strconv.ParseUint(id, 10, 64)
	return (p.before == 0 || n < p.before) && n > p.after
}

func createMessage(r *request) (reply, error) {
	f, err := r.body()
	if err != nil {
		return failed(err)
	}
	d := r.readDraft(f, nil, false)
	if err := f.form.err(); err != nil {
		return failed(err)
	}
	s := r.server
	s.mu.Lock()
	defer s.mu.Unlock()
	c, err := r.channel()
	if err != nil {
		return failed(err)
	}
	m := newMessage(r.app)
	m.ApplicationID = ""
	d.apply(&m.Message)
	m.Flags |= d.flags & FlagSuppressNotifications
	if m.empty() {
		return failed(errEmptyMessage())
	}
	s.mention(&m.Message, d.allowed)
	c.post(m)
	return ok(m.Message)
}

func editMessage(r *request) (reply, error) {
	f, err := r.body()
	if err != nil {
		return failed(err)
	}
	r.server.mu.Lock()
	defer r.server.mu.Unlock()
	m, err := r.ownMessage()
	switch {
	case err != nil:
		return failed(err)
	case m.app != r.app:
		return failed(refuse(http.StatusForbidden, codeNotOwnMessage, "Cannot edit a message authored by another user"))
	}
	if err := r.editFrom(m, f, false); err != nil {
		return failed(err)
	}
	return ok(m.Message)
}

// editFrom edits a message as a body says. Callers hold s.mu.
func (r *request) editFrom(m *message, f field, interaction bool) error {
	d := r.readDraft(f, &m.Message, interaction)
	if err := f.form.err(); err != nil {
		return err
	}
	return r.server.edit(m, d)
}

func deleteMessage(r *request) (reply, error) {
	r.server.mu.Lock()
	defer r.server.mu.Unlock()
	m, err := r.ownMessage()
	switch {
	case err != nil:
		return failed(err)
	case m.app != r.app:
		return failed(refuse(http.StatusForbidden, codeMissingPermissions, "Missing Permissions"))
	}
	m.channel.remove(m)
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
