package world

import (
	"encoding/json"
	"slices"
	"time"

	"noughts/bot/discordtest/object"
)

// A vote is a user's vote for one answer of a poll.
type vote struct {
	user   *User
	answer int
}

// Vote replaces a user's votes and dispatches an event for each vote that is added or removed.
// Callers hold the world's lock.
func (m *Message) Vote(u *User, answers []int) {
	c := m.Channel
	note := func(event string, answer int) {
		c.tell(event, pollVoted{u.ID, c.ID, m.ID, c.GuildID(), answer})
	}
	var left []vote
	for _, v := range m.votes {
		if v.user != u || slices.Contains(answers, v.answer) {
			left = append(left, v)
			continue
		}
		note("MESSAGE_POLL_VOTE_REMOVE", v.answer)
	}
	for _, a := range answers {
		if v := (vote{u, a}); !slices.Contains(left, v) {
			left = append(left, v)
			note("MESSAGE_POLL_VOTE_ADD", a)
		}
	}
	m.votes = left
	c.changed(m.Only)
}

// pollVoted is the data of MESSAGE_POLL_VOTE_ADD and MESSAGE_POLL_VOTE_REMOVE.
type pollVoted struct {
	UserID    object.Snowflake `json:"user_id"`
	ChannelID object.Snowflake `json:"channel_id"`
	MessageID object.Snowflake `json:"message_id"`
	GuildID   object.Snowflake `json:"guild_id,omitempty"`
	AnswerID  int              `json:"answer_id"`
}

// Voters returns the users who voted for an answer, in order of voting. Callers hold the world's lock.
func (m *Message) Voters(answer int) []*User {
	var out []*User
	for _, v := range m.votes {
		if v.answer == answer {
			out = append(out, v.user)
		}
	}
	return out
}

// pollSeenBy returns the message's poll as a user sees it, or nil if there is none.
func (m *Message) pollSeenBy(viewer *User) *object.Poll {
	if m.Poll == nil {
		return nil
	}
	p := *m.Poll
	p.Results = object.PollResults{Final: m.PollEnded(), Counts: []object.PollCount{}}
	for _, a := range p.Answers {
		c := object.PollCount{ID: a.ID}
		for _, v := range m.votes {
			if v.answer == a.ID {
				c.Count++
				c.Me = c.Me || v.user == viewer
			}
		}
		if c.Count > 0 {
			p.Results.Counts = append(p.Results.Counts, c)
		}
	}
	return &p
}

// PollEnded reports whether the poll no longer accepts votes.
func (m *Message) PollEnded() bool { return !time.Now().Before(m.Poll.Expiry.Time) }

// EndPoll ends the message's poll before its expiry and posts the result. Callers hold the world's lock.
func (m *Message) EndPoll() {
	ended := *m.Poll
	ended.Expiry = object.At(time.Now())
	m.Poll = &ended
	m.finishPoll()
}

// awaitPollEnd starts a timer that ends the message's poll at its expiry. Messages without a poll
// and ephemeral messages get no timer. Callers hold the world's lock.
func (m *Message) awaitPollEnd() {
	if m.Poll == nil || m.Only != nil || m.pollEnds != nil {
		return
	}
	m.pollEnds = time.AfterFunc(time.Until(m.Poll.Expiry.Time), func() {
		w := m.Channel.World
		w.Lock()
		defer w.Unlock()
		if m.Channel.Message(m.ID) == m && !m.Channel.Deleted {
			m.finishPoll()
		}
	})
}

// finishPoll dispatches MESSAGE_UPDATE for the ended poll and posts a message with the result. Callers hold the world's
// lock.
func (m *Message) finishPoll() {
	m.pollEnds.Stop()
	m.Channel.changed(m.Only)
	told := &Message{App: m.App, Hook: m.Hook}
	told.Type, told.Author, told.WebhookID = object.MessagePollResult, m.Author, m.WebhookID
	told.Reference = &object.MessageReference{MessageID: m.ID, ChannelID: m.Channel.ID}
	told.Embeds = []json.RawMessage{m.pollSeenBy(nil).ResultEmbed()}
	told.Attachments, told.Components, told.MentionRoles = []json.RawMessage{}, []object.Component{}, []object.Snowflake{}
	told.Mentions = []object.UserObject{m.Author}
	m.tell("MESSAGE_UPDATE")
	m.Channel.Post(told)
}

// StopPolls stops the timers of all polls. It takes the world's lock.
func (w *World) StopPolls() {
	w.Lock()
	defer w.Unlock()
	for _, c := range w.Channels {
		for _, m := range c.Messages {
			if m.pollEnds != nil {
				m.pollEnds.Stop()
			}
		}
	}
}
