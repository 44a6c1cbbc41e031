package discordtest

import (
	"encoding/json"
	"slices"
	"strconv"
	"time"
)

// messagePollResult is the type of the message that tells how a poll has ended.
const messagePollResult = 46

// awaitPollEnd makes the poll of a message end at its time, if it has one. That
// nobody but one user sees tells nobody of its end. Callers hold s.mu.
func (m *message) awaitPollEnd() {
	if m.Poll == nil || m.only != nil || m.pollEnds != nil {
		return
	}
	m.pollEnds = time.AfterFunc(time.Until(m.Poll.Expiry), func() {
		w := m.channel.world
		w.Lock()
		defer w.Unlock()
		if m.channel.message(m.ID) == m && !m.channel.deleted {
			m.finishPoll()
		}
	})
}

// stopPolls makes that no poll ends any more.
func (w *world) stopPolls() {
	w.Lock()
	defer w.Unlock()
	for _, c := range w.channels {
		for _, m := range c.messages {
			if m.pollEnds != nil {
				m.pollEnds.Stop()
			}
		}
	}
}

// finishPoll posts how the poll has ended, and tells of the end. Callers hold
// s.mu.
func (m *message) finishPoll() {
	m.pollEnds.Stop()
	m.channel.changed(m.only)
	told := &message{app: m.app, hook: m.hook}
	told.Type, told.Author, told.WebhookID = messagePollResult, m.Author, m.WebhookID
	told.Reference = &MessageReference{MessageID: m.ID, ChannelID: m.channel.ID}
	told.Embeds = []json.RawMessage{m.pollSeenBy(nil).resultEmbed()}
	told.Attachments, told.Components, told.MentionRoles = []json.RawMessage{}, []Component{}, []Snowflake{}
	told.Mentions = []UserObject{m.Author}
	m.channel.world.later(m.tells("MESSAGE_UPDATE"))
	m.channel.post(told)
}

// A resultField is a field of the embed that tells how a poll has ended.
type resultField struct {
	Name   string `json:"name"`
	Value  string `json:"value"`
	Inline bool   `json:"inline"`
}

// resultEmbed returns the embed that tells how the poll has ended. Without one
// answer that has most votes none is named as the winner.
func (p *Poll) resultEmbed() json.RawMessage {
	total, most, winner := 0, 0, 0
	for _, c := range p.Results.Counts {
		total += c.Count
		switch {
		case c.Count > most:
			most, winner = c.Count, c.ID
		case c.Count == most:
			winner = 0
		}
	}
	fields := []resultField{
		{"poll_question_text", p.Question.Text, false}, {"victor_answer_votes", strconv.Itoa(most), false},
		{"total_votes", strconv.Itoa(total), false},
	}
	if winner > 0 {
		fields = slices.Concat(fields, p.Answers[winner-1].resultFields())
	}
	raw, _ := json.Marshal(map[string]any{"type": "poll_result", "fields": fields}) // texts only: it cannot fail
	return raw
}

// resultFields returns what tells that the answer has won. What it does not have
// is not there: an answer has a text, an emoji, or both.
func (a PollAnswer) resultFields() []resultField {
	fields := []resultField{{"victor_answer_id", strconv.Itoa(a.ID), false}}
	if a.Media.Text != "" {
		fields = append(fields, resultField{"victor_answer_text", a.Media.Text, false})
	}
	e := a.Media.Emoji
	if e == nil {
		return fields
	}
	if e.ID != nil {
		fields = append(fields, resultField{"victor_answer_emoji_id", *e.ID, false})
	}
	return append(fields, resultField{"victor_answer_emoji_name", e.Name, false},
		resultField{"victor_answer_emoji_animated", strconv.FormatBool(e.Animated), false})
}
